// SPDX-License-Identifier: Apache-2.0
//
// One request on its way to its answer, and how errors become answers: problem+json for programs
// (RFC 9457, with diagnostics), a page for people. What went wrong inside is never told, only its
// number in the log.
#pragma once

#include <cogs/error.h>

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "http/server.h"
#include "json/value.h"

namespace cogs::service {

struct Problem : std::runtime_error {
  Problem(int code, const std::string& what, const std::string& more = {})
      : std::runtime_error(more.empty() ? what : what + ": " + more),
        status(code),
        title(what),
        detail(more) {}
  int status;
  std::string title, detail;
};

struct Route;

struct Call {
  const Route* route = nullptr;
  http::Request request;
  http::ReplyPtr reply;
  std::vector<std::string> parts;   // of the path, where the route has {names}
  std::vector<http::Header> query;  // decoded
  std::string actor;                // an id
  std::string session;              // the cookie's secret; "": none
  std::uint64_t case_id = 0;        // of whoever came by a link

  std::string value(std::string_view name) const;  // of the query; "": not there
  bool flag(std::string_view name) const;          // "true" or "1"; throws Problem for others
  std::uint64_t number(std::string_view name, std::uint64_t otherwise) const;
  std::uint64_t part_number(std::size_t place) const;
  // The body as a JSON object with no members but the route's. Throws Problem, InputError.
  json::Value object() const;
  // The body of a form of a page.
  std::vector<http::Header> form() const;

  void send(int status, const json::Value& value) const;
  void send_json(int status, std::string text, std::vector<http::Header> headers = {}) const;
  void send_page(std::string html, int status = 200) const;
  void see_other(const std::string& path) const;
};

json::Value diagnostics_json(const std::vector<Diagnostic>& diagnostics);
http::Response problem_response(int status, const std::string& title, const std::string& detail,
                                const std::vector<Diagnostic>& diagnostics = {},
                                const std::string& instance = {});
// What an exception that an action threw is answered with; `told` is for the log.
struct Answered {
  int status = 500;
  std::string title, detail, told;
  std::vector<Diagnostic> diagnostics;
};
Answered answered(const std::exception_ptr& failure);

std::string form_value(const std::vector<http::Header>& fields, std::string_view name);

}  // namespace cogs::service
