// SPDX-License-Identifier: Apache-2.0
#include "present/words/test_words.h"

#include "model/write/write_model.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::Comparison;
using model::Condition;

// Dates lie before and after each other.
std::string in_time(Comparison comparison, const std::string& value) {
  switch (comparison) {
    case Comparison::less: return "before " + value;
    case Comparison::less_equal: return "up to " + value;
    case Comparison::greater: return "after " + value;
    case Comparison::greater_equal: return "from " + value + " on";
    case Comparison::equal:
    case Comparison::not_equal: break;
  }
  return {};
}

std::string applies(Comparison comparison, const std::string& value, bool numeric) {
  switch (comparison) {
    case Comparison::less: return "below " + value;
    case Comparison::less_equal: return "up to " + value;
    case Comparison::greater: return "above " + value;
    case Comparison::greater_equal: return "from " + value + " up";
    case Comparison::equal: return (numeric ? "at " : "to ") + value;
    case Comparison::not_equal: return "to anything but " + value;
  }
  return value;
}

std::string needs(Comparison comparison, const std::string& value) {
  switch (comparison) {
    case Comparison::less: return "less than " + value;
    case Comparison::less_equal: return "at most " + value;
    case Comparison::greater: return "more than " + value;
    case Comparison::greater_equal: return "at least " + value;
    case Comparison::equal: return value;
    case Comparison::not_equal: return "anything but " + value;
  }
  return value;
}

// What is asked of each value, joined; `words` takes the comparison and the number or name.
template <typename Words>
std::string joined(const model::Feature& feature, const model::FeatureTest& test, Words words) {
  std::vector<std::string> parts;
  for (const Condition& condition : test.conditions) {
    const Comparison comparison =
        test.negated ? opposite(condition.effective()) : condition.effective();
    const std::string value = value_words(feature, condition.constant);
    const std::string time = feature.notation.date.empty() ? "" : in_time(comparison, value);
    parts.push_back(time.empty() ? words(comparison, value) : time);
  }
  return listed(parts, test.negated ? "or" : "and");
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

std::string where_it_applies(const model::Feature& feature, const model::FeatureTest& test) {
  if (test.conditions.empty()) return test.negated ? "where it is not known" : "to any value";
  return joined(feature, test, [&](Comparison comparison, const std::string& value) {
    return applies(comparison, value, feature.numeric());
  });
}

std::string what_it_needs(const model::Feature& feature, const model::FeatureTest& test) {
  if (test.conditions.empty()) return test.negated ? "no value" : "a value";
  return joined(feature, test, needs);
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

}  // namespace cogs::present
