// SPDX-License-Identifier: Apache-2.0
//
// A checker that refuses every path, in place of the real one: what the program does when the
// search and the checker disagree, which no input can bring about.
#include "path/verify.h"

namespace cogs::path {

std::vector<std::string> Verifier::verify(const Record&, const Options&, const Path&) const {
  return {"refused for the test"};
}

std::vector<std::string> verify(const model::Model&, const Record&, const Options&, const Path&) {
  return {"refused for the test"};
}

}  // namespace cogs::path
