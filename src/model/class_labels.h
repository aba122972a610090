// SPDX-License-Identifier: Apache-2.0
//
// What people call the decisions of a model, by its #classes line. A model without such words has
// none here: what it is called then is a matter of presentation.
#pragma once

#include <string>

#include "model/model.h"

namespace cogs::model {

// The words for the class that the atom stands for; "" where there are none.
//   #classes label : {bad: "Declined", good: "Approved"}.      label(x,bad) -> Declined
//   #classes reject_loan : {yes: "Declined", no: "Approved"}.  reject_loan(x) -> Declined
std::string class_label(const Model& model, AtomId atom);

// The words for what is decided where the atom does not hold: those of the only other class. ""
// where there is no such class, or it has none.
std::string other_class_label(const Model& model, AtomId atom);

// The only other class of a decision with a value, such as good for label(x,bad), where it has no
// rules: so it is what is decided where the atom does not hold. "" where there is no such class.
std::string other_class(const Model& model, AtomId atom);

// The words for the decision about somebody: for the undesired one, or for the other. "": none.
std::string decision_label(const Model& model, bool undesired);

}  // namespace cogs::model
