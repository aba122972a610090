// SPDX-License-Identifier: Apache-2.0
//
// The one table of routes: whoever adds one says who may use it. Rights are checked before the
// action runs, from this table and nowhere else.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "service/call.h"

namespace cogs::service {

struct Core;

enum class Right {
  none,     // anybody who reaches the server
  own,      // one case: whoever came by a link to it
  ask,      // decisions, reasons, ways, what-if; files answers
  look,     // records, log, versions, tables, jobs
  review,   // proposals, verdicts, drafts, tables, learning
  release,  // puts a version in force
  keep,     // holds, erasing, checkpoints, exports
  measure,  // figures of the server
};

struct Route {
  const char* method;
  const char* path;  // "/api/v1/records/{seq}"
  Right right;
  void (*action)(Core& core, Call& call);
  const char* words;     // one sentence, for OpenAPI
  bool at_once = false;  // short enough for the threads of connections
  bool is_page = false;  // for people: errors are pages too
  // What a request of the API may say, as names with ":" and a kind: s text, n whole number,
  // b true or false, o object, t a date or time, a text or number, x|y one of these; "!" if it is
  // needed. A body "{}" has no members; one that begins with "=" is of that media type.
  const char* query = "";
  const char* body = "";
};

struct Named {
  std::string_view name, kind;
  bool needed = false;
};
std::vector<Named> named(std::string_view text);

// Throws Problem for a query that the route's table does not have.
void check_query(const Route& route, const std::vector<http::Header>& query);

std::span<const Route> routes();

struct Match {
  const Route* route = nullptr;    // null: no such path, or not by this method
  std::vector<std::string> parts;  // decoded
  std::string allowed;             // the methods of the path
};
Match find_route(std::string_view method, std::string_view path);

// The rights of the one person of this mode: all of them. Users and roles get theirs here.
bool may(const std::string& actor, Right right);

}  // namespace cogs::service
