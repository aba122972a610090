// SPDX-License-Identifier: Apache-2.0
#include "cli/instance.h"

#include <algorithm>
#include <charconv>

#include "cli/command.h"

namespace cogs::cli {

namespace {

// A file's name may hold "=", but then it has a folder, and no feature's name has a slash.
bool is_assignment(const std::string& argument) {
  const auto equals = argument.find('=');
  return equals != std::string::npos && argument.find('/') >= equals;
}

std::optional<std::pair<std::string, std::uint64_t>> as_row(const std::string& argument) {
  const auto colon = argument.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  std::uint64_t number = 0;
  const char* last = argument.data() + argument.size();
  const auto [end, error] = std::from_chars(argument.data() + colon + 1, last, number);
  if (error != std::errc() || end != last) return std::nullopt;
  return std::pair(argument.substr(0, colon), number);
}

}  // namespace

void add_instance_argument(CLI::App& command, std::vector<std::string>& instance) {
  command
      .add_option("INSTANCE", instance,
                  "NAME=VALUE ..., a JSON file, - for JSON on standard input, or DATA.csv:ROW")
      ->option_text(" ")
      ->required();
}

void add_encoding_option(CLI::App& command, std::string& encoding) {
  command.add_option("--encoding", encoding, "Of DATA.csv, such as latin1 or cp1252 (UTF-8)")
      ->option_text("NAME");
}

std::vector<std::string> input_files(const std::string& model,
                                     const std::vector<std::string>& instance) {
  std::vector<std::string> files{model};
  for (const std::string& word : instance) {
    const auto row = as_row(word);
    files.push_back(row ? row->first : word);
  }
  return files;
}

namespace {

Person read_words(const Decision& decision, const std::vector<std::string>& arguments,
                  const cogs::TableOptions& how) {
  if (std::all_of(arguments.begin(), arguments.end(), is_assignment)) {
    std::vector<Field> fields;
    for (const std::string& argument : arguments) {
      const auto equals = argument.find('=');
      fields.push_back({argument.substr(0, equals), argument.substr(equals + 1)});
    }
    return decision.person(fields);
  }
  if (arguments.size() > 1) {
    const auto odd = std::find_if_not(arguments.begin(), arguments.end(), is_assignment);
    throw UsageError("a record is either NAME=VALUE ... or one file; '" + *odd +
                     "' is not NAME=VALUE");
  }
  const std::string& file = arguments.front();
  if (const auto row = as_row(file)) {
    const Table table =
        row->first == "-" ? Table::standard_input(how) : Table::file(row->first, how);
    return decision.person_from_row(table, row->second);
  }
  return decision.person_from_json(read_input(file), name_of_input(file));
}

}  // namespace

Person read_instance(const Decision& decision, const std::vector<std::string>& arguments,
                     const CommonOptions& common, const cogs::TableOptions& how) {
  Person person = read_words(decision, arguments, how);
  common.warn(person.warnings());
  return person;
}

Person read_instance(const Decision& decision, const std::vector<std::string>& arguments,
                     const CommonOptions& common, const std::string& encoding) {
  cogs::TableOptions how;
  how.encoding = encoding;
  return read_instance(decision, arguments, common, how);
}

}  // namespace cogs::cli
