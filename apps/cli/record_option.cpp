// SPDX-License-Identifier: Apache-2.0
#include "cli/record_option.h"

#include <ctime>

#include "base/text_file.h"
#include "cli/command.h"

namespace cogs::cli {

namespace {

std::string now() {
  const std::time_t clock = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&clock, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

void add_record_options(CLI::App& command, RecordOptions& options) {
  command
      .add_option("--record", options.file,
                  "Also write the explanation record to this file, for `cogs check`")
      ->option_text("FILE");
  command.add_option("--id", options.id, "What the record is filed under")->option_text("TEXT");
  command.add_option("--at", options.at, "The time in the record (now)")->option_text("TIME");
}

void RecordOptions::check(const CommonOptions& common) const {
  if (file.empty() && (!id.empty() || !at.empty())) {
    throw UsageError("--id and --at are about a record: --record FILE is missing");
  }
  if (!at.empty()) check_time("--at", at);
  if (file == "-") throw UsageError("--record takes a file, not standard output");
  if (!file.empty() && file == common.output_file) {
    throw UsageError("--record and -o name the same file");
  }
}

void RecordOptions::deliver(const CommonOptions& common, const Answer& answer) const {
  if (file.empty()) return;
  const std::string time = !at.empty() ? at : common.timing ? now() : "";
  base::write_text_file(file, answer.record(common.control(), {id, time}));
}

}  // namespace cogs::cli
