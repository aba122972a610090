// SPDX-License-Identifier: Apache-2.0
#include "cli/serve_config.h"

#include <algorithm>
#include <charconv>

#include "base/diagnostic.h"
#include "base/text_file.h"

namespace cogs::cli {

namespace {

struct Listen {
  std::string address;
  std::uint16_t port = 0;
};

Listen listen_of(const std::string& text) {
  Listen out;
  const auto colon = text.rfind(':');
  const std::string digits = colon == std::string::npos ? text : text.substr(colon + 1);
  out.address = colon == std::string::npos ? "127.0.0.1" : text.substr(0, colon);
  if (out.address.size() > 2 && out.address.front() == '[') {
    out.address = out.address.substr(1, out.address.size() - 2);
  }
  unsigned number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number > 65535 ||
      digits.empty()) {
    throw UsageError("--listen takes ADDRESS:PORT, such as 127.0.0.1:8600, not '" + text + "'");
  }
  out.port = static_cast<std::uint16_t>(number);
  return out;
}

bool is_loopback(const std::string& address) {
  return address == "127.0.0.1" || address == "::1" || address == "localhost";
}

std::string trimmed_text(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.pop_back();
  std::size_t at = 0;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return text.substr(at);
}

}  // namespace

void ServeConfig::check() const {
  const Listen where = listen_of(listen);
  if (!is_loopback(where.address) && !behind_proxy) {
    throw UsageError(
        "'" + where.address +
        "' can be reached by others, and this server speaks plain HTTP: put a proxy with "
        "TLS before it and say --behind-proxy, or listen on 127.0.0.1");
  }
  if (behind_proxy && public_url.empty()) {
    throw UsageError("--behind-proxy needs --public-url, the address that browsers see");
  }
  if (!public_url.empty() && public_url.rfind("https://", 0) != 0 &&
      public_url.rfind("http://127.0.0.1", 0) != 0 &&
      public_url.rfind("http://localhost", 0) != 0) {
    throw UsageError("--public-url begins with https://");
  }
  if (question_seconds <= 0 || job_seconds <= 0) throw UsageError("limits of time are above 0");
}

std::uint16_t ServeConfig::port() const { return listen_of(listen).port; }

std::vector<std::string> ServeConfig::addresses() const {
  const Listen where = listen_of(listen);
  if (where.address == "localhost" || where.address == "127.0.0.1") return {"127.0.0.1", "::1"};
  return {where.address};
}

std::vector<std::string> ServeConfig::public_hosts() const {
  if (public_url.empty()) return {};
  std::string host = public_url.substr(public_url.find("//") + 2);
  host = host.substr(0, host.find('/'));
  return {host};
}

std::string ServeConfig::text(const std::string& store_file) const {
  std::string out;
  const auto line = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) out += name + " = " + value + "\n";
  };
  for (const std::string& model : models) line("model", model);
  for (const std::string& table : tables) line("table", table);
  line("listen", listen);
  line("store", store_file);
  line("token-file", token_file);
  line("log", log);
  line("public-url", public_url);
  line("behind-proxy", behind_proxy ? "true" : "false");
  line("threads", std::to_string(threads));
  line("io-threads", std::to_string(io_threads));
  line("question-seconds", std::to_string(question_seconds));
  line("question-memory", std::to_string(question_memory));
  line("upload-bytes", std::to_string(upload_bytes));
  line("job-seconds", std::to_string(job_seconds));
  line("keep-days", std::to_string(keep_days));
  line("letter-settings", letter_settings);
  line("letter-codes", letter_codes);
  line("letter-policy", letter_policy);
  return out;
}

void add_serve_options(CLI::App& command, ServeConfig& config) {
  command.add_option("MODEL", config.models, "Models, .cogs files; none: learn one on the page");
  command.add_option("--table", config.tables, "Tables that are there from the beginning")
      ->option_text("FILE");
  command
      .add_option("--listen", config.listen, "Where to listen (127.0.0.1:8600); port 0: a free one")
      ->option_text("ADDRESS:PORT");
  command.add_option("--store", config.store, "The file of the store (beside the model)")
      ->option_text("FILE");
  command
      .add_option("--config", config.config_file, "Settings from a file: name = value, a line each")
      ->option_text("FILE");
  command.add_flag("--check-config", config.check_only, "Print all settings, and serve nothing");
  command
      .add_option("--token-file", config.token_file,
                  "A token for programs (Authorization: Bearer ...), in a file of mode 0600")
      ->option_text("FILE");
  command.add_option("--log", config.log, "A line of JSON for each request (-: standard error)")
      ->option_text("FILE");
  command.add_option("--public-url", config.public_url, "The address that browsers see")
      ->option_text("URL");
  command.add_flag("--behind-proxy", config.behind_proxy,
                   "A proxy with TLS stands before this server: listen beyond this machine");
  command.add_option("--threads", config.threads, "For questions (as many as there are cores)");
  command.add_option("--io-threads", config.io_threads, "For connections (1)")
      ->check(CLI::Range(1, 64));
  command.add_option("--question-seconds", config.question_seconds, "Limit of a question (1)");
  command.add_option("--question-memory", config.question_memory,
                     "Limit of a question in bytes (256 MiB)");
  command.add_option("--upload-bytes", config.upload_bytes, "The largest table (200 MiB)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{256} << 20));
  command.add_option("--job-seconds", config.job_seconds, "Limit of a job (3600)");
  command.add_option("--keep-days", config.keep_days,
                     "Erase filed answers after so many days (0: never)");
  command
      .add_option("--letter-settings", config.letter_settings,
                  "Letters: lines `name = text`, as for cogs letter")
      ->option_text("FILE");
  command
      .add_option("--letter-codes", config.letter_codes,
                  "Letters: the texts of reasons, a CSV file")
      ->option_text("FILE");
  command
      .add_option("--letter-policy", config.letter_policy,
                  "Letters: lines `protected FEATURE` and `allowed FEATURE`")
      ->option_text("FILE");
}

void read_config_file(CLI::App& command, ServeConfig& config) {
  if (config.config_file.empty()) return;
  const std::string text = base::read_text_file(config.config_file, 1 << 20);
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const std::string line = trimmed_text(text.substr(at, end - at));
    at = end + 1;
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const auto fail = [&](const std::string& message, const std::string& help) {
      base::Diagnostic d = base::error_about(config.config_file, message, help);
      d.place = {number, 1, static_cast<std::uint32_t>(line.size())};
      d.source_line = line;
      throw base::InputError(std::move(d));
    };
    const auto equals = line.find('=');
    if (equals == std::string::npos) fail("a setting is NAME = VALUE", "");
    const std::string name = trimmed_text(line.substr(0, equals));
    std::string value = trimmed_text(line.substr(equals + 1));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    if (name == "model" || name == "table") {
      (name == "model" ? config.models : config.tables).push_back(value);
      continue;
    }
    CLI::Option* option = nullptr;
    std::vector<std::string> names = {"model"};
    for (CLI::Option* one : command.get_options()) {
      for (const std::string& known : one->get_lnames()) {
        if (known == "help" || known == "config" || known == "check-config" || known == "version")
          continue;
        names.push_back(known);
        if (known == name) option = one;
      }
    }
    if (!option) {
      const std::string near = base::nearest_name(name, names);
      fail("there is no setting '" + name + "'",
           near.empty() ? "" : "did you mean '" + near + "'?");
    }
    if (option->count() > 0) continue;  // the command line says otherwise
    try {
      if (name == "behind-proxy") {
        if (value != "true" && value != "false") fail("'" + name + "' is true or false", "");
        config.behind_proxy = value == "true";
        continue;
      }
      option->add_result(value);
      option->run_callback();
    } catch (const CLI::Error& error) {
      fail(error.what(), "");
    }
  }
}

}  // namespace cogs::cli
