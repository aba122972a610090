// SPDX-License-Identifier: Apache-2.0
#include "present/words/broken_words.h"

#include "path/places.h"
#include "present/words/rule_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using Fault = path::Broken::Kind;

constexpr std::size_t most_sentences = 4;

std::string line_of(const model::Model& model, const path::Broken& broken) {
  return "line " + std::to_string(path::place_of(model, broken).line);
}

std::string in_vain(const model::Model& model, const model::Record& start,
                    const path::Broken& broken) {
  const model::CausalRule& rule = model.causal_rules[broken.rule];
  const model::Feature& feature = model.feature(rule.feature);
  return "the record is an exception to " + line_of(model, broken) + ": " +
         causal_rule_words(model, rule, model::CausalMode::if_) + ", and here it is " +
         value_words(feature, start[rule.feature.index()]) + ". No step rests on that rule.";
}

// Rules of one feature, none of which applies.
std::string unsupported(const model::Model& model, const model::Record& start,
                        const std::vector<path::Broken>& rules) {
  const model::CausalRule& first = model.causal_rules[rules.front().rule];
  const model::Feature& feature = model.feature(first.feature);
  const std::string value =
      feature_words(feature) + " is " + value_words(feature, start[first.feature.index()]);
  const std::string excused =
      " That is left as it is, for as long as " + feature_words(feature) + " keeps this value.";
  if (rules.size() == 1) {
    return "the record is an exception to " + line_of(model, rules.front()) + ": " +
           causal_rule_words(model, first, model::CausalMode::only_if) + ", and here " + value +
           " all the same." + excused;
  }
  return "the record is an exception to " + line_words(path::lines_of(model, rules)) + ": " +
         value + ", and none of the causes in these rules is there." + excused;
}

std::string denied(const model::Model& model, const path::Broken& broken) {
  std::string denial = statement_at(model, path::place_of(model, broken));
  if (denial.ends_with('.')) denial.pop_back();
  return "the record is an exception to " + line_of(model, broken) +
         ", which rules it out: " + denial + ". That denial does not count for it.";
}

}  // namespace

std::vector<std::string> broken_sentences(const model::Model& model, const model::Record& start,
                                          const std::vector<path::Broken>& broken) {
  std::vector<std::string> sentences;
  std::vector<path::Broken> rest;
  std::vector<bool> said(broken.size());
  for (std::size_t i = 0; i < broken.size(); ++i) {
    if (said[i]) continue;
    std::vector<path::Broken> together = {broken[i]};
    for (std::size_t k = i + 1; k < broken.size() && broken[i].kind == Fault::unsupported; ++k) {
      if (broken[k].kind != Fault::unsupported || broken[k].feature != broken[i].feature) continue;
      said[k] = true;
      together.push_back(broken[k]);
    }
    if (sentences.size() == most_sentences) {
      rest.insert(rest.end(), together.begin(), together.end());
      continue;
    }
    switch (broken[i].kind) {
      case Fault::in_vain: sentences.push_back(in_vain(model, start, broken[i])); break;
      case Fault::unsupported: sentences.push_back(unsupported(model, start, together)); break;
      case Fault::denial: sentences.push_back(denied(model, broken[i])); break;
    }
  }
  if (!rest.empty()) {
    sentences.push_back("the record is an exception to " + line_words(path::lines_of(model, rest)) +
                        ", too.");
  }
  return sentences;
}

std::string broken_kind_words(Fault kind) {
  switch (kind) {
    case Fault::in_vain: return "applies without its effect";
    case Fault::unsupported: return "its value has no cause";
    case Fault::denial: return "is ruled out";
  }
  return {};
}

}  // namespace cogs::present
