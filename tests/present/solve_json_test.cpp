// SPDX-License-Identifier: Apache-2.0
#include "json/parse.h"
#include "json/write.h"
#include "present/json/solve.h"

#include <gtest/gtest.h>

#include "answers.h"
#include "json/value.h"
#include "logic/program/read_program.h"

namespace cogs::present {
namespace {

using logic::Cut;
using logic::NodeKind;
using logic::Program;
using logic::Support;

Program program(const std::string& text) {
  logic::ReadOptions options;
  options.unknown = logic::Unknown::fail;
  return logic::read_program_text(text, "test.pl", options);
}

SolveJsonOptions without_times(bool tree = false) {
  SolveJsonOptions options;
  options.timing = false;
  options.tree = tree;
  options.version = "1.2.3";
  options.inputs = {"test.pl"};
  return options;
}

// The member at a path, on one line.
std::string at(const std::string& text, const std::vector<std::string>& path) {
  const json::Value all = json::parse(text, "json");
  const json::Value* value = &all;
  for (const std::string& name : path) {
    value = value->is(json::Value::Kind::array) ? &value->items().at(std::stoul(name))
                                                : value->find(name);
    if (value == nullptr) return "no " + name;
  }
  return to_text(*value, json::Layout::line);
}

std::string term_json(const std::string& text) {
  logic::Terms terms;
  json::Writer json;
  write_term_json(terms, read_term(terms, text), {}, json);
  return json.take();
}

TEST(SolveJson, WritesTermsAsScaspDoes) {
  EXPECT_EQ(term_json("a"), R"({"type": "atom", "value": "a"})");
  EXPECT_EQ(term_json("X"), R"({"type": "var", "name": "X"})");
  EXPECT_EQ(term_json("_"), R"({"type": "var"})");
  EXPECT_EQ(term_json("\"a\\\"b\""), R"({"type": "string", "value": "a\"b"})");
  EXPECT_EQ(term_json("3"), R"({"type": "rational", "numerator": 3, "denominator": 1})");
  EXPECT_EQ(term_json("1r3"), R"({"type": "rational", "numerator": 1, "denominator": 3})");
  EXPECT_EQ(term_json("-0.5"), R"({"type": "number", "value": -0.5})");
  EXPECT_EQ(term_json("[a, [], b]"),
            R"([{"type": "atom", "value": "a"}, [], {"type": "atom", "value": "b"}])");
  EXPECT_EQ(term_json("f(a, g(b))"),
            R"({"type": "compound", "functor": "f", "args": [{"type": "atom", "value": "a"}, )"
            R"({"type": "compound", "functor": "g", "args": [{"type": "atom", "value": "b"}]}]})");
  EXPECT_EQ(term_json("[a|T]"),
            R"({"type": "compound", "functor": "[|]", "args": [{"type": "atom", "value": "a"}, )"
            R"({"type": "var", "name": "T"}]})");
}

TEST(SolveJson, HasTheShapeOfScasp) {
  const Program read = program("p(a). ?- p(X), not -q.");
  AnswerMaker made;
  made.bind("X", "a").holds("p(a)").holds("not q").holds("-r").holds("not -q");
  SolveJson json(read, without_times());
  json.add(made.answer, 0);
  const std::string text = json.finish({1, true, Cut::no, 0, {}});
  EXPECT_EQ(at(text, {"solver"}), "\"cogs\"");
  EXPECT_EQ(at(text, {"inputs"}), "[\"test.pl\"]");
  EXPECT_EQ(at(text, {"query", "1"}),
            R"({"type": "compound", "functor": "not", "args": [{"type": "compound", )"
            R"("functor": "-", "args": [{"type": "atom", "value": "q"}]}]})");
  EXPECT_EQ(at(text, {"answers", "0", "answer"}), "1");
  EXPECT_EQ(at(text, {"answers", "0", "bindings"}),
            R"({"X": {"truth": true, "value": {"type": "atom", "value": "a"}}})");
  EXPECT_EQ(at(text, {"answers", "0", "model", "0", "truth"}), "true");
  EXPECT_EQ(at(text, {"answers", "0", "model", "1", "truth"}), "\"unlikely\"");
  EXPECT_EQ(at(text, {"answers", "0", "model", "2", "truth"}), "false");
  EXPECT_EQ(at(text, {"answers", "0", "model", "3", "truth"}), "\"likely\"");
  EXPECT_EQ(at(text, {"answers", "0", "tree"}), "no tree");
  EXPECT_EQ(at(text, {"status"}), "\"found\"");
  EXPECT_EQ(at(text, {"complete"}), "true");
  EXPECT_EQ(at(text, {"stopped_by"}), "no stopped_by");
}

TEST(SolveJson, WritesConstraintsAndRelations) {
  const Program read = program("?- p(X).");
  AnswerMaker made;
  made.bind("X", "X").bind("Y", "Y").bind("Z", "Z").holds("p(X, A)").holds("q(B)");
  made.constrain("X \\= b").constrain("X \\= a").constrain("Y #> 3").constrain("Y #=< 9r2");
  made.constrain("Z #> Y + 1").constrain("Z \\= f(_)");
  made.answer.universal = {"A"};
  SolveJson json(read, without_times());
  json.add(made.answer, 0);
  const std::string text = json.finish({1, false, Cut::no, 0, {}});
  EXPECT_EQ(at(text, {"answers", "0", "constraints", "X"}),
            R"({"type": "not_in", "set": [{"type": "atom", "value": "a"}, )"
            R"({"type": "atom", "value": "b"}]})");
  EXPECT_EQ(at(text, {"answers", "0", "constraints", "Y"}),
            R"({"type": "clpq", "constraints": [{"type": "#>", "value": {"type": "rational", )"
            R"("numerator": 3, "denominator": 1}}, {"type": "#=<", "value": {"type": )"
            R"("rational", "numerator": 9, "denominator": 2}}]})");
  EXPECT_EQ(at(text, {"answers", "0", "constraints", "Z", "constraints", "0", "type"}),
            "\"\\\\=\"");
  EXPECT_EQ(at(text, {"answers", "0", "relations", "0", "constraint", "functor"}), "\"#>\"");
  EXPECT_EQ(at(text, {"answers", "0", "variables"}), R"({"A": "all", "B": "each", "X": "each"})");
  EXPECT_EQ(at(text, {"complete"}), "false");
}

TEST(SolveJson, WritesTheTreeWithSources) {
  const Program read = program("p :- \n not q.\nq :- not p. ?- p.");
  AnswerMaker made;
  const auto assumed = made.proved("p", {}, Support::assumed);
  const auto again = made.proved("not q", {}, Support::repeated);
  made.query({made.proved("p", {made.proved("not q", {assumed})}),
              made.node(NodeKind::checks, {made.of_clause(NodeKind::check, 1, {again})})});
  made.answer.proof[3].clause = logic::ClauseId(0);
  SolveJson json(read, without_times(true));
  json.add(made.answer, 0);
  const std::string text = json.finish({1, true, Cut::no, 0, {}});
  const std::vector<std::string> tree{"answers", "0", "tree"};
  const auto below = [&](std::vector<std::string> path) {
    path.insert(path.begin(), tree.begin(), tree.end());
    return at(text, path);
  };
  EXPECT_EQ(below({"node", "value", "value"}), "\"query\"");
  EXPECT_EQ(below({"children", "0", "children", "0", "children", "0", "node"}),
            R"({"truth": true, "value": {"type": "atom", "value": "p"}, "chs": true})");
  EXPECT_EQ(below({"children", "1", "children", "0", "node"}),
            R"({"truth": "unlikely", "value": {"type": "atom", "value": "o_chk_1"}, )"
            R"("source_file": "test.pl", "source_line": 3})");
  EXPECT_EQ(below({"children", "1", "children", "0", "children", "0", "node", "proved"}), "true");
  EXPECT_EQ(below({"children", "1", "children", "0", "children", "0", "children"}), "[]");
}

TEST(SolveJson, SaysWhyItStopped) {
  const Program read = program("?- p.");
  SolveJson json(read, without_times());
  const std::string text = json.finish({0, false, Cut::time, 0, {}});
  EXPECT_EQ(at(text, {"status"}), "\"gave_up\"");
  EXPECT_EQ(at(text, {"stopped_by"}), "\"time\"");
  EXPECT_EQ(at(text, {"answers"}), "[]");
  SolveJson none(read, without_times());
  EXPECT_EQ(at(none.finish({0, true, Cut::no, 0, {}}), {"status"}), "\"none\"");
}

TEST(SolveJson, WritesDeepProofsAndTermsWithoutRecursion) {
  const Program read = program("?- p.");
  AnswerMaker made;
  std::uint32_t below = made.proved("p(0)");
  for (int i = 1; i < 100000; ++i) below = made.proved("p(1)", {below});
  made.query({below});
  logic::TermId deep = read_term(made.answer.terms, "0");
  for (int i = 0; i < 100000; ++i) {
    const logic::TermId argument[] = {deep};
    deep = made.answer.terms.add_compound(made.answer.terms.symbol("s"), argument, {});
  }
  made.answer.bindings.push_back({"X", deep});
  SolveJson json(read, without_times(true));
  json.add(made.answer, 0);
  EXPECT_LT(json.finish({1, true, Cut::no, 0, {}}).size(), 100000000u);
}

TEST(SolveClingoJson, HasTheShapeOfClingo) {
  const Program read = program("?- p.");
  AnswerMaker made;
  made.holds("p(1, 'New York', \"s\")").holds("-q(a)").holds("not r").holds("not -s");
  SolveClingoJson json(read, without_times());
  json.add(made.answer, 0);
  const std::string text = json.finish({1, false, Cut::no, 0, {}});
  EXPECT_EQ(at(text, {"Solver"}), "\"cogs version 1.2.3\"");
  EXPECT_EQ(at(text, {"Call", "0", "Witnesses", "0", "Value"}),
            R"json(["p(1,\"New York\",\"s\")", "-q(a)"])json");
  EXPECT_EQ(at(text, {"Result"}), "\"SATISFIABLE\"");
  EXPECT_EQ(at(text, {"Models"}), R"({"Number": 1, "More": "yes"})");
}

TEST(SolveClingoJson, TellsNoFromUnknown) {
  const Program read = program("?- p.");
  SolveClingoJson none(read, without_times());
  const std::string text = none.finish({0, true, Cut::no, 0, {}});
  EXPECT_EQ(at(text, {"Result"}), "\"UNSATISFIABLE\"");
  EXPECT_EQ(at(text, {"Call"}), "[{}]");
  SolveClingoJson cut(read, without_times());
  EXPECT_EQ(at(cut.finish({0, false, Cut::depth, 0, {}}), {"Result"}), "\"UNKNOWN\"");
}

}  // namespace
}  // namespace cogs::present
