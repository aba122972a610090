// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/fraction.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "model/compile.h"
#include "model/deployed_score.h"
#include "reading.h"

namespace cogs::model {
namespace {

// A folder with a model of two trees, as XGBoost 3.2 saves it.
class ReadImport : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("cogs_read_import_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    base::write_text_file((folder_ / "m.json").string(), saved_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string model_file() const { return (folder_ / "m.cogs").string(); }
  std::string import(const std::string& options) const {
    return base_model + "#import risk from 'm.json', " + options + ".\n" +
           "no(X) :- risk(X, S), S < 0.\n";
  }
  std::string good() const { return "format xgboost, sha256 '" + base::sha256(saved_) + "'"; }
  std::string error_of(const std::string& text) const {
    try {
      read_model(text, model_file());
    } catch (const base::InputError& error) {
      return shown(error.diagnostics().front());
    }
    return {};
  }
  static bool says(const std::string& error, const std::string& part) {
    return error.find(part) != std::string::npos;
  }

  std::filesystem::path folder_;
  const std::string saved_ =
      R"({"learner": {"attributes": {}, "feature_names": ["debt"], "feature_types": )"
      R"(["float"], "gradient_booster": {"model": {"cats": {"enc": [], "feature_segments": )"
      R"([], "sorted_idx": []}, "gbtree_model_param": {"num_parallel_tree": "1", "num_trees": )"
      R"("2"}, "iteration_indptr": [0, 1, 2], "tree_info": [0, 0], "trees": [{"base_weights": )"
      R"([-0.5625, 1.6666666, -1.7272727], "categories": [], "categories_nodes": [], )"
      R"("categories_segments": [], "categories_sizes": [], "default_left": [0, 0, 0], "id": )"
      R"(0, "left_children": [1, -1, -1], "loss_changes": [44.422348, 0.0, 0.0], "parents": )"
      R"([2147483647, 0, 0], "right_children": [2, -1, -1], "split_conditions": [20.0, )"
      R"(1.6666666, -1.7272727], "split_indices": [0, 0, 0], "split_type": [0, 0, 0], )"
      R"("sum_hessian": [15.0, 5.0, 10.0], "tree_param": {"num_deleted": "0", "num_feature": )"
      R"("1", "num_nodes": "3", "size_leaf_vector": "1"}}, {"base_weights": [-0.21140262, )"
      R"(0.8651602, -0.82228374], "categories": [], "categories_nodes": [], )"
      R"("categories_segments": [], "categories_sizes": [], "default_left": [0, 0, 0], "id": )"
      R"(1, "left_children": [1, -1, -1], "loss_changes": [6.4979477, 0.0, 0.0], "parents": )"
      R"([2147483647, 0, 0], "right_children": [2, -1, -1], "split_conditions": [20.0, )"
      R"(0.8651602, -0.82228374], "split_indices": [0, 0, 0], "split_type": [0, 0, 0], )"
      R"("sum_hessian": [7.798789, 2.6725948, 5.1261945], "tree_param": {"num_deleted": "0", )"
      R"("num_feature": "1", "num_nodes": "3", "size_leaf_vector": "1"}}]}, "name": )"
      R"("gbtree"}, "learner_model_param": {"base_score": "[5E-1]", "boost_from_average": )"
      R"("0", "num_class": "0", "num_feature": "1", "num_target": "1"}, "objective": {"name": )"
      R"("binary:logistic", "reg_loss_param": {"scale_pos_weight": "1"}}}, "version": [3, 2, )"
      R"(0]})";
};

TEST_F(ReadImport, TreesGiveWhatTheLibraryGives) {
  const Model model = read_model(import(good()), model_file());
  ASSERT_EQ(model.scores.size(), 1U);
  const Score& score = model.scores[0];
  ASSERT_TRUE(score.deployed);
  EXPECT_EQ(score.trees.size(), 2U);
  EXPECT_GT(score.band, Number(0));
  EXPECT_EQ(model.denials.size(), 1U);  // no state within the band of 0
  const Value low = Value::of(Number(19)), high = Value::of(Number(20));
  EXPECT_EQ(score.deployed->raw(model, {&low, nullptr}).front(), 2.531826972961426);
  EXPECT_EQ(score.deployed->raw(model, {&high, nullptr}).front(), -2.5495564937591553);
  EXPECT_EQ(score.deployed->raw(model, {nullptr, nullptr}).front(), -2.5495564937591553);
}

TEST_F(ReadImport, FilesArePinnedByTheirHash) {
  EXPECT_TRUE(says(error_of(import("format xgboost")), base::sha256(saved_)));
  EXPECT_TRUE(says(error_of(import("format xgboost, sha256 '" + std::string(64, '0') + "'")),
                   "the file is not the one that was imported"));
}

TEST_F(ReadImport, SaysWhatIsWrong) {
  EXPECT_TRUE(says(error_of(base_model + "#import risk from 'none.json', " + good() + ".\n"),
                   "the model file cannot be read"));
  EXPECT_TRUE(says(error_of(import("format xgbost")), "did you mean `xgboost`?"));
  EXPECT_TRUE(says(error_of(import(good()) + "#column risk 'age' : debt.\n"),
                   "the file has no column `age`"));
  EXPECT_TRUE(says(error_of("#feature sum : integer 0..9. #undesired no(X). no(X) :- sum(X, 7).\n"
                            "#import risk from 'm.json', " +
                            good() + ".\n"),
                   "nothing says which feature the column debt of the file is"));
  EXPECT_TRUE(says(error_of(base_model + "#column risk 'debt' : debt.\n"), "no #import line"));
}

TEST_F(ReadImport, ColumnsAreMadeOfFeatures) {
  const std::string text =
      "#feature owed : integer 0..1000. #undesired no(X).\n#import risk from 'm.json', " + good() +
      ".\n#column risk 'debt' : (owed - 10) / 2.\nno(X) :- risk(X, S), S < 0.\n";
  const Model model = read_model(text, model_file());
  for (const int owed : {0, 49, 50, 51, 1000}) {
    const Value value = Value::of(Number(owed));
    EXPECT_EQ(model.scores[0].deployed->raw(model, {&value}).front() > 0, owed < 50) << owed;
  }
  // The cut lies where the arithmetic of the column puts it.
  ASSERT_EQ(model.scores[0].tests.size(), 1U);
  const Number cut = *model.scores[0].tests[0].conditions.at(0).constant.number;
  EXPECT_TRUE(cut > Number(49) && cut <= Number(50)) << cut.text();
}

// A file of a linear term and a test on texts.
constexpr const char* linear_and_texts =
    R"({"format":"cogs-score","version":1,"sum":"float64","columns":[{"name":"age"},{"name":"job",)"
    R"("categories":["clerk","pilot","none"]},{"name":"rooms"}],"outputs":[{"base":-5}],"sets":[[2]],)"
    R"("linear":[{"column":0,"coefficient":0.5}],"trees":[{"test":[4,0,0],"column":[1,0,0],)"
    R"("value":[0,-1,1],"yes":[1,0,0],"no":[2,0,0]},{"test":[1,0,0],"column":[2,0,0],)"
    R"("value":[1.5,0,3],"yes":[1,0,0],"no":[2,0,0]}]})";

class ReadImportBeyond : public ReadImport {
 protected:
  void SetUp() override {
    ReadImport::SetUp();
    base::write_text_file((folder_ / "l.json").string(), linear_and_texts);
  }
  std::string text(const std::string& job, const std::string& rooms) const {
    return "#feature age : integer 20..29, observed.\n#feature job : " + job +
           ".\n#feature rooms : " + rooms + ".\n#undesired no(X).\nno(X) :- risk(X, S), S < 0.\n" +
           "#import risk from 'l.json', format score, sha256 '" + base::sha256(linear_and_texts) +
           "'.\n";
  }
  std::string refusal(const Model& model, const Field& field) const {
    try {
      read_record(model, {field}, "x");
    } catch (const base::InputError& error) {
      return error.diagnostics().front().message;
    }
    return {};
  }
};

TEST_F(ReadImportBeyond, PointsOfALinearTermGoOnBeyondAnObservedDomainAndEndSomewhere) {
  const Model model = read_model(text("{clerk, pilot, none}", "integer 0..9"), model_file());
  for (const int age : {10, 19, 20, 29, 30, 39}) {
    EXPECT_EQ(refusal(model, {"age", std::to_string(age)}), "");
    const Number points = Number(age) / Number(2);
    EXPECT_TRUE(std::any_of(model.scores[0].contributions.begin(),
                            model.scores[0].contributions.end(),
                            [&](const Contribution& each) {
                              const FeatureTest& test = std::get<FeatureTest>(each.body[0]);
                              return each.points == points && test.conditions.size() == 1 &&
                                     test.conditions[0].constant == Value::of(Number(age));
                            }))
        << age;
  }
  EXPECT_EQ(refusal(model, {"age", "40"}),
            "'age' = 40 is too far outside its domain: points of 'risk' are listed for 10..39");
  EXPECT_EQ(refusal(model, {"age", "9"}).empty(), false);
}

// Where 0 counts as missing a test becomes three: missing, 0, and the test itself.
TEST_F(ReadImport, ZeroGoesWhereMissingGoes) {
  const std::string file =
      R"({"format":"cogs-score","version":1,"sum":"float64","columns":[{"name":"debt"}],)"
      R"("outputs":[{"base":0}],"trees":[{"test":[1,2,0,0,0],"column":[0,0,0,0,0],)"
      R"("value":[3,-2,10,20,40],"yes":[1,2,0,0,0],"no":[4,3,0,0,0],"missing":[0,1,0,0,0],)"
      R"("zero_is_missing":[1,1,0,0,0]}]})";
  base::write_text_file((folder_ / "z.json").string(), file);
  const Model model = read_model(
      "#feature debt : integer -9..9. #undesired no(X).\nno(X) :- risk(X, S), S < 0.\n"
      "#import risk from 'z.json', format score, sha256 '" +
          base::sha256(file) + "'.\n",
      model_file());
  for (const ScoreTree& tree : model.scores[0].trees) {
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
      if (tree.nodes[n].test == ScoreTree::leaf) continue;
      EXPECT_GT(tree.nodes[n].yes, n);
      EXPECT_GT(tree.nodes[n].no, n);
    }
  }
  const CompiledModel compiled = compile(model);
  const auto sum = [&](const std::optional<Number>& debt) {
    const FeatureCells& cells = compiled.features[0];
    const std::uint32_t cell = debt ? cells.cell_of(*debt) : cells.missing_bit();
    const CompiledScore& score = compiled.scores[0];
    Number points = Number(0);
    for (const ScoreTerm& term : score.terms) {
      points += base::from_wide(score.values[term.curve + cell]) * score.unit;
    }
    return points + base::from_wide(score.base) * score.unit;
  };
  EXPECT_EQ(sum(Number(-3)), Number(10));
  EXPECT_EQ(sum(Number(-1)), Number(20));
  EXPECT_EQ(sum(Number(0)), Number(40));
  EXPECT_EQ(sum(Number(1)), Number(20));
  EXPECT_EQ(sum(Number(5)), Number(40));
  EXPECT_EQ(sum(std::nullopt), Number(40));
}

TEST_F(ReadImportBeyond, WhatIsMissingAddsNothingToALinearTerm) {
  const Model model = read_model(text("{clerk, pilot, none}", "integer 0..9"), model_file());
  const Value job = Value::of("none"), rooms = Value::of(Number(3));
  EXPECT_EQ(model.scores[0].deployed->raw(model, {nullptr, &job, &rooms}).front(), -5 - 1 + 3);
}

TEST_F(ReadImportBeyond, ACategoryMayHaveAnotherNameInTheModel) {
  std::string named = text("{clerk, pilot, none}", "integer 0..9");
  named.replace(named.find("#feature job"), 12, "#feature work");
  const Model model = read_model(named + "#column risk 'job' : work.\n", model_file());
  const Value age = Value::of(Number(20)), none = Value::of("none"), rooms = Value::of(Number(3));
  EXPECT_EQ(model.scores[0].deployed->raw(model, {&age, &none, &rooms}).front(), -5 + 10 - 1 + 3);
  EXPECT_TRUE(says(error_of(named + "#column risk 'job' : age.\n"), "is a category in the file"));
}

TEST_F(ReadImportBeyond, ValuesThatTheFileKnowsAndTheModelDoesNotListAreRefused) {
  const Model model =
      read_model(text("{clerk, pilot}, observed", "{0, 1}, observed"), model_file());
  EXPECT_EQ(refusal(model, {"job", "none"}),
            "'job' = none is not listed in the model, and the file of 'risk' tells it from other "
            "values");
  EXPECT_EQ(refusal(model, {"job", "cook"}), "");  // the file does not know it either
  EXPECT_FALSE(refusal(model, {"rooms", "7"}).empty());
  EXPECT_TRUE(says(error_of(text("{clerk, ...}", "integer 0..9")),
                   "the file tells `none` of `job` from values that it does not know"));
  EXPECT_TRUE(says(error_of(text("{clerk, none, ...}", "{0, 1, ...}")),
                   "one value of the model stands for all numbers"));
  EXPECT_EQ(error_of(text("{clerk, none, ...}", "integer 0..9")), "");
}

}  // namespace
}  // namespace cogs::model
