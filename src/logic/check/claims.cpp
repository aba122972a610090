// SPDX-License-Identifier: Apache-2.0
#include "logic/check/claims.h"

#include <algorithm>
#include <utility>

namespace cogs::logic::check {

namespace {

constexpr std::size_t most_universe = 40, most_choices = 5, most_samples = 60;

std::string key_of(const std::string& name, std::size_t arity, bool classical) {
  return (classical ? "-" : "") + name + "/" + std::to_string(arity);
}

}  // namespace

Claims::Claims(const Program& program, const Answer& answer, Values& values)
    : program_(program),
      answer_(answer),
      values_(values),
      opposites_(program.predicates.size()),
      known_(2 * program.predicates.size()),
      positive_atoms_(program.predicates.size()) {
  for (std::size_t i = 0; i < program.predicates.size(); ++i) {
    const Predicate& p = program.predicates[i];
    const std::string& name = program.terms.text(p.name);
    predicates_.emplace(key_of(name, p.arity, p.classical), PredicateId(i));
  }
  for (std::size_t i = 0; i < program.predicates.size(); ++i) {
    const Predicate& p = program.predicates[i];
    const auto at = predicates_.find(key_of(program.terms.text(p.name), p.arity, !p.classical));
    if (at != predicates_.end()) opposites_[i] = at->second;
  }
  collect_universe();
  std::vector<TermId> variables;
  for (const Binding& b : answer.bindings) collect_variables(answer.terms, b.value, variables);
  for (const Literal& l : answer.literals) {
    if (answer.terms.has_variable(l.atom)) collect_variables(answer.terms, l.atom, variables);
  }
  for (const TermId c : answer.constraints) collect_variables(answer.terms, c, variables);
  for (const TermId variable : variables) {
    if (answer.terms.name(variable) != "_" && !is_universal(variable)) each_.push_back(variable);
  }
  for (const TermId c : answer.constraints) collect_variables(answer.terms, c, tied_);
  std::erase_if(tied_, [&](TermId variable) { return !is_universal(variable); });
}

bool Claims::is_universal(TermId variable) const {
  const auto& list = answer_.universal;
  return std::find(list.begin(), list.end(), answer_.terms.name(variable)) != list.end();
}

void Claims::collect_constants(const Terms& terms, TermId term) {
  std::vector<TermId> waiting{term};
  while (!waiting.empty() && universe_.size() < most_universe) {
    const TermId id = waiting.back();
    waiting.pop_back();
    if (terms[id].kind == TermKind::compound) {
      const auto arguments = terms.arguments(id);
      waiting.insert(waiting.end(), arguments.begin(), arguments.end());
    } else if (!terms.is_variable(id)) {
      const auto value = values_.build(terms, id, {});
      if (in_universe_.insert(*value).second) universe_.push_back(*value);
    }
  }
}

// The arguments' constants of the answer first, then those of the program, then strangers.
void Claims::collect_universe() {
  const auto arguments_of = [&](const Terms& terms, TermId atom) {
    if (terms[atom].kind != TermKind::compound) return;
    for (const TermId argument : terms.arguments(atom)) collect_constants(terms, argument);
  };
  for (const TermId c : answer_.constraints) arguments_of(answer_.terms, c);
  for (const Binding& b : answer_.bindings) collect_constants(answer_.terms, b.value);
  for (const Literal& l : answer_.literals) arguments_of(answer_.terms, l.atom);
  for (const Clause& clause : program_.clauses) {
    if (universe_.size() >= most_universe) break;
    if (clause.has_head) arguments_of(program_.terms, clause.head);
    for (const Goal& goal : clause.body) arguments_of(program_.terms, goal.term);
  }
  std::vector<base::Number> numbers;
  for (const ValueId value : universe_) {
    if (values_.kind(value) == TermKind::number) numbers.push_back(values_.number_of(value));
  }
  std::sort(numbers.begin(), numbers.end());
  std::vector<ValueId> strangers{values_.named(TermKind::atom, "'a stranger'")};
  if (!numbers.empty()) {
    strangers.push_back(values_.number(numbers.back() + 1));
    strangers.push_back(values_.number(numbers.front() - 1));
    for (std::size_t i = 0; i + 1 < numbers.size() && i < 6; ++i) {
      strangers.push_back(values_.number((numbers[i] + numbers[i + 1]) / 2));
    }
  } else if (!answer_.constraints.empty()) {
    strangers.push_back(values_.number(0));
  }
  for (const ValueId value : strangers) {
    if (in_universe_.insert(value).second) universe_.push_back(value);
  }
}

Claims::Truth Claims::constraint(TermId term, const Environment& environment) {
  const Terms& terms = answer_.terms;
  const std::string& name = terms.name(term);
  const auto truth = [](bool holds) { return holds ? Truth::yes : Truth::no; };
  if (terms.is(term, "not", 1)) {
    switch (constraint(terms.argument(term, 0), environment)) {
      case Truth::yes: return Truth::no;
      case Truth::no: return Truth::yes;
      case Truth::open: return Truth::open;
    }
  }
  if (name == "\\=" || name == "=") {
    TermId pattern = terms.argument(term, 0), other = terms.argument(term, 1);
    auto value = values_.build(terms, other, environment);
    if (!value) {
      std::swap(pattern, other);
      value = values_.build(terms, other, environment);
      if (!value) return Truth::open;
    }
    std::vector<TermId> variables;
    collect_variables(terms, pattern, variables);
    for (const TermId v : variables) {
      if (terms.name(v) != "_" && !environment.find(variable_key(terms, v))) return Truth::open;
    }
    Environment scratch = environment;
    return truth(values_.match(terms, pattern, *value, scratch) == (name == "="));
  }
  if (terms[term].arity == 0 || terms[term].arity > 2) {
    beyond_ = true;
    return Truth::yes;
  }
  base::Number left, right;
  for (std::size_t i = 0; i < terms[term].arity; ++i) {
    switch (evaluate(values_, terms, terms.argument(term, i), environment, i ? right : left)) {
      case Evaluation::fine: break;
      case Evaluation::unbound: return Truth::open;
      case Evaluation::wrong: return Truth::no;
      case Evaluation::unknown: beyond_ = true; return Truth::yes;
    }
  }
  if (name == "integer") return truth(left.is_integer());
  // A goal that is not linear may be there as it was written.
  if (name == "#<" || name == "<") return truth(left < right);
  if (name == "#>" || name == ">") return truth(left > right);
  if (name == "#=<" || name == "=<") return truth(left <= right);
  if (name == "#>=" || name == ">=") return truth(left >= right);
  if (name == "#=" || name == "=:=" || name == "is") return truth(left == right);
  if (name == "#<>" || name == "=\\=") return truth(!(left == right));
  beyond_ = true;
  return Truth::yes;
}

bool Claims::constraints_allow(const Environment& environment) {
  return std::none_of(answer_.constraints.begin(), answer_.constraints.end(),
                      [&](TermId c) { return constraint(c, environment) == Truth::no; });
}

bool Claims::tied_constraints_allow(Environment& environment) {
  for (bool more = true; more;) {
    more = false;
    for (const TermId variable : tied_) {
      const std::uint64_t key = variable_key(answer_.terms, variable);
      if (environment.find(key)) continue;
      const auto forced = forced_value(variable, environment);
      if (!forced) continue;
      environment.set(key, *forced);
      more = true;
    }
  }
  return constraints_allow(environment);
}

// An equation in which the variable is the only open one.
std::optional<ValueId> Claims::forced_value(TermId variable, Environment& environment) {
  const Terms& terms = answer_.terms;
  const std::uint64_t key = variable_key(terms, variable);
  const std::size_t mark = environment.size();
  for (const TermId c : answer_.constraints) {
    if (!terms.is(c, "#=", 2)) continue;
    const auto difference_at = [&](int x) -> std::optional<base::Number> {
      environment.set(key, values_.number(x));
      base::Number left, right;
      const bool fine =
          evaluate(values_, terms, terms.argument(c, 0), environment, left) == Evaluation::fine &&
          evaluate(values_, terms, terms.argument(c, 1), environment, right) == Evaluation::fine;
      environment.cut_to(mark);
      if (!fine) return std::nullopt;
      return left - right;
    };
    const auto at_zero = difference_at(0), at_one = difference_at(1);
    if (!at_zero || !at_one) continue;
    const base::Number slope = *at_one - *at_zero;
    if (slope.sign() != 0) return values_.number(-*at_zero / slope);
  }
  return std::nullopt;
}

bool Claims::complete(std::size_t from, std::size_t rotation, Environment& environment,
                      std::size_t& steps) {
  if (steps == 0) return false;
  --steps;
  if (!constraints_allow(environment)) return false;
  if (from == each_.size()) return true;
  const std::uint64_t key = variable_key(answer_.terms, each_[from]);
  const std::size_t mark = environment.size();
  if (const auto forced = forced_value(each_[from], environment)) {
    environment.set(key, *forced);
    if (complete(from + 1, rotation, environment, steps)) return true;
    environment.cut_to(mark);
    return false;
  }
  for (std::size_t i = 0; i < universe_.size(); ++i) {
    environment.set(key, universe_[(i + rotation * (from + 1)) % universe_.size()]);
    if (complete(from + 1, rotation, environment, steps)) return true;
    environment.cut_to(mark);
  }
  return false;
}

bool Claims::find_choices() {
  if (each_.size() > 500) return false;
  std::size_t attempts = each_.empty() ? 1 : most_choices;
  const std::size_t stride = universe_.empty() ? 1 : 1 + universe_.size() / most_choices;
  for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
    Environment environment;
    std::size_t steps = 5000;
    if (!complete(0, attempt * stride, environment, steps)) continue;
    choices_.push_back(std::move(environment));
  }
  return !choices_.empty();
}

void Claims::choose(std::size_t index) {
  choice_ = choices_[index];
  for (Known& k : known_) k = {};
  for (auto& atoms : positive_atoms_) atoms.clear();
  samples_.clear();
  for (const Literal& literal : answer_.literals) add(literal);
}

void Claims::add(const Literal& literal) {
  const Terms& terms = answer_.terms;
  const auto at = predicates_.find(
      key_of(terms.name(literal.atom), terms[literal.atom].arity, literal.classical));
  std::optional<PredicateId> predicate;
  if (at != predicates_.end()) predicate = at->second;
  if (const auto ground = values_.build(terms, literal.atom, choice_)) {
    if (predicate) {
      if (!known(*predicate, literal.negated).ground.insert(*ground).second) return;
      if (!literal.negated) positive_atoms_[predicate->index()].push_back(*ground);
    }
    samples_.push_back({predicate, literal.negated, *ground});
    return;
  }
  if (predicate) known(*predicate, literal.negated).open.push_back(literal.atom);
  std::vector<TermId> open;
  collect_variables(terms, literal.atom, open);
  std::erase_if(open, [&](TermId v) { return choice_.find(variable_key(terms, v)) != nullptr; });
  sample(literal, predicate, open);
}

// Values for the open variables like the digits of a counter, within the constraints.
void Claims::sample(const Literal& literal, std::optional<PredicateId> predicate,
                    const std::vector<TermId>& open) {
  std::vector<std::size_t> digits(open.size(), 0);
  std::size_t taken = 0;
  for (std::size_t tries = 0; tries < 4000 && taken < most_samples; ++tries) {
    Environment environment = choice_;
    for (std::size_t i = 0; i < open.size(); ++i) {
      environment.set(variable_key(answer_.terms, open[i]), universe_[digits[i]]);
    }
    if (tied_constraints_allow(environment)) {
      const auto atom = values_.build(answer_.terms, literal.atom, environment);
      samples_.push_back({predicate, literal.negated, *atom});
      if (predicate && !literal.negated) positive_atoms_[predicate->index()].push_back(*atom);
      ++taken;
    }
    std::size_t at = 0;
    while (at < digits.size() && ++digits[at] == universe_.size()) digits[at++] = 0;
    if (at == digits.size()) return;
  }
}

bool Claims::is_marker(PredicateId id) const {
  const Predicate& predicate = program_.predicates[id.index()];
  return predicate.abducible && predicate.arity == 1 &&
         program_.terms.text(predicate.name) == "abducible";
}

bool Claims::has(PredicateId predicate, bool negated, ValueId atom) {
  if (is_marker(predicate)) {
    const ValueId inner = values_.arguments(atom)[0];
    const auto at =
        predicates_.find(key_of(values_.name(inner), values_.arguments(inner).size(), false));
    return at != predicates_.end() && !is_marker(at->second) && has(at->second, negated, inner);
  }
  const Known& k = known(predicate, negated);
  if (k.ground.count(atom)) return true;
  return std::any_of(k.open.begin(), k.open.end(), [&](TermId pattern) {
    Environment environment = choice_;
    return values_.match(answer_.terms, pattern, atom, environment) &&
           tied_constraints_allow(environment);
  });
}

bool Claims::has_opposite(PredicateId predicate, ValueId atom) {
  const auto opposite = opposites_[predicate.index()];
  return opposite && has(*opposite, false, atom);
}

std::optional<ValueId> Claims::binding(const std::string& variable) {
  for (const Binding& b : answer_.bindings) {
    if (b.variable == variable) return values_.build(answer_.terms, b.value, choice_);
  }
  return std::nullopt;
}

}  // namespace cogs::logic::check
