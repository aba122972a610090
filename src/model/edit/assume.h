// SPDX-License-Identifier: Apache-2.0
//
// The name of a column -> what it says about whether people can change the feature.
//
//   assume("native-country", domain)       fixed, for the word `native`
//   assume("MSinceOldestTradeOpen", ...)   may increase, for the word `since`
//
// `cogs learn` writes what is assumed into the model and says so; a person has the last word. Names
// are taken apart into English words (docs/learn.md lists those that count). A name that could
// as well mean something that people choose, such as car_age, says nothing.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"

namespace cogs::model {

struct Assumption {
  std::string feature;
  bool fixed = false;
  Direction direction = Direction::any;  // up where it is not fixed
  std::string word;                      // of the name; or the values that told it
  bool given = false;  // what people are born with, or what nobody should be asked to change
};

// The feature of the result has the name of the column.
std::optional<Assumption> assume(const std::string& column, const Domain& domain);

// Does the feature look, by its name, its label or its values, like what decisions should not rest
// on and nobody should be asked to change: sex, race, religion, marital status and the like? A
// person has the last word here too.
bool looks_protected(const Feature& feature);

// "fixed" or "may increase".
std::string option_words(const Assumption& assumption);

}  // namespace cogs::model
