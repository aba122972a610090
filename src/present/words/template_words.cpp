// SPDX-License-Identifier: Apache-2.0
#include "present/words/template_words.h"

#include "model/class_labels.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::WordTemplate;

const std::string not_the_case = "it is not the case that ";

// The words for each argument; the person's stay empty, because its type is its name.
std::string fill(const WordTemplate& words, const std::vector<std::string>& arguments) {
  std::string out;
  std::size_t done = 0;
  for (const model::TemplatePlace& place : model::places_in(words.text)) {
    out += safe_text(std::string_view(words.text).substr(done, place.begin - done));
    done = place.end;
    const std::string type = safe_text(place.type);
    for (std::size_t i = 0; i < words.arguments.size(); ++i) {
      const auto& argument = words.arguments[i];
      if (argument.constant || argument.variable != place.variable) continue;
      if (arguments[i].empty()) {
        out += "the " + (type.empty() ? "person" : type);
      } else {
        out += (type.empty() ? "" : "the " + type + " ") + arguments[i];
      }
      break;
    }
  }
  return out + safe_text(std::string_view(words.text).substr(done));
}

}  // namespace

TemplateWords::TemplateWords(const model::Model& model)
    : model_(model), templates_(model::word_templates(model)) {}

std::optional<std::string> TemplateWords::value(model::FeatureId id, const model::Value& value,
                                                bool negated) const {
  const model::Feature& feature = model_.feature(id);
  for (const WordTemplate& words : templates_) {
    if (words.predicate != feature.name || words.arguments.size() != 2) continue;
    const auto& constant = words.arguments[1].constant;
    const bool same =
        !constant || (feature.numeric() ? constant->number == value.number : *constant == value);
    if (same && words.negated == negated) return fill(words, {"", value_words(feature, value)});
  }
  return std::nullopt;
}

std::string TemplateWords::state(model::FeatureId id,
                                 const std::optional<model::Value>& value) const {
  if (value) {
    if (const auto words = this->value(id, *value)) return *words;
  }
  const model::Feature& feature = model_.feature(id);
  return feature_words(feature) + " is " + value_words(feature, value);
}

std::optional<std::string> TemplateWords::by_template(model::AtomId id, bool negated) const {
  const model::Atom& atom = model_.atoms[id.index()];
  for (const WordTemplate& words : templates_) {
    if (words.predicate != atom.predicate || words.negated != negated) continue;
    if (words.arguments.size() != atom.arguments.size()) continue;
    std::vector<std::string> arguments;
    bool same = true;
    for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
      const auto& value = atom.arguments[i];
      const auto& constant = words.arguments[i].constant;
      same = same && (!constant || (value && *constant == *value));
      arguments.push_back(value ? value_words(*value) : "");
    }
    if (same) return fill(words, arguments);
  }
  return std::nullopt;
}

std::string TemplateWords::label(model::AtomId atom) const {
  return safe_text(model::class_label(model_, atom));
}

std::string TemplateWords::atom(model::AtomId atom) const {
  if (const std::string words = label(atom); !words.empty()) return words;
  return by_template(atom, false).value_or(atom_words(model_.atoms[atom.index()]));
}

std::string TemplateWords::not_atom(model::AtomId atom) const {
  const std::string other = safe_text(model::other_class_label(model_, atom));
  if (!other.empty()) return other;
  if (const std::string words = label(atom); !words.empty()) return "not " + words;
  if (const auto words = by_template(atom, true)) return *words;
  if (const auto words = by_template(atom, false)) return not_the_case + *words;
  model::Atom named = model_.atoms[atom.index()];
  const std::string other_class = model::other_class(model_, atom);
  if (other_class.empty()) return "not " + atom_words(named);
  for (auto& argument : named.arguments) {
    if (argument) argument = model::Value::of(other_class);
  }
  return atom_words(named);
}

std::string TemplateWords::lead(model::AtomId atom) const {
  return knows(atom) || !label(atom).empty() ? ": " : " ";
}

std::string TemplateWords::clause(model::AtomId atom, const std::string& holds,
                                  const std::string& is) const {
  if (const std::string words = label(atom); !words.empty()) {
    return "the decision " + is.substr(0, is.rfind(" the case")) + " " + words;
  }
  if (const auto words = by_template(atom, false)) return "it " + is + " that " + *words;
  return atom_words(model_.atoms[atom.index()]) + " " + holds;
}

bool TemplateWords::knows(model::AtomId atom) const {
  return by_template(atom, false) || by_template(atom, true);
}

}  // namespace cogs::present
