// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/intervals.h"

#include <gtest/gtest.h>

#include <cmath>

namespace cogs::batch {
namespace {

constexpr double z = 1.959963984540054;

// The score interval is where |p - share| <= z * sqrt(p (1 - p) / n).
TEST(AuditIntervals, ends_of_a_share_are_where_the_score_test_turns) {
  for (const std::uint64_t of : {1U, 2U, 7U, 30U, 1000U, 27253U}) {
    for (std::uint64_t count = 0; count <= of; count += of < 10 ? 1 : of / 7) {
      const Span span = share_interval(count, of);
      const double n = static_cast<double>(of), share = static_cast<double>(count) / n;
      EXPECT_LE(span.low, share);
      EXPECT_GE(span.high, share);
      for (const double end : {span.low, span.high}) {
        if ((count == 0 && end == 0) || (count == of && end == 1)) continue;
        EXPECT_NEAR(std::fabs(end - share), z * std::sqrt(end * (1 - end) / n), 1e-9);
      }
    }
  }
}

TEST(AuditIntervals, known_figures) {
  // 81 of 263 and 15 of 148, from Newcombe's paper on single proportions.
  EXPECT_NEAR(share_interval(81, 263).low, 0.2553, 5e-5);
  EXPECT_NEAR(share_interval(81, 263).high, 0.3662, 5e-5);
  EXPECT_NEAR(share_interval(15, 148).low, 0.0624, 5e-5);
  EXPECT_NEAR(share_interval(15, 148).high, 0.1605, 5e-5);
  // 56 of 70 against 48 of 80, from his paper on differences.
  const Span span = difference_interval({56, 70}, {48, 80});
  EXPECT_NEAR(span.low, 0.0524, 5e-5);
  EXPECT_NEAR(span.high, 0.3339, 5e-5);
}

TEST(AuditIntervals, differences_turn_their_sign_with_their_order) {
  const Span one = difference_interval({3, 10}, {40, 50}),
             other = difference_interval({40, 50}, {3, 10});
  EXPECT_DOUBLE_EQ(one.low, -other.high);
  EXPECT_DOUBLE_EQ(one.high, -other.low);
}

// The ends are where |p - r q|, with the nearer ends of both shares, is as wide as the two
// together.
TEST(AuditIntervals, ends_of_a_ratio_solve_the_equation_of_the_difference) {
  for (const Counted a : {Counted{0, 40}, {1, 7}, {3, 10}, {40, 50}, {27, 27}, {900, 1000}}) {
    for (const Counted b : {Counted{1, 1}, {1, 40}, {5, 9}, {40, 50}, {31, 31}, {700, 1000}}) {
      const RatioSpan span = ratio_interval(a, b);
      const double p = static_cast<double>(a.count) / static_cast<double>(a.of);
      const double q = static_cast<double>(b.count) / static_cast<double>(b.of);
      const Span own = share_interval(a.count, a.of), other = share_interval(b.count, b.of);
      EXPECT_LE(span.low, p / q);
      EXPECT_NEAR(p - span.low * q, std::hypot(p - own.low, span.low * (other.high - q)), 1e-9);
      ASSERT_TRUE(span.high);
      EXPECT_GE(*span.high, p / q);
      EXPECT_NEAR(*span.high * q - p, std::hypot(own.high - p, *span.high * (q - other.low)), 1e-9);
    }
  }
}

TEST(AuditIntervals, ranks_of_quantiles) {
  EXPECT_EQ(quantile_rank(1, 50), 1U);
  EXPECT_EQ(quantile_rank(4, 50), 2U);
  EXPECT_EQ(quantile_rank(5, 50), 3U);
  EXPECT_EQ(quantile_rank(10, 90), 9U);
  EXPECT_EQ(quantile_rank(11, 90), 10U);
  EXPECT_EQ(quantile_rank(1000000000000ULL, 25), 250000000000ULL);
}

// P(at most `count` of n), summed from the definition.
double at_most(std::uint64_t count, std::uint64_t n, double p) {
  double sum = 0;
  for (std::uint64_t k = 0; k <= count; ++k) {
    double term = 1;
    for (std::uint64_t i = 0; i < k; ++i) {
      term *= static_cast<double>(n - i) / static_cast<double>(i + 1) * p;
    }
    sum += term * std::pow(1 - p, static_cast<double>(n - k));
  }
  return sum;
}

TEST(AuditIntervals, ranks_miss_a_quantile_in_one_of_forty_samples_at_most) {
  for (const unsigned percent : {25U, 50U, 75U, 90U}) {
    const double p = percent / 100.0;
    for (std::uint64_t n = 1; n <= 120; ++n) {
      const RankSpan ranks = quantile_rank_interval(n, percent);
      // The lowest rank r is too high if at most r - 1 values lie below the quantile.
      const std::uint64_t low = ranks.low.value_or(0), high = ranks.high.value_or(n + 1);
      if (low > 0) {
        EXPECT_LE(at_most(low - 1, n, p), 0.025 + 1e-12);
      }
      EXPECT_GT(at_most(low, n, p), 0.025 - 1e-12) << "a higher rank would do: " << n;
      if (high <= n) {
        EXPECT_GE(at_most(high - 1, n, p), 0.975 - 1e-12);
      }
      if (high >= 2) {
        EXPECT_LT(at_most(high - 2, n, p), 0.975 + 1e-12) << "a lower rank would do";
      }
    }
  }
}

TEST(AuditIntervals, ranks_of_many_values_are_those_of_the_normal_distribution) {
  const std::uint64_t n = 1000000;
  const RankSpan ranks = quantile_rank_interval(n, 50);
  ASSERT_TRUE(ranks.low && ranks.high);
  EXPECT_NEAR(static_cast<double>(*ranks.low), 500000 - z * 500, 3);
  EXPECT_NEAR(static_cast<double>(*ranks.high), 500000 + z * 500, 3);
}

}  // namespace
}  // namespace cogs::batch
