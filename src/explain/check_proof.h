// SPDX-License-Identifier: Apache-2.0
//
// Proof -> what is wrong with it: replays every node against the model and the record.
//
// Shares no code with prove.h: tests are evaluated by the reader of states that the path checker
// uses, and nothing is derived. What is checked: each node says what the rules say; a true atom
// rests on no other claim than those below it, without a circle; a false atom has all its rules
// refuted. With stratified negation that makes every claim of the proof true.
#pragma once

#include <string>
#include <vector>

#include "explain/proof.h"

namespace cogs::explain {

// One sentence a fault; empty when the proof is right and proves `atom` to have `truth`.
std::vector<std::string> check_proof(const Model& model, const Record& record, const Proof& proof,
                                     AtomId atom, bool truth);

}  // namespace cogs::explain
