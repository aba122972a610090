// SPDX-License-Identifier: Apache-2.0
#include "present/words/variable_facts.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace cogs::present {

namespace {

using base::Number;
using logic::Term;
using logic::TermId;
using logic::TermKind;
using logic::Terms;

using Coefficients = std::map<std::string, Number, std::less<>>;

struct Linear {
  Coefficients terms;
  Number constant;
};

std::optional<Number> constant_of(const Terms& terms, TermId id) {
  Number sign(1);
  while (terms.is(id, "-", 1) || terms.is(id, "+", 1)) {
    if (terms.name(id) == "-") sign = -sign;
    id = terms.argument(id, 0);
  }
  if (terms.is_number(id)) return sign * terms.number(id);
  if (terms.is(id, "/", 2)) {
    const TermId over = terms.argument(id, 0), under = terms.argument(id, 1);
    if (terms.is_number(over) && terms.is_number(under) && terms.number(under).sign() != 0) {
      return sign * terms.number(over) / terms.number(under);
    }
  }
  return std::nullopt;
}

// Adds `factor` times the expression; false if it is not linear.
bool add_expression(const Terms& terms, TermId expression, const Number& factor, Linear& out) {
  std::vector<std::pair<TermId, Number>> waiting{{expression, factor}};
  while (!waiting.empty()) {
    const auto [id, times] = waiting.back();
    waiting.pop_back();
    if (const auto value = constant_of(terms, id)) {
      out.constant += times * *value;
    } else if (terms.is_variable(id)) {
      if (terms.name(id) == "_") return false;
      out.terms[terms.name(id)] += times;
    } else if (terms.is(id, "-", 1) || terms.is(id, "+", 1)) {
      waiting.emplace_back(terms.argument(id, 0), terms.name(id) == "-" ? -times : times);
    } else if (terms.is(id, "+", 2) || terms.is(id, "-", 2)) {
      waiting.emplace_back(terms.argument(id, 0), times);
      waiting.emplace_back(terms.argument(id, 1), terms.name(id) == "-" ? -times : times);
    } else if (terms.is(id, "*", 2)) {
      const TermId left = terms.argument(id, 0), right = terms.argument(id, 1);
      if (const auto known = constant_of(terms, left)) {
        waiting.emplace_back(right, times * *known);
      } else if (const auto other = constant_of(terms, right)) {
        waiting.emplace_back(left, times * *other);
      } else {
        return false;
      }
    } else if (terms.is(id, "/", 2)) {
      const auto under = constant_of(terms, terms.argument(id, 1));
      if (!under || under->sign() == 0) return false;
      waiting.emplace_back(terms.argument(id, 0), times / *under);
    } else {
      return false;
    }
  }
  std::erase_if(out.terms, [](const auto& term) { return term.second.sign() == 0; });
  return true;
}

bool is_comparison(std::string_view name) {
  return name == "#=" || name == "#<>" || name == "#<" || name == "#>" || name == "#=<" ||
         name == "#>=";
}

std::string mirrored(const std::string& relation) {
  if (relation == "#<") return "#>";
  if (relation == "#>") return "#<";
  if (relation == "#=<") return "#>=";
  if (relation == "#>=") return "#=<";
  return relation;
}

int rank(const Fact& fact) {
  if (fact.kind == Fact::Kind::differ) return fact.several ? 10 : 4;
  if (fact.kind == Fact::Kind::integer) return 5;
  if (fact.kind == Fact::Kind::other) return 11;
  const int base = fact.several ? 6 : 0;
  if (fact.relation == "#=") return base;
  if (fact.relation == "#>" || fact.relation == "#>=") return base + 1;
  return base + (fact.relation == "#<>" ? 3 : 2);
}

class Collector {
 public:
  Collector(const logic::Answer& answer, const std::vector<std::string>& order)
      : terms_(answer.terms) {
    for (const std::string& name : order) places_.emplace(name, places_.size());
    for (const logic::Binding& binding : answer.bindings) {
      for (const std::string& name : variables_of(terms_, binding.value)) asked_.insert(name);
    }
  }

  void add(TermId constraint) {
    const Term& term = terms_[constraint];
    if (term.kind == TermKind::compound && term.arity == 2 &&
        is_comparison(terms_.name(constraint))) {
      if (add_comparison(constraint)) return;
    } else if (terms_.is(constraint, "\\=", 2)) {
      if (add_difference(constraint)) return;
    } else if (terms_.is(constraint, "integer", 1) &&
               terms_.is_variable(terms_.argument(constraint, 0))) {
      Fact fact;
      fact.kind = Fact::Kind::integer;
      fact.term = constraint;
      facts_[terms_.name(terms_.argument(constraint, 0))].facts.push_back(std::move(fact));
      return;
    }
    add_as_it_is(constraint);
  }

  FactsByVariable finish() {
    for (auto& [name, known] : facts_) {
      const auto less = [&](TermId a, TermId b) { return compare_terms(terms_, a, b) < 0; };
      const auto same = [&](TermId a, TermId b) { return compare_terms(terms_, a, b) == 0; };
      std::sort(known.not_in.begin(), known.not_in.end(), less);
      known.not_in.erase(std::unique(known.not_in.begin(), known.not_in.end(), same),
                         known.not_in.end());
      std::stable_sort(known.facts.begin(), known.facts.end(), [](const Fact& a, const Fact& b) {
        if (rank(a) != rank(b)) return rank(a) < rank(b);
        return a.is_bound() && b.is_bound() && a.sum.constant < b.sum.constant;
      });
    }
    return std::move(facts_);
  }

 private:
  bool comes_before(const std::string& a, const std::string& b) const {
    const auto at = places_.find(a), bt = places_.find(b);
    if (at != places_.end() && bt != places_.end()) return at->second < bt->second;
    if (at != places_.end() || bt != places_.end()) return at != places_.end();
    return a < b;
  }

  std::string first_of(const std::vector<std::string>& names) const {
    return *std::min_element(names.begin(), names.end(),
                             [&](const auto& a, const auto& b) { return comes_before(a, b); });
  }

  bool add_comparison(TermId constraint) {
    Linear all;
    if (!add_expression(terms_, terms_.argument(constraint, 0), Number(1), all) ||
        !add_expression(terms_, terms_.argument(constraint, 1), Number(-1), all)) {
      return false;
    }
    if (all.terms.empty()) return false;
    std::vector<std::string> names;
    for (const auto& [name, coefficient] : all.terms) names.push_back(name);
    std::sort(names.begin(), names.end(),
              [&](const auto& a, const auto& b) { return comes_before(a, b); });
    // How a variable of the query hangs together with one of the model is said there: the
    // bindings are for those who asked.
    const auto inner = std::find_if(names.rbegin(), names.rend(), [&](const auto& name) {
      return places_.contains(name) && !asked_.contains(name);
    });
    if (inner != names.rend()) std::rotate(names.begin(), inner.base() - 1, inner.base());
    const std::string owner = names.front();
    const Number divisor = -all.terms[owner];
    Fact fact;
    fact.relation = terms_.name(constraint);
    if (divisor.sign() > 0) fact.relation = mirrored(fact.relation);
    fact.several = names.size() > 1;
    fact.sum.constant = all.constant / divisor;
    for (std::size_t i = 1; i < names.size(); ++i) {
      fact.sum.terms.emplace_back(names[i], all.terms[names[i]] / divisor);
    }
    fact.term = constraint;
    facts_[owner].facts.push_back(std::move(fact));
    return true;
  }

  bool add_difference(TermId constraint) {
    TermId left = terms_.argument(constraint, 0), right = terms_.argument(constraint, 1);
    const auto named = [&](TermId id) { return terms_.is_variable(id) && terms_.name(id) != "_"; };
    if (named(right) && (!named(left) || comes_before(terms_.name(right), terms_.name(left)))) {
      std::swap(left, right);
    }
    if (!named(left)) return false;
    VariableFacts& known = facts_[terms_.name(left)];
    if (!terms_.has_variable(right)) {
      known.not_in.push_back(right);
      return true;
    }
    Fact fact;
    fact.kind = Fact::Kind::differ;
    fact.relation = "\\=";
    fact.term = right;
    fact.several = !variables_of(terms_, right).empty();
    known.facts.push_back(std::move(fact));
    return true;
  }

  void add_as_it_is(TermId constraint) {
    const std::vector<std::string> names = variables_of(terms_, constraint);
    if (names.empty()) return;  // it says nothing about any variable
    Fact fact;
    fact.kind = Fact::Kind::other;
    fact.term = constraint;
    fact.several = names.size() > 1;
    facts_[first_of(names)].facts.push_back(std::move(fact));
  }

  const Terms& terms_;
  std::unordered_map<std::string, std::size_t> places_;
  std::unordered_set<std::string> asked_;  // variables of the bindings
  FactsByVariable facts_;
};

int order_of_kind(TermKind kind) {
  switch (kind) {
    case TermKind::variable: return 0;
    case TermKind::number: return 1;
    case TermKind::atom: return 2;
    case TermKind::string: return 3;
    case TermKind::compound: return 4;
  }
  return 5;
}

int sign_of(std::strong_ordering ordering) { return ordering < 0 ? -1 : ordering > 0 ? 1 : 0; }

}  // namespace

FactsByVariable variable_facts(const logic::Answer& answer, const std::vector<std::string>& order) {
  Collector collector(answer, order);
  for (const TermId constraint : answer.constraints) collector.add(constraint);
  return collector.finish();
}

std::vector<std::string> variables_of(const Terms& terms, TermId id) {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  std::vector<TermId> waiting{id};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (terms.is_variable(next)) {
      if (terms.name(next) != "_" && seen.insert(terms.name(next)).second) {
        names.push_back(terms.name(next));
      }
      continue;
    }
    const auto below = terms.arguments(next);
    waiting.insert(waiting.end(), below.rbegin(), below.rend());
  }
  return names;
}

int compare_terms(const Terms& terms, TermId a, TermId b) {
  std::vector<std::pair<TermId, TermId>> waiting{{a, b}};
  while (!waiting.empty()) {
    const auto [left, right] = waiting.back();
    waiting.pop_back();
    if (left == right) continue;
    const Term &x = terms[left], &y = terms[right];
    if (x.kind != y.kind) return order_of_kind(x.kind) - order_of_kind(y.kind);
    if (x.kind == TermKind::number) {
      const int sign = sign_of(terms.number(left) <=> terms.number(right));
      if (sign != 0) return sign;
      if (x.decimal != y.decimal) return x.decimal ? -1 : 1;
      continue;
    }
    if (x.arity != y.arity) return x.arity < y.arity ? -1 : 1;
    const int sign = terms.name(left).compare(terms.name(right));
    if (sign != 0) return sign;
    const auto xs = terms.arguments(left), ys = terms.arguments(right);
    for (std::size_t i = xs.size(); i-- > 0;) waiting.emplace_back(xs[i], ys[i]);
  }
  return 0;
}

}  // namespace cogs::present
