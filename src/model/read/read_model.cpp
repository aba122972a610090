// SPDX-License-Identifier: Apache-2.0
#include "model/read/read_model.h"

#include <algorithm>
#include <utility>

#include "base/sha256.h"
#include "logic/syntax/lexer.h"
#include "model/read/draft.h"

namespace cogs::model {

namespace {

bool blank(const Draft& draft) {
  return draft.model.document.statements.empty() && !draft.messages.has_errors();
}

void read_all(Draft& draft) {
  if (!logic::check_encoding(draft.source, draft.messages)) return;
  read_statements(draft);
  if (blank(draft)) {
    draft.messages.error_in_whole(
        draft.source.text().empty() ? "the file is empty" : "the file has no statements",
        "a model has #feature lines, one #undesired line, and rules");
    return;
  }
  resolve_rules(draft);
  check_dependencies(draft);
  check_templates(draft);
  if (draft.messages.has_errors()) return;
  check_features(draft);
  check_classes(draft);
}

}  // namespace

Model read_model(std::string_view text, const std::string& path) {
  if (text.size() > logic::Source::most_bytes) {
    throw base::InputError(
        {base::Severity::error, path, {}, "the file is larger than 4 GB", {}, {}});
  }
  Draft draft(text, path);
  read_all(draft);
  if (draft.messages.has_errors()) throw base::InputError(draft.messages.take_errors());
  draft.model.path = path;
  draft.model.sha256 = base::sha256(text);
  draft.model.warnings = draft.messages.take_warnings();
  return std::move(draft.model);
}

}  // namespace cogs::model
