// SPDX-License-Identifier: Apache-2.0
//
// How far figures of a sample can be trusted: intervals of 95 % for shares, for differences of
// shares and for quantiles. All take the rows for independent draws; none is made by drawing at
// random, so equal counts give equal intervals.
#pragma once

#include <cstdint>
#include <optional>

namespace cogs::batch {

struct Span {
  double low = 0, high = 0;
};

// Wilson's score interval for the share count / of. `of` must not be 0.
Span share_interval(std::uint64_t count, std::uint64_t of);

// Newcombe's interval for a.count / a.of - b.count / b.of, made from the two score intervals.
// Neither `of` may be 0.
struct Counted {
  std::uint64_t count = 0, of = 0;
};
Span difference_interval(const Counted& a, const Counted& b);

// The interval for (a.count / a.of) / (b.count / b.of) that is made from the two score intervals in
// the same way (Donner and Zou's MOVER). nullopt: no upper end. b.count must not be 0.
struct RatioSpan {
  double low = 0;
  std::optional<double> high;
};
RatioSpan ratio_interval(const Counted& a, const Counted& b);

// The rank, from 1, of the least of `of` values that at least `percent` of them do not exceed.
std::uint64_t quantile_rank(std::uint64_t of, unsigned percent);

// Ranks between which the quantile of whatever the values were drawn from lies, by the binomial
// distribution: each end is wrong in at most 2.5 % of all samples. nullopt: too few values to say.
struct RankSpan {
  std::optional<std::uint64_t> low, high;
};
RankSpan quantile_rank_interval(std::uint64_t of, unsigned percent);

}  // namespace cogs::batch
