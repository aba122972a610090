// SPDX-License-Identifier: Apache-2.0
#include "present/export/scasp_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "path/check_state.h"
#include "present/export/clingo_cells.h"

namespace cogs::present {

using model::Comparison;
using model::Condition;
using model::Number;
using Goals = ScaspConditions::Goals;

namespace {

bool plain(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

const char* constraint_sign(Comparison comparison) {
  switch (comparison) {
    case Comparison::less: return " #< ";
    case Comparison::less_equal: return " #=< ";
    case Comparison::greater: return " #> ";
    case Comparison::greater_equal: return " #>= ";
    case Comparison::equal: return " #= ";
    case Comparison::not_equal: return " #<> ";
  }
  return " ? ";
}

// Integers n with low < n =< high, the one form in which every region holds an integer.
struct Stretch {
  std::optional<Number> low, high;
};

std::vector<Stretch> stretches_of(Comparison comparison, const Number& number) {
  const Number below = number.ceil() - 1;  // the greatest integer below the number
  const Number up_to = number.floor();
  switch (comparison) {
    case Comparison::less: return {{std::nullopt, below}};
    case Comparison::less_equal: return {{std::nullopt, up_to}};
    case Comparison::greater: return {{up_to, std::nullopt}};
    case Comparison::greater_equal: return {{below, std::nullopt}};
    case Comparison::equal:
      if (!number.is_integer()) return {};
      return {{below, up_to}};
    case Comparison::not_equal:
      if (!number.is_integer()) return {{}};
      return {{std::nullopt, below}, {up_to, std::nullopt}};
  }
  return {};
}

std::vector<Stretch> common(const std::vector<Stretch>& a, const std::vector<Stretch>& b) {
  std::vector<Stretch> result;
  for (const Stretch& left : a) {
    for (const Stretch& right : b) {
      Stretch both = left;
      if (right.low && (!both.low || *right.low > *both.low)) both.low = right.low;
      if (right.high && (!both.high || *right.high < *both.high)) both.high = right.high;
      if (!both.low || !both.high || *both.low < *both.high) result.push_back(both);
    }
  }
  return result;
}

// Every number that the rules compare an integer feature with: before it and after it, a region
// may end. Two ends between which no integer lies make the rational reading too generous.
bool leaves_room_between_integers(const model::Model& model, model::FeatureId feature) {
  using End = std::pair<Number, bool>;  // number, after it
  std::vector<End> cuts;
  for (const Condition* condition : conditions_on(model, feature)) {
    const auto& number = condition->constant.number;
    if (!number) continue;
    const Comparison comparison = condition->effective();
    if (comparison != Comparison::less_equal && comparison != Comparison::greater) {
      cuts.emplace_back(*number, false);
    }
    if (comparison != Comparison::less && comparison != Comparison::greater_equal) {
      cuts.emplace_back(*number, true);
    }
  }

  const auto& domain = model.feature(feature).numbers();
  if (domain.low) cuts.emplace_back(*domain.low, false);
  if (domain.high) cuts.emplace_back(*domain.high, true);
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const End &low = cuts[i - 1], &high = cuts[i];
    if (low == high) continue;
    const Number first = low.second ? low.first.floor() + 1 : low.first.ceil();
    if (first > high.first || (first == high.first && !high.second)) return true;
  }
  return false;
}

}  // namespace

std::string scasp_atom(const std::string& name) {
  const bool bare = !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
                    std::all_of(name.begin(), name.end(), plain);
  if (bare) return name;
  std::string out = "'";
  for (char c : name) {
    if (c == '\'' || c == '\\') out.push_back('\\');
    if (c == '\n') {
      out += "\\n";
    } else {
      out.push_back(c);
    }
  }
  return out + "'";
}

std::string scasp_value(const model::Value& value) {
  const std::string digits = value.text.substr(value.text.rfind('-', 0) == 0 ? 1 : 0);
  const bool integer = !digits.empty() && std::all_of(digits.begin(), digits.end(),
                                                      [](char c) { return c >= '0' && c <= '9'; });
  // 007 and 7 are different values, but the same number.
  const bool canonical = integer && value.number && value.number->text() == value.text;
  return canonical ? value.text : scasp_atom(value.text);
}

std::string scasp_number(const Number& number) {
  const int decimals = number.decimals();
  if (decimals == 0) return number.text();
  const Number unit = Number::power_of_ten(decimals);
  return (number * unit).text() + "/" + unit.text();
}

std::string scasp_variable(const std::string& name) {
  std::string out;
  for (char c : name) out.push_back(plain(c) ? c : '_');
  if (out.empty() || !std::isalpha(static_cast<unsigned char>(out[0]))) out = "V_" + out;
  out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  return out;
}

std::string scasp_list(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string scasp_term(const std::string& predicate, const std::vector<std::string>& arguments) {
  return scasp_atom(predicate) + (arguments.empty() ? "" : "(" + scasp_list(arguments) + ")");
}

std::string scasp_clause(const std::string& head, const std::vector<std::string>& goals) {
  if (goals.empty()) return head + ".\n";
  const std::string line = head + " :- " + scasp_list(goals) + ".\n";
  if (line.size() <= 100) return line;
  std::string text = head + " :-\n";
  for (std::size_t i = 0; i < goals.size(); ++i) {
    text += "    " + goals[i] + (i + 1 < goals.size() ? ",\n" : ".\n");
  }
  return text;
}

ScaspConditions::ScaspConditions(const model::Model& model, model::FeatureId feature)
    : feature_(model.feature(feature)) {
  rounded_ = feature_.numeric() && feature_.numbers().integer &&
             leaves_room_between_integers(model, feature);
}

std::vector<Goals> ScaspConditions::integer_alternatives(const std::vector<Condition>& conditions,
                                                         const std::string& variable) const {
  std::vector<Stretch> stretches = {{}};
  for (const Condition& condition : conditions) {
    if (!condition.constant.number) return {};
    stretches = common(stretches, stretches_of(condition.effective(), *condition.constant.number));
  }
  std::vector<Goals> result;
  for (const Stretch& stretch : stretches) {
    Goals goals;
    if (stretch.low) goals.push_back(variable + " #> " + stretch.low->text());
    if (stretch.high) goals.push_back(variable + " #=< " + stretch.high->text());
    result.push_back(std::move(goals));
  }
  return result;
}

std::vector<Goals> ScaspConditions::alternatives(const std::vector<Condition>& conditions,
                                                 const std::string& variable) const {
  if (rounded_) return integer_alternatives(conditions, variable);
  if (feature_.numeric()) {
    Goals goals;
    for (const Condition& condition : conditions) {
      if (!condition.constant.number) return {};
      goals.push_back(variable + constraint_sign(condition.effective()) +
                      condition.constant.number->text());
    }
    return {goals};
  }
  if (conditions.empty()) return {{}};
  if (conditions.size() == 1) {
    const Comparison comparison = conditions[0].effective();
    const std::string value = scasp_value(conditions[0].constant);
    if (comparison == Comparison::equal) return {{variable + " = " + value}};
    if (comparison == Comparison::not_equal) return {{variable + " \\= " + value}};
  }
  std::vector<Goals> result;
  for (const model::SetValue& each : feature_.set().values) {
    const bool all = std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
      return path::check::satisfies(feature_, each.value, c);
    });
    if (all) result.push_back({variable + " = " + scasp_value(each.value)});
  }
  return result;
}

std::vector<Goals> ScaspConditions::domain(const std::string& variable) const {
  if (!feature_.numeric()) {
    std::vector<Goals> result;
    for (const model::SetValue& each : feature_.set().values) {
      result.push_back({variable + " = " + scasp_value(each.value)});
    }
    return result;
  }
  Goals goals;
  const model::NumericDomain& domain = feature_.numbers();
  if (domain.low) goals.push_back(variable + " #>= " + domain.low->text());
  if (domain.high) goals.push_back(variable + " #=< " + domain.high->text());
  return {goals};
}

}  // namespace cogs::present
