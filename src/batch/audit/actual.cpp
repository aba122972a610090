// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/actual.h"

#include "base/diagnostic.h"
#include "base/small_letters.h"
#include "model/column_names.h"

namespace cogs::batch {

namespace {

// decision(X,'Denied') -> Denied; "" for reject_loan(X).
std::string undesired_value(const model::Model& model) {
  for (const auto& argument : model.atoms[model.undesired.index()].arguments) {
    if (argument) return argument->text;
  }
  return {};
}

}  // namespace

void ActualCounts::add(bool actual, bool by_rules, std::uint64_t people) {
  rows += people;
  if (actual) undesired += people;
  if (by_rules) decided += people;
  if (by_rules && !actual) wrongly += people;
  if (actual && !by_rules) missed += people;
}

std::vector<Actual> read_actual(const model::Model& model, const table::Table& table,
                                const std::string& asked) {
  // The whole text may be the name of a column.
  std::string name = asked, value = undesired_value(model);
  auto id = table.find_in_any_capitals(name);
  if (const std::size_t mark = asked.rfind('='); !id && mark != std::string::npos) {
    name = asked.substr(0, mark);
    value = asked.substr(mark + 1);
    id = table.find_in_any_capitals(name);
  }
  const auto refuse = [&](std::string message, std::string help) {
    throw base::InputError(base::error_about(table.file, std::move(message), std::move(help)));
  };
  if (!id) {
    std::vector<std::string> names;
    for (const table::Column& column : table.columns) names.push_back(column.name);
    const std::string near = base::nearest_name(name, names);
    refuse("there is no column '" + name + "' that says what was so",
           near.empty() ? "" : "did you mean '" + near + "'?");
  }
  const table::Column& column = table.column(*id);
  if (value.empty()) {
    refuse("which value of '" + column.name + "' is the undesired decision?",
           "--actual '" + column.name + "=VALUE' says it");
  }
  const std::string wanted = base::in_small_letters(value);
  std::vector<Actual> of_code(column.code_count(), Actual::other);
  of_code[column.missing()] = Actual::unknown;
  bool some = false;
  for (table::Code code = 0; code < column.missing(); ++code) {
    if (base::in_small_letters(column.text(code)) != wanted) continue;
    of_code[code] = Actual::undesired;
    some = true;
  }
  if (!some && table.rows > 0) {
    refuse("no cell of '" + column.name + "' is '" + value + "'",
           "--actual '" + column.name + "=VALUE' says which value is the undesired decision");
  }
  std::vector<Actual> rows(table.rows);
  for (std::size_t row = 0; row < table.rows; ++row) rows[row] = of_code[column.codes[row]];
  return rows;
}

}  // namespace cogs::batch
