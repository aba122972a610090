// SPDX-License-Identifier: Apache-2.0
//
// cogs merge PART... -o OUT: the parts of `cogs batch --shard` become one file.
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "engine/batch.h"
#include "json/write.h"
#include "present/rows/batch_rows.h"

namespace cogs::cli {

namespace {

struct MergeArguments {
  std::vector<std::string> parts;
  CommonOptions common;
};

ExitCode run(const MergeArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  if (common.json && common.output_file.empty()) {
    throw UsageError("--json prints a summary; the rows then need -o FILE");
  }
  const engine::Merged merged = engine::merge(arguments.parts, common.output_file);
  common.warn(merged.warnings);
  if (common.json) common.print(json::to_text(present::merge_json(merged)) + "\n");
  common.note(std::to_string(merged.parts) + " parts, " + std::to_string(merged.bytes) + " bytes");
  return answered;
}

}  // namespace

void add_merge(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("merge", "Join the parts of cogs batch --shard");
  auto arguments = std::make_shared<MergeArguments>();
  command->add_option("PART", arguments->parts, "What cogs batch --shard I/N wrote, all N of them")
      ->option_text("...")
      ->required();
  add_common_options(*command, arguments->common, Limited::no);
  command->footer(
      "Example:\n"
      "  cogs merge part1.csv part2.csv part3.csv -o answers.csv\n"
      "The order does not matter: OUT.shard beside each part says which one it is.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
