// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/sha256.h"
#include "json/difference.h"
#include "json/value.h"
#include "json/write.h"
#include "present/json/record_check.h"

namespace cogs::present {

namespace {

using Kind = json::Value::Kind;
using Names = std::vector<std::string>;

// The value without the members of these names, however deep.
json::Value without(const json::Value& value, const Names& names) {
  if (value.is(Kind::array)) {
    json::Value list = json::Value::array();
    list.place = value.place;
    for (const json::Value& item : value.items()) list.add(without(item, names));
    return list;
  }
  if (!value.is(Kind::object)) return value;
  json::Value object = json::Value::object();
  object.place = value.place;
  for (const auto& [name, member] : value.members()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    object.add(name, without(member, names));
  }
  return object;
}

std::string sentence(const json::Difference& difference) {
  std::string out = difference.where;
  if (difference.place.line > 0) out += " (line " + std::to_string(difference.place.line) + ")";
  if (difference.first.empty()) return out + " is not there; it should be " + difference.second;
  if (difference.second.empty())
    return out + " is " + difference.first + ", and should not be there";
  return out + " is " + difference.first + "; it should be " + difference.second;
}

void compare(const json::Value& recorded, const json::Value& again, const std::string& where,
             RecordPart& part) {
  for (const json::Difference& difference : differences(recorded, again, where)) {
    part.faults.push_back(sentence(difference));
  }
}

bool stopped(const json::Value& again, const char* part) {
  if (part == std::string("reasons")) return !again.find("reasons_complete")->truth();
  const json::Value& recourse = *again.find("recourse");
  return recourse.is(Kind::object) && !recourse.find("complete")->truth();
}

base::Number number_of(const json::Value& value) {
  return base::Number::parse(value.text()).value_or(0);
}

// What the other decision would take is no part of it where a limit was reached.
void compare_rather_than(const json::Value& recorded, const json::Value& again, Names dropped,
                         RecordPart& part) {
  const auto cut_short = [](const json::Value& rather) {
    const json::Value* complete = rather.is(Kind::object) ? rather.find("complete") : nullptr;
    return complete && complete->is(Kind::boolean) && !complete->truth();
  };
  const bool said = cut_short(recorded), now = cut_short(again);
  if (said || now) dropped.insert(dropped.end(), {"complete", "possible", "changes"});
  if (now && !said) part.compared = false;
  const json::Value *possible = recorded.find("possible"), *changes = recorded.find("changes");
  if (said && !(possible && possible->is(Kind::boolean) && !possible->truth() && changes &&
                changes->is(Kind::array) && changes->items().empty())) {
    part.faults.push_back("/rather_than/complete is false, beside what it would take");
  }
  compare(without(recorded, dropped), without(again, dropped), "/rather_than", part);
}

void compare_members(const json::Value& recorded, const json::Value& again, const Names& names,
                     const Names& dropped, RecordPart& part) {
  for (const std::string& name : names) {
    compare(without(*recorded.find(name), dropped), without(*again.find(name), dropped),
            "/recourse/" + name, part);
  }
}

// Of a search that a limit had stopped, only what it says about all paths can be compared. What it
// had proved by then stays proved: that there is nothing to do, or no path, and why.
void compare_stopped(const json::Value& recorded, const json::Value& again, const Names& dropped,
                     RecordPart& part) {
  const std::string &status = recorded.find("status")->text(), &now = again.find("status")->text();
  if (status != "gave_up" || now == "already") {
    compare_members(recorded, again, {"status"}, {}, part);
  }
  const auto& paths = recorded.find("paths")->items();
  if (paths.empty() ? status == "found" : status == "none" || status == "already") {
    part.faults.push_back("/recourse/status is \"" + status + "\" " +
                          (paths.empty() ? "without" : "beside") + " a path");
  }
  if (!recorded.find("blockers")->items().empty()) {
    compare_members(recorded, again, {"blockers"}, dropped, part);
  }
  const json::Value &bound = *recorded.find("lower_bound"), &found = *again.find("paths");
  if (found.items().empty()) return;
  const json::Value& least = *found.items().front().find("cost");
  const std::string cheaper = "; there is a path of cost " + least.text();
  if (!bound.is(Kind::null) && number_of(bound) > number_of(least)) {
    part.faults.push_back("/recourse/lower_bound is " + bound.text() + cheaper);
  }
  if (!paths.empty() && paths.front().find("optimal")->truth() &&
      number_of(*paths.front().find("cost")) > number_of(least)) {
    part.faults.push_back("/recourse/paths/0 is said to be the cheapest" + cheaper);
  }
}

// Codes were put beside the reasons from a file that the record does not carry.
void compare_reasons(const RecordClaims& claims, const json::Value& again, RecordPart& part) {
  const Names dropped{"code", "code_text"};
  if (stopped(again, "reasons")) {
    part.compared = false;
  } else if (claims.reasons_complete || !claims.json.find("reasons")->items().empty()) {
    compare(without(*claims.json.find("reasons"), dropped),
            without(*again.find("reasons"), dropped), "/reasons", part);
  }
}

void no_other_members(const json::Value& recorded, const json::Value& again,
                      const std::string& where, RecordPart& part) {
  for (const auto& [name, value] : recorded.members()) {
    if (!again.find(name) || recorded.find(name) != &value) {
      std::string fault = where;
      fault.append("/").append(name).append(" does not belong there");
      part.faults.push_back(std::move(fault));
    }
  }
}

}  // namespace

RecordPart& part_named(std::vector<RecordPart>& parts, const std::string& name) {
  static constexpr std::string_view order[] = {"record",      "model",    "input", "causal_rules",
                                               "constraints", "decision", "proof", "reasons",
                                               "rather_than", "recourse", "paths"};
  const auto rank = [](std::string_view of) {
    return std::find(std::begin(order), std::end(order), of) - std::begin(order);
  };
  const auto at = std::find_if(parts.begin(), parts.end(), [&](const RecordPart& part) {
    return rank(part.name) >= rank(name);
  });
  if (at != parts.end() && at->name == name) return *at;
  return *parts.insert(at, {name, {}, true});
}

void check_sums(const RecordClaims& claims, std::vector<RecordPart>& parts) {
  const json::Value& json = claims.json;
  if (json.find("sha256")->text() != record_checksum(json)) {
    part_named(parts, "record")
        .faults.push_back("/sha256 is not the checksum of this record: it has been altered");
  } else {
    part_named(parts, "record");
  }
  RecordPart& model = part_named(parts, "model");
  if (claims.model_sha256 != base::sha256(claims.model_text)) {
    model.faults.push_back("/model/sha256 is not the checksum of /model/text");
  }
  const json::Value& input = *json.find("input");
  RecordPart& part = part_named(parts, "input");
  if (input.find("sha256")->text() != base::sha256(json::canonical_text(*input.find("record")))) {
    part.faults.push_back("/input/sha256 is not the checksum of /input/record");
  }
}

void compare_records(const RecordClaims& claims, const json::Value& again, bool same_version,
                     std::vector<RecordPart>& parts) {
  const json::Value& json = claims.json;
  const Names wording = same_version ? Names{} : Names{"text"};
  const auto same = [&](const char* name, const Names& dropped = {}) {
    compare(without(*json.find(name), dropped), without(*again.find(name), dropped),
            "/" + std::string(name), part_named(parts, name));
  };
  no_other_members(json, again, "", part_named(parts, "record"));
  if (const json::Value* filed = json.find("case"); filed && again.find("case")) {
    compare(*filed, *again.find("case"), "/case", part_named(parts, "record"));
  }
  for (const char* name : {"engine", "run"}) {
    compare(*json.find(name), *again.find(name), "/" + std::string(name),
            part_named(parts, "record"));
  }
  no_other_members(*json.find("model"), *again.find("model"), "/model", part_named(parts, "model"));
  RecordPart& input = part_named(parts, "input");
  compare(without(*json.find("input"), {"sha256"}), without(*again.find("input"), {"sha256"}),
          "/input", input);
  same("causal_rules");
  same("constraints");
  same("decision");
  same("proof", wording);
  compare_reasons(claims, again, part_named(parts, "reasons"));
  if (claims.rather_than || json.find("rather_than")->is(Kind::object)) {
    compare_rather_than(*json.find("rather_than"), *again.find("rather_than"), wording,
                        part_named(parts, "rather_than"));
  }
  const json::Value &recorded = *json.find("recourse"), &found = *again.find("recourse");
  if (!claims.has_recourse) return;
  part_named(parts, "recourse");
  RecordPart& paths = part_named(parts, "paths");
  RecordPart& recourse = part_named(parts, "recourse");
  no_other_members(recorded, found, "/recourse", recourse);
  compare_members(recorded, found, {"options", "missing", "start_consistent", "start_breaks"}, {},
                  recourse);
  if (stopped(again, "recourse")) {
    paths.compared = recourse.compared = false;
  } else if (!claims.recourse_complete) {
    compare_stopped(recorded, found, {}, recourse);
  } else {
    compare(*recorded.find("paths"), *found.find("paths"), "/recourse/paths", paths);
    compare_members(recorded, found, {"status", "blockers", "lower_bound", "ties_proved"}, {},
                    recourse);
  }
}

void compare_answers(const RecordClaims& claims, const json::Value& again,
                     std::vector<RecordPart>& parts) {
  const json::Value& json = claims.json;
  const auto same = [&](const char* name, const Names& dropped) {
    compare(without(*json.find(name), dropped), without(*again.find(name), dropped),
            "/" + std::string(name), part_named(parts, name));
  };
  same("decision", {"rules"});
  same("proof", {"rule", "text"});
  compare_reasons(claims, again, part_named(parts, "reasons"));
  if (claims.rather_than) {
    compare_rather_than(*json.find("rather_than"), *again.find("rather_than"), {"rule", "text"},
                        part_named(parts, "rather_than"));
  }
  if (!claims.has_recourse) return;
  const json::Value &recorded = *json.find("recourse"), &found = *again.find("recourse");
  part_named(parts, "recourse");
  RecordPart& paths = part_named(parts, "paths");
  RecordPart& recourse = part_named(parts, "recourse");
  compare_members(recorded, found, {"start_consistent"}, {}, recourse);
  if (stopped(again, "recourse")) {
    paths.compared = recourse.compared = false;
    return;
  }
  if (!claims.recourse_complete) return compare_stopped(recorded, found, {"lines"}, recourse);
  compare_members(recorded, found, {"status", "blockers", "lower_bound"}, {"lines"}, recourse);
  const auto costs = [](const json::Value& list) {
    json::Value out = json::Value::array();
    for (const json::Value& path : list.items()) {
      out.add(without(path, {"transitions", "direct", "changed", "certain", "checked"}));
    }
    return out;
  };
  compare(costs(*recorded.find("paths")), costs(*found.find("paths")), "/recourse/paths", paths);
}

}  // namespace cogs::present
