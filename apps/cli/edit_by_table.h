// SPDX-License-Identifier: Apache-2.0
//
// What cogs causes and cogs costs have in common: a model and a table -> the model with more in it.
#pragma once

#include <cogs/learn.h>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/progress_bar.h"

namespace cogs::cli {

// `ask(decision, table, control)` gives what is written into the model, and shown.
template <class Arguments, class Ask>
ExitCode edit_by_table(const Arguments& arguments, const Ask& ask) {
  const CommonOptions& common = arguments.common;
  const Decision decision = load_decision(arguments.model, common);
  auto found = [&] {
    ProgressBar bar("reading " + arguments.data, !common.quiet);
    Control control = common.control();
    control.progress = [&](const Progress& at) { bar.show(at.share); };
    return ask(decision, arguments.table.table(arguments.data), control);
  }();
  common.warn(found.warnings);
  if (!arguments.dry_run) save(found, arguments.model, common);
  CommonOptions to_screen = common;
  to_screen.output_file.clear();
  to_screen.deliver(to_screen.written(found));
  return answered;
}

}  // namespace cogs::cli
