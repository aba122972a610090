// SPDX-License-Identifier: Apache-2.0
#include "present/json/record_check.h"

#include <algorithm>

#include "json/value.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

bool all_hold(const std::vector<RecordPart>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [](const RecordPart& part) { return part.faults.empty(); });
}

bool all_compared(const std::vector<RecordPart>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [](const RecordPart& part) { return part.compared; });
}

std::string part_words(const std::string& name) {
  if (name == "record") return "the record itself";
  if (name == "model") return "the model that it carries";
  if (name == "causal_rules") return "causal rules";
  if (name == "rather_than") return "the other decision";
  if (name == "recourse") return "status and blockers";
  return name;
}

void append_parts(const std::vector<RecordPart>& parts, const TextStyle& style, std::string& out) {
  for (const RecordPart& part : parts) {
    out += "  " + part_words(part.name) + ": ";
    if (!part.faults.empty()) {
      out += toned(Tone::bad, "wrong", style) + "\n";
    } else if (!part.compared) {
      out += toned(Tone::doubtful, "not compared, a limit was reached", style) + "\n";
    } else {
      out += toned(Tone::good, "holds", style) + "\n";
    }
    for (const std::string& fault : part.faults) out += wrapped("    - ", safe_text(fault), style);
  }
}

json::Value parts_json(const std::vector<RecordPart>& parts) {
  json::Value list = json::Value::array();
  for (const RecordPart& part : parts) {
    json::Value faults = json::Value::array(), object = json::Value::object();
    for (const std::string& fault : part.faults) faults.add(json::Value::string(fault));
    object.add("part", json::Value::string(part.name));
    object.add("holds", json::Value::boolean(part.faults.empty()));
    object.add("compared", json::Value::boolean(part.compared));
    object.add("faults", std::move(faults));
    list.add(std::move(object));
  }
  json::Value object = json::Value::object();
  object.add("holds", json::Value::boolean(all_hold(parts)));
  object.add("parts", std::move(list));
  return object;
}

void append_change(const RecordCheck& report, const TextStyle& style, std::string& out) {
  out += toned(Tone::doubtful, "The model has changed since the record was made:", style) + "\n";
  for (const RecordCheck::Change& change : report.changes) {
    out += wrapped("  - ",
                   std::string(change.removed ? "gone" : "new") + ", line " +
                       std::to_string(change.line) + ": " + safe_text(on_one_line(change.text)),
                   style);
  }
  if (report.changes.empty()) out += "  - only comments, layout, or the order of statements\n";
  out += "By the model as it is now:\n";
  append_parts(report.now, style, out);
}

}  // namespace

bool RecordCheck::record_holds() const { return all_hold(parts); }
bool RecordCheck::answer_holds_now() const { return all_hold(now); }
bool RecordCheck::compared() const { return all_compared(parts) && all_compared(now); }

std::string record_check_text(const RecordCheck& report, const TextStyle& style) {
  std::string out = "By the model that the record carries:\n";
  append_parts(report.parts, style, out);
  if (!report.now.empty()) append_change(report, style, out);
  if (!report.compared()) {
    out += toned(Tone::doubtful, "A limit was reached:", style) + " not all could be compared.\n";
  }
  if (!report.record_holds()) {
    out += toned(Tone::bad, "The record is wrong.", style) + "\n";
  } else if (!report.right()) {
    out += toned(Tone::bad, "The model has changed, and the answer no longer holds.", style) + "\n";
  } else if (!report.compared()) {
    out += "What was compared holds.\n";
  } else {
    out += toned(Tone::good,
                 report.model_changed ? "The model has changed, the answer still holds."
                                      : "The record holds.",
                 style) +
           "\n";
  }
  return out;
}

json::Value record_check_json(const RecordCheck& report) {
  json::Value changes = json::Value::array();
  for (const RecordCheck::Change& change : report.changes) {
    json::Value object = json::Value::object();
    object.add("change", json::Value::string(change.removed ? "removed" : "added"));
    object.add("line", json::Value::number(std::uint64_t{change.line}));
    object.add("text", json::Value::string(change.text));
    changes.add(std::move(object));
  }
  json::Value model = json::Value::object();
  model.add("changed", json::Value::boolean(report.model_changed));
  model.add("differences", std::move(changes));
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.check_record/1"));
  object.add("right", json::Value::boolean(report.right()));
  object.add("compared", json::Value::boolean(report.compared()));
  object.add("record", parts_json(report.parts));
  object.add("model", std::move(model));
  object.add("now", report.now.empty() ? json::Value() : parts_json(report.now));
  return object;
}

}  // namespace cogs::present
