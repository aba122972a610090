// SPDX-License-Identifier: Apache-2.0
#include "asp/answer_meaning.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace cogs::asp {

namespace {

using base::Number;
using logic::TermId;
using logic::TermKind;
using logic::Terms;

std::optional<Value> value_of(const Terms& terms, TermId id, const Assignment& assignment) {
  switch (terms[id].kind) {
    case TermKind::atom: return Value::of(terms.name(id));
    case TermKind::number: {
      const auto integer = terms.number(id).to_int64();
      if (!integer) return std::nullopt;
      return Value::of(*integer);
    }
    case TermKind::variable: {
      const auto at = assignment.find(terms.name(id));
      if (at == assignment.end()) return std::nullopt;
      return at->second;
    }
    default: return std::nullopt;
  }
}

std::optional<Number> number_of(const Terms& terms, TermId id, const Assignment& assignment) {
  if (terms[id].kind == TermKind::number) return terms.number(id);
  if (terms[id].kind == TermKind::compound) {
    std::vector<Number> parts;
    for (const TermId argument : terms.arguments(id)) {
      const auto part = number_of(terms, argument, assignment);
      if (!part) return std::nullopt;
      parts.push_back(*part);
    }
    const std::string& sign = terms.name(id);
    if (parts.size() == 1) return sign == "-" ? -parts[0] : parts[0];
    if (parts.size() != 2) return std::nullopt;
    if (sign == "+") return parts[0] + parts[1];
    if (sign == "-") return parts[0] - parts[1];
    if (sign == "*") return parts[0] * parts[1];
    if (sign == "/" && parts[1].sign() != 0) return parts[0] / parts[1];
    return std::nullopt;
  }
  const auto value = value_of(terms, id, assignment);
  if (!value || !value->is_number) return std::nullopt;
  return Number(value->number);
}

void collect_variables(const Terms& terms, TermId id, std::vector<std::string>& into) {
  if (terms.is_variable(id)) {
    const std::string& name = terms.name(id);
    if (name != "_" && !std::count(into.begin(), into.end(), name)) into.push_back(name);
  }
  if (terms[id].kind != TermKind::compound) return;
  for (const TermId argument : terms.arguments(id)) collect_variables(terms, argument, into);
}

// Could the two be equal for some value of `_`? Other variables are assigned.
bool could_be_equal(const Terms& terms, TermId left, TermId right, const Assignment& assignment) {
  const auto is_wild = [&](TermId id) { return terms.is_variable(id) && terms.name(id) == "_"; };
  if (is_wild(left) || is_wild(right)) return true;
  const bool left_compound = terms[left].kind == TermKind::compound;
  const bool right_compound = terms[right].kind == TermKind::compound;
  if (left_compound != right_compound) return false;
  if (!left_compound) {
    const auto l = value_of(terms, left, assignment), r = value_of(terms, right, assignment);
    return l && r && *l == *r;
  }
  const auto l = terms.arguments(left), r = terms.arguments(right);
  if (terms.name(left) != terms.name(right) || l.size() != r.size()) return false;
  for (std::size_t i = 0; i < l.size(); ++i) {
    if (!could_be_equal(terms, l[i], r[i], assignment)) return false;
  }
  return true;
}

bool constraint_holds(const Terms& terms, TermId id, const Assignment& assignment) {
  const std::string& name = terms.name(id);
  const auto arguments = terms.arguments(id);
  if (name == "integer") {
    const auto number = number_of(terms, arguments[0], assignment);
    return number && number->is_integer();
  }
  if (name == "\\=") return !could_be_equal(terms, arguments[0], arguments[1], assignment);
  if (name == "=") return could_be_equal(terms, arguments[0], arguments[1], assignment);
  const auto left = number_of(terms, arguments[0], assignment);
  const auto right = number_of(terms, arguments[1], assignment);
  if (!left || !right) return false;
  // A goal that is not linear may be shown as it was written.
  if (name == "#<" || name == "<") return *left < *right;
  if (name == "#>" || name == ">") return *left > *right;
  if (name == "#=<" || name == "=<") return *left <= *right;
  if (name == "#>=" || name == ">=") return *left >= *right;
  if (name == "#=" || name == "=:=" || name == "is") return *left == *right;
  if (name == "#<>" || name == "=\\=") return !(*left == *right);
  return false;
}

std::string term_text(const Terms& terms, TermId id,
                      const std::function<std::string(const std::string&)>& variable) {
  switch (terms[id].kind) {
    case TermKind::variable: return variable(terms.name(id));
    case TermKind::number: return terms.number(id).text();
    case TermKind::compound: break;
    default: return terms.name(id);
  }
  std::string list;
  for (const TermId argument : terms.arguments(id)) {
    list += (list.empty() ? "" : ",") + term_text(terms, argument, variable);
  }
  return terms.name(id) + "(" + list + ")";
}

}  // namespace

AnswerMeaning::AnswerMeaning(const logic::Answer& answer, const std::vector<Value>& universe)
    : answer_(answer), universe_(universe) {
  std::vector<std::string> all;
  for (const logic::Binding& b : answer.bindings) collect_variables(answer.terms, b.value, all);
  for (const logic::Literal& l : answer.literals) collect_variables(answer.terms, l.atom, all);
  for (const TermId c : answer.constraints) collect_variables(answer.terms, c, all);
  for (std::string& name : all) {
    if (!is_universal(name)) each_.push_back(std::move(name));
  }
}

bool AnswerMeaning::is_universal(const std::string& variable) const {
  return std::count(answer_.universal.begin(), answer_.universal.end(), variable) > 0;
}

// Only those constraints whose variables are assigned; with `all_assigned` the others are false.
bool AnswerMeaning::constraints_hold(const Assignment& assignment, bool all_assigned) const {
  for (const TermId constraint : answer_.constraints) {
    std::vector<std::string> variables;
    collect_variables(answer_.terms, constraint, variables);
    const bool assigned = std::all_of(variables.begin(), variables.end(),
                                      [&](const auto& v) { return assignment.count(v) > 0; });
    if (assigned ? !constraint_holds(answer_.terms, constraint, assignment) : all_assigned) {
      return false;
    }
  }
  return true;
}

bool AnswerMeaning::choose(std::size_t from, Assignment& choice, std::size_t& left,
                           const std::function<bool(const Assignment&)>& use) const {
  if (left == 0) return false;
  --left;
  if (!constraints_hold(choice, false)) return false;
  while (from < each_.size() && choice.count(each_[from])) ++from;
  if (from == each_.size()) return use(choice);
  for (const Value& value : universe_) {
    choice[each_[from]] = value;
    if (choose(from + 1, choice, left, use)) return true;
  }
  choice.erase(each_[from]);
  return false;
}

bool AnswerMeaning::any_choice(const Assignment& query,
                               const std::function<bool(const Assignment&)>& use) const {
  Assignment choice;
  for (const logic::Binding& binding : answer_.bindings) {
    const auto wanted = query.find(binding.variable);
    if (wanted == query.end()) continue;
    if (answer_.terms.is_variable(binding.value)) {
      const std::string& name = answer_.terms.name(binding.value);
      // A query variable of kind `all` may have any value.
      if (choice.try_emplace(name, wanted->second).first->second != wanted->second) return false;
    } else if (value_of(answer_.terms, binding.value, {}) != wanted->second) {
      return false;
    }
  }
  std::size_t left = 20000;
  return choose(0, choice, left, use);
}

std::optional<Assignment> AnswerMeaning::bindings(const Assignment& choice) const {
  Assignment result;
  for (const logic::Binding& binding : answer_.bindings) {
    const auto value = value_of(answer_.terms, binding.value, choice);
    if (!value) return std::nullopt;
    result[binding.variable] = *value;
  }
  return result;
}

std::optional<std::string> AnswerMeaning::broken_literal(const Assignment& choice,
                                                         const Model& model) const {
  for (const logic::Literal& literal : answer_.literals) {
    std::vector<std::string> open;
    collect_variables(answer_.terms, literal.atom, open);
    open.erase(std::remove_if(open.begin(), open.end(),
                              [&](const auto& v) { return choice.count(v) > 0; }),
               open.end());
    std::optional<std::string> broken;
    const std::function<void(std::size_t, Assignment&)> every = [&](std::size_t at, Assignment& a) {
      if (broken || !constraints_hold(a, false)) return;
      if (at < open.size()) {
        for (const Value& value : universe_) {
          a[open[at]] = value;
          every(at + 1, a);
        }
        a.erase(open[at]);
        return;
      }
      const std::string atom = (literal.classical ? "-" : "") +
                               term_text(answer_.terms, literal.atom, [&](const std::string& v) {
                                 const auto found = a.find(v);
                                 return found == a.end() ? "_" : found->second.text();
                               });
      if ((model.count(atom) > 0) == literal.negated)
        broken = (literal.negated ? "not " : "") + atom;
    };
    Assignment assignment = choice;
    every(0, assignment);
    if (broken) return broken;
  }
  return std::nullopt;
}

std::optional<std::string> AnswerMeaning::malformed(
    const std::vector<std::string>& query_variables) const {
  std::set<std::string> expected(query_variables.begin(), query_variables.end()), given;
  for (const logic::Binding& binding : answer_.bindings) given.insert(binding.variable);
  if (expected != given || given.size() != answer_.bindings.size()) {
    return "the bindings are not exactly those of the query's variables";
  }
  std::set<std::string> seen;
  for (const logic::Literal& literal : answer_.literals) {
    const auto kind = answer_.terms[literal.atom].kind;
    if (kind != TermKind::atom && kind != TermKind::compound) return "a literal is no atom";
    const std::string key =
        (literal.negated ? "not " : "") + std::string(literal.classical ? "-" : "") +
        term_text(answer_.terms, literal.atom, [](const std::string& v) { return v; });
    if (!seen.insert(key).second && key.find('_') == std::string::npos) {
      return "a literal is listed twice: " + key;
    }
  }
  return std::nullopt;
}

std::string AnswerMeaning::canonical() const {
  std::map<std::string, std::string> names;
  const auto name = [&](const std::string& v) {
    if (v == "_") return v;
    return names.try_emplace(v, "V" + std::to_string(names.size())).first->second;
  };
  std::string result;
  for (const logic::Binding& b : answer_.bindings) {
    result += b.variable + "=" + term_text(answer_.terms, b.value, name) + " ";
  }
  for (const logic::Literal& l : answer_.literals) {
    result += (l.negated ? "not " : "") + std::string(l.classical ? "-" : "") +
              term_text(answer_.terms, l.atom, name) + " ";
  }
  for (const TermId c : answer_.constraints) result += "| " + term_text(answer_.terms, c, name);
  return result;
}

std::string AnswerMeaning::text() const {
  const auto same = [](const std::string& v) { return v; };
  std::string result = "{";
  for (const logic::Literal& l : answer_.literals) {
    result += (result.size() > 1 ? ", " : " ") + std::string(l.negated ? "not " : "") +
              (l.classical ? "-" : "") + term_text(answer_.terms, l.atom, same);
  }
  result += " }";
  for (const logic::Binding& b : answer_.bindings) {
    result += "  " + b.variable + " = " + term_text(answer_.terms, b.value, same);
  }
  for (const TermId c : answer_.constraints) result += "  | " + term_text(answer_.terms, c, same);
  for (const std::string& v : answer_.universal) result += "  all " + v;
  return result;
}

}  // namespace cogs::asp
