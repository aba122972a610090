// SPDX-License-Identifier: Apache-2.0
//
// A piece of a model as messages show it: `debt`.
#pragma once

#include <string>

namespace cogs::model {

inline std::string quoted(const std::string& text) { return "`" + text + "`"; }

}  // namespace cogs::model
