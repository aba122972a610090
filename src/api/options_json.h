// SPDX-License-Identifier: Apache-2.0
//
// Options as one JSON object, member by member. Every member that is asked for is one that is
// known; finish() refuses the others.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cogs/decision.h>

#include "base/number.h"
#include "json/value.h"

namespace cogs::api {

class OptionsJson {
 public:
  // "" is the empty object. Throws base::InputError, located in the text, as do all others.
  explicit OptionsJson(std::string_view text, std::string name = "options");

  // A member that is not there, or null, is nullopt, false or empty.
  bool flag(const std::string& name, bool otherwise = false);
  std::optional<std::string> text(const std::string& name);
  std::optional<base::Number> number(const std::string& name);
  std::optional<double> real(const std::string& name);
  std::optional<std::uint64_t> count(const std::string& name);  // a whole number from 0
  std::optional<std::vector<std::string>> list(const std::string& name);
  // {"debt": 2, ...}: names, and values as texts.
  std::vector<std::pair<std::string, std::string>> pairs(const std::string& name);
  const json::Value* member(const std::string& name);  // null: not there
  [[noreturn]] void refuse(const json::Value& at, const std::string& message) const;

  // Groups that many calls share.
  Options run();
  TableOptions table();
  ConstraintColumns columns();
  // `control` with the limits that are given on top of its own.
  Control control(const Control& outer);

  // Refuses what nobody asked for.
  void finish() const;
  // The limits first: `outer` with them.
  Control finish(const Control& outer);

 private:
  std::string text_of(const json::Value& value, const std::string& name) const;
  std::optional<std::string> range_end(const json::Value& value) const;

  std::string text_, name_;
  json::Value json_;
  std::vector<std::string> known_;
};

}  // namespace cogs::api
