// SPDX-License-Identifier: Apache-2.0
#include "batch/audit/outcomes.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/workers.h"
#include "batch/questions.h"

namespace cogs::batch {

namespace {

using model::BoundColumn;
using model::BoundTable;

// A row of the table as somebody who asks.
class TablePerson : public path::Person {
 public:
  explicit TablePerson(const BoundTable& table) : table_(table) {}
  void move_to(std::size_t row) { row_ = row; }

  const std::optional<model::Value>& value(std::uint32_t feature) const {
    const BoundColumn& bound = table_.columns[feature];
    return bound.column ? bound.values[bound.column->codes[row_]] : bound.values.back();
  }
  double near(std::uint32_t feature) const override { return number(feature).approximate(); }
  model::Number number(std::uint32_t feature) const override { return *value(feature)->number; }
  model::Record record() const override {
    model::Record record(table_.columns.size());
    for (std::uint32_t f = 0; f < record.size(); ++f) record[f] = value(f);
    return record;
  }

 private:
  const BoundTable& table_;
  std::size_t row_ = 0;
};

Features features_of(const path::Path& path, bool direct) {
  Features features;
  for (const path::Transition& step : path.transitions) {
    if (direct) {
      for (const path::Change& c : step.actions) features.push_back(c.feature.value);
    } else {
      for (const path::Effect& c : step.effects) features.push_back(c.feature.value);
    }
  }
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

Outcome outcome_of(const path::Result& result, std::uint32_t ways) {
  Outcome outcome;
  outcome.status = result.status;
  outcome.undesired = result.undesired;
  outcome.breaks = result.start_breaks;
  outcome.blockers = result.blockers;
  if (result.status != path::Status::found) return outcome;
  const path::Path& best = result.paths.front();
  outcome.cost = best.cost;
  outcome.certain = best.certain;
  outcome.direct = features_of(best, true);
  outcome.effects = features_of(best, false);
  for (const path::Path& path : result.paths) {
    if (outcome.ways.size() < ways) outcome.ways.push_back(features_of(path, true));
  }
  outcome.more_ways = result.paths.size() > ways;
  return outcome;
}

// Equal texts for equal outcomes.
std::string key_of(const Outcome& outcome) {
  std::string key = std::to_string(static_cast<int>(outcome.status)) +
                    (outcome.undesired ? 'u' : '-') + (outcome.certain ? 'c' : '-') +
                    (outcome.more_ways ? 'm' : '-') + outcome.cost.text();
  const auto add = [&](const std::vector<std::uint32_t>& numbers) {
    key += '|';
    for (const std::uint32_t n : numbers) key += std::to_string(n) + ',';
  };
  for (const path::Broken& broken : outcome.breaks) {
    add({static_cast<std::uint32_t>(broken.kind), broken.rule});
  }
  add(outcome.direct);
  add(outcome.effects);
  for (const Features& way : outcome.ways) add(way);
  for (const path::Blocker& blocker : outcome.blockers) {
    key += '#' + std::to_string(static_cast<int>(blocker.kind)) + ' ' +
           (blocker.feature ? std::to_string(blocker.feature->value) : "") + blocker.option;
    if (blocker.denial) add({blocker.denial->value});
  }
  return key;
}

// Rows with the same codes of all features that answers depend on.
struct SameRows {
  std::vector<std::size_t> first_row;  // of each group
  std::vector<std::uint32_t> of_row;   // no_outcome: a bad row
};

SameRows join_rows(const BoundTable& table, const std::vector<const table::Column*>& columns,
                   const std::vector<bool>& bad, base::Budget& budget) {
  SameRows same;
  same.of_row.assign(table.rows, no_outcome);
  std::unordered_map<std::string, std::uint32_t> known;
  std::string key(columns.size() * sizeof(table::Code), '\0');
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (!bad.empty() && bad[row]) continue;
    if (budget.exhausted()) break;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const table::Code code = columns[i]->codes[row];
      key.replace(i * sizeof code, sizeof code, reinterpret_cast<const char*>(&code), sizeof code);
    }
    const auto [at, fresh] = known.emplace(key, static_cast<std::uint32_t>(same.first_row.size()));
    if (fresh) same.first_row.push_back(row);
    same.of_row[row] = at->second;
  }
  return same;
}

class Asking {
 public:
  Asking(const model::Model& model, const table::Table& table, const BoundTable& bound,
         const OutcomeQuestion& question, const base::Budget& whole)
      : model_(model),
        whole_(table),
        table_(bound),
        question_(question),
        constraints_(find_constraints(question.columns, table)),
        options_(question.run),
        budget_(time_for_answers(whole)),
        person_limits_(budget_.within(question.person_limits)) {
    options_.top = question.ways + 1;  // one more, to know whether there are more
    options_.all = false;
  }

  RowOutcomes run(const std::vector<bool>& bad) {
    same_ = join_rows(table_, deciding_columns(), bad, budget_);
    answers_.resize(same_.first_row.size());
    const std::size_t useful = (answers_.size() + at_once - 1) / at_once;
    const auto threads = static_cast<unsigned>(
        std::clamp<std::size_t>(useful, 1, base::thread_count(question_.threads)));
    base::run_on_threads(threads, [&](unsigned) { answer(); });
    return collect();
  }

 private:
  static constexpr std::size_t at_once = 64;

  // A twentieth of the time is left for counting what has been answered by then.
  static base::Budget time_for_answers(const base::Budget& whole) {
    base::Limits limits = whole.within({});
    if (limits.deadline) {
      const auto now = base::Budget::Clock::now();
      limits.deadline = *limits.deadline - (std::max(*limits.deadline, now) - now) / 20;
    }
    return base::Budget(limits);
  }

  // Columns that answers depend on. What constraints of a row make of a feature is not known yet.
  std::vector<const table::Column*> deciding_columns() const {
    std::vector<const table::Column*> columns;
    const auto add = [&](std::uint32_t f) {
      if (table_.columns[f].column) columns.push_back(table_.columns[f].column);
    };
    if (constraints_.empty()) {
      const path::SharedSearch search(model_, options_);
      for (const std::uint32_t f : search.features()) add(f);
      return columns;
    }
    for (std::uint32_t f = 0; f < table_.columns.size(); ++f) add(f);
    for (const auto* places : {&constraints_.fix, &constraints_.allow, &constraints_.only,
                               &constraints_.range, &constraints_.cost}) {
      for (const std::size_t at : *places) columns.push_back(&whole_.columns[at]);
    }
    return columns;
  }

  void answer() {
    Questions questions(model_, options_, person_limits_);
    TablePerson person(table_);
    std::vector<path::Place> places;
    base::Budget run({}, budget_);
    const auto cut = [&](const path::Result& result) {  // by a limit of the run
      return result.exhausted != base::Exhausted::no &&
             result.exhausted != base::Exhausted::effort && run.exhausted_now();
    };
    for (std::size_t begin = take(); begin < answers_.size(); begin = take()) {
      const std::size_t end = std::min(begin + at_once, answers_.size());
      for (std::size_t i = begin; i < end && !run.exhausted(); ++i) {
        person.move_to(same_.first_row[i]);
        path::SharedSearch& search =
            constraints_.empty()
                ? questions.common()
                : questions.search_for(constraint_texts(constraints_, whole_, same_.first_row[i]));
        places.clear();
        for (const std::uint32_t f : search.features()) {
          places.push_back(search.place(f, person.value(f)));
        }
        const path::SharedAnswer& answer = search.find(places, person);
        if (!cut(answer.result)) answers_[i] = made_of(search, answer, person);
      }
      if (run.reason() != base::Exhausted::no) break;
    }
    const std::lock_guard lock(mutex_);
    searches_ += questions.searches();
    if (run.reason() != base::Exhausted::no) ended_ = run.reason();
  }

  // Each answer is looked at once, however many people it serves, unless its cost is their own.
  std::shared_ptr<const Outcome> made_of(const path::SharedSearch& search,
                                         const path::SharedAnswer& answer,
                                         const path::Person& person) const {
    if (!answer.amounts.empty()) {
      return std::make_shared<const Outcome>(
          outcome_of(search.answer_for(answer, person.record()), question_.ways));
    }
    if (!answer.made_of_it) {
      answer.made_of_it =
          std::make_shared<const Outcome>(outcome_of(answer.result, question_.ways));
    }
    return std::static_pointer_cast<const Outcome>(answer.made_of_it);
  }

  std::size_t take() {
    const std::lock_guard lock(mutex_);
    if (next_ >= answers_.size() || ended_ != base::Exhausted::no) return answers_.size();
    if (budget_.exhausted_now()) {
      ended_ = budget_.reason();
      return answers_.size();
    }
    const std::size_t begin = next_;
    next_ += at_once;
    if (question_.progress) question_.progress(begin, answers_.size());
    return begin;
  }

  RowOutcomes collect() const {
    RowOutcomes found;
    found.searches = searches_;
    found.exhausted = ended_ != base::Exhausted::no ? ended_ : budget_.reason();
    std::unordered_map<std::string, std::uint32_t> known;
    std::vector<std::uint32_t> ids(answers_.size(), no_outcome);
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (!answers_[i]) continue;
      const auto [at, fresh] =
          known.emplace(key_of(*answers_[i]), static_cast<std::uint32_t>(found.outcomes.size()));
      if (fresh) found.outcomes.push_back(*answers_[i]);
      ids[i] = at->second;
    }
    found.of_row.assign(table_.rows, no_outcome);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if (same_.of_row[row] != no_outcome) found.of_row[row] = ids[same_.of_row[row]];
    }
    return found;
  }

  const model::Model& model_;
  const table::Table& whole_;
  const BoundTable& table_;
  const OutcomeQuestion& question_;
  ConstraintPlaces constraints_;
  path::Options options_;
  base::Budget budget_;  // asked by one thread at a time
  const base::Limits person_limits_;
  SameRows same_;
  std::vector<std::shared_ptr<const Outcome>> answers_;

  std::mutex mutex_;
  base::Exhausted ended_ = base::Exhausted::no;  // by a limit of the run
  std::size_t next_ = 0;
  std::uint64_t searches_ = 0;
};

}  // namespace

RowOutcomes find_outcomes(const model::Model& model, const table::Table& table,
                          const model::BoundTable& bound, const std::vector<bool>& bad,
                          const OutcomeQuestion& question, const base::Budget& whole) {
  return Asking(model, table, bound, question, whole).run(bad);
}

}  // namespace cogs::batch
