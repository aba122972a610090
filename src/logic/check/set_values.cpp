// SPDX-License-Identifier: Apache-2.0
//
// Terms: what they compute, and which values of variables make them equal to a value.
#include <algorithm>
#include <array>

#include "logic/check/set_judge.h"

namespace cogs::logic {

// The value of a term with everything in it computed; nothing if it has none.
std::optional<check::ValueId> SetJudge::value(TermId id, const Environment& environment) {
  const Term& term = terms_[id];
  if (term.kind == TermKind::variable) {
    const ValueId* found = environment.find(check::variable_key(terms_, id));
    return found ? std::optional(*found) : std::nullopt;
  }
  if (term.kind == TermKind::number) return values_.number(terms_.number(id));
  if (term.kind != TermKind::compound) return values_.named(term.kind, terms_.name(id));
  std::vector<ValueId> arguments;
  for (std::size_t i = 0; i < term.arity; ++i) {
    const auto argument = value(terms_.argument(id, i), environment);
    if (!argument) return std::nullopt;
    arguments.push_back(*argument);
  }
  const std::string& name = terms_.name(id);
  if (!is_computed(name, term.arity)) return values_.compound(name, arguments);
  if (name == "-" && term.arity == 1 && values_.kind(arguments[0]) != TermKind::number) {
    return with_sign_turned(arguments[0]);
  }
  std::vector<std::int64_t> numbers;
  for (const ValueId argument : arguments) {
    if (values_.kind(argument) != TermKind::number) return std::nullopt;
    const auto number = values_.number_of(argument).to_int64();
    constexpr std::int64_t far = std::int64_t{1} << 31;
    if (!number || *number > far || *number < -far) {
      beyond_ = true;
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  const auto result = computed(name, numbers);
  if (!result) return std::nullopt;
  return values_.number(base::Number(*result));
}

// -f(X) of f(X), and f(X) of -f(X). What is not a name or compound has no sign.
std::optional<check::ValueId> SetJudge::with_sign_turned(ValueId id) {
  const std::string name = values_.name(id);
  if (values_.kind(id) == TermKind::compound) {
    if (name == "-" && values_.arguments(id).size() == 1) return values_.arguments(id)[0];
  } else if (values_.kind(id) != TermKind::atom || name == "#inf" || name == "#sup") {
    return std::nullopt;
  }
  return values_.compound("-", std::array{id});
}

bool SetJudge::is_computed(const std::string& name, std::size_t arity) {
  if (arity == 1) return name == "-" || name == "~" || name == "abs";
  static const std::set<std::string> names{"+", "-", "*", "/", "\\", "**", "&", "?", "^"};
  return arity == 2 && names.count(name) > 0;
}

std::optional<std::int64_t> SetJudge::computed(const std::string& name,
                                               const std::vector<std::int64_t>& x) {
  if (x.size() == 1) return name == "-" ? -x[0] : name == "~" ? ~x[0] : std::abs(x[0]);
  if (name == "+") return x[0] + x[1];
  if (name == "-") return x[0] - x[1];
  if (name == "*") return x[0] * x[1];
  if (name == "&") return x[0] & x[1];
  if (name == "?") return x[0] | x[1];
  if (name == "^") return x[0] ^ x[1];
  if (name == "**") {
    std::int64_t power = 1;
    if (x[1] < 0) return x[0] == 0 ? std::nullopt : std::optional<std::int64_t>(0);
    for (std::int64_t i = 0; i < x[1]; ++i) {
      power *= x[0];
      if (std::abs(power) > (std::int64_t{1} << 31)) {
        beyond_ = true;
        return std::nullopt;
      }
    }
    return power;
  }
  if (x[1] == 0) return std::nullopt;
  return name == "/" ? x[0] / x[1] : x[0] % x[1];
}

bool SetJudge::is_bound(TermId id, const Environment& environment) const {
  std::vector<TermId> variables;
  check::collect_variables(terms_, id, variables);
  return std::all_of(variables.begin(), variables.end(), [&](TermId variable) {
    return environment.find(check::variable_key(terms_, variable)) != nullptr;
  });
}

bool SetJudge::has_range(TermId id) const {
  if (terms_.is(id, "..", 2)) return true;
  for (const TermId argument : terms_.arguments(id)) {
    if (has_range(argument)) return true;
  }
  return false;
}

// All values of a term whose variables have values: one, or with ranges several.
std::vector<check::ValueId> SetJudge::all_values(TermId id, const Environment& environment) {
  if (!has_range(id)) {
    const auto one = value(id, environment);
    return one ? std::vector<ValueId>{*one} : std::vector<ValueId>{};
  }
  std::vector<ValueId> result;
  if (terms_.is(id, "..", 2)) {
    for (const ValueId low : all_values(terms_.argument(id, 0), environment)) {
      for (const ValueId high : all_values(terms_.argument(id, 1), environment)) {
        if (values_.kind(low) != TermKind::number || values_.kind(high) != TermKind::number) {
          continue;
        }
        for (base::Number n = values_.number_of(low); n <= values_.number_of(high);
             n += base::Number(1)) {
          if (!use()) return result;
          result.push_back(values_.number(n));
        }
      }
    }
    return result;
  }
  // The other parts with each value of the first argument that has a range.
  std::vector<std::vector<ValueId>> rows{{}};
  for (const TermId argument : terms_.arguments(id)) {
    std::vector<std::vector<ValueId>> longer;
    for (const auto& row : rows) {
      for (const ValueId one : all_values(argument, environment)) {
        if (!use()) return result;
        longer.push_back(row);
        longer.back().push_back(one);
      }
    }
    rows = std::move(longer);
  }
  const std::string& name = terms_.name(id);
  for (const auto& row : rows) {
    if (!is_computed(name, row.size())) {
      result.push_back(values_.compound(name, row));
      continue;
    }
    if (name == "-" && row.size() == 1 && values_.kind(row[0]) != TermKind::number) {
      if (const auto turned = with_sign_turned(row[0])) result.push_back(*turned);
      continue;
    }
    std::vector<std::int64_t> numbers;
    for (const ValueId part : row) {
      if (values_.kind(part) != TermKind::number) break;
      if (const auto n = values_.number_of(part).to_int64()) numbers.push_back(*n);
    }
    if (numbers.size() != row.size()) continue;
    if (const auto number = computed(name, numbers)) {
      result.push_back(values_.number(base::Number(*number)));
    }
  }
  return result;
}

// Gives the variables of the pattern values so that it equals `wanted`. What is computed is
// solved for one variable by trying the numbers that the program and the answer make likely.
bool SetJudge::match(TermId id, ValueId wanted, Environment& environment) {
  const Term& term = terms_[id];
  if (term.kind == TermKind::variable) {
    const std::uint64_t key = check::variable_key(terms_, id);
    if (const ValueId* found = environment.find(key)) return *found == wanted;
    environment.set(key, wanted);
    return true;
  }
  if (is_bound(id, environment)) {
    const auto all = all_values(id, environment);
    return std::find(all.begin(), all.end(), wanted) != all.end();
  }
  if (term.kind != TermKind::compound) return false;
  const std::string& name = terms_.name(id);
  if (is_computed(name, term.arity)) return solve(id, wanted, environment);
  if (values_.kind(wanted) != TermKind::compound || values_.name(wanted) != name ||
      values_.arguments(wanted).size() != term.arity) {
    return false;
  }
  const std::vector<ValueId> parts = values_.arguments(wanted);
  // What is computed comes last: other arguments may give its variables values.
  for (const bool computing : {false, true}) {
    for (std::size_t i = 0; i < term.arity; ++i) {
      const TermId argument = terms_.argument(id, i);
      const bool later = terms_[argument].kind == TermKind::compound &&
                         is_computed(terms_.name(argument), terms_[argument].arity);
      if (later == computing && !match(argument, parts[i], environment)) return false;
    }
  }
  return true;
}

// Whether match() can give all its variables values; X/2 = 3 has to wait for a value of X.
bool SetJudge::is_solvable(TermId id, const Environment& environment) const {
  if (terms_.is_variable(id) || is_bound(id, environment)) return true;
  const std::string& name = terms_.name(id);
  const auto arguments = terms_.arguments(id);
  if (is_computed(name, arguments.size())) {
    if (arguments.size() == 1) return name == "-" && is_solvable(arguments[0], environment);
    if (name != "+" && name != "-" && name != "*") return false;
    const bool left = is_bound(arguments[0], environment);
    if (left == is_bound(arguments[1], environment)) return false;
    return is_solvable(arguments[left ? 1 : 0], environment);
  }
  return std::all_of(arguments.begin(), arguments.end(),
                     [&](TermId argument) { return is_solvable(argument, environment); });
}

bool SetJudge::solve(TermId id, ValueId wanted, Environment& environment) {
  const std::string& name = terms_.name(id);
  if (values_.kind(wanted) != TermKind::number) {
    if (terms_[id].arity != 1 || name != "-") return false;
    const auto turned = with_sign_turned(wanted);
    return turned && match(terms_.argument(id, 0), *turned, environment);
  }
  const base::Number target = values_.number_of(wanted);
  if (terms_[id].arity == 1 && name == "-") {
    return match(terms_.argument(id, 0), values_.number(-target), environment);
  }
  if (terms_[id].arity != 2 || (name != "+" && name != "-" && name != "*")) {
    beyond_ = true;
    return false;
  }
  const TermId left = terms_.argument(id, 0), right = terms_.argument(id, 1);
  const bool in_left = !is_bound(left, environment);
  const auto other = value(in_left ? right : left, environment);
  if (!other || values_.kind(*other) != TermKind::number) return false;
  const base::Number known = values_.number_of(*other);
  base::Number rest;
  if (name == "+") {
    rest = target - known;
  } else if (name == "-") {
    rest = in_left ? target + known : known - target;
  } else {
    if (known.sign() == 0) {
      beyond_ = true;
      return false;
    }
    rest = target / known;
    if (!rest.is_integer()) return false;
  }
  return match(in_left ? left : right, values_.number(rest), environment);
}

}  // namespace cogs::logic
