// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostic.h"

#include <gtest/gtest.h>

namespace cogs::base {
namespace {

const std::vector<std::string> features = {"age", "debt", "bank_balance", "credit_score"};

TEST(NearestName, FindsSlipsOfTyping) {
  EXPECT_EQ(nearest_name("dept", features), "debt");
  EXPECT_EQ(nearest_name("bankbalance", features), "bank_balance");
  EXPECT_EQ(nearest_name("Credit-Score", features), "credit_score");
  EXPECT_EQ(nearest_name("aeg", features), "age");
}

TEST(NearestName, SaysNothingWhereNothingIsClose) {
  EXPECT_EQ(nearest_name("occupation", features), "");
  EXPECT_EQ(nearest_name("", features), "");
  EXPECT_EQ(nearest_name("debt", {}), "");
}

TEST(InputError, SaysWhereTheFirstErrorIs) {
  const InputError error({{Severity::warning, "a.cogs", {1, 2, 1}, "odd", "", ""},
                          {Severity::error, "a.cogs", {3, 4, 1}, "wrong", "", ""}});
  EXPECT_STREQ(error.what(), "a.cogs:3:4: wrong");
  EXPECT_EQ(error.diagnostics().size(), 2u);
}

}  // namespace
}  // namespace cogs::base
