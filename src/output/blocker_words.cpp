// SPDX-License-Identifier: Apache-2.0
#include "output/blocker_words.h"

#include "output/words.h"

namespace cogs::output {

namespace {

using path::BlockerKind;

std::string statement_words(const model::Model& model, const std::vector<std::uint32_t>& lines) {
  const std::string text = lines.empty() ? "" : statement_at(model, lines.front());
  return text.empty() ? "" : ": " + text;
}

// What would be the case without it.
std::string otherwise(const model::Model& model, const path::Blocker& blocker) {
  const std::string name = blocker.feature ? feature_words(model.feature(*blocker.feature)) : "";
  switch (blocker.kind) {
    case BlockerKind::fixed: return name + " could change";
    case BlockerKind::direction: return name + " could go the other way";
    case BlockerKind::caused: return name + " could be set directly";
    case BlockerKind::domain:
      return name + " could go beyond " + domain_words(model.feature(*blocker.feature));
    case BlockerKind::causal_rules: return name + " were free of its causal rules";
    case BlockerKind::denial:
      return "the denial at " + line_words(blocker.lines) + " were not there";
    case BlockerKind::option: {
      const std::string of =
          blocker.feature ? " " + safe_text(model.feature(*blocker.feature).name) : "";
      return safe_text(blocker.option) + of + " were not given";
    }
    case BlockerKind::decision: break;
  }
  return {};
}

}  // namespace

std::string lifted_words(const model::Model& model, const std::vector<path::Blocker>& blockers) {
  std::vector<std::string> words;
  for (const path::Blocker& blocker : blockers) words.push_back(otherwise(model, blocker));
  return words.size() == 1 ? "if " + words.front() : "only if " + listed(words) + ", together";
}

std::string blocker_words(const model::Model& model, const path::Blocker& blocker) {
  const std::string name = blocker.feature ? feature_words(model.feature(*blocker.feature)) : "";
  const std::string option =
      blocker.feature
          ? " (--allow " + safe_text(model.feature(*blocker.feature).name) + " asks what if)"
          : "";
  const std::string where = blocker.lines.empty() ? "" : " (" + line_words(blocker.lines) + ")";
  switch (blocker.kind) {
    case BlockerKind::fixed: return name + " is fixed" + where + ": it never changes" + option;
    case BlockerKind::direction:
      return name + " may only " +
             (model.feature(*blocker.feature).direction == model::Direction::down ? "decrease"
                                                                                  : "increase") +
             where + ": it would have to go the other way" + option;
    case BlockerKind::caused:
      return name + " only follows from its causes" + where + ": it would have to be set directly" +
             option;
    case BlockerKind::domain:
      return name + " stays within " + domain_words(model.feature(*blocker.feature)) + where +
             ": it would have to go beyond";
    case BlockerKind::causal_rules:
      return "the causal rules of " + name + where + ": " + name +
             " would have to be free of them and settable";
    case BlockerKind::denial: return "the denial" + where + statement_words(model, blocker.lines);
    case BlockerKind::option:
      return "the option " + safe_text(blocker.option) +
             (blocker.feature ? " " + safe_text(model.feature(*blocker.feature).name) : "") +
             " of this run";
    case BlockerKind::decision: return "the rules of the decision";
  }
  return {};
}

}  // namespace cogs::output
