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

}  // namespace

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
