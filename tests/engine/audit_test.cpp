// SPDX-License-Identifier: Apache-2.0
#include "engine/audit.h"

#include <gtest/gtest.h>

#include <atomic>

#include "engine/engine.h"

namespace cogs::engine {
namespace {

constexpr const char* text =
    "#feature id : integer 0..100000, fixed.\n"
    "#feature debt : integer 0..100.\n"
    "#undesired bad(X).\n"
    "bad(X) :- debt(X, D), D > 5, id(X, I), I < 50000.\n";

table::Table people(int count) {
  std::string csv = "id,debt,team\n";
  for (int i = 0; i < count; ++i) {
    csv += std::to_string(i) + "," + std::to_string(i % 10) + "," + (i % 3 == 0 ? "a" : "b") + "\n";
  }
  return table::parse_table(csv, "people.csv");
}

TEST(Audit, counts_people_and_groups) {
  const model::Model model = parse_model(text, "m.cogs");
  AuditRun run;
  run.audit.by = {"team"};
  const Audit done = audit(model, people(300), run);
  ASSERT_TRUE(done.made);
  EXPECT_EQ(done.report.rows, 300U);
  EXPECT_EQ(done.report.all.found, 120U);
  EXPECT_EQ(done.report.all.already, 180U);
  ASSERT_EQ(done.report.by.size(), 1U);
  ASSERT_EQ(done.report.by[0].groups.size(), 2U);
  EXPECT_EQ(done.report.by[0].groups[0].statistics.rows, 100U);
  EXPECT_EQ(done.report.exhausted, base::Exhausted::no);
}

// What was answered before stays, and what was not is counted.
TEST(Audit, says_how_many_rows_a_stop_left_out) {
  const model::Model model = parse_model(text, "m.cogs");
  const table::Table table = people(1000);
  std::atomic<bool> stop{false};
  AuditRun run;
  run.audit.question.threads = 1;
  run.audit.question.limits.cancelled = &stop;
  run.audit.question.progress = [&](std::size_t done, std::size_t) { stop = done > 0; };
  const Audit done = audit(model, table, run);
  EXPECT_EQ(done.report.exhausted, base::Exhausted::cancelled);
  EXPECT_GT(done.report.all.rows, 0U);
  EXPECT_GT(done.report.not_reached, 0U);
  EXPECT_EQ(done.report.all.rows + done.report.not_reached, 1000U);
}

TEST(Audit, is_not_made_where_values_cannot_be_read) {
  const model::Model model = parse_model(text, "m.cogs");
  const table::Table table = table::parse_table("id,debt\n1,7\n2,700\n3,9\n", "people.csv");
  const Audit refused = audit(model, table);
  EXPECT_FALSE(refused.made);
  EXPECT_EQ(refused.report.bad, 1U);
  ASSERT_EQ(refused.bad_cells.size(), 1U);
  EXPECT_EQ(refused.bad_cells[0].row, 2U);
  AuditRun run;
  run.leave_bad_rows_out = true;
  const Audit made = audit(model, table, run);
  EXPECT_TRUE(made.made);
  EXPECT_EQ(made.report.all.rows, 2U);
}

}  // namespace
}  // namespace cogs::engine
