// SPDX-License-Identifier: Apache-2.0
#include "model/model.h"

#include <algorithm>

#include "base/small_letters.h"
#include "logic/syntax/term_parser.h"

namespace cogs::model {

std::optional<std::size_t> SetDomain::place(const Value& value) const {
  const auto at = std::find_if(values.begin(), values.end(),
                               [&](const SetValue& v) { return v.value == value; });
  if (at == values.end()) return std::nullopt;
  return static_cast<std::size_t>(at - values.begin());
}

bool OutOfScore::has(const Value& value) const {
  if (score.empty()) return false;
  if (value.number && ((low && *value.number < *low) || (high && *value.number > *high))) {
    return true;
  }
  return all || std::any_of(values.begin(), values.end(), [&](const Value& each) {
           return each == value || (each.number && value.number && *each.number == *value.number);
         });
}

const Value* SetDomain::find(std::string_view text) const {
  for (const SetValue& each : values) {
    if (each.value.text == text) return &each.value;
  }
  return open ? &values.back().value : nullptr;
}

Comparison opposite(Comparison comparison) {
  switch (comparison) {
    case Comparison::less: return Comparison::greater_equal;
    case Comparison::less_equal: return Comparison::greater;
    case Comparison::greater: return Comparison::less_equal;
    case Comparison::greater_equal: return Comparison::less;
    case Comparison::equal: return Comparison::not_equal;
    case Comparison::not_equal: return Comparison::equal;
  }
  return comparison;
}

std::optional<FeatureId> Model::find_feature(const std::string& name) const {
  const auto found = std::find_if(features.begin(), features.end(),
                                  [&](const Feature& feature) { return feature.name == name; });
  if (found == features.end()) return std::nullopt;
  return FeatureId(static_cast<std::size_t>(found - features.begin()));
}

std::optional<FeatureId> Model::find_feature_meant(const std::string& name) const {
  if (const auto exact = find_feature(name)) return exact;
  for (const bool by_label : {false, true}) {
    std::optional<FeatureId> found;
    std::size_t matches = 0;
    for (std::size_t i = 0; i < features.size(); ++i) {
      const std::string& own = by_label ? features[i].label : features[i].name;
      if (!base::same_in_small_letters(own, name)) continue;
      found = FeatureId(i);
      ++matches;
    }
    if (matches == 1) return found;
  }
  return std::nullopt;
}

std::optional<AtomId> Model::find_atom(const std::string& text) const {
  const logic::Source source(text, "");
  logic::Terms terms;
  logic::Messages messages(source);
  std::optional<logic::TermId> term;
  try {
    logic::TermParser parser(source, terms, messages);
    term = parser.parse();
    if (parser.peek().kind == logic::TokenKind::stop) parser.take();
    if (!parser.at_end()) return std::nullopt;
  } catch (logic::TermParser::Failure) {
    return std::nullopt;
  }
  const logic::TermKind kind = terms[*term].kind;
  if (kind != logic::TermKind::atom && kind != logic::TermKind::compound) return std::nullopt;

  const auto arguments = terms.arguments(*term);
  // `x` is how answers print the person; it may also be a constant of the model.
  const auto matches = [&](const std::optional<Value>& wanted, logic::TermId given) {
    const bool constant =
        !terms.is_variable(given) && terms[given].kind != logic::TermKind::compound;
    if (!wanted) return terms.is_variable(given) || terms.is(given, "x", 0);
    if (!constant) return false;
    if (terms.is_number(given)) {
      return wanted->text == source.text(terms[given].span) ||
             wanted->text == terms.number(given).text();
    }
    return wanted->text == terms.name(given);
  };
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Atom& atom = atoms[i];
    if (atom.predicate == terms.name(*term) &&
        std::equal(atom.arguments.begin(), atom.arguments.end(), arguments.begin(), arguments.end(),
                   matches)) {
      return AtomId(i);
    }
  }
  return std::nullopt;
}

}  // namespace cogs::model
