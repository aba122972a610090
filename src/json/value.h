// SPDX-License-Identifier: Apache-2.0
//
// JSON as data, with exact numbers. This header is the overview of src/json.
//
//   parse.h       text -> Value
//   write.h       Value -> text, in three layouts: a line, a page, one to take checksums of
//   writer.h      text as it comes, without a tree of values first
//   difference.h  where two values differ
//
// Numbers keep their digits (integers beyond 2^53, 0.1); members keep their order; each value
// of a parsed text knows its place, so that errors about its meaning can be located too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/number.h"

namespace cogs::json {

class Value {
 public:
  enum class Kind { null, boolean, number, string, array, object };
  using Member = std::pair<std::string, Value>;

  Value() = default;
  static Value boolean(bool value);
  // A number without a finite decimal form (1/3) becomes the string "1/3".
  static Value number(const base::Number& value);
  static Value number(std::uint64_t value);
  static Value number_text(std::string digits);  // must be a JSON number
  static Value string(std::string_view value);
  static Value array(std::vector<Value> items = {});
  static Value object();

  Value& add(std::string name, Value value);  // to an object; returns *this
  Value& add(Value item);                     // to an array

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool truth() const { return truth_; }
  const std::string& text() const { return text_; }  // of a string; the digits of a number
  const std::vector<Value>& items() const { return items_; }
  const std::vector<Member>& members() const { return members_; }
  const Value* find(std::string_view name) const;  // a member, or nullptr

  base::Place place;       // in the parsed text
  base::Place name_place;  // of the name, for the value of a member

 private:
  Kind kind_ = Kind::null;
  bool truth_ = false;
  std::string text_;
  std::vector<Value> items_;
  std::vector<Member> members_;
};

}  // namespace cogs::json
