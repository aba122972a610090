// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <tuple>

namespace cogs::batch {
namespace {

std::uint64_t people_of(const std::vector<Coverable>& people, const Features& set) {
  std::uint64_t covered = 0;
  for (const Coverable& some : people) {
    const bool helps = std::any_of(some.ways.begin(), some.ways.end(), [&](const Features& way) {
      return std::includes(set.begin(), set.end(), way.begin(), way.end());
    });
    if (helps) covered += some.people;
  }
  return covered;
}

// Straight from the definition: every subset of `features` features.
std::optional<Cover> by_trying_all(const std::vector<Coverable>& people, unsigned percent,
                                   std::uint32_t features) {
  std::uint64_t all = 0;
  for (const Coverable& some : people) all += some.people;
  std::optional<Cover> best;
  for (std::uint32_t bits = 0; bits < 1U << features; ++bits) {
    Cover cover{percent, {}, 0, true};
    for (std::uint32_t f = 0; f < features; ++f) {
      if (bits >> f & 1) cover.features.push_back(f);
    }
    cover.people = people_of(people, cover.features);
    if (all == 0 || cover.people * 100 < all * percent) continue;
    const auto rank = [](const Cover& c) {
      return std::make_tuple(c.features.size(), UINT64_MAX - c.people, c.features);
    };
    if (!best || rank(cover) < rank(*best)) best = cover;
  }
  return best;
}

std::vector<Coverable> random_people(std::mt19937& random, std::uint32_t features) {
  std::vector<Coverable> people(random() % 12);
  for (Coverable& some : people) {
    some.people = 1 + random() % 20;
    some.ways.resize(random() % 4);
    for (Features& way : some.ways) {
      for (std::uint32_t f = 0; f < features; ++f) {
        if (random() % 3 == 0) way.push_back(f);
      }
    }
  }
  return people;
}

TEST(AuditCover, finds_what_trying_all_sets_finds) {
  base::Budget endless;
  const char* given = std::getenv("COGS_SEED");
  const unsigned seed = given ? static_cast<unsigned>(std::atoi(given)) : 1;
  std::cout << "COGS_SEED=" << seed << "\n";
  std::mt19937 random(seed);
  for (int round = 0; round < 600; ++round) {
    const std::uint32_t features = 1 + random() % 7;
    const std::vector<Coverable> people = random_people(random, features);
    for (const unsigned percent : {50U, 80U, 95U}) {
      const std::vector<Cover> found = cover_people(people, {percent}, endless);
      const std::optional<Cover> expected = by_trying_all(people, percent, features);
      ASSERT_EQ(found.size(), expected ? 1U : 0U) << "COGS_SEED=" << seed << " round " << round;
      if (!expected) continue;
      EXPECT_EQ(found[0].features, expected->features) << "COGS_SEED=" << seed << " " << round;
      EXPECT_EQ(found[0].people, expected->people);
      EXPECT_TRUE(found[0].smallest);
    }
  }
}

TEST(AuditCover, says_so_where_the_proof_is_too_long) {
  base::Budget endless;
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Coverable> people = random_people(random, 7);
    people.push_back({5, {{0, 1}, {6}}});
    const std::vector<Cover> found = cover_people(people, {80}, endless, 0);
    const std::optional<Cover> expected = by_trying_all(people, 80, 7);
    ASSERT_EQ(found.size(), expected ? 1U : 0U);
    if (!expected) continue;
    EXPECT_FALSE(found[0].smallest);
    EXPECT_GE(found[0].features.size(), expected->features.size());
    EXPECT_EQ(found[0].people, people_of(people, found[0].features));
    std::uint64_t all = 0;
    for (const Coverable& some : people) all += some.people;
    EXPECT_GE(found[0].people * 100, all * 80);
  }
}

TEST(AuditCover, needs_nothing_where_nothing_has_to_change) {
  base::Budget endless;
  const std::vector<Cover> found = cover_people({{4, {{}}}}, {50, 95}, endless);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[1].features.empty());
  EXPECT_EQ(found[1].people, 4U);
}

TEST(AuditCover, is_empty_without_people_or_with_too_few_ways) {
  base::Budget endless;
  EXPECT_TRUE(cover_people({}, {50}, endless).empty());
  EXPECT_TRUE(cover_people({{3, {}}, {1, {{2}}}}, {50}, endless).empty());
}

TEST(AuditCover, leaves_out_what_the_budget_does_not_last_for) {
  std::mt19937 random(3);
  base::Budget ended(base::Limits{.seconds = 0.0});
  EXPECT_TRUE(cover_people(random_people(random, 7), {50, 80}, ended).empty());
}

}  // namespace
}  // namespace cogs::batch
