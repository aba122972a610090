// SPDX-License-Identifier: Apache-2.0
#include "state/evaluate.h"

#include <algorithm>
#include <functional>

namespace cogs::state {

Evaluator::Evaluator(const Situation& situation)
    : situation_(&situation),
      compiled_(&situation.compiled()),
      uses_(&situation.compiled().uses),
      pool_(situation.compiled().pool.data()),
      cells_(situation.total_words(), 0),
      moved_(situation.feature_count(), Truth::no),
      tested_(uses_->tested.size(), Truth::no),
      lacks_(uses_->body.size()),
      support_(compiled_->rules_of.size()),
      atom_(compiled_->rules_of.size(), Truth::no),
      waits_(compiled_->component_atoms.size(), 0) {
  for (std::uint32_t f = 0; f < situation.feature_count(); ++f) {
    put(cells_.data() + situation.offset(f), situation.start_point(f));
  }
  evaluate_all();
  if (!compiled_->causal_order.empty() || !compiled_->denials.empty()) judge_start();
}

// ---- what holds ------------------------------------------------------------------------------

void Evaluator::evaluate_all() {
  for (std::uint32_t b = 0; b < lacks_.size(); ++b) {
    lacks_[b].failing = uses_->body[b]->impossible ? 1 : 0;
  }
  for (std::uint32_t f = 0; f < situation_->feature_count(); ++f) {
    for (std::uint32_t t = uses_->first_tested[f]; t < uses_->first_tested[f + 1]; ++t) {
      const model::Uses::Tested& tested = uses_->tested[t];
      tested_[t] = lies_in(cells(f), pool_ + tested.offset, situation_->words(f));
      if (tested_[t] == Truth::yes) continue;
      for (std::uint32_t u = 0; u < tested.uses; ++u) {
        ++lacks_[uses_->bodies[tested.first_use + u]].failing;  // a state leaves nothing open
      }
    }
  }
  if (!compiled_->scores.empty()) add_up_scores();
  // Atoms are false until they are settled, callees first.
  for (std::uint32_t a = 0; a < atom_.size(); ++a) {
    for (const model::Uses::Literal& use : uses_->literals[a]) {
      if (!use.negated) ++lacks_[use.body].failing;
    }
  }
  for (std::uint32_t a = 0; a < atom_.size(); ++a) {
    for (std::uint32_t rule : compiled_->rules_of[a]) {
      if (body_truth(compiled_->rules[rule].body.id) == Truth::yes) ++support_[a].holding;
    }
  }
  for (std::uint32_t c = 0; c < compiled_->component_atoms.size(); ++c) {
    waiting_.push_back(c);
    waits_[c] = 1;
  }
  settle_atoms();
}

void Evaluator::show(std::uint32_t f, const std::uint64_t* cells, Truth moved) {
  std::uint64_t* mine = cells_.data() + situation_->offset(f);
  moved_[f] = moved;
  const std::uint32_t words = situation_->words(f);
  if (std::equal(mine, mine + words, cells)) return;
  std::copy_n(cells, words, mine);
  for (std::uint32_t t = uses_->first_tested[f]; t < uses_->first_tested[f + 1]; ++t) {
    const model::Uses::Tested& tested = uses_->tested[t];
    const Truth before = tested_[t], after = lies_in(mine, pool_ + tested.offset, words);
    if (before == after) continue;
    tested_[t] = after;
    for (std::uint32_t u = 0; u < tested.uses; ++u) {
      count(uses_->bodies[tested.first_use + u], before, after);
    }
  }
  if (!compiled_->scores.empty()) update_scores(f);
  if (!waiting_.empty()) settle_atoms();
}

void Evaluator::add_up_scores() {
  for (std::uint32_t f = 0; f < situation_->feature_count(); ++f) {
    only_.push_back(static_cast<std::int32_t>(situation_->start_point(f)));
  }
  const ScoreView view(*situation_, cells_.data(), only_.data());
  std::uint32_t terms = 0;
  for (const model::CompiledScore& score : compiled_->scores) {
    first_term_.push_back(terms);
    terms += static_cast<std::uint32_t>(score.terms.size());
  }
  terms_.reserve(terms);
  for (const model::CompiledScore& score : compiled_->scores) {
    ScoreRange sum{score.base, score.base};
    for (const model::ScoreTerm& term : score.terms) {
      asked_.push_back(0);
      terms_.push_back(view.term(score, term, asked_.back()));
      sum.low += terms_.back().low;
      sum.high += terms_.back().high;
    }
    sums_.push_back(sum);
  }
}

void Evaluator::update_scores(std::uint32_t f) {
  only_[f] = -1;
  std::uint32_t count = 0;
  for (std::uint32_t w = 0; w < situation_->words(f); ++w) {
    const std::uint64_t word = cells(f)[w];
    if (word == 0) continue;
    count += word & (word - 1) ? 2 : 1;
    only_[f] = static_cast<std::int32_t>(w * 64 + static_cast<unsigned>(__builtin_ctzll(word)));
  }
  if (count != 1) only_[f] = -1;
  const std::uint64_t changed = feature_bit(f);
  const ScoreView view(*situation_, cells_.data(), only_.data());
  const std::vector<model::TermUse>& uses = compiled_->term_uses[f];
  for (std::size_t u = 0; u < uses.size();) {
    const std::uint32_t s = uses[u].score;  // uses of one score stand together
    const model::CompiledScore& score = compiled_->scores[s];
    ScoreRange sum = sums_[s];
    for (; u < uses.size() && uses[u].score == s; ++u) {
      const std::uint32_t at = first_term_[s] + uses[u].term;
      if (!(asked_[at] & changed)) continue;
      ScoreRange& known = terms_[at];
      asked_[at] = 0;
      const ScoreRange now = view.term(score, score.terms[uses[u].term], asked_[at]);
      sum.low += now.low - known.low;
      sum.high += now.high - known.high;
      known = now;
    }
    if (sum == sums_[s]) continue;
    sums_[s] = sum;
    for (const std::uint32_t a : score.atoms) {
      const model::ScoreAtom& atom = compiled_->score_atoms[a];
      set_atom(atom.atom, score_truth(atom));
    }
  }
}

void Evaluator::show(std::uint32_t f, Point point) {
  constexpr std::uint32_t few = 4;
  std::uint64_t here[few] = {0, 0, 0, 0};
  std::vector<std::uint64_t> more;
  std::uint64_t* cells = here;
  if (situation_->words(f) > few) {
    more.assign(situation_->words(f), 0);
    cells = more.data();
  }
  put(cells, situation_->cell_of(f, point));
  show(f, cells, point == situation_->start_point(f) ? Truth::no : Truth::yes);
}

// A test or literal of the body has changed.
void Evaluator::count(std::uint32_t body, Truth before, Truth after) {
  const Truth held = body_truth(body);
  Lacks& lacks = lacks_[body];
  lacks.failing -= before == Truth::no;
  lacks.open -= before == Truth::maybe;
  lacks.failing += after == Truth::no;
  lacks.open += after == Truth::maybe;
  const Truth holds = body_truth(body);
  const std::uint32_t head = uses_->head[body];
  if (held == holds || head == model::Uses::no_atom) return;
  Support& support = support_[head];
  support.holding -= held == Truth::yes;
  support.open -= held == Truth::maybe;
  support.holding += holds == Truth::yes;
  support.open += holds == Truth::maybe;
  const std::uint32_t component = compiled_->component[head];
  if (waits_[component]) return;
  waits_[component] = 1;
  waiting_.push_back(component);
  std::push_heap(waiting_.begin(), waiting_.end(), std::greater<>());
}

// Callees before callers, so that each is looked at once.
void Evaluator::settle_atoms() {
  while (!waiting_.empty()) {
    std::pop_heap(waiting_.begin(), waiting_.end(), std::greater<>());
    const std::uint32_t component = waiting_.back();
    waiting_.pop_back();
    const model::ScoreAtom* scored =
        compiled_->score_atom(compiled_->component_atoms[component].front());
    if (compiled_->recursive[component]) {
      settle_loop(component);
    } else if (scored) {
      set_atom(scored->atom, score_truth(*scored));
    } else {
      const std::uint32_t atom = compiled_->component_atoms[component].front();
      const Support& support = support_[atom];
      set_atom(atom, support.holding > 0 ? Truth::yes
                     : support.open > 0  ? Truth::maybe
                                         : Truth::no);
    }
    waits_[component] = 0;
  }
}

void Evaluator::set_atom(std::uint32_t atom, Truth value) {
  const Truth before = atom_[atom];
  if (before == value) return;
  atom_[atom] = value;
  for (const model::Uses::Literal& use : uses_->literals[atom]) {
    count(use.body, use.negated ? !before : before, use.negated ? !value : value);
  }
}

// A positive loop means its least model. What surely holds is the least fixpoint with `maybe`
// taken as no; what possibly holds, the least fixpoint with `maybe` taken as yes. (The component
// waits while this goes on, so that its own changes do not call for it again.)
void Evaluator::settle_loop(std::uint32_t component) {
  const auto& atoms = compiled_->component_atoms[component];
  for (std::uint32_t a : atoms) set_atom(a, Truth::no);
  for (const Truth enough : {Truth::yes, Truth::maybe}) {
    std::vector<std::uint32_t> todo = atoms;
    while (!todo.empty()) {
      std::vector<std::uint32_t> next;
      for (std::uint32_t a : todo) {
        if (atom_[a] >= enough) continue;
        const Support& support = support_[a];
        const bool holds = support.holding > 0 || (enough == Truth::maybe && support.open > 0);
        if (!holds) continue;
        set_atom(a, enough);
        for (const model::Uses::Literal& use : uses_->literals[a]) {
          const std::uint32_t head = uses_->head[use.body];
          if (head != model::Uses::no_atom && compiled_->component[head] == component) {
            next.push_back(head);
          }
        }
      }
      todo = std::move(next);
    }
  }
}

// ---- causal rules and denials ----------------------------------------------------------------

void Evaluator::judge_start() {
  Start start{std::vector<std::vector<std::uint64_t>>(situation_->feature_count()),
              std::vector<char>(situation_->feature_count(), 0),
              std::vector<char>(compiled_->denials.size(), 0)};
  bool any = false;
  for (std::uint32_t f : compiled_->causal_order) {
    if (!situation_->bound(f) || situation_->starts_missing(f)) continue;
    const model::CompiledCauses& causes = compiled_->causes[f];
    const bool whole_line = situation_->permission(f).whole_line;
    const Point cell = situation_->start_point(f);
    bool supported = false;
    std::vector<std::uint64_t> without_effect((causes.rules.size() + 63) / 64, 0);
    for (std::size_t r = 0; r < causes.rules.size(); ++r) {
      if (body(causes.rules[r].body) != Truth::yes) continue;
      const bool head = has(pool_ + causes.rules[r].head(whole_line), cell);
      supported = supported || head;
      if (!head) put(without_effect.data(), static_cast<Point>(r));
    }
    if (causes.mode != model::CausalMode::if_) {
      start.unsupported[f] = !supported && has(pool_ + causes.cover(whole_line), cell);
      any = any || start.unsupported[f];
    }
    // Whether the value meets what can be met of the rules, supports set aside.
    if (!has(allowed(f, true).sure, cell)) {
      start.in_vain[f] = std::move(without_effect);
      any = true;
    }
  }
  for (std::size_t d = 0; d < compiled_->denials.size(); ++d) {
    start.void_denial[d] =
        !situation_->denial_off(d) && body(compiled_->denials[d].body) == Truth::yes;
    any = any || start.void_denial[d];
  }
  if (any) start_ = std::make_shared<const Start>(std::move(start));
}

namespace {

// Do the cells of this class meet some of the owed rules, and no others more than these?
bool meets_most(const model::HeadClass& own, const std::vector<model::HeadClass>& classes,
                const std::vector<std::uint64_t>& owed) {
  const std::size_t words = owed.size();
  bool some = false;
  for (std::size_t w = 0; w < words; ++w) some = some || (own.heads[w] & owed[w]) != 0;
  if (!some) return false;
  return std::none_of(classes.begin(), classes.end(), [&](const model::HeadClass& other) {
    bool more = false;
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t mine = own.heads[w] & owed[w], theirs = other.heads[w] & owed[w];
      if (mine & ~theirs) return false;
      more = more || (theirs & ~mine) != 0;
    }
    return more;
  });
}

bool none(const std::vector<std::uint64_t>& rules) {
  return std::all_of(rules.begin(), rules.end(), [](std::uint64_t w) { return w == 0; });
}

}  // namespace

// No cause without an effect: of the rules that are owed, as many are met as can be met together.
// More rules owed that hold a cell never speak against it, and more that do not hold it never for
// it. So a cell is possible if it does with those open rules owed that hold it, and sure if it does
// with those owed that do not.
void Evaluator::owe(std::uint32_t f) {
  const auto& yes = yes_;
  const auto& maybe = maybe_;
  const auto& classes = compiled_->causes[f].head_classes(situation_->permission(f).whole_line);
  const std::uint32_t words = situation_->words(f);
  const bool nothing_owed = none(yes), nothing_open = none(maybe);
  if (nothing_owed && nothing_open) return;
  owed_.resize(yes.size());
  for (const model::HeadClass& own : classes) {
    for (std::size_t w = 0; w < yes.size(); ++w) owed_[w] = yes[w] | (maybe[w] & ~own.heads[w]);
    const bool sure = none(owed_) || meets_most(own, classes, owed_);
    bool possible = sure || nothing_owed;
    if (!possible && !nothing_open) {
      for (std::size_t w = 0; w < yes.size(); ++w) owed_[w] = yes[w] | (maybe[w] & own.heads[w]);
      possible = meets_most(own, classes, owed_);
    }
    const std::uint64_t* cells = pool_ + own.offset;
    for (std::uint32_t w = 0; w < words; ++w) {
      if (!sure) sure_[w] &= ~cells[w];
      if (!possible) possible_[w] &= ~cells[w];
    }
  }
}

Evaluator::Allowed Evaluator::allowed(std::uint32_t f, bool excused) {
  const model::CompiledCauses& causes = compiled_->causes[f];
  const std::uint32_t words = situation_->words(f);
  const bool whole_line = situation_->permission(f).whole_line;
  const bool needs_support = causes.mode != model::CausalMode::if_ && !excused;
  const bool brings_effects = causes.mode != model::CausalMode::only_if;
  const std::uint64_t* cover = pool_ + causes.cover(whole_line);
  sure_.resize(words);
  possible_.resize(words);
  for (std::uint32_t w = 0; w < words; ++w) {
    sure_[w] = possible_[w] = needs_support ? ~cover[w] : ~std::uint64_t{0};
  }
  yes_.assign((causes.rules.size() + 63) / 64, 0);
  maybe_.assign(yes_.size(), 0);
  for (std::size_t r = 0; r < causes.rules.size(); ++r) {
    const Truth truth = body(causes.rules[r].body);
    if (truth == Truth::no) continue;
    if (needs_support) {
      const std::uint64_t* head = pool_ + causes.rules[r].head(whole_line);
      for (std::uint32_t w = 0; w < words; ++w) {
        possible_[w] |= head[w];
        if (truth == Truth::yes) sure_[w] |= head[w];
      }
    }
    if (!in_vain(f, r)) put((truth == Truth::yes ? yes_ : maybe_).data(), static_cast<Point>(r));
  }
  if (brings_effects) owe(f);
  return {sure_.data(), possible_.data()};
}

Truth Evaluator::obeys(std::uint32_t f) {
  if (!situation_->bound(f)) return Truth::yes;
  if (moved_[f] == Truth::no) return !would_break(f, situation_->start_point(f));
  const Allowed allowed_cells = allowed(f);
  const std::uint64_t* mine = cells(f);
  const Point missing = situation_->missing(f);
  bool some_in = false, some_out = false;
  for (std::uint32_t w = 0; w < situation_->words(f); ++w) {
    std::uint64_t excused = 0;
    if (missing / 64 == w) excused = std::uint64_t{1} << missing % 64;
    some_in = some_in || (mine[w] & (allowed_cells.possible[w] | excused)) != 0;
    some_out = some_out || (mine[w] & ~(allowed_cells.sure[w] | excused)) != 0;
  }
  const Truth obeyed = !some_in ? Truth::no : !some_out ? Truth::yes : Truth::maybe;
  if (moved_[f] == Truth::yes || !unsupported(f)) return obeyed;
  // It may be at the start, where it is excused.
  const Truth at_start = !would_break(f, situation_->start_point(f));
  return at_start == obeyed ? obeyed : Truth::maybe;
}

Truth Evaluator::would_break(std::uint32_t f, Point point) {
  if (!situation_->bound(f) || point == situation_->missing(f)) return Truth::no;
  const bool excused = unsupported(f) && point == situation_->start_point(f);
  const Allowed allowed_cells = allowed(f, excused);
  const Point cell = situation_->cell_of(f, point);
  return has(allowed_cells.sure, cell)       ? Truth::no
         : has(allowed_cells.possible, cell) ? Truth::maybe
                                             : Truth::yes;
}

Truth Evaluator::respects(std::size_t denial) const {
  if (situation_->denial_off(denial) || void_denial(denial)) return Truth::yes;
  return !body(compiled_->denials[denial].body);
}

}  // namespace cogs::state
