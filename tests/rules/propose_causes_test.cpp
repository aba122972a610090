// SPDX-License-Identifier: Apache-2.0
#include "rules/propose_causes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "table/read_table.h"

namespace cogs::rules {
namespace {

// Numbers from a generator of our own: the same tables everywhere.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  int below(int count) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(count));
  }

 private:
  std::uint64_t state_;
};

struct Question {
  table::Table table;
  CauseTask task;

  explicit Question(const std::string& csv)
      : table(table::parse_table(csv, "test.csv")), task{table, {}, {}, {}} {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      task.features.push_back(
          {{table::ColumnId(i), table.columns[i].numeric, {}}, true, false, false, {}});
    }
  }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  CauseFeature& feature(const std::string& name) {
    return task.features[table.find(name)->index()];
  }
  void cut(const std::string& name, std::int64_t at) {
    feature(name).cuts.push_back({at, true});
    feature(name).tested = true;
  }
  ProposedCauses answer(const CauseOptions& options = {}) const {
    return propose_causes(task, options);
  }
  const CauseProposal* about(const ProposedCauses& found, const std::string& name) const {
    for (const CauseProposal& proposal : found.proposals) {
      if (task.features[proposal.feature].column.id == *table.find(name)) return &proposal;
    }
    return nullptr;
  }
  std::vector<std::string> causes(const CauseProposal& proposal) const {
    std::vector<std::string> names;
    for (const Cause& cause : proposal.causes) {
      for (const CauseRule& rule : cause.rules) {
        for (const Literal& literal : rule.body) {
          names.push_back(table.columns[literal.attribute].name);
        }
      }
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }
};

using Names = std::vector<std::string>;

TEST(ProposeCauses, CutsAtRoundNumbersAndOnceAColumn) {
  Draw draw(11);
  std::string csv = "debt,grade\n";
  for (int i = 0; i < 600; ++i) {
    const int cents = 100000 + draw.below(2000000);
    csv += std::to_string(cents / 100) + "." + std::to_string(cents % 100 / 10) +
           std::to_string(cents % 10) + (cents <= 1054785 ? ",good\n" : ",bad\n");
  }
  const Question question(csv);
  const ProposedCauses found = question.answer();
  const CauseProposal* grade = question.about(found, "grade");
  ASSERT_NE(grade, nullptr);
  for (const Cause& cause : grade->causes) {
    EXPECT_EQ(cause.counts.both, cause.counts.effect);
    EXPECT_EQ(cause.counts.both, cause.counts.body);
    for (const CauseRule& rule : cause.rules) {
      ASSERT_EQ(rule.body.size(), 1U);
      const base::Number cut = std::get<base::Number>(rule.body[0].value);
      EXPECT_TRUE((cut / base::Number(10)).is_integer()) << cut.text();
    }
  }
}

// town -> region, many to one; nothing else.
std::string towns(int rows, int noise_percent) {
  Draw draw(7);
  const char* const names[] = {"a", "b", "c", "d", "e", "f"};
  const char* const regions[] = {"north", "north", "south", "south", "west", "west"};
  std::string csv = "town,region,colour\n";
  for (int i = 0; i < rows; ++i) {
    const int town = draw.below(6), other = draw.below(6);
    const bool noise = draw.below(100) < noise_percent;
    csv += std::string(names[town]) + "," + regions[noise ? other : town] + "," +
           (draw.below(2) == 0 ? "red" : "blue") + "\n";
  }
  return csv;
}

TEST(ProposeCauses, DirectsAManyToOneMapFromTheManyToTheOne) {
  for (const int noise : {0, 2, 5}) {
    const Question question(towns(2000, noise));
    const ProposedCauses found = question.answer();
    ASSERT_EQ(found.proposals.size(), 1u) << noise;
    const CauseProposal* region = question.about(found, "region");
    ASSERT_NE(region, nullptr) << noise;
    EXPECT_EQ(region->binding, Binding::iff);
    EXPECT_EQ(question.causes(*region), Names{"town"});
    EXPECT_EQ(region->causes.size(), 3u);
  }
}

TEST(ProposeCauses, ProposesNothingForColumnsThatAreIndependent) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Draw draw(seed);
    std::string csv = "a,b,c,d\n";
    for (int i = 0; i < 300; ++i) {
      csv += std::string(1, static_cast<char>('p' + draw.below(4))) + "," +
             std::string(1, static_cast<char>('p' + draw.below(2))) + "," +
             std::to_string(draw.below(100)) + "," + std::to_string(draw.below(1000)) + "\n";
    }
    Question question(csv);
    question.cut("c", 50);
    question.cut("d", 300);
    EXPECT_TRUE(question.answer().proposals.empty()) << seed;
  }
}

TEST(ProposeCauses, GivesEachModeWhatItNeeds) {
  // debt 0 -> score above 599 (if); grade a only with income above 50 (only_if).
  Draw draw(3);
  std::string csv = "debt,score,income,grade\n";
  for (int i = 0; i < 1500; ++i) {
    const int debt = draw.below(10) < 4 ? 0 : 1 + draw.below(500);
    const int score = debt == 0 || draw.below(3) == 0 ? 600 + draw.below(250) : draw.below(600);
    const int income = draw.below(100);
    const bool best = income > 50 && draw.below(2) == 0;
    csv += std::to_string(debt) + "," + std::to_string(score) + "," + std::to_string(income) + "," +
           (best                 ? "a"
            : draw.below(2) == 0 ? "b"
                                 : "c") +
           "\n";
  }
  Question question(csv);
  question.cut("score", 599);
  const ProposedCauses found = question.answer();
  const CauseProposal* score = question.about(found, "score");
  ASSERT_NE(score, nullptr);
  EXPECT_EQ(score->binding, Binding::if_);
  EXPECT_EQ(question.causes(*score), Names{"debt"});
  const Literal& literal = score->causes.front().rules.front().body.front();
  EXPECT_EQ(literal.test, rules::Test::at_most);
  EXPECT_EQ(std::get<base::Number>(literal.value), base::Number(0));
  EXPECT_EQ(score->causes.front().counts.precision(), 1);
  const CauseProposal* grade = question.about(found, "grade");
  ASSERT_NE(grade, nullptr);
  EXPECT_EQ(grade->binding, Binding::only_if);
  EXPECT_EQ(question.causes(*grade), Names{"income"});
  EXPECT_EQ(grade->causes.front().counts.recall(), 1);
}

TEST(ProposeCauses, ClosesNoCircleAndKeepsTheOtherDirectionAsAnAlternative) {
  // x and y are copies of each other.
  Draw draw(5);
  std::string csv = "x,y\n";
  for (int i = 0; i < 400; ++i) {
    const std::string value(1, static_cast<char>('p' + draw.below(3)));
    csv += value + "," + value + "\n";
  }
  Question question(csv);
  const ProposedCauses found = question.answer();
  ASSERT_EQ(found.proposals.size(), 1u);
  ASSERT_FALSE(found.proposals[0].alternatives.empty());
  EXPECT_EQ(found.proposals[0].alternatives[0].why, CauseAlternative::Why::circle);

  // What the task says about the direction counts more than anything else.
  question.feature("x").can_be_effect = false;
  EXPECT_NE(question.about(question.answer(), "y"), nullptr);
  question.feature("x").can_be_effect = true;
  question.feature("y").can_be_effect = false;
  EXPECT_NE(question.about(question.answer(), "x"), nullptr);
  question.feature("y").can_be_effect = true;
  question.task.known = {{0, 1}};
  EXPECT_EQ(question.about(question.answer(), "x"), nullptr);
  question.task.known = {};
  question.feature("x").caused = true;
  EXPECT_NE(question.about(question.answer(), "x"), nullptr);
}

TEST(ProposeCauses, TakesEffectsFromTheDecisionBackwards) {
  const Question plain(towns(1000, 0));
  Question question(towns(1000, 0));
  question.feature("region").tested = true;
  const ProposedCauses found = question.answer();
  ASSERT_EQ(found.proposals.size(), 1u);
  EXPECT_TRUE(found.proposals[0].tested);
  EXPECT_FALSE(plain.answer().proposals[0].tested);
}

TEST(ProposeCauses, LeavesOutIdentifiersAndWhatTheLabelTells) {
  Draw draw(11);
  std::string csv = "id,job,letter,decision\n";
  for (int i = 0; i < 500; ++i) {
    const bool reject = draw.below(2) == 0;
    const char* const job = reject == (draw.below(10) < 9) ? "none" : "some";
    csv += "row" + std::to_string(i) + "," + job + "," + (reject ? "sorry" : "welcome") + "," +
           (reject ? "reject" : "approve") + "\n";
  }
  Question question(csv);
  question.task.label = question.table.find("decision");
  question.task.features.pop_back();
  const ProposedCauses found = question.answer();
  EXPECT_EQ(question.about(found, "letter"), nullptr);
  ASSERT_EQ(found.omissions.size(), 2u);
  EXPECT_EQ(found.omissions[0].why, CauseOmission::Why::identifier);
  EXPECT_EQ(found.omissions[1].why, CauseOmission::Why::mirrors_label);
}

TEST(ProposeCauses, DoesNotDependOnThreads) {
  const Question question(towns(800, 5));
  CauseOptions one, four;
  one.threads = 1;
  four.threads = 4;
  const ProposedCauses a = question.answer(one), b = question.answer(four);
  ASSERT_EQ(a.proposals.size(), b.proposals.size());
  for (std::size_t i = 0; i < a.proposals.size(); ++i) {
    ASSERT_EQ(a.proposals[i].causes.size(), b.proposals[i].causes.size());
    for (std::size_t k = 0; k < a.proposals[i].causes.size(); ++k) {
      EXPECT_EQ(a.proposals[i].causes[k].effect, b.proposals[i].causes[k].effect);
      EXPECT_EQ(a.proposals[i].causes[k].counts.both, b.proposals[i].causes[k].counts.both);
    }
  }
}

TEST(ProposeCauses, StopsAtALimit) {
  const Question question(towns(800, 5));
  CauseOptions options;
  options.limits.seconds = 0;
  EXPECT_THROW(question.answer(options), base::Stopped);
}

TEST(ProposeCauses, CopesWithTablesThatSayNothing) {
  EXPECT_TRUE(Question("a,b\n").answer().proposals.empty());
  EXPECT_TRUE(Question("a,b\n1,x\n").answer().proposals.empty());
  std::string missing = "a,b\n";
  for (int i = 0; i < 100; ++i) missing += "?,\n";
  EXPECT_TRUE(Question(missing).answer().proposals.empty());
}

}  // namespace
}  // namespace cogs::rules
