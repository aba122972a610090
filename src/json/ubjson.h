// SPDX-License-Identifier: Apache-2.0
//
// UBJSON (draft 12), which XGBoost writes, as JSON text: the same values, each number in the
// shortest digits that read back to it in the type that it has there (float32, double, integer).
#pragma once

#include <string>
#include <string_view>

namespace cogs::json {

// Throws InputError about `file` if the bytes are not one UBJSON value. The text can be some ten
// times as long as the bytes, and never more.
std::string ubjson_as_json(std::string_view bytes, const std::string& file);

}  // namespace cogs::json
