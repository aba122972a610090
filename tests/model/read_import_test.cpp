// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/sha256.h"
#include "base/text_file.h"
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

}  // namespace
}  // namespace cogs::model
