// SPDX-License-Identifier: Apache-2.0
//
// The files that a model's text names, without opening them (model/read/files_named.h).
#pragma once

#include <string>
#include <vector>

#include "model/read/files_named.h"

namespace cogs::engine {

std::vector<model::NamedFile> files_named(const std::string& text);

}  // namespace cogs::engine
