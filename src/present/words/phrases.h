// SPDX-License-Identifier: Apache-2.0
//
// The sentences that clerks and applicants read, by language. Each language is one file beside this
// one (en.words, es.words): lines `key: text`, with places {0}, {1}, ... for what is filled in. A
// text with `|` has a form for one thing and a form for several. What analysts read is English and
// is worded where it is written.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cogs::present {

// American English differs in the way dates are written: November 18, 2026.
enum class Language { english, american, spanish };

// "en", "en-US" and "es"; nullopt for others.
std::optional<Language> language_named(std::string_view name);
std::string_view language_name(Language language);

// clang-format off
#define COGS_PHRASES(X)                                                                           \
  /* Numbers, dates and lists */                                                                  \
  X(thousands_mark) X(decimal_mark) X(currency) X(percent) X(quantity) X(quoted) X(date) X(months) \
  X(and_) X(or_) X(and_before_i) X(or_before_o)                                                   \
  X(unit_years) X(unit_months) X(unit_weeks) X(unit_days) X(unit_hours) X(unit_minutes)           \
  X(unit_seconds) X(unit_points) X(unit_percent_points)                                           \
  /* Values and what is asked of them */                                                          \
  X(not_known) X(any_value) X(any_other_value) X(or_more) X(or_less) X(more_than) X(less_than)    \
  X(from_to) X(one_of) X(others) X(or_higher) X(or_lower) X(or_later) X(or_earlier) X(after)       \
  X(before) X(does_as_well) X(fact) X(is)                                                         \
  X(is_known) X(is_not_known) X(below) X(at_most) X(above) X(at_least) X(not_value)               \
  X(the_person) X(the_type) X(not_the_case) X(no_evidence) X(not_decision)                        \
  /* Rules */                                                                                     \
  X(rule) X(rule_always) X(unless) X(either) X(holds) X(holds_not) X(where_then) X(only_where)    \
  X(exactly_where) X(always)                                                                      \
  /* What is decided and why */                                                                   \
  X(decision) X(why_heading) X(rests_heading) X(rules_heading) X(rule_applies) X(rule_fails)      \
  X(no_rule_applies) X(reason_code) X(reason_alone) X(reason_together) X(reason_for_example)       \
  X(reason_fixed) X(would_have_to_be) X(were) X(were_so)                                          \
  X(would_have_to_hold) X(while_) X(would_turn) X(all_tied) X(some_tied) X(no_influence) X(reasons_cut)                \
  X(rather_holds) X(rather_takes) X(rather_never) X(rather_cut) X(rather_part)                    \
  X(missing_note) X(exception_note)                                                               \
  /* Ways */                                                                                      \
  X(ways_heading) X(way_heading) X(cheapest_way) X(some_way) X(several_ways) X(steps) X(cost)     \
  X(cost_proved) X(same_cost) X(nothing_to_change)                                                \
  X(raise_by) X(raise_by_at_least) X(raise_by_more) X(raise) X(lower_by) X(lower_by_at_least)     \
  X(lower_by_more) X(lower) X(change) X(change_so_that) X(set_missing) X(same_time) X(follows) X(may_follow)        \
  X(because) X(without_step) X(without_step_rules) X(still) X(after_that) X(not_certain) X(price) X(about) \
  X(no_way) X(no_way_ever) X(one_blocker) X(some_blockers) X(stopped_without) X(stopped_with)     \
  X(not_proved) X(no_offer)                                                                       \
  X(blocks_fixed) X(blocks_up) X(blocks_down) X(blocks_caused) X(blocks_missing) X(blocks_domain) \
  X(blocks_causal_rules) X(blocks_denial) X(blocks_option)                                        \
  /* Two people */                                                                                \
  X(compare_title) X(same_decision) X(difference_heading) X(difference) X(difference_higher)      \
  X(difference_lower) X(difference_later) X(difference_earlier) X(difference_other) X(difference_cut) X(difference_rest)                    \
  /* Letters */                                                                                   \
  X(letter_source) X(letter_rule)
// clang-format on

enum class Phrase {
#define X(name) name,
  COGS_PHRASES(X)
#undef X
};

class Phrases {
 public:
  static const Phrases& of(Language language);
  // Reads `key: text` lines. What is missing, unknown or given twice is in faults().
  Phrases(Language language, std::string_view text);

  // The text with its places filled.
  std::string operator()(Phrase phrase, std::initializer_list<std::string_view> parts = {}) const;
  // The same about something whose name is of one thing or of several ("late payments are 2").
  std::string about(bool several, Phrase phrase,
                    std::initializer_list<std::string_view> parts) const;
  // The form for so many things; {0} is the number.
  std::string counted(Phrase phrase, std::size_t count,
                      std::initializer_list<std::string_view> more = {}) const;
  // "a", "a and b", "a, b and c".
  std::string listed(const std::vector<std::string>& words, Phrase last = Phrase::and_) const;

  // The form of "and" or "or" in front of this word.
  Phrase joint(Phrase last, std::string_view next) const;

  Language language() const { return language_; }
  // Whether a name such as "late payments" stands for several things, so that verbs follow it.
  bool several(std::string_view name) const;
  const std::string& raw(Phrase phrase) const { return texts_[static_cast<std::size_t>(phrase)]; }
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  Language language_;
  std::vector<std::string> texts_;
  std::vector<std::string> faults_;
};

// All keys, in order.
const std::vector<std::string>& phrase_names();

}  // namespace cogs::present
