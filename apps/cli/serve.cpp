// SPDX-License-Identifier: Apache-2.0
//
// cogs serve MODEL: the page, the API and the store, for one person on this machine.
#include <cogs/decision.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/serve_config.h"
#include "http/server.h"
#include "present/words/safe_text.h"
#include "service/service.h"
#include "store/sqlite_store.h"
#include "store/store_error.h"

namespace cogs::cli {

namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& message,
                         const std::string& help = {}) {
  throw base::InputError(base::error_about(file, message, help));
}

std::string series_name(const std::string& file) {
  return std::filesystem::path(file).stem().string();
}

std::string default_store(const ServeConfig& config) {
  if (!config.store.empty()) return config.store;
  if (config.models.empty()) return "cogs.store";
  return (std::filesystem::path(config.models[0]).parent_path() /
          (series_name(config.models[0]) + ".store"))
      .string();
}

std::string own_program() {
  std::error_code failure;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", failure);
  return failure ? "" : path.string();
}

std::string token_of(const std::string& file) {
  if (file.empty()) return {};
  std::error_code failure;
  const auto rights = std::filesystem::status(file, failure).permissions();
  if (!failure && (rights & (std::filesystem::perms::group_all |
                             std::filesystem::perms::others_all)) != std::filesystem::perms::none) {
    refuse(file, "others may read this token", "make it yours alone: chmod 600");
  }
  std::string text = base::read_text_file(file, 4096);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  if (text.size() < 32) refuse(file, "a token has 32 characters or more", "openssl rand -hex 32");
  return text;
}

service::ServiceOptions service_options(const ServeConfig& config, const std::string& store) {
  service::ServiceOptions out;
  for (const std::string& file : config.models) {
    service::ModelFile model{series_name(file), base::read_text_file(file), file};
    for (const service::ModelFile& other : out.models) {
      if (other.series == model.series) {
        refuse(file, "another model is called '" + model.series + "' too",
               "rename one of the files");
      }
    }
    out.models.push_back(std::move(model));
  }
  for (const std::string& file : config.tables) {
    out.tables.push_back(
        {std::filesystem::path(file).filename().string(), base::read_text_file(file)});
  }
  out.files = base::resolved(store) + "-files";
  out.program = own_program();
  out.version = COGS_VERSION;
  out.api_token = token_of(config.token_file);
  out.threads =
      config.threads > 0 ? config.threads : std::max(1u, std::thread::hardware_concurrency());
  out.question_seconds = config.question_seconds;
  out.question_memory = config.question_memory;
  out.upload_bytes = config.upload_bytes;
  out.job_seconds = config.job_seconds;
  out.keep_days = config.keep_days;
  if (!config.letter_settings.empty()) {
    out.letter_settings =
        read_letter_settings(base::read_text_file(config.letter_settings), config.letter_settings);
  }
  if (!config.letter_codes.empty()) out.letter_codes = base::read_text_file(config.letter_codes);
  if (!config.letter_policy.empty()) out.letter_policy = base::read_text_file(config.letter_policy);
  return out;
}

std::string url_of(const ServeConfig& config, std::uint16_t port) {
  if (config.public_url.empty()) return "http://127.0.0.1:" + std::to_string(port);
  std::string out = config.public_url;
  while (out.ends_with('/')) out.pop_back();
  return out;
}

// Lines of JSON, each written whole.
std::function<void(std::string_view)> log_to(const std::string& file, std::shared_ptr<int>& kept) {
  if (file.empty()) return {};
  int descriptor = STDERR_FILENO;
  if (file != "-") {
    FILE* opened = std::fopen(file.c_str(), "ae");
    if (!opened) refuse(file, "the log cannot be written");
    descriptor = ::dup(::fileno(opened));
    std::fclose(opened);
  }
  kept = std::shared_ptr<int>(new int(descriptor), [](const int* d) {
    if (*d > 2) ::close(*d);
    delete d;
  });
  return [kept](std::string_view line) { base::write_all(*kept, std::string(line) + "\n"); };
}

// Waits for a signal on a thread of its own: a handler could do next to nothing.
class Signals {
 public:
  Signals() {
    sigemptyset(&set_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set_, signal);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }
  void watch(std::function<void()> stop) {
    thread_ = std::thread([this, stop = std::move(stop)] {
      int signal = 0;
      sigwait(&set_, &signal);
      stop();
    });
  }
  void end() {
    if (thread_.joinable()) {
      pthread_kill(thread_.native_handle(), SIGTERM);
      thread_.join();
    }
  }

 private:
  sigset_t set_{};
  std::thread thread_;
};

}  // namespace

ExitCode serve(const ServeConfig& config) {
  config.check();
  const std::string store_file = default_store(config);
  service::ServiceOptions options = service_options(config, store_file);
  for (const service::ModelFile& model : options.models) Decision::parse(model.text, model.file);
  if (config.check_only) {
    base::write_all(STDOUT_FILENO, config.text(store_file));
    return answered;
  }
  std::shared_ptr<int> log_descriptor;
  options.log = log_to(config.log, log_descriptor);
  Signals signals;  // before any other thread
  try {
    std::unique_ptr<store::Store> opened = store::open_sqlite_store({store_file, "cogs", true});
    http::ServerOptions http;
    http.addresses = config.addresses();
    http.port = config.port();
    http.threads = config.io_threads;
    for (const std::string& host : config.public_hosts()) http.more_hosts.push_back(host);
    if (!config.public_url.empty()) http.more_origins.push_back(config.public_url);
    // The service ends before the server, whose connections its answers go to.
    std::unique_ptr<service::Service> service;
    http.body_limit = [&](const http::Request& head) { return service->body_limit(head); };
    http.body_file = [&](const http::Request& head) { return service->body_file(head); };
    http.served = [&](const http::Request& request, int status, std::uint64_t microseconds) {
      if (service) service->served(request, status, microseconds);
    };
    http::Server server(http, [&](http::Request request, http::ReplyPtr reply) {
      service->handler()(std::move(request), std::move(reply));
    });
    options.cookie = "cogs" + std::to_string(server.port());
    options.address = url_of(config, server.port());
    options.secure = config.public_url.starts_with("https://");
    service = std::make_unique<service::Service>(std::move(options), std::move(opened));
    service->watch([&] { return server.figures(); });
    signals.watch([&] {
      service->stop();
      server.stop();
    });
    base::write_all(STDOUT_FILENO, "Open " + url_of(config, server.port()) +
                                       "/sign-in#once=" + service->new_once() +
                                       "\n(once, within ten minutes)  Store: " +
                                       present::safe_text(store_file) + "  Ctrl-C ends it.\n");
    server.run();
    service.reset();
    signals.end();
  } catch (const store::StoreError& error) {
    signals.end();
    refuse(store_file, error.what());
  } catch (const std::runtime_error& error) {
    signals.end();
    refuse("cogs serve", error.what(), "another --listen, or stop what uses the port");
  }
  return answered;
}

void add_serve(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("serve", "The page, the API and the store, on this machine");
  auto config = std::make_shared<ServeConfig>();
  add_serve_options(*command, *config);
  command->footer(
      "Example:\n"
      "  cogs serve loan.cogs\n"
      "Opens on this machine alone; whoever has the link that is printed gets in. The store lies\n"
      "beside the model: loan.store. See docs/serve.md.");
  command->callback([config, &chosen, command] {
    read_config_file(*command, *config);
    chosen = [config] { return serve(*config); };
  });
}

}  // namespace cogs::cli
