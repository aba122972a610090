// SPDX-License-Identifier: Apache-2.0
//
// Constants in rules and declarations: exact arithmetic on numbers, and values known by text.
#include "model/read/draft.h"

namespace cogs::model {

using logic::TermKind;

std::optional<Number> fold(Draft& draft, TermId id) {
  const logic::Terms& terms = draft.terms;
  const logic::Term& term = terms[id];
  if (term.kind == TermKind::number) return terms.number(id);
  if (term.kind != TermKind::compound || term.arity > 2) return std::nullopt;
  const std::string& name = terms.name(id);
  if (name.size() != 1 || std::string_view("+-*/").find(name) == std::string_view::npos) {
    return std::nullopt;
  }
  const std::optional<Number> left = fold(draft, terms.argument(id, 0));
  if (!left) return std::nullopt;
  if (term.arity == 1) {
    if (name == "-") return -*left;
    return name == "+" ? left : std::nullopt;
  }
  const std::optional<Number> right = fold(draft, terms.argument(id, 1));
  if (!right) return std::nullopt;
  switch (name[0]) {
    case '+': return *left + *right;
    case '-': return *left - *right;
    case '*': return *left * *right;
    default: break;
  }
  if (right->sign() != 0) return *left / *right;
  draft.messages.error(term.span, "this divides by zero");
  return Number(0);  // any number does: the reading has failed
}

std::optional<Value> constant_value(Draft& draft, TermId id) {
  const logic::Terms& terms = draft.terms;
  switch (terms[id].kind) {
    case TermKind::atom:
    case TermKind::string: return Value::of(terms.name(id));
    case TermKind::number: {
      Value value = Value::of(draft.written(id));
      // Spellings such as 0x1F are not known as texts of numbers.
      return value.number ? value : Value::of(terms.number(id));
    }
    case TermKind::variable: return std::nullopt;
    case TermKind::compound: break;
  }
  if (const auto number = fold(draft, id)) return Value::of(*number);
  return std::nullopt;
}

}  // namespace cogs::model
