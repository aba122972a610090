// SPDX-License-Identifier: Apache-2.0
#include "path/reach.h"

#include <gtest/gtest.h>

#include "model/read/read_model.h"
#include "model/record.h"

namespace cogs::path {
namespace {

// Rules tell ten values of `hours` apart; what follows from it tells two.
constexpr const char* work =
    "#feature hours : integer 0..9.\n#feature pay : {low, high}.\n#feature home : {a, b, c}.\n"
    "#undesired no(X).\n#causal pay : if.\n"
    "pay(X, high) :- hours(X, N), N > 4, not home(X, c).\n"
    "no(X) :- hours(X, 1). no(X) :- hours(X, 2). no(X) :- hours(X, 3). no(X) :- hours(X, 4).\n"
    "no(X) :- hours(X, 5). no(X) :- hours(X, 6). no(X) :- hours(X, 7). no(X) :- hours(X, 8).\n"
    "no(X) :- home(X, a). no(X) :- home(X, b).\n";

class ReachAtWork : public testing::Test {
 protected:
  ReachAtWork()
      : model_(model::read_model(work, "work.cogs")),
        compiled_(model::compile(model_)),
        start_(model::read_record(model_, {{"hours", "0"}, {"pay", "low"}, {"home", "a"}})),
        situation_(compiled_, start_, permissions(model_, {})),
        problem_(situation_, {0, {}}, Prices(situation_)),
        steps_(problem_, state::Evaluator(situation_)),
        reach_(problem_, steps_, budget_) {}

  // Ends that have these points of `pay` (low, high), and any others.
  Box where_pay_is(std::vector<Point> points) const {
    Box box(situation_.total_words(), ~std::uint64_t{0});
    box[situation_.offset(1)] = 0;
    for (const Point point : points) state::put(box.data() + situation_.offset(1), point);
    return box;
  }
  Reach::Question setting_hours(const Box& box) const {
    Reach::Question question{{0, 1}, FeatureSet(3), {&box}};
    question.direct.insert(0);
    return question;
  }

  model::Model model_;
  model::CompiledModel compiled_;
  model::Record start_;
  state::Situation situation_;
  Problem problem_;
  base::Budget budget_;
  Steps steps_;
  Reach reach_;
};

TEST_F(ReachAtWork, VisitsEachEndOnce) {
  const Box anywhere = where_pay_is({0, 1});
  std::vector<std::pair<Point, Point>> ends;
  const auto answer = reach_.ends(setting_hours(anywhere), [&](const Points& end, const auto&) {
    ends.emplace_back(end[0], end[1]);
    return false;
  });
  EXPECT_EQ(answer, Reach::Answer::all_visited);
  EXPECT_EQ(ends.size(), 9U);  // 1 to 9 hours, and the pay that goes with each
}

TEST_F(ReachAtWork, TriesOneOfTheValuesThatLeadAlike) {
  const Points start = steps_.start();
  const Box low = where_pay_is({start[1]});
  EXPECT_EQ(reach_.any_end(setting_hours(low)), Reach::Answer::will_do);
  const Box nowhere = where_pay_is({});
  EXPECT_EQ(reach_.any_end(setting_hours(nowhere)), Reach::Answer::all_visited);
  EXPECT_EQ(reach_.steps(), 2U);  // up to four hours, and more
}

TEST_F(ReachAtWork, FindsNothingThatTakesAFurtherChange) {
  Point high = 0;
  reach_.ends(setting_hours(where_pay_is({0, 1})), [&](const Points& end, const auto&) {
    if (end[1] != steps_.start()[1]) high = end[1];
    return false;
  });
  const Box box = where_pay_is({high});
  EXPECT_EQ(reach_.any_end(setting_hours(box)), Reach::Answer::will_do);
  Reach::Question only_home{{1, 2}, FeatureSet(3), {&box}};
  only_home.direct.insert(2);
  EXPECT_EQ(reach_.any_end(only_home), Reach::Answer::all_visited);
}

TEST_F(ReachAtWork, IsCutAfterTheStepsThatItMayTake) {
  const Box nowhere = where_pay_is({});
  Reach::Question question = setting_hours(nowhere);
  question.most_steps = 1;
  EXPECT_EQ(reach_.any_end(question), Reach::Answer::cut);
}

}  // namespace
}  // namespace cogs::path
