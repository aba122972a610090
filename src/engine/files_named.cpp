// SPDX-License-Identifier: Apache-2.0
#include "engine/files_named.h"

namespace cogs::engine {

std::vector<model::NamedFile> files_named(const std::string& text) {
  return model::files_named(text);
}

}  // namespace cogs::engine
