// SPDX-License-Identifier: Apache-2.0
#include "clingo/run_clingo.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <stdexcept>

namespace cogs::clingo {

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

// A file of its own for each run, so that tests can run side by side; gone afterwards.
class ProgramFile {
 public:
  explicit ProgramFile(const std::string& text) {
    path_ = (std::filesystem::temp_directory_path() / "cogs-clingo-XXXXXX").string();
    const int file = mkstemp(path_.data());
    if (file < 0) throw std::runtime_error("cannot create " + path_);
    const auto written = write(file, text.data(), text.size());
    close(file);
    if (written != static_cast<ssize_t>(text.size())) {
      throw std::runtime_error("cannot write " + path_);
    }
  }
  ~ProgramFile() { std::filesystem::remove(path_); }
  ProgramFile(const ProgramFile&) = delete;
  ProgramFile& operator=(const ProgramFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string rest_of_line(const std::string& text, const std::string& start) {
  const auto at = ("\n" + text).find("\n" + start);
  if (at == std::string::npos) return {};
  const auto from = at + start.size();
  return text.substr(from, text.find('\n', from) - from);
}

std::string run(const std::string& program, const std::string& arguments, int seconds) {
  const ProgramFile file(program);
  return output_of("clingo --time-limit=" + std::to_string(seconds) + " " + arguments + " " +
                   file.path() + " 2>&1");
}

// The export says by how much it has multiplied the costs.
base::Number scale_of(const std::string& program) {
  const std::string line = rest_of_line(program, "% Costs are multiplied by ");
  if (line.empty()) return 1;
  return base::Number::parse(line.substr(0, line.find(','))).value();
}

// An export must not make clingo grumble: a warning is a mistake in the program.
bool grumbles(const std::string& output) {
  return output.find("info:") != std::string::npos ||
         output.find("warning:") != std::string::npos ||
         output.find("error:") != std::string::npos || output.find("ERROR") != std::string::npos;
}

}  // namespace

bool installed() {
  return output_of("clingo --version 2>/dev/null").find("clingo version") != std::string::npos;
}

ClingoAnswer find_optimum(const std::string& program, int seconds) {
  ClingoAnswer answer;
  answer.output = run(program, "--quiet=1", seconds);
  if (grumbles(answer.output)) throw std::runtime_error(answer.output);
  if (answer.output.find("\nUNSATISFIABLE\n") != std::string::npos) {
    answer.kind = ClingoAnswer::Kind::unsatisfiable;
  } else if (answer.output.find("\nOPTIMUM FOUND\n") != std::string::npos) {
    answer.kind = ClingoAnswer::Kind::optimum;
    const std::string cost = rest_of_line(answer.output, "Optimization : ");
    answer.cost = base::Number::parse(cost).value() / scale_of(program);
  }
  return answer;
}

ClingoAnswer count_models(const std::string& program, int seconds) {
  ClingoAnswer answer;
  answer.output = run(program, "--quiet 0", seconds);
  if (grumbles(answer.output)) throw std::runtime_error(answer.output);
  if (answer.output.find("INTERRUPTED") == std::string::npos) {
    answer.models = rest_of_line(answer.output, "Models       : ");
  }
  return answer;
}

}  // namespace cogs::clingo
