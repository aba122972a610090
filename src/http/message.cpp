// SPDX-License-Identifier: Apache-2.0
#include "http/message.h"

#include "base/utf8.h"

namespace cogs::http {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string_view Request::path() const {
  const std::string_view all = target;
  return all.substr(0, all.find('?'));
}

std::string_view Request::query() const {
  const auto at = target.find('?');
  return at == std::string::npos ? std::string_view() : std::string_view(target).substr(at + 1);
}

std::string_view Request::header(std::string_view name) const {
  for (const Header& header : headers) {
    if (header.first == name) return header.second;
  }
  return {};
}

std::size_t Request::count(std::string_view name) const {
  std::size_t out = 0;
  for (const Header& header : headers) out += header.first == name;
  return out;
}

std::optional<std::string> Request::cookie(std::string_view name) const {
  for (const Header& header : headers) {
    if (header.first != "cookie") continue;
    std::string_view rest = header.second;
    while (!rest.empty()) {
      const auto end = rest.find(';');
      std::string_view one = rest.substr(0, end);
      while (!one.empty() && one.front() == ' ') one.remove_prefix(1);
      const auto equals = one.find('=');
      if (equals != std::string_view::npos && one.substr(0, equals) == name) {
        return std::string(one.substr(equals + 1));
      }
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
  }
  return std::nullopt;
}

std::string_view status_words(int status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 411: return "Length Required";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 428: return "Precondition Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    case 507: return "Insufficient Storage";
    default: return "Status";
  }
}

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_blank) {
      c = ' ';
    }
    if (c == '\0') return std::nullopt;
    out += c;
  }
  for (std::string_view rest = out; !rest.empty();) {
    const base::CodePoint c = base::next_code_point(rest);
    if (!c.valid) return std::nullopt;
    rest.remove_prefix(c.bytes);
  }
  return out;
}

std::optional<std::vector<Header>> form_fields(std::string_view text) {
  std::vector<Header> out;
  while (!text.empty()) {
    const auto end = text.find('&');
    const std::string_view one = text.substr(0, end);
    if (!one.empty()) {
      const auto equals = one.find('=');
      const auto name = percent_decoded(one.substr(0, equals), true);
      const auto value = percent_decoded(
          equals == std::string_view::npos ? std::string_view() : one.substr(equals + 1), true);
      if (!name || !value) return std::nullopt;
      out.emplace_back(*name, *value);
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace cogs::http
