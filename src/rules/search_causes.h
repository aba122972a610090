// SPDX-License-Identifier: Apache-2.0
//
// Effect -> short rules for it from other columns.
//
// Two searches, because causes are found in two ways:
//
//   sufficient()   bodies that are followed by the effect, one after the other: each is the one
//                  that tells most about the rows which the earlier ones leave. Within a body
//                  literals are added by a beam search while that tells clearly more. "Is not
//                  this value" is used where values that are will not do.
//   necessary()    conditions without which the effect does not come, joined while they tell
//                  clearly more. One of them may be a choice of values, which makes several rules.
//
// What a body tells is its mutual information with the effect. It peaks at the value where the
// effect's share jumps, also where noise blurs the jump, so that is where numbers are cut; a
// search for the purest body would cut beside it.
//
// A literal costs one pass over the rows of the body that it joins, for all values of a column at
// once. Long tables are sampled, columns of many values put into bins; the counts of what is
// found are those of the whole table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/cause.h"
#include "table/table.h"

namespace cogs::rules {

struct CauseSearchOptions {
  std::size_t longest_body = 3;
  std::size_t most_rules = 4;  // for one effect
  // From here on a rule is taken to hold: share of the rows with a body that have the effect,
  // and the other way round.
  double precision = 0.9, recall = 0.9;
  // And so large a share of the exceptions that chance would bring must be missing.
  double certainty = 0.85;
  double least_lift = 1.1;
  // Rules that explain less of an effect's ups and downs are no news. What an effect needs is
  // easily found among rare effects, so more is asked of it.
  double least_explained = 0.08, least_explained_by_need = 0.2;
  // A body needs so many rows, in number and as a share; and a chance of less than `alpha`, all
  // tries counted, to be an accident.
  std::size_t least_rows = 10;
  double least_share = 0.005, alpha = 0.001;
  std::size_t most_sampled_rows = 40000;
};

// A column that takes part, and how: a feature of a set of values has a categorical column even
// where these are numbers.
struct CauseColumn {
  table::ColumnId id;
  bool numeric = false;
  // By code: whether rules may name the value. Empty: all.
  std::vector<std::uint8_t> usable = {};
};

class CauseSearch {
 public:
  // The table must outlive this. `effects` is about how many effects will be asked for: many
  // searches in a wide table are done on fewer rows.
  CauseSearch(const table::Table& table, const std::vector<CauseColumn>& columns,
              const CauseSearchOptions& options, std::size_t effects);

  // `allowed`: by column, in the order of the constructor. Nothing if no body is significant. The
  // binding is what the counts say; it may be `none`.
  std::optional<Cause> sufficient(const Effect& effect,
                                  const std::vector<std::uint8_t>& allowed) const;
  std::optional<Cause> necessary(const Effect& effect,
                                 const std::vector<std::uint8_t>& allowed) const;

  const std::vector<CauseColumn>& columns() const { return columns_; }
  // What counts say about the way rules bind.
  Binding binding(const CauseCounts& counts) const;

 private:
  static constexpr double clearly_more = 1.1;  // information that a further literal must bring
  static constexpr double least_gain = 0.025;  // share of the effect's rows, of a further rule
  static bool more_informative(double a, double b) { return a > b * (1 + 1e-12); }

  using Rows = std::vector<std::uint32_t>;  // places in the sample

  struct Bins {
    bool numeric = false;
    std::vector<std::uint16_t> of_row;
    std::uint16_t count = 0;         // bin `count` itself: missing, or nothing that a rule names
    std::vector<table::Code> codes;  // of a number bin the largest code, else the value's
  };
  struct Binned {
    std::uint16_t column = 0, bin = 0;
    Test test = Test::equal;
  };
  struct Found {
    std::vector<Binned> body;
    CauseCounts counts;  // within the rows that were searched
    double information = 0;
    bool precise = false;
  };
  struct Candidate {
    Binned literal;
    CauseCounts counts;
    double information = 0;
  };
  struct Target {
    std::vector<std::uint8_t> truth;  // by row of the sample
    Rows rows;                        // in which the effect is known
    std::size_t with_effect = 0;
  };
  struct Tally {
    std::vector<std::uint32_t> rows, with_effect;  // by bin, the bin without a name included
    std::size_t all = 0, all_with_effect = 0;
  };
  // Conditions joined so far. `choices` has one literal, or several of which one must hold.
  struct Condition {
    std::vector<Binned> choices;
    CauseCounts counts;
    double information = 0;
  };

  // What bodies may be made of.
  struct Literals {
    const std::vector<std::uint8_t>& columns;
    bool negative = false;  // also "is not this value"
  };

  static std::vector<Binned> tightest(const std::vector<Binned>& body);
  void add_bins(const CauseColumn& column);
  Target target(const Effect& effect) const;
  std::vector<std::uint8_t> truth(const Binned& literal) const;
  Rows with(const std::vector<Binned>& any_of, const Rows& rows) const;
  Rows without(const std::vector<Binned>& body, const Rows& rows) const;
  Tally tally(const Target& target, const Rows& rows, std::uint16_t column) const;
  bool is_precise(const CauseCounts& counts, const Target& target) const;
  double needed_information(std::size_t literals) const;
  std::size_t least_rows(const Target& target) const;
  double information(const CauseCounts& counts) const;
  void prefer_frequent(std::vector<Candidate>& candidates, const Tally& counts) const;
  std::vector<Found> extensions(const Target& target, const Rows& rows, const CauseCounts& totals,
                                const std::vector<Binned>& body, const Literals& literals) const;
  std::optional<Found> best_body(const Target& target, const Rows& rows,
                                 const Literals& literals) const;
  std::optional<Cause> cover(const Effect& effect, const Target& target,
                             const Literals& literals) const;
  std::vector<Condition> conditions(const Target& target, const Rows& rows, std::uint16_t column,
                                    bool choices_allowed) const;
  std::optional<Condition> best_condition(const Target& target, const Rows& rows,
                                          const std::vector<std::uint8_t>& allowed,
                                          bool choices_allowed) const;
  Literal literal(const Binned& binned) const;
  Cause counted(const Effect& effect, const std::vector<std::vector<Binned>>& bodies) const;

  const table::Table& table_;
  std::vector<CauseColumn> columns_;
  CauseSearchOptions options_;
  Rows sample_;  // rows of the table
  std::vector<Bins> bins_;
  std::vector<double> n_log_n_;
  double log_tries_ = 0;     // of how many effects are tried
  double log_literals_ = 0;  // of how many literals there are
};

}  // namespace cogs::rules
