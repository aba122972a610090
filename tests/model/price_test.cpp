// SPDX-License-Identifier: Apache-2.0
#include "model/price.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"
#include "model/read/read_price.h"
#include "model/write/write_model.h"

namespace cogs::model {
namespace {

Feature feature(const std::string& declaration) {
  const std::string text = "#feature f : " + declaration +
                           ".\n#feature g : integer 0..9.\n#undesired bad(X).\n"
                           "bad(X) :- g(X, N), N > 3.\n";
  return read_model(text, "m.cogs").features[0];
}

Number number(const char* text) { return *Number::parse(text); }

Number paid(const std::string& declaration, const char* from, const char* to) {
  const Feature f = feature(declaration);
  std::optional<Value> old;
  if (from) old = Value::of(std::string(from));
  return price_of(f, f.price, old, Value::of(std::string(to)));
}

// The first error of a model with this declaration.
std::string error(const std::string& declaration) {
  try {
    feature(declaration);
  } catch (const base::InputError& e) {
    return e.diagnostics()[0].message;
  }
  return "";
}

TEST(Price, of_a_feature_without_one_is_1) { EXPECT_EQ(paid("integer 0..9", "1", "7"), Number(1)); }

TEST(Price, grows_with_the_distance) {
  EXPECT_EQ(paid("integer 0..1000, cost 2 per 100", "50", "100"), Number(1));
  EXPECT_EQ(paid("integer 0..1000, cost 1 + 2 per 100", "100", "50"), Number(2));
}

TEST(Price, follows_a_scale_and_its_outer_slopes) {
  const std::string scale = "real 0..200, cost 3 on {10: 0, 20: 1, 40: 2}";
  EXPECT_EQ(paid(scale, "10", "15"), number("1.5"));
  EXPECT_EQ(paid(scale, "15", "30"), Number(3));
  EXPECT_EQ(paid(scale, "0", "10"), Number(3));   // below the first point, as between the first two
  EXPECT_EQ(paid(scale, "40", "60"), Number(3));  // above the last, as between the last two
}

TEST(Price, depends_on_the_direction) {
  const std::string both = "integer 0..9, cost up 1 per 2, down 5";
  EXPECT_EQ(paid(both, "1", "5"), Number(2));
  EXPECT_EQ(paid(both, "5", "1"), Number(5));
}

TEST(Price, depends_on_the_value_reached) {
  EXPECT_EQ(paid("{a, b, c}, cost to {b: 4}", "a", "b"), Number(4));
  EXPECT_EQ(paid("{a, b, c}, cost 2 to {b: 4}", "b", "c"), Number(2));
}

TEST(Price, counts_places_of_an_ordered_set) {
  EXPECT_EQ(paid("{none < school < bachelor}, cost 3 per 1", "none", "bachelor"), Number(6));
}

TEST(Price, from_missing_is_that_of_the_largest_distance) {
  EXPECT_EQ(paid("integer 0..1000, cost 2 per 100", nullptr, "7"), Number(20));
  EXPECT_EQ(paid("{a < b < c}, cost up 1 per 1, down 2 per 1", nullptr, "b"), Number(4));
}

TEST(Price, that_would_make_a_change_free_or_cheaper_with_distance_is_refused) {
  EXPECT_NE(error("integer 0..9, cost 0"), "");
  EXPECT_NE(error("integer 0..9, cost -1 per 2"), "");
  EXPECT_NE(error("integer 0..9, cost 1 per 0"), "");
  EXPECT_NE(error("integer 0..9, cost 1 on {0: 0, 5: 2, 9: 1}"), "");
  EXPECT_NE(error("integer 0..9, cost 1 on {0: 0, 5: 2, 9: 2}"), "");
  EXPECT_EQ(error("integer 0..9, cost 1 + 1 on {0: 0, 5: 2, 9: 2}"), "");
  EXPECT_NE(error("integer 0..9, cost 1 on {5: 0, 0: 2}"), "");
}

TEST(Price, that_the_feature_cannot_have_is_refused) {
  EXPECT_NE(error("{a, b}, cost 1 per 1"), "");
  EXPECT_NE(error("{a, b}, cost up 1, down 2"), "");
  EXPECT_NE(error("{a < b}, cost 1 on {0: 0, 1: 1}"), "");
  EXPECT_NE(error("integer 0..9, cost to {3: 1}"), "");
  EXPECT_NE(error("{a, b}, cost to {c: 1}"), "");
  EXPECT_NE(error("{a, b}, cost to {a: 1, a: 2}"), "");
  EXPECT_NE(error("integer 0..inf, cost 1 per 2, may be set"), "");
  EXPECT_NE(error("integer 0..9, cost up 1"), "");
}

TEST(Price, reads_back_as_it_is_written) {
  for (const char* text : {"3", "2 per 100", "1 + 2 per 0.5", "3 on {0: 0, 10: 1.5}",
                           "0.5 + 3 on {0: 0, 10: 0, 20: 4}", "up 2, down 1 per 10"}) {
    const Feature f = feature("integer 0..100, cost " + std::string(text));
    EXPECT_EQ(price_text(f.price), text);
    EXPECT_EQ(read_price(price_text(f.price), f, "here"), f.price);
  }
  const Feature set = feature("{a, 'b c', 4}, cost 2 to {'b c': 3, 4: 5}");
  EXPECT_EQ(read_price(price_text(set.price), set, "here"), set.price);
}

TEST(OrderedSet, keeps_its_order_when_written) {
  const Feature f = feature("{none < 'high school' < bachelor}, may increase");
  EXPECT_TRUE(f.set().ordered);
  EXPECT_EQ(format_feature(f), "#feature f : {none < 'high school' < bachelor}, may increase.");
}

TEST(OrderedSet, is_wholly_ordered_and_has_each_value_once) {
  EXPECT_NE(error("{a < b, c}"), "");
  EXPECT_NE(error("{a < b < a}"), "");
  EXPECT_NE(error("{a, b}, may increase"), "");
}

TEST(OrderedSet, is_compared_with_its_values_alone) {
  const auto message = [](const std::string& test) -> std::string {
    try {
      read_model(
          "#feature f : {a < b < c}.\n#undesired bad(X).\nbad(X) :- f(X, V), V " + test + ".\n",
          "m.cogs");
    } catch (const base::InputError& e) {
      return e.diagnostics()[0].message;
    }
    return "";
  };
  EXPECT_EQ(message("=< b"), "");
  EXPECT_NE(message("=< 2"), "");
  EXPECT_NE(message("=< d"), "");
}

}  // namespace
}  // namespace cogs::model
