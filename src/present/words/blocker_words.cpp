// SPDX-License-Identifier: Apache-2.0
#include "present/words/blocker_words.h"

#include <algorithm>

#include "path/places.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using path::BlockerKind;

std::string denial_words(const model::Model& model, model::DenialId denial) {
  const std::string text = statement_at(model, model.denial(denial).place);
  return text.empty() ? "" : ": " + text;
}

// What would be the case without it.
std::string otherwise(const model::Model& model, const path::Blocker& blocker) {
  const std::string name = blocker.feature ? feature_words(model.feature(*blocker.feature)) : "";
  switch (blocker.kind) {
    case BlockerKind::fixed: return name + " could change";
    case BlockerKind::direction: return name + " could go the other way";
    case BlockerKind::caused: return name + " could be set directly";
    case BlockerKind::missing: return name + ", which is not known, could be set";
    case BlockerKind::domain:
      return name + " could go beyond " + domain_words(model.feature(*blocker.feature));
    case BlockerKind::causal_rules: return name + " were free of its causal rules";
    case BlockerKind::denial:
      return "the denial at " + line_words(path::lines_of(model, blocker)) + " were not there";
    case BlockerKind::option: {
      const std::string of =
          blocker.feature ? " " + safe_text(model.feature(*blocker.feature).name) : "";
      return option_words(blocker) + of + " were not given";
    }
    case BlockerKind::decision: break;
  }
  return {};
}

}  // namespace

std::string option_words(const path::Blocker& blocker) {
  std::string words = "--" + blocker.option;
  std::replace(words.begin(), words.end(), '_', '-');
  return words;
}

std::string lifted_words(const model::Model& model, const std::vector<path::Blocker>& blockers) {
  std::vector<std::string> words;
  for (const path::Blocker& blocker : blockers) words.push_back(otherwise(model, blocker));
  return words.size() == 1 ? "if " + words.front() : "only if " + listed(words) + ", together";
}

std::string blocker_words(const model::Model& model, const path::Blocker& blocker) {
  const std::string name = blocker.feature ? feature_words(model.feature(*blocker.feature)) : "";
  const std::string option =
      blocker.feature
          ? " (--allow " + quoted_name(model.feature(*blocker.feature).name) + " asks what if)"
          : "";
  const std::vector<std::uint32_t> lines = path::lines_of(model, blocker);
  const std::string where = lines.empty() ? "" : " (" + line_words(lines) + ")";
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
    case BlockerKind::missing:
      return name + " is not known, and nothing lets it be set" + where + option;
    case BlockerKind::domain:
      return name + " stays within " + domain_words(model.feature(*blocker.feature)) + where +
             ": it would have to go beyond";
    case BlockerKind::causal_rules:
      return "the causal rules of " + name + where + ": " + name +
             " would have to be free of them and settable";
    case BlockerKind::denial: return "the denial" + where + denial_words(model, *blocker.denial);
    case BlockerKind::option:
      return "the option " + option_words(blocker) +
             (blocker.feature ? " " + safe_text(model.feature(*blocker.feature).name) : "") +
             " of this run";
    case BlockerKind::decision: return "the rules of the decision";
  }
  return {};
}

}  // namespace cogs::present
