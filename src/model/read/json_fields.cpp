// SPDX-License-Identifier: Apache-2.0
#include "model/read/json_fields.h"

#include <algorithm>
#include <utility>

#include "json/parse.h"
#include "json/write.h"

namespace cogs::model {

namespace {

using JsonKind = json::Value::Kind;

std::string parts_text(const json::Value& value) {
  const bool texts = value.is(JsonKind::array) &&
                     std::all_of(value.items().begin(), value.items().end(),
                                 [](const auto& item) { return item.is(JsonKind::string); });
  if (!texts) return json::to_text(value, json::Layout::line);
  std::string out;
  for (const json::Value& item : value.items()) out += item.text() + ";";
  return out;
}

}  // namespace

std::vector<Field> json_fields(const json::Value& json, const std::string& file,
                               std::string_view text,
                               const std::function<bool(const std::string& name)>& is_feature) {
  std::vector<base::Diagnostic> found;
  const auto report = [&](const json::Value& at, std::string message, std::string help) {
    base::Diagnostic d = base::error_about(file, std::move(message), std::move(help));
    d.place = at.place;
    d.source_line = json::source_line(text, at.place);
    found.push_back(std::move(d));
  };
  if (!json.is(JsonKind::object)) {
    report(json, "a record must be a JSON object", "write {\"age\": 31, ...}");
  }
  constexpr std::size_t most_errors = 20;  // each keeps its line, which may be the whole record
  std::vector<Field> fields;
  for (const auto& [name, value] : json.members()) {
    if (found.size() + 1 == most_errors) {
      report(value, "and so on: nothing was read from here on", "");
      break;
    }
    Field field{name, "", value.place};
    switch (value.kind()) {
      case JsonKind::null: field.missing = true; break;
      case JsonKind::boolean: field.value = value.truth() ? "true" : "false"; break;
      case JsonKind::number:
      case JsonKind::string: field.value = value.text(); break;
      case JsonKind::array:
      case JsonKind::object:
        if (!is_feature || is_feature(name)) {
          report(value, "'" + name + "' must have one value", "a number, a string or null");
        } else {
          field.value = parts_text(value);
        }
    }
    fields.push_back(std::move(field));
  }
  if (!found.empty()) throw base::InputError(std::move(found));
  return fields;
}

Record read_json_record(const Model& model, std::string_view text, const std::string& file,
                        std::vector<base::Diagnostic>* warnings,
                        std::vector<std::string>* written) {
  const json::Value json = json::parse(text, file);
  Record record = read_json_record(model, json, text, file, warnings);
  if (written) *written = written_others(model, json_fields(json, file, text));
  return record;
}

Record read_json_record(const Model& model, const json::Value& json, std::string_view text,
                        const std::string& file, std::vector<base::Diagnostic>* warnings) {
  try {
    return read_record(model, json_fields(json, file, text), file, warnings);
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> located = error.diagnostics();
    for (base::Diagnostic& d : located) d.source_line = json::source_line(text, d.place);
    throw base::InputError(std::move(located));
  }
}

}  // namespace cogs::model
