// SPDX-License-Identifier: Apache-2.0
//
// JSON -> what an answer claims. The reader walks the object of the contract and stops at the
// first member that has not its shape; names are looked up in the model.
#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "json/parse.h"
#include "json/value.h"
#include "model/read/json_fields.h"
#include "path/places.h"
#include "path/read_options.h"
#include "present/json/recourse.h"

namespace cogs::present {

namespace {

using Kind = json::Value::Kind;
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
  AnswerReader(const model::Model& model, const std::string& file, std::string_view text,
               const std::map<std::uint32_t, std::uint32_t>* lines)
      : model_(model), file_(file), text_(text), lines_(lines) {}

  RecourseAnswer read(const json::Value& json) {
    expect(json, Kind::object, "the answer");
    const json::Value& schema = member(json, "schema", Kind::string);
    if (schema.text() != "cogs.recourse/1") {
      fail(schema, "this is a '" + schema.text() + "', not a 'cogs.recourse/1'",
           "cogs check takes what cogs recourse --json writes");
    }
    RecourseAnswer answer;
    if (const json::Value* about = json.find("model")) {
      expect(*about, Kind::object, "'model'");
      if (const json::Value* sum = about->find("sha256")) answer.model_sha256 = sum->text();
    }
    answer.start = read_start(member(json, "start", Kind::object), answer.warnings);
    if (const json::Value* options = json.find("options")) answer.options = read_options(*options);
    answer.status = read_status(json.find("status"));
    if (const json::Value* decision = json.find("decision")) {
      expect(*decision, Kind::object, "'decision'");
      answer.undesired = truth(decision->find("undesired"));
    }
    answer.start_consistent = truth(json.find("start_consistent"));
    if (const json::Value* breaks = json.find("start_breaks")) {
      answer.start_breaks = read_breaks(*breaks);
    }
    if (const json::Value* bound = json.find("lower_bound"); bound && !bound->is(Kind::null)) {
      answer.lower_bound = number(*bound);
    }
    for (const json::Value& path : member(json, "paths", Kind::array).items()) {
      answer.paths.push_back(read_path(path));
    }
    return answer;
  }

 private:
  [[noreturn]] void fail(const json::Value& at, std::string message, std::string help = {}) const {
    base::Diagnostic d;
    d.file = file_;
    d.place = at.place;
    d.message = std::move(message);
    d.help = std::move(help);
    d.source_line = json::source_line(text_, at.place);
    throw base::InputError(std::move(d));
  }

  void expect(const json::Value& value, Kind kind, const std::string& what) const {
    if (!value.is(kind)) {
      fail(value, what + " must be " + kind_word(kind) + ", not " + kind_word(value.kind()));
    }
  }

  const json::Value& member(const json::Value& object, const std::string& name) const {
    expect(object, Kind::object, "what holds '" + name + "'");
    const json::Value* found = object.find(name);
    if (!found) fail(object, "the member '" + name + "' is not there");
    return *found;
  }

  const json::Value& member(const json::Value& object, const std::string& name, Kind kind) const {
    const json::Value& found = member(object, name);
    expect(found, kind, "'" + name + "'");
    return found;
  }

  std::optional<bool> truth(const json::Value* value) const {
    if (!value) return std::nullopt;
    expect(*value, Kind::boolean, "this");
    return value->truth();
  }

  Number number(const json::Value& value) const {
    std::optional<Number> read;
    if (value.is(Kind::number) || value.is(Kind::string)) read = Number::parse(value.text());
    if (!read) fail(value, "this must be a number");
    return *read;
  }

  std::uint32_t count(const json::Value& value) const {
    const std::optional<std::int64_t> read = number(value).to_int64();
    if (!read || *read < 1 || *read > std::numeric_limits<std::uint32_t>::max()) {
      fail(value, "this must be a whole number from 1");
    }
    return static_cast<std::uint32_t>(*read);
  }

  model::Record read_start(const json::Value& object,
                           std::vector<base::Diagnostic>& warnings) const {
    return model::read_json_record(model_, object, text_, file_, &warnings);
  }

  path::OptionTexts::Name option_name(const json::Value& value) const {
    expect(value, Kind::string, "a name");
    return {value.text(), value.place};
  }

  std::vector<path::OptionTexts::Name> option_names(const json::Value& list) const {
    expect(list, Kind::array, "this option");
    std::vector<path::OptionTexts::Name> names;
    for (const json::Value& item : list.items()) names.push_back(option_name(item));
    return names;
  }

  path::Options read_options(const json::Value& object) const {
    expect(object, Kind::object, "'options'");
    path::OptionTexts texts;
    path::Options rest;
    for (const auto& [name, value] : object.members()) {
      if (name == "fix") {
        texts.fix = option_names(value);
      } else if (name == "allow") {
        texts.allow = option_names(value);
      } else if (name == "set_missing") {
        texts.set_missing = *truth(&value);
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
          texts.costs.push_back({{feature, cost.name_place},
                                 cost.kind() == Kind::string ? cost.text() : number(cost).text()});
        }
      } else if (name == "certain") {
        rest.certain = *truth(&value);
      } else if (name == "desired") {
        texts.desired = option_name(value);
      } else if (name == "top") {
        rest.top = count(value);
      } else if (name == "all") {
        rest.all = *truth(&value);
      } else if (name == "first") {
        rest.first = *truth(&value);
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
    options.first = rest.first;
    options.max_length = rest.max_length;
    const std::string clash = path::contradiction(model_, options);
    if (!clash.empty()) fail(object, clash);
    return options;
  }

  std::vector<RecourseAnswer::Broken> read_breaks(const json::Value& list) const {
    expect(list, Kind::array, "'start_breaks'");
    std::vector<RecourseAnswer::Broken> breaks;
    for (const json::Value& item : list.items()) {
      RecourseAnswer::Broken& broken = breaks.emplace_back();
      broken.line = count(member(item, "line"));
      broken.kind = member(item, "kind", Kind::string).text();
      const json::Value& feature = member(item, "feature");
      if (feature.is(Kind::null)) continue;
      expect(feature, Kind::string, "'feature'");
      broken.feature = feature.text();
    }
    return breaks;
  }

  std::optional<path::Status> read_status(const json::Value* value) const {
    if (!value) return std::nullopt;
    expect(*value, Kind::string, "'status'");
    if (value->text() == "found") return path::Status::found;
    if (value->text() == "already") return path::Status::already;
    if (value->text() == "none") return path::Status::none;
    if (value->text() == "gave_up") return path::Status::gave_up;
    fail(*value, "there is no status '" + value->text() + "'",
         "it is found, already, none or gave_up");
  }

  path::Path read_path(const json::Value& json) const {
    path::Path path;
    path.cost = number(member(json, "cost"));
    path.certain = *truth(&member(json, "certain"));
    if (const json::Value* optimal = json.find("optimal")) path.optimal = *truth(optimal);
    for (const json::Value& item : member(json, "transitions", Kind::array).items()) {
      path::Transition transition;
      for (const json::Value& action : member(item, "actions", Kind::array).items()) {
        path::Change& change = transition.actions.emplace_back();
        read_change(action, change);
        change.cost = number(member(action, "cost"));
      }
      for (const json::Value& effect : member(item, "effects", Kind::array).items()) {
        read_effect(effect, transition.effects.emplace_back());
      }
      transition.state = read_state(member(item, "state", Kind::object));
      path.transitions.push_back(std::move(transition));
    }
    return path;
  }

  FeatureId feature_named(const std::string& name, const json::Value& at) const {
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

  Value read_value(const Feature& feature, const json::Value& value) const {
    if (feature.numeric()) return Value::of(number(value));
    if (!value.is(Kind::number) && !value.is(Kind::string)) {
      fail(value, "a value of '" + feature.name + "' must be a string or a number");
    }
    return Value::of(value.text());
  }

  void read_change(const json::Value& json, path::Change& change) const {
    const json::Value& name = member(json, "feature", Kind::string);
    change.feature = feature_named(name.text(), name);
    const Feature& feature = model_.feature(change.feature);
    if (const json::Value& from = member(json, "from"); !from.is(Kind::null)) {
      change.from = read_value(feature, from);
    }
    const json::Value& to = member(json, "to", Kind::object);
    change.to = read_value(feature, member(to, "value"));
    if (feature.numeric()) {
      change.range = std::vector<Interval>{interval(member(to, "range"), to.find("open"))};
    } else {
      change.range = read_set(feature, member(to, "range"));
    }
  }

  void read_effect(const json::Value& json, path::Effect& effect) const {
    read_change(json, effect);
    effect.supported = read_set(model_.feature(effect.feature), member(json, "supported"));
    effect.certain = *truth(&member(json, "certain"));
    for (const json::Value& line : member(json, "rules", Kind::array).items()) {
      effect.rules.push_back(rule_at(count(line), effect.feature));
    }
  }

  // Of several rules in one line, one for the feature.
  model::CausalRuleId rule_at(std::uint32_t line, FeatureId feature) const {
    if (lines_) {
      const auto now = lines_->find(line);
      if (now == lines_->end()) return path::no_causal_rule;
      line = now->second;
    }
    model::CausalRuleId found = path::no_causal_rule;
    for (std::size_t r = 0; r < model_.causal_rules.size(); ++r) {
      const model::CausalRule& rule = model_.causal_rules[r];
      if (rule.place.line != line) continue;
      if (rule.feature == feature) return model::CausalRuleId(r);
      found = model::CausalRuleId(r);
    }
    return found;
  }

  model::Record read_state(const json::Value& object) const {
    model::Record record(model_.features.size());
    for (const auto& [name, value] : object.members()) {
      const FeatureId id = feature_named(name, value);
      if (!value.is(Kind::null)) record[id.index()] = read_value(model_.feature(id), value);
    }
    return record;
  }

  std::pair<std::optional<Number>, std::optional<Number>> ends(const json::Value& pair) const {
    if (!pair.is(Kind::array) || pair.items().size() != 2) fail(pair, "this must be [lo, hi]");
    std::optional<Number> low, high;
    if (!pair.items()[0].is(Kind::null)) low = number(pair.items()[0]);
    if (!pair.items()[1].is(Kind::null)) high = number(pair.items()[1]);
    return {low, high};
  }

  Interval interval(const json::Value& pair, const json::Value* open) const {
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

  Interval interval(const json::Value& json) const {
    if (json.is(Kind::object)) return interval(member(json, "range"), json.find("open"));
    return interval(json, nullptr);
  }

  path::ValueSet read_set(const Feature& feature, const json::Value& json) const {
    if (!feature.numeric()) {
      expect(json, Kind::array, "a set of values");
      std::vector<Value> values;
      for (const json::Value& item : json.items()) values.push_back(read_value(feature, item));
      return values;
    }
    const bool several =
        json.is(Kind::array) && (json.items().empty() || json.items()[0].is(Kind::array) ||
                                 json.items()[0].is(Kind::object));
    std::vector<Interval> intervals;
    if (several) {
      for (const json::Value& item : json.items()) intervals.push_back(interval(item));
    } else {
      intervals.push_back(interval(json));
    }
    return intervals;
  }

  const model::Model& model_;
  const std::string& file_;
  std::string_view text_;
  const std::map<std::uint32_t, std::uint32_t>* lines_;
};

}  // namespace

RecourseAnswer read_recourse_json(const model::Model& model, const json::Value& json,
                                  const std::string& file, std::string_view text,
                                  const std::map<std::uint32_t, std::uint32_t>* lines) {
  return AnswerReader(model, file, text, lines).read(json);
}

}  // namespace cogs::present
