// SPDX-License-Identifier: Apache-2.0
//
// Kept cases, mostly shrunk from disagreements on random models: both the oracle and
// path::search must give the answer that the file expects. A new case is a file in cases/, in
// the format of case.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "oracle/case.h"
#include "oracle/exhaustive.h"
#include "path/search.h"
#include "path/verify.h"

namespace cogs::oracle {
namespace {

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(COGS_ORACLE_CASES)) {
    if (entry.path().extension() == ".case") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class KeptCase : public testing::TestWithParam<std::string> {};

TEST_P(KeptCase, IsAnsweredAsExpected) {
  std::ifstream file(std::string(COGS_ORACLE_CASES) + "/" + GetParam() + ".case");
  std::stringstream text;
  text << file.rdbuf();
  const Case c = read_case(text.str());
  const Question q = question(c);

  const OracleAnswer oracle = solve(q.model, q.record, q.options);
  EXPECT_EQ(summary(q.model, oracle.status, oracle.paths, oracle.blockers), c.expected)
      << "the oracle";

  base::Budget budget;
  const path::Result found = path::search(q.model, q.record, q.options, budget);
  EXPECT_EQ(summary(q.model, found.status, found.paths, found.blockers), c.expected) << "search";
  for (const path::Path& path : found.paths) {
    EXPECT_EQ(path::verify(q.model, q.record, q.options, path), std::vector<std::string>{});
  }
}

INSTANTIATE_TEST_SUITE_P(Oracle, KeptCase, testing::ValuesIn(case_names()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace cogs::oracle
