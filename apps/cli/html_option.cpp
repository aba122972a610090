// SPDX-License-Identifier: Apache-2.0
#include "cli/html_option.h"

#include "base/text_file.h"
#include "cli/command.h"

namespace cogs::cli {

void add_html_option(CLI::App& command, std::string& file) {
  command
      .add_option("--html", file,
                  "Write a page for the browser to this file (- for standard output)")
      ->option_text("FILE");
}

void check_html(const std::string& file, const CommonOptions& common) {
  if (!file.empty() && common.json) throw UsageError("--json and --html exclude each other");
}

void deliver_html(const std::string& file, const CommonOptions& common, const std::string& page) {
  if (file == "-") {
    common.deliver(page);
  } else {
    base::write_text_file(file, page);
  }
}

}  // namespace cogs::cli
