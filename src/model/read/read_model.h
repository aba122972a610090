// SPDX-License-Identifier: Apache-2.0
//
// Text of a `.cogs` file -> Model (semantics.md 1).
//
//   Model loan = read_model("#feature debt : integer 0..100. ...", "loan.cogs");
//
// Every name, value and variable of the rules is checked against the declarations. Throws
// base::InputError with all errors of the text (at most twenty, in file order), each located;
// what is allowed but odd is in Model::warnings.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace cogs::model {

Model read_model(std::string_view text, const std::string& path);

}  // namespace cogs::model
