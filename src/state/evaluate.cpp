// SPDX-License-Identifier: Apache-2.0
#include "state/evaluate.h"

#include <algorithm>

namespace cogs::state {

Evaluator::Evaluator(const Situation& situation)
    : situation_(&situation),
      compiled_(&situation.compiled()),
      pool_(situation.compiled().pool.data()),
      known_at_(compiled_->rules_of.size(), 0),
      value_(compiled_->rules_of.size(), Truth::no) {
  std::uint32_t widest = 1;
  for (const auto& feature : compiled_->features) widest = std::max(widest, feature.words);
  sure_.resize(widest);
  possible_.resize(widest);
  all_true_.resize(widest);

  // What the start breaks, before any waiver.
  start_breaks_.assign(situation.feature_count(), false);
  start_breaks_denial_.assign(compiled_->denials.size(), false);
  if (compiled_->causal_order.empty() && compiled_->denials.empty()) return;
  std::vector<std::uint64_t> cells(situation.total_words(), 0);
  std::vector<Truth> moved(situation.feature_count(), Truth::no);
  for (std::uint32_t f = 0; f < situation.feature_count(); ++f) {
    put(cells.data() + situation.offset(f), situation.start_point(f));
  }
  look_at({cells.data(), moved.data()});
  for (std::uint32_t f : compiled_->causal_order) {
    if (situation.bound(f)) {
      start_breaks_[f] = would_break(f, situation.start_point(f)) == Truth::yes;
    }
  }
  for (std::size_t d = 0; d < compiled_->denials.size(); ++d) {
    start_breaks_denial_[d] =
        !situation.denial_off(d) && body(compiled_->denials[d].body) == Truth::yes;
  }
}

Truth Evaluator::body(const model::CompiledBody& body) {
  if (body.impossible) return Truth::no;
  Truth result = Truth::yes;
  for (const model::CellTest& t : body.tests) {
    const Truth truth = test(t);
    if (truth == Truth::no) return Truth::no;
    result = both(result, truth);
  }
  for (const model::AtomTest& a : body.atoms) {
    const Truth truth = literal(a);
    if (truth == Truth::no) return Truth::no;
    result = both(result, truth);
  }
  return result;
}

Truth Evaluator::atom(std::uint32_t atom) {
  if (known_at_[atom] == epoch_) return value_[atom];
  const std::uint32_t component = compiled_->component[atom];
  if (compiled_->recursive[component]) {
    evaluate_component(component);
    return value_[atom];
  }
  Truth result = Truth::no;
  for (std::uint32_t rule : compiled_->rules_of[atom]) {
    result = either(result, body(compiled_->rules[rule].body));
    if (result == Truth::yes) break;
  }
  known_at_[atom] = epoch_;
  return value_[atom] = result;
}

// A positive loop means its least model. What surely holds is the least fixpoint with `maybe`
// taken as no; what possibly holds, the least fixpoint with `maybe` taken as yes.
void Evaluator::evaluate_component(std::uint32_t component) {
  const auto& atoms = compiled_->component_atoms[component];
  for (std::uint32_t a : atoms) {
    known_at_[a] = epoch_;
    value_[a] = Truth::no;
  }
  for (const Truth enough : {Truth::yes, Truth::maybe}) {
    for (bool grown = true; grown;) {
      grown = false;
      for (std::uint32_t a : atoms) {
        if (value_[a] >= enough) continue;
        for (std::uint32_t rule : compiled_->rules_of[a]) {
          if (body(compiled_->rules[rule].body) >= enough) {
            value_[a] = enough;
            grown = true;
            break;
          }
        }
      }
    }
  }
}

Evaluator::Allowed Evaluator::allowed(std::uint32_t f) {
  const model::CompiledCauses& causes = compiled_->causes[f];
  const std::uint32_t words = situation_->words(f);
  const bool whole_line = situation_->permission(f).whole_line;
  const std::uint64_t* cover = pool_ + causes.cover(whole_line);
  const auto all = ~std::uint64_t{0};
  for (std::uint32_t w = 0; w < words; ++w) {
    sure_[w] = possible_[w] = 0;  // heads of true bodies; of possibly true ones
    all_true_[w] = all;           // cells in the head of every possibly true body
  }
  bool some_yes = false;
  for (const model::CompiledCause& cause : causes.rules) {
    const Truth truth = body(cause.body);
    if (truth == Truth::no) continue;
    const std::uint64_t* head = pool_ + cause.head(whole_line);
    for (std::uint32_t w = 0; w < words; ++w) {
      possible_[w] |= head[w];
      if (truth == Truth::yes) sure_[w] |= head[w];
      if (truth == Truth::maybe) all_true_[w] &= head[w];
    }
    some_yes = some_yes || truth == Truth::yes;
  }
  for (std::uint32_t w = 0; w < words; ++w) {
    const std::uint64_t supported = sure_[w], supportable = possible_[w];
    std::uint64_t sure = all, possible = all;
    if (causes.mode != model::CausalMode::if_) {  // no effect without a cause
      sure &= ~cover[w] | supported;
      possible &= ~cover[w] | supportable;
    }
    if (causes.mode != model::CausalMode::only_if) {  // no cause without an effect
      sure &= some_yes ? supported : all_true_[w] | supported;
      possible &= some_yes ? supportable : all;
    }
    sure_[w] = sure;
    possible_[w] = possible;
  }
  return {sure_.data(), possible_.data()};
}

Truth Evaluator::any_moved(const std::vector<std::uint32_t>& features) const {
  Truth result = Truth::no;
  for (std::uint32_t f : features) result = either(result, view_.moved[f]);
  return result;
}

Truth Evaluator::obeys(std::uint32_t f) {
  if (!situation_->bound(f)) return Truth::yes;
  const Allowed allowed_cells = allowed(f);
  const std::uint64_t* cells = view_.cells + situation_->offset(f);
  const Point missing = situation_->missing(f);
  bool some_in = false, some_out = false;
  for (std::uint32_t w = 0; w < situation_->words(f); ++w) {
    std::uint64_t excused = 0;
    if (missing / 64 == w) excused = std::uint64_t{1} << missing % 64;
    some_in = some_in || (cells[w] & (allowed_cells.possible[w] | excused)) != 0;
    some_out = some_out || (cells[w] & ~(allowed_cells.sure[w] | excused)) != 0;
  }
  const Truth obeyed = !some_in ? Truth::no : !some_out ? Truth::yes : Truth::maybe;
  if (obeyed == Truth::yes || !start_breaks_[f]) return obeyed;
  const Truth waived = !either(view_.moved[f], any_moved(compiled_->causes[f].mentions));
  return either(obeyed, waived);
}

Truth Evaluator::would_break(std::uint32_t f, Point point) {
  if (!situation_->bound(f) || point == situation_->missing(f)) return Truth::no;
  const Allowed allowed_cells = allowed(f);
  const Point cell = situation_->cell_of(f, point);
  const Truth kept = has(allowed_cells.sure, cell)       ? Truth::yes
                     : has(allowed_cells.possible, cell) ? Truth::maybe
                                                         : Truth::no;
  if (kept == Truth::yes || !start_breaks_[f] || point != situation_->start_point(f)) return !kept;
  return both(!kept, any_moved(compiled_->causes[f].mentions));
}

Truth Evaluator::respects(std::size_t denial) {
  if (situation_->denial_off(denial)) return Truth::yes;
  const model::CompiledDenial& compiled = compiled_->denials[denial];
  const Truth respected = !body(compiled.body);
  if (respected == Truth::yes || !start_breaks_denial_[denial]) return respected;
  return either(respected, !any_moved(compiled.mentions));
}

}  // namespace cogs::state
