// SPDX-License-Identifier: Apache-2.0
#include "output/test_words.h"

#include "model/write_model.h"
#include "output/words.h"

namespace cogs::output {

namespace {

using model::Comparison;
using model::Condition;

std::string condition_words(const model::Feature& feature, Comparison comparison,
                            const model::Value& constant) {
  const std::string value = value_words(feature, constant);
  switch (comparison) {
    case Comparison::less: return "below " + value;
    case Comparison::less_equal: return "up to " + value;
    case Comparison::greater: return "above " + value;
    case Comparison::greater_equal: return "from " + value + " up";
    case Comparison::equal: return value;
    case Comparison::not_equal: return "anything but " + value;
  }
  return value;
}

const char* symbol(Comparison comparison) {
  switch (comparison) {
    case Comparison::less: return "< ";
    case Comparison::less_equal: return "=< ";
    case Comparison::greater: return "> ";
    case Comparison::greater_equal: return ">= ";
    case Comparison::equal: return "= ";
    case Comparison::not_equal: return "\\= ";
  }
  return "";
}

}  // namespace

std::string test_words(const model::Feature& feature, const model::FeatureTest& test) {
  if (test.conditions.empty()) return test.negated ? "no value" : "any value";
  std::vector<std::string> words;
  for (const Condition& condition : test.conditions) {
    const Comparison comparison =
        test.negated ? opposite(condition.effective()) : condition.effective();
    words.push_back(condition_words(feature, comparison, condition.constant));
  }
  return listed(words, test.negated ? "or" : "and");
}

std::string test_text(const model::Feature& feature, const model::FeatureTest& test) {
  if (test.conditions.empty()) return test.negated ? "missing" : "given";
  std::string out;
  for (const Condition& condition : test.conditions) {
    const Comparison comparison =
        test.negated ? opposite(condition.effective()) : condition.effective();
    const std::string constant = feature.numeric() && condition.constant.number
                                     ? condition.constant.number->text()
                                     : model::constant_text(condition.constant);
    out += (out.empty()    ? ""
            : test.negated ? "; "
                           : ", ") +
           std::string(symbol(comparison)) + constant;
  }
  return out;
}

}  // namespace cogs::output
