// SPDX-License-Identifier: Apache-2.0
#include "present/words/constraint_columns.h"

#include "json/value.h"
#include "present/words/safe_text.h"

namespace cogs::present {

namespace {

template <class Use>
void for_each_kind(const batch::ConstraintColumns& columns, Use&& use) {
  use("fix", columns.fix);
  use("allow", columns.allow);
  use("only", columns.only);
  use("range", columns.range);
  use("cost", columns.cost);
}

}  // namespace

json::Value constraint_columns_json(const batch::ConstraintColumns& columns) {
  json::Value object = json::Value::object();
  for_each_kind(columns, [&](const char* kind, const std::vector<std::string>& names) {
    if (names.empty()) return;
    json::Value list = json::Value::array();
    for (const std::string& name : names) list.add(json::Value::string(name));
    object.add(kind, std::move(list));
  });
  return object;
}

std::vector<std::string> constraint_columns_words(const batch::ConstraintColumns& columns) {
  std::vector<std::string> words;
  for_each_kind(columns, [&](const char* kind, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      words.push_back("--" + std::string(kind) + "-column " + safe_text(name));
    }
  });
  return words;
}

}  // namespace cogs::present
