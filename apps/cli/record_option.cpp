// SPDX-License-Identifier: Apache-2.0
#include "cli/record_option.h"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <string_view>

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
      .add_option(
          "--record", options.file,
          "Also write the explanation record to this file, for `cogs check`; or file it into "
          "the store of a server (NAME.store)")
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

bool RecordOptions::is_store() const {
  std::ifstream there(file, std::ios::binary);
  char head[16] = {};
  if (there.read(head, sizeof head)) {
    return std::string_view(head, sizeof head) == std::string_view("SQLite format 3\0", 16);
  }
  return file.ends_with(".store");
}

void RecordOptions::deliver(const CommonOptions& common, const Recorded& recorded) const {
  if (file.empty()) return;
  if (is_store()) {
    if (!at.empty()) throw UsageError("--at is of a file: a store has the time of its own clock");
#ifdef COGS_SERVE
    const std::string said = file_into_store(file, recorded, id, common.control());
    if (!common.quiet) base::write_all(STDERR_FILENO, said + "\n");
    return;
#else
    throw UsageError("this cogs was built without the server and its stores");
#endif
  }
  const std::string time = !at.empty() ? at : common.timing ? now() : "";
  base::write_text_file(file, recorded.answer.record(common.control(), {id, time}));
}

}  // namespace cogs::cli
