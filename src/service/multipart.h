// SPDX-License-Identifier: Apache-2.0
//
// The body of a form with a file (multipart/form-data, RFC 7578), for browsers without script.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cogs::service {

struct FormPart {
  std::string name, file_name, content;
};
// nullopt: it is no such body.
std::optional<std::vector<FormPart>> form_parts(std::string_view content_type,
                                                std::string_view body);

}  // namespace cogs::service
