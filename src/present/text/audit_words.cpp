// SPDX-License-Identifier: Apache-2.0
#include "present/text/audit_words.h"

#include <algorithm>

#include <charconv>
#include <cmath>

#include "model/edit/assume.h"
#include "path/places.h"
#include "present/text/learn.h"
#include "present/words/blocker_words.h"
#include "present/words/constraint_columns.h"
#include "present/words/words.h"

namespace cogs::present {

std::string actual_words(const batch::ActualCounts& counts) {
  const auto share = [](std::uint64_t count, std::uint64_t of) {
    return share_words(count, of) + " (" + share_interval_words(count, of) + ")";
  };
  const std::uint64_t others = counts.rows - counts.undesired;
  std::string out = count_words(counts.undesired) + " of " + count_words(counts.rows) + " were so";
  if (others > 0) {
    out += "; the rules wrongly decide against " + share(counts.wrongly, others) + " of the others";
  }
  if (counts.undesired > 0) {
    out += "; they miss " + share(counts.missed, counts.undesired) + " of those who were";
  }
  return out;
}

namespace {

std::string decimals(double value, int places) {
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, places).ptr;
  return {text, end};
}

std::string one_decimal(double value) {
  const std::string digits = decimals(value, 1);
  return digits == "-0.0" ? "0.0" : digits;
}

std::string signed_points(double share) {
  const std::string digits = one_decimal(100 * share);
  return digits.starts_with('-') || digits == "0.0" ? digits : "+" + digits;
}

std::string value_text(const batch::GroupValue& value) {
  using Kind = batch::GroupValue::Kind;
  switch (value.kind) {
    case Kind::value: return safe_text(value.text);
    case Kind::missing: return "not known";
    case Kind::band:
      return value.low == value.high ? value.low.text()
                                     : value.low.text() + " to " + value.high.text();
    case Kind::others: return "all others";
  }
  return {};
}

}  // namespace

std::string count_words(std::uint64_t count) {
  std::string digits = std::to_string(count);
  if (digits.size() < 5) return digits;
  for (std::size_t at = digits.size() - 3; at > 0 && at < digits.size(); at -= 3) {
    digits.insert(at, ",");
    if (at <= 3) break;
  }
  return digits;
}

std::string counted_words(std::uint64_t count, const std::string& one, const std::string& several) {
  return count_words(count) + " " + (count == 1 ? one : several.empty() ? one + "s" : several);
}

std::string share_words(std::uint64_t count, std::uint64_t of) {
  if (of == 0) return "-";
  const std::string words = percent_words(static_cast<double>(count) / static_cast<double>(of));
  // All and nobody are said of nothing else.
  if (count > 0 && words == "0.0 %") return "< 0.1 %";
  if (count < of && words == "100.0 %") return "> 99.9 %";
  return words;
}

std::string share_interval_words(std::uint64_t count, std::uint64_t of) {
  if (of == 0) return "-";
  constexpr double rounding = 1e-9;
  const batch::Span span = batch::share_interval(count, of);
  // Rounded outwards: what is said holds the interval.
  const double low = std::floor(1000 * span.low + rounding) / 10;
  const double high = std::ceil(1000 * span.high - rounding) / 10;
  return one_decimal(low) + " to " + one_decimal(high) + " %";
}

std::string difference_words(const batch::Difference& difference) {
  return signed_points(difference.value) + " points (" + signed_points(difference.interval.low) +
         " to " + signed_points(difference.interval.high) + ")";
}

std::string ratio_words(const std::optional<batch::Ratio>& ratio) {
  if (!ratio) return "-";
  if (!ratio->interval) return "the largest";
  std::string value = decimals(ratio->value, 2);
  // What is said must not contradict the mark.
  if (ratio->below_four_fifths && value == "0.80") value = "< 0.80";
  const std::optional<double>& high = ratio->interval->high;
  return value + " (" + decimals(ratio->interval->low, 2) + " to " +
         (high ? decimals(*high, 2) : "?") + ")";
}

std::string group_words(const std::vector<batch::GroupValue>& values) {
  if (values.front().kind == batch::GroupValue::Kind::others) return "all others";
  std::string out;
  for (const batch::GroupValue& value : values) {
    out += (out.empty() ? "" : ", ") + value_text(value);
  }
  return out;
}

std::string columns_words(const std::vector<std::string>& columns) {
  std::vector<std::string> safe;
  for (const std::string& column : columns) safe.push_back(safe_text(column));
  return listed(safe);
}

std::string features_words(const model::Model& model, const batch::Features& features) {
  std::vector<std::string> words;
  for (const std::uint32_t f : features) words.push_back(feature_words(model.features[f]));
  return words.empty() ? "nothing" : listed(words);
}

std::string features_words(const model::Model& model,
                           const std::vector<model::FeatureId>& features) {
  batch::Features numbers;
  for (const model::FeatureId id : features) numbers.push_back(id.value);
  return features_words(model, numbers);
}

std::string quantile_words(const batch::CostQuantile& quantile) {
  const auto end = [](const std::optional<base::Number>& n) { return n ? n->text() : "?"; };
  return cost_words(quantile.cost) + " (" + end(quantile.low) + " to " + end(quantile.high) + ")";
}

std::string blocker_name(const model::Model& model, const path::Blocker& blocker) {
  using path::BlockerKind;
  const std::string name = blocker.feature ? feature_words(model.feature(*blocker.feature)) : "";
  switch (blocker.kind) {
    case BlockerKind::fixed: return name + " is fixed";
    case BlockerKind::direction: return "the direction of " + name;
    case BlockerKind::caused: return name + " only follows";
    case BlockerKind::missing: return name + " is not known";
    case BlockerKind::domain: return "the domain of " + name;
    case BlockerKind::causal_rules: return "the causal rules of " + name;
    case BlockerKind::denial: return "the denial in " + line_words(path::lines_of(model, blocker));
    case BlockerKind::option: return option_words(blocker) + (name.empty() ? "" : " " + name);
    case BlockerKind::decision: return "the rules hold everywhere";
  }
  return {};
}

std::string run_options_words(const model::Model& model, const path::Options& options,
                              const batch::ConstraintColumns& columns) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& option) { words.push_back(option); };
  const auto name = [&](model::FeatureId id) { return quoted_name(model.feature(id).name); };
  const auto end = [](const std::optional<base::Number>& n) { return n ? n->text() : ""; };
  for (const model::FeatureId id : options.fix) add("--fix " + name(id));
  for (const model::FeatureId id : options.allow) add("--allow " + name(id));
  if (options.set_missing) add("--set-missing");
  if (options.only) {
    std::string names;
    for (const model::FeatureId id : *options.only) names += (names.empty() ? "" : ",") + name(id);
    add("--only " + names);
  }
  for (const path::RangeOption& range : options.ranges) {
    add("--range " + name(range.feature) + "=" + end(range.low) + ".." + end(range.high));
  }
  for (const path::CostOption& cost : options.costs) {
    add("--cost " + name(cost.feature) + "=" + model::price_text(cost.price));
  }
  if (options.desired) {
    add("--desired " + safe_text(model.atoms[options.desired->index()].text));
  }
  if (options.certain) add("--certain");
  if (options.first) add("--first");
  if (options.max_length) add("--max-length " + std::to_string(*options.max_length));
  for (const std::string& column : constraint_columns_words(columns)) add(column);
  return words.empty() ? std::string() : listed(words);
}

namespace {

bool nobody_should_be_asked(const model::Feature& feature) {
  if (model::looks_protected(feature)) return true;
  const std::string& name = feature.label.empty() ? feature.name : feature.label;
  const auto assumed = model::assume(name, feature.domain);
  return assumed && assumed->fixed;
}

}  // namespace

std::vector<std::string> protected_warnings(const model::Model& model,
                                            const batch::AuditReport& report) {
  std::vector<std::string> out;
  for (const batch::FeatureUse& use : report.all.features) {
    if (use.direct + use.effect == 0) continue;
    const model::FeatureId id(use.feature);
    const model::Feature& feature = model.feature(id);
    const bool named = std::any_of(
        report.policy.begin(), report.policy.end(), [&](const batch::PolicyFinding& finding) {
          return finding.entry.feature == id &&
                 finding.entry.kind == batch::PolicyKind::protected_feature;
        });
    const bool allowed =
        std::find(report.allowed.begin(), report.allowed.end(), id) != report.allowed.end();
    if (allowed || (!named && !nobody_should_be_asked(feature))) continue;
    out.push_back(
        "The best ways of " + counted_words(std::max(use.direct, use.effect), "person", "people") +
        " change " + feature_words(feature) + ", which " +
        (named ? "the policy protects" : "looks as if nobody should be asked to") +
        (use.direct > 0 ? "; --fix " + quoted_name(feature.name) + " leaves it alone." : "."));
  }
  return out;
}

const batch::CostQuantile* quantile_at(const batch::Statistics& statistics, unsigned percent) {
  for (const batch::CostQuantile& quantile : statistics.quantiles) {
    if (quantile.percent == percent) return &quantile;
  }
  return nullptr;
}

}  // namespace cogs::present
