// SPDX-License-Identifier: Apache-2.0
#include "score/read.h"

#include <array>
#include <utility>

#include "base/sha256.h"
#include "base/small_letters.h"
#include "base/trimmed.h"
#include "score/readers.h"

namespace cogs::score {

namespace {

constexpr std::array<std::pair<Format, std::string_view>, 7> known_formats{{
    {Format::xgboost, "xgboost"},
    {Format::lightgbm, "lightgbm"},
    {Format::catboost, "catboost"},
    {Format::ebm, "ebm"},
    {Format::pmml, "pmml"},
    {Format::scorecard, "scorecard"},
    {Format::score, "score"},
}};

Ensemble read_as(std::string_view bytes, const std::string& file, Format format,
                 const ReadOptions& options) {
  switch (format) {
    case Format::xgboost: return read_xgboost(bytes, file, options);
    case Format::lightgbm: return read_lightgbm(bytes, file);
    case Format::catboost: return read_catboost(bytes, file);
    case Format::ebm: return read_ebm(bytes, file);
    case Format::pmml: return read_pmml(bytes, file);
    case Format::scorecard: return read_scorecard(bytes, file);
    case Format::score: return read_score(bytes, file);
    default: break;
  }
  throw base::InputError(base::error_about(file, "this format cannot be read"));
}

}  // namespace

std::string_view name_of(Format format) {
  for (const auto& [known, name] : known_formats) {
    if (known == format) return name;
  }
  return {};
}

std::optional<Format> format_named(std::string_view name) {
  for (const auto& [format, known] : known_formats) {
    if (known == name) return format;
  }
  return std::nullopt;
}

std::vector<std::string> format_names() {
  std::vector<std::string> result;
  for (const auto& [format, name] : known_formats) result.emplace_back(name);
  return result;
}

std::optional<Format> detect_format(std::string_view bytes) {
  const std::string_view start = base::trimmed(bytes.substr(0, 4096));
  const auto has = [&](std::string_view word) {
    return bytes.find(word) != std::string_view::npos;
  };
  if (start.starts_with("tree\n") || start.starts_with("tree\r\n")) return Format::lightgbm;
  if (start.starts_with("{")) {
    if (has("learner_model_param")) return Format::xgboost;
    if (has("\"cogs-score\"")) return Format::score;
    if (has("\"features_info\"")) return Format::catboost;
    if (has("\"ebm\"")) return Format::ebm;
  }
  if (start.starts_with("<") && start.find("<PMML") != std::string_view::npos) return Format::pmml;
  // The names of a scorecard's columns, in its first line.
  const std::string header = base::in_small_letters(start.substr(0, start.find('\n')));
  const auto names = [&](std::string_view word) { return header.find(word) != std::string::npos; };
  if ((names("points") || names("score")) &&
      (names("bin") || names("attribute") || names("value"))) {
    return Format::scorecard;
  }
  return std::nullopt;
}

Ensemble read_ensemble(std::string_view bytes, const std::string& file, Format format,
                       const ReadOptions& options) {
  Ensemble ensemble = read_as(bytes, file, format, options);
  ensemble.sha256 = base::sha256(bytes);
  if (const std::string fault = unsound(ensemble); !fault.empty()) {
    throw base::InputError(base::error_about(file, "the model has " + fault));
  }
  return ensemble;
}

}  // namespace cogs::score
