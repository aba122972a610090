// SPDX-License-Identifier: Apache-2.0
//
// Terms: operators by how tightly they bind, calls, pools and tuples in parentheses.
#include <utility>

#include "logic/program/clingo_reader.h"

namespace cogs::logic {

namespace {

using Kind = ClingoToken::Kind;

}  // namespace

TermId ClingoReader::compound(std::string_view name, std::initializer_list<TermId> arguments,
                              std::uint32_t begin) {
  return compound(terms_.symbol(name), {arguments.begin(), arguments.size()}, begin);
}

TermId ClingoReader::compound(Symbol name, std::span<const TermId> arguments, std::uint32_t begin,
                              bool quoted) {
  const TermId id = terms_.add_compound(name, arguments, from(begin), quoted);
  if (terms_[id].depth > Terms::most_depth) fail(from(begin), "this is nested too deeply");
  return id;
}

// How tightly the operator at hand binds; none if there is no operator.
std::optional<std::size_t> ClingoReader::operator_level() const {
  if (token_.kind != Kind::symbol) return std::nullopt;
  const char first = token_.text[0];
  if (first == ',' || first == ')' || first == ';') return std::nullopt;
  for (std::size_t i = 0; i < std::size(levels); ++i) {
    const Level& at = levels[i];
    if (token_.text == at.first || token_.text == at.second || token_.text == at.third) return i;
  }
  return std::nullopt;
}

TermId ClingoReader::term(std::size_t least) {
  if (++depth_ > Terms::most_depth) fail(token_.span, "this is nested too deeply");
  const std::uint32_t begin = token_.span.begin;
  TermId left = power();
  for (auto level = operator_level(); level && *level >= least; level = operator_level()) {
    const std::string_view op = take().text;
    left = compound(op, {left, term(*level + 1)}, begin);
  }
  --depth_;
  return left;
}

TermId ClingoReader::power() {
  const std::uint32_t begin = token_.span.begin;
  const TermId base = unary();
  if (!accept("**")) return base;
  return compound("**", {base, power()}, begin);
}

TermId ClingoReader::unary() {
  const std::uint32_t begin = token_.span.begin;
  if (is("-") || is("~")) {
    const std::string_view op = take().text;
    if (op == "-" && token_.kind == Kind::number) {
      const ClingoToken number = take();
      return terms_.add_number(-number.number, from(begin));
    }
    if (++depth_ > Terms::most_depth) fail(token_.span, "this is nested too deeply");
    const TermId inner = unary();
    --depth_;
    return compound(op, {inner}, begin);
  }
  return primary();
}

TermId ClingoReader::primary() {
  const std::uint32_t begin = token_.span.begin;
  switch (token_.kind) {
    case Kind::number: {
      const ClingoToken number = take();
      return terms_.add_number(number.number, number.span);
    }
    case Kind::string: {
      const ClingoToken string = take();
      return terms_.add_named(TermKind::string, string.symbol, string.span);
    }
    case Kind::variable: {
      const ClingoToken variable = take();
      if (is("(")) {
        fail(variable.span,
             "`" + terms_.text(variable.symbol) + "` is a variable and cannot have arguments");
      }
      return terms_.add_named(TermKind::variable, variable.symbol, variable.span);
    }
    case Kind::directive:
      if (token_.text == "#sup" || token_.text == "#inf") {
        const ClingoToken name = take();
        return terms_.add_named(TermKind::atom, terms_.symbol(name.text), name.span);
      }
      break;
    case Kind::name: {
      const ClingoToken name = take();
      if (!is("(")) return terms_.add_named(TermKind::atom, name.symbol, name.span, name.quoted);
      return call(name);
    }
    case Kind::symbol:
      if (is("(")) return parenthesis();
      if (accept("|")) {
        const TermId inner = term();
        expect("|");
        return compound("abs", {inner}, begin);
      }
      break;
    default: break;
  }
  fail_unexpected("a term");
}

TermId ClingoReader::call(const ClingoToken& name) {
  take();
  std::vector<TermId> variants;
  do {
    std::vector<TermId> arguments;
    if (!is(")") && !is(";")) {
      do arguments.push_back(term());
      while (accept(","));
    }
    if (arguments.empty()) {
      variants.push_back(terms_.add_named(TermKind::atom, name.symbol, name.span, name.quoted));
    } else {
      variants.push_back(compound(name.symbol, arguments, name.span.begin, name.quoted));
    }
  } while (accept(";"));
  expect(")");
  if (variants.size() == 1) return compound_end(variants[0], name.span.begin);
  pools_ = true;
  return compound(terms_.symbol(pool_name), variants, name.span.begin);
}

// The same with its closing parenthesis.
TermId ClingoReader::compound_end(TermId made, std::uint32_t begin) {
  terms_.set_span(made, from(begin));
  return made;
}

// (a), the tuple (a,b), the pool (a;b).
TermId ClingoReader::parenthesis() {
  const std::uint32_t begin = take().span.begin;
  std::vector<TermId> variants;
  do {
    std::vector<TermId> members;
    bool tuple = false;
    while (!is(")") && !is(";")) {
      members.push_back(term());
      if (!accept(",")) break;
      tuple = true;
    }
    if (members.size() == 1 && !tuple) {
      variants.push_back(members[0]);
    } else if (members.empty()) {
      variants.push_back(terms_.add_named(TermKind::atom, terms_.symbol("()"), from(begin)));
    } else {
      variants.push_back(compound(terms_.symbol(""), members, begin));
    }
  } while (accept(";"));
  expect(")");
  if (variants.size() == 1) return variants[0];
  pools_ = true;
  return compound(terms_.symbol(pool_name), variants, begin);
}

}  // namespace cogs::logic
