// SPDX-License-Identifier: Apache-2.0
//
// JSON -> what an answer claims. The reader walks the object of the contract and stops at the
// first member that has not its shape; names are looked up in the model.
#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "model/record.h"
#include "output/recourse_json.h"
#include "path/read_options.h"

namespace cogs::output {

namespace {

using Kind = JsonValue::Kind;
using model::Feature;
using model::FeatureId;
using model::Interval;
using model::Number;
using model::Value;

const char* kind_word(Kind kind) {
  switch (kind) {
    case Kind::null: return "null";
    case Kind::boolean: return "true or false";
    case Kind::number: return "a number";
    case Kind::string: return "a string";
    case Kind::array: return "a list";
    case Kind::object: return "an object";
  }
  return "";
}

class AnswerReader {
 public:
  AnswerReader(const model::Model& model, const std::string& file, std::string_view text)
      : model_(model), file_(file), text_(text) {}

  RecourseAnswer read(const JsonValue& json) {
    expect(json, Kind::object, "the answer");
    const JsonValue& schema = member(json, "schema", Kind::string);
    if (schema.text() != "cogs.recourse/1") {
      fail(schema, "this is a '" + schema.text() + "', not a 'cogs.recourse/1'",
           "cogs check takes what cogs recourse --json writes");
    }
    RecourseAnswer answer;
    if (const JsonValue* about = json.find("model")) {
      expect(*about, Kind::object, "'model'");
      if (const JsonValue* sum = about->find("sha256")) answer.model_sha256 = sum->text();
    }
    answer.start = read_start(member(json, "start", Kind::object), answer.warnings);
    if (const JsonValue* options = json.find("options")) answer.options = read_options(*options);
    answer.status = read_status(json.find("status"));
    if (const JsonValue* decision = json.find("decision")) {
      expect(*decision, Kind::object, "'decision'");
      answer.undesired = truth(decision->find("undesired"));
    }
    answer.start_consistent = truth(json.find("start_consistent"));
    if (const JsonValue* bound = json.find("lower_bound"); bound && !bound->is(Kind::null)) {
      answer.lower_bound = number(*bound);
    }
    for (const JsonValue& path : member(json, "paths", Kind::array).items()) {
      answer.paths.push_back(read_path(path));
    }
    return answer;
  }

 private:
  [[noreturn]] void fail(const JsonValue& at, std::string message, std::string help = {}) const {
    base::Diagnostic d;
    d.file = file_;
    d.place = at.place;
    d.message = std::move(message);
    d.help = std::move(help);
    d.source_line = source_line(text_, at.place);
    throw base::InputError(std::move(d));
  }

  void expect(const JsonValue& value, Kind kind, const std::string& what) const {
    if (!value.is(kind)) {
      fail(value, what + " must be " + kind_word(kind) + ", not " + kind_word(value.kind()));
    }
  }

  const JsonValue& member(const JsonValue& object, const std::string& name) const {
    expect(object, Kind::object, "what holds '" + name + "'");
    const JsonValue* found = object.find(name);
    if (!found) fail(object, "the member '" + name + "' is not there");
    return *found;
  }

  const JsonValue& member(const JsonValue& object, const std::string& name, Kind kind) const {
    const JsonValue& found = member(object, name);
    expect(found, kind, "'" + name + "'");
    return found;
  }

  std::optional<bool> truth(const JsonValue* value) const {
    if (!value) return std::nullopt;
    expect(*value, Kind::boolean, "this");
    return value->truth();
  }

  Number number(const JsonValue& value) const {
    std::optional<Number> read;
    if (value.is(Kind::number) || value.is(Kind::string)) read = Number::parse(value.text());
    if (!read) fail(value, "this must be a number");
    return *read;
  }

  std::uint32_t count(const JsonValue& value) const {
    const std::optional<std::int64_t> read = number(value).to_int64();
    if (!read || *read < 1 || *read > std::numeric_limits<std::uint32_t>::max()) {
      fail(value, "this must be a whole number from 1");
    }
    return static_cast<std::uint32_t>(*read);
  }

  static std::string field_text(const JsonValue& value) {
    switch (value.kind()) {
      case Kind::null: return "?";
      case Kind::boolean: return value.truth() ? "true" : "false";
      default: return value.text();
    }
  }

  model::Record read_start(const JsonValue& object, std::vector<base::Diagnostic>& warnings) const {
    std::vector<model::Field> fields;
    for (const auto& [name, value] : object.members()) {
      if (value.is(Kind::array) || value.is(Kind::object)) {
        fail(value, "'" + name + "' must have one value");
      }
      fields.push_back({name, field_text(value), value.place});
    }
    try {
      return model::read_record(model_, fields, file_, &warnings);
    } catch (const base::InputError& error) {
      std::vector<base::Diagnostic> located = error.diagnostics();
      for (base::Diagnostic& d : located) d.source_line = source_line(text_, d.place);
      throw base::InputError(std::move(located));
    }
  }

  path::OptionTexts::Name option_name(const JsonValue& value) const {
    expect(value, Kind::string, "a name");
    return {value.text(), value.place};
  }

  std::vector<path::OptionTexts::Name> option_names(const JsonValue& list) const {
    expect(list, Kind::array, "this option");
    std::vector<path::OptionTexts::Name> names;
    for (const JsonValue& item : list.items()) names.push_back(option_name(item));
    return names;
  }

  path::Options read_options(const JsonValue& object) const {
    expect(object, Kind::object, "'options'");
    path::OptionTexts texts;
    path::Options rest;
    for (const auto& [name, value] : object.members()) {
      if (name == "fix") {
        texts.fix = option_names(value);
      } else if (name == "allow") {
        texts.allow = option_names(value);
      } else if (name == "only") {
        texts.only = option_names(value);
      } else if (name == "range") {
        expect(value, Kind::object, "'range'");
        for (const auto& [feature, range] : value.members()) {
          const auto [low, high] = ends(range);
          texts.ranges.push_back({{feature, range.name_place}, low, high});
        }
      } else if (name == "cost") {
        expect(value, Kind::object, "'cost'");
        for (const auto& [feature, cost] : value.members()) {
          texts.costs.push_back({{feature, cost.name_place}, number(cost)});
        }
      } else if (name == "certain") {
        rest.certain = *truth(&value);
      } else if (name == "desired") {
        texts.desired = option_name(value);
      } else if (name == "top") {
        rest.top = count(value);
      } else if (name == "all") {
        rest.all = *truth(&value);
      } else if (name == "max_length") {
        rest.max_length = count(value);
      } else {
        fail(value, "there is no option '" + name + "'");
      }
    }
    path::Options options = path::read_options(model_, texts, file_);
    options.certain = rest.certain;
    options.top = rest.top;
    options.all = rest.all;
    options.max_length = rest.max_length;
    const std::string clash = path::contradiction(model_, options);
    if (!clash.empty()) fail(object, clash);
    return options;
  }

  std::optional<path::Status> read_status(const JsonValue* value) const {
    if (!value) return std::nullopt;
    expect(*value, Kind::string, "'status'");
    if (value->text() == "found") return path::Status::found;
    if (value->text() == "already") return path::Status::already;
    if (value->text() == "none") return path::Status::none;
    if (value->text() == "gave_up") return path::Status::gave_up;
    fail(*value, "there is no status '" + value->text() + "'",
         "it is found, already, none or gave_up");
  }

  path::Path read_path(const JsonValue& json) const {
    path::Path path;
    path.cost = number(member(json, "cost"));
    path.certain = *truth(&member(json, "certain"));
    if (const JsonValue* optimal = json.find("optimal")) path.optimal = *truth(optimal);
    for (const JsonValue& item : member(json, "transitions", Kind::array).items()) {
      path::Transition transition;
      for (const JsonValue& action : member(item, "actions", Kind::array).items()) {
        read_change(action, transition.actions.emplace_back());
      }
      for (const JsonValue& effect : member(item, "effects", Kind::array).items()) {
        read_effect(effect, transition.effects.emplace_back());
      }
      transition.state = read_state(member(item, "state", Kind::object));
      path.transitions.push_back(std::move(transition));
    }
    return path;
  }

  FeatureId feature_named(const std::string& name, const JsonValue& at) const {
    const std::optional<FeatureId> id = model_.find_feature(name);
    if (!id) {
      std::vector<std::string> names;
      for (const Feature& feature : model_.features) names.push_back(feature.name);
      const std::string near = base::nearest_name(name, names);
      fail(at, "the model has no feature '" + name + "'",
           near.empty() ? "" : "did you mean '" + near + "'?");
    }
    return *id;
  }

  Value read_value(const Feature& feature, const JsonValue& value) const {
    if (feature.numeric()) return Value::of(number(value));
    if (!value.is(Kind::number) && !value.is(Kind::string)) {
      fail(value, "a value of '" + feature.name + "' must be a string or a number");
    }
    return Value::of(value.text());
  }

  void read_change(const JsonValue& json, path::Change& change) const {
    const JsonValue& name = member(json, "feature", Kind::string);
    change.feature = feature_named(name.text(), name);
    const Feature& feature = model_.feature(change.feature);
    if (const JsonValue& from = member(json, "from"); !from.is(Kind::null)) {
      change.from = read_value(feature, from);
    }
    const JsonValue& to = member(json, "to", Kind::object);
    change.to = read_value(feature, member(to, "value"));
    if (feature.numeric()) {
      change.range = std::vector<Interval>{interval(member(to, "range"), to.find("open"))};
    } else {
      change.range = read_set(feature, member(to, "range"));
    }
  }

  void read_effect(const JsonValue& json, path::Effect& effect) const {
    read_change(json, effect);
    effect.supported = read_set(model_.feature(effect.feature), member(json, "supported"));
    effect.certain = *truth(&member(json, "certain"));
    for (const JsonValue& line : member(json, "rules", Kind::array).items()) {
      effect.rules.push_back(count(line));
    }
  }

  model::Record read_state(const JsonValue& object) const {
    model::Record record(model_.features.size());
    for (const auto& [name, value] : object.members()) {
      const FeatureId id = feature_named(name, value);
      if (!value.is(Kind::null)) record[id.index()] = read_value(model_.feature(id), value);
    }
    return record;
  }

  std::pair<std::optional<Number>, std::optional<Number>> ends(const JsonValue& pair) const {
    if (!pair.is(Kind::array) || pair.items().size() != 2) fail(pair, "this must be [lo, hi]");
    std::optional<Number> low, high;
    if (!pair.items()[0].is(Kind::null)) low = number(pair.items()[0]);
    if (!pair.items()[1].is(Kind::null)) high = number(pair.items()[1]);
    return {low, high};
  }

  Interval interval(const JsonValue& pair, const JsonValue* open) const {
    Interval read;
    std::tie(read.low, read.high) = ends(pair);
    if (open) {
      const std::string& which = open->text();
      if (!open->is(Kind::string) || (which != "lo" && which != "hi" && which != "both")) {
        fail(*open, "'open' is \"lo\", \"hi\" or \"both\"");
      }
      read.low_open = which != "hi";
      read.high_open = which != "lo";
    }
    return read;
  }

  Interval interval(const JsonValue& json) const {
    if (json.is(Kind::object)) return interval(member(json, "range"), json.find("open"));
    return interval(json, nullptr);
  }

  path::ValueSet read_set(const Feature& feature, const JsonValue& json) const {
    if (!feature.numeric()) {
      expect(json, Kind::array, "a set of values");
      std::vector<Value> values;
      for (const JsonValue& item : json.items()) values.push_back(read_value(feature, item));
      return values;
    }
    const bool several =
        json.is(Kind::array) && (json.items().empty() || json.items()[0].is(Kind::array) ||
                                 json.items()[0].is(Kind::object));
    std::vector<Interval> intervals;
    if (several) {
      for (const JsonValue& item : json.items()) intervals.push_back(interval(item));
    } else {
      intervals.push_back(interval(json));
    }
    return intervals;
  }

  const model::Model& model_;
  const std::string& file_;
  std::string_view text_;
};

}  // namespace

RecourseAnswer read_recourse_json(const model::Model& model, const JsonValue& json,
                                  const std::string& file, std::string_view text) {
  return AnswerReader(model, file, text).read(json);
}

}  // namespace cogs::output
