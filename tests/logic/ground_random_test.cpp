// SPDX-License-Identifier: Apache-2.0
//
// The ground engine on random small programs, against all stable models, enumerated here by
// definition: a set of atoms that is the least model of its own reduct and breaks no denial.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "logic/check/answer.h"
#include "logic/ground/search.h"
#include "logic/program/read_program.h"

namespace cogs::logic {
namespace {

using Set = std::uint32_t;  // of atoms, a bit each

struct Rule {
  int head = -1;  // -1: a denial
  Set positive = 0, negated = 0;
};

// A program as text and as rules over numbered ground atoms.
struct Sample {
  std::string text;
  std::vector<std::string> atoms;  // as the engine prints them
  std::vector<Rule> rules;

  int atom(const std::string& name) {
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (atoms[i] == name) return static_cast<int>(i);
    }
    atoms.push_back(name);
    return static_cast<int>(atoms.size() - 1);
  }
};

std::vector<Set> stable_models(const Sample& sample) {
  std::vector<Set> models;
  for (Set candidate = 0; candidate < (Set{1} << sample.atoms.size()); ++candidate) {
    Set least = 0;
    bool broken = false;
    for (Set before = ~Set{0}; before != least;) {
      before = least;
      for (const Rule& rule : sample.rules) {
        if (rule.head < 0 || (rule.negated & candidate) || (rule.positive & ~least)) continue;
        least |= Set{1} << rule.head;
      }
    }
    for (const Rule& rule : sample.rules) {
      broken |= rule.head < 0 && !(rule.negated & candidate) && !(rule.positive & ~candidate);
    }
    if (least == candidate && !broken) models.push_back(candidate);
  }
  return models;
}

struct Found {
  std::map<std::string, std::string> bindings;
  std::set<std::string> excluded;  // values that X, where it is no value, does not have
  Set positive = 0, negated = 0;
  std::string text;
};

std::vector<Found> answers_of(const Program& program, Sample& sample) {
  SolveOptions options;
  options.limits.seconds = 20;
  const auto stream = ground_stream(program, options);
  EXPECT_TRUE(stream) << sample.text;
  std::vector<Found> result;
  while (stream) {
    const auto answer = stream->next();
    if (!answer) break;
    Found& found = result.emplace_back();
    for (const Binding& binding : answer->bindings) {
      found.bindings[binding.variable] = canonical_text(answer->terms, binding.value);
      found.text += binding.variable + "=" + found.bindings[binding.variable] + " ";
    }
    for (const TermId constraint : answer->constraints) {
      found.excluded.insert(canonical_text(answer->terms, answer->terms.argument(constraint, 1)));
    }
    std::set<std::string> in_tree, listed;
    const auto text = [&](const Literal& literal) {
      return (literal.classical ? "-" : "") + canonical_text(answer->terms, literal.atom);
    };
    for (const ProofNode& node : answer->proof) {
      if (node.kind != NodeKind::literal) continue;
      in_tree.insert((node.literal.negated ? "not " : "") + text(node.literal));
    }
    for (const Literal& literal : answer->literals) {
      const std::string name = (literal.negated ? "not " : "") + text(literal);
      listed.insert(name);
      EXPECT_TRUE(in_tree.count(name)) << name << "\n" << sample.text;
      found.text += name + " ";
      if (answer->terms.has_variable(literal.atom)) continue;
      (literal.negated ? found.negated : found.positive) |= Set{1} << sample.atom(text(literal));
    }
    const auto wrong = what_is_wrong(program, *answer);
    EXPECT_FALSE(wrong) << *wrong << "\n" << found.text << "\n" << sample.text;
  }
  if (stream) {
    EXPECT_EQ(stream->cut(), Cut::no);
  }
  return result;
}

bool agrees(const Found& found, Set model) {
  return (found.positive & ~model) == 0 && (found.negated & model) == 0;
}

// The four demands on the answers for a ground query.
void check_ground(Sample sample, const Rule& query, const std::string& query_text) {
  sample.text += "?- " + query_text + ".\n";
  std::vector<Set> wanted;
  for (const Set model : stable_models(sample)) {
    if (!(query.negated & model) && !(query.positive & ~model)) wanted.push_back(model);
  }
  const Program program =
      read_program_text(sample.text, "random",
                        {.constants = {}, .query = {}, .warn = false, .unknown = Unknown::fail});
  const std::vector<Found> found = answers_of(program, sample);
  std::set<std::string> texts;
  for (const Found& answer : found) {
    EXPECT_TRUE(texts.insert(answer.text).second) << "twice: " << answer.text << sample.text;
    EXPECT_TRUE(
        std::any_of(wanted.begin(), wanted.end(), [&](Set model) { return agrees(answer, model); }))
        << "unsound: " << answer.text << "\n"
        << sample.text;
  }
  for (const Set model : wanted) {
    EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                            [&](const Found& answer) { return agrees(answer, model); }))
        << "not covered: " << model << "\n"
        << sample.text;
  }
}

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  bool in(int n) { return below(n) == 0; }

 private:
  std::mt19937 engine_;
};

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

Sample random_propositional(Dice& dice) {
  Sample sample;
  const int atoms = 2 + dice.below(8);
  for (int i = 0; i < atoms; ++i) sample.atom(std::string(1, static_cast<char>('a' + i)));
  if (dice.in(3)) sample.rules.push_back({-1, Set{1} | Set{1} << sample.atom("-a"), 0});
  const int rules = 1 + dice.below(3 * atoms);
  const int denials = dice.in(2) ? 10 : 1000;
  for (int i = 0; i < rules; ++i) {
    Rule rule;
    std::vector<std::string> body;
    rule.head = dice.in(denials) ? -1 : dice.below(static_cast<int>(sample.atoms.size()));
    const int length = (rule.head < 0 ? 1 : 0) + dice.below(4);
    for (int k = 0; k < length; ++k) {
      const int atom = dice.below(static_cast<int>(sample.atoms.size()));
      const bool negated = dice.in(2);
      (negated ? rule.negated : rule.positive) |= Set{1} << atom;
      body.push_back((negated ? "not " : "") + sample.atoms[static_cast<std::size_t>(atom)]);
    }
    sample.rules.push_back(rule);
    if (rule.head >= 0) sample.text += sample.atoms[static_cast<std::size_t>(rule.head)];
    if (!body.empty()) sample.text += " :- " + join(body);
    sample.text += ".\n";
  }
  // An atom that is used only in the query would not make p and -p a pair.
  if (sample.text.find("-a") == std::string::npos)
    std::erase_if(sample.rules,
                  [&](const Rule& r) { return r.head < 0 && (r.positive >> atoms & 1); });
  return sample;
}

constexpr unsigned seed = 20261116;

TEST(GroundRandom, PropositionalProgramsHaveTheAnswersOfTheirStableModels) {
  for (unsigned i = 0; i < 3000 && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed + i));
    Dice dice(seed + i);
    const Sample sample = random_propositional(dice);
    Rule query;
    std::vector<std::string> text;
    const int length = 1 + dice.below(2);
    for (int k = 0; k < length; ++k) {
      const int atom = dice.below(static_cast<int>(sample.atoms.size()));
      const bool negated = dice.in(3);
      (negated ? query.negated : query.positive) |= Set{1} << atom;
      text.push_back((negated ? "not " : "") + sample.atoms[static_cast<std::size_t>(atom)]);
    }
    check_ground(sample, query, join(text));
  }
}

// Rules with variables over the constants 1 and 2, and comparisons.
struct Template {
  std::string head;  // "p(X)"; empty: a denial
  std::vector<std::string> positive, negated, tests;
};

std::string instance(const std::string& text, const std::map<char, char>& values) {
  std::string result = text;
  for (char& c : result) {
    if (const auto found = values.find(c); found != values.end()) c = found->second;
  }
  return result;
}

bool test_holds(const std::string& test) {  // "1 < 2"
  const int a = test[0] - '0', b = test.back() - '0';
  const std::string op = test.substr(2, test.size() - 4);
  if (op == "<") return a < b;
  if (op == ">=") return a >= b;
  if (op == "\\=" || op == "#<>") return a != b;
  return a == b;
}

void add_template(Sample& sample, const Template& rule) {
  std::vector<std::string> body = rule.positive;
  for (const std::string& atom : rule.negated) body.push_back("not " + atom);
  body.insert(body.end(), rule.tests.begin(), rule.tests.end());
  sample.text += rule.head + (body.empty() ? "" : " :- " + join(body)) + ".\n";
  for (int code = 0; code < 8; ++code) {
    std::map<char, char> values;
    for (int v = 0; v < 3; ++v) {
      values[static_cast<char>('X' + v)] = static_cast<char>('1' + (code >> v & 1));
    }
    Rule made;
    if (!rule.head.empty()) made.head = sample.atom(instance(rule.head, values));
    for (const auto& atom : rule.positive)
      made.positive |= Set{1} << sample.atom(instance(atom, values));
    for (const auto& atom : rule.negated)
      made.negated |= Set{1} << sample.atom(instance(atom, values));
    bool holds = true;
    for (const auto& test : rule.tests) holds &= test_holds(instance(test, values));
    if (holds) sample.rules.push_back(made);
  }
}

Sample random_datalog(Dice& dice) {
  Sample sample;
  const std::vector<std::string> unary{"p", "q", "r"};
  const auto variable = [&] { return std::string(1, static_cast<char>('X' + dice.below(3))); };
  const auto atom = [&]() -> std::string {
    const int which = dice.below(6);
    if (which < 4) return unary[static_cast<std::size_t>(which % 3)] + "(" + variable() + ")";
    if (which == 4) return "e(" + variable() + "," + variable() + ")";
    return "s";
  };
  for (const char* fact : {"e(1,2)", "e(2,1)", "e(1,1)", "e(2,2)", "d(1)", "d(2)"}) {
    if (!dice.in(fact[0] == 'd' ? 9 : 2)) add_template(sample, {fact, {}, {}, {}});
  }
  const int rules = 2 + dice.below(7);
  for (int i = 0; i < rules; ++i) {
    Template rule;
    if (!dice.in(6)) rule.head = atom();
    const int positive = dice.below(3), negated = dice.below(3);
    for (int k = 0; k < positive; ++k) rule.positive.push_back(atom());
    for (int k = 0; k < negated; ++k) rule.negated.push_back(atom());
    if (rule.head.empty() && positive + negated == 0) continue;
    if (dice.in(3)) {
      const std::vector<std::string> ops{" < ", " >= ", " \\= ", " = ", " #<> "};
      rule.tests.push_back(variable() + ops[static_cast<std::size_t>(dice.below(5))] + variable());
    }
    // Make it safe: d(X) for every variable without a positive goal.
    std::string all = rule.head;
    for (const auto* part : {&rule.negated, &rule.tests}) {
      for (const std::string& text : *part) all += text;
    }
    const std::string bound = join(rule.positive);
    for (const char c : {'X', 'Y', 'Z'}) {
      if (all.find(c) != std::string::npos && bound.find(c) == std::string::npos) {
        rule.positive.push_back(std::string("d(") + c + ")");
      }
    }
    add_template(sample, rule);
  }
  return sample;
}

TEST(GroundRandom, ProgramsWithVariablesHaveTheAnswersOfTheirStableModels) {
  for (unsigned i = 0; i < 1500 && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed + i));
    Dice dice(seed + i);
    Sample sample = random_datalog(dice);
    const std::string name = std::string(1, "pqr"[dice.below(3)]) + (dice.in(2) ? "(1)" : "(2)");
    Rule query;
    const bool negated = dice.in(3);
    (negated ? query.negated : query.positive) |= Set{1} << sample.atom(name);
    if (sample.atoms.size() > 12) continue;
    check_ground(sample, query, (negated ? "not " : "") + name);
  }
}

// Recursion without negation over a random graph: the query passes values down.
TEST(GroundRandom, PositiveRecursionReachesWhatTheLeastModelHas) {
  for (unsigned i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed + i));
    Dice dice(seed + i);
    Sample sample;
    sample.text = "d(1). d(2). ";
    const std::vector<std::string> binary{"p", "q", "r"};
    std::set<std::string> least{"d(1)", "d(2)"};
    std::vector<Template> rules;
    for (const char* edge : {"e(1,2)", "e(2,1)", "e(2,2)", "f(1,1)", "f(2,1)"}) {
      if (!dice.in(3)) rules.push_back({edge, {}, {}, {}});
    }
    const auto variable = [&] { return std::string(1, static_cast<char>('X' + dice.below(3))); };
    const int count = 2 + dice.below(6);
    for (int k = 0; k < count; ++k) {
      Template rule;
      rule.head =
          binary[static_cast<std::size_t>(dice.below(3))] + "(X," + (dice.in(4) ? "X" : "Y") + ")";
      const int length = 1 + dice.below(3);
      for (int g = 0; g < length; ++g) {
        const std::string name(1, "pqreef"[dice.below(6)]);
        rule.positive.push_back(name + "(" + (dice.in(6) ? "1" : variable()) + "," + variable() +
                                ")");
      }
      const std::string bound = join(rule.positive);
      for (const char c : {'X', 'Y'}) {
        if (bound.find(c) == std::string::npos)
          rule.positive.push_back(std::string("d(") + c + ")");
      }
      rules.push_back(rule);
    }
    for (const Template& rule : rules) {
      sample.text +=
          rule.head + (rule.positive.empty() ? "" : " :- " + join(rule.positive)) + ".\n";
    }
    for (std::size_t before = 0; before != least.size();) {
      before = least.size();
      for (const Template& rule : rules) {
        for (int code = 0; code < 8; ++code) {
          std::map<char, char> values;
          for (int v = 0; v < 3; ++v) {
            values[static_cast<char>('X' + v)] = static_cast<char>('1' + (code >> v & 1));
          }
          if (std::all_of(rule.positive.begin(), rule.positive.end(), [&](const std::string& atom) {
                return least.count(instance(atom, values)) > 0;
              })) {
            least.insert(instance(rule.head, values));
          }
        }
      }
    }
    const std::string first = dice.in(3) ? "X" : "1", second = dice.in(3) ? "2" : "Y";
    sample.text += "?- d(X), d(Y), p(" + first + "," + second + ").\n";
    std::set<std::string> wanted, given;
    for (const char x : {'1', '2'}) {
      for (const char y : {'1', '2'}) {
        const std::string atom = instance("p(" + first + "," + second + ")", {{'X', x}, {'Y', y}});
        if (least.count(atom)) wanted.insert(std::string{x, y});
      }
    }
    const Program program =
        read_program_text(sample.text, "random",
                          {.constants = {}, .query = {}, .warn = false, .unknown = Unknown::fail});
    for (const Found& found : answers_of(program, sample)) {
      given.insert(found.bindings.at("X") + found.bindings.at("Y"));
    }
    EXPECT_EQ(given, wanted) << sample.text;
  }
}

// An instance is in the bindings of some answer exactly when some stable model makes it true.
TEST(GroundRandom, QueriesWithVariablesHaveTheInstancesThatStableModelsMakeTrue) {
  for (unsigned i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed + i));
    Dice dice(seed + i);
    Sample sample = random_datalog(dice);
    if (sample.atoms.size() > 12) continue;
    const std::string p = std::string(1, "pqr"[dice.below(3)]),
                      q = std::string(1, "pqr"[dice.below(3)]);
    const bool negated = dice.in(2), free = negated && dice.in(2);
    sample.text += std::string("?- ") + (free ? "not " : "") + p + "(X), " +
                   (negated ? "not " : "") + q + "(X).\n";
    std::set<std::string> wanted, given;
    for (const Set model : stable_models(sample)) {
      for (const std::string value : {"1", "2"}) {
        const bool in_p = model >> sample.atom(p + "(" + value + ")") & 1;
        const bool in_q = model >> sample.atom(q + "(" + value + ")") & 1;
        if (in_p != free && in_q != negated) wanted.insert(value);
      }
    }
    const Program program =
        read_program_text(sample.text, "random",
                          {.constants = {}, .query = {}, .warn = false, .unknown = Unknown::fail});
    for (const Found& found : answers_of(program, sample)) {
      const std::string value = found.bindings.at("X");
      if (value != "X") given.insert(value);
      for (const std::string other : {"1", "2"}) {
        if (value == "X" && !found.excluded.count(other)) given.insert(other);
      }
    }
    EXPECT_EQ(given, wanted) << sample.text;
  }
}

}  // namespace
}  // namespace cogs::logic
