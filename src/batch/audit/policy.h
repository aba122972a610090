// SPDX-License-Identifier: Apache-2.0
//
// A policy file: which features a decision should not rest on.
//
//   % one a line
//   protected sex
//   proxy relationship
//   allowed marital_status
//
// `allowed`: its name looks protected (model/edit/assume.h), and it may be used all the same.
// A name is that of a feature, or of a column that the model does not use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace cogs::batch {

enum class PolicyKind { protected_feature, proxy, allowed };

struct PolicyEntry {
  PolicyKind kind = PolicyKind::protected_feature;
  std::string name;
  std::optional<model::FeatureId> feature;  // nullopt: a column alone
};

// Throws base::InputError with every line that is wrong; `file` is the name for messages.
std::vector<PolicyEntry> read_policy(std::string_view text, const std::string& file,
                                     const model::Model& model,
                                     const std::vector<std::string>& columns);

// Which rules use a feature, by themselves or through auxiliary predicates.
class RuleUse {
 public:
  // `desired`: of the run, in place of the model's. The model must outlive this object.
  RuleUse(const model::Model& model, std::optional<model::AtomId> desired);

  // Lines of the rules that the decision depends on and that test the feature.
  std::vector<std::uint32_t> decision_lines(model::FeatureId feature) const;
  // Lines of its own causal rules, of causal rules and denials that use it, and of the auxiliary
  // rules by which they do.
  std::vector<std::uint32_t> causal_lines(model::FeatureId feature) const;
  // The other features that the decision tests and that it bears on by causal rules, in one step
  // or several; in order of declaration.
  std::vector<model::FeatureId> through(model::FeatureId feature) const;

 private:
  using Atoms = std::vector<bool>;

  Atoms atoms_below(Atoms atoms) const;
  Atoms atoms_of(const std::vector<model::Literal>& body) const;
  std::vector<std::uint32_t> lines_testing(const Atoms& atoms, model::FeatureId feature) const;
  bool uses(const std::vector<model::Literal>& body, model::FeatureId feature) const;

  const model::Model& model_;
  Atoms decisive_;
};

}  // namespace cogs::batch
