// SPDX-License-Identifier: Apache-2.0
//
// From the machine's state at the end of a proof to an Answer.
#include <algorithm>
#include <map>
#include <set>

#include "logic/program/builtins.h"
#include "logic/goal/machine.h"

namespace cogs::logic {

namespace {

// A, B, .. Z, A1, B1, ..
std::string fresh_name(std::size_t index) {
  std::string name(1, static_cast<char>('A' + index % 26));
  if (index >= 26) name += std::to_string(index / 26);
  return name;
}

// Words -> terms of the answer, with names for the variables.
class Writer {
 public:
  Writer(const Store& store, Terms& terms) : store_(store), terms_(terms) {}

  void name(Word variable, const std::string& text) {
    names_.emplace(variable.index(), text);
    used_.insert(text);
  }
  void reserve(const std::string& text) { used_.insert(text); }

  // A term that occurs again is written once: the suffixes of a list share their cells.
  TermId write(Word word) {
    word = store_.deref(word);
    if (!word.is_compound()) return leaf(word);
    if (const auto found = written_.find(word); found != written_.end()) return found->second;
    struct Open {
      Word word;
      std::uint32_t next;
    };
    std::vector<Open> open{{word, 0}};
    std::vector<TermId> values;
    for (;;) {
      Open& top = open.back();
      const Functor functor = store_.constants().functor(store_.functor_of(top.word));
      if (top.next < functor.arity) {
        const Word below = store_.deref(store_.argument(top.word, top.next++));
        if (!below.is_compound()) {
          values.push_back(leaf(below));
        } else if (const auto found = written_.find(below); found != written_.end()) {
          values.push_back(found->second);
        } else {
          open.push_back({below, 0});
        }
        continue;
      }
      const TermId made = terms_.add_compound(
          symbol(functor.name),
          std::span<const TermId>(values.data() + values.size() - functor.arity, functor.arity),
          {});
      written_.emplace(top.word, made);
      values.resize(values.size() - functor.arity);
      open.pop_back();
      if (open.empty()) return made;
      values.push_back(made);
    }
  }

  const std::vector<Word>& variables() const { return variables_; }
  const std::string& name_of(Word variable) { return names_.at(variable.index()); }

 private:
  Symbol symbol(std::uint32_t name) {
    const auto found = symbols_.find(name);
    if (found != symbols_.end()) return found->second;
    return symbols_[name] = terms_.symbol(store_.constants().text(name));
  }

  TermId leaf(Word word) {
    switch (word.tag()) {
      case Tag::atom: return terms_.add_named(TermKind::atom, symbol(word.index()), {});
      case Tag::string: return terms_.add_named(TermKind::string, symbol(word.index()), {});
      case Tag::variable: break;
      default:
        return terms_.add_number(store_.constants().value(word), {},
                                 store_.constants().is_real(word));
    }
    if (store_.kind_of(word) == VariableKind::universal) {
      return terms_.add_named(TermKind::variable, terms_.symbol("_"), {});
    }
    auto found = names_.find(word.index());
    if (found == names_.end()) {
      std::string text;
      do text = fresh_name(next_++);
      while (used_.count(text) > 0);
      found = names_.emplace(word.index(), text).first;
    }
    if (std::find(variables_.begin(), variables_.end(), word) == variables_.end()) {
      variables_.push_back(word);
    }
    return terms_.add_named(TermKind::variable, terms_.symbol(found->second), {});
  }

  const Store& store_;
  Terms& terms_;
  std::unordered_map<std::uint32_t, Symbol> symbols_;
  std::unordered_map<std::uint32_t, std::string> names_;
  std::unordered_map<Word, TermId> written_;
  std::set<std::string> used_;
  std::vector<Word> variables_;  // that were written
  std::size_t next_ = 0;
};

}  // namespace

// Not if another disequality keeps one of the pairs apart already.
bool Machine::may_be_equal(const std::vector<std::pair<Word, Word>>& pairs) {
  return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
    const Sizes before = sizes();
    store_.forget_settled();
    const bool equal = store_.unify(pair.first, pair.second) || store_.met_settled();
    restore(before);
    return equal;
  });
}

// [X,Y] \\= [a,b] is shown as two answers, X \\= a and X = a with Y \\= b: that is what people and
// scripts can read.
bool Machine::split_difference() {
  for (std::size_t i = 0; i < store_.suspended().size(); ++i) {
    const Suspended waiting = store_.suspended()[i];
    if (waiting.done || waiting.kind != GoalKind::differ) continue;
    const auto pairs = store_.remaining(waiting);
    if (pairs.size() < 2) continue;
    if (!may_be_equal(pairs)) continue;
    const auto& [variable, value] = pairs.front();
    if (store_.kind_of(variable) != VariableKind::plain) continue;
    std::vector<Word> variables;
    store_.variables_of(value, variables);
    if (std::any_of(variables.begin(), variables.end(),
                    [&](Word other) { return store_.kind_of(other) != VariableKind::plain; })) {
      continue;
    }
    CodeGoal goal;
    goal.kind = GoalKind::unify;
    goal.term = term_of(GoalKind::unify, variable, value);
    const FrameId found = current_;
    return branch({prove_frame(dual(goal), found, 0), prove_frame(goal, found, 0)});
  }
  return false;
}

// What the program does not speak of: predicates without clauses, and the abducible/1 that stands
// for the pattern of an #abducible.
bool Machine::is_hidden(PredicateId id) const {
  const Predicate& predicate = program_.predicates[id.index()];
  if (!code_.predicates[id.index()].defined) return true;
  return predicate.abducible && predicate.arity == 1 &&
         program_.terms.text(predicate.name) == "abducible";
}

// Parts that occur again are stored once, but written each time.
bool Machine::is_too_large(Word root, std::unordered_map<Word, double>& sizes) const {
  constexpr double most = 1e7;
  const auto size_of = [&](Word word) {
    if (!word.is_compound()) return 1.0;
    const auto found = sizes.find(word);
    return found == sizes.end() ? 0.0 : found->second;
  };
  std::vector<Word> waiting{store_.deref(root)};
  while (!waiting.empty()) {
    const Word word = waiting.back();
    if (size_of(word) > 0) {
      waiting.pop_back();
      continue;
    }
    double sum = 1;
    bool ready = true;
    for (std::uint32_t i = store_.arity_of(word); i-- > 0;) {
      const Word below = store_.deref(store_.argument(word, i));
      const double size = size_of(below);
      if (size == 0) waiting.push_back(below);
      ready = ready && size > 0;
      sum += size;
    }
    if (!ready) continue;
    if (sum > most) return true;
    sizes.emplace(word, sum);
    waiting.pop_back();
  }
  return false;
}

std::optional<Answer> Machine::make_answer() {
  const Sizes before = sizes();
  std::unordered_map<Word, double> term_sizes;
  const auto too_large = [&](Word term) { return term && is_too_large(term, term_sizes); };
  if (std::any_of(query_variables_.begin(), query_variables_.end(), too_large) ||
      std::any_of(nodes_.begin(), nodes_.end(),
                  [&](const Node& node) {
                    return (node.kind == NodeKind::literal || options_.proofs) &&
                           too_large(node.term);
                  })) {
    cut_ = Cut::size;
    return std::nullopt;
  }
  // The literals, sorted, each once.
  struct Item {
    Word atom;
    PredicateId predicate;
    bool negated;
    int rank;  // p < not p < -p < not -p
  };
  // Ground terms are shared first: the literals of a recursion over a long list then cost what
  // the list costs, not its square.
  std::unordered_map<Word, Word> shared;
  std::vector<Word> terms(nodes_.size());
  std::vector<Item> items;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.kind == NodeKind::literal || node.kind == NodeKind::builtin) {
      const Word ground = store_.share(node.term, shared);
      terms[i] = ground ? ground : node.term;
    }
    if (node.kind != NodeKind::literal || is_hidden(node.predicate)) continue;
    if (node.support == Support::repeated || node.support == Support::assumed) continue;
    const bool classical = program_.predicates[node.predicate.index()].classical;
    items.push_back(
        {node.term, node.predicate, node.negated, (classical ? 2 : 0) + (node.negated ? 1 : 0)});
  }
  std::stable_sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
    const int order = store_.compare(a.atom, b.atom);
    return order != 0 ? order < 0 : a.rank < b.rank;
  });
  std::vector<Item> kept;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (!kept.empty() && kept.back().rank == item.rank &&
        store_.identical(kept.back().atom, item.atom)) {
      continue;
    }
    if (item.negated) {
      // Said already by the classical literal of the same atom.
      bool said = false;
      const int other = item.rank == 1 ? 2 : 0;
      for (std::size_t j = i; j-- > 0 && !said;) {
        if (!store_.identical(items[j].atom, item.atom)) break;
        said = items[j].rank == other;
      }
      for (std::size_t j = i + 1; j < items.size() && !said; ++j) {
        if (!store_.identical(items[j].atom, item.atom)) break;
        said = items[j].rank == other;
      }
      if (said) continue;
    }
    kept.push_back(item);
  }

  Answer answer;
  Writer writer(store_, answer.terms);
  for (const std::string& name : code_.query.names) writer.reserve(name);
  std::vector<std::pair<std::string, Word>> bindings;
  for (std::size_t i = 0; i < query_variables_.size(); ++i) {
    const std::string& name = code_.query.names[i];
    if (name.empty()) continue;
    const Word ground = store_.share(query_variables_[i], shared);
    bindings.emplace_back(name, ground ? ground : store_.deref(query_variables_[i]));
  }
  std::sort(bindings.begin(), bindings.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  // Of variables that became one the last gives its name, as in s(CASP): X = Y.
  for (std::size_t i = bindings.size(); i-- > 0;) {
    const auto& [name, value] = bindings[i];
    if (value.is_variable()) writer.name(value, name);
  }

  // An answer is known by its bindings, literals and the constraints on their variables.
  VariantKey key;
  std::vector<Word> variables;
  const auto add_to_key = [&](Word word) {
    if (const Word ground = store_.share(word, shared)) {
      key.push_back(ground.bits());
    } else {
      store_.variant_key(word, key, variables);
    }
  };
  for (const auto& binding : bindings) add_to_key(binding.second);
  for (const Item& item : kept) {
    if (program_.predicates[item.predicate.index()].library) continue;  // models do not show it
    key.push_back((std::uint64_t{item.predicate.value} << 1) | (item.negated ? 1 : 0));
    add_to_key(item.atom);
  }
  std::vector<Word> constraints, products;
  const auto about_known = [&](Word left, Word right) {
    std::vector<Word> own;
    store_.variables_of(left, own);
    store_.variables_of(right, own);
    return std::all_of(own.begin(), own.end(), [&](Word variable) {
      return store_.kind_of(variable) == VariableKind::universal ||
             std::find(variables.begin(), variables.end(), variable) != variables.end();
    });
  };
  // A number that must be whole, or relates known ones by way of others, is shown by projection.
  std::set<VariantKey> said;
  for (const Suspended waiting : std::vector<Suspended>(store_.suspended())) {
    if (waiting.done) continue;
    const CodeGoal goal = waiting_goal(waiting);
    if (goal.kind == GoalKind::yes) continue;
    if (goal.kind == GoalKind::differ) {
      const auto pairs = store_.remaining(waiting);
      if (pairs.size() > 1 && !may_be_equal(pairs)) continue;
    }
    const Word left = store_.argument(goal.term, 0);
    const Word right = goal.kind == GoalKind::integer ? left : store_.argument(goal.term, 1);
    if (!is_comparison(goal.kind) && !about_known(left, right)) continue;
    Word term = goal.term;
    if (goal.kind == GoalKind::integer) {
      term = store_.compound(constants_.functor("not", 1), std::span<const Word>(&term, 1));
    }
    if (is_comparison(goal.kind)) products.push_back(goal.term);
    VariantKey own;
    std::vector<Word> order = variables;
    store_.variant_key(term, own, order);
    if (said.insert(std::move(own)).second) constraints.push_back(term);
  }
  // Numbers of the answer, factors of products that are shown, and integers that say something
  // about these.
  std::vector<NumberVariable> numbers;
  std::vector<Word> named = variables;
  for (const Word term : products) store_.variables_of(term, named);
  for (const Word variable : named) {
    if (store_.is_numeric(variable)) numbers.push_back(store_.number_of(variable));
  }
  const std::vector<NumberVariable> needed = needed_integers(numbers);
  numbers.insert(numbers.end(), needed.begin(), needed.end());
  if (!numbers.empty()) {
    // Each variable with its own bounds, then how they hang together, those of the query first.
    for (const NumberVariable number : numbers) {
      const NumberVariable alone[1] = {number};
      for (const LinearConstraint& constraint : store_.numbers().project(alone)) {
        if (!constraint.expression.terms.empty()) {
          constraints.push_back(relation_goal(constraint).term);
        }
      }
    }
    const auto add_relations = [&](const std::vector<NumberVariable>& of) {
      for (const LinearConstraint& constraint : store_.numbers().project(of)) {
        if (constraint.expression.terms.size() < 2) continue;
        const Word term = relation_goal(constraint).term;
        VariantKey own;
        std::vector<Word> order = variables;
        store_.variant_key(term, own, order);
        if (said.insert(std::move(own)).second) constraints.push_back(term);
      }
    };
    std::vector<NumberVariable> asked;
    for (const auto& binding : bindings) {
      std::vector<Word> own;
      store_.variables_of(binding.second, own);
      for (const Word variable : own) {
        if (store_.is_numeric(variable)) asked.push_back(store_.number_of(variable));
      }
    }
    std::sort(asked.begin(), asked.end());
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    add_relations(asked);
    add_relations(numbers);
    for (const NumberVariable number : numbers) {
      if (!store_.numbers().is_integer(number) || store_.numbers().value(number)) continue;
      const Word variable = store_.owner(number);
      constraints.push_back(integer_term(variable));
    }
  }
  for (const Word constraint : constraints) store_.variant_key(constraint, key, variables);
  std::string known(reinterpret_cast<const char*>(key.data()), key.size() * sizeof(key[0]));
  if (!given_.insert(std::move(known)).second) {
    restore(before);
    return std::nullopt;
  }

  for (const auto& [name, value] : bindings) {
    answer.bindings.push_back({name, writer.write(value)});
  }
  for (const Item& item : kept) {
    answer.literals.push_back({item.negated, item.rank >= 2, writer.write(item.atom)});
  }
  if (options_.proofs) {
    // Failed branches leave no nodes, so all nodes belong to the proof, parents first.
    answer.proof.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      ProofNode& out = answer.proof[i];
      out.kind = node.kind;
      out.support = node.support;
      if (node.kind == NodeKind::literal) {
        out.literal = {node.negated, program_.predicates[node.predicate.index()].classical,
                       writer.write(terms[i])};
      } else if (node.kind == NodeKind::builtin) {
        out.term = writer.write(terms[i]);
      }
      if (node.clause != nothing) out.clause = ClauseId(node.clause);
      if (node.parent != nothing) {
        answer.proof[node.parent].children.push_back(static_cast<std::uint32_t>(i));
      }
    }
  }
  for (const Word constraint : constraints) answer.constraints.push_back(writer.write(constraint));
  for (const Word variable : writer.variables()) {
    if (store_.kind_of(variable) == VariableKind::settled) {
      answer.universal.push_back(writer.name_of(variable));
    }
  }
  std::sort(answer.universal.begin(), answer.universal.end());
  restore(before);
  return answer;
}

}  // namespace cogs::logic
