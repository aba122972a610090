// SPDX-License-Identifier: Apache-2.0
#include "service/multipart.h"

namespace cogs::service {

namespace {

// The value of name="..." in a header; browsers write quotes in it as %22.
std::string quoted_value(std::string_view header, std::string_view name) {
  const std::string wanted = " " + std::string(name) + "=\"";
  const auto at = header.find(wanted);
  if (at == std::string_view::npos) return {};
  const auto begin = at + wanted.size();
  const auto end = header.find('"', begin);
  return end == std::string_view::npos ? "" : std::string(header.substr(begin, end - begin));
}

}  // namespace

std::optional<std::vector<FormPart>> form_parts(std::string_view content_type,
                                                std::string_view body) {
  constexpr std::string_view kind = "multipart/form-data";
  if (!content_type.starts_with(kind)) return std::nullopt;
  const auto at = content_type.find("boundary=");
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view boundary = content_type.substr(at + 9);
  boundary = boundary.substr(0, boundary.find(';'));
  if (boundary.size() >= 2 && boundary.front() == '"')
    boundary = boundary.substr(1, boundary.size() - 2);
  if (boundary.empty() || boundary.size() > 70) return std::nullopt;
  const std::string line = "--" + std::string(boundary);
  if (!body.starts_with(line)) return std::nullopt;
  body.remove_prefix(line.size());
  std::vector<FormPart> out;
  while (!body.starts_with("--")) {
    if (!body.starts_with("\r\n") || out.size() > 100) return std::nullopt;
    const auto end = body.find("\r\n" + line);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view part = body.substr(2, end - 2);
    const auto blank = part.find("\r\n\r\n");
    if (blank == std::string_view::npos) return std::nullopt;
    FormPart one;
    one.name = quoted_value(part.substr(0, blank), "name");
    one.file_name = quoted_value(part.substr(0, blank), "filename");
    one.content = part.substr(blank + 4);
    out.push_back(std::move(one));
    body.remove_prefix(end + 2 + line.size());
  }
  return out;
}

}  // namespace cogs::service
