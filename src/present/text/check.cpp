// SPDX-License-Identifier: Apache-2.0
#include "present/text/check.h"

#include <algorithm>

#include "json/value.h"
#include "present/words/words.h"

namespace cogs::present {

bool CheckReport::right() const {
  return claims.empty() &&
         std::all_of(paths.begin(), paths.end(), [](const auto& faults) { return faults.empty(); });
}

std::string check_text(const CheckReport& report, const TextStyle& style) {
  std::string out;
  const auto fault = [&](const std::string& text) {
    out += wrapped("  - ", safe_text(text), style);
  };
  std::size_t number = 0;
  for (const auto& faults : report.paths) {
    const std::string which = "path " + std::to_string(++number) + ": ";
    if (faults.empty()) {
      out += which + toned(Tone::good, "right", style) + "\n";
    } else {
      out += which + toned(Tone::bad, "wrong", style) + "\n";
      for (const std::string& text : faults) fault(text);
    }
  }
  if (!report.claims.empty()) {
    out += toned(Tone::bad, "A new search contradicts the answer:", style) + "\n";
    for (const std::string& text : report.claims) fault(text);
  }
  if (!report.compared) {
    out += toned(Tone::doubtful, "A limit was reached:", style) +
           " status, least cost and lower bound were not compared with a new search.\n";
  }
  if (report.right()) {
    out += wrapped(
        "",
        toned(Tone::good, "The answer is right.", style) +
            (report.paths.empty() ? ""
                                  : " Each path starts at the start, ends in the goal set and not "
                                    "before, stays consistent, and takes permitted steps."),
        style);
  } else {
    out += toned(Tone::bad, "The answer is wrong.", style) + "\n";
  }
  return out;
}

json::Value check_json(const CheckReport& report) {
  const auto list = [](const std::vector<std::string>& texts) {
    json::Value array = json::Value::array();
    for (const std::string& text : texts) array.add(json::Value::string(text));
    return array;
  };
  json::Value paths = json::Value::array();
  for (const auto& faults : report.paths) {
    json::Value path = json::Value::object();
    path.add("right", json::Value::boolean(faults.empty()));
    path.add("faults", list(faults));
    paths.add(std::move(path));
  }
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.check/1"));
  object.add("right", json::Value::boolean(report.right()));
  object.add("paths", std::move(paths));
  object.add("claims", list(report.claims));
  object.add("compared", json::Value::boolean(report.compared));
  return object;
}

}  // namespace cogs::present
