// SPDX-License-Identifier: Apache-2.0
//
// The text of the export. That it means the same as the search is tested by running clingo, in
// tests/clingo.
#include "present/export/clingo.h"

#include <gtest/gtest.h>

#include "../support/build_model.h"
#include "base/diagnostic.h"
#include "present/export/clingo_cells.h"
#include "present/export/clingo_text.h"

namespace cogs::present {
namespace {

using namespace cogs::build;  // NOLINT: the builders read as a language of their own
using path::Options;

testing::AssertionResult has_line(const std::string& program, const std::string& line) {
  if (("\n" + program).find("\n" + line + "\n") != std::string::npos) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "no line " << line << " in\n" << program;
}

std::vector<std::string> names(const std::vector<ClingoCell>& cells) {
  std::vector<std::string> result;
  for (const ClingoCell& cell : cells) result.push_back(cell.name);
  return result;
}
using Names = std::vector<std::string>;

struct Loan : ModelBuilder {
  Loan() {
    age = integer("age", 1, 99);
    debt = number("debt", true, "0", "inf");
    score = integer("credit_score", 300, 850);
    (*this)[age].direction = model::Direction::up;
    (*this)[score].caused = true;
    (*this)[score].mode = model::CausalMode::if_;
    reject = atom("reject_loan");
    rule(reject, {has(score, {less("600")}), has_not(age, {at_least("80")})});
    causal(score, {at_least("600")}, {has(debt, {equal("0")})});
    denial({has(debt, {more("9000000000000000000000")})});
    model.undesired = reject;
    model.path = "loan.cogs";
  }
  model::FeatureId age, debt, score;
  model::AtomId reject;
  model::Record john = record({"31", "5000", "599"});
};

TEST(ClingoCells, cut_integers_only_where_a_condition_can_change) {
  ModelBuilder b;
  const auto n = b.integer("n", 0, 20);
  b.rule(b.atom("a"), {has(n, {at_most("12")}), has(n, {more("3.5")})});
  EXPECT_EQ(names(clingo_cells(b.model, n, std::nullopt, true, nullptr)),
            (Names{"0..3", "4..12", "13..20"}));
  const auto with_start = clingo_cells(b.model, n, model::Value::of("13"), true, nullptr);
  EXPECT_EQ(names(with_start), (Names{"0..3", "4..12", "13", "14..20"}));
  EXPECT_TRUE(with_start[2].start);
  const path::RangeOption range{n, model::Number(5), std::nullopt};
  EXPECT_EQ(names(clingo_cells(b.model, n, std::nullopt, true, &range)),
            (Names{"0..3", "4", "5..12", "13..20"}));
}

TEST(ClingoCells, cut_reals_with_open_and_closed_ends) {
  ModelBuilder b;
  const auto r = b.number("r", false, "-inf", "1");
  b.rule(b.atom("a"), {has(r, {less("0.1")}), has_not(r, {at_most("0.3")})});
  EXPECT_EQ(names(clingo_cells(b.model, r, model::Value::of("0.1"), true, nullptr)),
            (Names{"(-inf,0.1)", "0.1", "(0.1,0.3]", "(0.3,1]"}));
}

TEST(ClingoCells, give_a_start_outside_the_domain_its_own_cell) {
  ModelBuilder b;
  const auto n = b.integer("n", 0, 5);
  const auto cells = clingo_cells(b.model, n, model::Value::of("9"), true, nullptr);
  EXPECT_EQ(names(cells), (Names{"0..5", "9"}));
  EXPECT_TRUE(cells[0].in_domain);
  EXPECT_FALSE(cells[1].in_domain);
  const auto s = b.set("s", {"a", "b"});
  const auto values = clingo_cells(b.model, s, model::Value::of("z"), true, nullptr);
  EXPECT_EQ(names(values), (Names{"a", "z"}));
  EXPECT_FALSE(values[1].in_domain);
}

TEST(ClingoCells, fold_values_that_nothing_tells_apart) {
  ModelBuilder b;
  const auto s = b.set("s", {"a", "b", "c", "d", "e"});
  b.rule(b.atom("x"), {has(s, {equal("c")})});
  const auto cells = clingo_cells(b.model, s, model::Value::of("b"), true, nullptr);
  EXPECT_EQ(names(cells), (Names{"a", "b", "c"}));
  EXPECT_EQ(cells[0].folded, (Names{"d", "e"}));
  EXPECT_EQ(names(clingo_cells(b.model, s, std::nullopt, false, nullptr)),
            (Names{"a", "b", "c", "d", "e"}));
}

TEST(ClingoText, quotes_whatever_a_name_holds) {
  EXPECT_EQ(clingo_string("a \"b\" \\ c\nd"), R"("a \"b\" \\ c\nd")");
}

TEST(ClingoText, writes_pools_of_indices) {
  EXPECT_EQ(index_set({3}), "3");
  EXPECT_EQ(index_set({0, 1, 2, 3, 4}), "0..4");
  EXPECT_EQ(index_set({0, 1, 2, 5}), "(0..2;5)");
}

TEST(ClingoText, knows_denominators) {
  EXPECT_EQ(denominator(7), model::Number(1));
  EXPECT_EQ(denominator(*model::Number::parse("0.75")), model::Number(4));
  EXPECT_EQ(denominator(*model::Number::parse("2/3")), model::Number(3));
  EXPECT_EQ(denominator(*model::Number::parse("0.2")), model::Number(5));
}

TEST(ExportClingo, writes_the_record_as_cells) {
  Loan loan;
  const std::string text = export_clingo(loan.model, loan.john, {});
  EXPECT_TRUE(has_line(text, "#const steps = 2."));
  EXPECT_TRUE(has_line(text, "cell(\"age\",1,\"31\")."));
  EXPECT_TRUE(has_line(text, "value(0,\"age\",1)."));
  EXPECT_TRUE(has_line(text, "may_increase(\"age\")."));
  EXPECT_TRUE(has_line(text, "movable(\"credit_score\")."));
  EXPECT_EQ(text.find("settable(\"credit_score\")"), std::string::npos);
  EXPECT_TRUE(has_line(text, "cell(\"debt\",4,\"9000000000000000000001..inf\")."));
}

TEST(ExportClingo, writes_rules_over_named_tests) {
  Loan loan;
  const std::string text = export_clingo(loan.model, loan.john, {});
  EXPECT_TRUE(has_line(text, "test(\"credit_score < 600\",\"credit_score\",0..1)."));
  EXPECT_TRUE(has_line(text,
                       "holds(T,\"reject_loan(x)\") :- time(T), true(T,\"credit_score < "
                       "600\"), not true(T,\"age >= 80\").  % line 4"));
  EXPECT_TRUE(has_line(text, "cause(T,0) :- time(T), true(T,\"debt = 0\")."));
  EXPECT_TRUE(has_line(text, "causal(\"credit_score\").  binds(\"credit_score\",\"if\")."));
}

TEST(ExportClingo, follows_the_options_of_the_run) {
  Loan loan;
  Options options;
  options.allow = {loan.age, loan.score};
  options.fix = {loan.debt};
  options.ranges = {{loan.score, std::nullopt, model::Number(700)}};
  options.costs = {{loan.age, model::Price::of(4)}};
  std::string text = export_clingo(loan.model, loan.john, options);
  EXPECT_EQ(text.find("may_increase(\"age\")"), std::string::npos);
  EXPECT_EQ(text.find("settable(\"debt\")"), std::string::npos);
  EXPECT_TRUE(has_line(text, "settable(\"credit_score\").  cost(\"credit_score\",1)."));
  EXPECT_TRUE(has_line(text, "settable(\"age\").  cost(\"age\",4)."));
  EXPECT_TRUE(has_line(text, "target(\"credit_score\",0..2)."));  // not 701..850
  EXPECT_TRUE(has_line(text,
                       "%%% No state twice (an effect can undo what was set, so this needs "
                       "saying)."));
  options.only = std::vector<model::FeatureId>{loan.age};
  text = export_clingo(loan.model, loan.john, options);
  EXPECT_EQ(text.find("settable(\"credit_score\")"), std::string::npos);
  EXPECT_TRUE(has_line(text, "#const steps = 1."));
}

TEST(ExportClingo, takes_the_horizon_that_is_asked_for) {
  Loan loan;
  EXPECT_TRUE(has_line(export_clingo(loan.model, loan.john, {}, 7), "#const steps = 7."));
  Options options;
  options.max_length = 1;
  EXPECT_TRUE(has_line(export_clingo(loan.model, loan.john, options, 7), "#const steps = 1."));
}

TEST(ExportClingo, scales_costs_to_integers) {
  Loan loan;
  loan[loan.age].price = model::Price::of(*model::Number::parse("0.5"));
  loan[loan.debt].price = model::Price::of(*model::Number::parse("1/3"));
  const std::string text = export_clingo(loan.model, loan.john, {});
  EXPECT_TRUE(has_line(text, "settable(\"age\").  cost(\"age\",3)."));
  EXPECT_TRUE(has_line(text, "settable(\"debt\").  cost(\"debt\",2)."));
  EXPECT_TRUE(has_line(text, "% Costs are multiplied by 6, because clingo counts in integers."));
}

TEST(ExportClingo, refuses_costs_beyond_32_bits) {
  Loan loan;
  loan[loan.age].price = model::Price::of(model::Number(std::int64_t{3000000000}));
  EXPECT_THROW(export_clingo(loan.model, loan.john, {}), base::InputError);
}

TEST(ExportClingo, refuses_certain_paths) {
  Loan loan;
  Options options;
  options.certain = true;
  EXPECT_THROW(export_clingo(loan.model, loan.john, options), base::InputError);
}

TEST(ExportClingo, leaves_missing_values_out) {
  Loan loan;
  const std::string text = export_clingo(loan.model, record({"31", "?", "599"}), {});
  EXPECT_EQ(text.find("value(0,\"debt\""), std::string::npos);
  EXPECT_EQ(text.find("settable(\"debt\")"), std::string::npos);
  Options options;
  options.set_missing = true;
  EXPECT_TRUE(has_line(export_clingo(loan.model, record({"31", "?", "599"}), options),
                       "settable(\"debt\").  cost(\"debt\",1)."));
}

TEST(ExportClingo, writes_prices_from_the_start_where_no_effect_moves_the_feature) {
  Loan loan;
  loan[loan.age].price.up = {0, 1, 10, {}};
  loan[loan.age].price.down = {2, 0, 1, {}};
  const std::string text = export_clingo(loan.model, loan.john, {});
  EXPECT_TRUE(has_line(text, "settable(\"age\").  % cost up 1 per 10, down 2"));
  EXPECT_TRUE(has_line(text, "price(\"age\",1,2,1)."));   // 31 to 32 at a tenth
  EXPECT_TRUE(has_line(text, "price(\"age\",1,3,49)."));  // to 80
  EXPECT_TRUE(has_line(text, "% Costs are multiplied by 10, because clingo counts in integers."));
}

TEST(ExportClingo, gives_cells_their_ends_where_effects_move_what_is_priced_by_distance) {
  Loan loan;
  loan[loan.score].price.up = loan[loan.score].price.down = {0, 1, 1, {}};
  Options options;
  options.allow = {loan.score};
  const std::string text = export_clingo(loan.model, loan.john, options);
  EXPECT_TRUE(has_line(text, "pointed(\"credit_score\")."));
  // 600..850 is entered at 600 from below, and would be at 850 from above.
  EXPECT_NE(text.find("\"600..850 as 600\""), std::string::npos);
  EXPECT_NE(text.find("\"600..850 as 850\""), std::string::npos);
}

TEST(ExportClingo, writes_prices_by_the_value_reached) {
  ModelBuilder b;
  const auto s = b.set("s", {"a", "b", "c"});
  b.model.undesired = b.atom("bad");
  b.rule(b.model.undesired, {has(s, {equal("a")})});
  b.model.features[0].price.reached = {{model::Value::of("c"), model::Number(5)}};
  const std::string text = export_clingo(b.model, record({"a"}), {});
  EXPECT_TRUE(has_line(text, "price_to(\"s\",1,1)."));
  EXPECT_TRUE(has_line(text, "price_to(\"s\",2,5)."));
}

TEST(ExportClingo, names_the_classes_of_cells_in_the_same_head_sets) {
  Loan loan;
  const std::string text = export_clingo(loan.model, loan.john, {});
  EXPECT_NE(text.find("class_head(\"credit_score\",1,0)."), std::string::npos);
  EXPECT_NE(text.find("extra(\"credit_score\",0,1,0)."), std::string::npos);
}

TEST(ExportClingo, without_a_record_lists_goal_states) {
  Loan loan;
  const std::string text = export_clingo(loan.model, std::nullopt, {});
  EXPECT_TRUE(has_line(text, "time(0)."));
  EXPECT_TRUE(has_line(text, ":- not goal(0)."));
  EXPECT_EQ(text.find("settable"), std::string::npos);
  EXPECT_EQ(text.find("minimize"), std::string::npos);
}

TEST(ExportClingo, keeps_odd_names_inside_strings) {
  ModelBuilder b;
  const auto s = b.set("it's \"odd\"", {"a\nb", "c"});
  b.model.undesired = b.atom("bad");
  b.rule(b.model.undesired, {has(s, {equal("c")})});
  const std::string text = export_clingo(b.model, record({"c"}), {});
  EXPECT_TRUE(has_line(text, R"(cell("it's \"odd\"",0,"a\nb").)"));
  EXPECT_TRUE(has_line(text, R"(test("it's \"odd\" = c","it's \"odd\"",1).)"));
}

}  // namespace
}  // namespace cogs::present
