// SPDX-License-Identifier: Apache-2.0
#include "service/routes.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "base/small_letters.h"
#include "json/write.h"
#include "service/actions.h"
#include "service/service.h"

namespace cogs::service {

namespace {

constexpr bool immediate = true, page = true, later = false, api = false;

constexpr Route all_routes[] = {
    // clang-format off
    {"GET", "/healthz", Right::none, healthz, "Is the server alive?", immediate},
    {"GET", "/readyz", Right::none, readyz, "Can it take requests?"},
    {"GET", "/metrics", Right::measure, metrics, "Figures as text of Prometheus"},
    {"GET", "/assets/{name}", Right::none, get_asset, "Style sheet and scripts of the pages", immediate},

    {"GET", "/api/v1/openapi.json", Right::none, openapi, "This description"},
    {"POST", "/api/v1/session", Right::none, open_session, "Open a session with a one-time code", later, api, "", "once!:s"},
    {"DELETE", "/api/v1/session", Right::ask, end_session, "End the session"},
    {"GET", "/api/v1/me", Right::ask, who_am_i, "Who am I, and what may I do?"},
    {"GET", "/api/v1/models", Right::ask, list_models, "Series of models with their active version"},
    {"GET", "/api/v1/models/{series}", Right::ask, get_model, "The model: features, rules, causes"},
    {"POST", "/api/v1/models/{series}/whatif", Right::ask, what_if, "The decision and the cheapest way from a record; not filed", later, api, "", "person!:o options:o"},
    {"POST", "/api/v1/models/{series}/decide", Right::ask, ask_decide, "The decision alone", later, api, "", "person!:o"},
    {"POST", "/api/v1/models/{series}/why", Right::ask, ask_why, "Why this decision? file=true files it", later, api, "file:b timing:b reference:s case:n", "person!:o options:o"},
    {"POST", "/api/v1/models/{series}/recourse", Right::ask, ask_recourse, "What would change the decision? file=true files it", later, api, "file:b timing:b reference:s case:n", "person!:o options:o"},
    {"POST", "/api/v1/models/{series}/compare", Right::ask, ask_compare, "Why was one turned down and the other not?", later, api, "timing:b", "here!:o there!:o options:o"},
    {"POST", "/api/v1/models/{series}/counterfactuals", Right::ask, ask_counterfactuals, "All that would have the other decision", later, api, "timing:b", "person:o options:o"},
    {"GET", "/api/v1/models/{series}/versions", Right::look, list_versions, "Versions, the newest first"},
    {"POST", "/api/v1/models/{series}/versions", Right::review, add_version, "Add a version as a draft", later, api, "", "text!:s note:s"},
    {"GET", "/api/v1/models/{series}/versions/{n}", Right::look, get_version, "One version"},
    {"GET", "/api/v1/models/{series}/versions/{n}/text", Right::look, version_text, "Its text"},
    {"GET", "/api/v1/models/{series}/versions/{n}/diff/{m}", Right::look, version_diff, "Statements that differ between two versions"},
    {"POST", "/api/v1/models/{series}/versions/{n}/effect", Right::review, version_effect, "What the version would change for filed answers and the rows of a table", later, api, "", "dataset:n"},
    {"POST", "/api/v1/models/{series}/versions/{n}/activate", Right::release, activate_version, "Put the version in force", later, api, "", "{}"},
    {"GET", "/api/v1/models/{series}/proposals", Right::look, list_proposals, "Causal rules under review in the newest version; with a table, what it says about them", later, api, "dataset:n"},
    {"POST", "/api/v1/models/{series}/proposals/{id}/verdicts", Right::review, give_verdict, "Approve, reject or edit a rule: a new draft", later, api, "", "approve:b mode:if|only_if|iff rule:s reason!:s by:s"},
    {"GET", "/api/v1/files", Right::look, list_files, "Files that models may name (#import)"},
    {"POST", "/api/v1/files", Right::review, add_file, "Add one: its bytes as the body, its name in ?name=", later, api, "name!:s", "=application/octet-stream"},
    {"GET", "/api/v1/cases", Right::look, list_cases, "Cases, the newest first", later, api, "reference:s cursor:n limit:n", ""},
    {"POST", "/api/v1/cases", Right::ask, add_case, "Open a case, or find it by its reference", later, api, "", "series!:s reference:s"},
    {"GET", "/api/v1/cases/{id}", Right::look, get_case, "A case with its answers and letters"},
    {"POST", "/api/v1/cases/{id}/links", Right::ask, add_case_link, "A link for the person whom the case is about", later, api, "", "days:n"},
    {"DELETE", "/api/v1/cases/{id}/links", Right::ask, end_case_links, "End all its links"},
    {"POST", "/api/v1/records/{seq}/letters", Right::ask, add_letter, "The letter about a filed answer; file=true files it", later, api, "file:b", "template!:s language:s settings:o ways:b"},
    {"GET", "/api/v1/letters/{seq}", Right::look, get_letter, "A filed letter"},
    {"POST", "/api/v1/letters/{seq}/sent", Right::ask, letter_was_sent, "Note that it was sent", later, api, "", "sent_by!:s"},
    {"GET", "/api/v1/records", Right::look, list_records, "Filed answers, the newest first", later, api, "reference:s kind:recourse|why series:s status:found|already|none|gave_up from:t to:t undesired:b cursor:n limit:n", ""},
    {"GET", "/api/v1/records/{seq}", Right::look, get_record, "One of them, as it was filed"},
    {"GET", "/api/v1/records/{seq}/proof", Right::look, record_proof, "Proof that the log has it"},
    {"POST", "/api/v1/records/{seq}/check", Right::look, check_record_again, "Does it still hold? By its own model, and by the active one", later, api, "", "{}"},
    {"POST", "/api/v1/records/{seq}/hold", Right::keep, hold_record, "Set or lift a hold", later, api, "", "held!:b reason!:s"},
    {"POST", "/api/v1/records/{seq}/erase", Right::keep, erase_record, "Erase what was filed; the log's entry stays", later, api, "", "reason!:s"},
    {"POST", "/api/v1/retention/run", Right::keep, run_retention, "Erase what is due", later, api, "", "{}"},
    {"GET", "/api/v1/log/checkpoint", Right::look, log_checkpoint, "The last signed checkpoint"},
    {"POST", "/api/v1/log/checkpoint", Right::keep, new_checkpoint, "Sign a new one", later, api, "", "{}"},
    {"GET", "/api/v1/log/entries", Right::look, log_entries, "Entries of the log, from a number on", later, api, "from:n limit:n", ""},
    {"GET", "/api/v1/log/consistency", Right::look, log_consistency, "Proof that an older log is the beginning of a newer one", later, api, "first!:n second:n", ""},
    {"POST", "/api/v1/log/verify", Right::look, log_verify, "Check the whole log", later, api, "", "{}"},
    {"GET", "/api/v1/log/bundle", Right::keep, export_bundle, "The log as a file that can be checked offline"},
    {"GET", "/api/v1/datasets", Right::look, list_datasets, "Tables"},
    {"POST", "/api/v1/datasets", Right::review, add_dataset, "Add a table: a CSV file as the body, its name in ?name=", later, api, "name!:s", "=text/csv"},
    {"GET", "/api/v1/datasets/{id}", Right::look, look_at_dataset, "What is in a table"},
    {"DELETE", "/api/v1/datasets/{id}", Right::review, remove_dataset, "Remove a table"},
    {"GET", "/api/v1/jobs", Right::look, list_jobs, "Jobs, the newest first"},
    {"POST", "/api/v1/jobs", Right::review, start_job, "Start a job: learn, causes, audit or batch", later, api, "", "kind!:s dataset!:a series!:s label:s undesired:s by:s"},
    {"GET", "/api/v1/jobs/{id}", Right::look, get_job, "How far a job is"},
    {"GET", "/api/v1/jobs/{id}/events", Right::look, job_events, "The same as it goes on (server-sent events)"},
    {"GET", "/api/v1/jobs/{id}/result", Right::look, job_result, "What it has written"},
    {"DELETE", "/api/v1/jobs/{id}", Right::review, cancel_job, "Cancel a job"},

    {"GET", "/", Right::ask, page_home, "The case", later, page},
    {"GET", "/sign-in", Right::none, page_sign_in, "The page that takes a one-time code", later, page},
    {"POST", "/sign-in", Right::none, page_sign_in_post, "The same, sent", later, page},
    {"POST", "/sign-out", Right::none, page_sign_out, "End the session", later, page},
    {"GET", "/case", Right::ask, page_case, "A decision, its reasons and ways", later, page},
    {"POST", "/case", Right::ask, page_file_case, "File the answer", later, page},
    {"GET", "/whatif", Right::ask, page_what_if, "What if?", later, page},
    {"GET", "/records", Right::look, page_records, "Filed answers", later, page},
    {"GET", "/records/{seq}", Right::look, page_record, "A filed answer", later, page},
    {"POST", "/records/{seq}/hold", Right::keep, page_record_hold, "Set or lift a hold", later, page},
    {"POST", "/records/{seq}/erase", Right::keep, page_record_erase, "Erase it", later, page},
    {"GET", "/log", Right::look, page_log, "The log", later, page},
    {"POST", "/log/checkpoint", Right::keep, page_log_checkpoint, "Sign a checkpoint", later, page},
    {"POST", "/log/verify", Right::look, page_log_verify, "Check the log", later, page},
    {"GET", "/learn", Right::look, page_learn, "Tables, and learning from them", later, page},
    {"POST", "/learn", Right::review, page_upload, "Add a table", later, page},
    {"GET", "/learn/{id}", Right::look, page_dataset, "A table", later, page},
    {"POST", "/jobs", Right::review, page_start_job, "Start a job", later, page},
    {"GET", "/jobs/{id}", Right::look, page_job, "A job", later, page},
    {"GET", "/review", Right::look, page_review, "Rules under review", later, page},
    {"POST", "/review", Right::review, page_verdict, "Approve, reject or edit", later, page},
    {"GET", "/versions", Right::look, page_versions, "Versions of the model", later, page},
    {"GET", "/versions/{n}", Right::look, page_version, "A version and its effect", later, page},
    {"POST", "/versions/{n}", Right::release, page_activate, "Put it in force", later, page},
    {"GET", "/audits", Right::look, page_audits, "Audits", later, page},
    {"GET", "/beside", Right::look, page_beside, "Records beside each other", later, page},
    {"GET", "/cases", Right::look, page_cases, "Cases", later, page},
    {"GET", "/cases/{id}", Right::look, page_one_case, "A case", later, page},
    {"POST", "/cases/{id}/links", Right::ask, page_case_link, "Make a link", later, page},
    {"POST", "/cases/{id}/links/end", Right::ask, page_case_end_links, "End all links", later, page},
    {"GET", "/records/{seq}/letter", Right::ask, page_write_letter, "Write a letter", later, page},
    {"POST", "/records/{seq}/letter", Right::ask, page_write_letter, "Preview it, or file it", later, page},
    {"GET", "/letters/{seq}", Right::look, page_letter, "A filed letter", later, page},
    {"POST", "/letters/{seq}/sent", Right::ask, page_letter_sent, "Note that it was sent", later, page},

    {"GET", "/mine", Right::none, page_mine_sign_in, "The page that takes the link to a case", later, page},
    {"POST", "/mine/open", Right::none, page_mine_open, "The same, sent", later, page},
    {"GET", "/mine/case", Right::own, page_mine, "The case of whoever came by a link", later, page},
    {"GET", "/mine/whatif", Right::own, page_mine_what_if, "What if, for him", later, page},
    {"POST", "/mine/whatif", Right::own, mine_what_if, "The same as JSON", later, api, "", "person!:o options:o"},
    {"GET", "/mine/letters/{seq}", Right::own, page_mine_letter, "A letter that was sent to him", later, page},
    // clang-format on
};

std::vector<std::string_view> pieces(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const auto end = path.find('/');
    out.push_back(path.substr(0, end));
    path = end == std::string_view::npos ? std::string_view() : path.substr(end);
  }
  return out;
}

bool matches(const std::vector<std::string_view>& wanted, const std::vector<std::string_view>& path,
             std::vector<std::string>& parts) {
  if (wanted.size() != path.size()) return false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (wanted[i] != path[i] && (wanted[i].empty() || wanted[i][0] != '{')) return false;
  }
  parts.clear();
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (wanted[i].empty() || wanted[i][0] != '{') continue;
    const auto decoded = http::percent_decoded(path[i]);
    if (!decoded || decoded->empty() || *decoded == "." || *decoded == ".." ||
        decoded->find('/') != std::string::npos) {
      return false;
    }
    parts.push_back(*decoded);
  }
  return true;
}

// The patterns, beside the routes, split once.
const std::vector<std::vector<std::string_view>>& patterns() {
  static const auto made = [] {
    std::vector<std::vector<std::string_view>> out;
    for (const Route& route : all_routes) out.push_back(pieces(route.path));
    return out;
  }();
  return made;
}

}  // namespace

std::span<const Route> routes() { return all_routes; }

Match find_route(std::string_view method, std::string_view path) {
  Match out;
  if (path.empty() || path[0] != '/') return out;
  const auto wanted = pieces(path);
  const std::string_view as = method == "HEAD" ? "GET" : method;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < patterns().size(); ++i) {
    const Route& route = all_routes[i];
    if (!matches(patterns()[i], wanted, parts)) continue;
    out.allowed += (out.allowed.empty() ? "" : ", ") + std::string(route.method);
    if (as == route.method) {
      out.route = &route;
      out.parts = parts;
    }
  }
  return out;
}

std::vector<Named> named(std::string_view text) {
  std::vector<Named> out;
  if (text == "{}" || text.starts_with('=')) return out;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto colon = one.find(':');
    Named add{one.substr(0, colon), one.substr(colon + 1), false};
    if (add.name.ends_with('!')) {
      add.name.remove_suffix(1);
      add.needed = true;
    }
    out.push_back(add);
  }
  return out;
}

namespace {

// 2026, 2026-11, 2026-11-30, 2026-11-30T13:50, 2026-11-30T13:50:07Z: as times of the log begin.
bool is_moment(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
  if (text.size() != 4 && text.size() != 7 && text.size() != 10 && text.size() != 16 &&
      text.size() != form.size()) {
    return false;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (form[i] == 'd' ? !digit : text[i] != form[i]) return false;
  }
  const auto part = [&](std::size_t at, std::string_view least, std::string_view most) {
    return text.size() < at + 2 || (text.substr(at, 2) >= least && text.substr(at, 2) <= most);
  };
  return part(5, "01", "12") && part(8, "01", "31") && part(11, "00", "23") && part(14, "00", "59");
}

bool is_one_of(std::string_view kinds, std::string_view value) {
  while (true) {
    const auto end = kinds.find('|');
    if (kinds.substr(0, end) == value) return true;
    if (end == std::string_view::npos) return false;
    kinds.remove_prefix(end + 1);
  }
}

}  // namespace

void check_query(const Route& route, const std::vector<http::Header>& query) {
  if (!std::string_view(route.path).starts_with("/api/")) {
    // Forms send what is not filled in, too.
    for (const auto& [name, value] : query) {
      if ((name == "from" || name == "to") && !value.empty() && !is_moment(value)) {
        throw Problem(400, "This is no date", "'" + value + "': write it as 2026-11-30");
      }
    }
    return;
  }
  const std::vector<Named> known = named(route.query);
  std::vector<std::string> names, seen;
  for (const Named& one : known) names.emplace_back(one.name);
  for (const auto& [name, value] : query) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      const std::string near = base::nearest_name(name, names);
      throw Problem(400, "There is no '" + name + "' in this query",
                    near.empty() ? "" : "did you mean '" + near + "'?");
    }
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      throw Problem(400, "'" + name + "' stands twice in this query");
    }
    seen.push_back(name);
    const std::string_view kind = known[static_cast<std::size_t>(found - names.begin())].kind;
    if (kind == "t" && !value.empty() && !is_moment(value)) {
      throw Problem(400, "'" + name + "' is a date or a time", "2026-11-30, 2026-11-30T13:50:07Z");
    }
    if (kind.find('|') != std::string_view::npos && !value.empty() && !is_one_of(kind, value)) {
      throw Problem(400, "'" + name + "' is none of " + std::string(kind));
    }
  }
}

bool may(const std::string& actor, Right right) {
  if (right == Right::none) return true;
  const bool visits = actor.starts_with("case/");
  return !actor.empty() && visits == (right == Right::own);
}

namespace {

json::Value kind_schema(std::string_view kind) {
  using json::Value;
  Value out = Value::object();
  if (kind == "a") {
    return out.add("type", Value::array({Value::string("string"), Value::string("integer")}));
  }
  if (kind.find('|') != std::string_view::npos) {
    Value list = Value::array();
    while (true) {
      const auto end = kind.find('|');
      list.add(Value::string(kind.substr(0, end)));
      if (end == std::string_view::npos) break;
      kind.remove_prefix(end + 1);
    }
    return out.add("type", Value::string("string")).add("enum", std::move(list));
  }
  out.add("type", Value::string(kind == "n"   ? "integer"
                                : kind == "b" ? "boolean"
                                : kind == "o" ? "object"
                                              : "string"));
  if (kind == "n") out.add("minimum", Value::number(std::uint64_t{0}));
  return out;
}

json::Value body_description(std::string_view body) {
  using json::Value;
  std::string type = "application/json";
  Value schema = Value::object();
  bool needed = false;
  if (body.starts_with('=')) {
    type = body.substr(1);
    needed = true;
    schema.add("type", Value::string("string"));
  } else {
    Value properties = Value::object(), required = Value::array();
    for (const Named& one : named(body)) {
      properties.add(std::string(one.name), kind_schema(one.kind));
      if (one.needed) required.add(Value::string(one.name));
    }
    needed = !required.items().empty();
    schema.add("type", Value::string("object")).add("properties", std::move(properties));
    if (needed) schema.add("required", std::move(required));
    schema.add("additionalProperties", Value::boolean(false));
  }
  Value out = Value::object();
  if (needed) out.add("required", Value::boolean(true));
  return out.add("content", Value::object().add(type, Value::object().add("schema", schema)));
}

}  // namespace

std::string openapi_json(const std::string& version) {
  using json::Value;
  const auto described = [](const char* words) {
    return Value::object().add("description", Value::string(words));
  };
  Value paths = Value::object();
  std::vector<std::string> done;
  for (const Route& first : all_routes) {
    if (first.is_page || first.right == Right::own ||
        std::string_view(first.path).starts_with("/assets")) {
      continue;
    }
    bool known = false;
    for (const std::string& path : done) known = known || path == first.path;
    if (known) continue;
    done.emplace_back(first.path);
    Value methods = Value::object();
    for (const Route& route : all_routes) {
      if (std::string_view(route.path) != first.path) continue;
      Value operation = Value::object();
      operation.add("summary", Value::string(route.words));
      if (route.right == Right::none) operation.add("security", Value::array());
      Value parameters = Value::array();
      for (const std::string_view piece : pieces(route.path)) {
        if (piece.empty() || piece[0] != '{') continue;
        Value one = Value::object();
        one.add("name", Value::string(piece.substr(1, piece.size() - 2)));
        one.add("in", Value::string("path")).add("required", Value::boolean(true));
        one.add("schema", Value::object().add("type", Value::string("string")));
        parameters.add(std::move(one));
      }
      for (const Named& one : named(route.query)) {
        Value parameter = Value::object();
        parameter.add("name", Value::string(one.name)).add("in", Value::string("query"));
        if (one.needed) parameter.add("required", Value::boolean(true));
        parameters.add(parameter.add("schema", kind_schema(one.kind)));
      }
      if (!parameters.items().empty()) operation.add("parameters", std::move(parameters));
      if (*route.body != '\0') operation.add("requestBody", body_description(route.body));
      Value answers = Value::object();
      answers.add("2XX", described("the answer (docs/serve.md, docs/contract.md)"));
      Value problem = described("what is wrong");
      problem.add("content",
                  Value::object().add(
                      "application/problem+json",
                      Value::object().add(
                          "schema", Value::object().add(
                                        "$ref", Value::string("#/components/schemas/Problem")))));
      answers.add("default", std::move(problem));
      operation.add("responses", std::move(answers));
      methods.add(base::in_small_letters(route.method), std::move(operation));
    }
    paths.add(first.path, std::move(methods));
  }
  const auto typed = [](const char* type) {
    return Value::object().add("type", Value::string(type));
  };
  Value problem = typed("object");
  problem.add("properties", Value::object()
                                .add("type", typed("string"))
                                .add("title", typed("string"))
                                .add("status", typed("integer"))
                                .add("detail", typed("string"))
                                .add("instance", typed("string"))
                                .add("diagnostics", typed("array").add("items", typed("object"))));
  problem.add("required", Value::array({Value::string("type"), Value::string("title"),
                                        Value::string("status")}));
  Value schemes = Value::object();
  schemes.add("session", Value::object()
                             .add("type", Value::string("apiKey"))
                             .add("in", Value::string("cookie"))
                             .add("name", Value::string("cogs")));
  schemes.add(
      "token",
      Value::object().add("type", Value::string("http")).add("scheme", Value::string("bearer")));
  Value out = Value::object();
  out.add("openapi", Value::string("3.1.0"));
  out.add("info", Value::object()
                      .add("title", Value::string("cogs"))
                      .add("version", Value::string(version))
                      .add("description", Value::string("Decisions, why they are made, the proved "
                                                        "cheapest way to the other one, and a log "
                                                        "of what was answered.")));
  out.add("paths", std::move(paths));
  out.add("components", Value::object()
                            .add("schemas", Value::object().add("Problem", std::move(problem)))
                            .add("securitySchemes", std::move(schemes)));
  out.add("security", Value::array({Value::object().add("session", Value::array()),
                                    Value::object().add("token", Value::array())}));
  return json::to_text(out) + "\n";
}

}  // namespace cogs::service
