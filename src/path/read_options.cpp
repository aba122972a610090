// SPDX-License-Identifier: Apache-2.0
#include "path/read_options.h"

#include <algorithm>
#include <utility>

#include "model/read/read_price.h"

namespace cogs::path {

namespace {

using base::Diagnostic;

class OptionReader {
 public:
  OptionReader(const model::Model& model, const std::string& source)
      : model_(model), source_(source) {
    for (const model::Feature& feature : model.features) names_.push_back(feature.name);
  }

  std::optional<FeatureId> feature(const OptionTexts::Name& name) {
    const std::optional<FeatureId> id = model_.find_feature_meant(name.text);
    if (!id) report(name, "the model has no feature '" + name.text + "'", names_);
    return id;
  }

  std::vector<FeatureId> features(const std::vector<OptionTexts::Name>& names) {
    std::vector<FeatureId> ids;
    for (const OptionTexts::Name& name : names) {
      const std::optional<FeatureId> id = feature(name);
      if (id && std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*id);
    }
    return ids;
  }

  std::optional<AtomId> atom(const OptionTexts::Name& name) {
    const std::optional<AtomId> id = model_.find_atom(name.text);
    if (!id) {
      std::vector<std::string> atoms;
      for (const model::Atom& known : model_.atoms) atoms.push_back(known.text);
      report(name, "no rule of the model concludes '" + name.text + "'", atoms);
    }
    return id;
  }

  void report(const OptionTexts::Name& name, std::string message,
              const std::vector<std::string>& candidates) {
    Diagnostic d;
    d.file = source_;
    d.place = name.place;
    d.message = std::move(message);
    const std::string near = base::nearest_name(name.text, candidates);
    if (!near.empty()) d.help = "did you mean '" + near + "'?";
    found_.push_back(std::move(d));
  }

  void report_price(const OptionTexts::Cost& cost, const base::InputError& error) {
    for (Diagnostic d : error.diagnostics()) {
      d.file = source_;
      d.place = cost.feature.place;
      d.message = "the cost of '" + cost.feature.text + "', " + cost.text + ": " + d.message;
      found_.push_back(std::move(d));
    }
  }

  void finish() {
    if (!found_.empty()) throw base::InputError(std::move(found_));
  }

 private:
  const model::Model& model_;
  const std::string& source_;
  std::vector<std::string> names_;
  std::vector<Diagnostic> found_;
};

std::optional<FeatureId> first_common(const std::vector<FeatureId>& a,
                                      const std::vector<FeatureId>& b) {
  for (const FeatureId id : a) {
    if (std::find(b.begin(), b.end(), id) != b.end()) return id;
  }
  return std::nullopt;
}

template <class Entries>
std::optional<FeatureId> first_repeated(const Entries& entries) {
  std::vector<FeatureId> seen;
  for (const auto& entry : entries) {
    if (std::find(seen.begin(), seen.end(), entry.feature) != seen.end()) return entry.feature;
    seen.push_back(entry.feature);
  }
  return std::nullopt;
}

}  // namespace

Options read_options(const model::Model& model, const OptionTexts& texts,
                     const std::string& source) {
  OptionReader reader(model, source);
  Options options;
  options.fix = reader.features(texts.fix);
  options.allow = reader.features(texts.allow);
  options.set_missing = texts.set_missing;
  if (texts.only) options.only = reader.features(*texts.only);
  for (const OptionTexts::Range& range : texts.ranges) {
    const std::optional<FeatureId> id = reader.feature(range.feature);
    if (!id) continue;
    if (!model.feature(*id).numeric()) {
      reader.report(range.feature,
                    "a range needs numbers, and '" + range.feature.text + "' has a set of values",
                    {});
      continue;
    }
    options.ranges.push_back({*id, range.low, range.high});
  }
  for (const OptionTexts::Cost& cost : texts.costs) {
    const auto id = reader.feature(cost.feature);
    if (!id) continue;
    try {
      options.costs.push_back({*id, model::read_price(cost.text, model.feature(*id), source)});
    } catch (const base::InputError& error) {
      reader.report_price(cost, error);
    }
  }
  if (texts.desired) options.desired = reader.atom(*texts.desired);
  reader.finish();
  return options;
}

std::string contradiction(const model::Model& model, const Options& options) {
  const auto name = [&](FeatureId id) { return model.feature(id).name; };
  if (const auto id = first_common(options.fix, options.allow)) {
    return "--fix " + name(*id) + " and --allow " + name(*id) + " exclude each other";
  }
  if (options.only) {
    if (const auto id = first_common(options.fix, *options.only)) {
      return "--fix " + name(*id) + " and --only " + name(*id) + " exclude each other";
    }
  }
  if (const auto id = first_repeated(options.ranges)) {
    return "--range is given twice for '" + name(*id) + "'";
  }
  if (const auto id = first_repeated(options.costs)) {
    return "--cost is given twice for '" + name(*id) + "'";
  }
  for (const RangeOption& range : options.ranges) {
    if (range.low && range.high && *range.high < *range.low) {
      return "the range of '" + name(range.feature) + "' is empty: " + range.low->text() +
             " is above " + range.high->text();
    }
  }
  if (options.top == 0) return "--top must be 1 or more";
  if (options.max_length == 0u) return "--max-length must be 1 or more";
  if (options.all && options.top != 1) return "--all and --top exclude each other";
  if (options.first && options.top != 1) return "--first and --top exclude each other";
  if (options.first && options.all) return "--first and --all exclude each other";
  return {};
}

}  // namespace cogs::path
