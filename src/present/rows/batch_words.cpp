// SPDX-License-Identifier: Apache-2.0
#include "present/rows/batch_words.h"

#include <utility>

#include "path/places.h"
#include "present/json/recourse.h"
#include "present/words/blocker_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using path::Status;

std::string short_blocker(const model::Model& model, const path::Blocker& blocker) {
  std::string name = blocker.feature ? " " + model.feature(*blocker.feature).name : "";
  const std::vector<std::uint32_t> lines = path::lines_of(model, blocker);
  const std::string where = lines.empty() ? "" : " (" + line_words(lines) + ")";
  switch (blocker.kind) {
    case path::BlockerKind::fixed: return "fixed" + name + where;
    case path::BlockerKind::direction: return "direction of" + name + where;
    case path::BlockerKind::caused: return "caused" + name + where;
    case path::BlockerKind::missing: return "missing" + name + where;
    case path::BlockerKind::domain: return "domain of" + name + where;
    case path::BlockerKind::causal_rules: return "causal rules of" + name + where;
    case path::BlockerKind::denial: return "denial" + where;
    case path::BlockerKind::option: return "option " + option_words(blocker) + name;
    case path::BlockerKind::decision: return "the rules hold everywhere";
  }
  return {};
}

std::string changes_text(const model::Model& model, const path::Path& path) {
  // The last value of each feature, in the order of its first change.
  std::vector<std::pair<path::FeatureId, std::string>> last;
  const auto note = [&](const path::Change& change) {
    for (auto& [feature, text] : last) {
      if (feature == change.feature) {
        text = change.to.text;
        return;
      }
    }
    last.emplace_back(change.feature, change.to.text);
  };
  for (const path::Transition& step : path.transitions) {
    for (const path::Change& action : step.actions) note(action);
    for (const path::Effect& effect : step.effects) note(effect);
  }
  std::string out;
  for (const auto& [feature, text] : last) {
    out += (out.empty() ? "" : "; ") + model.feature(feature).name + "=" + text;
  }
  return out;
}

// "debt: 5000 -> 0 => credit_score: 599 -> 600; bank_balance: 40000 -> 60000"
std::string path_text(const model::Model& model, const path::Path& path) {
  const auto change_text = [&](const path::Change& change) {
    return model.feature(change.feature).name + ": " + (change.from ? change.from->text : "?") +
           " -> " + change.to.text;
  };
  std::string out;
  for (const path::Transition& step : path.transitions) {
    if (!out.empty()) out += "; ";
    for (std::size_t i = 0; i < step.actions.size(); ++i) {
      out += (i == 0 ? "" : " & ") + change_text(step.actions[i]);
    }
    for (std::size_t i = 0; i < step.effects.size(); ++i) {
      out += (i == 0 ? " => " : ", ") + change_text(step.effects[i]) +
             (step.effects[i].certain ? "" : " (may follow)");
    }
  }
  return out;
}

std::string blockers_text(const model::Model& model, const path::Result& result) {
  std::string out;
  for (const path::Blocker& blocker : result.blockers) {
    out += (out.empty() ? "blocked by " : "; ") + short_blocker(model, blocker);
  }
  return out;
}

std::string reasons_text(const model::Model& model, const batch::AnswerRow& row) {
  if (!row.reasons) return {};
  std::string out;
  for (const explain::Reason& reason : row.reasons->reasons) {
    const model::Feature& feature = model.feature(reason.feature);
    out += (out.empty() ? "" : "; ") + feature.name + ": " +
           row.start[reason.feature.index()]->text + ", needed " +
           set_words(feature, reason.needed);
  }
  return out;
}

}  // namespace

AnswerWords answer_words(const model::Model& model, const batch::AnswerRow& row) {
  const path::Result& result = row.result;
  AnswerWords words;
  words.status = status_name(result.status);
  if (!result.paths.empty()) {
    const path::Path& best = result.paths.front();
    words.cost = best.cost.text();
    words.certain = best.certain ? "true" : "false";
    words.changes = changes_text(model, best);
    words.way = path_text(model, best);
  }
  if (result.status == Status::none) words.way = blockers_text(model, result);
  if (result.status == Status::gave_up && result.paths.empty()) {
    words.way = "the cost is at least " + result.lower_bound.text();
  }
  words.reasons = reasons_text(model, row);
  return words;
}

std::string problem_words(const std::vector<base::Diagnostic>& problems) {
  std::string message;
  for (const base::Diagnostic& d : problems) {
    message += (message.empty() ? "" : "; ") + d.message;
  }
  return message;
}

}  // namespace cogs::present
