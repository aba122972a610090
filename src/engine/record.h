// SPDX-License-Identifier: Apache-2.0
//
// What it takes to judge an explanation record (present/json/record.h): the same questions asked
// again, the recorded proof replayed, and what has changed between two versions of a model.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/explain.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::engine {

struct Question {
  model::Record record;
  std::size_t most_reasons = 4;
  std::optional<model::AtomId> rather_than = {};
  std::optional<path::Options> options = {};  // none: no paths are asked for
};

struct Explained {
  Why why;
  std::optional<WhyNot> rather_than;
  std::optional<path::Result> result;
};

// Everything that a record holds, in one go. The limits are for each part.
Explained explain(const model::Model& model, const Question& question,
                  const base::Limits& limits = {});

// What the independent checker says against a proof about the undesired atom; empty: it is right.
std::vector<std::string> check_proof(const model::Model& model, const model::Record& record,
                                     const explain::Proof& proof);

// Two versions of a model, statement by statement.
struct ModelChange {
  struct Statement {
    std::uint32_t line = 0;
    std::string text;
  };
  std::vector<Statement> removed, added;
  // Lines of statements that both have, before -> now, so that what names lines can be compared.
  std::map<std::uint32_t, std::uint32_t> lines;
};

ModelChange compare_models(const model::Model& before, const model::Model& now);

}  // namespace cogs::engine
