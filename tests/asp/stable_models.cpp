// SPDX-License-Identifier: Apache-2.0
#include "asp/stable_models.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace cogs::asp {

namespace {

Value evaluate(const Expression& e, const Assignment& assignment, bool& well_typed) {
  if (e.kind == Expression::Kind::variable) return assignment.at(e.variable);
  if (e.kind == Expression::Kind::value) return e.value;
  const Value left = evaluate(e.parts[0], assignment, well_typed);
  const Value right = evaluate(e.parts[1], assignment, well_typed);
  if (!left.is_number || !right.is_number) {
    well_typed = false;
    return left;
  }
  if (e.kind == Expression::Kind::plus) return Value::of(left.number + right.number);
  if (e.kind == Expression::Kind::minus) return Value::of(left.number - right.number);
  return Value::of(left.number * right.number);
}

bool compare(Comparison comparison, const Value& left, const Value& right) {
  switch (comparison) {
    case Comparison::less:
    case Comparison::hash_less: return left.number < right.number;
    case Comparison::less_equal:
    case Comparison::hash_less_equal: return left.number <= right.number;
    case Comparison::greater:
    case Comparison::hash_greater: return left.number > right.number;
    case Comparison::greater_equal:
    case Comparison::hash_greater_equal: return left.number >= right.number;
    case Comparison::unequal:
    case Comparison::hash_unequal: return left.number != right.number;
    default: return left.number == right.number;
  }
}

bool comparison_holds(const Literal& literal, const Assignment& assignment) {
  bool well_typed = true;
  const Value left = evaluate(literal.arguments[0], assignment, well_typed);
  const Value right = evaluate(literal.arguments[1], assignment, well_typed);
  if (literal.comparison == Comparison::unify || literal.comparison == Comparison::differ) {
    return ((left == right) == (literal.comparison == Comparison::unify)) != literal.negated;
  }
  if (!well_typed || !left.is_number || !right.is_number) return false;
  return compare(literal.comparison, left, right) != literal.negated;
}

struct GroundClause {
  int head = -1;  // none: a denial
  std::vector<int> positive, negative;
};

// Finds all instances whose positive atoms are derivable when negation is ignored.
class Grounder {
 public:
  Grounder(const Program& program, const std::vector<Value>& universe)
      : program_(program), universe_(universe) {}

  bool run() {
    bool grown = true;
    while (grown) {
      grown = false;
      clauses.clear();
      for (const Clause& clause : program_.clauses) {
        Assignment assignment;
        if (!instances(clause, 0, assignment, grown)) return false;
      }
    }
    forbid_opposites();
    return true;
  }

  int atom(const std::string& text) {
    const auto [at, added] = ids_.try_emplace(text, static_cast<int>(names.size()));
    if (added) names.push_back(text);
    return at->second;
  }

  std::vector<GroundClause> clauses;
  std::vector<std::string> names;

 private:
  struct Tuple {
    std::vector<Value> values;
  };

  static std::string relation(const Literal& l) {
    return (l.classical ? "-" : "") + l.predicate + "/" + std::to_string(l.arguments.size());
  }

  bool instances(const Clause& clause, std::size_t from, Assignment& assignment, bool& grown) {
    while (from < clause.body.size() &&
           (clause.body[from].negated || !clause.body[from].is_atom())) {
      ++from;
    }
    if (from == clause.body.size()) return bind_rest(clause, assignment, grown);
    const Literal& literal = clause.body[from];
    const auto& tuples = derivable_[relation(literal)];
    for (std::size_t i = 0; i < tuples.size(); ++i) {  // grows meanwhile
      Assignment extended = assignment;
      if (match(literal, derivable_[relation(literal)][i], extended) &&
          !instances(clause, from + 1, extended, grown)) {
        return false;
      }
    }
    return true;
  }

  bool bind_rest(const Clause& clause, Assignment& assignment, bool& grown) {
    std::vector<Literal> all = clause.body;
    if (clause.has_head) all.push_back(clause.head);
    for (const std::string& name : variables_of(all)) {
      if (assignment.count(name)) continue;
      for (const Value& value : universe_) {
        assignment[name] = value;
        if (!bind_rest(clause, assignment, grown)) return false;
      }
      assignment.erase(name);
      return true;
    }
    return add(clause, assignment, grown);
  }

  static bool match(const Literal& literal, const Tuple& tuple, Assignment& assignment) {
    for (std::size_t i = 0; i < tuple.values.size(); ++i) {
      const Expression& e = literal.arguments[i];
      if (e.kind == Expression::Kind::value) {
        if (e.value != tuple.values[i]) return false;
      } else if (assignment.try_emplace(e.variable, tuple.values[i]).first->second !=
                 tuple.values[i]) {
        return false;
      }
    }
    return true;
  }

  bool add(const Clause& clause, const Assignment& assignment, bool& grown) {
    GroundClause result;
    for (const Literal& literal : clause.body) {
      if (literal.is_atom()) {
        (literal.negated ? result.negative : result.positive)
            .push_back(atom(ground_text(literal, assignment)));
      } else if (!comparison_holds(literal, assignment)) {
        return true;
      }
    }
    if (clause.has_head) {
      result.head = atom(ground_text(clause.head, assignment));
      Tuple tuple;
      bool well_typed = true;
      for (const Expression& e : clause.head.arguments) {
        tuple.values.push_back(evaluate(e, assignment, well_typed));
      }
      if (known_.insert(result.head).second) {
        derivable_[relation(clause.head)].push_back(std::move(tuple));
        grown = true;
      }
    }
    clauses.push_back(std::move(result));
    return clauses.size() < 20000;
  }

  // :- p(X), -p(X).
  void forbid_opposites() {
    const std::vector<std::string> all = names;
    for (const std::string& name : all) {
      if (name[0] == '-' || !ids_.count("-" + name)) continue;
      clauses.push_back({-1, {atom(name), atom("-" + name)}, {}});
    }
  }

  const Program& program_;
  const std::vector<Value>& universe_;
  std::map<std::string, int> ids_;
  std::set<int> known_;
  std::map<std::string, std::vector<Tuple>> derivable_;
};

class Enumerator {
 public:
  Enumerator(const Grounder& ground, std::size_t most) : ground_(ground), most_(most) {
    std::set<int> negated;
    for (const GroundClause& clause : ground.clauses) {
      negated.insert(clause.negative.begin(), clause.negative.end());
    }
    negated_.assign(negated.begin(), negated.end());
  }

  bool run() { return search(std::vector<int>(ground_.names.size(), -1)); }

  std::vector<Model> models;

 private:
  // Truth of the negated atoms: 1, 0, or -1 for not yet known.
  using Guess = std::vector<int>;

  // The least model when `not a` is taken as true exactly where `blocked(a)` says no.
  std::vector<char> least(const std::function<bool(int)>& blocked) const {
    std::vector<char> in(ground_.names.size(), 0);
    bool grown = true;
    while (grown) {
      grown = false;
      for (const GroundClause& clause : ground_.clauses) {
        if (clause.head < 0 || in[clause.head]) continue;
        const bool fires = std::none_of(clause.negative.begin(), clause.negative.end(), blocked) &&
                           std::all_of(clause.positive.begin(), clause.positive.end(),
                                       [&](int a) { return in[a]; });
        if (fires) in[clause.head] = grown = true;
      }
    }
    return in;
  }

  bool search(Guess guess) {
    if (++steps_ > 200000) return false;
    for (bool changed = true; changed;) {
      changed = false;
      const auto lower = least([&](int a) { return guess[a] != 0; });
      const auto upper = least([&](int a) { return guess[a] == 1; });
      for (const int a : negated_) {
        if ((lower[a] && guess[a] == 0) || (!upper[a] && guess[a] == 1)) return true;
        if (guess[a] < 0 && (lower[a] || !upper[a])) {
          guess[a] = lower[a];
          changed = true;
        }
      }
    }
    for (const int a : negated_) {
      if (guess[a] >= 0) continue;
      for (const int value : {1, 0}) {
        Guess next = guess;
        next[a] = value;
        if (!search(std::move(next))) return false;
      }
      return true;
    }
    return found(least([&](int a) { return guess[a] == 1; }));
  }

  bool found(const std::vector<char>& in) {
    for (const GroundClause& clause : ground_.clauses) {
      if (clause.head >= 0) continue;
      if (std::all_of(clause.positive.begin(), clause.positive.end(),
                      [&](int a) { return in[a]; }) &&
          std::none_of(clause.negative.begin(), clause.negative.end(),
                       [&](int a) { return in[a]; })) {
        return true;  // broken: no model, but go on
      }
    }
    Model model;
    for (std::size_t a = 0; a < in.size(); ++a) {
      if (in[a]) model.insert(ground_.names[a]);
    }
    models.push_back(std::move(model));
    return models.size() <= most_;
  }

  const Grounder& ground_;
  std::size_t most_, steps_ = 0;
  std::vector<int> negated_;
};

}  // namespace

std::string ground_text(const Literal& atom, const Assignment& assignment) {
  Literal ground = atom;
  ground.negated = false;
  bool well_typed = true;
  for (Expression& e : ground.arguments) e = constant(evaluate(e, assignment, well_typed));
  return text(ground);
}

bool holds(const Literal& literal, const Assignment& assignment, const Model& model) {
  if (!literal.is_atom()) return comparison_holds(literal, assignment);
  return (model.count(ground_text(literal, assignment)) > 0) != literal.negated;
}

std::optional<std::vector<Model>> stable_models(const Program& program, std::size_t most,
                                                const std::vector<Value>& universe) {
  Grounder ground(program, universe);
  if (!ground.run()) return std::nullopt;
  Enumerator enumerator(ground, most);
  if (!enumerator.run()) return std::nullopt;
  std::sort(enumerator.models.begin(), enumerator.models.end());
  return std::move(enumerator.models);
}

}  // namespace cogs::asp
