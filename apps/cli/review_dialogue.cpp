// SPDX-License-Identifier: Apache-2.0
#include "cli/review_dialogue.h"

#include <algorithm>
#include <utility>

#include "api/edits.h"
#include "base/small_letters.h"
#include "base/text_file.h"
#include "engine/features.h"
#include "present/text/diagnostic.h"
#include "present/words/words.h"

namespace cogs::cli {

namespace {

using model::ReviewStatus;

std::string in_small(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.pop_back();
  return base::in_small_letters(text);
}

}  // namespace

present::ReviewedRule look_at(const model::Model& model, const model::ReviewItem& item,
                              const ReviewLooks& looks) {
  return api::look_at(model, item, looks.table, looks.limits);
}

bool ReviewDialogue::ask(const std::string& question, std::string& answer) {
  out_ << question << std::flush;
  if (!std::getline(in_, answer)) {
    out_ << "\n";
    return false;
  }
  while (!answer.empty() && answer.back() == '\r') answer.pop_back();
  return true;
}

// Saves at once: whatever happens next, this verdict is kept.
void ReviewDialogue::decide(model::Verdict verdict) {
  verdict.by = options_.by;
  verdict.on = options_.on;
  save(model::apply_verdicts(model_, {verdict}));
}

void ReviewDialogue::save(model::Model changed) {
  base::write_text_file(options_.target, engine::model_text(changed));
  model_ = std::move(changed);
  saved_ = true;
}

// Can people set what now has causes? False at the end of the input.
bool ReviewDialogue::offer(model::FeatureId id) {
  const engine::Offer open = engine::offer_for(model_, id);
  if (!open.any() || !offered_.insert(id.index()).second) return true;
  const std::string& name = model_.feature(id).name;
  while (true) {
    std::string answer;
    if (!ask(present::offer_question(model_.feature(id), open.caused, open.direction), answer)) {
      return false;
    }
    const std::string word = in_small(answer);
    if (word.empty() || std::string("yes").starts_with(word)) return true;
    std::optional<engine::Freedom> said;
    if (open.caused && std::string("no").starts_with(word)) said = engine::Freedom::caused;
    if (open.direction && std::string("up").starts_with(word)) said = engine::Freedom::increase;
    if (open.direction && std::string("down").starts_with(word)) said = engine::Freedom::decrease;
    if (said) {
      save(engine::change_features(model_, {engine::say_freedom(name, *said, "")}).model);
      return true;
    }
    out_ << "'" << present::safe_text(answer) << "' is not one of these.\n";
  }
}

void ReviewDialogue::close() {
  std::size_t left = 0;
  for (const model::ReviewItem& item : model::review_items(model_)) {
    left += item.status == ReviewStatus::proposed ? 1 : 0;
  }
  out_ << "\n"
       << approved_ << " approved, " << rejected_ << " rejected, " << left << " still proposed. "
       << (saved_ ? "Saved in " + present::safe_text(options_.target) : "Nothing was changed")
       << ".\n";
}

ExitCode ReviewDialogue::run() {
  std::vector<std::string> ids;
  for (const model::ReviewItem& item : model::review_items(model_)) {
    if (options_.all || item.status == ReviewStatus::proposed) ids.push_back(item.id);
  }
  if (ids.empty()) {
    out_ << "There is nothing to review: no causal rule is proposed.\n";
    return answered;
  }
  bool show = true;
  for (std::size_t at = 0; at < ids.size();) {
    const std::vector<model::ReviewItem> items = model::review_items(model_);
    const auto item = std::find_if(items.begin(), items.end(),
                                   [&](const model::ReviewItem& one) { return one.id == ids[at]; });
    if (std::exchange(show, true)) {
      out_ << "\nRule " << at + 1 << " of " << ids.size() << ": "
           << present::review_text(model_, look_at(model_, *item, options_.looks), options_.style);
    }
    std::string answer;
    if (!ask("[a]pprove, [r]eject, [e]dit, [m]ode, [b]ack, [s]kip or [q]uit? ", answer)) break;
    const std::string word = in_small(answer);
    const auto is = [&](const char* name) {
      return !word.empty() && std::string(name).starts_with(word);
    };
    try {
      if (is("approve") || is("reject")) {
        const bool yes = is("approve");
        std::string why = options_.reason;
        if (why.empty() && !ask("Why? (may stay empty) ", why)) break;
        decide({.id = ids[at],
                .status = yes ? ReviewStatus::approved : ReviewStatus::rejected,
                .reason = why});
        ++(yes ? approved_ : rejected_);
        ++at;
        if (yes && !offer(item->feature)) break;
      } else if (is("edit")) {
        std::string text;
        if (!ask("The new text of the rule (empty: as it is): ", text)) break;
        if (!text.empty()) decide({.id = ids[at], .rule = text});
      } else if (is("mode")) {
        std::string text;
        if (!ask("if, only_if or iff? ", text)) break;
        const auto mode = model::mode_named(in_small(text));
        if (mode) {
          decide({.id = ids[at], .mode = mode});
        } else {
          out_ << "'" << present::safe_text(text) << "' is not a mode.\n";
          show = false;
        }
      } else if (is("back")) {
        if (at > 0) --at;
      } else if (is("skip") || word.empty()) {
        ++at;
      } else if (is("quit")) {
        break;
      } else {
        out_ << "'" << present::safe_text(answer) << "' is not one of these.\n";
        show = false;
      }
    } catch (const base::InputError& error) {
      out_ << present::diagnostics_text(error.diagnostics(), options_.style);
      show = false;
    }
  }
  close();
  return answered;
}

}  // namespace cogs::cli
