// SPDX-License-Identifier: Apache-2.0
//
// What the process holds, as the system counts it: for base::Limits::holds_more_than.
#pragma once

#include <cstddef>

namespace cogs::cli {

// More than so many bytes of memory of its own, without files that it only maps. Memory that was
// freed and not given back is given back before it counts. False where the system does not tell.
bool holds_more_than(std::size_t bytes);

}  // namespace cogs::cli
