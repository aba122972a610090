// SPDX-License-Identifier: Apache-2.0
#include "service/call.h"

#include <algorithm>
#include <new>

#include "base/diagnostic.h"
#include "base/small_letters.h"
#include "json/parse.h"
#include "json/write.h"
#include "service/routes.h"
#include "store/signed_note.h"
#include "store/store_error.h"

namespace cogs::service {

namespace {

using json::Value;

constexpr std::size_t most_members = 10000;

std::size_t members_of(const Value& value) {
  std::size_t out = value.members().size() + value.items().size();
  for (const auto& [name, member] : value.members()) out += members_of(member);
  for (const Value& item : value.items()) out += members_of(item);
  return out;
}

std::string media_type(std::string_view header) {
  header = header.substr(0, header.find(';'));
  while (!header.empty() && header.back() == ' ') header.remove_suffix(1);
  return base::in_small_letters(header);
}

Diagnostic shown(const base::Diagnostic& d) {
  Diagnostic out;
  out.severity = d.severity == base::Severity::error ? Diagnostic::Severity::error
                                                     : Diagnostic::Severity::warning;
  out.file = d.file;
  out.line = d.place.line;
  out.column = d.place.column;
  out.message = d.message;
  out.help = d.help;
  return out;
}

int status_of(store::StoreError::Kind kind) {
  switch (kind) {
    case store::StoreError::Kind::missing: return 404;
    case store::StoreError::Kind::refused: return 409;
    case store::StoreError::Kind::full: return 507;
    case store::StoreError::Kind::in_use:
    case store::StoreError::Kind::failed: break;
  }
  return 500;
}

}  // namespace

std::string form_value(const std::vector<http::Header>& fields, std::string_view name) {
  for (const http::Header& field : fields) {
    if (field.first == name) return field.second;
  }
  return {};
}

std::string Call::value(std::string_view name) const { return form_value(query, name); }

bool Call::flag(std::string_view name) const {
  const std::string text = value(name);
  if (text.empty() || text == "false" || text == "0") return false;
  if (text == "true" || text == "1") return true;
  throw Problem(400, "This is not a query that can be answered",
                "'" + std::string(name) + "' is true or false");
}

std::uint64_t Call::number(std::string_view name, std::uint64_t otherwise) const {
  const std::string text = value(name);
  if (text.empty()) return otherwise;
  const auto number = store::whole_number(text);
  if (!number || *number > std::uint64_t{INT64_MAX}) {
    throw Problem(400, "This is not a query that can be answered",
                  "'" + std::string(name) + "' is a whole number");
  }
  return *number;
}

std::uint64_t Call::part_number(std::size_t place) const {
  const auto number = store::whole_number(parts.at(place));
  if (!number || *number > std::uint64_t{INT64_MAX})
    throw Problem(404, "There is no such thing here");
  return *number;
}

json::Value Call::object() const {
  std::vector<std::string> members;
  for (const Named& one : named(route->body)) members.emplace_back(one.name);
  if (media_type(request.header("content-type")) != "application/json") {
    throw Problem(415, "The body is JSON", "send it as application/json");
  }
  Value out = json::parse(request.body.empty() ? "{}" : std::string_view(request.body), "body");
  if (!out.is(Value::Kind::object)) throw Problem(422, "The body is one JSON object");
  if (members_of(out) > most_members) throw Problem(422, "The body has too many members");
  for (const auto& [name, member] : out.members()) {
    if (std::find(members.begin(), members.end(), name) == members.end()) {
      const std::string near = base::nearest_name(name, members);
      base::Diagnostic d = base::error_about("body", "there is no member '" + name + "' here",
                                             near.empty() ? "" : "did you mean '" + near + "'?");
      d.place = member.name_place;
      throw base::InputError(std::move(d));
    }
  }
  return out;
}

std::vector<http::Header> Call::form() const {
  if (media_type(request.header("content-type")) != "application/x-www-form-urlencoded") {
    throw Problem(415, "This takes the form of a page");
  }
  const auto fields = http::form_fields(request.body);
  if (!fields) throw Problem(400, "The form cannot be read");
  return *fields;
}

void Call::send(int status, const Value& value) const {
  send_json(status, json::to_text(value) + "\n");
}
void Call::send_json(int status, std::string text, std::vector<http::Header> headers) const {
  reply->send({status, "application/json", std::move(text), std::move(headers)});
}
void Call::send_page(std::string html, int status) const {
  reply->send({status, "text/html; charset=utf-8", std::move(html), {}});
}
void Call::see_other(const std::string& path) const {
  reply->send({303, "text/plain; charset=utf-8", "See " + path + "\n", {{"Location", path}}});
}

Value diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
  Value out = Value::array();
  for (const Diagnostic& d : diagnostics) {
    Value one = Value::object();
    one.add("severity",
            Value::string(d.severity == Diagnostic::Severity::error ? "error" : "warning"));
    one.add("file", Value::string(d.file));
    if (d.line > 0) {
      one.add("line", Value::number(std::uint64_t{d.line}));
      one.add("column", Value::number(std::uint64_t{d.column}));
    }
    one.add("message", Value::string(d.message));
    if (!d.help.empty()) one.add("help", Value::string(d.help));
    out.add(std::move(one));
  }
  return out;
}

http::Response problem_response(int status, const std::string& title, const std::string& detail,
                                const std::vector<Diagnostic>& diagnostics,
                                const std::string& instance) {
  Value out = Value::object();
  out.add("type", Value::string("about:blank"));
  out.add("title", Value::string(title)).add("status", Value::number(std::uint64_t(status)));
  if (!detail.empty()) out.add("detail", Value::string(detail));
  if (!instance.empty()) out.add("instance", Value::string(instance));
  if (!diagnostics.empty()) out.add("diagnostics", diagnostics_json(diagnostics));
  http::Response response{status, "application/problem+json", json::to_text(out) + "\n", {}};
  if (status == 503 || status == 429) response.headers.emplace_back("Retry-After", "1");
  return response;
}

Answered answered(const std::exception_ptr& failure) {
  Answered out;
  try {
    std::rethrow_exception(failure);
  } catch (const Problem& problem) {
    return {problem.status, problem.title, problem.detail, "", {}};
  } catch (const InputError& error) {
    return {422, "What was sent cannot be used", error.what(), "", error.diagnostics()};
  } catch (const base::InputError& error) {
    out = {422, "What was sent cannot be used", error.what(), "", {}};
    for (const base::Diagnostic& d : error.diagnostics()) out.diagnostics.push_back(shown(d));
    return out;
  } catch (const OptionsError& error) {
    return {422, "These options cannot be meant", error.what(), "", {}};
  } catch (const Stopped& stopped) {
    return {503, "A limit was reached before there was an answer", stopped.what(), "", {}};
  } catch (const store::StoreError& error) {
    const int status = status_of(error.kind());
    if (status == 500) return {500, "Something is wrong inside", "", error.what(), {}};
    return {status,
            status == 404   ? "There is no such thing here"
            : status == 409 ? "This may not be done"
                            : "The disk is full: nothing was filed",
            error.what(),
            "",
            {}};
  } catch (const std::bad_alloc&) {
    return {503, "There is not enough memory for this", "", "out of memory", {}};
  } catch (const std::exception& error) {
    return {500, "Something is wrong inside", "", error.what(), {}};
  } catch (...) {
    return {500, "Something is wrong inside", "", "unknown", {}};
  }
}

}  // namespace cogs::service
