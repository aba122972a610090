// SPDX-License-Identifier: Apache-2.0
#include "asp/clingo_models.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>

#include "asp/run_clingo.h"

namespace cogs::asp {

std::vector<Model> clingo_models(const Program& program) {
  const std::string source = text(program, Dialect::clingo);
  const std::string output = run_clingo(source);
  const bool ended = output.find("\nSATISFIABLE") != std::string::npos ||
                     output.find("UNSATISFIABLE") != std::string::npos;
  if (!ended) throw std::runtime_error("clingo refuses\n" + source + output);
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
