// SPDX-License-Identifier: Apache-2.0
//
// Text of a `.cogs` file -> the files that it names (#import), in file order. Opens none of them:
// for whoever has to decide first whether they may be opened.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cogs::model {

struct NamedFile {
  std::string name;    // as written
  std::string sha256;  // "": not said
};

// Just what read_model would open, also where it would find faults.
std::vector<NamedFile> files_named(std::string_view text);

}  // namespace cogs::model
