// SPDX-License-Identifier: Apache-2.0
#include "asp/run_clingo.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <stdexcept>

namespace cogs::asp {

namespace {

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run: " + command);
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    text.append(buffer.data(), n);
  }
  pclose(pipe);
  return text;
}

}  // namespace

bool clingo_installed() {
  return output_of("clingo --version 2>/dev/null").find("clingo version") != std::string::npos;
}

std::string run_clingo(const std::string& program, const std::string& options) {
  std::string path = (std::filesystem::temp_directory_path() / "cogs-asp-XXXXXX").string();
  const int file = mkstemp(path.data());
  if (file < 0) throw std::runtime_error("cannot create " + path);
  const auto written = write(file, program.data(), program.size());
  close(file);
  const std::string output =
      output_of("exec clingo 0 --warn=none --time-limit=20 " + options + " " + path + " 2>&1");
  std::filesystem::remove(path);
  if (written != static_cast<ssize_t>(program.size())) {
    throw std::runtime_error("cannot write " + path);
  }
  return output;
}

}  // namespace cogs::asp
