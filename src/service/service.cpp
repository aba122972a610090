// SPDX-License-Identifier: Apache-2.0
#include "service/service.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "base/sha256.h"
#include "json/write.h"
#include "service/core.h"
#include "service/job_kinds.h"
#include "service/page.h"
#include "service/pool.h"
#include "service/routes.h"

namespace cogs::service {

namespace {

std::string number_of_failure() { return "/failures/" + store::hex(store::random_bytes(8)); }

// Microseconds -> a place in the histogram.
constexpr std::array<std::uint64_t, 9> edges = {100,   300,    1000,    3000,      10000,
                                                30000, 100000, 1000000, UINT64_MAX};

// What a server that was killed had begun.
void remove_left_over(const std::string& folder) {
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("upload-") || name.starts_with("export-") || name.starts_with("trying-"))
      old.push_back(entry.path());
  }
  for (const auto& path : old) std::filesystem::remove_all(path);
}

}  // namespace

Core::Core(ServiceOptions given, std::unique_ptr<store::Store> kept)
    : options(std::move(given)),
      store(std::move(kept)),
      models(*store, options.files, options.program),
      sessions(options.api_token),
      jobs(options, *store) {}

Control Core::control() const {
  Control out;
  out.limits.seconds = options.question_seconds;
  out.limits.memory_bytes = options.question_memory;
  out.threads = 1;
  return out;
}

std::string Core::note_failure(const std::string& where, const std::string& what) const {
  const std::string number = number_of_failure();
  if (options.log) {
    json::Value line = json::Value::object();
    line.add("at", json::Value::string(store::utc_now()));
    line.add("failure", json::Value::string(number));
    line.add("route", json::Value::string(where));
    line.add("what", json::Value::string(what));
    options.log(json::to_text(line, json::Layout::line));
  }
  return number;
}

struct Service::Inside {
  Inside(ServiceOptions options, std::unique_ptr<store::Store> store)
      : core(std::move(options), std::move(store)),
        pool(std::max(1u, core.options.threads), core.options.longest_queue) {
    core.metrics = [this] { return metrics_text(); };
    hourly = std::thread([this] { keep_time(); });
  }
  ~Inside() {
    {
      const std::lock_guard lock(time_mutex);
      time_to_end = true;
    }
    time_wake.notify_all();
    hourly.join();
  }

  struct Counted {
    std::map<int, std::uint64_t> statuses;
    std::array<std::uint64_t, edges.size()> times = {};
    std::uint64_t count = 0, microseconds = 0;
  };

  Core core;
  std::mutex counts_mutex;
  std::map<const Route*, Counted> counts;
  std::mutex time_mutex;
  std::condition_variable time_wake;
  bool time_to_end = false;
  std::thread hourly;
  Pool pool;  // ends before what its work uses

  void handle(http::Request request, http::ReplyPtr reply);
  void run(const Route& route, Call& call);
  void run_visit(const Route& route, Call& call);
  void fail(const Route& route, const Call& call, const std::exception_ptr& failure);
  std::string actor_of(const http::Request& request);
  std::string metrics_text();

  // A checkpoint an hour, if the log has grown.
  void keep_time() {
    std::unique_lock lock(time_mutex);
    while (!time_wake.wait_for(lock, std::chrono::hours(1), [this] { return time_to_end; })) {
      try {
        core.store->make_checkpoint();
      } catch (const store::StoreError&) {  // /readyz says what is wrong with the store
      }
    }
  }
};

std::string Service::Inside::actor_of(const http::Request& request) {
  const std::string_view given = request.header("authorization");
  if (given.starts_with("Bearer ")) {
    return core.sessions.is_token(std::string(given.substr(7))) ? "token" : "";
  }
  const std::string session = request.cookie(core.options.cookie).value_or("");
  return !session.empty() && core.sessions.holds(session) ? "alone" : "";
}

void Service::Inside::handle(http::Request request, http::ReplyPtr reply) {
  Match match = find_route(request.method, request.path());
  if (!match.route) {
    if (match.allowed.empty()) {
      return reply->send(problem_response(404, "There is no such thing here", ""));
    }
    http::Response response = problem_response(405, "This is not done here", "");
    response.headers.emplace_back("Allow", match.allowed);
    return reply->send(std::move(response));
  }
  const Route& route = *match.route;
  auto call = std::make_shared<Call>();
  call->parts = std::move(match.parts);
  call->request = std::move(request);
  call->reply = std::move(reply);
  const auto query = http::form_fields(call->request.query());
  if (!query) {
    return call->reply->send(problem_response(400, "The query cannot be read", ""));
  }
  call->query = *query;
  call->route = &route;
  call->session = call->request.cookie(core.options.cookie).value_or("");
  if (route.right == Right::own) {
    // The store is asked who comes: not by a thread of connections.
    const bool taken = pool.add([this, &route, call] { run_visit(route, *call); });
    if (!taken) call->reply->send(problem_response(503, "Too much is asked just now", ""));
    return;
  }
  call->actor = actor_of(call->request);
  if (!may(call->actor, route.right)) {
    if (route.is_page && call->request.method == "GET") return call->see_other("/sign-in");
    return call->reply->send(problem_response(401, "Open a session first", "see /sign-in"));
  }
  if (route.at_once) return run(route, *call);
  const bool taken = pool.add([this, &route, call] { run(route, *call); });
  if (!taken) call->reply->send(problem_response(503, "Too much is asked just now", ""));
}

void Service::Inside::run_visit(const Route& route, Call& call) {
  const std::string secret = call.request.cookie(core.options.cookie + "mine").value_or("");
  std::optional<std::uint64_t> found;
  try {
    if (!secret.empty()) found = core.store->case_by_link(store::digest(secret), store::utc_now());
  } catch (...) {
    return fail(route, call, std::current_exception());
  }
  if (!found) {
    if (route.is_page) return call.see_other("/mine");
    return call.reply->send(problem_response(401, "Open the link to your case first", "see /mine"));
  }
  call.case_id = *found;
  call.actor = "case/" + std::to_string(*found);
  if (may(call.actor, route.right)) run(route, call);
}

void Service::Inside::run(const Route& route, Call& call) {
  try {
    check_query(route, call.query);
    route.action(core, call);
  } catch (...) {
    fail(route, call, std::current_exception());
  }
}

void Service::Inside::fail(const Route& route, const Call& call,
                           const std::exception_ptr& failure) {
  const Answered what = answered(failure);
  std::string instance;
  if (!what.told.empty()) instance = core.note_failure(route.path, what.told);
  if (route.is_page) {
    return call.send_page(
        error_page(what.status, what.title, what.detail, what.diagnostics, instance,
                   may(call.actor, Right::ask),
                   std::string_view(route.path).starts_with("/mine") ? "/mine" : "/"),
        what.status);
  }
  call.reply->send(
      problem_response(what.status, what.title, what.detail, what.diagnostics, instance));
}

std::string Service::Inside::metrics_text() {
  std::string out;
  const auto figure = [&](const char* name, const char* type, const char* help,
                          std::uint64_t value) {
    out += std::string("# HELP ") + name + " " + help + "\n# TYPE " + name + " " + type + "\n" +
           name + " " + std::to_string(value) + "\n";
  };
  const store::StoreFigures kept = core.store->figures();
  figure("cogs_log_entries", "gauge", "Entries of the log", kept.entries);
  figure("cogs_store_commits_total", "counter", "Transactions", kept.commits);
  figure("cogs_store_waiting", "gauge", "Changes that wait for the disk", kept.waiting);
  figure("cogs_store_largest_group", "gauge", "Most changes in one transaction",
         kept.largest_group);
  figure("cogs_questions_waiting", "gauge", "Requests that wait for a thread", pool.waiting());
  if (core.connections) {
    const http::Figures open = core.connections();
    figure("cogs_connections_open", "gauge", "Connections", open.open);
    figure("cogs_connections_total", "counter", "Connections accepted", open.accepted);
    figure("cogs_requests_refused_total", "counter", "Refused before a route", open.refused);
    figure("cogs_timeouts_total", "counter", "Deadlines that came first", open.timeouts);
  }
  out +=
      "# HELP cogs_requests_total Answers by route and status\n# TYPE cogs_requests_total "
      "counter\n";
  std::string times =
      "# HELP cogs_request_seconds From the head of a request to its answer\n"
      "# TYPE cogs_request_seconds histogram\n";
  const std::lock_guard lock(counts_mutex);
  for (const auto& [route, counted] : counts) {
    const std::string name = "method=\"" + std::string(route ? route->method : "none") +
                             "\",route=\"" + std::string(route ? route->path : "none") + "\"";
    for (const auto& [status, count] : counted.statuses) {
      out += "cogs_requests_total{" + name + ",status=\"" + std::to_string(status) + "\"} " +
             std::to_string(count) + "\n";
    }
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      below += counted.times[i];
      const std::string edge =
          edges[i] == UINT64_MAX ? "+Inf" : std::to_string(static_cast<double>(edges[i]) / 1e6);
      times += "cogs_request_seconds_bucket{" + name + ",le=\"" + edge + "\"} " +
               std::to_string(below) + "\n";
    }
    times += "cogs_request_seconds_sum{" + name + "} " +
             std::to_string(static_cast<double>(counted.microseconds) / 1e6) + "\n";
    times += "cogs_request_seconds_count{" + name + "} " + std::to_string(counted.count) + "\n";
  }
  return out + times;
}

Service::Service(ServiceOptions options, std::unique_ptr<store::Store> store) {
  for (const ModelFile& model : options.models) Decision::parse(model.text, model.file);
  if (!options.files.empty()) {
    std::filesystem::create_directories(options.files);
    std::filesystem::permissions(options.files, std::filesystem::perms::owner_all);
    remove_left_over(options.files);
  }
  inside_ = std::make_unique<Inside>(std::move(options), std::move(store));
  for (const ModelFile& model : inside_->core.options.models) {
    inside_->core.models.begin(model.series, model.text, model.file);
  }
  const auto kept = inside_->core.store->datasets();
  for (const TableFile& table : inside_->core.options.tables) {
    const std::string sha256 = base::sha256(table.text);
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const store::Dataset& one) { return one.sha256 == sha256; })) {
      keep_dataset(inside_->core, table.name, table.text, "alone");
    }
  }
}

Service::~Service() { stop(); }

std::string Service::new_once() { return inside_->core.sessions.new_once(); }

http::Handler Service::handler() {
  return [this](http::Request request, http::ReplyPtr reply) {
    inside_->handle(std::move(request), std::move(reply));
  };
}

std::size_t Service::body_limit(const http::Request& head) const {
  constexpr std::size_t of_forms = std::size_t{32} << 20;  // these are held as a whole
  constexpr std::size_t of_strangers = std::size_t{64} << 10;
  const std::string_view path = head.path();
  const bool held = path == "/learn" || path == "/api/v1/files";
  const bool large = head.method == "POST" && (held || path == "/api/v1/datasets");
  // Whoever has not signed in cannot make the server hold much.
  const auto length = store::whole_number(head.header("content-length"));
  if (!large && length && *length <= of_strangers) return 0;
  if (inside_->actor_of(head).empty()) return of_strangers;
  if (!large) return 0;
  const std::size_t most = inside_->core.options.upload_bytes;
  return held ? std::min(most, of_forms) : most;
}

std::string Service::body_file(const http::Request& head) const {
  const bool table = head.method == "POST" && head.path() == "/api/v1/datasets";
  if (!table || inside_->actor_of(head).empty()) return {};
  return new_upload(inside_->core);
}

void Service::served(const http::Request& request, int status, std::uint64_t microseconds) {
  const Route* route =
      request.target.empty() ? nullptr : find_route(request.method, request.path()).route;
  {
    const std::lock_guard lock(inside_->counts_mutex);
    Inside::Counted& counted = inside_->counts[route];
    ++counted.statuses[status];
    ++counted.count;
    counted.microseconds += microseconds;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (microseconds > edges[i]) continue;
      ++counted.times[i];
      break;
    }
  }
  if (!inside_->core.options.log) return;
  json::Value line = json::Value::object();
  line.add("at", json::Value::string(store::utc_now()));
  line.add("method", json::Value::string(route ? route->method : "?"));
  line.add("route", json::Value::string(route ? route->path : "?"));
  line.add("status", json::Value::number(static_cast<std::uint64_t>(status)));
  line.add("us", json::Value::number(microseconds));
  const std::string_view trace = request.header("traceparent");
  if (trace.size() == 55) line.add("traceparent", json::Value::string(trace));
  inside_->core.options.log(json::to_text(line, json::Layout::line));
}

void Service::watch(std::function<http::Figures()> figures) {
  inside_->core.connections = std::move(figures);
}

void Service::stop() {
  inside_->core.stopping = true;
  inside_->core.jobs.stop();
}

store::Store& Service::store() { return *inside_->core.store; }

}  // namespace cogs::service
