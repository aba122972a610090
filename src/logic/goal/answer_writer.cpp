// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/answer_writer.h"

#include <algorithm>
#include <map>
#include <set>

#include "logic/program/builtins.h"

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
bool AnswerWriter::may_be_equal(const std::vector<std::pair<Word, Word>>& pairs) {
  return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
    const Store::Mark before = store_.mark();
    store_.forget_settled();
    const bool equal = store_.unify(pair.first, pair.second) || store_.met_settled();
    store_.undo(before);
    return equal;
  });
}

// What the program does not speak of: predicates without clauses, and the abducible/1 that stands
// for the pattern of an #abducible.
bool AnswerWriter::is_hidden(PredicateId id) const {
  const Predicate& predicate = program_.predicates[id.index()];
  if (!code_.predicates[id.index()].defined) return true;
  return predicate.abducible && predicate.arity == 1 &&
         program_.terms.text(predicate.name) == "abducible";
}

// Parts that occur again are stored once, but written each time.
bool AnswerWriter::is_too_large(Word root, std::unordered_map<Word, double>& sizes) const {
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

bool AnswerWriter::too_large(const std::vector<GoalNode>& nodes,
                             const std::vector<Word>& query_variables) const {
  std::unordered_map<Word, double> sizes;
  const auto large = [&](Word term) { return term && is_too_large(term, sizes); };
  return std::any_of(query_variables.begin(), query_variables.end(), large) ||
         std::any_of(nodes.begin(), nodes.end(), [&](const GoalNode& node) {
           return (node.kind == NodeKind::literal || options_.proofs) && large(node.term);
         });
}

// One answer on its way: what it is known by, and what is written of it.
class AnswerWriter::Making {
 public:
  Making(AnswerWriter& of, const std::vector<GoalNode>& nodes)
      : w_(of), store_(of.store_), nodes_(nodes) {}

  void take_literals();
  void take_bindings(const std::vector<Word>& query_variables);
  void name_parts();
  void take_waiting();
  void take_numbers();
  std::string key();
  Answer write();

 private:
  struct Item {
    Word atom;
    PredicateId predicate;
    bool negated;
    int rank;  // p < not p < -p < not -p
  };
  void add_to_key(Word word);
  void add_once(Word constraint);
  void add_relations(const std::vector<NumberVariable>& of);
  bool about_known(Word left, Word right) const;
  void write_proof(Writer& writer, Answer& answer) const;

  AnswerWriter& w_;
  Store& store_;
  const std::vector<GoalNode>& nodes_;
  // Ground terms are shared first: the literals of a recursion over a long list then cost what
  // the list costs, not its square.
  std::unordered_map<Word, Word> shared_;
  std::vector<Word> terms_;  // of the nodes
  std::vector<Item> kept_;   // the literals, sorted, each once
  std::vector<std::pair<std::string, Word>> bindings_;
  VariantKey key_;
  std::vector<Word> variables_;  // of bindings and literals
  std::set<VariantKey> said_;
  std::vector<Word> constraints_, products_;
};

void AnswerWriter::Making::take_literals() {
  std::vector<Item> items;
  terms_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const GoalNode& node = nodes_[i];
    if (node.kind == NodeKind::literal || node.kind == NodeKind::builtin) {
      const Word ground = store_.share(node.term, shared_);
      terms_[i] = ground ? ground : node.term;
    }
    if (node.kind != NodeKind::literal || w_.is_hidden(node.predicate)) continue;
    if (node.support == Support::repeated || node.support == Support::assumed) continue;
    const bool classical = w_.program_.predicates[node.predicate.index()].classical;
    items.push_back(
        {node.term, node.predicate, node.negated, (classical ? 2 : 0) + (node.negated ? 1 : 0)});
  }
  std::stable_sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
    const int order = store_.compare(a.atom, b.atom);
    return order != 0 ? order < 0 : a.rank < b.rank;
  });
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (!kept_.empty() && kept_.back().rank == item.rank &&
        store_.identical(kept_.back().atom, item.atom)) {
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
    kept_.push_back(item);
  }
}

void AnswerWriter::Making::take_bindings(const std::vector<Word>& query_variables) {
  for (std::size_t i = 0; i < query_variables.size(); ++i) {
    const std::string& name = w_.code_.query.names[i];
    if (name.empty()) continue;
    const Word ground = store_.share(query_variables[i], shared_);
    bindings_.emplace_back(name, ground ? ground : store_.deref(query_variables[i]));
  }
  std::sort(bindings_.begin(), bindings_.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
}

void AnswerWriter::Making::add_to_key(Word word) {
  if (const Word ground = store_.share(word, shared_)) {
    key_.push_back(ground.bits());
  } else {
    store_.variant_key(word, key_, variables_);
  }
}

// An answer is known by its bindings, literals and the constraints on their variables.
void AnswerWriter::Making::name_parts() {
  for (const auto& binding : bindings_) add_to_key(binding.second);
  for (const Item& item : kept_) {
    if (w_.program_.predicates[item.predicate.index()].library) continue;  // models do not show it
    key_.push_back((std::uint64_t{item.predicate.value} << 1) | (item.negated ? 1 : 0));
    add_to_key(item.atom);
  }
}

bool AnswerWriter::Making::about_known(Word left, Word right) const {
  std::vector<Word> own;
  store_.variables_of(left, own);
  store_.variables_of(right, own);
  return std::all_of(own.begin(), own.end(), [&](Word variable) {
    return store_.kind_of(variable) == VariableKind::universal ||
           std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
  });
}

void AnswerWriter::Making::add_once(Word constraint) {
  VariantKey own;
  std::vector<Word> order = variables_;
  store_.variant_key(constraint, own, order);
  if (said_.insert(std::move(own)).second) constraints_.push_back(constraint);
}

// Disequalities and products that wait. A number that must be whole, or relates known ones by way
// of others, is shown by projection.
void AnswerWriter::Making::take_waiting() {
  for (const Suspended waiting : std::vector<Suspended>(store_.suspended())) {
    if (waiting.done) continue;
    const CodeGoal goal = w_.builder_.waiting_goal(waiting);
    if (goal.kind == GoalKind::yes) continue;
    if (goal.kind == GoalKind::differ) {
      const auto pairs = store_.remaining(waiting);
      if (pairs.size() > 1 && !w_.may_be_equal(pairs)) continue;
    }
    const Word left = store_.argument(goal.term, 0);
    const Word right = goal.kind == GoalKind::integer ? left : store_.argument(goal.term, 1);
    // That a number is not whole says something of those that hang on it.
    const bool apart = goal.kind == GoalKind::integer && store_.deref(left).is_variable() &&
                       store_.is_numeric(store_.deref(left));
    if (!is_comparison(goal.kind) && !apart && !about_known(left, right)) continue;
    Word term = goal.term;
    if (goal.kind == GoalKind::integer) {
      term = store_.compound(store_.constants().functor("not", 1), std::span<const Word>(&term, 1));
    }
    if (apart || is_comparison(goal.kind)) products_.push_back(goal.term);
    add_once(term);
  }
}

void AnswerWriter::Making::add_relations(const std::vector<NumberVariable>& of) {
  for (const LinearConstraint& constraint : store_.numbers().project(of)) {
    if (constraint.expression.terms.size() < 2) continue;
    add_once(w_.builder_.relation_goal(constraint).term);
  }
}

// Numbers of the answer, factors of products that are shown, and integers that say something
// about these: each with its own bounds, then how they hang together, those of the query first.
void AnswerWriter::Making::take_numbers() {
  std::vector<NumberVariable> numbers;
  std::vector<Word> named = variables_;
  for (const Word term : products_) store_.variables_of(term, named);
  for (const Word variable : named) {
    if (store_.is_numeric(variable)) numbers.push_back(store_.number_of(variable));
  }
  const std::vector<NumberVariable> needed = w_.saves_.needed_integers(numbers);
  numbers.insert(numbers.end(), needed.begin(), needed.end());
  if (numbers.empty()) return;
  for (const NumberVariable number : numbers) {
    const NumberVariable alone[1] = {number};
    for (const LinearConstraint& constraint : store_.numbers().project(alone)) {
      if (!constraint.expression.terms.empty()) {
        constraints_.push_back(w_.builder_.relation_goal(constraint).term);
      }
    }
  }
  std::vector<NumberVariable> asked;
  for (const auto& binding : bindings_) {
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
    constraints_.push_back(w_.builder_.integer_term(store_.owner(number)));
  }
}

std::string AnswerWriter::Making::key() {
  for (const Word constraint : constraints_) store_.variant_key(constraint, key_, variables_);
  return {reinterpret_cast<const char*>(key_.data()), key_.size() * sizeof(key_[0])};
}

Answer AnswerWriter::Making::write() {
  Answer answer;
  Writer writer(store_, answer.terms);
  for (const std::string& name : w_.code_.query.names) writer.reserve(name);
  // Of variables that became one the last gives its name, as in s(CASP): X = Y.
  for (std::size_t i = bindings_.size(); i-- > 0;) {
    const auto& [name, value] = bindings_[i];
    if (value.is_variable()) writer.name(value, name);
  }
  for (const auto& [name, value] : bindings_) {
    answer.bindings.push_back({name, writer.write(value)});
  }
  for (const Item& item : kept_) {
    answer.literals.push_back({item.negated, item.rank >= 2, writer.write(item.atom)});
  }
  if (w_.options_.proofs) write_proof(writer, answer);
  for (const Word constraint : constraints_) answer.constraints.push_back(writer.write(constraint));
  for (const Word variable : writer.variables()) {
    if (store_.kind_of(variable) == VariableKind::settled) {
      answer.universal.push_back(writer.name_of(variable));
    }
  }
  std::sort(answer.universal.begin(), answer.universal.end());
  return answer;
}

// Failed branches leave no nodes, so all nodes belong to the proof, parents first.
void AnswerWriter::Making::write_proof(Writer& writer, Answer& answer) const {
  answer.proof.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const GoalNode& node = nodes_[i];
    ProofNode& out = answer.proof[i];
    out.kind = node.kind;
    out.support = node.support;
    if (node.kind == NodeKind::literal) {
      out.literal = {node.negated, w_.program_.predicates[node.predicate.index()].classical,
                     writer.write(terms_[i])};
    } else if (node.kind == NodeKind::builtin) {
      out.term = writer.write(terms_[i]);
    }
    if (node.clause != GoalNode::nothing) out.clause = ClauseId(node.clause);
    if (node.parent != GoalNode::nothing) {
      answer.proof[node.parent].children.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

std::optional<Answer> AnswerWriter::write(const std::vector<GoalNode>& nodes,
                                          const std::vector<Word>& query_variables) {
  const Store::Mark before = store_.mark();
  Making making(*this, nodes);
  making.take_literals();
  making.take_bindings(query_variables);
  making.name_parts();
  making.take_waiting();
  making.take_numbers();
  std::optional<Answer> answer;
  if (given_.insert(making.key()).second) answer = making.write();
  store_.undo(before);
  return answer;
}

}  // namespace cogs::logic
