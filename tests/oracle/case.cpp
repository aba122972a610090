// SPDX-License-Identifier: Apache-2.0
#include "oracle/case.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "model/read/read_model.h"
#include "model/read/read_price.h"
#include "path/places.h"

namespace cogs::oracle {

namespace {

std::string lines(const std::vector<std::string>& all) {
  std::string result;
  for (const std::string& line : all) result += line + "\n";
  return result;
}

model::FeatureId feature(const model::Model& model, const std::string& name) {
  const auto id = model.find_feature(name);
  if (!id) throw std::invalid_argument("no feature " + name);
  return *id;
}

std::optional<base::Number> bound(const std::string& text) {
  if (text.empty() || text == "inf" || text == "-inf") return std::nullopt;
  const auto number = base::Number::parse(text);
  if (!number) throw std::invalid_argument("not a number: " + text);
  return number;
}

void read_option(const model::Model& model, const std::string& line, path::Options& options) {
  const std::size_t space = line.find(' ');
  const std::string name = line.substr(0, space);
  const std::string value = space == std::string::npos ? "" : line.substr(space + 1);
  const std::size_t equals = value.find('=');
  const std::string left = value.substr(0, equals);
  const std::string right = equals == std::string::npos ? "" : value.substr(equals + 1);
  if (name == "--fix") {
    options.fix.push_back(feature(model, value));
  } else if (name == "--allow") {
    options.allow.push_back(feature(model, value));
  } else if (name == "--only") {
    std::vector<model::FeatureId> only;
    std::stringstream names(value);
    for (std::string one; std::getline(names, one, ',');) only.push_back(feature(model, one));
    options.only = only;
  } else if (name == "--range") {
    const std::size_t dots = right.find("..");
    if (dots == std::string::npos) throw std::invalid_argument("no range: " + right);
    options.ranges.push_back(
        {feature(model, left), bound(right.substr(0, dots)), bound(right.substr(dots + 2))});
  } else if (name == "--cost") {
    const model::FeatureId id = feature(model, left);
    options.costs.push_back({id, model::read_price(right, model.feature(id), "case")});
  } else if (name == "--set-missing") {
    options.set_missing = true;
  } else if (name == "--desired") {
    options.desired = model.find_atom(value);
    if (!options.desired) throw std::invalid_argument("no atom " + value);
  } else if (name == "--certain") {
    options.certain = true;
  } else if (name == "--top") {
    options.top = static_cast<std::uint32_t>(std::stoul(value));
  } else if (name == "--all") {
    options.all = true;
  } else if (name == "--max-length") {
    options.max_length = static_cast<std::uint32_t>(std::stoul(value));
  } else {
    throw std::invalid_argument("unknown option " + name);
  }
}

std::string text_of(const std::optional<model::Value>& value) { return value ? value->text : "?"; }

std::string kind_name(path::BlockerKind kind) {
  switch (kind) {
    case path::BlockerKind::fixed: return "fixed";
    case path::BlockerKind::direction: return "direction";
    case path::BlockerKind::caused: return "caused";
    case path::BlockerKind::missing: return "missing";
    case path::BlockerKind::domain: return "domain";
    case path::BlockerKind::causal_rules: return "causal_rules";
    case path::BlockerKind::denial: return "denial";
    case path::BlockerKind::option: return "option";
    case path::BlockerKind::decision: return "decision";
  }
  return "?";
}

}  // namespace

std::string Case::text() const {
  return "[model]\n" + lines(model) + "[record]\n" + lines(record) + "[options]\n" +
         lines(options) + "[expect]\n" + expected;
}

Case read_case(const std::string& text) {
  Case result;
  std::vector<std::string>* into = nullptr;
  std::vector<std::string> expected;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line == "[model]") {
      into = &result.model;
    } else if (line == "[record]") {
      into = &result.record;
    } else if (line == "[options]") {
      into = &result.options;
    } else if (line == "[expect]") {
      into = &expected;
    } else if (into) {
      into->push_back(line);
    } else if (!line.empty() && line[0] != '%') {
      throw std::invalid_argument("a case begins with [model], not with " + line);
    }
  }
  result.expected = lines(expected);
  return result;
}

Question question(const Case& c) {
  Question q;
  q.model = model::read_model(lines(c.model), "case.cogs");
  std::vector<model::Field> fields;
  for (const std::string& line : c.record) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) throw std::invalid_argument("no field: " + line);
    fields.push_back({line.substr(0, equals), line.substr(equals + 1), {}});
  }
  q.record = model::read_record(q.model, fields);
  for (const std::string& line : c.options) read_option(q.model, line, q.options);
  return q;
}

std::string summary(const path::ValueSet& values) {
  std::string result;
  if (const auto* list = std::get_if<std::vector<model::Value>>(&values)) {
    for (const model::Value& v : *list) result += (result.empty() ? "" : ", ") + v.text;
    return "{" + result + "}";
  }
  for (const model::Interval& i : std::get<std::vector<model::Interval>>(values)) {
    if (!result.empty()) result += " ";
    result += !i.low ? "(" : i.low_open ? "(" : "[";
    result += i.low ? i.low->text() : "-inf";
    result += "..";
    result += i.high ? i.high->text() : "inf";
    result += !i.high ? ")" : i.high_open ? ")" : "]";
  }
  return result.empty() ? "nothing" : result;
}

std::string summary(const std::vector<path::Broken>& broken) {
  std::vector<std::string> texts;
  for (const path::Broken& b : broken) {
    std::string text = std::to_string(b.rule);
    switch (b.kind) {
      case path::Broken::Kind::in_vain: text += " in vain"; break;
      case path::Broken::Kind::unsupported: text += " unsupported"; break;
      case path::Broken::Kind::denial: text += " denial"; break;
    }
    if (b.feature) text += " of " + std::to_string(b.feature->index());
    texts.push_back(text);
  }
  std::sort(texts.begin(), texts.end());  // of one line, in any order
  std::string result;
  for (const std::string& text : texts) result += (result.empty() ? "" : "; ") + text;
  return result.empty() ? "nothing" : result;
}

std::string summary(const model::Model& model, const path::Path& path) {
  std::string result = "path cost " + path.cost.text() + (path.certain ? " certain" : " uncertain");
  for (const path::Transition& transition : path.transitions) {
    result += "\n ";
    const auto add = [&](const path::Change& change, const char* arrow) {
      result += " " + model.feature(change.feature).name + ": " + text_of(change.from) + arrow +
                change.to.text + " in " + summary(change.range);
    };
    for (const path::Change& action : transition.actions) {
      add(action, " -> ");
      result += ";";
    }
    for (const path::Effect& effect : transition.effects) {
      add(effect, " => ");
      result += " of " + summary(effect.supported) + (effect.certain ? " certain" : " uncertain");
      result += " by";
      for (model::CausalRuleId rule : effect.rules) {
        result += " " + std::to_string(model.rule(rule).place.line);
      }
      result += ";";
    }
    result += " |";
    for (const auto& value : transition.state) result += " " + text_of(value);
  }
  return result + "\n";
}

std::string summary(const model::Model& model, path::Status status,
                    const std::vector<path::Path>& paths,
                    const std::vector<path::Blocker>& blockers) {
  std::string result;
  switch (status) {
    case path::Status::found: result = "found\n"; break;
    case path::Status::already: result = "already\n"; break;
    case path::Status::none: result = "none\n"; break;
    case path::Status::gave_up: result = "gave up\n"; break;
  }
  for (const path::Path& path : paths) result += summary(model, path);
  for (const path::Blocker& b : blockers) {
    result += "blocker " + kind_name(b.kind);
    if (b.feature) result += " " + model.feature(*b.feature).name;
    if (!b.option.empty()) {
      std::string option = " --" + b.option;
      std::replace(option.begin(), option.end(), '_', '-');
      result += option;
    }
    for (std::uint32_t line : path::lines_of(model, b)) result += " " + std::to_string(line);
    result += "\n";
  }
  return result;
}

}  // namespace cogs::oracle
