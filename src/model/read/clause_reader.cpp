// SPDX-License-Identifier: Apache-2.0
#include "model/read/clause_reader.h"

#include <algorithm>
#include <utility>

#include "logic/syntax/operators.h"
#include "model/read/quoted.h"
#include "model/write/write_model.h"

namespace cogs::model {

namespace {

using logic::TermKind;

std::optional<Comparison> comparison_named(std::string_view name) {
  static constexpr std::pair<std::string_view, Comparison> spellings[] = {
      {"=", Comparison::equal},
      {"==", Comparison::equal},
      {"=:=", Comparison::equal},
      {"#=", Comparison::equal},
      {".=.", Comparison::equal},
      {"is", Comparison::equal},
      {"\\=", Comparison::not_equal},
      {"\\==", Comparison::not_equal},
      {"=\\=", Comparison::not_equal},
      {"#<>", Comparison::not_equal},
      {"#\\=", Comparison::not_equal},
      {".<>.", Comparison::not_equal},
      {"<", Comparison::less},
      {"#<", Comparison::less},
      {".<.", Comparison::less},
      {">", Comparison::greater},
      {"#>", Comparison::greater},
      {".>.", Comparison::greater},
      {"=<", Comparison::less_equal},
      {"<=", Comparison::less_equal},
      {"#=<", Comparison::less_equal},
      {".=<.", Comparison::less_equal},
      {">=", Comparison::greater_equal},
      {"#>=", Comparison::greater_equal},
      {".>=.", Comparison::greater_equal}};
  for (const auto& [spelling, comparison] : spellings) {
    if (spelling == name) return comparison;
  }
  return std::nullopt;
}

}  // namespace

AtomId AtomTable::find_or_add(Atom atom) {
  std::string key = atom.predicate;
  for (const auto& argument : atom.arguments) {
    key += argument ? '\1' + argument->text : std::string(1, '\2');
  }
  return find_or_add(std::move(key), std::move(atom));
}

AtomId AtomTable::find_or_add(const ScoreTest& test) {
  Atom atom;
  atom.predicate = draft_.model.score(test.score).name;
  atom.arguments.emplace_back();
  atom.score = test;
  const char* symbol = test.comparison == Comparison::greater         ? " > "
                       : test.comparison == Comparison::greater_equal ? " >= "
                                                                      : " = ";
  const std::string compared =
      symbol + test.constant.text() + (test.shift.sign() == 0 ? "" : " + " + test.shift.text());
  const auto& between = draft_.model.score(test.score).between;
  const auto found = find_or_add(
      '\3' + std::to_string(test.score.index()) + (test.probability ? "p" : "") + compared,
      std::move(atom));
  Atom& added = draft_.model.atoms[found.index()];
  const std::string name = logic::atom_text(added.predicate);
  added.text = (test.probability ? "probability(x," + name + ")" : name + "(x)") + compared;
  if (between) {
    const Score& of = draft_.model.score(between->of);
    const auto sum = [&](std::uint32_t which) {
      return logic::atom_text(of.name) + "(x," + constant_text(Value::of(of.classes[which])) + ")";
    };
    added.text = sum(between->first) + symbol + sum(between->second) +
                 (test.constant.sign() == 0 ? "" : " + " + test.constant.text());
  }
  return found;
}

AtomId AtomTable::find_or_add(std::string key, Atom atom) {
  const auto [found, added] = ids_.emplace(std::move(key), AtomId(draft_.model.atoms.size()));
  if (added) {
    atom.text = logic::atom_text(atom.predicate);
    for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
      const auto& argument = atom.arguments[i];
      atom.text += i == 0 ? "(" : ",";
      atom.text += argument ? constant_text(*argument) : "x";
    }
    if (!atom.arguments.empty()) atom.text += ")";
    draft_.model.atoms.push_back(std::move(atom));
  }
  return found->second;
}

void ClauseReader::reset() {
  atom_head.reset();
  score_head.reset();
  feature_head.reset();
  head_conditions.clear();
  literals.clear();
  spans.clear();
  failed_ = person_reported_ = false;
  person_.reset();
  uses_.clear();
  bindings_.clear();
}

void ClauseReader::error(TermId at, std::string message, std::string help) {
  failed_ = true;
  draft_.messages.error(draft_.span(at), std::move(message), std::move(help));
}

bool ClauseReader::read(std::optional<TermId> head, std::optional<TermId> body) {
  reset();
  std::vector<Goal> goals;
  if (head) {
    Goal goal{GoalKind::atom, *head};
    if (classify_call(*head, true, goal)) goals.push_back(goal);
  }
  const std::size_t first = goals.size();
  if (body) {
    for (const TermId term : draft_.terms.conjuncts(*body)) classify(term, goals);
  }
  find_person(goals);
  count_variables(goals);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Goal& goal = goals[i];
    if (i < first) {
      goal.kind == GoalKind::feature ? read_feature_head(goal)
      : goal.kind == GoalKind::score ? read_score_head(goal)
                                     : void(atom_head = read_atom(goal.term));
    } else if (goal.kind == GoalKind::score || goal.kind == GoalKind::probability) {
      read_score_test(goal);
    } else if (goal.kind == GoalKind::chosen) {
      if (const auto atom = read_chosen(goal)) {
        literals.push_back(AtomTest{*atom, goal.negated});
        spans.push_back(draft_.span(goal.term));
      }
    } else if (goal.kind == GoalKind::feature) {
      read_feature_test(goal);
    } else if (goal.kind == GoalKind::atom) {
      if (const auto atom = read_atom(goal.term)) {
        literals.push_back(AtomTest{*atom, goal.negated});
        spans.push_back(draft_.span(goal.term));
      }
    }
  }
  // A comparison may stand in front of the literal that gives its variable a value.
  for (const Goal& goal : goals) {
    if (goal.kind == GoalKind::comparison) read_comparison(goal);
  }
  for (const auto& [name, binding] : bindings_) {
    if (!binding.score || binding.compared || failed_) continue;
    error(binding.at, "the score " + quoted(name_of(*binding.score)) + " is not compared here",
          "compare it with a number, as in " + draft_.shown(binding.at) + ", " + name + " < 600");
  }
  return !failed_;
}

std::optional<AtomId> ClauseReader::read_target(TermId atom) {
  reset();
  Goal goal{GoalKind::atom, atom};
  if (!classify_call(atom, true, goal)) return std::nullopt;
  if (goal.kind == GoalKind::feature) {
    error(atom, quoted(name_of(goal.feature)) +
                    " is a feature, and a decision must be concluded by rules");
    return std::nullopt;
  }
  if (Goal body{GoalKind::atom, atom}; draft_.terms.name(atom) == "chosen" &&
                                       !predicates_.contains("chosen") &&
                                       draft_.terms[atom].arity == 3) {
    if (!classify_call(atom, false, body)) return std::nullopt;
    find_person({body});
    return read_chosen(body);
  }
  if (goal.kind == GoalKind::score) {
    error(atom,
          quoted(name_of(goal.score)) + " is a score, and a decision must be concluded by rules",
          "write a rule, as in reject(X) :- " + logic::atom_text(name_of(goal.score)) +
              "(X, S), S < 600.");
    return std::nullopt;
  }
  if (!check_known(atom)) return std::nullopt;
  find_person({goal});
  return read_atom(atom);
}

// Takes one member of a body apart: how it is negated, and what kind of literal it is.
void ClauseReader::classify(TermId term, std::vector<Goal>& goals) {
  const logic::Terms& terms = draft_.terms;
  Goal goal{GoalKind::atom, term};
  if (terms.is(term, "true", 0)) return;
  if (terms.is(term, "not", 1) || terms.is(term, "\\+", 1)) {
    goal.negated = true;
    goal.term = terms.argument(term, 0);
    if (terms.is(goal.term, "not", 1) || terms.is(goal.term, "\\+", 1)) {
      return error(term, "`not not` is not supported",
                   "leave both out, or use an auxiliary predicate");
    }
    if (terms.is(goal.term, ",", 2)) {
      return error(term, "`not` of several literals is not supported",
                   "write a rule of its own for them, p(X) :- ..., and use not p(X)");
    }
  } else if (terms.is(term, "not", 2)) {
    return error(term, "`not` of several literals is not supported",
                 "write a rule of its own for them, p(X) :- ..., and use not p(X)");
  }
  for (const char* control : {";", "->", "*->"}) {
    if (terms.is(goal.term, control, 2)) {
      return error(goal.term, quoted(control) + " is not supported in rules",
                   control[0] == ';' ? "write one rule for each alternative" : "");
    }
  }
  if (terms[goal.term].kind == TermKind::compound && terms[goal.term].arity == 2) {
    if (const auto comparison = comparison_named(terms.name(goal.term))) {
      goal.kind = GoalKind::comparison;
      goal.comparison = *comparison;
      goals.push_back(goal);
      return;
    }
  }
  if (classify_call(goal.term, false, goal)) goals.push_back(goal);
}

// A literal with a predicate: a feature or an auxiliary atom. False if it is neither.
bool ClauseReader::classify_call(TermId term, bool head, Goal& goal) {
  const logic::Terms& terms = draft_.terms;
  const logic::Term& node = terms[term];
  if (node.kind != TermKind::atom && node.kind != TermKind::compound) {
    error(term, quoted(draft_.shown(term)) +
                    (head ? " cannot be the head of a rule" : " is not a literal"));
    return false;
  }
  const std::string& name = terms.name(term);
  if (!node.quoted && node.arity == 1 && name == "-") {
    error(term, "classical negation is not part of models", "write not p(X)");
    return false;
  }
  const bool symbolic = !node.quoted && !name.empty() &&
                        (logic::infix_operator(name) || logic::prefix_operator(name));
  if (symbolic && node.arity > 0) {
    error(term,
          quoted(name) + (head ? " cannot be the head of a rule" : " is not supported in rules"));
    return false;
  }
  if (const auto feature = draft_.feature_ids.find(name); feature != draft_.feature_ids.end()) {
    if (node.arity != 2) {
      error(term, "the feature " + quoted(name) + " needs 2 arguments, the person and a value",
            "write " + logic::atom_text(name) + "(X, Value)");
      return false;
    }
    goal.kind = GoalKind::feature;
    goal.feature = feature->second;
    return true;
  }
  if (const auto score = draft_.score_ids.find(name); score != draft_.score_ids.end()) {
    if (node.arity != 2) {
      error(term, "the score " + quoted(name) + " needs 2 arguments, the person and points",
            head ? "write " + logic::atom_text(name) + "(X, 10) :- ..."
                 : "write " + logic::atom_text(name) + "(X, S), S < 600");
      return false;
    }
    goal.kind = GoalKind::score;
    goal.score = score->second;
    return true;
  }
  if (head) return true;
  const bool built_in = node.arity == 3 && !predicates_.contains(name);
  if (built_in && name == "chosen") {
    const auto score = named_score(terms.argument(term, 1));
    if (!score) return false;
    goal.kind = GoalKind::chosen;
    goal.score = *score;
    return true;
  }
  if (built_in && name == "probability") {
    const auto score = named_score(terms.argument(term, 1));
    if (!score) return false;
    goal.kind = GoalKind::probability;
    goal.score = *score;
    if (draft_.model.score(goal.score).link == Score::Link::none) {
      error(term, "the file of " + quoted(name_of(goal.score)) + " gives no probability",
            "compare the score itself");
      return false;
    }
    return true;
  }
  return check_known(term);
}

bool ClauseReader::check_known(TermId term) {
  const std::string& name = draft_.terms.name(term);
  const std::size_t arity = draft_.terms[term].arity;
  if (draft_.unreadable.contains(name)) {
    failed_ = true;
    return false;
  }
  const auto known = predicates_.find(name);
  if (known == predicates_.end()) {
    std::vector<std::string> candidates;
    for (const Feature& feature : draft_.model.features) candidates.push_back(feature.name);
    for (const Score& score : draft_.model.scores) candidates.push_back(score.name);
    for (const auto& [other, ignored] : predicates_) candidates.push_back(other);
    std::sort(candidates.begin(), candidates.end());
    error(term, "unknown feature or predicate " + quoted(name),
          did_you_mean(name, candidates,
                       "declare it with #feature, or write a rule that concludes it"));
    return false;
  }
  for (Predicate& predicate : known->second) {
    if (predicate.arity == arity) return predicate.used = true;
  }
  const Predicate& other = known->second.front();
  const auto counted = [](std::size_t n) {
    return std::to_string(n) + (n == 1 ? " argument" : " arguments");
  };
  error(term, quoted(name) + " has " + counted(arity) + " here, but " + counted(other.arity) +
                  " in the rule on line " + std::to_string(other.line));
  return false;
}

// The person's variable is the first one in a place for it: the head goes first, then the
// features, because an atom in the body may have another variable by mistake.
void ClauseReader::find_person(const std::vector<Goal>& goals) {
  const logic::Terms& terms = draft_.terms;
  const auto look_at = [&](const Goal& goal) {
    if (goal.kind == GoalKind::comparison) return;
    const auto arguments = terms.arguments(goal.term);
    for (const TermId argument :
         arguments.first(before_value(goal.kind) > 0 ? 1 : arguments.size())) {
      if (!person_ && terms.is_variable(argument) && terms.name(argument) != "_") {
        person_ = terms.name(argument);
      }
    }
  };
  if (!goals.empty()) look_at(goals.front());
  for (const GoalKind kind : {GoalKind::feature, GoalKind::score, GoalKind::probability,
                              GoalKind::chosen, GoalKind::atom}) {
    for (const Goal& goal : goals) {
      if (goal.kind == kind) look_at(goal);
    }
  }
}

void ClauseReader::check_person(TermId argument, const std::string& predicate) {
  const logic::Terms& terms = draft_.terms;
  if (!terms.is_variable(argument)) {
    error(argument,
          "the first argument of " + quoted(predicate) + " is the person, a variable such as X");
  } else if (terms.name(argument) == "_") {
    error(argument, "`_` cannot stand for the person", "write " + person_.value_or("X"));
  } else if (terms.name(argument) != *person_ && !std::exchange(person_reported_, true)) {
    const std::string& name = terms.name(argument);
    error(argument,
          "a rule speaks of one person, but has both " + quoted(*person_) + " and " + quoted(name),
          "write " + *person_ + " in both places");
  }
}

void ClauseReader::count_variables(const std::vector<Goal>& goals) {
  const logic::Terms& terms = draft_.terms;
  for (const Goal& goal : goals) {
    std::vector<TermId> waiting;
    const auto arguments = terms.arguments(goal.term);
    for (const TermId argument : arguments.subspan(before_value(goal.kind))) {
      waiting.push_back(argument);
    }
    while (!waiting.empty()) {
      const TermId term = waiting.back();
      waiting.pop_back();
      if (terms.is_variable(term)) ++uses_[terms.name(term)];
      for (const TermId argument : terms.arguments(term)) waiting.push_back(argument);
    }
  }
}

std::optional<AtomId> ClauseReader::read_atom(TermId term) {
  const logic::Terms& terms = draft_.terms;
  Atom atom;
  atom.predicate = terms.name(term);
  for (const TermId argument : terms.arguments(term)) {
    if (terms.is_variable(argument)) {
      const std::string& name = terms.name(argument);
      const bool of_value = name != "_" && person_ != name && uses_[name] > 1;
      if (of_value) {
        error(argument,
              "auxiliary predicates take the person and constants, but " + quoted(name) +
                  " is another variable",
              "compare " + name + " with constants in a rule of its own");
      } else {
        check_person(argument, atom.predicate);
      }
      atom.arguments.emplace_back();
    } else if (auto value = constant_value(draft_, argument)) {
      atom.arguments.emplace_back(std::move(value));
    } else {
      error(argument, "auxiliary predicates take the person and constants, but not " +
                          quoted(draft_.shown(argument)));
    }
  }
  if (failed_) return std::nullopt;
  return atoms_.find_or_add(std::move(atom));
}

}  // namespace cogs::model
