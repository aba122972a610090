// SPDX-License-Identifier: Apache-2.0
#include "differential/by_logic.h"

#include <algorithm>
#include <map>
#include <optional>

#include "logic/program/read_program.h"

namespace cogs::differential {

namespace {

using base::Number;
using logic::Answer;
using logic::TermId;
using logic::TermKind;

constexpr double most_seconds =
    120;  // far beyond what any takes, also under sanitizers on a busy machine

logic::ReadOptions quietly() {
  logic::ReadOptions options;
  options.warn = false;
  return options;
}

// A value as the exported program writes it: an atom or a number.
struct Constant {
  std::optional<Number> number;
  std::string atom;

  friend bool operator==(const Constant& a, const Constant& b) {
    if (a.number.has_value() != b.number.has_value()) return false;
    return a.number ? *a.number == *b.number : a.atom == b.atom;
  }
};

Constant constant_of(const model::Feature& feature, const model::Value& value) {
  // In a set the text counts: 7 is a number there, 007 and 7.0 are not.
  const bool number = feature.numeric() || (value.number && value.number->is_integer() &&
                                            value.number->text() == value.text);
  if (number) return {value.number, ""};
  return {std::nullopt, value.text};
}

class Reader {
 public:
  explicit Reader(const Answer& answer) : terms_(answer.terms) {}

  // Binds a variable of the answer, or compares.
  bool match(TermId term, const Constant& value) {
    if (!terms_.is_variable(term)) return constant(term) == value;
    return values_.emplace(terms_.name(term), value).first->second == value;
  }

  // Are all variables of the constraint bound? Others belong to the literals of the model.
  bool speaks_of_known(TermId term) const {
    if (terms_.is_variable(term))
      return terms_.name(term) == "_" || values_.count(terms_.name(term));
    const auto arguments = terms_.arguments(term);
    return std::all_of(arguments.begin(), arguments.end(),
                       [&](TermId argument) { return speaks_of_known(argument); });
  }

  bool satisfied(TermId constraint) const {
    if (terms_.is(constraint, "integer", 1)) {
      const Constant value = constant(terms_.argument(constraint, 0));
      return value.number && value.number->is_integer();
    }
    if (terms_[constraint].arity != 2) throw unclear(constraint);
    const TermId left = terms_.argument(constraint, 0), right = terms_.argument(constraint, 1);
    const std::string& sign = terms_.name(constraint);
    if (sign == "\\=") return !same(left, right);
    const std::optional<Number> a = number(left), b = number(right);
    if (!a || !b) return false;  // a comparison of numbers holds of numbers only
    if (sign == "#<") return *a < *b;
    if (sign == "#=<") return *a <= *b;
    if (sign == "#>") return *a > *b;
    if (sign == "#>=") return *a >= *b;
    if (sign == "#=") return *a == *b;
    if (sign == "#<>") return !(*a == *b);
    throw unclear(constraint);
  }

 private:
  std::logic_error unclear(TermId term) const {
    return std::logic_error("a constraint that is not understood: " +
                            logic::canonical_text(terms_, term));
  }

  Constant constant(TermId term) const {
    if (terms_.is_variable(term)) {
      const auto known = values_.find(terms_.name(term));
      if (known == values_.end()) throw unclear(term);
      return known->second;
    }
    if (terms_[term].kind == TermKind::atom) return {std::nullopt, terms_.name(term)};
    if (const auto value = number(term)) return {value, ""};
    throw unclear(term);
  }

  // `_` is every value, so that nothing differs from it.
  bool same(TermId a, TermId b) const {
    const auto any = [&](TermId t) { return terms_.is_variable(t) && terms_.name(t) == "_"; };
    if (any(a) || any(b)) return true;
    const auto compound = [&](TermId t) {
      return terms_[t].kind == TermKind::compound && !number(t);
    };
    if (!compound(a) && !compound(b)) return constant(a) == constant(b);
    if (!compound(a) || !compound(b)) return false;
    if (terms_.name(a) != terms_.name(b) || terms_[a].arity != terms_[b].arity) return false;
    for (std::size_t i = 0; i < terms_[a].arity; ++i) {
      if (!same(terms_.argument(a, i), terms_.argument(b, i))) return false;
    }
    return true;
  }

  std::optional<Number> number(TermId term) const {
    if (terms_.is_number(term)) return terms_.number(term);
    if (terms_.is_variable(term)) return constant(term).number;
    if (terms_.is(term, "-", 1)) {
      const auto of = number(terms_.argument(term, 0));
      return of ? std::optional(Number(0) - *of) : std::nullopt;
    }
    if (terms_[term].kind != TermKind::compound || terms_[term].arity != 2) return std::nullopt;
    const auto a = number(terms_.argument(term, 0)), b = number(terms_.argument(term, 1));
    if (!a || !b) return std::nullopt;
    const std::string& sign = terms_.name(term);
    if (sign == "+") return *a + *b;
    if (sign == "-") return *a - *b;
    if (sign == "*") return *a * *b;
    if (sign == "/" && b->sign() != 0) return *a / *b;
    return std::nullopt;
  }

  const logic::Terms& terms_;
  std::map<std::string, Constant> values_;
};

}  // namespace

ByLogic::ByLogic(const std::string& program, bool check)
    : program_(logic::read_program_text(program, "exported.lp", quietly())), check_(check) {
  const std::size_t from = program.find("?- ", program.find("\n?- ")) + 3;
  own_query_ = program.substr(from, program.find(".\n", from) - from);
}

std::vector<Answer> ByLogic::ask(const std::string& query, logic::Engine engine, bool all) {
  logic::set_query(program_, query, quietly());
  logic::SolveOptions options;
  options.engine = engine;
  options.check = check_;
  options.proofs = false;
  options.limits.seconds = most_seconds;
  logic::Solver solver(program_, options);
  std::vector<Answer> found;
  while (auto answer = solver.next()) {
    found.push_back(std::move(*answer));
    if (!all) break;
  }
  if (solver.cut() != logic::Cut::no) throw Trouble("cut", "?- " + query + ". took too long");
  const logic::SolveStatistics statistics = solver.statistics();
  if (statistics.refused > 0) {
    throw Trouble("checker", "?- " + query + ". has a wrong answer: " + statistics.refusal);
  }
  return found;
}

bool ByLogic::holds(const std::string& query, logic::Engine engine) {
  return !ask(query, engine, false).empty();
}

std::vector<Answer> ByLogic::answers(const std::string& query, logic::Engine engine) {
  return ask(query, engine, true);
}

bool covers(const Answer& answer, const std::vector<std::string>& variables,
            const model::Model& model, const model::Record& point) {
  Reader reader(answer);
  for (const logic::Binding& binding : answer.bindings) {
    const auto at = std::find(variables.begin(), variables.end(), binding.variable);
    if (at == variables.end()) throw std::logic_error("an unknown variable " + binding.variable);
    const auto f = static_cast<std::size_t>(at - variables.begin());
    if (point[f] && !reader.match(binding.value, constant_of(model.features[f], *point[f])))
      return false;
  }
  return std::all_of(answer.constraints.begin(), answer.constraints.end(), [&](TermId constraint) {
    return !reader.speaks_of_known(constraint) || reader.satisfied(constraint);
  });
}

std::string text_of(const Answer& answer) {
  std::string text;
  for (const logic::Binding& binding : answer.bindings) {
    text += (text.empty() ? "" : ", ") + binding.variable + " = " +
            logic::canonical_text(answer.terms, binding.value);
  }
  for (TermId constraint : answer.constraints) {
    text += ", " + logic::canonical_text(answer.terms, constraint);
  }
  return text;
}

}  // namespace cogs::differential
