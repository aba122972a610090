// SPDX-License-Identifier: Apache-2.0
//
// path::search against the exhaustive oracle on random small models: status, cost, the whole
// best path with its ranges, --top, --all, blockers. Every path also passes path::verify and the
// oracle's own judge.
#include <gtest/gtest.h>

#include <cstdlib>

#include "oracle/exhaustive.h"
#include "oracle/runner.h"
#include "oracle/walk.h"
#include "path/search.h"
#include "path/verify.h"

namespace cogs::oracle {
namespace {

std::string states_of(const OracleAnswer& answer) {
  return std::to_string(answer.states) + " concrete states";
}

// The first line on which two summaries differ says what kind of difference it is.
std::string kind_of_difference(const path::Result& found, const OracleAnswer& expected) {
  if (found.status != expected.status) return "status";
  if (expected.status == path::Status::none) return "blockers";
  if (found.paths.size() != expected.paths.size()) return "number of paths";
  for (std::size_t i = 0; i < found.paths.size(); ++i) {
    if (found.paths[i].cost != expected.paths[i].cost) return "cost";
    if (found.paths[i].certain != expected.paths[i].certain) return "certain";
  }
  return "path";
}

std::size_t unfinished = 0;

Failure compare(const Case& c, std::uint64_t) {
  const Question q = question(c);
  const OracleAnswer expected = solve(q.model, q.record, q.options);
  base::Budget budget;
  const path::Result found = path::search(q.model, q.record, q.options, budget);

  const std::string is = summary(q.model, found.status, found.paths, found.blockers);
  const std::string should = summary(q.model, expected.status, expected.paths, expected.blockers);
  const std::string both =
      "search says:\n" + is + "the oracle says (" + states_of(expected) + "):\n" + should;
  if (!found.ties_proved && !found.paths.empty() && !expected.paths.empty()) {
    // A nicer path of the same cost may have been left, or further ways; the cost stands.
    ++unfinished;
    if (found.paths.front().cost != expected.paths.front().cost) return {"cost", both};
    return {};
  }
  if (is != should) return {kind_of_difference(found, expected), both};
  if (found.undesired != expected.undesired) return {"undesired", both};
  if (summary(found.start_breaks) != summary(expected.start_breaks)) {
    return {"start_breaks", "search says " + summary(found.start_breaks) + ", the oracle " +
                                summary(expected.start_breaks) + "\n" + both};
  }
  const std::string checked = summary(path::Verifier(q.model).start_breaks(q.record));
  if (checked != summary(expected.start_breaks)) {
    return {"start_breaks of the checker", "the checker says " + checked + ", the oracle " +
                                               summary(expected.start_breaks) + "\n" + both};
  }
  if (!found.ties_proved) return {"ties not proved", both};
  if (found.deciding_rules != expected.deciding_rules) return {"deciding rules", both};
  if (found.missing != expected.missing) return {"missing", both};
  if (found.status == path::Status::found && found.lower_bound != expected.cost) {
    return {"lower bound", both};
  }
  for (const path::Path& path : expected.paths) {
    for (const std::string& fault : path::verify(q.model, q.record, q.options, path)) {
      return {"verify refuses the oracle's path", fault + "\n" + both};
    }
  }
  const Meaning meaning(q.model);
  const Restrictions restrictions = Restrictions::of(q.model, q.options);
  const Walk walk(meaning, restrictions, q.record);
  for (const path::Path& path : found.paths) {
    if (!path.optimal && path.cost == expected.cost) return {"not called optimal", both};
    for (const std::string& fault : path::verify(q.model, q.record, q.options, path)) {
      return {"verify", fault + "\n" + both};
    }
    for (const std::string& fault : walk.check(path)) return {"judge", fault + "\n" + both};
  }
  return {};
}

TEST(SearchAgainstOracle, AnswersAreTheSame) {
  unfinished = 0;
  run_on_random_models(600, compare);
  const char* models = std::getenv("COGS_ORACLE_MODELS");
  // Answers that the fixed amount of work leaves open are an exception.
  EXPECT_LE(unfinished, 2 + (models ? std::strtoull(models, nullptr, 10) : 600) / 500);
}

}  // namespace
}  // namespace cogs::oracle
