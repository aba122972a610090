// SPDX-License-Identifier: Apache-2.0
#include "model/edit/scale_prices.h"

#include <gtest/gtest.h>

#include "model/write/write_model.h"
#include "reading.h"
#include "tables.h"

namespace cogs::model {
namespace {

using Outcome = ScaledFeature::Outcome;

Model model_of(const std::string& features) {
  return read_model(features + "#undesired no(X).\nno(X) :- a(X, N), N < 3.\n", "m.cogs");
}

Number n(const char* text) { return *Number::parse(text); }

// The scale of a feature `a` whose column has these cells, as it would be written.
std::string scale(const std::string& domain, const std::vector<std::string>& cells,
                  const ScaleOptions& options = {}) {
  const Model model = model_of("#feature a : " + domain + ".\n");
  const table::Table table = tables::table_of({tables::column("a", true, cells)});
  const auto scaled = scale_prices(model, bind_table(model, table), options);
  return scaled[0].outcome == Outcome::scaled ? price_text(scaled[0].price) : "none";
}

std::vector<std::string> numbers(int from, int to) {
  std::vector<std::string> cells;
  for (int i = from; i <= to; ++i) cells.push_back(std::to_string(i));
  return cells;
}

TEST(ScalePrices, IsTheShareOfPeopleWithAValueOrLess) {
  EXPECT_EQ(scale("integer 0..9", {"1", "1", "2", "4"}), "1 on {1: 0.5, 2: 0.75, 4: 1}");
}

TEST(ScalePrices, LeavesMissingValuesOutOfTheShares) {
  EXPECT_EQ(scale("integer 0..9", {"1", "?", "1", "2", "?", "4", "?"}),
            "1 on {1: 0.5, 2: 0.75, 4: 1}");
}

TEST(ScalePrices, HasFewPointsAtQuantilesOnRoundNumbers) {
  ScaleOptions options;
  options.points = 5;
  EXPECT_EQ(scale("integer 0..100000", numbers(10001, 20000), options),
            "1 on {10000: 0, 12500: 0.25, 15000: 0.5, 17500: 0.75, 20000: 1}");
  // Outliers do not spoil the numbers of the others.
  std::vector<std::string> cells = numbers(1, 1000);
  cells.push_back("1000000000");
  EXPECT_EQ(scale("integer 0..inf", cells, options),
            "1 on {1: 0.001, 251: 0.251, 501: 0.5, 751: 0.75, 1000000751: 1}");
}

TEST(ScalePrices, MakesEveryPriceAShortDecimal) {
  // A third of 0.25 has no end: a point between makes the gaps 2 and 1.
  EXPECT_EQ(scale("integer 0..9", {"1", "1", "2", "5"}), "1 on {1: 0.5, 2: 0.75, 4: 0.917, 5: 1}");
  EXPECT_EQ(scale("real 0..9", {"0.5", "1.2"}), "1 on {0.5: 0.5, 1: 0.857, 1.2: 1}");
  // Near quantiles gaps are smooth from the start.
  std::vector<std::string> cells;
  for (int i = 1; i <= 3000; ++i) cells.push_back(std::to_string(7 * i + i * i % 13));
  const Model model = model_of("#feature a : integer 0..100000.\n");
  const table::Table table = tables::table_of({tables::column("a", true, cells)});
  const Price price = scale_prices(model, bind_table(model, table), {})[0].price;
  EXPECT_GT(price.up.scale.size(), 15U);
  for (int to = 1; to < 30000; to += 371) {
    const Number cost =
        price_of(model.features[0], price, Value::of(Number(7777)), Value::of(Number(to)));
    EXPECT_EQ(cost.text().find('/'), std::string::npos) << to << ": " << cost.text();
    EXPECT_LE(cost.decimals(), 9) << to << ": " << cost.text();
  }
}

TEST(ScalePrices, RisesStrictlySoThatNoChangeIsFree) {
  std::vector<std::string> cells(5000, "7");
  cells.insert(cells.end(), {"8", "9"});
  const Model model = model_of("#feature a : integer 0..9.\n");
  const table::Table table = tables::table_of({tables::column("a", true, cells)});
  // One of 5,002 is less than a thousandth: there is nothing to tell 7 from 9 by.
  EXPECT_EQ(scale_prices(model, bind_table(model, table), {})[0].outcome, Outcome::one_value);
  cells.insert(cells.end(), 50, "9");
  EXPECT_EQ(scale("integer 0..9", cells), "1 on {7: 0.99, 9: 1}");
}

TEST(ScalePrices, ByLogPercentileIsDearerWhereFewPeopleAre) {
  ScaleOptions options;
  options.by = ScaleBy::log_percentile;
  // -log of what is above, with one person more than there are: 3/4, 2/4, 1/4.
  EXPECT_EQ(scale("integer 0..9", {"1", "2", "3"}, options), "1 on {1: 0.288, 2: 0.693, 3: 1.386}");
  // Seen from above, where it may only decrease.
  EXPECT_EQ(scale("integer 0..9, may decrease", {"1", "2", "3"}, options),
            "1 on {1: -0.693, 2: -0.288, 3: 0}");
}

TEST(ScalePrices, KeepsWeightsAndFixedParts) {
  const std::vector<std::string> cells = {"1", "2"};
  EXPECT_EQ(scale("integer 0..9, cost 3", cells), "3 on {1: 0.5, 2: 1}");
  EXPECT_EQ(scale("integer 0..9, cost 0.1 + 3 on {0: 0, 9: 1}", cells),
            "0.1 + 3 on {1: 0.5, 2: 1}");
  ScaleOptions options;
  options.fixed_part = n("0.05");
  EXPECT_EQ(scale("integer 0..9, cost 0.1 + 3 on {0: 0, 9: 1}", cells, options),
            "0.05 + 3 on {1: 0.5, 2: 1}");
}

TEST(ScalePrices, LeavesOthersPricesByAmountAloneUnlessToldOtherwise) {
  const std::vector<std::string> cells = {"1", "2"};
  EXPECT_EQ(scale("integer 0..9, cost 2 per 3", cells), "none");
  EXPECT_EQ(scale("integer 0..9, cost up 2, down 1", cells), "none");
  ScaleOptions options;
  options.replace = true;
  EXPECT_EQ(scale("integer 0..9, cost up 2, down 1", cells, options), "1 on {1: 0.5, 2: 1}");
}

TEST(ScalePrices, TellsWhyAFeatureHasNone) {
  const Model model = read_model(
      "#feature a : integer 0..9.\n#feature b : integer 0..9, fixed.\n"
      "#feature c : integer 0..9, caused.\n#feature d : {x, y}.\n#feature e : integer 0..9.\n"
      "#feature f : integer 0..9.\n#feature g : integer 0..9.\n"
      "#undesired no(X).\nno(X) :- a(X, 1).\nc(X, 1) :- a(X, 1).\n",
      "m.cogs");
  const table::Table table = tables::table_of(
      {tables::column("a", true, {"1", "2"}), tables::column("b", true, {"1", "2"}),
       tables::column("c", true, {"1", "2"}), tables::column("d", false, {"x", "y"}),
       tables::column("f", true, {"4", "4"}), tables::column("g", true, {"1", "2"})});
  ScaleOptions options;
  options.except = {FeatureId(6U)};
  std::vector<Outcome> outcomes;
  for (const ScaledFeature& scaled : scale_prices(model, bind_table(model, table), options)) {
    outcomes.push_back(scaled.outcome);
  }
  EXPECT_EQ(outcomes, (std::vector<Outcome>{Outcome::scaled, Outcome::fixed, Outcome::caused,
                                            Outcome::no_numbers, Outcome::no_column,
                                            Outcome::one_value, Outcome::not_wanted}));
}

// The text of a model whose feature `a` gets a price.
std::string priced(const std::string& text) {
  const Model model = read_model(text, "m.cogs");
  Price price;
  price.up.fixed = 0;
  price.up.rate = 1;
  price.up.scale = {{0, 0}, {9, 1}};
  price.down = price.up;
  Model out;
  out.document = with_prices(model, {{*model.find_feature("a"), price}});
  const std::string written = write_model(out);
  const Model again = read_model(written, "m.cogs");
  EXPECT_EQ(again.feature(*again.find_feature("a")).price, price) << written;
  return written;
}

const std::string rest = "#undesired no(X).   % why\nno(X) :-   a(X, N), N < 3.\n";

TEST(WithPrices, ChangesTheFeaturesStatementAndNothingElse) {
  EXPECT_EQ(
      priced("%%% one\n#feature a : integer 0..9, unit \"$\". % two\n\n" + rest),
      "%%% one\n#feature a : integer 0..9, unit \"$\",\n    cost 1 on {0: 0, 9: 1}. % two\n\n" +
          rest);
  EXPECT_EQ(
      priced("#feature a : integer 0..9, cost 7 ,\n  % a comment, cost 3.\n unit \"a, b\".\n" +
             rest),
      "#feature a : integer 0..9, cost 1 on {0: 0, 9: 1} ,\n  % a comment, cost 3.\n unit "
      "\"a, b\".\n" +
          rest);
}

TEST(WithPrices, ReplacesPricesOfEveryForm) {
  for (const std::string form :
       {"cost 2 per 3", "cost 1 + 2 per 3", "cost up 2, down 1 per 4", "cost down 2,\n up 1",
        "cost 1 + 2 on {0: 0, 3: 1, 9: 2}", "cost /* what, for */ 4"}) {
    EXPECT_EQ(
        priced("#feature b : {x}. #feature a : integer 0..9, " + form + ", unit \"$\".\n" + rest),
        "#feature b : {x}. #feature a : integer 0..9, cost 1 on {0: 0, 9: 1}, unit \"$\".\n" + rest)
        << form;
  }
}

TEST(WithPrices, KeepsLinesShort) {
  const Model model = model_of("#feature a : integer 0..100000.\n");
  const table::Table table = tables::table_of({tables::column("a", true, numbers(1, 9999))});
  const auto scaled = scale_prices(model, bind_table(model, table), {});
  Model out;
  out.document = with_prices(model, {{FeatureId(0U), scaled[0].price}});
  const std::string text = write_model(out);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    EXPECT_LE(end - at, 100U) << text;
    EXPECT_NE(text[end - 1], ' ') << text;
    at = end + 1;
  }
  EXPECT_EQ(read_model(text, "m.cogs").features[0].price, scaled[0].price);
}

}  // namespace
}  // namespace cogs::model
