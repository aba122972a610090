// SPDX-License-Identifier: Apache-2.0
//
// The settings of `cogs serve`: options, and the same names in a file (name = value, a line each).
// Secrets are files, never values.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"

namespace cogs::cli {

struct ServeConfig {
  std::vector<std::string> models, tables;
  std::string listen = "127.0.0.1:8600";
  std::string store, config_file, token_file, log, public_url;
  bool behind_proxy = false, check_only = false;
  unsigned threads = 0, io_threads = 1;
  double question_seconds = 1, job_seconds = 3600;
  std::size_t question_memory = std::size_t{256} << 20, upload_bytes = std::size_t{200} << 20;
  std::uint64_t keep_days = 0;
  std::string letter_settings, letter_codes, letter_policy;

  // Throws UsageError for settings that cannot be meant, or would open the server to others.
  void check() const;
  std::vector<std::string> addresses() const;
  std::uint16_t port() const;
  std::vector<std::string> public_hosts() const;
  // All of them, as a file would have them.
  std::string text(const std::string& store_file) const;
};

void add_serve_options(CLI::App& command, ServeConfig& config);
// What the command line does not say. Throws base::InputError for a name that is not known.
void read_config_file(CLI::App& command, ServeConfig& config);

ExitCode serve(const ServeConfig& config);

}  // namespace cogs::cli
