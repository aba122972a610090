// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>

#include "base/text_file.h"
#include "engine/read_row.h"

namespace cogs::engine {
namespace {

const char* const loan_text = R"(
#feature age          : integer 1..99,         may increase.
#feature debt         : integer 0..1000000,    unit "$".
#feature bank_balance : integer 0..1000000000, unit "$".
#feature credit_score : integer 300..850,      caused.
#undesired reject_loan(X).
#causal credit_score : if.
reject_loan(X) :- bank_balance(X, B), B #< 60000.
reject_loan(X) :- credit_score(X, C), C #< 600.
credit_score(X, C) :- C #>= 600, debt(X, 0).
)";

model::Model loan() { return parse_model(loan_text, "loan.cogs"); }

model::Record john(const model::Model& model) {
  return model::read_record(
      model, {{"age", "31"}, {"debt", "5000"}, {"bank_balance", "40000"}, {"credit_score", "599"}});
}

class InFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "cogs-engine-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = folder_ + "/" + name;
    base::write_text_file(path, text);
    return path;
  }

  std::string folder_;
};

TEST_F(InFolder, EngineGoesFromAFileToACheckedAnswer) {
  const model::Model model = load_model(file("loan.cogs", loan_text));
  const path::Result result = find_recourse(model, john(model));
  ASSERT_EQ(result.status, path::Status::found);
  ASSERT_EQ(result.paths.size(), 1u);
  EXPECT_TRUE(result.paths[0].checked);
  EXPECT_EQ(result.paths[0].cost, base::Number(2));
  EXPECT_TRUE(check_path(model, john(model), {}, result.paths[0]).empty());
}

TEST_F(InFolder, ReadRowTakesTheFeaturesOfOneRow) {
  const std::string table = file("t.csv", "id,debt,age,note\n7,1,2,\"a\nb\"\n8,3,?,c\n");
  const model::Model model = loan();
  const std::vector<model::Field> fields = read_row(model, table, 2);
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].name, "debt");
  EXPECT_EQ(fields[0].value, "3");
  EXPECT_EQ(fields[0].place.line, 4u);
  EXPECT_EQ(fields[1].value, "?");
}

TEST_F(InFolder, ReadRowSkipsBadRowsThatAreNotAskedFor) {
  const std::string table = file("t.csv", "debt,age\n1,2,3\n4,5\n");
  EXPECT_EQ(read_row(loan(), table, 2)[0].value, "4");
  EXPECT_THROW(read_row(loan(), table, 1), base::InputError);
  EXPECT_THROW(read_row(loan(), table, 3), base::InputError);
}

TEST_F(InFolder, ReadRowWarnsOfMisspeltColumns) {
  const std::string table = file("t.csv", "debt,bank-balanse,label\n1,2,x\n");
  std::vector<base::Diagnostic> warnings;
  read_row(loan(), table, 1, &warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].help, "did you mean 'bank_balance'?");
}

TEST(Engine, CheckPathRefusesAWrongPath) {
  const model::Model model = loan();
  path::Path path = find_recourse(model, john(model)).paths.at(0);
  path.transitions.pop_back();
  EXPECT_FALSE(check_path(model, john(model), {}, path).empty());
}

TEST(Engine, LoadModelReportsEveryError) {
  try {
    parse_model("#feature a : integer 0..1.\n#undesired p(X).\np(X) :- b(X, 1).\np(X) :- c(X, 1).",
                "m.cogs");
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_GE(error.diagnostics().size(), 2u);
    EXPECT_EQ(error.diagnostics()[0].file, "m.cogs");
  }
}

TEST(Engine, StopsWhenCancelled) {
  const std::atomic<bool> cancelled{true};
  base::Limits limits;
  limits.cancelled = &cancelled;
  const path::Result result = find_recourse(loan(), john(loan()), {}, limits);
  EXPECT_EQ(result.status, path::Status::gave_up);
  EXPECT_EQ(result.exhausted, base::Exhausted::cancelled);
}

TEST(Engine, CountsTheGoalSet) {
  const path::Counterfactuals found = find_counterfactuals(loan());
  EXPECT_EQ(found.cells, "2");
  EXPECT_EQ(found.states, "24847533932358084849");
}

}  // namespace
}  // namespace cogs::engine
