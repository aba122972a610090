// SPDX-License-Identifier: Apache-2.0
//
// Small logic programs without function symbols, as the oracle sees them: made at random or read
// from a case, written out for the solver and for clingo, and given their stable models by
// stable_models.h. Nothing here knows how the solver reads or represents a program.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace cogs::asp {

// A constant: a name or an integer.
struct Value {
  bool is_number = false;
  std::int64_t number = 0;
  std::string name;

  static Value of(std::int64_t number) { return {true, number, {}}; }
  static Value of(std::string name) { return {false, 0, std::move(name)}; }
  std::string text() const { return is_number ? std::to_string(number) : name; }
  friend auto operator<=>(const Value&, const Value&) = default;
};

// A variable, a constant or a sum, difference or product.
struct Expression {
  enum class Kind { variable, value, plus, minus, times } kind = Kind::value;
  std::string variable;
  Value value;
  std::vector<Expression> parts;  // two, of an operation
};

Expression variable(std::string name);
Expression constant(Value value);

enum class Comparison {
  none,  // an atom
  unify,
  differ,  // = \=
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  unequal,  // < =< > >= =:= =\=
  hash_less,
  hash_less_equal,
  hash_greater,
  hash_greater_equal,
  hash_equal,
  hash_unequal,  // the same with #
  is,
};

struct Literal {
  bool negated = false;
  bool classical = false;  // -p
  Comparison comparison = Comparison::none;
  std::string predicate;
  std::vector<Expression> arguments;  // two, of a comparison

  bool is_atom() const { return comparison == Comparison::none; }
};

struct Clause {
  bool has_head = true;
  Literal head;
  std::vector<Literal> body;
};

struct Program {
  std::vector<Clause> clauses;
  std::vector<Literal> query;
};

enum class Dialect { solver, clingo };  // clingo's text has no query

std::string text(const Literal& literal, Dialect dialect = Dialect::solver);
std::string text(const Clause& clause, Dialect dialect = Dialect::solver);
std::string text(const Program& program, Dialect dialect = Dialect::solver);

// Reads what text() writes for the solver (and comments). Throws std::runtime_error.
Program read_small_program(const std::string& source);

// The variables, each once, in order of appearance.
std::vector<std::string> variables_of(const Literal& literal);
std::vector<std::string> variables_of(const std::vector<Literal>& literals);
// K, M and N are called so because they stand for numbers; comparisons have no others.
bool is_number_variable(const std::string& name);
// Does every variable occur in a positive atom of the body?
bool is_safe(const Clause& clause);
// All constants, sorted.
std::vector<Value> constants_of(const Program& program);

}  // namespace cogs::asp
