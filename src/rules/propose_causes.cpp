// SPDX-License-Identifier: Apache-2.0
#include "rules/propose_causes.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/workers.h"

namespace cogs::rules {

namespace {

using Marks = std::vector<std::uint8_t>;

// Almost every row has a value of its own, or the rows are simply counted.
bool is_identifier(const CauseColumn& given, const table::Column& column, std::size_t rows) {
  const std::size_t values = column.missing();
  if (rows < 40 || values * 10 < rows * 9) return false;
  if (!given.numeric) return true;
  const auto& numbers = column.numbers;
  const bool integers = std::all_of(numbers.begin(), numbers.end(),
                                    [](const base::Number& n) { return n.is_integer(); });
  return integers && !numbers.empty() &&
         numbers.back() - numbers.front() < base::Number(static_cast<std::int64_t>(2 * rows));
}

// What the label tells about the effect, as a share of all there is to tell.
double told_by_label(const Effect& effect, const table::Table& table, table::ColumnId label) {
  const std::vector<std::uint8_t> truth = truth_by_code(effect, table.column(effect.column));
  const table::Column& labels = table.column(label);
  const table::Column& column = table.column(effect.column);
  std::vector<std::size_t> all(labels.code_count()), with_effect(labels.code_count());
  std::size_t rows = 0, effects = 0;
  for (std::size_t row = 0; row < table.rows; ++row) {
    const std::uint8_t here = truth[column.codes[row]];
    if (here == 2) continue;
    ++rows;
    effects += here;
    ++all[labels.codes[row]];
    with_effect[labels.codes[row]] += here;
  }
  const auto entropy = [](std::size_t part, std::size_t whole) {
    double sum = 0;
    for (const std::size_t n : {part, whole - part}) {
      const auto x = static_cast<double>(n);
      if (n > 0) sum -= x * std::log(x / static_cast<double>(whole));
    }
    return sum;
  };
  const double unknown = entropy(effects, rows);
  double left = 0;
  for (std::size_t i = 0; i < all.size(); ++i) left += entropy(with_effect[i], all[i]);
  return unknown <= 0 ? 0 : 1 - left / unknown;
}

bool uses(const Cause& cause, table::ColumnId column) {
  return std::any_of(cause.rules.begin(), cause.rules.end(), [&](const CauseRule& rule) {
    return std::any_of(rule.body.begin(), rule.body.end(),
                       [&](const Literal& literal) { return literal.attribute == column.index(); });
  });
}

// The two sides of one cut say the same with their bindings turned round.
bool complementary(const Effect& a, const Effect& b) {
  return (a.from && !a.to && !b.from && b.to == a.from) ||
         (b.from && !b.to && !a.from && a.to == b.from);
}

// Of two ways to say the same: the one that is clearly truer, else the shorter one.
bool is_better_twin(const Cause& a, const Cause& b) {
  const double gain = a.counts.explained() - b.counts.explained();
  if (std::abs(gain) > 0.06) return gain > 0;
  return std::pair(a.rules.size(), a.literals()) < std::pair(b.rules.size(), b.literals());
}

std::size_t rule_count(const std::vector<Cause>& causes) {
  std::size_t sum = 0;
  for (const Cause& cause : causes) sum += cause.rules.size();
  return sum;
}

double information(const std::vector<Cause>& causes) {
  double sum = 0;
  for (const Cause& cause : causes) sum += cause.counts.information();
  return sum;
}

class Proposer {
 public:
  Proposer(const CauseTask& task, const CauseOptions& options)
      : task_(task),
        options_(options),
        budget_(options.limits),
        workers_(options.threads),
        states_(task.features.size()),
        reaches_(task.features.size(), Marks(task.features.size(), 0)) {
    for (const auto& [cause, effect] : task.known) connect(cause, effect);
    std::vector<CauseColumn> columns;
    for (const CauseFeature& feature : task.features) columns.push_back(feature.column);
    std::size_t effects = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      set_up(i);
      effects += states_[i].effects.size();
    }
    search_.emplace(task.table, columns, options.search, effects);
  }

  ProposedCauses run();

 private:
  struct State {
    bool identifier = false;
    bool tested = false;
    bool settled = false;         // cannot be an effect, or its proposal has been accepted
    bool stale = true;            // `found` has to be searched for
    std::vector<Cut> cuts;        // sorted
    std::vector<Effect> effects;  // of this column
    std::vector<Cause> found;     // for all effects
    std::optional<CauseProposal> best;
  };

  void set_up(std::size_t feature);
  void list_effects(std::size_t feature);
  void connect(std::size_t cause, std::size_t effect);
  Marks allowed(std::size_t feature) const;
  void search(const std::vector<std::size_t>& features);
  void choose(std::size_t feature);
  bool before(const CauseProposal& a, const CauseProposal& b) const;
  bool closes_circle(const Cause& cause, const Marks& open) const;
  void accept(std::size_t feature);
  void check_budget() {
    if (budget_.exhausted_now()) throw base::Stopped(budget_.reason());
  }

  const CauseTask& task_;
  const CauseOptions& options_;
  base::Budget budget_;
  base::Workers workers_;
  std::vector<State> states_;   // by feature
  std::vector<Marks> reaches_;  // [a][b]: a change of a may change b
  std::optional<CauseSearch> search_;
  ProposedCauses result_;
};

void Proposer::set_up(std::size_t i) {
  const CauseFeature& feature = task_.features[i];
  State& state = states_[i];
  const table::Column& column = task_.table.column(feature.column.id);
  state.tested = feature.tested;
  state.settled = !feature.can_be_effect;
  state.identifier = is_identifier(feature.column, column, task_.table.rows);
  if (state.identifier && !state.settled) {
    state.settled = true;
    result_.omissions.push_back({i, CauseOmission::Why::identifier});
  }
  state.cuts = feature.cuts;
  list_effects(i);
  if (state.settled || feature.tested || feature.caused || !task_.label) return;
  const bool mirrors = std::any_of(
      state.effects.begin(), state.effects.end(),
      [&](const Effect& effect) { return told_by_label(effect, task_.table, *task_.label) > 0.9; });
  if (mirrors) {
    state.settled = true;
    result_.omissions.push_back({i, CauseOmission::Why::mirrors_label});
  }
}

void Proposer::list_effects(std::size_t i) {
  const CauseColumn& given = task_.features[i].column;
  const table::Column& column = task_.table.column(given.id);
  State& state = states_[i];
  state.effects.clear();
  state.stale = true;
  if (state.settled) return;
  std::vector<std::size_t> seen(column.code_count(), 0);
  column.codes.visit([&](auto codes) {
    for (const auto code : codes) ++seen[code];
  });
  const std::size_t rows = task_.table.rows - seen[column.missing()];
  const auto consider = [&](const Effect& effect) {
    const std::vector<std::uint8_t> truth = truth_by_code(effect, column);
    std::size_t with_effect = 0;
    for (std::size_t code = 0; code < seen.size(); ++code) {
      if (truth[code] == 1) with_effect += seen[code];
    }
    const std::size_t least =
        std::max(options_.search.least_rows,
                 static_cast<std::size_t>(options_.search.least_share * static_cast<double>(rows)));
    if (with_effect >= least && rows - with_effect >= least) state.effects.push_back(effect);
  };
  if (!given.numeric) {
    for (table::Code code = 0; code < column.missing(); ++code) {
      if (given.usable.empty() || given.usable[code] != 0) {
        consider({given.id, column.text(code), {}, {}});
      }
    }
    return;
  }
  std::sort(state.cuts.begin(), state.cuts.end(), [](const Cut& a, const Cut& b) {
    return std::pair(a.at, a.above) < std::pair(b.at, b.above);
  });
  state.cuts.erase(std::unique(state.cuts.begin(), state.cuts.end()), state.cuts.end());
  for (const Cut& cut : state.cuts) {
    consider({given.id, {}, cut, {}});
    consider({given.id, {}, {}, cut});
  }
  for (std::size_t k = 1; k < state.cuts.size(); ++k) {
    consider({given.id, {}, state.cuts[k - 1], state.cuts[k]});
  }
}

void Proposer::connect(std::size_t cause, std::size_t effect) {
  for (std::size_t a = 0; a < reaches_.size(); ++a) {
    if (a != cause && reaches_[a][cause] == 0) continue;
    reaches_[a][effect] = 1;
    for (std::size_t b = 0; b < reaches_.size(); ++b) reaches_[a][b] |= reaches_[effect][b];
  }
}

Marks Proposer::allowed(std::size_t feature) const {
  Marks mask(states_.size(), 1);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (i == feature || states_[i].identifier || reaches_[feature][i] != 0) mask[i] = 0;
  }
  return mask;
}

// Sufficient and necessary rules for all effects of these features, side by side.
void Proposer::search(const std::vector<std::size_t>& features) {
  struct Job {
    std::size_t feature = 0, effect = 0;
    std::vector<Cause> found;
  };
  std::vector<Job> jobs;
  std::vector<Marks> masks(states_.size());
  for (const std::size_t i : features) {
    masks[i] = allowed(i);
    for (std::size_t k = 0; k < states_[i].effects.size(); ++k) jobs.push_back({i, k, {}});
    states_[i].found.clear();
    states_[i].stale = false;
  }
  constexpr std::size_t batch = 32;  // so that limits are heeded in time
  for (std::size_t begin = 0; begin < jobs.size(); begin += batch) {
    check_budget();
    workers_.each(std::min(batch, jobs.size() - begin), [&](std::size_t offset, unsigned) {
      if (base::Budget({}, budget_).exhausted_now()) return;  // told by check_budget()
      Job& job = jobs[begin + offset];
      const Effect& effect = states_[job.feature].effects[job.effect];
      const Marks& mask = masks[job.feature];
      auto sufficient = search_->sufficient(effect, mask);
      std::optional<Cause> necessary;
      if (!sufficient || sufficient->binding != Binding::iff) {
        necessary = search_->necessary(effect, mask);
      }
      const bool twice = necessary && sufficient && sufficient->binding == Binding::only_if;
      if (sufficient && !twice) job.found.push_back(std::move(*sufficient));
      if (necessary) job.found.push_back(std::move(*necessary));
    });
    check_budget();
  }
  for (Job& job : jobs) {
    auto& found = states_[job.feature].found;
    std::move(job.found.begin(), job.found.end(), std::back_inserter(found));
  }
  for (const std::size_t i : features) choose(i);
}

// One binding for the feature: `iff` if any of its effects has it, else `if`, unless `only_if` says
// clearly more, or nearly as much in fewer rules, as can be on the two sides of a cut.
void Proposer::choose(std::size_t i) {
  State& state = states_[i];
  state.best.reset();
  std::vector<Cause> by_binding[4];
  for (const Cause& cause : state.found) {
    if (cause.binding == Binding::none) continue;
    if (cause.binding == Binding::if_ && cause.counts.recall() < options_.least_recall) continue;
    auto& list = by_binding[static_cast<std::size_t>(cause.binding)];
    const auto twin = std::find_if(list.begin(), list.end(), [&](const Cause& other) {
      return other.effect == cause.effect ||
             (cause.binding == Binding::iff && complementary(other.effect, cause.effect));
    });
    if (twin == list.end()) {
      list.push_back(cause);
    } else if (is_better_twin(cause, *twin)) {
      *twin = cause;
    }
  }
  const auto& if_ = by_binding[static_cast<std::size_t>(Binding::if_)];
  const auto& only_if = by_binding[static_cast<std::size_t>(Binding::only_if)];
  Binding binding = Binding::if_;
  if (!by_binding[static_cast<std::size_t>(Binding::iff)].empty()) {
    binding = Binding::iff;
  } else if (information(only_if) > 1.5 * information(if_) ||
             (rule_count(only_if) < rule_count(if_) &&
              information(only_if) > 0.85 * information(if_))) {
    binding = Binding::only_if;
  }
  std::vector<Cause>& chosen = by_binding[static_cast<std::size_t>(binding)];
  if (chosen.empty()) return;
  std::stable_sort(chosen.begin(), chosen.end(), [](const Cause& a, const Cause& b) {
    return a.counts.information() > b.counts.information();
  });
  CauseProposal proposal;
  proposal.feature = i;
  proposal.binding = binding;
  for (Cause& cause : chosen) {
    const std::size_t rules = rule_count(proposal.causes) + cause.rules.size();
    if (proposal.causes.empty() || rules <= options_.most_rules_of_feature) {
      proposal.causes.push_back(std::move(cause));
    }
  }
  for (const auto& list : by_binding) {
    if (&list == &chosen) continue;
    for (const Cause& cause : list) {
      const bool told =
          std::any_of(proposal.causes.begin(), proposal.causes.end(), [&](const Cause& taken) {
            return taken.effect == cause.effect || complementary(taken.effect, cause.effect);
          });
      if (!told) {
        proposal.alternatives.push_back({CauseAlternative::Why::other_binding, cause});
      }
    }
  }
  state.best = std::move(proposal);
}

bool Proposer::before(const CauseProposal& a, const CauseProposal& b) const {
  const auto rank = [&](const CauseProposal& p) {
    std::size_t longest = 0, literals = 0;
    double explained = 0;
    for (const Cause& cause : p.causes) {
      longest = std::max(longest, cause.longest_body());
      literals += cause.literals();
      explained = std::max(explained, cause.counts.explained());
    }
    return std::tuple(!task_.features[p.feature].caused, p.binding == Binding::only_if,
                      !states_[p.feature].tested, p.binding != Binding::iff, longest,
                      literals / p.causes.size(), -explained, p.feature);
  };
  return rank(a) < rank(b);
}

bool Proposer::closes_circle(const Cause& cause, const Marks& open) const {
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open[i] == 0 && uses(cause, task_.features[i].column.id)) return true;
  }
  return false;
}

void Proposer::accept(std::size_t feature) {
  State& state = states_[feature];
  CauseProposal proposal = std::move(*state.best);
  state.best.reset();
  state.settled = true;
  proposal.tested = state.tested;
  const Marks open = allowed(feature);
  for (CauseAlternative& alternative : proposal.alternatives) {
    if (closes_circle(alternative.cause, open)) alternative.why = CauseAlternative::Why::circle;
  }
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const table::ColumnId column = task_.features[i].column.id;
    bool is_cause = false;
    for (const Cause& cause : proposal.causes) is_cause = is_cause || uses(cause, column);
    if (!is_cause) continue;
    connect(i, feature);
    if (state.tested) states_[i].tested = true;
    if (states_[i].settled || !task_.features[i].column.numeric) continue;
    for (const Cause& cause : proposal.causes) {
      for (const CauseRule& rule : cause.rules) {
        for (const Literal& literal : rule.body) {
          if (literal.attribute == column.index()) {
            states_[i].cuts.push_back({std::get<base::Number>(literal.value), true});
          }
        }
      }
    }
    list_effects(i);
  }
  // Whoever counted on a cause that would now close a circle has to look again.
  for (std::size_t i = 0; i < states_.size(); ++i) {
    State& other = states_[i];
    if (other.settled || !other.best) continue;
    const Marks mask = allowed(i);
    for (const Cause& cause : other.best->causes) {
      if (!closes_circle(cause, mask)) continue;
      proposal.alternatives.push_back({CauseAlternative::Why::circle, cause});
      other.stale = true;
    }
  }
  constexpr std::size_t most_alternatives = 6;
  std::stable_sort(proposal.alternatives.begin(), proposal.alternatives.end(),
                   [](const CauseAlternative& a, const CauseAlternative& b) {
                     return std::pair(a.why, -a.cause.counts.explained()) <
                            std::pair(b.why, -b.cause.counts.explained());
                   });
  if (proposal.alternatives.size() > most_alternatives) {
    proposal.alternatives.erase(proposal.alternatives.begin() + most_alternatives,
                                proposal.alternatives.end());
  }
  result_.proposals.push_back(std::move(proposal));
}

ProposedCauses Proposer::run() {
  for (;;) {
    std::vector<std::size_t> stale;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!states_[i].settled && states_[i].stale) stale.push_back(i);
    }
    search(stale);
    const State* best = nullptr;
    for (const State& state : states_) {
      if (!state.settled && state.best && (!best || before(*state.best, *best->best)))
        best = &state;
    }
    if (!best) break;
    accept(best->best->feature);
  }
  std::stable_sort(result_.proposals.begin(), result_.proposals.end(),
                   [](const CauseProposal& a, const CauseProposal& b) {
                     return std::pair(!a.tested, a.binding == Binding::only_if) <
                            std::pair(!b.tested, b.binding == Binding::only_if);
                   });
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const State& state = states_[i];
    if (state.settled) continue;
    const Cause* best = nullptr;
    for (const Cause& cause : state.found) {
      if (!best || cause.counts.explained() > best->counts.explained()) best = &cause;
    }
    if (best) result_.weak.push_back(*best);
    if (state.effects.empty() && task_.features[i].column.numeric) {
      result_.omissions.push_back({i, CauseOmission::Why::no_cut});
    }
  }
  std::stable_sort(result_.weak.begin(), result_.weak.end(), [](const Cause& a, const Cause& b) {
    return a.counts.explained() > b.counts.explained();
  });
  return std::move(result_);
}

}  // namespace

ProposedCauses propose_causes(const CauseTask& task, const CauseOptions& options) {
  return Proposer(task, options).run();
}

}  // namespace cogs::rules
