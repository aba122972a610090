// SPDX-License-Identifier: Apache-2.0
//
// What the server does with requests. This header is the overview of src/service.
//
//   routes.h     the table of routes: method, path, right, action, words; OpenAPI is made of it
//   call.h       one request on its way to its answer, and errors as problems (RFC 9457)
//   core.h       what actions share: store, models, sessions, jobs, limits
//   actions_*    the actions of the API
//   page*.h      the pages: frame, forms, what is on each of them
//   models.h     versions of models, prepared
//   sessions.h   who is asking
//   jobs.h       long work in child processes
//   pool.h       threads
//
//   service::Service service(options, store::open_sqlite_store({file}));
//   http::Server server(http_options, service.handler());
//   std::cout << "http://127.0.0.1:8600/#once=" << service.new_once();
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/server.h"
#include "store/store.h"

namespace cogs::service {

struct ModelFile {
  std::string series, text, file;
};

struct TableFile {
  std::string name, text;
};

struct ServiceOptions {
  std::vector<ModelFile> models;
  std::vector<TableFile> tables;  // kept, unless they are already
  std::string files;              // a folder for tables and what jobs write
  std::string program;            // cogs itself, for jobs; "": there are none
  std::string version;            // of cogs
  std::string api_token;          // for programs; "": none
  std::string cookie = "cogs";    // its name
  std::string address;            // as browsers see it: "http://127.0.0.1:8600"
  bool secure = false;            // browsers come by TLS: cookies are for that alone
  // Of all letters: settings of the office, texts of reasons, what is protected (docs/letters.md).
  std::vector<std::pair<std::string, std::string>> letter_settings;
  std::string letter_codes, letter_policy;
  unsigned threads = 2;  // for questions
  std::size_t longest_queue = 256;
  double question_seconds = 1;
  std::size_t question_memory = std::size_t{256} << 20;
  std::size_t upload_bytes = std::size_t{200} << 20;
  double job_seconds = 3600;
  std::size_t job_memory = std::size_t{4} << 30;
  std::uint64_t keep_days = 0;  // filed answers; 0: for ever
  // One line of JSON for each request, without personal data; empty: no log.
  std::function<void(std::string_view line)> log;
};

class Service {
 public:
  // Throws InputError for a model that cannot be used, StoreError.
  Service(ServiceOptions options, std::unique_ptr<store::Store> store);
  ~Service();  // jobs end, the last checkpoint is made
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  std::string new_once();
  http::Handler handler();
  std::size_t body_limit(const http::Request& head) const;
  std::string body_file(const http::Request& head) const;
  void served(const http::Request& request, int status, std::uint64_t microseconds);
  // Figures of connections for /metrics.
  void watch(std::function<http::Figures()> figures);
  void stop();  // readiness turns to 503
  store::Store& store();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// The table of routes as OpenAPI 3.1.
std::string openapi_json(const std::string& version);

}  // namespace cogs::service
