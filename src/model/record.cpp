// SPDX-License-Identifier: Apache-2.0
#include "model/record.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/date.h"
#include "base/trimmed.h"

namespace cogs::model {

namespace {

using base::Diagnostic;
using base::Severity;

constexpr std::size_t most_listed = 12;

bool means_missing(const std::string& text) { return text.empty() || text == "?"; }

// A value for a message, without flooding it.
std::string shown(const std::string& text) {
  constexpr std::size_t most = 80;
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// "did you mean 'debt'?", or the whole choice where nothing is near and it is short enough.
std::string suggestion(const std::string& word, const std::vector<std::string>& choices,
                       const std::string& what_they_are) {
  const std::string near = base::nearest_name(word, choices);
  if (!near.empty()) return "did you mean '" + near + "'?";
  std::string list;
  for (std::size_t i = 0; i < choices.size() && i < most_listed; ++i) {
    list += (i == 0 ? "" : ", ") + choices[i];
  }
  if (choices.size() > most_listed) {
    list += " and " + std::to_string(choices.size() - most_listed) + " more";
  }
  return what_they_are + ": " + list;
}

std::string domain_text(const NumericDomain& domain) {
  return (domain.low ? domain.low->text() : "-inf") + ".." +
         (domain.high ? domain.high->text() : "inf");
}

// Reads the fields of one record and collects all that is wrong with them.
class RecordReader {
 public:
  RecordReader(const Model& model, const std::string& source)
      : model_(model),
        source_(source),
        record_(model.features.size()),
        seen_(model.features.size()) {}

  // False once so much is wrong that the rest is not worth reading.
  bool read(const Field& field) {
    if (errors_ == most_errors) {
      report(field, "and so on: nothing was read from here on", "");
      return false;
    }
    read_field(field);
    return true;
  }

  Record finish(std::vector<Diagnostic>* warnings) {
    if (errors_ > 0) throw base::InputError(std::move(found_));
    if (warnings) warnings->insert(warnings->end(), found_.begin(), found_.end());
    return std::move(record_);
  }

 private:
  // One less than are shown, so that the last says that there are more.
  static constexpr std::size_t most_errors = 19;

  // Records of very many features name most of them: those are looked up, not searched for.
  std::optional<FeatureId> find(const std::string& name) {
    constexpr std::size_t few = 64;
    if (model_.features.size() > few) {
      if (by_name_.empty()) {
        by_name_.reserve(model_.features.size());
        for (std::size_t i = 0; i < model_.features.size(); ++i) {
          by_name_.emplace(model_.features[i].name, i);
        }
      }
      if (const auto at = by_name_.find(name); at != by_name_.end()) return FeatureId(at->second);
    }
    return model_.find_feature_meant(name);
  }

  void read_field(const Field& field) {
    const std::optional<FeatureId> id = find(field.name);
    if (!id) {
      std::vector<std::string> names;
      for (const Feature& feature : model_.features) names.push_back(feature.name);
      report(field, "the model has no feature '" + shown(field.name) + "'",
             suggestion(field.name, names, "leave it out, or declare it; the features are"));
      return;
    }
    if (seen_[id->index()]) {
      report(field, "'" + field.name + "' is given twice", "give each feature once");
      return;
    }
    seen_[id->index()] = true;
    if (field.missing) return;
    const Feature& feature = model_.feature(*id);
    record_[id->index()] =
        feature.numeric() ? read_number(feature, field) : read_choice(feature, field);
  }

  std::optional<Value> read_number(const Feature& feature, const Field& field) {
    const std::string text = std::string(base::trimmed(field.value));
    if (means_missing(text)) return std::nullopt;
    const NumericDomain& domain = feature.numbers();
    const std::string kind = domain.integer ? "an integer" : "a number";
    std::optional<Number> number = Number::parse(text);
    if (const auto parts = table::measured_number(text); !number && parts) {
      if (table::same_unit(parts->unit, feature.unit)) number = Number::parse(parts->number);
    }
    const std::string& date = feature.notation.date;
    if (const auto day = date.empty() ? std::nullopt : base::parse_date(text, date)) number = day;
    if (table::is_mark(feature.notation.missing, text, number)) return std::nullopt;
    if (!number) {
      report(field, "'" + feature.name + "' takes " + kind + ", not '" + shown(text) + "'",
             "its domain is " + domain_text(domain) + "; write " + feature.name +
                 "=? if it is not known");
      return std::nullopt;
    }
    if (domain.integer && !number->is_integer()) {
      report(field, "'" + feature.name + "' takes an integer, not " + shown(text),
             "the nearest are " + shown(number->floor().text()) + " and " +
                 shown(number->ceil().text()));
      return std::nullopt;
    }
    if ((domain.low && *number < *domain.low) || (domain.high && *number > *domain.high)) {
      report_outside(feature, field, Value::of(*number), domain_text(domain), {});
    }
    return Value::of(*number);  // canonical: 40000.0 becomes 40000
  }

  std::optional<Value> read_choice(const Feature& feature, const Field& field) {
    const SetDomain& domain = feature.set();
    const std::string text = std::string(base::trimmed(field.value));
    // A set may hold '?' or a value with blanks around it; as declared wins.
    for (const std::string& candidate : {field.value, text}) {
      for (const SetValue& declared : domain.values) {
        if (declared.value.text == candidate) return declared.value;
      }
    }
    if (means_missing(text) || table::is_mark(feature.notation.missing, text, std::nullopt)) {
      return std::nullopt;
    }
    std::vector<std::string> names;
    for (const SetValue& declared : domain.values) names.push_back(declared.value.text);
    std::string help;
    const Value given = Value::of(text);
    for (const SetValue& declared : domain.values) {  // 4.0 for 4 is nearer than any spelling
      if (given.number && declared.value.number && *given.number == *declared.value.number) {
        help = "did you mean '" + declared.value.text + "'?";
        break;
      }
    }
    if (domain.open) {
      if (help.empty()) {
        const std::string near = base::nearest_name(text, names);
        if (!near.empty()) help = "did you mean '" + near + "'?";
      }
      if (!help.empty()) {
        report(field,
               "'" + feature.name + "' = " + shown(text) +
                   " is not listed in the model: it counts as any other value",
               help, Severity::warning);
      }
      return *domain.find(text);
    }
    if (help.empty()) help = suggestion(text, names, "its values are");
    report_outside(feature, field, given, "", help);
    return given;
  }

  void report_outside(const Feature& feature, const Field& field, const Value& value,
                      const std::string& domain, const std::string& help) {
    const std::string& text = value.text;
    if (feature.observed && feature.out_of_score.has(value)) {
      const OutOfScore& out = feature.out_of_score;
      report(field,
             "'" + feature.name + "' = " + shown(text) +
                 (out.low ? " is too far outside its domain: points of '" + out.score +
                                "' are listed for " + domain_text({true, out.low, out.high})
                          : " is not listed in the model, and the file of '" + out.score +
                                "' tells it from other values"),
             domain.empty() ? "list it in the model, in #feature " + feature.name
                            : "its domain is " + domain + "; write a wider one into the model");
    } else if (feature.observed) {
      report(field,
             "'" + feature.name + "' = " + shown(text) + " was not seen in the data" +
                 (domain.empty() ? "" : " (" + domain + ")") + "; suggestions stay inside it",
             "", Severity::warning);
    } else if (!domain.empty()) {
      report(field, "'" + feature.name + "' = " + shown(text) + " is outside its domain " + domain,
             help);
    } else {
      report(field, "'" + feature.name + "' has no value '" + shown(text) + "'", help);
    }
  }

  void report(const Field& field, std::string message, std::string help,
              Severity severity = Severity::error) {
    if (severity == Severity::error) ++errors_;
    Diagnostic d;
    d.severity = severity;
    d.file = source_;
    d.place = field.place;
    d.message = std::move(message);
    d.help = std::move(help);
    found_.push_back(std::move(d));
  }

  const Model& model_;
  const std::string& source_;
  std::unordered_map<std::string_view, std::size_t> by_name_;  // empty until it is needed
  Record record_;
  std::vector<bool> seen_;  // by feature
  std::vector<Diagnostic> found_;
  std::size_t errors_ = 0;
};

}  // namespace

Record read_record(const Model& model, const std::vector<Field>& fields, const std::string& source,
                   std::vector<base::Diagnostic>* warnings) {
  RecordReader reader(model, source);
  for (const Field& field : fields) {
    if (!reader.read(field)) break;
  }
  return reader.finish(warnings);
}

std::vector<std::string> written_others(const Model& model, const std::vector<Field>& fields) {
  std::vector<std::string> out;
  const bool any = std::any_of(model.features.begin(), model.features.end(),
                               [](const Feature& one) { return !one.numeric() && one.set().open; });
  if (!any) return out;
  for (const Field& field : fields) {
    const auto id = field.missing ? std::nullopt : model.find_feature_meant(field.name);
    if (!id || model.feature(*id).numeric()) continue;
    const SetDomain& domain = model.feature(*id).set();
    const std::string text(base::trimmed(field.value));
    if (!domain.open || text == other_values) continue;
    const Value* found = domain.find(field.value);
    if (found && domain.is_others(*found)) found = domain.find(text);
    if (!found || !domain.is_others(*found)) continue;
    if (out.empty()) out.resize(model.features.size());
    out[id->index()] = text;
  }
  return out;
}

}  // namespace cogs::model
