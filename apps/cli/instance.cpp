// SPDX-License-Identifier: Apache-2.0
#include "cli/instance.h"

#include <algorithm>
#include <charconv>

#include "base/text_file.h"
#include "cli/command.h"
#include "engine/read_row.h"
#include "output/json_value.h"

namespace cogs::cli {

namespace {

using output::JsonValue;

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

std::vector<model::Field> json_fields(const std::string& text, const std::string& source) {
  const JsonValue json = output::parse_json(text, source);
  std::vector<model::Field> fields;
  std::vector<base::Diagnostic> found;
  const auto report = [&](const JsonValue& at, std::string message, std::string help) {
    base::Diagnostic d;
    d.file = source;
    d.place = at.place;
    d.message = std::move(message);
    d.help = std::move(help);
    d.source_line = output::source_line(text, at.place);
    found.push_back(std::move(d));
  };
  if (!json.is(JsonValue::Kind::object)) {
    report(json, "a record must be a JSON object", "write {\"age\": 31, ...}");
  }
  for (const auto& [name, value] : json.members()) {
    switch (value.kind()) {
      case JsonValue::Kind::null: fields.push_back({name, "?", value.place}); break;
      case JsonValue::Kind::boolean:
        fields.push_back({name, value.truth() ? "true" : "false", value.place});
        break;
      case JsonValue::Kind::number:
      case JsonValue::Kind::string: fields.push_back({name, value.text(), value.place}); break;
      case JsonValue::Kind::array:
      case JsonValue::Kind::object:
        report(value, "'" + name + "' must have one value", "a number, a string or null");
    }
  }
  if (!found.empty()) throw base::InputError(std::move(found));
  return fields;
}

Instance from_json(const model::Model& model, const std::string& file) {
  Instance instance;
  instance.source = file == "-" ? "standard input" : file;
  const std::string text = base::read_text_file(file);
  const std::vector<model::Field> fields = json_fields(text, instance.source);
  try {
    instance.record = model::read_record(model, fields, instance.source, &instance.warnings);
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> located = error.diagnostics();
    for (base::Diagnostic& d : located) d.source_line = output::source_line(text, d.place);
    throw base::InputError(std::move(located));
  }
  return instance;
}

}  // namespace

void add_instance_argument(CLI::App& command, std::vector<std::string>& instance) {
  command
      .add_option("INSTANCE", instance,
                  "NAME=VALUE ..., a JSON file, - for JSON on standard input, or DATA.csv:ROW")
      ->option_text(" ")
      ->required();
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

Instance read_instance(const model::Model& model, const std::vector<std::string>& arguments) {
  if (std::all_of(arguments.begin(), arguments.end(), is_assignment)) {
    std::vector<model::Field> fields;
    for (const std::string& argument : arguments) {
      const auto equals = argument.find('=');
      fields.push_back({argument.substr(0, equals), argument.substr(equals + 1)});
    }
    Instance instance;
    instance.source = "command line";
    instance.record = model::read_record(model, fields, instance.source, &instance.warnings);
    return instance;
  }
  if (arguments.size() > 1) {
    const auto odd = std::find_if_not(arguments.begin(), arguments.end(), is_assignment);
    throw UsageError("a record is either NAME=VALUE ... or one file; '" + *odd +
                     "' is not NAME=VALUE");
  }
  const std::string& file = arguments.front();
  if (const auto row = as_row(file)) {
    Instance instance;
    instance.source = row->first;
    const auto fields = engine::read_row(model, row->first, row->second, &instance.warnings);
    instance.record = model::read_record(model, fields, instance.source, &instance.warnings);
    return instance;
  }
  return from_json(model, file);
}

std::vector<base::Diagnostic> missing_warnings(const model::Model& model,
                                               const std::vector<model::FeatureId>& missing,
                                               const std::string& source) {
  std::vector<base::Diagnostic> warnings;
  for (const model::FeatureId id : missing) {
    base::Diagnostic d;
    d.severity = base::Severity::warning;
    d.file = source;
    d.message = "'" + model.feature(id).name + "' is missing, and rules mention it";
    warnings.push_back(std::move(d));
  }
  return warnings;
}

}  // namespace cogs::cli
