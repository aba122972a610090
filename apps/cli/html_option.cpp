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

ExitCode deliver_answer(const Answer& answer, const std::string& html_file,
                        const CommonOptions& common, const Reader& reader, TextOptions::Form form) {
  if (html_file.empty()) {
    common.deliver(common.written(answer, form, reader));
  } else {
    const std::string page = answer.html(common.control(), reader);
    if (html_file == "-") {
      common.deliver(page);
    } else {
      base::write_text_file(html_file, page);
    }
  }
  return exit_code(answer);
}

}  // namespace cogs::cli
