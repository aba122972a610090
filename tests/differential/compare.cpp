// SPDX-License-Identifier: Apache-2.0
#include "differential/compare.h"

#include <algorithm>
#include <optional>

#include "differential/by_cells.h"
#include "differential/by_logic.h"
#include "path/counterfactuals.h"
#include "present/export/scasp.h"
#include "present/export/scasp_text.h"

namespace cogs::differential {

namespace {

using logic::Engine;
using oracle::Failure;

const char* name_of(Engine engine) {
  return engine == Engine::automatic ? "automatic" : "goal-directed";
}

std::string text_of(const model::Record& record) {
  std::string text;
  for (const auto& value : record) text += (value ? value->text : "?") + " ";
  return text;
}

// "inconsistent(x)" from the comment of the export, which names it.
std::string inconsistency(const std::string& program) {
  const std::string mark = "?- not ";
  const std::size_t from = program.find(mark, program.find("% Do the causal rules")) + mark.size();
  return program.substr(from, program.find(".\n", from) - from);
}

class Comparison {
 public:
  Comparison(const model::Model& model, std::uint64_t seed, const Effort& effort, Tally& tally)
      : model_(model),
        effort_(effort),
        tally_(tally),
        random_(seed),
        values_(values_to_try(model)) {}

  Failure run(const model::Record& record) {
    ++tally_.models;
    if (Failure f = judge(record); !f.kind.empty()) return f;
    for (const model::Record& state : states_to_try(values_, effort_.records, random_)) {
      if (Failure f = judge(state); !f.kind.empty()) return f;
      if (Failure f = judge_as_values(state); !f.kind.empty()) return f;
    }
    return counterfactuals();
  }

 private:
  // Decision and consistency, from the program with the record as facts. Both the literal and
  // its negation are asked: one of them has an answer.
  Failure judge(const model::Record& record) {
    const Judgement expected = judge_by_cells(model_, record);
    tally_.undesired += expected.undesired;
    tally_.inconsistent += !expected.consistent;
    const std::string program = present::export_scasp(model_, record);
    inconsistent_ = inconsistency(program);
    ByLogic logic(program, effort_.check);
    std::string decision = logic.own_query();
    const bool asked_negation = decision.rfind("not ", 0) == 0;
    if (asked_negation == expected.undesired) {
      return {"query", "the export asks ?- " + decision + " of " + text_of(record)};
    }
    if (asked_negation) decision = decision.substr(4);
    if (Failure f = ask(logic, decision, expected.undesired, "decision", record, program);
        !f.kind.empty()) {
      return f;
    }
    return ask(logic, inconsistent_, !expected.consistent, "consistency", record, program);
  }

  // Consistency, from the program whose rules take the values as arguments.
  Failure judge_as_values(const model::Record& state) {
    if (!without_record_) without_record_.emplace(flat(), effort_.check);
    std::vector<std::string> arguments;
    for (std::size_t f = 0; f < state.size(); ++f) {
      arguments.push_back(model_.features[f].numeric() ? state[f]->number->text()
                                                       : present::scasp_value(*state[f]));
    }
    const std::string query =
        present::scasp_term(inconsistent_.substr(0, inconsistent_.find('(')), arguments);
    return ask(*without_record_, query, !judge_by_cells(model_, state).consistent,
               "consistency of values", state, flat());
  }

  Failure ask(ByLogic& logic, const std::string& literal, bool expected, const std::string& kind,
              const model::Record& record, const std::string& program) {
    for (const Engine engine : {Engine::automatic, Engine::goal_directed}) {
      for (const bool negated : {false, true}) {
        ++tally_.queries;
        const std::string query = (negated ? "not " : "") + literal;
        const bool found = logic.holds(query, engine);
        if (found == (expected != negated)) continue;
        return {kind, "record " + text_of(record) + "\nby cells, " + literal + " is " +
                          (expected ? "true" : "false") + "; ?- " + query + " has " +
                          (found ? "an" : "no") + " answer (" + name_of(engine) + ")\n" + program};
      }
    }
    return {};
  }

  Failure counterfactuals() {
    base::Budget budget;
    const path::Counterfactuals cells =
        path::find_counterfactuals(model_, std::nullopt, {}, budget);
    ByLogic logic(flat(), effort_.check);
    const std::vector<std::string> variables = query_variables(logic.own_query());
    const auto answers = logic.answers(logic.own_query(), Engine::automatic);
    tally_.answers += answers.size();
    std::vector<bool> used(answers.size(), false);
    const auto points = states_to_try(values_, effort_.points, random_);
    for (const model::Record& point : points) {
      if (Failure f = look_for(point, cells, answers, variables, used); !f.kind.empty()) return f;
    }
    if (points.size() == effort_.points) {
      // Not all states were tried: some of each region and of each answer have to be among them.
      for (const path::Region& region : cells.regions) {
        const auto inside = within([&](const model::Record& p) { return covers(region, p); });
        if (!inside) return {"an empty region", flat()};
        if (Failure f = look_for(*inside, cells, answers, variables, used); !f.kind.empty()) {
          return f;
        }
      }
      for (const logic::Answer& answer : answers) {
        const auto inside =
            within([&](const model::Record& p) { return covers(answer, variables, model_, p); });
        if (!inside) continue;
        if (Failure f = look_for(*inside, cells, answers, variables, used); !f.kind.empty()) {
          return f;
        }
      }
    }
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (!used[i]) {
        return {"an empty answer", differential::text_of(answers[i]) + " is no state\n" + flat()};
      }
    }
    return {};
  }

  Failure look_for(const model::Record& point, const path::Counterfactuals& cells,
                   const std::vector<logic::Answer>& answers,
                   const std::vector<std::string>& variables, std::vector<bool>& used) {
    const bool expected = std::any_of(cells.regions.begin(), cells.regions.end(),
                                      [&](const path::Region& r) { return covers(r, point); });
    bool found = false;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (!covers(answers[i], variables, model_, point)) continue;
      found = used[i] = true;
    }
    ++tally_.points;
    tally_.goals += expected;
    if (found == expected) return {};
    std::string details = "state " + text_of(point) + "\nis " + (expected ? "" : "not ") +
                          "in a region, but " + (found ? "" : "not ") + "in an answer:\n";
    for (const logic::Answer& answer : answers) details += differential::text_of(answer) + "\n";
    return {expected ? "counterfactual left out" : "not a counterfactual", details + flat()};
  }

  // A state of a product of value sets, at random. `inside` judges states with some values open.
  template <class Inside>
  std::optional<model::Record> within(const Inside& inside) {
    model::Record state(values_.size());
    for (std::size_t f = 0; f < values_.size(); ++f) {
      std::vector<model::Value> values = values_[f];
      std::shuffle(values.begin(), values.end(), random_);
      const auto fits = [&](const model::Value& value) {
        state[f] = value;
        return inside(state);
      };
      if (std::none_of(values.begin(), values.end(), fits)) return std::nullopt;
    }
    return state;
  }

  // "counterfactual(A, B)" -> A, B
  static std::vector<std::string> query_variables(const std::string& query) {
    std::vector<std::string> variables;
    for (std::size_t at = query.find('(') + 1; at < query.size();) {
      const std::size_t end = query.find_first_of(",)", at);
      variables.push_back(query.substr(at, end - at));
      at = query.find_first_not_of(", )", end);
    }
    return variables;
  }

  const std::string& flat() {
    if (flat_.empty()) flat_ = present::export_scasp(model_, std::nullopt);
    return flat_;
  }

  const model::Model& model_;
  const Effort effort_;
  Tally& tally_;
  std::mt19937_64 random_;
  const std::vector<std::vector<model::Value>> values_;
  std::string flat_, inconsistent_;
  std::optional<ByLogic> without_record_;
};

}  // namespace

Failure compare(const model::Model& model, const model::Record& record, std::uint64_t seed,
                const Effort& effort, Tally& tally) {
  try {
    return Comparison(model, seed, effort, tally).run(record);
  } catch (const Trouble& trouble) {
    return {trouble.kind, trouble.what()};
  }
}

}  // namespace cogs::differential
