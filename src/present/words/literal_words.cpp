// SPDX-License-Identifier: Apache-2.0
#include "present/words/literal_words.h"

#include <map>

#include "logic/syntax/characters.h"
#include "present/words/safe_text.h"
#include "present/words/term_text.h"

namespace cogs::present {

namespace {

using base::Number;
using logic::GoalKind;
using logic::Literal;
using logic::TermId;
using logic::TermKind;
using logic::Terms;
using logic::WordTemplate;

// What a template is looked up by.
std::string key_of(bool negated, bool classical, std::string_view name, std::size_t arity) {
  return (negated ? "n" : " ") + std::string(classical ? "-" : " ") + std::string(name) + "/" +
         std::to_string(arity);
}

// A variable of a template, which may also be written as an atom: #pred p('X').
std::optional<std::string> variable_name(const Terms& terms, TermId id) {
  if (terms.is_variable(id)) return terms.name(id);
  if (terms[id].kind != TermKind::atom) return std::nullopt;
  const std::string& name = terms.name(id);
  if (name.empty() || !(logic::is_upper(name[0]) || name[0] == '_')) return std::nullopt;
  return name;
}

bool same_constant(const Terms& a, TermId x, const Terms& b, TermId y) {
  if (a[x].kind != b[y].kind || a[x].arity != b[y].arity) return false;
  return a.is_number(x) ? a.number(x) == b.number(y) : a.name(x) == b.name(y);
}

const std::map<std::string_view, std::string_view>& relation_words() {
  static const std::map<std::string_view, std::string_view> words{
      {"<", "is less than"},
      {">", "is greater than"},
      {"=<", "is less than or equal to"},
      {">=", "is greater than or equal to"},
      {"=:=", "is equal to"},
      {"=\\=", "is not equal to"},
      {"#<", "is less than"},
      {"#>", "is greater than"},
      {"#=<", "is less than or equal to"},
      {"#>=", "is greater than or equal to"},
      {"#=", "is equal to"},
      {"#<>", "is not equal to"},
      {"=", "equals"},
      {"\\=", "differs from"},
      {"==", "is identical to"},
      {"\\==", "is not identical to"},
      {"@<", "comes before"},
      {"@>", "comes after"},
      {"@=<", "does not come after"},
      {"@>=", "does not come before"},
  };
  return words;
}

std::optional<bool> compared(GoalKind kind, const Number& a, const Number& b) {
  switch (kind) {
    case GoalKind::less:
    case GoalKind::number_less: return a < b;
    case GoalKind::less_equal:
    case GoalKind::number_less_equal: return a <= b;
    case GoalKind::greater:
    case GoalKind::number_greater: return a > b;
    case GoalKind::greater_equal:
    case GoalKind::number_greater_equal: return a >= b;
    case GoalKind::value_equal:
    case GoalKind::number_equal: return a == b;
    case GoalKind::value_differ:
    case GoalKind::number_differ: return a != b;
    default: return std::nullopt;
  }
}

bool has_kind(const Terms& terms, TermId id, std::string_view kind) {
  const TermKind is = terms[id].kind;
  if (kind == "var") return is == TermKind::variable;
  if (kind == "nonvar") return is != TermKind::variable;
  if (kind == "number" || kind == "rational") return is == TermKind::number;
  if (kind == "integer") return is == TermKind::number && terms.number(id).is_integer();
  if (kind == "atom") return is == TermKind::atom;
  if (kind == "string") return is == TermKind::string;
  if (kind == "compound") return is == TermKind::compound;
  if (kind == "ground") return !terms.has_variable(id);
  return false;
}

}  // namespace

std::string enumerated(const std::vector<std::string>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? ", " + std::string(last) + " " : ", ";
    out += words[i];
  }
  return out;
}

std::string with_article(std::string_view noun) {
  const bool vowel =
      !noun.empty() && std::string_view("aeioAEIO").find(noun[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

LiteralWords::LiteralWords(const logic::Program& program, const Terms& terms,
                           ValueWords value_words)
    : program_(program), terms_(terms), value_words_(std::move(value_words)) {
  for (std::size_t i = 0; i < program.templates.size(); ++i) {
    const logic::Goal& pattern = program.templates[i].pattern;
    if (pattern.kind != GoalKind::call) continue;
    const logic::Predicate& p = program.predicates[pattern.predicate.index()];
    templates_[key_of(pattern.negated, p.classical, program.terms.text(p.name), p.arity)].push_back(
        i);
  }
}

std::string LiteralWords::operator()(const Literal& literal) const {
  if (const auto words = by_template(literal)) return *words;
  Literal simpler = literal;
  if (literal.negated && literal.classical) {
    simpler.negated = simpler.classical = false;
    return "it may be the case that " + (*this)(simpler);
  }
  if (literal.negated) {
    simpler.negated = false;
    return "there is no evidence that " + (*this)(simpler);
  }
  if (literal.classical) {
    simpler.classical = false;
    return "it is not the case that " + (*this)(simpler);
  }
  std::vector<std::string> arguments;
  for (const TermId argument : terms_.arguments(literal.atom)) {
    arguments.push_back(value_words_(argument, ""));
  }
  const std::string name = safe_text(terms_.name(literal.atom));
  return arguments.empty() ? name + " holds" : name + " holds for " + enumerated(arguments, "and");
}

std::optional<std::string> LiteralWords::by_template(const Literal& literal) const {
  const auto found = templates_.find(key_of(literal.negated, literal.classical,
                                            terms_.name(literal.atom), terms_[literal.atom].arity));
  if (found == templates_.end()) return std::nullopt;
  for (const std::size_t index : found->second) {
    const WordTemplate& words = program_.templates[index];
    Values values;
    if (matches(words, literal.atom, values)) return fill(words.text, values);
  }
  return std::nullopt;
}

bool LiteralWords::matches(const WordTemplate& words, TermId atom, Values& values) const {
  std::vector<std::pair<TermId, TermId>> waiting;
  const auto push_arguments = [&](TermId pattern, TermId term) {
    const auto left = program_.terms.arguments(pattern), right = terms_.arguments(term);
    for (std::size_t i = 0; i < left.size(); ++i) waiting.emplace_back(left[i], right[i]);
  };
  push_arguments(words.pattern.term, atom);
  while (!waiting.empty()) {
    const auto [pattern, term] = waiting.back();
    waiting.pop_back();
    if (const auto name = variable_name(program_.terms, pattern)) {
      if (*name != "_") values.emplace(*name, term);
    } else if (!same_constant(program_.terms, pattern, terms_, term)) {
      return false;
    } else {
      push_arguments(pattern, term);
    }
  }
  for (const logic::Goal& condition : words.when) {
    if (holds(condition, values) == condition.negated) return false;
  }
  return true;
}

// Conditions of the longer form of #pred test values; one that cannot be tested is false.
bool LiteralWords::holds(const logic::Goal& condition, const Values& values) const {
  const auto arguments = program_.terms.arguments(condition.term);
  const auto value_of = [&](TermId id) -> std::pair<const Terms*, TermId> {
    if (const auto name = variable_name(program_.terms, id)) {
      if (const auto found = values.find(*name); found != values.end()) {
        return {&terms_, found->second};
      }
    }
    return {&program_.terms, id};
  };
  if (condition.kind == GoalKind::yes) return true;
  if (arguments.size() == 1) {
    const auto [terms, id] = value_of(arguments[0]);
    return has_kind(*terms, id, program_.terms.name(condition.term));
  }
  if (arguments.size() != 2) return false;
  const auto [a, x] = value_of(arguments[0]);
  const auto [b, y] = value_of(arguments[1]);
  if (condition.kind == GoalKind::unify || condition.kind == GoalKind::identical) {
    return term_text(*a, x) == term_text(*b, y);
  }
  if (condition.kind == GoalKind::differ || condition.kind == GoalKind::not_identical) {
    return term_text(*a, x) != term_text(*b, y);
  }
  if (!a->is_number(x) || !b->is_number(y)) return false;
  return compared(condition.kind, a->number(x), b->number(y)).value_or(false);
}

// Places for values are @(X), @(X:type), {{X}} and {{X:type}}.
std::string LiteralWords::fill(const std::string& text, const Values& values) const {
  std::string out, plain;
  for (std::size_t at = 0; at < text.size();) {
    const bool braces = text.compare(at, 2, "{{") == 0;
    const auto end = braces                           ? text.find("}}", at)
                     : text.compare(at, 2, "@(") == 0 ? text.find(')', at)
                                                      : std::string::npos;
    if (end == std::string::npos) {
      plain += text[at++];
      continue;
    }
    const std::string inside = text.substr(at + 2, end - at - 2);
    const auto colon = inside.find(':');
    const auto found = values.find(inside.substr(0, colon));
    if (found == values.end()) {
      plain += text[at++];
      continue;
    }
    const std::string type = colon == std::string::npos ? "" : inside.substr(colon + 1);
    out += safe_text(plain) + value_words_(found->second, safe_text(type));
    plain.clear();
    at = end + (braces ? 2 : 1);
  }
  return out + safe_text(plain);
}

std::string LiteralWords::builtin(TermId goal,
                                  const std::function<std::string(TermId)>& expression) const {
  const auto arguments = terms_.arguments(goal);
  if (arguments.size() == 2) {
    if (terms_.name(goal) == "is") {
      return expression(arguments[1]) + " is " + expression(arguments[0]);
    }
    const auto found = relation_words().find(terms_.name(goal));
    if (found != relation_words().end()) {
      return expression(arguments[0]) + " " + std::string(found->second) + " " +
             expression(arguments[1]);
    }
  }
  if (terms_.is(goal, "integer", 1)) return expression(arguments[0]) + " is an integer";
  if (terms_.is(goal, "findall", 3)) {
    return expression(arguments[2]) + " is the list of all " + expression(arguments[0]) +
           " for which " + expression(arguments[1]);
  }
  if (terms_.is(goal, "forall", 2)) {
    return expression(arguments[1]) + " for every " + expression(arguments[0]);
  }
  if (arguments.empty()) return safe_text(terms_.name(goal)) + " holds";
  return expression(goal) + " holds";
}

}  // namespace cogs::present
