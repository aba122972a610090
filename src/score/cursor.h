// SPDX-License-Identifier: Apache-2.0
//
// A place in a JSON document, with its name for messages:
// "learner.gradient_booster.model.trees[3]".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.h"

namespace cogs::score {

// Each function throws InputError, located and with the path, if what stands there is something
// else.
class Cursor {
 public:
  explicit Cursor(const json::Document& document) : document_(&document), item_(&document.root()) {}

  Cursor at(std::string_view name) const;                   // a member
  std::optional<Cursor> find(std::string_view name) const;  // null is as good as absent
  std::size_t size() const;                                 // of an array
  Cursor at(std::size_t index) const;  // of an array that is not one of numbers
  bool is(json::Item::Kind kind) const { return item_->kind == kind; }
  bool is_list_of_lists() const;
  bool is_mixed() const { return !item_->items.empty(); }  // of an array: not numbers alone
  const std::vector<json::Item::Member>& members() const;
  Cursor member(std::size_t index) const;

  const std::string& text() const;
  bool truth() const;  // also 0 and 1
  // Of a number, or of a string that is one, as XGBoost writes its parameters.
  std::string_view digits() const;
  double float64() const;
  float float32() const;
  std::int64_t integer() const;

  std::vector<double> floats64() const;
  std::vector<float> floats32() const;
  std::vector<std::int64_t> integers() const;  // also booleans
  std::vector<std::string> texts() const;
  std::vector<std::string_view> tokens() const;  // the digits of a list of numbers

  const std::string& path() const { return path_; }
  [[noreturn]] void fail(const std::string& message, std::string help = {}) const;

 private:
  Cursor(const Cursor& parent, const json::Item& item, std::string path)
      : document_(parent.document_), item_(&item), path_(std::move(path)) {}
  template <class T, class Read>
  std::vector<T> all(const Read& read) const;

  const json::Document* document_;
  const json::Item* item_;
  std::string path_;
};

}  // namespace cogs::score
