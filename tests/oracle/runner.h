// SPDX-License-Identifier: Apache-2.0
//
// Runs a test on many random questions, and makes failures small and easy to replay.
//
//   COGS_ORACLE_MODELS    how many questions, default `usual`
//   COGS_SEED             where the seeds begin, default 1; printed
//   COGS_ORACLE_ONE       one seed alone, as a failure printed it
//   COGS_ORACLE_FAILURES  after how many failures to stop, default 3
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "oracle/case.h"

namespace cogs::oracle {

// What is wrong with the answers to a question: a short kind, such as "status", and the details.
// No kind: nothing is wrong.
struct Failure {
  std::string kind, details;
};

// The judge gets the seed for what it chooses at random itself. It may throw base::InputError.
using Judge = std::function<Failure(const Case&, std::uint64_t seed)>;

// The smallest case that fails in the same way, found by leaving out lines, options, fields and
// parts of lines.
Case shrink(Case c, const Judge& judge, std::uint64_t seed, const std::string& kind);

// Fails the current test with the shrunk case for the first few failures.
void run_on_random_models(std::size_t usual, const Judge& judge);

}  // namespace cogs::oracle
