// SPDX-License-Identifier: Apache-2.0
#include "score/read.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "base/text_file.h"
#include "score/rows.h"
#include "score/score_json.h"

namespace cogs::score {

namespace {

struct Recorded {
  std::string file;
  std::string bytes, rows;
  Format format;
};

std::vector<Recorded> recorded() {
  std::vector<Recorded> all;
  for (const auto& entry : std::filesystem::directory_iterator(COGS_MODELS)) {
    const std::filesystem::path& path = entry.path();
    if (path.string().ends_with(".rows.csv")) continue;
    Recorded one;
    one.file = path.filename().string();
    one.bytes = base::read_text_file(path.string());
    one.rows = base::read_text_file((path.parent_path() / path.stem()).string() + ".rows.csv");
    one.format = detect_format(one.bytes).value();
    all.push_back(std::move(one));
  }
  return all;
}

std::string message_of(std::string_view bytes, Format format) {
  try {
    read_ensemble(bytes, "m", format);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Read, GivesTheRawScoresOfTheLibrariesBitForBit) {
  const auto all = recorded();
  EXPECT_GE(all.size(), 9U);
  for (const Recorded& one : all) {
    SCOPED_TRACE(one.file);
    EXPECT_TRUE(one.file.starts_with(name_of(one.format)) || one.format == Format::scorecard);
    const Ensemble e = read_ensemble(one.bytes, one.file, one.format);
    std::istringstream rows(one.rows);
    EXPECT_GE(check_rows(e, rows, one.file).rows, 5U);
  }
}

TEST(Read, TakesBackWhatItWritesAsScoreJson) {
  for (const Recorded& one : recorded()) {
    SCOPED_TRACE(one.file);
    const Ensemble e = read_ensemble(one.bytes, one.file, one.format);
    const std::string text = write_score(e);
    EXPECT_EQ(detect_format(text), Format::score);
    const Ensemble again = read_ensemble(text, "score.json", Format::score);
    EXPECT_EQ(again.columns, e.columns);
    EXPECT_EQ(again.sets, e.sets);
    EXPECT_EQ(again.link, e.link);
    if (e.sum != Sum::exact) EXPECT_EQ(again.trees, e.trees);  // points are numbered anew
    std::istringstream rows(one.rows);
    EXPECT_GE(check_rows(again, rows, one.file).rows, 5U);
    EXPECT_EQ(write_score(again), text);
  }
}

TEST(Read, RefusesEveryPartOfAFile) {
  for (const Recorded& one : recorded()) {
    if (one.format == Format::scorecard) continue;  // the first lines of a card are a card
    SCOPED_TRACE(one.file);
    // The last lines of LightGBM's text are parameters, which nothing is read from.
    const std::size_t end =
        one.format == Format::lightgbm ? one.bytes.find("end of trees") : one.bytes.size() - 1;
    for (std::size_t size = 0; size < end; size += 1 + one.bytes.size() / 211) {
      EXPECT_NE(message_of(one.bytes.substr(0, size), one.format), "") << size;
    }
  }
}

// Bytes changed, parts left out, doubled or moved: an error, or a sound model that can be written
// and read again.
TEST(Read, TakesOrRefusesWhatIsDamaged) {
  const char* given = std::getenv("COGS_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : 5;
  const char* rounds = std::getenv("COGS_DAMAGES");
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::size_t taken = 0, refused = 0;
  for (const Recorded& one : recorded()) {
    for (int i = 0; i < (rounds != nullptr ? std::atoi(rounds) : 150); ++i) {
      std::string bytes = one.bytes;
      for (unsigned change = 0; change <= random() % 3; ++change) {
        const std::size_t at = random() % bytes.size(), other = random() % bytes.size(),
                          size = 1 + random() % 40;
        switch (random() % 6) {
          case 0: bytes[at] = static_cast<char>(random()); break;
          case 1: bytes[at] = "0123456789-.,:\"[]{}<>= eN"[random() % 24]; break;
          case 2: bytes.erase(at, size); break;
          case 3: bytes.insert(at, bytes.substr(other, size)); break;
          case 4: bytes.replace(at, size, bytes.substr(other, size)); break;
          default: bytes.replace(at, 1, std::to_string(random())); break;
        }
        if (bytes.empty()) bytes = " ";
      }
      try {
        const Ensemble e = read_ensemble(bytes, one.file, one.format);
        EXPECT_EQ(unsound(e), "");
        // Names that are not UTF-8 are mended when they are written.
        const std::string text = write_score(read_ensemble(write_score(e), "again", Format::score));
        EXPECT_EQ(write_score(read_ensemble(text, "again", Format::score)), text)
            << one.file << ' ' << i;
        ++taken;
      } catch (const base::InputError& error) {
        EXPECT_STRNE(error.what(), "");
        ++refused;
      }
    }
  }
  EXPECT_GT(taken, 50U);
  EXPECT_GT(refused, 50U);
}

TEST(Read, NamesWhatItCannotTake) {
  const auto file = [](const std::string& name) {
    return base::read_text_file(std::string(COGS_MODELS) + "/" + name);
  };
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const std::string xgboost = file("xgboost_binary.json");
  EXPECT_NE(message_of(with(xgboost, "\"size_leaf_vector\":\"1\"", "\"size_leaf_vector\":\"3\""),
                       Format::xgboost)
                .find("vectors"),
            std::string::npos);
  EXPECT_NE(message_of(with(xgboost, "binary:logistic", "my:own"), Format::xgboost)
                .find("'my:own' is not known"),
            std::string::npos);
  EXPECT_NE(message_of("binf\1\2\3", Format::xgboost).find("old binary format"), std::string::npos);
  EXPECT_NE(message_of("[{\"nodeid\": 0}]", Format::xgboost).find("dump"), std::string::npos);
  const std::string lightgbm = file("lightgbm_binary.txt");
  EXPECT_NE(message_of(with(lightgbm, "is_linear=0", "is_linear=1"), Format::lightgbm)
                .find("linear_tree"),
            std::string::npos);
  EXPECT_NE(message_of(with(lightgbm, "version=v4", "version=v9"), Format::lightgbm).find("'v9'"),
            std::string::npos);
  const std::string catboost = file("catboost_binary.json");
  EXPECT_NE(message_of(with(catboost, "\"cat_features_hash\"", "\"no_hash\""), Format::catboost)
                .find("does not say which categor"),
            std::string::npos);
  const std::string score =
      "{\"format\": \"cogs-score\", \"version\": 1, \"columns\": [], \"sum\": \"float64\", "
      "\"outputs\": [{\"base\": 1}], \"trees\": [], \"checks\": [{\"row\": [], \"raw\": [2]}]}";
  EXPECT_NE(message_of(score, Format::score).find("not what its library gave"), std::string::npos);
  EXPECT_EQ(message_of(with(score, "[2]", "[1]"), Format::score), "");
}

TEST(Read, LocatesGapsAndOverlapsOfBins) {
  const std::string head = "variable,bin,points\n";
  const auto message = [&](const std::string& lines) {
    return message_of(head + lines, Format::scorecard);
  };
  EXPECT_NE(message("a,\"(-inf, 5)\",1\na,\"[6, inf)\",2\n").find("gap"), std::string::npos);
  EXPECT_NE(message("a,\"(-inf, 5]\",1\na,\"[5, inf)\",2\n").find("overlaps"), std::string::npos);
  EXPECT_NE(message("a,\"[1, 5]\",1\na,\"(5, inf)\",2\n").find("below 1"), std::string::npos);
  EXPECT_NE(message("a,x,1\na,\"x%,%y\",2\n").find("given twice"), std::string::npos);
  EXPECT_NE(message("a,Special,1\n").find("special"), std::string::npos);
  EXPECT_NE(message("a,x,many\n").find("not a number of points"), std::string::npos);
  EXPECT_NE(message_of("a,b\n1,2\n", Format::scorecard).find("no column has the name"),
            std::string::npos);
}

TEST(CheckRows, FindsADifferenceInTheLastBit) {
  const std::string path = std::string(COGS_MODELS) + "/card";
  const Ensemble e =
      read_ensemble(base::read_text_file(path + ".csv"), "card.csv", Format::scorecard);
  std::istringstream wrong("age,job,raw_score\n25,none,362.50000000000006\n");
  EXPECT_THROW(check_rows(e, wrong, "rows.csv"), base::InputError);
  std::istringstream lacking("age,raw_score\n25,362.5\n");
  EXPECT_THROW(check_rows(e, lacking, "rows.csv"), base::InputError);
}

}  // namespace

}  // namespace cogs::score
