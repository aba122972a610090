// SPDX-License-Identifier: Apache-2.0
//
// Named texts -> Record: a person's data, checked against the model's features and domains.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"

namespace cogs::model {

struct Field {
  std::string name;
  std::string value;    // "?" and "" mean missing
  base::Place place{};  // in `source`; line 0 if it has none
  // It has none, whatever the domain lists: what null is in JSON.
  bool missing = false;
};

// Every feature that no field names is missing. Throws InputError with all that is wrong:
// unknown feature (with a did-you-mean), a feature given twice, a value that is not of the
// feature's type or not in its domain. A value outside an `observed` domain is a warning.
Record read_record(const Model& model, const std::vector<Field>& fields,
                   const std::string& source = "command line",
                   std::vector<base::Diagnostic>* warnings = nullptr);

// What the fields say where an open set does not list it, by feature; "" for all others. Empty
// where there is nothing of the kind.
std::vector<std::string> written_others(const Model& model, const std::vector<Field>& fields);

}  // namespace cogs::model
