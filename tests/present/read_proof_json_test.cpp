// SPDX-License-Identifier: Apache-2.0
#include "json/parse.h"
#include "json/write.h"
#include "present/json/read_proof.h"

#include <gtest/gtest.h>

#include "explain/check_proof.h"
#include "explain/prove.h"
#include "model/read/read_model.h"
#include "model/record.h"
#include "present/json/why.h"

namespace cogs::present {
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
      : record(model::read_record(model, {{"n", n}, {"c", c}})) {
    write();
  }
  // Of a model with one feature, a switch.
  Case(const std::string& other, const std::string& c, int)
      : model(model::read_model(other, "m.cogs")), record(model::read_record(model, {{"c", c}})) {
    write();
  }

  void write() {
    proof = explain::prove(model, record, model.undesired);
    const explain::Reasons reasons;
    const std::optional<WhyReport::Rather> rather;
    const WhyReport report{model, record, "here", proof, reasons, rather};
    json = to_text(*why_json(report).find("proof"), json::Layout::line);
  }

  std::vector<std::string> faults(const std::string& of) const {
    constexpr std::size_t deepest = 410;  // what other programs read as well
    const ReadProof read = read_proof_json(model, json::parse(of, "p.json", deepest), "/proof");
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

// Each auxiliary uses the next; with `negated` every second one holds.
std::string chain(std::size_t length, bool negated) {
  std::string model = "#feature c : {a, b}.\n#undesired bad(X).\nbad(X) :- p0(X).\n";
  for (std::size_t i = 0; i < length; ++i) {
    model += "p" + std::to_string(i) + "(X) :- " + (negated ? "not p" : "p") +
             std::to_string(i + 1) + "(X).\n";
  }
  return model + "p" + std::to_string(length) + "(X) :- c(X, a).\n";
}

TEST(ReadProofJson, LongChainsAreNotNestedDeepAndNothingOfThemIsLost) {
  for (const bool negated : {false, true}) {
    for (const char* c : {"a", "b"}) {
      const Case one(chain(3000, negated), c, 0);
      EXPECT_EQ(one.faults(one.json), std::vector<std::string>{}) << negated << " " << c;
      EXPECT_NE(one.json.find("\"more\""), std::string::npos);
      // What stands in "more" is judged like the rest.
      EXPECT_FALSE(one.faults(one.with("\"goal\": \"p2999(x)\"", "\"goal\": \"p2(x)\"")).empty());
      const auto more = one.json.find(", \"more\"");
      EXPECT_FALSE(one.faults(one.json.substr(0, more) + "}").empty());
    }
  }
}

TEST(ReadProofJson, WhatIsSharedIsNotWrittenAgainAndAgain) {
  std::string model = "#feature c : {a, b}.\n#undesired bad(X).\nbad(X) :- p30(X).\n";
  model += "p0(X) :- c(X, a).\nq0(X) :- c(X, a).\n";
  for (int i = 1; i <= 30; ++i) {
    for (const char* side : {"p", "q"}) {
      const std::string below = std::to_string(i - 1);
      model += side + std::to_string(i) + "(X) :- p" + below + "(X), q" + below + "(X).\n";
    }
  }
  for (const char* c : {"a", "b"}) {
    const Case one(model, c, 0);
    EXPECT_LT(one.json.size(), std::size_t{3} << 20);
    EXPECT_NE(one.json.find("\"elsewhere\": true"), std::string::npos);
    EXPECT_EQ(one.faults(one.json), std::vector<std::string>{}) << c;
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
}  // namespace cogs::present
