// SPDX-License-Identifier: Apache-2.0
//
// One meaning in three places: the learned rules, the model that is saved, and the program that is
// exported for s(CASP) give every row the same class, on random rules and tables with missing
// cells, mixed columns, odd names and odd values.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "../model/tables.h"
#include "logic/program/read_program.h"
#include "logic/solve.h"
#include "model/data/bind_table.h"
#include "model/data/classify.h"
#include "model/edit/build_model.h"
#include "model/read/read_model.h"
#include "model/write/write_model.h"
#include "present/export/scasp.h"
#include "present/export/scasp_text.h"
#include "rules/predict.h"

namespace cogs::present {
namespace {

using rules::Literal;
using rules::Rule;
using rules::Test;

class RandomRules {
 public:
  explicit RandomRules(unsigned seed) : random_(seed) { make(); }

  table::Table table;
  rules::RuleSet rules;

 private:
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  bool chance(double p) { return std::bernoulli_distribution(p)(random_); }
  template <class T>
  const T& any(const std::vector<T>& from) {
    return from[below(from.size())];
  }

  std::string odd_text() {
    static const std::vector<std::string> texts = {
        "plain",      "Two Words", "it's",
        "\"quoted\"", "12",        "12.0",
        "-3",         "3rd",       " lead",
        "tail ",      "a,b",       "naïve",
        "日本",       "<=50K",     "x\\y",
        "'",          "X",         "_v",
        "not",        "a:-b",      "50%",
        "#x",         "[]",        "{a}",
        "a.b",        "NO",        "true",
        "1e5",        "0x1F",      "(open)",
        "tab\there",  "ab1",       std::string(300, 'l')};
    return any(texts);
  }

  std::string odd_name(std::size_t i) {
    static const std::vector<std::string> names = {
        "age",   "Age",    "Two Words", "ab1",  "rule1",  "is",        "not",          "x",
        "label", "3rd",    "naïve",     "日本", "a-b",    "=",         "it's",         "member",
        "X",     "_under", "write",     "true", "test_1", "cause_age", "inconsistent", "a(b)"};
    std::string name = any(names);
    while (std::any_of(table.columns.begin(), table.columns.end(),
                       [&](const table::Column& c) { return c.name == name; }) ||
           name == rules.label) {
      name += std::to_string(i);
    }
    return name;
  }

  std::string a_number(bool integer) {
    const auto n = static_cast<int>(below(15)) - 4;
    if (integer || chance(0.5)) return std::to_string(n);
    return std::to_string(n) + "." + std::to_string(below(100));
  }

  void add_column(std::size_t i) {
    const bool numeric = chance(0.6), gaps = chance(0.5), mixed = chance(0.3), whole = chance(0.6);
    std::vector<std::string> values;
    for (std::size_t k = 0; k < 1 + below(5); ++k) values.push_back(odd_text());
    std::vector<std::string> cells;
    for (std::size_t row = 0; row < table.rows; ++row) {
      if (gaps && chance(0.25)) {
        cells.emplace_back("?");
      } else if (!numeric || (gaps && mixed && chance(0.3))) {
        cells.push_back(any(values));
      } else {
        cells.push_back(a_number(whole));
      }
    }
    table.columns.push_back(tables::column(odd_name(i), numeric, cells));
  }

  Literal literal() {
    while (true) {
      const std::size_t a = below(rules.attributes.size());
      const table::Column& column = table.columns[a];
      if (!column.texts.empty() && (!column.numeric || chance(0.2))) {
        return {a, chance(0.5) ? Test::equal : Test::not_equal, any(column.texts)};
      }
      if (column.numbers.empty()) continue;
      const std::vector<Test> tests =
          column.has_gaps()
              ? std::vector{Test::at_most, Test::not_at_most, Test::above, Test::not_above}
              : std::vector{Test::at_most, Test::above};
      return {a, any(tests), any(column.numbers)};
    }
  }

  Rule rule(int depth) {
    Rule made;
    for (std::size_t k = 0; k < 1 + below(3); ++k) made.literals.push_back(literal());
    if (depth == 0) return made;
    for (std::size_t k = 0; k < below(3); ++k) made.exceptions.push_back(rule(depth - 1));
    return made;
  }

  void make() {
    table.file = "random.csv";
    table.rows = 150;
    rules.label = any(std::vector<std::string>{"label", "Income", "the class", "ab"});
    const std::size_t columns = 2 + below(5);
    for (std::size_t i = 0; i < columns; ++i) add_column(i);
    for (const table::Column& column : table.columns) {
      rules.attributes.push_back(tables::attribute(column));
    }
    const bool usable = std::any_of(table.columns.begin(), table.columns.end(), [](const auto& c) {
      return !c.texts.empty() || !c.numbers.empty();
    });
    if (!usable) return make_again();
    rules.first_match = chance(0.4);
    rules.outcomes = {"it's", "<=50K"};
    if (rules.first_match) rules.outcomes = {"a", "B c", "it's", "4"};
    const std::size_t count = below(10) == 0 ? 20 : below(4);
    for (std::size_t k = 0; k < count; ++k) {
      rules.rules.push_back({rules.first_match ? any(rules.outcomes) : rules.outcomes[0], rule(2)});
    }
  }

  void make_again() {
    table.columns.clear();
    rules = {};
    make();
  }

  std::mt19937 random_;
};

model::Record record_of(const model::BoundTable& bound, std::size_t row) {
  model::Record record;
  for (const model::BoundColumn& column : bound.columns) {
    record.push_back(column.values[column.column ? column.column->codes[row] : 0]);
  }
  return record;
}

// Does the exported program prove the class for the record?
bool proves(const std::string& program, const std::string& query) {
  logic::Program read = logic::read_program_text(program, "exported.pl", {});
  logic::set_query(read, query, {});
  logic::Solver solver(read);
  return solver.next().has_value();
}

TEST(SavedModel, DecidesAsTheLearnedRulesAndTheExportedProgram) {
  const char* many = std::getenv("COGS_SAVED_MODELS");
  const unsigned models = many ? static_cast<unsigned>(std::atoi(many)) : 150;
  const char* first = std::getenv("COGS_SEED");
  const unsigned start = first ? static_cast<unsigned>(std::atoi(first)) : 1;
  std::size_t positive = 0, solved = 0;
  for (unsigned seed = start; seed < start + models; ++seed) {
    const RandomRules made(seed);
    const std::string text =
        model::build_model(made.table, made.rules,
                           {.undesired = made.rules.outcomes[seed % made.rules.outcomes.size()],
                            .heading = {"seed " + std::to_string(seed)},
                            .listed = model::Listed::all})
            .text;
    model::Model saved;
    try {
      saved = model::read_model(text, "saved.cogs");
    } catch (const base::InputError& error) {
      FAIL() << error.what() << "\n" << text;
    }
    const model::BoundTable bound = model::bind_table(saved, made.table);
    ASSERT_TRUE(bound.bad.empty()) << text;
    ASSERT_EQ(bound.unseen_values, 0U) << text;
    const std::vector<std::uint32_t> by_rules = rules::predict(made.rules, made.table);
    const std::vector<std::uint32_t> by_model = model::classify(saved, bound);
    const std::vector<std::string> names = model::class_names(saved).names;
    for (std::size_t row = 0; row < made.table.rows; ++row) {
      const std::string expected =
          by_rules[row] == rules::no_outcome ? "" : made.rules.outcomes[by_rules[row]];
      std::string found = by_model[row] == model::no_class ? "" : names[by_model[row]];
      // Rules about one class of several say "not that one".
      if (made.rules.first_match && found == "not " + names[0]) found.clear();
      positive += found == names[0] ? 1 : 0;
      ASSERT_EQ(found, expected) << "row " << row + 1 << " of\n" << text;
      if (row % 30 != 0 || seed % 3 != 0) continue;
      const std::string program = export_scasp(saved, record_of(bound, row));
      const model::Atom& undesired = saved.atoms[saved.undesired.index()];
      const std::string query =
          scasp_term(undesired.predicate, {"x", scasp_value(*undesired.arguments[1])});
      try {
        ASSERT_EQ(proves(program, query), expected == undesired.arguments[1]->text)
            << "row " << row + 1 << " of\n"
            << text << program;
      } catch (const base::InputError& error) {
        FAIL() << error.what() << "\n" << program;
      }
      ++solved;
    }
  }
  EXPECT_GT(positive, 100U);
  EXPECT_GT(solved, 50U);
}

}  // namespace
}  // namespace cogs::present
