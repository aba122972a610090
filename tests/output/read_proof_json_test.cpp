// SPDX-License-Identifier: Apache-2.0
#include "output/read_proof_json.h"

#include <gtest/gtest.h>

#include "explain/check_proof.h"
#include "explain/prove.h"
#include "model/read_model.h"
#include "model/record.h"
#include "output/why_json.h"

namespace cogs::output {
namespace {

// A rule that stands for several ground ones, an exception, and atoms that rest on each other.
const char* const text = R"(
#feature n : integer 0..9.
#feature c : {a, b}.
#undesired bad(X).
bad(X) :- n(X, N), N < 5, not ab(X).
bad(X) :- n(X, N), N > 7.  bad(X) :- c(X, b).
ab(X) :- c(X, a), round(X).
round(X) :- trip(X).
trip(X) :- round(X).
)";

struct Case {
  model::Model model = model::read_model(text, "m.cogs");
  model::Record record;
  explain::Proof proof;
  std::string json;

  Case(const std::string& n, const std::string& c)
      : record(model::read_record(model, {{"n", n}, {"c", c}})),
        proof(explain::prove(model, record, model.undesired)) {
    const explain::Reasons reasons;
    const std::optional<WhyReport::Rather> rather;
    const WhyReport report{model, record, "here", proof, reasons, rather};
    json = to_text(*why_json(report).find("proof"), JsonLayout::line);
  }

  std::vector<std::string> faults(const std::string& of) const {
    const ReadProof read = read_proof_json(model, parse_json(of, "p.json"), "/proof");
    if (!read.faults.empty()) return read.faults;
    return explain::check_proof(model, record, read.proof, model.undesired,
                                proof.node(proof.root).truth);
  }

  std::string with(const std::string& from, const std::string& to) const {
    std::string changed = json;
    const auto at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from << " in " << json;
    return changed.replace(at, from.size(), to);
  }
};

TEST(ReadProofJson, WhatWasProvedPassesTheCheckerAgain) {
  for (const char* n : {"3", "6", "9", "?"}) {
    for (const char* c : {"a", "b", "?"}) {
      const Case one(n, c);
      EXPECT_EQ(one.faults(one.json), std::vector<std::string>{}) << n << " " << c << one.json;
    }
  }
}

TEST(ReadProofJson, NodesThatStandForNothingAreNamedByTheirPlace) {
  const Case one("3", "a");
  EXPECT_EQ(one.faults(one.with("< 5", "< 6")).front().rfind("/proof/children/0/children/0: ", 0),
            0u);
  EXPECT_EQ(
      one.faults(one.with("\"rule\": 5", "\"rule\": 50")).front().rfind("/proof/children/0", 0),
      0u);
  EXPECT_EQ(one.faults(one.with("\"goal\": \"bad(x)\"", "\"goal\": \"good(x)\"")).front(),
            "/proof: the model has no such goal");
  EXPECT_FALSE(one.faults(one.with("\"truth\": \"true\"", "\"truth\": true")).empty());
  EXPECT_FALSE(one.faults("{}").empty());
  EXPECT_FALSE(one.faults("[]").empty());
}

TEST(ReadProofJson, ClaimsThatAreFalseAreLeftToTheChecker) {
  const Case one("3", "a");
  EXPECT_FALSE(one.faults(one.with("\"truth\": \"true\"", "\"truth\": \"false\"")).empty());
  const Case none("6", "a");  // a rule that is left out
  const char* const bare =
      R"json({"goal": "bad(x)", "truth": "false", "rule": null, "children": []})json";
  EXPECT_FALSE(none.faults(bare).empty());
}

}  // namespace
}  // namespace cogs::output
