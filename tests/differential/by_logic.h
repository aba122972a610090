// SPDX-License-Identifier: Apache-2.0
//
// The exported program of a model, asked with the solver of src/logic in this process.
//
//   ByLogic logic(present::export_scasp(model, record));
//   logic.holds("not reject(x)", Engine::automatic)
//   for (const logic::Answer& answer : logic.answers("", Engine::automatic)) ...
//
// Every search must end by itself, and on request every answer passes the independent checker:
// what does not is a Trouble.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "logic/program/answer.h"
#include "logic/program/program.h"
#include "logic/solve.h"
#include "model/model.h"

namespace cogs::differential {

// A search that was cut, or an answer that the checker refused; `kind` for the shrinker.
struct Trouble : std::runtime_error {
  Trouble(std::string kind_in, const std::string& details)
      : std::runtime_error(details), kind(std::move(kind_in)) {}
  std::string kind;
};

class ByLogic {
 public:
  explicit ByLogic(const std::string& program, bool check = false);

  // The query that the program came with, without `?-` and full stop.
  const std::string& own_query() const { return own_query_; }
  bool holds(const std::string& query, logic::Engine engine);
  std::vector<logic::Answer> answers(const std::string& query, logic::Engine engine);

 private:
  std::vector<logic::Answer> ask(const std::string& query, logic::Engine engine, bool all);

  logic::Program program_;
  std::string own_query_;
  bool check_;
};

// Does the answer allow these values of its variables? `variables[f]` is the query variable of
// feature f. Constraints on variables of the model alone do not count, nor, of a point with
// missing values, what it says of these. Throws std::logic_error for a constraint that says
// nothing definite of the point.
bool covers(const logic::Answer& answer, const std::vector<std::string>& variables,
            const model::Model& model, const model::Record& point);

// Bindings and constraints, for messages.
std::string text_of(const logic::Answer& answer);

}  // namespace cogs::differential
