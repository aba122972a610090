// SPDX-License-Identifier: Apache-2.0
#include "engine/loan_table.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/sha256.h"

namespace cogs::engine {
namespace {

std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == ',') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    rows.push_back(std::move(fields));
  }
  return rows;
}

enum Column { age, job, income, debt, score, balance, savings, insurance, branch, decision };

TEST(LoanTable, IsTheSameEverywhere) {
  EXPECT_EQ(base::sha256(loan_csv(1000, 1, 0.02)),
            "44a52966daa2c28907e7312185d601365797d33b1b97110cd444783570ea1ca9");
  EXPECT_NE(loan_csv(100, 1, 0), loan_csv(100, 2, 0));
}

TEST(LoanTable, ObeysItsCausesWhereThereIsNoNoise) {
  std::size_t missing = 0;
  for (const auto& row : rows_of(loan_csv(5000, 3, 0))) {
    ASSERT_EQ(row.size(), 10u);
    for (const std::string& field : row) missing += field.empty() ? 1 : 0;
    if (!row[job].empty()) {
      EXPECT_EQ(row[job] == "retired", std::stoi(row[age]) > 66);
      if (!row[income].empty()) {
        const bool earns = std::stoi(row[income]) >= 50000;
        EXPECT_TRUE(!earns || row[job] == "employed" || row[job] == "self_employed");
        EXPECT_EQ(std::stoi(row[balance]) >= 60000, row[job] == "employed" && earns);
      }
    }
    EXPECT_TRUE(row[debt] != "0" || std::stoi(row[score]) >= 600);
    const bool reject = std::stoi(row[balance]) < 60000 || std::stoi(row[score]) < 600;
    EXPECT_EQ(row[decision], reject ? "reject" : "approve");
  }
  EXPECT_GT(missing, 100u);
  EXPECT_LT(missing, 400u);
}

TEST(LoanTable, HasNoiseWhereItIsAskedFor) {
  std::size_t broken = 0, without_debt = 0;
  for (const auto& row : rows_of(loan_csv(20000, 4, 0.05))) {
    if (row[debt] != "0") continue;
    ++without_debt;
    broken += std::stoi(row[score]) < 600 ? 1 : 0;
  }
  const double share = static_cast<double>(broken) / static_cast<double>(without_debt);
  EXPECT_NEAR(share, 0.05 * 0.39, 0.006);
}

}  // namespace
}  // namespace cogs::engine
