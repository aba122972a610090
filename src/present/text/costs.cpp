// SPDX-License-Identifier: Apache-2.0
#include "present/text/costs.h"

#include <cstdio>
#include <map>
#include <vector>

#include "json/value.h"
#include "present/json/value.h"
#include "present/text/audit_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::ScaledFeature;
using Outcome = ScaledFeature::Outcome;

std::string reason_words(Outcome outcome) {
  switch (outcome) {
    case Outcome::scaled: return {};
    case Outcome::not_wanted: return "not asked for";
    case Outcome::fixed: return "fixed";
    case Outcome::caused: return "only follows from its causes";
    case Outcome::no_numbers: return "no numbers";
    case Outcome::no_column: return "no column in the table";
    case Outcome::one_value: return "too few different values";
    case Outcome::priced: return "a price by amount of its own; --replace writes over it";
  }
  return {};
}

const char* outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::scaled: return "scaled";
    case Outcome::not_wanted: return "not_wanted";
    case Outcome::fixed: return "fixed";
    case Outcome::caused: return "caused";
    case Outcome::no_numbers: return "no_numbers";
    case Outcome::no_column: return "no_column";
    case Outcome::one_value: return "one_value";
    case Outcome::priced: return "priced";
  }
  return "";
}

// What half of the people are apart, as an example.
std::string example(const model::Feature& feature, const ScaledFeature& scaled) {
  if (scaled.low_quarter == scaled.high_quarter) return {};
  const model::Value low = model::Value::of(scaled.low_quarter);
  const model::Value high = model::Value::of(scaled.high_quarter);
  const bool down = feature.direction == model::Direction::down;
  return "; from " + value_words(feature, down ? high : low) + " to " +
         value_words(feature, down ? low : high) + " costs " +
         model::price_of(feature, scaled.price, down ? high : low, down ? low : high).text();
}

}  // namespace

std::string costs_text(const CostsReport& report, const TextStyle& style) {
  std::size_t count = 0;
  std::map<Outcome, std::vector<std::string>> left;
  for (const ScaledFeature& scaled : report.features) {
    if (scaled.outcome == Outcome::scaled) ++count;
    left[scaled.outcome].push_back(feature_words(report.model.feature(scaled.feature)));
  }
  const std::string meaning =
      report.by == model::ScaleBy::percentile
          ? "the price of a change is the share of the people that it passes"
          : "the price of a change is how much rarer, by logarithm, it makes a person";
  std::string out =
      wrapped("",
              count == 0 ? "No feature got a price."
                         : toned(Tone::strong, "Prices for " + counted(count, "feature"), style) +
                               " from " + counted_words(report.rows, "row") + " of " +
                               safe_text(report.data) + ": " + meaning + ".",
              style);
  for (const ScaledFeature& scaled : report.features) {
    if (scaled.outcome != Outcome::scaled) continue;
    const model::Feature& feature = report.model.feature(scaled.feature);
    std::string words =
        feature_words(feature) + ": " + counted(scaled.price.up.scale.size(), "point");
    if (scaled.missing > 0) words += ", " + counted_words(scaled.missing, "row") + " without it";
    out += wrapped("  ", words + example(feature, scaled), style);
  }
  for (const auto& [outcome, names] : left) {
    if (outcome == Outcome::scaled) continue;
    out += wrapped("", "Left alone (" + reason_words(outcome) + "): " + listed(names) + ".", style);
  }
  if (!report.written.empty() && count > 0) {
    out += "\n" + wrapped("",
                          "They are in " + safe_text(report.written) +
                              ", as `cost ... on {...}` of each feature.",
                          style);
  }
  return out;
}

json::Value costs_json(const CostsReport& report) {
  json::Value features = json::Value::array();
  for (const ScaledFeature& scaled : report.features) {
    json::Value one = json::Value::object();
    one.add("feature", json::Value::string(report.model.feature(scaled.feature).name));
    one.add("outcome", json::Value::string(outcome_name(scaled.outcome)));
    if (scaled.outcome == Outcome::scaled) {
      one.add("cost", price_json(scaled.price));
      one.add("people", json::Value::number(std::uint64_t{scaled.people}));
      one.add("missing", json::Value::number(std::uint64_t{scaled.missing}));
    }
    features.add(std::move(one));
  }
  json::Value out = json::Value::object();
  out.add("schema", json::Value::string("cogs.costs/1"));
  out.add("model", json::Value::string(report.model.path));
  out.add("data", json::Value::string(report.data));
  out.add("by", json::Value::string(report.by == model::ScaleBy::percentile ? "percentile"
                                                                            : "log-percentile"));
  out.add("rows", json::Value::number(std::uint64_t{report.rows}));
  out.add("features", std::move(features));
  out.add("written", report.written.empty() ? json::Value() : json::Value::string(report.written));
  if (report.read_seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6f", *report.read_seconds);
    json::Value seconds = json::Value::object();
    seconds.add("read", json::Value::number_text(text));
    out.add("seconds", std::move(seconds));
  }
  return out;
}

}  // namespace cogs::present
