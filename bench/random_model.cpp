// SPDX-License-Identifier: Apache-2.0
#include "random_model.h"

#include <algorithm>

namespace cogs::bench {

namespace {

std::string name(std::uint32_t column) { return "f" + std::to_string(column); }
std::string value_name(std::uint32_t value) { return "v" + std::to_string(value); }

std::string comparison_text(const Test& test) {
  return "N" + std::to_string(test.column) + (test.negated ? " > " : " =< ") +
         std::to_string(test.constant);
}

std::string declaration(std::uint32_t c, const Column& column) {
  std::string text = "#feature " + name(c) + " : ";
  if (column.numeric) {
    text += "integer 0.." + std::to_string(column.size - 1);
  } else {
    for (std::uint32_t v = 0; v < column.size; ++v) {
      text += (v == 0 ? "{" : ", ") + value_name(v);
    }
    text += "}";
  }
  if (column.fixed) text += ", fixed";
  if (column.caused) text += ", caused";
  if (column.direction != 0) text += column.direction > 0 ? ", may increase" : ", may decrease";
  if (column.cost != 1 && !column.fixed && !column.caused) {
    text += ", cost " + std::to_string(column.cost);
  }
  return text + ".\n";
}

std::string body_text(const std::vector<Column>& columns, const Body& body) {
  std::string text;
  for (const Test& test : body) {
    const std::string feature = name(test.column);
    if (!text.empty()) text += ", ";
    if (columns[test.column].numeric) {
      text += feature + "(X, N" + std::to_string(test.column) + "), " + comparison_text(test);
    } else {
      text += (test.negated ? "not " : "") + feature + "(X, " + value_name(test.constant) + ")";
    }
  }
  return text;
}

const char* mode_text(Mode mode) {
  return mode == Mode::only_if ? "only_if" : mode == Mode::if_ ? "if" : "iff";
}

}  // namespace

bool RandomModel::holds(const Test& test, std::uint32_t value) const {
  return (columns[test.column].numeric ? value <= test.constant : value == test.constant) !=
         test.negated;
}

bool RandomModel::holds(const Body& body, const Values& values) const {
  return std::all_of(body.begin(), body.end(),
                     [&](const Test& test) { return holds(test, values[test.column]); });
}

// As many of the rules whose bodies hold are met as can be met together; no value that rules
// cover is without a cause.
bool RandomModel::obeys_causes(std::uint32_t c, const Values& values) const {
  std::vector<Test> owed;
  bool covered = false, supported = false;
  for (const CauseRule& cause : causes[c]) {
    const bool head = holds(cause.head, values[c]);
    const bool body = holds(cause.body, values);
    covered = covered || head;
    supported = supported || (head && body);
    if (body) owed.push_back(cause.head);
  }
  if (columns[c].mode != Mode::if_ && covered && !supported) return false;
  if (columns[c].mode == Mode::only_if || owed.empty()) return true;
  if (!supported) return false;
  // A value that meets more than this one is met next to the constant of some head.
  for (const Test& near : owed) {
    for (const std::uint32_t other : {near.constant, near.constant + 1}) {
      bool more = false, all = true;
      for (const Test& head : owed) {
        const bool here = holds(head, values[c]);
        const bool there = other < columns[c].size && holds(head, other);
        all = all && (there || !here);
        more = more || (there && !here);
      }
      if (all && more) return false;
    }
  }
  return true;
}

bool RandomModel::denied(const Values& values) const {
  return std::any_of(denials.begin(), denials.end(),
                     [&](const Body& body) { return holds(body, values); });
}

std::uint32_t RandomModel::rules_met(const Values& values) const {
  const auto met = [&](const DecisionRule& rule) {
    return holds(rule.body, values) &&
           std::none_of(rule.exceptions.begin(), rule.exceptions.end(),
                        [&](const Body& body) { return holds(body, values); });
  };
  return static_cast<std::uint32_t>(std::count_if(rules.begin(), rules.end(), met));
}

std::string RandomModel::text() const {
  std::string text;
  for (std::uint32_t c = 0; c < columns.size(); ++c) text += declaration(c, columns[c]);
  text += "#undesired reject(X).\n\n";
  for (std::uint32_t c = 0; c < columns.size(); ++c) {
    if (causes[c].empty()) continue;
    text += "#causal " + name(c) + " : " + mode_text(columns[c].mode) + ".\n";
    for (const CauseRule& cause : causes[c]) {
      if (columns[c].numeric) {
        text +=
            name(c) + "(X, N" + std::to_string(c) + ") :- " + comparison_text(cause.head) + ", ";
      } else {
        text += name(c) + "(X, " + value_name(cause.head.constant) + ") :- ";
      }
      text += body_text(columns, cause.body) + ".\n";
    }
  }
  text += "\n";
  std::string exceptions;
  std::uint32_t exception = 0;
  for (const DecisionRule& rule : rules) {
    text += "reject(X) :- " + body_text(columns, rule.body);
    if (!rule.exceptions.empty()) {
      const std::string head = "ab" + std::to_string(++exception) + "(X)";
      text += ", not " + head;
      for (const Body& body : rule.exceptions) {
        exceptions += head + " :- " + body_text(columns, body) + ".\n";
      }
    }
    text += ".\n";
  }
  text += exceptions;
  for (const Body& body : denials) text += ":- " + body_text(columns, body) + ".\n";
  return text;
}

std::vector<model::Field> RandomModel::fields(const Values& values) const {
  std::vector<model::Field> fields;
  for (std::uint32_t c = 0; c < columns.size(); ++c) {
    fields.push_back(
        {name(c), columns[c].numeric ? std::to_string(values[c]) : value_name(values[c])});
  }
  return fields;
}

}  // namespace cogs::bench
