// SPDX-License-Identifier: Apache-2.0
#include "state/distance.h"

#include <algorithm>

namespace cogs::state {

void LinearForm::add(const LinearForm& other, const Number& times) {
  constant += other.constant * times;
  for (const Term& term : other.terms) {
    const auto at = std::lower_bound(
        terms.begin(), terms.end(), term.variable,
        [](const Term& mine, std::uint32_t variable) { return mine.variable < variable; });
    if (at == terms.end() || at->variable != term.variable) {
      terms.insert(at, {term.variable, term.factor * times});
      continue;
    }
    at->factor += term.factor * times;
    if (at->factor.sign() == 0) terms.erase(at);
  }
}

void Trace::note(LinearForm difference, std::strong_ordering outcome) {
  if (personal_ || difference.terms.empty()) return;                    // the same for everybody
  if (comparisons_.size() >= most_comparisons) return make_personal();  // a tree too deep to share
  const bool known =
      std::any_of(comparisons_.begin(), comparisons_.end(),
                  [&](const Comparison& earlier) { return earlier.difference == difference; });
  if (!known) comparisons_.push_back({std::move(difference), outcome});
}

Distance& Distance::operator+=(const Distance& other) {
  if (trace_ || other.trace_) {
    if (!trace_) form_ = {value_, {}};
    form_.add(other.trace_ ? other.form_ : LinearForm{other.value_, {}}, 1);
    trace_ = trace_ ? trace_ : other.trace_;
  }
  value_ += other.value_;
  return *this;
}

std::strong_ordering operator<=>(const Distance& a, const Distance& b) {
  const std::strong_ordering outcome = a.value_ <=> b.value_;
  if (Trace* trace = a.trace_ ? a.trace_ : b.trace_) {
    LinearForm difference = a.trace_ ? a.form_ : LinearForm{a.value_, {}};
    difference.add(b.trace_ ? b.form_ : LinearForm{b.value_, {}}, -1);
    trace->note(std::move(difference), outcome);
  }
  return outcome;
}

}  // namespace cogs::state
