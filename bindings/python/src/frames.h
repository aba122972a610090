// SPDX-License-Identifier: Apache-2.0
//
// Frames of Python as record batches, and answers as frames.
#pragma once

#include <nanobind/nanobind.h>

namespace cogs::python {

void bind_frames(nanobind::module_& m);

}  // namespace cogs::python
