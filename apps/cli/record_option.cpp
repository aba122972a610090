// SPDX-License-Identifier: Apache-2.0
#include "cli/record_option.h"

#include "base/text_file.h"
#include "cli/command.h"

namespace cogs::cli {

void add_record_option(CLI::App& command, std::string& file) {
  command
      .add_option("--record", file,
                  "Also write the explanation record to this file, for `cogs check`")
      ->option_text("FILE");
}

void check_record_option(const std::string& file, const std::string& output_file) {
  if (file == "-") throw UsageError("--record takes a file, not standard output");
  if (!file.empty() && file == output_file) {
    throw UsageError("--record and -o name the same file");
  }
}

void deliver_record(const std::string& file, output::RecordReport report) {
  if (file.empty()) return;
  report.version = COGS_VERSION;
  base::write_text_file(file, output::to_text(output::explanation_record(report)) + "\n");
}

}  // namespace cogs::cli
