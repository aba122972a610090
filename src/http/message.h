// SPDX-License-Identifier: Apache-2.0
//
// Requests and answers as data: what the service sees of HTTP.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cogs::http {

using Header = std::pair<std::string, std::string>;  // of requests: names in small letters

struct Request {
  std::string method;
  std::string target;  // as it came: "/a/b?c=d"
  int version = 11;    // 10 or 11
  std::vector<Header> headers;
  std::string body;
  // Where the body lies instead, if the options said so; removed when nobody holds it any more,
  // unless it was renamed by then.
  std::shared_ptr<const std::string> body_file;
  std::string peer;  // the address of whoever asks

  std::string_view path() const;   // not decoded
  std::string_view query() const;  // not decoded, without '?'
  // The first of this name, in small letters; "" where there is none.
  std::string_view header(std::string_view name) const;
  std::size_t count(std::string_view name) const;
  std::optional<std::string> cookie(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<Header> headers;  // beside those that every answer has
  // A file whose bytes are sent in the place of the body, piece by piece.
  std::shared_ptr<const std::string> body_file = {};
};

std::string_view status_words(int status);

// "%41" -> "A"; nullopt for what is no such text, for NUL and for bytes that are no UTF-8.
std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_blank = false);
// "a=1&b=2" -> names and values in order; nullopt as above.
std::optional<std::vector<Header>> form_fields(std::string_view text);

}  // namespace cogs::http
