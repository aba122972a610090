// SPDX-License-Identifier: Apache-2.0
#include "engine/solve.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "logic/goal/close_world.h"

namespace cogs::engine {

Program load_program(const std::vector<std::string>& files, const ReadOptions& options) {
  const auto read_file = [&](const std::string& path) -> std::optional<std::string> {
    // What is wrong with a file that was asked for is said by whoever reads files; one that is
    // included is looked for under several names, and its absence located by the reader.
    const bool asked = std::find(files.begin(), files.end(), path) != files.end();
    if (asked) return base::read_text_file(path);
    try {
      return base::read_text_file(path);
    } catch (const base::InputError&) {
      return std::nullopt;
    }
  };
  return logic::read_program(files, read_file, options);
}

Program parse_program(const std::string& text, const std::string& name,
                      const ReadOptions& options) {
  return logic::read_program_text(text, name, options);
}

void set_query(Program& program, const std::string& query, const ReadOptions& options) {
  logic::set_query(program, query, options);
}

void close_world(Program& program) { logic::close_world(program); }

}  // namespace cogs::engine
