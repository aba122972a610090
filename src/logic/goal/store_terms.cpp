// SPDX-License-Identifier: Apache-2.0
//
// Walking over terms. Terms can be of any depth, so nothing here recurses; and parts can be shared,
// so no long walk goes twice through the same.
#include <algorithm>
#include <map>

#include "logic/goal/store.h"

namespace cogs::logic {

// Whether a walk that has taken so many steps must look into this term of the heap.
bool Store::expand(Word compound, std::uint32_t& steps) const {
  if (++steps < steps_before_memory) return true;
  if (steps == steps_before_memory) walked_.clear();
  return walked_.insert(compound.bits()).second;
}

bool Store::occurs(Word variable, Word term) const {
  std::vector<Word>& waiting = walk_;
  waiting.assign(1, term);
  std::uint32_t steps = 0;
  while (!waiting.empty()) {
    const Word word = deref(waiting.back());
    waiting.pop_back();
    if (word == variable) return true;
    if (word.tag() != Tag::compound || !expand(word, steps)) continue;
    const Word* arguments = arguments_of(word);
    for (std::uint32_t i = arity_of(word); i-- > 0;) {
      const Tag tag = arguments[i].tag();
      if (tag == Tag::compound || tag == Tag::variable) waiting.push_back(arguments[i]);
    }
  }
  return false;
}

bool Store::is_ground(Word word) const {
  std::vector<Word>& waiting = walk_;
  waiting.assign(1, word);
  std::uint32_t steps = 0;
  while (!waiting.empty()) {
    word = deref(waiting.back());
    waiting.pop_back();
    if (word.is_variable()) return false;
    if (word.tag() != Tag::compound || !expand(word, steps)) continue;
    const Word* arguments = arguments_of(word);
    const std::uint32_t arity = arity_of(word);
    for (std::uint32_t i = 0; i < arity; ++i) {
      const Tag tag = arguments[i].tag();
      if (tag == Tag::compound || tag == Tag::variable) waiting.push_back(arguments[i]);
    }
  }
  return true;
}

void Store::variables_of(Word word, std::vector<Word>& out) const {
  std::vector<Word>& waiting = walk_;
  waiting.assign(1, word);
  std::uint32_t steps = 0;
  while (!waiting.empty()) {
    word = deref(waiting.back());
    waiting.pop_back();
    if (word.is_variable()) {
      if (std::find(out.begin(), out.end(), word) == out.end()) out.push_back(word);
    } else if (word.tag() == Tag::compound && expand(word, steps)) {
      const Word* arguments = arguments_of(word);
      for (std::uint32_t i = arity_of(word); i-- > 0;) waiting.push_back(arguments[i]);
    }
  }
}

namespace {
// Pairs of compound terms that a long walk over two terms was at. It goes depth first, so what is
// met again is finished.
class WalkedPairs {
 public:
  bool first_visit(Word a, Word b) {
    constexpr std::uint32_t steps_before_memory = 256;
    if (++steps_ < steps_before_memory) return true;
    return seen_[a.bits()].insert(b.bits()).second;
  }

 private:
  std::uint32_t steps_ = 0;
  std::unordered_map<std::uint64_t, std::unordered_set<std::uint64_t>> seen_;
};
}  // namespace

bool Store::identical(Word a, Word b) const {
  std::vector<std::pair<Word, Word>>& waiting = pair_walk_;
  waiting.assign(1, {a, b});
  WalkedPairs walked;
  while (!waiting.empty()) {
    a = deref(waiting.back().first);
    b = deref(waiting.back().second);
    waiting.pop_back();
    if (a == b) continue;
    if (!a.is_compound() || !b.is_compound()) return false;
    if (a.tag() == Tag::shared && b.tag() == Tag::shared) return false;
    if (functor_of(a) != functor_of(b)) return false;
    if (!walked.first_visit(a, b)) continue;
    const Word* left = arguments_of(a);
    const Word* right = arguments_of(b);
    for (std::uint32_t i = arity_of(a); i-- > 0;) waiting.emplace_back(left[i], right[i]);
  }
  return true;
}

namespace {
// Standard order: variables, numbers, atoms, strings, compound terms.
int class_of(Word word) {
  switch (word.tag()) {
    case Tag::variable: return 0;
    case Tag::integer:
    case Tag::number: return 1;
    case Tag::atom: return 3;
    case Tag::string: return 4;
    default: return 5;
  }
}
}  // namespace

int Store::compare(Word a, Word b) const {
  std::vector<std::pair<Word, Word>> waiting{{a, b}};
  WalkedPairs walked;
  while (!waiting.empty()) {
    a = deref(waiting.back().first);
    b = deref(waiting.back().second);
    waiting.pop_back();
    if (a == b) continue;
    const int left = class_of(a), right = class_of(b);
    if (left != right) return left < right ? -1 : 1;
    if (left == 0) return a.index() < b.index() ? -1 : 1;
    if (left == 1) {
      const auto order = constants_.value(a) <=> constants_.value(b);
      if (order != 0) return order < 0 ? -1 : 1;
      return constants_.is_real(a) ? -1 : 1;
    }
    if (left == 3 || left == 4) {
      return constants_.text(a.index()) < constants_.text(b.index()) ? -1 : 1;
    }
    const Functor f = constants_.functor(functor_of(a)), g = constants_.functor(functor_of(b));
    if (f.arity != g.arity) return f.arity < g.arity ? -1 : 1;
    if (f.name != g.name) return constants_.text(f.name) < constants_.text(g.name) ? -1 : 1;
    if (!walked.first_visit(a, b)) continue;
    const Word* x = arguments_of(a);
    const Word* y = arguments_of(b);
    for (std::uint32_t i = f.arity; i-- > 0;) waiting.emplace_back(x[i], y[i]);
  }
  return 0;
}

void Store::variant_key(Word word, std::vector<std::uint64_t>& key,
                        std::vector<Word>& variables) const {
  constexpr std::size_t longest = 4096;  // of a key that names every part as often as it occurs
  const std::size_t begin = key.size(), known = variables.size();
  std::vector<Word>& waiting = walk_;
  const Word root = word;
  waiting.assign(1, word);
  while (!waiting.empty()) {
    if (key.size() - begin > longest) {
      key.resize(begin);
      variables.resize(known);
      return shared_key(root, key, variables);
    }
    word = deref(waiting.back());
    waiting.pop_back();
    if (word.is_variable()) {
      const auto found = std::find(variables.begin(), variables.end(), word);
      key.push_back(Word::slot(static_cast<std::uint32_t>(found - variables.begin())).bits());
      if (found == variables.end()) variables.push_back(word);
    } else if (word.is_compound()) {
      // Shared or not, equal terms must get equal keys; a flat constant is the common case.
      const std::uint32_t functor = functor_of(word);
      key.push_back(Word(Tag::none, functor).bits());
      const Word* arguments = arguments_of(word);
      for (std::uint32_t i = constants_.functor(functor).arity; i-- > 0;) {
        waiting.push_back(arguments[i]);
      }
    } else {
      key.push_back(word.bits());
    }
  }
}

// The key of a large term: each different part once, in the order in which they end, by its
// functor and the numbers of its arguments. It depends on the term and not on what is shared in it.
void Store::shared_key(Word word, std::vector<std::uint64_t>& key,
                       std::vector<Word>& variables) const {
  std::unordered_map<Word, std::uint64_t> numbers;            // of what was walked through
  std::map<std::vector<std::uint64_t>, std::uint64_t> known;  // functor, arguments -> number
  std::unordered_map<Word, std::uint64_t> places;             // of variables
  for (std::size_t i = 0; i < variables.size(); ++i) places.emplace(variables[i], i);
  std::vector<Open> open;
  std::vector<std::uint64_t> values;
  const auto leaf = [&](Word end) {
    if (!end.is_variable()) return end.bits();
    const auto [at, fresh] = places.emplace(end, variables.size());
    if (fresh) variables.push_back(end);
    return Word::slot(static_cast<std::uint32_t>(at->second)).bits();
  };
  key.push_back(~std::uint64_t{0});  // no other key has this word
  open.push_back({deref(word), 0});
  while (!open.empty()) {
    Open& top = open.back();
    const std::uint32_t functor = functor_of(top.word);
    const std::uint32_t arity = constants_.functor(functor).arity;
    if (top.next < arity) {
      const Word below = deref(argument(top.word, top.next++));
      if (!below.is_compound()) {
        values.push_back(leaf(below));
      } else if (const auto found = numbers.find(below); found != numbers.end()) {
        values.push_back(found->second);
      } else {
        open.push_back({below, 0});
      }
      continue;
    }
    std::vector<std::uint64_t> part{Word(Tag::none, functor).bits()};
    part.insert(part.end(), values.end() - arity, values.end());
    values.resize(values.size() - arity);
    const auto [at, fresh] = known.try_emplace(part, Word(Tag::none, known.size()).bits());
    if (fresh) key.insert(key.end(), part.begin(), part.end());
    numbers.emplace(top.word, at->second);
    values.push_back(at->second);
    open.pop_back();
  }
}

// A copy in which bound variables are their values.
Word Store::resolved(Word word) {
  return copy(
      word, [](Word end) { return end; },
      [&](std::uint32_t functor, std::span<const Word> arguments) {
        return compound(functor, arguments);
      });
}

Word Store::shared_compound(std::uint32_t functor, std::span<const Word> arguments) {
  std::size_t hash = functor * 0x9E3779B97F4A7C15u;
  for (const Word argument : arguments) {
    hash = (hash ^ std::hash<Word>{}(argument)) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 29;
  }
  if (shared_.empty()) {
    shared_.push_back(Word());  // index 0 means free
    shared_table_.assign(1024, 0);
  }
  if (shared_count_ * 2 > shared_table_.size()) {
    // Rehash: the hash of an entry is recomputed from its words.
    std::vector<std::uint32_t> bigger(shared_table_.size() * 2, 0);
    for (const std::uint32_t at : shared_table_) {
      if (at == 0) continue;
      const std::uint32_t f = shared_[at].index();
      std::size_t h = f * 0x9E3779B97F4A7C15u;
      for (std::uint32_t i = 0; i < constants_.functor(f).arity; ++i) {
        h = (h ^ std::hash<Word>{}(shared_[at + 1 + i])) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 29;
      }
      std::size_t slot = h & (bigger.size() - 1);
      while (bigger[slot] != 0) slot = (slot + 1) & (bigger.size() - 1);
      bigger[slot] = at;
    }
    shared_table_ = std::move(bigger);
  }
  std::size_t slot = hash & (shared_table_.size() - 1);
  while (shared_table_[slot] != 0) {
    const std::uint32_t at = shared_table_[slot];
    if (shared_[at].index() == functor &&
        std::equal(arguments.begin(), arguments.end(), shared_.begin() + at + 1)) {
      return Word(Tag::shared, at);
    }
    slot = (slot + 1) & (shared_table_.size() - 1);
  }
  const auto at = static_cast<std::uint32_t>(shared_.size());
  shared_.push_back(Word(Tag::none, functor));
  shared_.insert(shared_.end(), arguments.begin(), arguments.end());  // never a part of shared_
  shared_table_[slot] = at;
  ++shared_count_;
  return Word(Tag::shared, at);
}

Word Store::share(Word word) { return share(word, nullptr); }
Word Store::share(Word word, std::unordered_map<Word, Word>& known) { return share(word, &known); }

Word Store::share(Word word, std::unordered_map<Word, Word>* known) {
  word = deref(word);
  if (word.is_variable()) return Word();
  if (word.tag() != Tag::compound) return word;
  const auto seen = [&](Word term) {
    if (!known) return Word();
    const auto found = known->find(term);
    return found == known->end() ? Word() : found->second;
  };
  if (const Word made = seen(word)) return made;
  // An open argument is found before a long one is walked through.
  for (std::uint32_t i = arity_of(word); i-- > 0;) {
    if (deref(argument(word, i)).is_variable()) return Word();
  }
  std::vector<Open>& open = open_;
  std::vector<Word>& values = values_;
  open.assign(1, {word, 0});
  values.clear();
  std::unordered_map<Word, Word> own;
  for (std::uint32_t steps = 0;; ++steps) {
    if (!known && steps > steps_before_memory) known = &own;
    Open& top = open.back();
    const std::uint32_t functor = functor_of(top.word);
    const std::uint32_t arity = constants_.functor(functor).arity;
    if (top.next == arity) {
      const Word made = shared_compound(
          functor, std::span<const Word>(values.data() + values.size() - arity, arity));
      if (known) known->emplace(top.word, made);
      values.resize(values.size() - arity);
      open.pop_back();
      if (open.empty()) return made;
      values.push_back(made);
      continue;
    }
    const Word below = deref(argument(top.word, top.next++));
    if (below.is_variable()) return Word();
    if (below.tag() != Tag::compound) {
      values.push_back(below);
    } else if (const Word made = seen(below)) {
      values.push_back(made);
    } else {
      open.push_back({below, 0});
    }
  }
}

}  // namespace cogs::logic
