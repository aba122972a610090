// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/audit.h"

#include <algorithm>
#include <map>

namespace cogs::batch {

namespace {

// By the share with recourse, as exact fractions; groups with equal shares share a rank.
void rank(std::vector<AuditGroup>& groups) {
  std::vector<AuditGroup*> large;
  for (AuditGroup& group : groups) {
    if (!group.small) large.push_back(&group);
  }
  const auto less = [](const AuditGroup* a, const AuditGroup* b) {
    return a->statistics.found * b->statistics.concerned <
           b->statistics.found * a->statistics.concerned;
  };
  std::stable_sort(large.begin(), large.end(), less);
  for (std::size_t i = 0; i < large.size(); ++i) {
    large[i]->rank = i > 0 && !less(large[i - 1], large[i]) ? large[i - 1]->rank : i + 1;
  }
}

void compare(AuditGroup& group, const Statistics& everybody) {
  const Counted own{group.statistics.found, group.statistics.concerned};
  const Counted rest{everybody.found - own.count, everybody.concerned - own.of};
  if (own.of == 0 || rest.of == 0) return;
  const double value = static_cast<double>(own.count) / static_cast<double>(own.of) -
                       static_cast<double>(rest.count) / static_cast<double>(rest.of);
  group.to_the_rest = Difference{value, difference_interval(own, rest)};
}

// count(group): what is compared.
template <class Count>
void find_ratios(std::vector<AuditGroup>& groups, std::optional<Ratio> AuditGroup::* ratio,
                 Count&& count) {
  std::optional<std::size_t> top;
  Counted largest;
  const auto product = [](const Counted& a, const Counted& b) { return a.count * b.of; };
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Counted own = count(groups[g].statistics);
    const bool joined = groups[g].values.front().kind == GroupValue::Kind::others;
    if (joined || own.count == 0 || own.of < small_group) continue;
    if (top && product(own, largest) <= product(largest, own)) continue;
    top = g;
    largest = own;
  }
  if (!top) return;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Counted own = count(groups[g].statistics);
    if (own.of == 0) continue;
    Ratio found{*top, 1, {}, 5 * product(own, largest) < 4 * product(largest, own)};
    if (g != *top) {
      found.value = static_cast<double>(own.count) / static_cast<double>(own.of) *
                    static_cast<double>(largest.of) / static_cast<double>(largest.count);
      found.interval = ratio_interval(own, largest);
    }
    groups[g].*ratio = found;
  }
}

// Rows that were answered and of which it is known, beside what the rules decide.
template <class Use>
void each_actual(const std::vector<Actual>& actual, const RowOutcomes& found,
                 const RowCounts& counts, Use&& use) {
  for (std::size_t row = 0; row < actual.size(); ++row) {
    if (actual[row] == Actual::unknown || found.of_row[row] == no_outcome) continue;
    use(row, actual[row] == Actual::undesired, found.outcomes[found.of_row[row]].undesired,
        counts.of(row));
  }
}

AuditGrouping count_groups(const Grouping& grouping, const RowOutcomes& found,
                           const RowCounts& counts, const std::vector<Actual>& actual,
                           const Statistics& everybody, base::Budget& budget) {
  AuditGrouping out{grouping.columns, grouping.in_bands, grouping.pooled, {}};
  std::vector<std::vector<std::uint64_t>> rows(
      grouping.groups.size(), std::vector<std::uint64_t>(found.outcomes.size(), 0));
  for (std::size_t row = 0; row < found.of_row.size(); ++row) {
    const std::uint32_t outcome = found.of_row[row], group = grouping.of_row[row];
    if (outcome != no_outcome && group != no_group) rows[group][outcome] += counts.of(row);
  }
  for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
    AuditGroup& group = out.groups.emplace_back();
    group.values = grouping.groups[g];
    group.statistics = count_outcomes(found.outcomes, rows[g], budget);
    group.small = group.statistics.concerned < small_group;
    compare(group, everybody);
    if (!actual.empty()) group.actual.emplace();
  }
  each_actual(actual, found, counts,
              [&](std::size_t row, bool was, bool decided, std::uint64_t people) {
                const std::uint32_t group = grouping.of_row[row];
                if (group != no_group) out.groups[group].actual->add(was, decided, people);
              });
  rank(out.groups);
  find_ratios(out.groups, &AuditGroup::decision_ratio,
              [](const Statistics& s) { return Counted{s.already, s.rows}; });
  find_ratios(out.groups, &AuditGroup::recourse_ratio,
              [](const Statistics& s) { return Counted{s.found, s.concerned}; });
  return out;
}

std::vector<BrokenExamples> examples_of(const RowOutcomes& found, const RowCounts& counts,
                                        const Statistics& all) {
  std::map<path::Broken, std::vector<std::uint64_t>> rows;
  for (std::size_t row = 0; row < found.of_row.size(); ++row) {
    if (found.of_row[row] == no_outcome) continue;
    for (const path::Broken& broken : found.outcomes[found.of_row[row]].breaks) {
      std::vector<std::uint64_t>& list = rows[broken];
      // Rows are in the order of the first that they stand for; others of these come later.
      if (list.size() >= most_examples && list[most_examples - 1] < counts.number(row)) continue;
      counts.each_number(row, [&](std::uint64_t number) { list.push_back(number); });
      std::sort(list.begin(), list.end());
      if (list.size() > most_examples) list.resize(most_examples);
    }
  }
  std::vector<BrokenExamples> examples;
  for (const BrokenRule& broken : all.broken_rules) {
    examples.push_back({broken.what, rows[broken.what]});
  }
  return examples;
}

PolicyFinding judge(const RuleUse& rules, const PolicyEntry& entry, const RowOutcomes& found,
                    const std::vector<std::uint64_t>& rows) {
  PolicyFinding finding;
  finding.entry = entry;
  if (!entry.feature) return finding;
  finding.decision_lines = rules.decision_lines(*entry.feature);
  finding.causal_lines = rules.causal_lines(*entry.feature);
  finding.through = rules.through(*entry.feature);
  const std::uint32_t feature = entry.feature->value;
  for (std::size_t i = 0; i < found.outcomes.size(); ++i) {
    const Outcome& outcome = found.outcomes[i];
    const auto has = [&](const Features& set) {
      return std::binary_search(set.begin(), set.end(), feature);
    };
    if (has(outcome.direct)) finding.direct += rows[i];
    if (has(outcome.effects)) finding.effect += rows[i];
    const bool blocks =
        std::any_of(outcome.blockers.begin(), outcome.blockers.end(),
                    [&](const path::Blocker& b) { return b.feature == entry.feature; });
    if (blocks) finding.blocks += rows[i];
  }
  return finding;
}

}  // namespace

AuditReport audit(const model::Model& model, const table::Table& table,
                  const model::BoundTable& bound, const std::vector<bool>& bad,
                  const AuditOptions& options) {
  base::Budget budget(options.question.limits);
  // What can be wrong with the question comes before the long work.
  const RowCounts counts(table, options.counted);
  const std::vector<Grouping> groupings =
      Groups(table, bound, bad, counts, options.missing_marks).by(options.by, options.cross);
  std::vector<PolicyEntry> policy;
  if (options.policy) {
    std::vector<std::string> columns;
    for (const table::Column& column : table.columns) columns.push_back(column.name);
    policy = read_policy(*options.policy, options.policy_file, model, columns);
  }

  std::vector<Actual> actual;
  if (!options.actual.empty()) actual = read_actual(model, table, options.actual);

  const RowOutcomes found = find_outcomes(model, table, bound, bad, options.question, budget);
  std::vector<std::uint64_t> rows(found.outcomes.size(), 0);
  for (std::size_t row = 0; row < found.of_row.size(); ++row) {
    if (found.of_row[row] != no_outcome) rows[found.of_row[row]] += counts.of(row);
  }
  AuditReport report;
  report.rows = counts.sum(table.rows);
  report.bad = counts.sum(bad);
  report.ways = options.question.ways;
  report.all = count_outcomes(found.outcomes, rows, budget);
  report.not_reached = report.rows - report.bad - report.all.rows;
  report.examples = examples_of(found, counts, report.all);
  if (!options.actual.empty()) {
    report.actual_column = options.actual;
    ActualCounts& all = report.actual.emplace();
    each_actual(actual, found, counts,
                [&](std::size_t, bool was, bool decided, std::uint64_t people) {
                  all.add(was, decided, people);
                });
  }
  for (const Grouping& grouping : groupings) {
    report.by.push_back(count_groups(grouping, found, counts, actual, report.all, budget));
  }
  report.has_policy = options.policy.has_value();
  const RuleUse rules(model, options.question.run.desired);
  for (const PolicyEntry& entry : policy) {
    if (entry.kind == PolicyKind::allowed) {
      if (entry.feature) report.allowed.push_back(*entry.feature);
      continue;
    }
    report.policy.push_back(judge(rules, entry, found, rows));
  }
  report.searches = found.searches;
  report.exhausted = found.exhausted != base::Exhausted::no ? found.exhausted : budget.reason();
  return report;
}

std::vector<CountedRow> audit_parts(const model::Model& model, const table::Table& table,
                                    const model::BoundTable& bound, const std::vector<bool>& bad,
                                    const AuditOptions& options) {
  if (!options.actual.empty()) {
    throw base::InputError(base::error_about(
        table.file, "what was so cannot be counted for parts of a table", "audit it as a whole"));
  }
  const base::Budget budget(options.question.limits);
  const RowCounts counts(table, options.counted);
  const std::vector<std::size_t> by =
      Groups(table, bound, bad, counts, options.missing_marks).places(options.by);
  const RowOutcomes found = find_outcomes(model, table, bound, bad, options.question, budget);
  if (found.exhausted != base::Exhausted::no) throw base::Stopped(found.exhausted);
  return find_parts(table, by, bad, found, counts);
}

}  // namespace cogs::batch
