// SPDX-License-Identifier: Apache-2.0
#include "model/read/files_named.h"

#include "logic/syntax/source.h"
#include "model/read/draft.h"

namespace cogs::model {

std::vector<NamedFile> files_named(std::string_view text) {
  Draft draft(text, "model");
  if (!logic::check_encoding(draft.source, draft.messages)) return {};
  read_statements(draft);
  std::vector<NamedFile> out;
  for (const ImportLine& line : draft.imports) {
    out.push_back({line.file, draft.model.score(line.score).sha256});
  }
  return out;
}

}  // namespace cogs::model
