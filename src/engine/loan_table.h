// SPDX-License-Identifier: Apache-2.0
//
// A table of loan applications, drawn from a causal model that is known: what `cogs demo` learns
// from, and what tests of learning are judged by.
//
//   column         comes from
//   age            18 to 80
//   job            age: above 66 everybody is retired, and nobody before (iff); else a student,
//                  employed, self_employed or unemployed
//   income         job: only the employed and the self-employed earn 50000 or more (only_if)
//   debt           nothing: two of five people have none
//   credit_score   debt: without debt it is 600 or more (if); with debt it may be anything
//   bank_balance   job and income: 60000 or more for those who are employed and earn 50000 or
//                  more, less for all others (iff)
//   savings_plan,  a habit that the table does not show: they go together, and neither causes
//   insurance      the other
//   branch         nothing, and nothing comes from it
//   decision       reject where bank_balance < 60000 or credit_score < 600, else approve
//
// Income, debt and balance are in steps of 100. About one cell in a hundred of job, income,
// savings_plan and branch is empty; what follows from it was drawn before it was lost.
//
// Numbers come from integer arithmetic of our own (SplitMix64), so a seed gives the same bytes
// everywhere. Tables of one seed differ only where noise struck, and in what follows from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace cogs::engine {

// CSV text with a header. `noise` between 0 and 1 is the share of the cells of job, income,
// credit_score, bank_balance and decision that ignore their causes: their values are as frequent as
// ever, but say nothing about the others.
std::string loan_csv(std::size_t rows, std::uint64_t seed, double noise);

// What the table above says, for those who judge proposals by it.
struct PlantedCause {
  std::string effect;
  std::vector<std::string> causes;
  model::CausalMode mode = model::CausalMode::iff;
};
const std::vector<PlantedCause>& planted_causes();

}  // namespace cogs::engine
