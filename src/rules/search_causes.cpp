// SPDX-License-Identifier: Apache-2.0
#include "rules/search_causes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "rules/plain_cuts.h"

namespace cogs::rules {

namespace {

constexpr std::size_t most_bins = 1000;
constexpr std::size_t beam = 6;
constexpr double promising = 0.01;  // what a first literal must explain of the effect
// Passes over rows and columns that one effect takes, about; and how many of them are too many.
constexpr double passes = 16, most_work = 3e9;

}  // namespace

// "At most 22.8 and at most 14.8" is at most 14.8.
std::vector<CauseSearch::Binned> CauseSearch::tightest(const std::vector<Binned>& body) {
  std::vector<Binned> kept;
  for (const Binned& literal : body) {
    const bool cut = literal.test == Test::at_most || literal.test == Test::above;
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Binned& other) {
      return cut && other.column == literal.column && other.test == literal.test;
    });
    if (same == kept.end()) {
      kept.push_back(literal);
    } else {
      same->bin = literal.test == Test::at_most ? std::min(same->bin, literal.bin)
                                                : std::max(same->bin, literal.bin);
    }
  }
  return kept;
}

CauseSearch::CauseSearch(const table::Table& table, const std::vector<CauseColumn>& columns,
                         const CauseSearchOptions& options, std::size_t effects)
    : table_(table), columns_(columns), options_(options) {
  const double effort =
      passes * static_cast<double>(std::max<std::size_t>(1, effects * columns.size()));
  const auto affordable = static_cast<std::size_t>(std::max(4000.0, most_work / effort));
  const std::size_t rows = std::min({table.rows, options.most_sampled_rows, affordable});
  sample_.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    sample_[i] = static_cast<std::uint32_t>(i * table.rows / rows);
  }
  n_log_n_.resize(rows + 1);
  for (std::size_t n = 2; n <= rows; ++n) {
    n_log_n_[n] = static_cast<double>(n) * std::log(static_cast<double>(n));
  }
  std::size_t literals = 0;
  for (const CauseColumn& column : columns_) {
    add_bins(column);
    literals += 2 * std::size_t{bins_.back().count};
  }
  log_literals_ = std::log(static_cast<double>(std::max<std::size_t>(2, literals)));
  log_tries_ = std::log(static_cast<double>(std::max<std::size_t>(1, effects)));
}

// Values, or ranges of numbers with about as many rows each; a frequent number has its own.
void CauseSearch::add_bins(const CauseColumn& given) {
  const table::Column& column = table_.column(given.id);
  std::vector<std::uint32_t> seen(column.code_count(), 0);
  column.codes.visit([&](auto codes) {
    for (const std::uint32_t row : sample_) ++seen[codes[row]];
  });
  Bins bins;
  bins.numeric = given.numeric;
  constexpr std::uint16_t nameless = 0xFFFF;
  std::vector<std::uint16_t> of_code(column.code_count(), nameless);
  if (given.numeric) {
    const std::size_t distinct = static_cast<std::size_t>(std::count_if(
        seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(column.numbers.size()),
        [](std::uint32_t n) { return n > 0; }));
    const std::size_t full = distinct <= most_bins ? 1 : sample_.size() / most_bins + 1;
    std::size_t in_bin = 0;
    for (table::Code code = 0; code < column.numbers.size(); ++code) {
      if (seen[code] == 0) continue;
      if (in_bin > 0 && (in_bin >= full || seen[code] >= full)) in_bin = 0;
      if (in_bin == 0) bins.codes.push_back(code);
      bins.codes.back() = code;
      of_code[code] = static_cast<std::uint16_t>(bins.codes.size() - 1);
      in_bin += seen[code];
    }
  } else {
    for (table::Code code = 0; code < column.missing(); ++code) {
      const bool usable = given.usable.empty() || given.usable[code] != 0;
      if (!usable || seen[code] < options_.least_rows || bins.codes.size() >= 4 * most_bins)
        continue;
      of_code[code] = static_cast<std::uint16_t>(bins.codes.size());
      bins.codes.push_back(code);
    }
  }
  bins.count = static_cast<std::uint16_t>(bins.codes.size());
  std::replace(of_code.begin(), of_code.end(), nameless, bins.count);
  bins.of_row.resize(sample_.size());
  column.codes.visit([&](auto codes) {
    for (std::size_t i = 0; i < sample_.size(); ++i) bins.of_row[i] = of_code[codes[sample_[i]]];
  });
  bins_.push_back(std::move(bins));
}

CauseSearch::Target CauseSearch::target(const Effect& effect) const {
  const table::Column& column = table_.column(effect.column);
  const std::vector<std::uint8_t> by_code = truth_by_code(effect, column);
  Target target;
  target.truth.resize(sample_.size());
  column.codes.visit([&](auto codes) {
    for (std::uint32_t i = 0; i < sample_.size(); ++i) {
      const std::uint8_t truth = by_code[codes[sample_[i]]];
      if (truth == 2) continue;
      target.truth[i] = truth;
      target.with_effect += truth;
      target.rows.push_back(i);
    }
  });
  return target;
}

// By bin of the literal's column.
std::vector<std::uint8_t> CauseSearch::truth(const Binned& literal) const {
  const std::uint16_t count = bins_[literal.column].count;
  std::vector<std::uint8_t> truth(count + std::size_t{1}, 0);
  for (std::uint16_t bin = 0; bin <= count; ++bin) {
    bool holds = false;
    switch (literal.test) {
      case Test::equal: holds = bin == literal.bin; break;
      case Test::not_equal: holds = bin != literal.bin; break;
      case Test::at_most: holds = bin <= literal.bin; break;
      default: holds = bin > literal.bin && bin < count; break;
    }
    truth[bin] = holds ? 1 : 0;
  }
  return truth;
}

// Rows in which one of these literals, all of one column, holds.
CauseSearch::Rows CauseSearch::with(const std::vector<Binned>& any_of, const Rows& rows) const {
  const Bins& bins = bins_[any_of.front().column];
  std::vector<std::uint8_t> any = truth(any_of.front());
  for (const Binned& literal : any_of) {
    const std::vector<std::uint8_t> one = truth(literal);
    for (std::size_t bin = 0; bin < any.size(); ++bin) any[bin] |= one[bin];
  }
  Rows result(rows.size());
  std::size_t kept = 0;
  for (const std::uint32_t row : rows) {
    result[kept] = row;
    kept += any[bins.of_row[row]];
  }
  result.resize(kept);
  return result;
}

// Rows in which not all of these literals hold.
CauseSearch::Rows CauseSearch::without(const std::vector<Binned>& body, const Rows& rows) const {
  Rows held = rows;
  for (const Binned& literal : body) held = with({literal}, held);
  Rows result;
  std::set_difference(rows.begin(), rows.end(), held.begin(), held.end(),
                      std::back_inserter(result));
  return result;
}

CauseSearch::Tally CauseSearch::tally(const Target& target, const Rows& rows,
                                      std::uint16_t column) const {
  const Bins& bins = bins_[column];
  Tally tally;
  tally.rows.assign(bins.count + std::size_t{1}, 0);
  tally.with_effect.assign(bins.count + std::size_t{1}, 0);
  for (const std::uint32_t row : rows) {
    const std::uint16_t bin = bins.of_row[row];
    ++tally.rows[bin];
    tally.with_effect[bin] += target.truth[row];
    tally.all_with_effect += target.truth[row];
  }
  tally.all = rows.size();
  return tally;
}

std::size_t CauseSearch::least_rows(const Target& target) const {
  const double share = options_.least_share * static_cast<double>(target.rows.size());
  return std::max(options_.least_rows, static_cast<std::size_t>(share));
}

bool CauseSearch::is_precise(const CauseCounts& counts, const Target& target) const {
  const CauseCounts of_all{target.rows.size(), target.with_effect, counts.body, counts.both};
  return of_all.precision() >= options_.precision && of_all.sufficiency() >= options_.certainty &&
         of_all.lift() >= options_.least_lift;
}

// The chance that unrelated columns show so much is about exp(-information); it is multiplied by
// the number of bodies of this length that are tried.
double CauseSearch::needed_information(std::size_t literals) const {
  return static_cast<double>(literals) * log_literals_ + log_tries_ - std::log(options_.alpha);
}

// CauseCounts::information without logarithms, for counts of the sample.
double CauseSearch::information(const CauseCounts& c) const {
  const auto& f = n_log_n_;
  return f[c.both] + f[c.body - c.both] + f[c.effect - c.both] +
         f[c.rows - c.effect - c.body + c.both] - f[c.body] - f[c.rows - c.body] - f[c.effect] -
         f[c.rows - c.effect] + f[c.rows];
}

// Where cuts of a column cannot be told apart by their information, one at a frequent number (no
// debt at all) is meant rather than one at a rare number beside it. `candidates` are sorted.
void CauseSearch::prefer_frequent(std::vector<Candidate>& candidates, const Tally& counts) const {
  constexpr double no_difference = 2;  // nats
  if (candidates.empty()) return;
  const Candidate& best = candidates.front();
  const std::size_t least =
      std::max<std::size_t>(counts.all / 50, std::size_t{5} * counts.rows[best.literal.bin]);
  std::size_t chosen = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const Candidate& other = candidates[i];
    if (other.information < best.information - no_difference) break;
    const std::uint32_t rows = counts.rows[other.literal.bin];
    if (other.literal.test == best.literal.test && rows >= least &&
        (chosen == 0 || rows > counts.rows[candidates[chosen].literal.bin])) {
      chosen = i;
    }
  }
  // The cuts between the two would only crowd out other columns.
  candidates.erase(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(chosen));
}

// The most informative literals of each column to add to `body`, which holds in `rows`; `totals`
// are those of the rows that the body is searched in.
std::vector<CauseSearch::Found> CauseSearch::extensions(const Target& target, const Rows& rows,
                                                        const CauseCounts& totals,
                                                        const std::vector<Binned>& body,
                                                        const Literals& literals) const {
  constexpr std::size_t most_of_a_column = 3;
  const std::size_t least = least_rows(target);
  std::vector<Found> found;
  std::vector<Candidate> candidates;
  for (std::uint16_t column = 0; column < bins_.size(); ++column) {
    if (literals.columns[column] == 0) continue;
    const Tally counts = tally(target, rows, column);
    candidates.clear();
    const auto consider = [&](std::uint16_t bin, Test test, std::size_t n, std::size_t both) {
      if (n < least || n == counts.all || both * totals.rows <= n * totals.effect) return;
      const CauseCounts here{totals.rows, totals.effect, n, both};
      candidates.push_back({{column, bin, test}, here, information(here)});
    };
    const Bins& bins = bins_[column];
    if (bins.numeric) {
      const std::size_t known = counts.all - counts.rows[bins.count];
      const std::size_t known_with_effect = counts.all_with_effect - counts.with_effect[bins.count];
      std::size_t n = 0, with_effect = 0;
      for (std::uint16_t bin = 0; bin + 1 < bins.count; ++bin) {
        if (counts.rows[bin] == 0) continue;
        n += counts.rows[bin];
        with_effect += counts.with_effect[bin];
        consider(bin, Test::at_most, n, with_effect);
        consider(bin, Test::above, known - n, known_with_effect - with_effect);
      }
    } else {
      for (std::uint16_t bin = 0; bin < bins.count; ++bin) {
        consider(bin, Test::equal, counts.rows[bin], counts.with_effect[bin]);
        if (!literals.negative) continue;
        consider(bin, Test::not_equal, counts.all - counts.rows[bin],
                 counts.all_with_effect - counts.with_effect[bin]);
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return more_informative(a.information, b.information);
                     });
    if (bins.numeric) prefer_frequent(candidates, counts);
    bool any_precise = false;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& candidate = candidates[i];
      const bool precise = is_precise(candidate.counts, target);
      if (i < most_of_a_column || (precise && !any_precise)) {
        found.push_back({body, candidate.counts, candidate.information, precise});
        found.back().body.push_back(candidate.literal);
      }
      any_precise = any_precise || precise;
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return more_informative(a.information, b.information);
  });
  return found;
}

// The most informative body that is precise; without one, the most informative one. A longer one
// has to tell clearly more than a shorter one.
std::optional<CauseSearch::Found> CauseSearch::best_body(const Target& target, const Rows& rows,
                                                         const Literals& literals) const {
  CauseCounts totals;
  totals.rows = rows.size();
  for (const std::uint32_t row : rows) totals.effect += target.truth[row];
  const double unknown =
      n_log_n_[totals.rows] - n_log_n_[totals.effect] - n_log_n_[totals.rows - totals.effect];
  std::optional<Found> best;
  const auto better = [&](const Found& candidate) {
    if (candidate.information < needed_information(candidate.body.size())) return false;
    if (!best || candidate.precise != best->precise) return !best || candidate.precise;
    const bool longer = candidate.body.size() > best->body.size();
    return more_informative(candidate.information, best->information * (longer ? clearly_more : 1));
  };
  std::vector<Found> level = extensions(target, rows, totals, {}, literals);
  for (std::size_t length = 1;; ++length) {
    for (const Found& candidate : level) {
      if (better(candidate)) best = candidate;
    }
    if (length == options_.longest_body || level.empty()) return best;
    if (length == 1 && level.front().information < promising * unknown) return best;
    if (level.size() > beam) level.resize(beam);
    std::vector<Found> next;
    for (const Found& parent : level) {
      if (parent.counts.both == parent.counts.body) continue;  // nothing left to tell apart
      Rows held = rows;
      for (const Binned& literal : parent.body) held = with({literal}, held);
      for (Found& child : extensions(target, held, totals, parent.body, literals)) {
        if (more_informative(child.information, parent.information)) {
          next.push_back(std::move(child));
        }
      }
    }
    std::stable_sort(next.begin(), next.end(), [](const Found& a, const Found& b) {
      return more_informative(a.information, b.information);
    });
    level = std::move(next);
  }
}

std::optional<Cause> CauseSearch::cover(const Effect& effect, const Target& target,
                                        const Literals& literals) const {
  std::vector<std::vector<Binned>> bodies;
  Rows rows = target.rows;
  const double gain = least_gain * static_cast<double>(target.with_effect);
  while (bodies.size() < options_.most_rules) {
    const std::optional<Found> body = best_body(target, rows, literals);
    if (!body || (!bodies.empty() && !body->precise)) break;
    if (!bodies.empty() && static_cast<double>(body->counts.both) < gain) break;
    bodies.push_back(body->body);
    if (!body->precise) break;
    rows = without(body->body, rows);
  }
  if (bodies.empty()) return std::nullopt;
  return counted(effect, bodies);
}

std::optional<Cause> CauseSearch::sufficient(const Effect& effect,
                                             const std::vector<std::uint8_t>& allowed) const {
  const Target target = this->target(effect);
  std::optional<Cause> positive = cover(effect, target, {allowed, false});
  if (positive && positive->binding == Binding::iff) return positive;
  std::optional<Cause> any = cover(effect, target, {allowed, true});
  if (!positive || !any) return positive ? positive : any;
  if (any->binding != positive->binding) {
    return any->binding > positive->binding && any->binding != Binding::only_if ? any : positive;
  }
  return any->counts.explained() > 1.25 * positive->counts.explained() ? any : positive;
}

Literal CauseSearch::literal(const Binned& binned) const {
  const CauseColumn& column = columns_[binned.column];
  const table::Code code = bins_[binned.column].codes[binned.bin];
  Literal literal{column.id.index(), binned.test, {}};
  if (column.numeric) {
    // A round number on which no row changes sides reads better than what one person has.
    const std::vector<base::Number>& numbers = table_.column(column.id).numbers;
    const bool date = !table_.column(column.id).notation.date.empty();
    const bool last = code + std::size_t{1} == numbers.size();
    literal.value = last || date ? numbers[code] : round_cut(numbers[code], numbers[code + 1]);
  } else {
    literal.value = table_.column(column.id).text(code);
  }
  return literal;
}

Cause CauseSearch::counted(const Effect& effect,
                           const std::vector<std::vector<Binned>>& bodies) const {
  Cause cause;
  cause.effect = effect;
  for (const auto& body : bodies) {
    CauseRule rule;
    for (const Binned& binned : tightest(body)) rule.body.push_back(literal(binned));
    cause.rules.push_back(std::move(rule));
  }
  count(cause, table_);
  cause.binding = binding(cause.counts);
  return cause;
}

Binding CauseSearch::binding(const CauseCounts& counts) const {
  const double explained = counts.explained();
  if (counts.lift() < options_.least_lift || explained < options_.least_explained) {
    return Binding::none;
  }
  const bool is_sufficient =
      counts.precision() >= options_.precision && counts.sufficiency() >= options_.certainty;
  const bool is_necessary =
      counts.recall() >= options_.recall && counts.necessity() >= options_.certainty;
  if (is_sufficient) return is_necessary ? Binding::iff : Binding::if_;
  return is_necessary && explained >= options_.least_explained_by_need ? Binding::only_if
                                                                       : Binding::none;
}

}  // namespace cogs::rules
