// SPDX-License-Identifier: Apache-2.0
#include "output/check_report.h"

#include <algorithm>

#include "output/words.h"

namespace cogs::output {

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

JsonValue check_json(const CheckReport& report) {
  const auto list = [](const std::vector<std::string>& texts) {
    JsonValue array = JsonValue::array();
    for (const std::string& text : texts) array.add(JsonValue::string(text));
    return array;
  };
  JsonValue paths = JsonValue::array();
  for (const auto& faults : report.paths) {
    JsonValue path = JsonValue::object();
    path.add("right", JsonValue::boolean(faults.empty()));
    path.add("faults", list(faults));
    paths.add(std::move(path));
  }
  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.check/1"));
  object.add("right", JsonValue::boolean(report.right()));
  object.add("paths", std::move(paths));
  object.add("claims", list(report.claims));
  object.add("compared", JsonValue::boolean(report.compared));
  return object;
}

}  // namespace cogs::output
