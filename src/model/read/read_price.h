// SPDX-License-Identifier: Apache-2.0
//
// What stands behind `cost`, in a model or on a command line -> Price (price.h lists the forms).
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace cogs::model {

// Throws InputError for texts that are no price, or none that the feature can have. Places count
// from the beginning of the text; `source` is what errors call it.
Price read_price(std::string_view text, const Feature& feature, const std::string& source);

}  // namespace cogs::model
