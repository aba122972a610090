// SPDX-License-Identifier: Apache-2.0
#include "asp/small_program.h"

#include <algorithm>
#include <set>
#include <utility>

namespace cogs::asp {

namespace {

std::string operator_text(Comparison comparison, Dialect dialect) {
  const bool clingo = dialect == Dialect::clingo;
  switch (comparison) {
    case Comparison::none: return "";
    case Comparison::unify: return "=";
    case Comparison::differ: return clingo ? "!=" : "\\=";
    case Comparison::less: return "<";
    case Comparison::less_equal: return clingo ? "<=" : "=<";
    case Comparison::greater: return ">";
    case Comparison::greater_equal: return ">=";
    case Comparison::equal: return clingo ? "=" : "=:=";
    case Comparison::unequal: return clingo ? "!=" : "=\\=";
    case Comparison::hash_less: return clingo ? "<" : "#<";
    case Comparison::hash_less_equal: return clingo ? "<=" : "#=<";
    case Comparison::hash_greater: return clingo ? ">" : "#>";
    case Comparison::hash_greater_equal: return clingo ? ">=" : "#>=";
    case Comparison::hash_equal: return clingo ? "=" : "#=";
    case Comparison::hash_unequal: return clingo ? "!=" : "#<>";
    case Comparison::is: return clingo ? "=" : "is";
  }
  return "";
}

std::string text(const Expression& e, bool nested = false) {
  switch (e.kind) {
    case Expression::Kind::variable: return e.variable;
    case Expression::Kind::value:
      return nested && e.value.is_number && e.value.number < 0 ? "(" + e.value.text() + ")"
                                                               : e.value.text();
    default: break;
  }
  const char* sign = e.kind == Expression::Kind::plus    ? "+"
                     : e.kind == Expression::Kind::minus ? "-"
                                                         : "*";
  const std::string inner = text(e.parts[0], true) + sign + text(e.parts[1], true);
  return nested ? "(" + inner + ")" : inner;
}

std::string joined(const std::vector<Literal>& literals, Dialect dialect) {
  std::string result;
  for (const Literal& literal : literals) {
    result += (result.empty() ? "" : ", ") + text(literal, dialect);
  }
  return result;
}

void collect(const Expression& e, std::vector<std::string>& into) {
  if (e.kind == Expression::Kind::variable && !std::count(into.begin(), into.end(), e.variable)) {
    into.push_back(e.variable);
  }
  for (const Expression& part : e.parts) collect(part, into);
}

void collect(const Expression& e, std::set<Value>& into) {
  if (e.kind == Expression::Kind::value) into.insert(e.value);
  for (const Expression& part : e.parts) collect(part, into);
}

}  // namespace

Expression variable(std::string name) {
  Expression e;
  e.kind = Expression::Kind::variable;
  e.variable = std::move(name);
  return e;
}

Expression constant(Value value) {
  Expression e;
  e.value = std::move(value);
  return e;
}

std::string text(const Literal& literal, Dialect dialect) {
  std::string result = literal.negated ? "not " : "";
  if (!literal.is_atom()) {
    return result + text(literal.arguments[0]) + " " + operator_text(literal.comparison, dialect) +
           " " + text(literal.arguments[1]);
  }
  if (literal.classical) result += "-";
  result += literal.predicate;
  if (literal.arguments.empty()) return result;
  std::string list;
  for (const Expression& e : literal.arguments) list += (list.empty() ? "" : ",") + text(e);
  return result + "(" + list + ")";
}

std::string text(const Clause& clause, Dialect dialect) {
  std::string result = clause.has_head ? text(clause.head, dialect) : "";
  if (!clause.body.empty()) {
    result += (clause.has_head ? " :- " : ":- ") + joined(clause.body, dialect);
  }
  return result + ".\n";
}

std::string text(const Program& program, Dialect dialect) {
  std::string result;
  for (const Clause& clause : program.clauses) result += text(clause, dialect);
  if (dialect == Dialect::solver && !program.query.empty()) {
    result += "?- " + joined(program.query, dialect) + ".\n";
  }
  return result;
}

std::vector<std::string> variables_of(const Literal& literal) {
  std::vector<std::string> result;
  for (const Expression& e : literal.arguments) collect(e, result);
  return result;
}

std::vector<std::string> variables_of(const std::vector<Literal>& literals) {
  std::vector<std::string> result;
  for (const Literal& literal : literals) {
    for (const Expression& e : literal.arguments) collect(e, result);
  }
  return result;
}

bool is_number_variable(const std::string& name) {
  return name[0] == 'K' || name[0] == 'M' || name[0] == 'N';
}

bool is_safe(const Clause& clause) {
  std::vector<Literal> all = clause.body, positive;
  if (clause.has_head) all.push_back(clause.head);
  for (const Literal& literal : clause.body) {
    if (literal.is_atom() && !literal.negated) positive.push_back(literal);
  }
  const auto bound = variables_of(positive);
  for (const std::string& name : variables_of(all)) {
    if (!std::count(bound.begin(), bound.end(), name)) return false;
  }
  return true;
}

std::vector<Value> constants_of(const Program& program) {
  std::set<Value> values;
  const auto add = [&](const Literal& literal) {
    for (const Expression& e : literal.arguments) collect(e, values);
  };
  for (const Clause& clause : program.clauses) {
    if (clause.has_head) add(clause.head);
    for (const Literal& literal : clause.body) add(literal);
  }
  for (const Literal& literal : program.query) add(literal);
  return {values.begin(), values.end()};
}

}  // namespace cogs::asp
