// SPDX-License-Identifier: Apache-2.0
//
// The part of the exploration that asks what a box still lacks, and what would satisfy it.
#include <algorithm>

#include "path/explore.h"

namespace cogs::path {

using model::CellTest;
using model::CompiledBody;
using state::Point;

// ---- what the lazy view still lacks ----------------------------------------------------------

void Explorer::collect_needs() {
  need_count_ = 0;
  leftovers_.clear();
  dead_ = false;
  need_decision();
  for (std::uint32_t f : compiled_.causal_order) {
    if (dead_) return;
    if (!situation_.bound(f)) continue;
    if (touched(f)) need_causes(f);
    if (moved(f) && directly_[f] != Directly::yes) need_reason_for_move(f);
  }
  for (std::size_t d = 0; d < compiled_.denials.size() && !dead_; ++d) {
    const auto& mentions = compiled_.denials[d].mentions;
    if (std::any_of(mentions.begin(), mentions.end(), [&](auto f) { return moved(f); })) {
      need_denial(d);
    }
  }
}

void Explorer::need_decision() {
  const std::uint32_t undesired = problem_.goal.undesired;
  if (compiled_.recursive[compiled_.component[undesired]]) {
    need_atom(undesired, false);
  } else {
    // Rule by rule, so that each is a need of its own and the bound sees them apart.
    for (std::uint32_t rule : live_rules_) {
      const CompiledBody& body = compiled_.rules[rule].body;
      const Truth holds = evaluator_.body(body);
      if (holds == Truth::no) continue;
      Need& need = new_need(holds == Truth::yes);
      mention_body(body, need);
      if (need.hard) {
        make_fail(body, need);
        make_atoms(need);
      } else {
        const Cells tell = asks_one_score(body, need);
        if (tell == Cells::all) continue;
        if (tell == Cells::unknown) open_tests(body, Where::lazy_view, need.splits);
      }
      keep_need();
      if (dead_) return;
    }
  }
  if (problem_.goal.desired && !dead_) need_atom(*problem_.goal.desired, true);
}

// A body that asks for nothing but one score, of which one feature is open: its cells tell at once.
Explorer::Cells Explorer::asks_one_score(const CompiledBody& body, Need& need) {
  if (!body.tests.empty() || body.atoms.size() != 1) return Cells::unknown;
  const model::ScoreAtom* scored = compiled_.score_atom(body.atoms.front().atom.value);
  return scored ? score_cells(*scored, body.atoms.front().negated, need) : Cells::unknown;
}

void Explorer::need_atom(std::uint32_t atom, bool wanted) {
  const Truth holds = evaluator_.atom(atom);
  if (holds == (wanted ? Truth::yes : Truth::no)) return;
  Need& need = new_need(holds != Truth::maybe);
  mention(compiled_.atom_mentions[atom], need);
  if (need.hard) {
    make_atom(atom, wanted, need);
    make_atoms(need);
  } else {
    atoms_below_.push_back(atom);
    open_tests_below(Where::lazy_view, need.splits);
  }
  keep_need();
}

bool Explorer::touched(std::uint32_t f) const {
  const auto& mentions = compiled_.causes[f].mentions;
  return moved(f) ||
         std::any_of(mentions.begin(), mentions.end(), [&](auto m) { return moved(m); });
}

void Explorer::need_causes(std::uint32_t f) {
  const Truth obeyed = evaluator_.obeys(f);
  if (obeyed == Truth::yes) return;
  Need& need = new_need(obeyed == Truth::no);
  mention_causes(f, need);
  const Where where = need.hard ? Where::box : Where::lazy_view;
  const bool whole_line = situation_.permission(f).whole_line;
  // Its own value first: an effect is free.
  for (const model::CompiledCause& cause : compiled_.causes[f].rules) {
    const std::uint32_t head = cause.head(whole_line);
    if (open({f, head}, where)) need.splits.push_back({Split::Kind::enter, f, head, true});
  }
  const std::uint32_t cover = compiled_.causes[f].cover(whole_line);
  if (open({f, cover}, where)) need.splits.push_back({Split::Kind::leave, f, cover, true});
  open_cause_tests(f, where, need.splits);
  if (need.hard) {
    if (!moved(f) && free(f)) need.options.insert(f);
    for (std::uint32_t m : compiled_.causes[f].mentions) {
      if (!moved(m) && free(m)) need.options.insert(m);
    }
    // What is open only between the start and the rest of its own cell.
    need.options.for_each([&](std::uint32_t m) { need.splits.push_back({Split::Kind::start, m}); });
  }
  keep_need();
}

void Explorer::need_denial(std::size_t denial) {
  const Truth respected = evaluator_.respects(denial);
  if (respected == Truth::yes) return;
  const CompiledBody& body = compiled_.denials[denial].body;
  Need& need = new_need(respected == Truth::no);
  mention(compiled_.denials[denial].mentions, need);
  if (need.hard) {
    make_fail(body, need);
    make_atoms(need);
  } else {
    open_tests(body, Where::lazy_view, need.splits);
  }
  keep_need();
}

// A feature with causal rules has left the start without being set directly: its rules must
// have forced it, or an earlier transition did.
void Explorer::need_reason_for_move(std::uint32_t f) {
  const bool undecided = settable(f) && directly_[f] == Directly::open;
  const bool movable = may_follow(f);
  const Truth forced = movable ? evaluator_.would_break(f, situation_.start_point(f)) : Truth::no;
  // With certain paths only, setting it directly can be worth its price even so.
  if (forced == Truth::yes && !(undecided && problem_.certain_only)) return;
  Need& need = new_need(forced == Truth::no);
  mention_causes(f, need);
  if (undecided) {
    need.splits.push_back({Split::Kind::directly, f});
    need.options.insert(f);
  } else if (movable) {
    if (leftover_possible(f)) {
      leftovers_.push_back(f);
      return;
    }
    open_cause_tests(f, need.hard ? Where::box : Where::lazy_view, need.splits);
  }
  if (movable) {
    for (std::uint32_t m : compiled_.causes[f].mentions) {
      if (moved(m) || !free(m)) continue;
      need.options.insert(m);
      if (!undecided) need.splits.push_back({Split::Kind::start, m});
    }
    // It may yet become a leftover, with another direct change above it.
    problem_.movers[f].for_each([&](std::uint32_t m) {
      if (!settable(m) || direct_.contains(m)) return;
      if (!moved(m) && free(m)) {
        need.options.insert(m);
        if (!undecided) need.splits.push_back({Split::Kind::start, m});
      }
      if ((may_be_moved_on(m) || moved(m)) && directly_[m] == Directly::open) {
        need.options.insert(m);
        if (!undecided) need.splits.push_back({Split::Kind::directly, m});
      }
    });
  }
  keep_need();
}

// An effect can outlive its cause only if two direct changes above it come one after the other,
// and if some mixture of old and new values of what its rules mention forces it at all.
bool Explorer::leftover_possible(std::uint32_t f) {
  if (problem_.movers[f].common(direct_) < 2 || !follows_for_free(f)) return false;
  std::vector<std::uint32_t> shown, either;
  for (std::uint32_t m : compiled_.causes[f].mentions) {
    const bool may_move =
        problem_.movable(m) && (problem_.movers[m].meets(direct_) || direct_.contains(m));
    if (!moved(m) && !may_move) continue;
    if (!may_move && either.size() < 8) {
      either.push_back(m);  // as it was or as it is: each mixture is tried
      continue;
    }
    const std::uint32_t at = situation_.offset(m);
    std::vector<std::uint64_t> cells(lazy_cells_.begin() + at,
                                     lazy_cells_.begin() + at + situation_.words(m));
    if (may_move) {  // effects may take it anywhere on the way
      state::for_each_bit(situation_.permitted(m), [&](Point point) {
        state::put(cells.data(), situation_.cell_of(m, point));
      });
    }
    state::put(cells.data(), situation_.start_point(m));
    evaluator_.show(m, cells.data(), Truth::maybe);
    shown.push_back(m);
  }
  Truth forced = Truth::no;
  for (std::uint32_t mixture = 0; mixture < 1U << either.size() && forced == Truth::no; ++mixture) {
    for (std::size_t i = 0; i < either.size(); ++i) {
      const std::uint32_t m = either[i];
      if (mixture >> i & 1) {
        evaluator_.show(m, situation_.start_point(m));
      } else {
        evaluator_.show(m, &lazy_cells_[situation_.offset(m)], moved_[m]);
      }
    }
    forced = evaluator_.would_break(f, situation_.start_point(f));
  }
  shown.insert(shown.end(), either.begin(), either.end());
  for (std::uint32_t m : shown) {
    evaluator_.show(m, &lazy_cells_[situation_.offset(m)], moved_[m]);
  }
  return forced != Truth::no && left_over_.possible(f, direct_, points_);
}

Explorer::Need& Explorer::new_need(bool hard) {
  ++seeing_;
  if (need_count_ == needs_.size()) {
    const std::uint32_t count = problem_.feature_count();
    needs_.push_back({hard, FeatureSet(count), FeatureSet(count), {}, {}});
    return needs_.back();
  }
  Need& need = needs_[need_count_];
  need.hard = hard;
  need.options.clear();
  need.shortage.reset();
  if (blaming_) need.mentions.clear();
  need.splits.clear();
  return need;
}

void Explorer::keep_need() {
  Need& need = needs_[need_count_];
  // Somebody else's way out beside the score's.
  if (need.shortage && need.shortage->gains.size() != need.splits.size()) need.shortage.reset();
  if (need.splits.empty()) {
    dead_ = true;
    blame_ |= need.mentions;
  } else {
    ++need_count_;
  }
}

void Explorer::mention(const std::vector<std::uint32_t>& features, Need& need) const {
  if (!blaming_) return;
  for (std::uint32_t f : features) need.mentions.insert(f);
}

void Explorer::mention_body(const CompiledBody& body, Need& need) const {
  if (!blaming_) return;
  for (const CellTest& test : body.tests) need.mentions.insert(test.feature);
  for (const model::AtomTest& literal : body.atoms) {
    mention(compiled_.atom_mentions[literal.atom.index()], need);
  }
}

void Explorer::mention_causes(std::uint32_t f, Need& need) const {
  mention(compiled_.causes[f].mentions, need);
  mention({f}, need);
}

// ---- what would satisfy it -------------------------------------------------------------------

Explorer::Truth Explorer::in_box(const CellTest& test) const {
  const std::uint64_t* cells = box_cells_.data() + situation_.offset(test.feature);
  const std::uint64_t* set = compiled_.pool.data() + test.offset;
  std::uint64_t in = 0, out = 0;
  for (std::uint32_t w = 0; w < situation_.words(test.feature); ++w) {
    in |= cells[w] & set[w];
    out |= cells[w] & ~set[w];
  }
  return in == 0 ? Truth::no : out == 0 ? Truth::yes : Truth::maybe;
}

void Explorer::offer(const CellTest& test, bool wanted, Need& need) {
  if (in_box(test) != Truth::maybe) return;
  need.options.insert(test.feature);
  need.splits.push_back(
      {wanted ? Split::Kind::enter : Split::Kind::leave, test.feature, test.offset});
}

bool Explorer::see(std::uint32_t atom, Sight sight) {
  if (seen_.empty()) seen_.assign(3 * compiled_.rules_of.size(), 0);
  std::uint64_t& last = seen_[3 * atom + static_cast<std::uint32_t>(sight)];
  const std::uint64_t now = sight == Sight::below ? seeing_below_ : seeing_;
  if (last == now) return false;
  last = now;
  return true;
}

void Explorer::make_fail(const CompiledBody& body, Need& need) {
  for (const CellTest& test : body.tests) offer(test, false, need);
  for (const model::AtomTest& literal : body.atoms) {
    make_atom(literal.atom.value, literal.negated, need);
  }
}

// The atom has the other value in the lazy view, surely. Each atom is followed once, from a list:
// auxiliaries may be shared, and chained by the thousand.
void Explorer::make_atom(std::uint32_t atom, bool wanted, Need&) {
  if (see(atom, wanted ? Sight::wanted : Sight::unwanted))
    atoms_to_make_.emplace_back(atom, wanted);
}

void Explorer::make_atoms(Need& need) {
  while (!atoms_to_make_.empty()) {
    const auto [atom, wanted] = atoms_to_make_.back();
    atoms_to_make_.pop_back();
    if (const model::ScoreAtom* scored = compiled_.score_atom(atom)) {
      make_score(*scored, wanted, need);
      continue;
    }
    if (compiled_.recursive[compiled_.component[atom]]) {
      const std::size_t first = need.splits.size();
      atoms_below_.push_back(atom);
      open_tests_below(Where::box, need.splits);
      for (std::size_t i = first; i < need.splits.size(); ++i) {
        need.options.insert(need.splits[i].feature);
      }
      continue;
    }
    for (std::uint32_t index : compiled_.rules_of[atom]) {
      const CompiledBody& body = compiled_.rules[index].body;
      if (!wanted) {  // one rule that holds has to fail; any will do
        if (evaluator_.body(body) != Truth::yes) continue;
        make_fail(body, need);
        break;
      }
      // Each rule is kept from holding by one literal: by one that cannot change, if there is one.
      const CellTest* changeable = nullptr;
      bool hopeless = body.impossible;
      for (const CellTest& test : body.tests) {
        if (evaluator_.test(test) != Truth::no) continue;
        if (in_box(test) == Truth::no) hopeless = true;
        if (!changeable) changeable = &test;
      }
      if (hopeless) continue;
      if (changeable) {
        offer(*changeable, true, need);
        continue;
      }
      for (const model::AtomTest& literal : body.atoms) {
        if (evaluator_.literal(literal) != Truth::no) continue;
        make_atom(literal.atom.value, !literal.negated, need);
        break;
      }
    }
  }
}

bool Explorer::open(const CellTest& test, Where where) const {
  return (where == Where::box ? in_box(test) : evaluator_.test(test)) == Truth::maybe;
}

void Explorer::open_tests(const CompiledBody& body, Where where, std::vector<Split>& splits) {
  for (const CellTest& test : body.tests) {
    if (!open(test, where)) continue;
    splits.push_back({Split::Kind::leave, test.feature, test.offset, true});
  }
  for (const model::AtomTest& literal : body.atoms) atoms_below_.push_back(literal.atom.value);
  open_tests_below(where, splits);
}

// Those of the atoms in atoms_below_, and of what these depend on.
void Explorer::open_tests_below(Where where, std::vector<Split>& splits) {
  ++seeing_below_;
  std::erase_if(atoms_below_, [&](std::uint32_t atom) { return !see(atom, Sight::below); });
  while (!atoms_below_.empty()) {
    const std::uint32_t at = atoms_below_.back();
    atoms_below_.pop_back();
    if (const model::ScoreAtom* scored = compiled_.score_atom(at)) {
      where == Where::box ? open_score_in_box(*scored, splits) : open_score(*scored, splits);
      continue;
    }
    for (std::uint32_t rule : compiled_.rules_of[at]) {
      const CompiledBody& body = compiled_.rules[rule].body;
      for (const CellTest& test : body.tests) {
        if (!open(test, where)) continue;
        splits.push_back({Split::Kind::leave, test.feature, test.offset, true});
      }
      for (const model::AtomTest& literal : body.atoms) {
        if (see(literal.atom.value, Sight::below)) atoms_below_.push_back(literal.atom.value);
      }
    }
  }
}

void Explorer::open_cause_tests(std::uint32_t f, Where where, std::vector<Split>& splits) {
  for (const model::CompiledCause& cause : compiled_.causes[f].rules) {
    open_tests(cause.body, where, splits);
  }
}

}  // namespace cogs::path
