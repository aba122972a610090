// SPDX-License-Identifier: Apache-2.0
//
// Errors of the library as exceptions of cogs._errors, with their diagnostics.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include <cogs/error.h>
#include <cogs/table.h>

namespace cogs::python {

namespace nb = nanobind;

void register_errors();
// As dicts with the members of cogs::Diagnostic.
nb::list as_list(const std::vector<Diagnostic>& diagnostics);
nb::list as_list(const std::vector<BadCell>& cells);

}  // namespace cogs::python
