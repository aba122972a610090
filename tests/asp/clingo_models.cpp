// SPDX-License-Identifier: Apache-2.0
#include "asp/clingo_models.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

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

std::vector<Model> clingo_models(const Program& program) {
  std::string path = (std::filesystem::temp_directory_path() / "cogs-asp-XXXXXX").string();
  const int file = mkstemp(path.data());
  if (file < 0) throw std::runtime_error("cannot create " + path);
  const std::string source = text(program, Dialect::clingo);
  const auto written = write(file, source.data(), source.size());
  close(file);
  const std::string output = output_of("clingo 0 --warn=none --time-limit=20 " + path + " 2>&1");
  std::filesystem::remove(path);
  const bool ended = output.find("\nSATISFIABLE") != std::string::npos ||
                     output.find("UNSATISFIABLE") != std::string::npos;
  if (written != static_cast<ssize_t>(source.size()) || !ended) {
    throw std::runtime_error("clingo refuses\n" + source + output);
  }
  std::vector<Model> models;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("Answer: ", 0) != 0 || !std::getline(lines, line)) continue;
    std::istringstream atoms(line);
    Model model;
    for (std::string atom; atoms >> atom;) model.insert(atom);
    models.push_back(std::move(model));
  }
  std::sort(models.begin(), models.end());
  return models;
}

}  // namespace cogs::asp
