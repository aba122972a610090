// SPDX-License-Identifier: Apache-2.0
#include "present/export/dual_clauses.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "logic/program/dependencies.h"
#include "present/words/term_text.h"

namespace cogs::present {

using logic::TermId;
using logic::TermKind;

namespace {

// Each `_` of a clause gets a name of its own that no program can have.
constexpr std::string_view unnamed_prefix = "_#";

struct Opposite {
  std::string_view a, b;
};
constexpr Opposite opposites[] = {{"=", "\\="},    {"==", "\\=="}, {"<", ">="},     {">", "=<"},
                                  {"=:=", "=\\="}, {"@<", "@>="},  {"@>", "@=<"},   {"#=", "#<>"},
                                  {"#<", "#>="},   {"#>", "#=<"},  {"true", "fail"}};

std::string letter_name(std::size_t index) {
  std::string name(1, static_cast<char>('A' + index % 26));
  return index < 26 ? name : name + std::to_string(index / 26);
}

}  // namespace

CodeTerms::CodeTerms(const logic::Program& program, bool plain_duals)
    : program_(program), plain_duals_(plain_duals) {
  for (const logic::Clause& clause : program.clauses) clauses_.push_back(copied(clause));
  for (const logic::Predicate& predicate : program.predicates) {
    if (predicate.abducible) add_abducible(predicate);
  }
}

TermId CodeTerms::variable(const std::string& name) {
  return terms_.add_named(TermKind::variable, terms_.symbol(name), {});
}

TermId CodeTerms::atom(std::string_view name, const std::vector<TermId>& arguments) {
  const logic::Symbol symbol = terms_.symbol(name);
  if (arguments.empty()) return terms_.add_named(TermKind::atom, symbol, {});
  return terms_.add_compound(symbol, arguments, {});
}

// Recursion is bounded by the depth of terms that were read; lists are copied in a loop.
TermId CodeTerms::copied(TermId term) {
  const logic::Terms& from = program_.terms;
  std::vector<std::pair<std::string, TermId>> chain;
  while (from.is(term, "[|]", 2) || from.is(term, ",", 2)) {
    chain.emplace_back(from.name(term), copied(from.argument(term, 0)));
    term = from.argument(term, 1);
  }
  TermId end;
  if (from[term].kind == TermKind::number) {
    end = terms_.add_number(from.number(term), {}, from[term].decimal);
  } else if (from.is_variable(term) && from.name(term) == "_") {
    end = variable(std::string(unnamed_prefix) + std::to_string(++unnamed_));
  } else if (from[term].arity == 0) {
    end = terms_.add_named(from[term].kind, terms_.symbol(from.name(term)), {});
  } else {
    std::vector<TermId> arguments;
    for (const TermId argument : from.arguments(term)) arguments.push_back(copied(argument));
    end = atom(from.name(term), arguments);
  }
  for (; !chain.empty(); chain.pop_back()) {
    end = atom(chain.back().first, {chain.back().second, end});
  }
  return end;
}

CodeGoal CodeTerms::copied(const logic::Goal& goal) {
  CodeGoal made{goal.negated, copied(goal.term)};
  const bool call = goal.kind == logic::GoalKind::call;
  if (call && program_.predicates[goal.predicate.index()].classical) {
    made.atom = atom("-", {made.atom});
  }
  return made;
}

CodeClause CodeTerms::copied(const logic::Clause& clause) {
  CodeClause made;
  made.has_head = clause.has_head;
  if (clause.has_head) {
    logic::Goal head;
    head.predicate = clause.predicate;
    head.term = clause.head;
    made.head = copied(head);
    made.group = program_.predicate_text(clause.predicate);
  }
  for (const logic::Goal& goal : clause.body) made.body.push_back(copied(goal));
  return made;
}

// p(X) may be assumed: it holds or not as one likes, by an even loop.
void CodeTerms::add_abducible(const logic::Predicate& predicate) {
  const std::string name = (predicate.classical ? "-" : "") + program_.terms.text(predicate.name);
  const std::string against = "o_" + name;
  const std::vector<TermId> arguments = letters(predicate.arity);
  const TermId plain = atom(program_.terms.text(predicate.name), arguments);
  const TermId assumed = predicate.classical ? atom("-", {plain}) : plain;
  const std::string arity = "/" + std::to_string(predicate.arity);
  clauses_.push_back({name + arity, true, {false, assumed}, {{true, atom(against, arguments)}}});
  clauses_.push_back({against + arity, true, {false, atom(against, arguments)}, {{true, assumed}}});
}

std::vector<TermId> CodeTerms::letters(std::size_t count) {
  std::vector<TermId> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back(variable(letter_name(i)));
  return made;
}

CodeTerms::Named CodeTerms::named(TermId literal) const {
  const bool minus = terms_.is(literal, "-", 1);
  const TermId plain = minus ? terms_.argument(literal, 0) : literal;
  return {(minus ? "-" : "") + terms_.name(plain), terms_[plain].arity};
}

void CodeTerms::collect_variables(TermId term, std::vector<TermId>& found) const {
  std::vector<TermId> waiting{term};
  while (!waiting.empty()) {
    const TermId next = waiting.back();
    waiting.pop_back();
    if (terms_.is_variable(next) &&
        std::none_of(found.begin(), found.end(), [&](TermId known) { return same(known, next); })) {
      found.push_back(next);
    }
    const auto below = terms_.arguments(next);
    waiting.insert(waiting.end(), below.rbegin(), below.rend());
  }
}

bool CodeTerms::same(TermId a, TermId b) const {
  std::vector<std::pair<TermId, TermId>> waiting{{a, b}};
  while (!waiting.empty()) {
    const auto [x, y] = waiting.back();
    waiting.pop_back();
    const logic::Term &left = terms_[x], &right = terms_[y];
    if (left.kind != right.kind || left.arity != right.arity) return false;
    if (left.kind == TermKind::number) {
      if (terms_.number(x) != terms_.number(y)) return false;
    } else if (left.value != right.value) {
      return false;
    }
    for (std::size_t i = 0; i < left.arity; ++i) {
      waiting.emplace_back(terms_.argument(x, i), terms_.argument(y, i));
    }
  }
  return true;
}

// The head's arguments become variables, and goals say what they must be: first constants and
// repeated variables, then structures, then the body.
CodeTerms::Opened CodeTerms::open(const CodeClause& clause) {
  Opened opened;
  std::vector<TermId> own;  // variables of the clause
  if (clause.has_head) collect_variables(clause.head.atom, own);
  for (const CodeGoal& goal : clause.body) collect_variables(goal.atom, own);
  std::set<std::string> taken;
  for (const TermId found : own) taken.insert(terms_.name(found));
  std::size_t next_letter = 0;
  const auto fresh = [&] {
    std::string name;
    do {
      name = letter_name(next_letter++);
    } while (!taken.insert(name).second);
    return variable(name);
  };
  if (clause.has_head) {
    const bool minus = terms_.is(clause.head.atom, "-", 1);
    const TermId plain = minus ? terms_.argument(clause.head.atom, 0) : clause.head.atom;
    const auto span = terms_.arguments(plain);
    const std::vector<TermId> written(span.begin(), span.end());
    std::vector<CodeGoal> structures;
    for (const TermId argument : written) {
      const bool repeated = std::any_of(opened.arguments.begin(), opened.arguments.end(),
                                        [&](TermId before) { return same(before, argument); });
      if (terms_.is_variable(argument) && !repeated) {
        opened.arguments.push_back(argument);
        continue;
      }
      opened.arguments.push_back(fresh());
      const CodeGoal goal{false, atom("=", {opened.arguments.back(), argument})};
      (terms_[argument].arity > 0 ? structures : opened.goals).push_back(goal);
    }
    opened.goals.insert(opened.goals.end(), structures.begin(), structures.end());
  }
  opened.goals.insert(opened.goals.end(), clause.body.begin(), clause.body.end());
  std::vector<TermId> all = opened.arguments;
  for (const CodeGoal& goal : opened.goals) collect_variables(goal.atom, all);
  opened.inner.assign(all.begin() + static_cast<std::ptrdiff_t>(opened.arguments.size()),
                      all.end());
  return opened;
}

CodeGoal CodeTerms::dual(const CodeGoal& goal) {
  if (goal.negated) return {false, goal.atom};
  const auto span = terms_.arguments(goal.atom);
  const std::vector<TermId> arguments(span.begin(), span.end());
  for (const Opposite& pair : opposites) {
    const std::size_t arity = pair.a == "true" ? 0 : 2;
    if (terms_.is(goal.atom, pair.a, arity)) return {false, atom(pair.b, arguments)};
    if (terms_.is(goal.atom, pair.b, arity)) return {false, atom(pair.a, arguments)};
  }
  return {true, goal.atom};
}

TermId CodeTerms::for_all(const std::vector<TermId>& variables, TermId goal) {
  for (std::size_t i = variables.size(); i-- > 0;) goal = atom("forall", {variables[i], goal});
  return goal;
}

void CodeTerms::block(const std::string& name, const CodeClause& clause,
                      std::vector<CodeClause>& out) {
  const Opened opened = open(clause);
  std::vector<TermId> arguments = opened.arguments;
  std::string blocked = name;
  if (!opened.inner.empty()) {
    arguments.insert(arguments.end(), opened.inner.begin(), opened.inner.end());
    blocked += "_vh" + std::to_string(arguments.size());
    const TermId inside = atom("not", {atom(blocked, arguments)});
    out.push_back({name,
                   true,
                   {true, atom(name, opened.arguments)},
                   {{false, for_all(opened.inner, inside)}}});
  }
  const CodeGoal head{true, atom(blocked, arguments)};
  for (std::size_t i = 0; i < opened.goals.size(); ++i) {
    CodeClause made{blocked, true, head, {}};
    if (!plain_duals_) {
      made.body.assign(opened.goals.begin(), opened.goals.begin() + static_cast<std::ptrdiff_t>(i));
    }
    made.body.push_back(dual(opened.goals[i]));
    out.push_back(std::move(made));
  }
  if (opened.goals.empty()) out.push_back({blocked, true, head, {{false, atom("fail", {})}}});
}

std::vector<CodeClause> CodeTerms::dual_clauses() {
  std::vector<Named> order;
  std::map<Named, std::vector<std::size_t>> of;
  for (std::size_t i = 0; i < clauses_.size(); ++i) {
    if (!clauses_[i].has_head) continue;
    const Named key = named(clauses_[i].head.atom);
    if (of[key].empty()) order.push_back(key);
    of[key].push_back(i);
  }
  // Predicates that are called and that nothing defines.
  for (const logic::Predicate& predicate : program_.predicates) {
    const Named key{(predicate.classical ? "-" : "") + program_.terms.text(predicate.name),
                    predicate.arity};
    if (!of.contains(key)) order.push_back(key);
  }
  std::vector<CodeClause> out;
  for (const Named& key : order) {
    const bool minus = key.name[0] == '-' && key.name.size() > 1;
    const std::vector<TermId> arguments = letters(key.arity);
    TermId head = atom(minus ? std::string_view(key.name).substr(1) : key.name, arguments);
    if (minus) head = atom("-", {head});
    const std::string group = key.name + "/" + std::to_string(key.arity);
    CodeClause all{group, true, {true, head}, {}};
    std::vector<CodeClause> single;
    const std::vector<std::size_t>& numbers = of[key];
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::string name = "o_" + key.name + "_" + std::to_string(i + 1);
      all.body.push_back({true, atom(name, arguments)});
      const CodeClause clause = clauses_[numbers[i]];
      block(name, clause, single);
    }
    out.push_back(std::move(all));
    std::move(single.begin(), single.end(), std::back_inserter(out));
  }
  return out;
}

std::vector<CodeClause> CodeTerms::check_clauses(bool odd_loops) {
  const logic::Dependencies dependencies = logic::find_dependencies(program_);
  std::vector<CodeClause> checked;
  for (const CodeClause& clause : clauses_) {
    if (!clause.has_head) checked.push_back(clause);
  }
  for (const auto& [plain, minus] : dependencies.classical_pairs) {
    const logic::Predicate& predicate = program_.predicates[plain.index()];
    const TermId literal = atom(program_.terms.text(predicate.name), letters(predicate.arity));
    checked.push_back({"", false, {}, {{false, atom("-", {literal})}, {false, literal}}});
  }
  std::vector<CodeClause> loops;
  for (const logic::ClauseId id : dependencies.odd_loops) {
    if (!odd_loops) break;
    CodeClause clause = clauses_[id.index()];
    const bool there = std::any_of(clause.body.begin(), clause.body.end(), [&](const CodeGoal& g) {
      return g.negated && same(g.atom, clause.head.atom);
    });
    if (!there) clause.body.push_back({true, clause.head.atom});
    loops.push_back(std::move(clause));
  }
  std::stable_sort(loops.begin(), loops.end(), [&](const CodeClause& a, const CodeClause& b) {
    const Named x = named(a.head.atom), y = named(b.head.atom);
    return std::pair(x.arity, x.name) < std::pair(y.arity, y.name);
  });
  std::move(loops.begin(), loops.end(), std::back_inserter(checked));
  std::vector<CodeClause> out;
  if (checked.empty()) return out;
  CodeClause all{"o_nmr_check", true, {false, atom("o_nmr_check", {})}, {}};
  std::vector<CodeClause> single;
  for (std::size_t i = 0; i < checked.size(); ++i) {
    const std::string name = "o_chk_" + std::to_string(i + 1);
    block(name, checked[i], single);
    const std::uint32_t arity = checked[i].has_head ? named(checked[i].head.atom).arity : 0;
    const std::vector<TermId> arguments = letters(arity);
    const TermId blocked = atom(name, arguments);
    if (arity == 0) {
      all.body.push_back({true, blocked});
    } else {
      all.body.push_back({false, for_all(arguments, atom("not", {blocked}))});
    }
  }
  out.push_back(std::move(all));
  std::move(single.begin(), single.end(), std::back_inserter(out));
  return out;
}

CodeClauseText CodeTerms::text(const CodeClause& clause) const {
  std::map<std::string_view, std::size_t> counts;
  const auto count = [&](TermId term) {
    std::vector<TermId> waiting{term};
    while (!waiting.empty()) {
      const TermId next = waiting.back();
      waiting.pop_back();
      if (terms_.is_variable(next)) ++counts[terms_.name(next)];
      const auto below = terms_.arguments(next);
      waiting.insert(waiting.end(), below.begin(), below.end());
    }
  };
  if (clause.has_head) count(clause.head.atom);
  for (const CodeGoal& goal : clause.body) count(goal.atom);
  TermStyle style{.spaced = true, .wide_relations = true};
  style.variable = [&](std::string_view name) -> std::string {
    if (counts[name] == 1) return "_";
    if (!name.starts_with(unnamed_prefix)) return std::string(name);
    return "_" + std::string(name.substr(unnamed_prefix.size()));
  };
  const auto goal_text = [&](const CodeGoal& goal) {
    return (goal.negated ? "not " : "") +
           term_text(terms_, goal.atom, style, goal.negated ? 899 : 999);
  };
  CodeClauseText written;
  if (clause.has_head) written.head = goal_text(clause.head);
  for (const CodeGoal& goal : clause.body) written.goals.push_back(goal_text(goal));
  return written;
}

}  // namespace cogs::present
