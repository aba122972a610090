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

// A folder with a scorecard in a file.
class ReadImport : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("cogs_read_import_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    base::write_text_file((folder_ / "card.csv").string(), card_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string import(const std::string& options) const {
    return base_model + "#import risk from 'card.csv', " + options + ".\n" +
           "no(X) :- risk(X, S), S < 12.\n";
  }
  std::string good() const {
    return "format scorecard, sha256 '" + base::sha256(card_) + "'";
  }
  Lines errors_of(const std::string& text) const {
    Lines lines;
    try {
      read_model(text, (folder_ / "m.cogs").string());
    } catch (const base::InputError& error) {
      for (const base::Diagnostic& d : error.diagnostics()) {
        if (d.severity == base::Severity::error) lines.push_back(shown(d));
      }
    }
    return lines;
  }

  std::filesystem::path folder_;
  const std::string card_ =
      "variable,bin,points\n"
      "debt,\"(-inf, 20)\",5\n"
      "debt,\"[20, inf)\",1\n"
      "debt,Missing,2\n"
      "color,\"['red' 'green']\",7.5\n"
      "color,\"['dark blue' '4']\",-3\n"
      "color,Missing,0\n";
};

TEST_F(ReadImport, TreesGiveWhatTheFileGives) {
  const Model model = read_model(import(good()), (folder_ / "m.cogs").string());
  ASSERT_EQ(model.scores.size(), 1U);
  const Score& score = model.scores[0];
  EXPECT_EQ(score.format, "scorecard");
  EXPECT_EQ(score.band, Number(0));
  ASSERT_TRUE(score.deployed);
  EXPECT_FALSE(score.trees.empty());
  EXPECT_TRUE(model.denials.empty());  // exact sums have no band
  const Value debt = Value::of(Number(20)), color = Value::of("green");
  EXPECT_EQ(score.deployed->raw(model, {&debt, &color}), 8.5);
  EXPECT_EQ(score.deployed->raw(model, {nullptr, &color}), 9.5);
  EXPECT_EQ(score.deployed->raw(model, {&debt, nullptr}), 1);
}

TEST_F(ReadImport, FilesArePinnedByTheirHash) {
  const Lines none = errors_of(import("format scorecard"));
  ASSERT_EQ(none.size(), 1U);
  EXPECT_NE(none[0].find(base::sha256(card_)), std::string::npos) << none[0];
  const Lines changed =
      errors_of(import("format scorecard, sha256 '" + std::string(64, '0') + "'"));
  ASSERT_EQ(changed.size(), 1U);
  EXPECT_NE(changed[0].find("the file is not the one that was imported"), std::string::npos);
}

TEST_F(ReadImport, SaysWhatIsWrong) {
  EXPECT_NE(errors_of(base_model + "#import risk from 'none.csv', " + good() + ".\n").at(0).find(
                "the model file cannot be read"),
            std::string::npos);
  EXPECT_NE(errors_of(import("format scorcard")).at(0).find("did you mean `scorecard`?"),
            std::string::npos);
  EXPECT_NE(errors_of(import(good()) + "#column risk 'age' : debt.\n").at(0).find(
                "the file has no column `age`"),
            std::string::npos);
  EXPECT_NE(errors_of("#feature debt : integer 0..100. #undesired no(X). no(X) :- debt(X, 7).\n"
                      "#import risk from 'card.csv', " +
                      good() + ".\n")
                .at(0)
                .find("nothing says which feature the column color of the file is"),
            std::string::npos);
  EXPECT_NE(errors_of(base_model + "#column risk 'debt' : debt.\n").at(0).find("no #import line"),
            std::string::npos);
}

TEST_F(ReadImport, ColumnsAreMadeOfFeatures) {
  const std::string text =
      "#feature owed : integer 0..1000. #feature color : {red, green, 'dark blue', 4}. "
      "#undesired no(X).\n"
      "#import risk from 'card.csv', " +
      good() + ".\n#column risk 'debt' : (owed - 10) / 2.\nno(X) :- risk(X, S), S < 12.\n";
  const Model model = read_model(text, (folder_ / "m.cogs").string());
  const Value color = Value::of("red");
  for (const int owed : {0, 49, 50, 51, 1000}) {
    const Value value = Value::of(Number(owed));
    const double raw = model.scores[0].deployed->raw(model, {&value, &color});
    EXPECT_EQ(raw, owed < 50 ? 12.5 : 8.5) << owed;
  }
  // The cut lies where the arithmetic of the column puts it.
  bool found = false;
  for (const FeatureTest& test : model.scores[0].tests) {
    if (test.feature.index() != 0 || test.conditions.empty()) continue;
    const Number cut = *test.conditions[0].constant.number;
    found = found || (cut > Number(49) && cut <= Number(50));
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace cogs::model
