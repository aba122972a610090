// SPDX-License-Identifier: Apache-2.0
#include "engine/record.h"

#include <algorithm>

#include "engine/engine.h"
#include "explain/check_proof.h"

namespace cogs::engine {

Explained explain(const model::Model& model, const Question& question, const base::Limits& limits) {
  Explained found{why(model, question.record, question.most_reasons, limits), {}, {}};
  if (question.rather_than) {
    found.rather_than = why_not(model, question.record, *question.rather_than, limits);
  }
  if (question.options) {
    found.result = find_recourse(model, question.record, *question.options, limits);
  }
  return found;
}

std::vector<std::string> check_proof(const model::Model& model, const model::Record& record,
                                     const explain::Proof& proof) {
  if (proof.nodes.empty()) return {"there is no proof"};
  return explain::check_proof(model, record, proof, model.undesired, proof.node(proof.root).truth);
}

ModelChange compare_models(const model::Model& before, const model::Model& now) {
  // Equal statements are matched in order, so a repeated one is as often gone as it is fewer.
  std::multimap<std::string, const model::Statement*> waiting;
  for (const model::Statement& statement : now.document.statements) {
    waiting.emplace(statement.text, &statement);
  }
  ModelChange change;
  for (const model::Statement& statement : before.document.statements) {
    const auto same = waiting.find(statement.text);
    if (same == waiting.end()) {
      change.removed.push_back({statement.place.line, statement.text});
      continue;
    }
    const auto lines = std::count(statement.text.begin(), statement.text.end(), '\n');
    for (std::uint32_t i = 0; i <= static_cast<std::uint32_t>(lines); ++i) {
      change.lines.emplace(statement.place.line + i, same->second->place.line + i);
    }
    waiting.erase(same);
  }
  std::vector<const model::Statement*> rest;
  for (const auto& [text, statement] : waiting) rest.push_back(statement);
  std::sort(rest.begin(), rest.end(),
            [](const auto* a, const auto* b) { return a->place < b->place; });
  for (const model::Statement* statement : rest) {
    change.added.push_back({statement->place.line, statement->text});
  }
  return change;
}

}  // namespace cogs::engine
