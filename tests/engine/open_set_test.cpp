// SPDX-License-Identifier: Apache-2.0
//
// An open set is a set with one value more: whatever that value is called, the answers are the
// same.
#include <gtest/gtest.h>

#include "base/random.h"
#include "engine/engine.h"
#include "model/record.h"

namespace cogs::engine {
namespace {

std::string model_text(const std::string& rest, base::Random random) {
  const auto job = [&] { return std::string(random.below(2) ? "clerk" : "cook"); };
  const auto city = [&] { return std::string(random.below(2) ? "rome" : "oslo"); };
  const auto sign = [&] { return std::string(random.below(2) ? "not " : ""); };
  std::string text =
      "#feature job : {clerk, cook, " + rest + "}, cost to {cook: 2}.\n" +
      "#feature city : {rome, oslo, " + rest + "}.\n" +
      "#feature debt : integer 0..9, cost 1 per 3.\n#undesired bad(X).\n#causal city : if.\n";
  for (int i = 0; i < 3; ++i) {
    text += "bad(X) :- " + sign() + "job(X, " + job() + "), " + sign() + "city(X, " + city() +
            "), debt(X, N), N > " + std::to_string(random.below(8)) + ".\n";
  }
  text += "city(X, C) :- C \\= " + city() + ", job(X, " + job() + ").\n";
  text += ":- job(X, " + job() + "), city(X, " + city() + "), debt(X, N), N > 7.\n";
  return text;
}

TEST(OpenSets, AnswerLikeSetsWithOneValueMore) {
  const std::uint64_t first_seed = 77;
  std::size_t found = 0;
  for (std::uint64_t seed = first_seed; seed < first_seed + 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const model::Model open = model::Model(parse_model(model_text("...", base::Random(seed)), "o"));
    const model::Model closed = parse_model(model_text("zebra", base::Random(seed)), "c");
    for (const char* job : {"clerk", "cook", "zebra", "?"}) {
      for (const char* city : {"rome", "oslo", "zebra"}) {
        for (const char* debt : {"0", "5", "9"}) {
          const std::vector<model::Field> fields{{"job", job}, {"city", city}, {"debt", debt}};
          const path::Result a = find_recourse(open, model::read_record(open, fields));
          const path::Result b = find_recourse(closed, model::read_record(closed, fields));
          ASSERT_EQ(a.status, b.status);
          ASSERT_EQ(a.paths.size(), b.paths.size());
          if (a.paths.empty()) continue;
          ++found;
          EXPECT_EQ(a.paths[0].cost, b.paths[0].cost);
          ASSERT_EQ(a.paths[0].transitions.size(), b.paths[0].transitions.size());
          for (std::size_t t = 0; t < a.paths[0].transitions.size(); ++t) {
            const auto& x = a.paths[0].transitions[t].state;
            const auto& y = b.paths[0].transitions[t].state;
            for (std::size_t f = 0; f < x.size(); ++f) {
              ASSERT_EQ(x[f].has_value(), y[f].has_value());
              if (!x[f]) continue;
              EXPECT_EQ(x[f]->text == "..." ? "zebra" : x[f]->text, y[f]->text);
            }
          }
        }
      }
    }
  }
  EXPECT_GT(found, 100u);
}

}  // namespace
}  // namespace cogs::engine
