// SPDX-License-Identifier: Apache-2.0
//
// The #feature lines of a model that is learned: what a column shows, what its name suggests
// (assume.h), and what people say (feature_rows.h), which counts most. Internal to src/model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/edit/assume.h"
#include "model/edit/feature_rows.h"
#include "model/model.h"
#include "table/table.h"

namespace cogs::model {

class LearnedFeatures {
 public:
  // `names` are all features that the model may have. `said` must outlive this.
  LearnedFeatures(std::vector<std::string> names, const std::vector<FeatureRow>& said);

  // A feature that no earlier model has, with a comment where something is assumed.
  std::string declare(const std::string& name, const table::Column& column, const Domain& seen);
  // One of an earlier model, where a person has decided: nothing is assumed. `column` is null for
  // one that the table does not have; `named` are the values that kept rules speak of.
  std::string declare_again(const Model& earlier, FeatureId id, const table::Column* column,
                            const std::optional<Domain>& seen, const std::vector<Value>& named);

  // Throws InputError with all that is wrong with what was said.
  std::vector<Assumption> finish();

 private:
  using Rows = std::vector<const FeatureRow*>;

  const Rows& rows_about(const std::string& name) const;
  void meet_data(Feature& feature, const Origin& declared, const table::Column* column,
                 const std::optional<Domain>& seen, const std::vector<Value>& named);
  void say_domains(Feature& feature, const table::Column* column, const std::optional<Domain>& seen,
                   const std::vector<Value>& named);
  void say_options(Feature& feature);

  std::vector<std::string> names_;
  std::vector<Rows> said_;  // beside names_
  std::vector<Assumption> assumed_;
  std::vector<base::Diagnostic> errors_;
};

}  // namespace cogs::model
