// SPDX-License-Identifier: Apache-2.0
//
// The text of examples/loan2/loan.cogs, compiled in.
#pragma once

namespace cogs::cli {

extern const char* const demo_model;

}  // namespace cogs::cli
