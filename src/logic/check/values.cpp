// SPDX-License-Identifier: Apache-2.0
#include "logic/check/values.h"

#include <algorithm>
#include <utility>

#include "base/number_size.h"

namespace cogs::logic::check {

std::uint64_t variable_key(const Terms& terms, TermId variable) {
  if (terms.name(variable) == "_") return (std::uint64_t{1} << 32) + variable.value;
  return terms[variable].value;
}

void collect_variables(const Terms& terms, TermId id, std::vector<TermId>& into) {
  std::vector<TermId> waiting{id};
  while (!waiting.empty()) {
    const TermId term = waiting.back();
    waiting.pop_back();
    if (terms.is_variable(term)) {
      const auto same = [&](TermId other) {
        return variable_key(terms, other) == variable_key(terms, term);
      };
      if (std::none_of(into.begin(), into.end(), same)) into.push_back(term);
    } else if (terms[term].kind == TermKind::compound) {
      const auto arguments = terms.arguments(term);
      waiting.insert(waiting.end(), arguments.rbegin(), arguments.rend());
    }
  }
}

ValueId Values::add(std::string key, Entry entry) {
  const auto [at, added] = ids_.try_emplace(std::move(key), static_cast<ValueId>(entries_.size()));
  if (added) entries_.push_back(std::move(entry));
  return at->second;
}

ValueId Values::named(TermKind kind, std::string_view name) {
  return add((kind == TermKind::string ? "s" : "a") + std::string(name),
             {kind, std::string(name), {}, {}});
}

ValueId Values::number(const base::Number& number) {
  return add("n" + number.text(), {TermKind::number, {}, number, {}});
}

ValueId Values::compound(std::string_view functor, std::span<const ValueId> arguments) {
  std::string key = "c";
  for (const ValueId argument : arguments) key += std::to_string(argument) + ",";
  key += functor;
  return add(std::move(key), {TermKind::compound,
                              std::string(functor),
                              {},
                              std::vector<ValueId>(arguments.begin(), arguments.end())});
}

std::optional<ValueId> Values::build(const Terms& terms, TermId id,
                                     const Environment& environment) {
  struct Step {
    TermId term;
    bool arguments_done;
  };
  std::vector<Step> steps{{id, false}};
  std::vector<ValueId> done;
  while (!steps.empty()) {
    const auto [term, arguments_done] = steps.back();
    steps.pop_back();
    switch (terms[term].kind) {
      case TermKind::variable: {
        const ValueId* value = environment.find(variable_key(terms, term));
        if (!value) return std::nullopt;
        done.push_back(*value);
        break;
      }
      case TermKind::number: done.push_back(number(terms.number(term))); break;
      case TermKind::compound: {
        const auto arguments = terms.arguments(term);
        if (!arguments_done) {
          steps.push_back({term, true});
          for (auto at = arguments.rbegin(); at != arguments.rend(); ++at) {
            steps.push_back({*at, false});
          }
          break;
        }
        const std::size_t from = done.size() - arguments.size();
        const ValueId built = compound(terms.name(term), std::span(done).subspan(from));
        done.resize(from);
        done.push_back(built);
        break;
      }
      default: done.push_back(named(terms[term].kind, terms.name(term)));
    }
  }
  return done.back();
}

bool Values::match(const Terms& terms, TermId pattern, ValueId value,
                   Environment& environment) const {
  std::vector<std::pair<TermId, ValueId>> waiting{{pattern, value}};
  while (!waiting.empty()) {
    const auto [term, against] = waiting.back();
    waiting.pop_back();
    const Entry& entry = entries_[against];
    if (terms.is_variable(term)) {
      const std::uint64_t key = variable_key(terms, term);
      const ValueId* known = environment.find(key);
      if (!known) {
        environment.set(key, against);
      } else if (*known != against) {
        return false;
      }
      continue;
    }
    if (terms[term].kind != entry.kind) return false;
    if (entry.kind == TermKind::number) {
      if (!(terms.number(term) == entry.number)) return false;
      continue;
    }
    if (terms.name(term) != entry.name) return false;
    const auto arguments = terms.arguments(term);
    if (arguments.size() != entry.arguments.size()) return false;
    for (std::size_t i = arguments.size(); i-- > 0;) {
      waiting.emplace_back(arguments[i], entry.arguments[i]);
    }
  }
  return true;
}

std::string Values::text(ValueId id) const {
  std::string result;
  struct Part {
    ValueId value;
    std::string_view literal;  // printed instead, if not empty
  };
  std::vector<Part> waiting{{id, {}}};
  while (!waiting.empty() && result.size() < 500) {
    const Part part = waiting.back();
    waiting.pop_back();
    if (!part.literal.empty()) {
      result += part.literal;
      continue;
    }
    const Entry& entry = entries_[part.value];
    result += entry.kind == TermKind::number ? entry.number.text() : entry.name;
    if (entry.arguments.empty()) continue;
    waiting.push_back({0, ")"});
    for (std::size_t i = entry.arguments.size(); i-- > 0;) {
      waiting.push_back({entry.arguments[i], {}});
      waiting.push_back({0, i == 0 ? "(" : ","});
    }
  }
  return result;
}

int Values::order(ValueId a, ValueId b) const {
  const auto sign = [](auto ordering) { return ordering < 0 ? -1 : ordering > 0 ? 1 : 0; };
  const auto rank = [](TermKind kind) {
    return kind == TermKind::number   ? 1
           : kind == TermKind::atom   ? 2
           : kind == TermKind::string ? 3
                                      : 4;
  };
  std::vector<std::pair<ValueId, ValueId>> waiting{{a, b}};
  while (!waiting.empty()) {
    const auto [left, right] = waiting.back();
    waiting.pop_back();
    if (left == right) continue;
    const Entry &l = entries_[left], &r = entries_[right];
    if (l.kind != r.kind) return rank(l.kind) < rank(r.kind) ? -1 : 1;
    if (l.kind == TermKind::number) return sign(l.number <=> r.number);
    if (l.arguments.size() != r.arguments.size()) {
      return l.arguments.size() < r.arguments.size() ? -1 : 1;
    }
    if (l.name != r.name) return sign(l.name.compare(r.name));
    for (std::size_t i = l.arguments.size(); i-- > 0;) {
      waiting.emplace_back(l.arguments[i], r.arguments[i]);
    }
  }
  return 0;
}

namespace {

Evaluation apply(std::string_view name, std::span<const base::Number> n, base::Number& result) {
  if (n.size() == 1) {
    if (name == "-")
      result = -n[0];
    else if (name == "+")
      result = n[0];
    else if (name == "abs")
      result = n[0].absolute();
    else
      return Evaluation::unknown;
    return Evaluation::fine;
  }
  if (n.size() != 2) return Evaluation::unknown;
  if (name == "+")
    result = n[0] + n[1];
  else if (name == "-")
    result = n[0] - n[1];
  else if (name == "*")
    result = n[0] * n[1];
  else if (name == "min")
    result = n[1] < n[0] ? n[1] : n[0];
  else if (name == "max")
    result = n[0] < n[1] ? n[1] : n[0];
  else if (name == "/") {
    if (n[1].sign() == 0) return Evaluation::wrong;
    result = n[0] / n[1];
  } else if (name == "mod") {
    if (n[1].sign() == 0 || !n[0].is_integer() || !n[1].is_integer()) return Evaluation::wrong;
    result = n[0] - (n[0] / n[1]).floor() * n[1];
  } else {
    return Evaluation::unknown;
  }
  return Evaluation::fine;
}

}  // namespace

Evaluation evaluate(const Values& values, const Terms& terms, TermId id,
                    const Environment& environment, base::Number& result) {
  struct Step {
    TermId term;
    bool arguments_done;
  };
  std::vector<Step> steps{{id, false}};
  std::vector<base::Number> done;
  while (!steps.empty()) {
    const auto [term, arguments_done] = steps.back();
    steps.pop_back();
    switch (terms[term].kind) {
      case TermKind::number: done.push_back(terms.number(term)); break;
      case TermKind::variable: {
        const ValueId* value = environment.find(variable_key(terms, term));
        if (!value) return Evaluation::unbound;
        if (values.kind(*value) == TermKind::compound) return Evaluation::unknown;
        if (values.kind(*value) != TermKind::number) return Evaluation::wrong;
        done.push_back(values.number_of(*value));
        break;
      }
      case TermKind::compound: {
        const auto arguments = terms.arguments(term);
        if (!arguments_done) {
          steps.push_back({term, true});
          for (auto at = arguments.rbegin(); at != arguments.rend(); ++at) {
            steps.push_back({*at, false});
          }
          break;
        }
        const std::size_t from = done.size() - arguments.size();
        base::Number value;
        const Evaluation how = apply(terms.name(term), std::span(done).subspan(from), value);
        if (how != Evaluation::fine) return how;
        if (base::size_in_bits(value) > 1'000'000) return Evaluation::unknown;
        done.resize(from);
        done.push_back(std::move(value));
        break;
      }
      default: return Evaluation::wrong;
    }
  }
  result = done.back();
  return Evaluation::fine;
}

}  // namespace cogs::logic::check
