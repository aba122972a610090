// SPDX-License-Identifier: Apache-2.0
#include "http/checks.h"

#include <algorithm>

#include "base/small_letters.h"

namespace cogs::http {

namespace {

bool is_known(const std::string& method) {
  for (const char* known : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
    if (method == known) return true;
  }
  return false;
}

std::optional<Refusal> check_body_length(const Request& head) {
  const std::size_t encodings = head.count("transfer-encoding");
  const std::size_t lengths = head.count("content-length");
  if (encodings > 0) {
    if (encodings > 1 || head.header("transfer-encoding") != "chunked") {
      return Refusal{400, "the only transfer coding that is taken is 'chunked'"};
    }
    if (lengths > 0) return Refusal{400, "a length and a transfer coding exclude each other"};
    if (head.version < 11) return Refusal{400, "HTTP/1.0 has no transfer codings"};
  }
  if (lengths > 1) return Refusal{400, "there are two lengths"};
  if (lengths == 1) {
    const std::string_view length = head.header("content-length");
    const bool digits =
        !length.empty() && length.size() <= 18 &&
        std::all_of(length.begin(), length.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) return Refusal{400, "the length is no number"};
  }
  if (head.count("trailer") > 0) return Refusal{400, "trailers are not taken"};
  return std::nullopt;
}

}  // namespace

bool changes_something(const std::string& method) { return method != "GET" && method != "HEAD"; }

std::optional<Refusal> check_head(const Request& head, const std::vector<std::string>& hosts) {
  if (head.version != 10 && head.version != 11) {
    return Refusal{505, "this is neither HTTP/1.0 nor HTTP/1.1"};
  }
  if (!is_known(head.method)) return Refusal{501, "this method is not known"};
  if (const auto refusal = check_body_length(head)) return refusal;
  if (head.count("host") != 1) return Refusal{400, "a request names one host"};
  if (head.target.empty() || head.target[0] != '/') {
    return Refusal{400, "a target begins with a slash"};
  }
  for (const char c : head.target) {
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 127 || c == '#' ||
        c == '\\' || c == '"' || c == '<' || c == '>') {
      return Refusal{400, "the target has a character that must be written as %xx"};
    }
  }
  const std::string host = base::in_small_letters(head.header("host"));
  if (std::find(hosts.begin(), hosts.end(), host) == hosts.end()) {
    return Refusal{421, "this server has another name"};
  }
  if (head.count("expect") > 0 && base::in_small_letters(head.header("expect")) != "100-continue") {
    return Refusal{417, "this expectation is not known"};
  }
  return std::nullopt;
}

std::optional<Refusal> check_site(const Request& head, const std::vector<std::string>& origins) {
  const Refusal foreign{403, "pages of other sites may not ask this"};
  if (head.count("sec-fetch-site") > 1 || head.count("origin") > 1) return foreign;
  const std::string_view site = head.header("sec-fetch-site");
  if (!site.empty()) {
    if (site == "same-origin" || site == "none") return std::nullopt;
    const bool looks = !changes_something(head.method) &&
                       head.header("sec-fetch-mode") == "navigate" &&
                       head.header("sec-fetch-dest") == "document";
    return looks ? std::nullopt : std::optional<Refusal>(foreign);
  }
  if (!changes_something(head.method) || head.count("origin") == 0) return std::nullopt;
  const std::string origin = base::in_small_letters(head.header("origin"));
  if (std::find(origins.begin(), origins.end(), origin) != origins.end()) return std::nullopt;
  return foreign;
}

}  // namespace cogs::http
