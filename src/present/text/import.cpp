// SPDX-License-Identifier: Apache-2.0
#include "present/text/import.h"

#include <charconv>

#include "present/text/learn.h"

namespace cogs::present {

namespace {

std::string amount(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string library_of(const ImportReport& report) {
  const std::pair<const char*, const char*> names[] = {
      {"xgboost", "a model of XGBoost"},
      {"lightgbm", "a model of LightGBM"},
      {"catboost", "a model of CatBoost"},
      {"ebm", "an explainable boosting machine"},
      {"pmml", "a model in PMML"},
      {"scorecard", "a scorecard"},
      {"score", "a score"},
  };
  std::string words = report.format;
  for (const auto& [format, name] : names) {
    if (report.format == format) words = name;
  }
  return report.version.empty() ? words : words + " (" + safe_text(report.version) + ")";
}

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) {
    out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + safe_text(names[i]);
  }
  if (names.size() > most) out += " and " + std::to_string(names.size() - most) + " more";
  return out;
}

std::string digits_of_double(double value) {
  char digits[64];
  return {digits,
          std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 3).ptr};
}

}  // namespace

std::string import_text(const ImportReport& report, const TextStyle& style) {
  std::string size =
      amount(report.trees, "tree", "trees") + " with " + amount(report.leaves, "leaf", "leaves");
  if (report.terms > 0) size += ", " + amount(report.terms, "linear term", "linear terms");
  std::string out = wrapped("",
                            safe_text(report.file) + " is " + library_of(report) + ": " + size +
                                " over " + amount(report.features, "feature", "features") + ".",
                            style);
  if (report.rounding && *report.rounding > 0) {
    out += wrapped("",
                   "Its scores are sums in " + report.arithmetic + ", at most " +
                       digits_of_double(*report.rounding) + " away from the exact ones.",
                   style);
  }
  if (!report.checked_file.empty()) {
    out += wrapped(
        "",
        "The raw scores of all " + amount(report.checked_rows, "row", "rows") + " of " +
            safe_text(report.checked_file) +
            (report.in_order ? " are equal to its own, bit for bit."
                             : " are equal to its own, but for the rounding of sums whose order "
                               "the library leaves open."),
        style);
  }
  for (const std::string& note : report.notes)
    out += wrapped("Note: ", safe_text(note) + ".", style);
  for (const std::string& guess : report.guesses) {
    out += wrapped("Assumed: ", safe_text(guess) + ".", style);
  }
  if (!report.untested.empty()) {
    out += wrapped("Note: ",
                   "the score does not look at " + some_of(report.untested) +
                       "; people may have them all the same (--skip leaves columns out).",
                   style);
  }
  if (!report.identifiers.empty()) {
    out += wrapped("Note: ",
                   some_of(report.identifiers) +
                       (report.identifiers.size() == 1
                            ? " looks like an identifier or a name, and is no feature."
                            : " look like identifiers or names, and are no features."),
                   style);
  }
  for (const model::Assumption& one : report.assumed) {
    out += wrapped(
        "Assumed: ",
        safe_text(one.feature) + " is `" + model::option_words(one) + "`, for its name or values.",
        style);
  }
  return out;
}

json::Value import_json(const ImportReport& report) {
  const auto number = [](std::size_t count) { return json::Value::number(std::uint64_t{count}); };
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.import/1"));
  object.add("file", json::Value::string(report.file));
  object.add("format", json::Value::string(report.format));
  object.add("version", json::Value::string(report.version));
  object.add("sha256", json::Value::string(report.sha256));
  object.add("trees", number(report.trees));
  object.add("leaves", number(report.leaves));
  object.add("linear_terms", number(report.terms));
  object.add("columns", number(report.columns));
  object.add("features", number(report.features));
  json::Value classes = json::Value::array();
  for (const std::string& name : report.classes) classes.add(json::Value::string(name));
  object.add("classes", std::move(classes));
  object.add("arithmetic", json::Value::string(report.arithmetic));
  char digits[64];
  object.add(
      "rounding",
      report.rounding
          ? json::Value::number_text(
                {digits, std::to_chars(digits, digits + sizeof digits, *report.rounding).ptr})
          : json::Value());
  json::Value notes = json::Value::array();
  for (const std::string& note : report.notes) notes.add(json::Value::string(note));
  object.add("notes", std::move(notes));
  const auto texts = [](const std::vector<std::string>& list) {
    json::Value all = json::Value::array();
    for (const std::string& each : list) all.add(json::Value::string(each));
    return all;
  };
  object.add("guesses", texts(report.guesses));
  object.add("untested", texts(report.untested));
  object.add("assumed", assumed_json(report.assumed));
  object.add("checked_rows",
             report.checked_file.empty() ? json::Value() : number(report.checked_rows));
  return object;
}

}  // namespace cogs::present
