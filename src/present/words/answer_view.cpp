// SPDX-License-Identifier: Apache-2.0
#include "present/words/answer_view.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "present/words/safe_text.h"

namespace cogs::present {

using base::Number;
using logic::Literal;
using logic::TermId;

bool is_internal(std::string_view predicate) { return !predicate.empty() && predicate[0] == '$'; }

AnswerView::AnswerView(const logic::Program& program, const logic::Answer& answer, bool with_proof,
                       std::optional<int> decimals)
    : program_(program), answer_(answer), decimals_(decimals) {
  for (const logic::Binding& binding : answer.bindings) {
    query_variables_.insert(binding.variable);
  }
  choose_literals();
  count(with_proof);
  visible_.insert(order_.begin(), order_.end());
  facts_ = variable_facts(answer, order_);
  // A relation names its variables, so they need names.
  for (const auto& [variable, known] : facts_) {
    for (const Fact& fact : known.facts) {
      if (!fact.several) continue;
      occurrences_[variable] += 2;
      for (const std::string& other : others_of(fact)) {
        occurrences_[*named_.insert(other).first] += 2;
      }
    }
  }
}

void AnswerView::choose_literals() {
  if (program_.shown.empty() && program_.shows_nothing) return;
  if (program_.shown.empty()) {
    std::set<std::pair<std::string_view, std::size_t>> library;
    for (const logic::Predicate& p : program_.predicates) {
      if (p.library) library.emplace(program_.terms.text(p.name), p.arity);
    }
    for (const Literal& literal : answer_.literals) {
      const std::string& name = terms().name(literal.atom);
      if (is_internal(name)) continue;
      const bool hidden =
          !literal.classical && library.contains({name, terms()[literal.atom].arity});
      if (!hidden) literals_.push_back(literal);
    }
    return;
  }
  std::set<std::tuple<std::string_view, std::size_t, bool, bool>> shown;
  for (const logic::Shown& one : program_.shown) {
    const logic::Predicate& p = program_.predicates[one.predicate.index()];
    shown.emplace(program_.terms.text(p.name), p.arity, p.classical, one.negated);
  }
  for (const Literal& literal : answer_.literals) {
    const logic::Term& atom = terms()[literal.atom];
    if (shown.contains(
            {terms().name(literal.atom), atom.arity, literal.classical, literal.negated})) {
      literals_.push_back(literal);
    }
  }
}

void AnswerView::count(TermId id) {
  std::vector<TermId> waiting{id};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (terms().is_variable(next)) {
      const std::string& variable = terms().name(next);
      if (occurrences_[variable]++ == 0) order_.push_back(variable);
      continue;
    }
    const auto below = terms().arguments(next);
    waiting.insert(waiting.end(), below.rbegin(), below.rend());
  }
}

void AnswerView::count(bool with_proof) {
  for (const logic::Binding& binding : answer_.bindings) count(binding.value);
  for (const Literal& literal : literals_) count(literal.atom);
  if (!with_proof) return;
  for (const logic::ProofNode& node : answer_.proof) {
    if (node.kind == logic::NodeKind::literal) count(node.literal.atom);
    if (node.kind == logic::NodeKind::builtin || node.kind == logic::NodeKind::aggregate ||
        node.kind == logic::NodeKind::element || node.kind == logic::NodeKind::cost) {
      count(node.term);
    }
  }
}

std::vector<logic::Binding> AnswerView::bindings() const {
  std::vector<logic::Binding> out;
  for (const logic::Binding& binding : answer_.bindings) {
    const bool free = terms().is_variable(binding.value) &&
                      terms().name(binding.value) == binding.variable &&
                      facts(binding.variable).empty();
    if (!free) out.push_back(binding);
  }
  return out;
}

std::string AnswerView::name(std::string_view variable) const {
  if (query_variables_.contains(variable)) return std::string(variable);
  const auto found = occurrences_.find(variable);
  return found == occurrences_.end() || found->second < 2 ? "_" : std::string(variable);
}

const VariableFacts& AnswerView::facts(std::string_view variable) const {
  static const VariableFacts none;
  const auto found = facts_.find(variable);
  return found == facts_.end() ? none : found->second;
}

std::string AnswerView::number(const Number& number) const {
  if (decimals_ && !number.is_integer()) return rounded_text(number, *decimals_);
  return number_text(number);
}

std::string AnswerView::sum_text(const LinearSum& sum) const {
  std::string out;
  const auto add = [&](const Number& coefficient, const std::string& variable) {
    if (coefficient.sign() < 0) {
      out += "-";
    } else if (!out.empty()) {
      out += "+";
    }
    const Number size = coefficient.absolute();
    if (variable.empty()) {
      out += number(size);
    } else {
      out += size == Number(1) ? variable : number(size) + "*" + variable;
    }
  };
  // 3-Y rather than -Y+3.
  for (const auto& [variable, coefficient] : sum.terms) {
    if (coefficient.sign() > 0) add(coefficient, name(variable));
  }
  const bool constant_first = out.empty() && sum.constant.sign() > 0;
  if (constant_first) add(sum.constant, "");
  for (const auto& [variable, coefficient] : sum.terms) {
    if (coefficient.sign() < 0) add(coefficient, name(variable));
  }
  if (!constant_first && (sum.constant.sign() != 0 || out.empty())) add(sum.constant, "");
  return out;
}

std::string AnswerView::fact_text(const std::string& variable, const Fact& fact) const {
  switch (fact.kind) {
    case Fact::Kind::compare: {
      const std::string right = sum_text(fact.sum);
      return variable + fact.relation + (right[0] == '-' ? " " : "") + right;
    }
    case Fact::Kind::differ: return variable + " \\= " + plain_term(fact.term);
    case Fact::Kind::integer: return "integer(" + variable + ")";
    case Fact::Kind::other: break;
  }
  TermStyle plain = style();
  plain.wide_relations = terms().is(fact.term, "\\=", 2);
  plain.variable = [this](std::string_view other) { return name(other); };
  return safe_text(term_text(terms(), fact.term, plain, logic::argument_priority));
}

std::vector<std::string> AnswerView::others_of(const Fact& fact) const {
  if (fact.kind != Fact::Kind::compare) return variables_of(terms(), fact.term);
  std::vector<std::string> names;
  for (const auto& [other, coefficient] : fact.sum.terms) names.push_back(other);
  return names;
}

// Variables that are printed nowhere else bring their own facts along: X#>A,A#>3.
std::string AnswerView::facts_text(std::string_view variable) const {
  std::string out;
  std::vector<std::string> concerned{std::string(variable)};
  for (std::size_t i = 0; i < concerned.size(); ++i) {
    const std::string own = own_facts_text(concerned[i]);
    if (!own.empty()) out += (out.empty() ? "" : ",") + own;
    for (const Fact& fact : facts(concerned[i]).facts) {
      if (!fact.several) continue;
      for (const std::string& other : others_of(fact)) {
        const bool known = std::find(concerned.begin(), concerned.end(), other) != concerned.end();
        if (!known && !visible_.contains(other)) concerned.push_back(other);
      }
    }
  }
  return out;
}

std::string AnswerView::own_facts_text(std::string_view variable) const {
  const VariableFacts& known = facts(variable);
  const std::string own = name(variable);
  std::string out;
  if (!known.not_in.empty()) {
    out += own + " ∉ [";
    const char* separator = "";
    for (const TermId value : known.not_in) {
      out += separator + plain_term(value);
      separator = ",";
    }
    out += "]";
  }
  for (const Fact& fact : known.facts) {
    if (!out.empty()) out += ",";
    out += fact_text(own, fact);
  }
  return out;
}

std::string AnswerView::variable_text(std::string_view variable) const {
  if (variable == "_") return "_";
  auto [found, added] = texts_.try_emplace(std::string(variable));
  if (added) {
    const std::string constraints = facts_text(variable);
    found->second = name(variable) + (constraints.empty() ? "" : " | {" + constraints + "}");
  }
  return found->second;
}

TermStyle AnswerView::style() const {
  TermStyle style;
  style.decimals = decimals_;
  style.variable = [this](std::string_view variable) { return variable_text(variable); };
  return style;
}

std::string AnswerView::term(TermId id, int priority) const {
  return safe_text(term_text(terms(), id, style(), priority));
}

std::string AnswerView::plain_term(TermId id) const {
  TermStyle plain = style();
  plain.variable = [this](std::string_view variable) { return name(variable); };
  return safe_text(term_text(terms(), id, plain, logic::argument_priority));
}

std::string AnswerView::wide_term(TermId id) const {
  TermStyle wide = style();
  wide.wide_relations = true;
  wide.variable = [this](std::string_view variable) { return name(variable); };
  return safe_text(term_text(terms(), id, wide, logic::argument_priority));
}

std::string AnswerView::literal(const Literal& literal) const {
  std::string out = literal.negated ? "not " : "";
  if (literal.classical) out += "¬ ";
  return out + term(literal.atom);
}

}  // namespace cogs::present
