// SPDX-License-Identifier: Apache-2.0
//
// The second stage of reading a model: clauses as terms -> rules, causal rules and denials with
// every name resolved, and the atoms that the model decides on.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "model/read/clause_reader.h"
#include "model/read/draft.h"

namespace cogs::model {

namespace {

using Kind = Statement::Kind;

struct Parts {
  std::optional<TermId> head, body;
};

Parts split(const logic::Terms& terms, TermId clause) {
  if (terms.is(clause, ":-", 2)) return {terms.argument(clause, 0), terms.argument(clause, 1)};
  if (terms.is(clause, ":-", 1)) return {std::nullopt, terms.argument(clause, 0)};
  return {clause, std::nullopt};
}

Predicates find_predicates(const Draft& draft) {
  Predicates predicates;
  for (const Clause& clause : draft.clauses) {
    const std::optional<TermId> head = split(draft.terms, clause.term).head;
    if (!head) continue;
    const logic::TermKind kind = draft.terms[*head].kind;
    if (kind != logic::TermKind::atom && kind != logic::TermKind::compound) continue;
    if (draft.feature_ids.contains(draft.terms.name(*head))) continue;
    if (draft.score_ids.contains(draft.terms.name(*head))) continue;
    auto& known = predicates[draft.terms.name(*head)];
    const std::size_t arity = draft.terms[*head].arity;
    bool found = false;
    for (const Predicate& predicate : known) found |= predicate.arity == arity;
    if (!found) known.push_back({arity, draft.line(draft.span(*head)), draft.span(*head), false});
  }
  for (const RuleList& list : draft.lists) {
    auto& known = predicates[list.predicate];
    const Span span = list.rules.front().span;
    if (known.empty()) known.push_back({2, draft.line(span), span, false});
  }
  return predicates;
}

void resolve_modes(Draft& draft) {
  std::unordered_map<std::string, std::uint32_t> lines;
  for (const ModeLine& line : draft.modes) {
    const auto known = draft.feature_ids.find(line.feature);
    if (known == draft.feature_ids.end()) {
      if (draft.unreadable.contains(line.feature)) continue;
      std::vector<std::string> names;
      for (const Feature& feature : draft.model.features) names.push_back(feature.name);
      draft.messages.error(line.span, "unknown feature `" + line.feature + "`",
                           did_you_mean(line.feature, names, "declare it with #feature"));
      continue;
    }
    const auto [first, added] = lines.emplace(line.feature, draft.line(line.span));
    if (!added) {
      draft.messages.error(line.span, "the mode of `" + line.feature + "` is given twice",
                           "the first #causal line of it is line " + std::to_string(first->second));
    }
    draft.model.features[known->second.index()].mode = line.mode;
  }
}

// A name means one thing.
void check_score_names(Draft& draft) {
  for (std::size_t s = 0; s < draft.model.scores.size(); ++s) {
    const std::string& name = draft.model.scores[s].name;
    if (!draft.feature_ids.contains(name)) continue;
    draft.messages.error(draft.score_spans[s], "`" + name + "` is a feature already",
                         "give the score a name of its own");
  }
}

class RuleResolver {
 public:
  explicit RuleResolver(Draft& draft)
      : draft_(draft),
        predicates_(find_predicates(draft)),
        atoms_(draft),
        reader_(draft, predicates_, atoms_) {}

  void resolve_all() {
    for (const Clause& clause : draft_.clauses) {
      if (!draft_.messages.flooded()) resolve(clause);
    }
    for (const RuleList& list : draft_.lists) {
      const std::size_t first = draft_.model.rules.size();
      resolve_rule_list(draft_, atoms_, predicates_, list);
      for (std::size_t i = first; i < draft_.model.rules.size(); ++i) {
        concluded_.insert(draft_.model.rules[i].head.index());
      }
    }
    resolve_targets();
    if (draft_.messages.has_errors()) return;
    warn_of_unused_predicates();
    warn_of_atoms_without_rules();
  }

  // A way ends where no score with a margin is within it of a number that it is compared with: that
  // is one more thing that the goal asks for.
  void ask_for_margins() {
    Model& model = draft_.model;
    std::vector<Literal> clear;
    std::vector<Span> spans;
    Span span{};
    const std::size_t atoms = model.atoms.size();
    for (std::size_t a = 0; a < atoms; ++a) {
      if (!model.atoms[a].score) continue;
      const ScoreTest test = *model.atoms[a].score;
      const Score& score = model.score(test.score);
      if (score.margin.sign() == 0) continue;
      const bool logistic = test.probability && score.link == Score::Link::logistic;
      ScoreTest low = test, high = test;
      (logistic ? low.shift : low.constant) -= score.margin;
      (logistic ? high.shift : high.constant) += score.margin;
      low.comparison = Comparison::greater;
      high.comparison = Comparison::greater_equal;
      span = draft_.score_spans[test.score.index()];
      Atom close;
      close.predicate = "within the margin of " + model.atoms[a].text;
      close.arguments.emplace_back();
      const AtomId head = atoms_.find_or_add(std::move(close));
      model.rules.push_back(
          {head,
           {AtomTest{atoms_.find_or_add(low), false}, AtomTest{atoms_.find_or_add(high), true}},
           score.place});
      draft_.rule_literals.emplace_back(2, span);
      clear.emplace_back(AtomTest{head, true});
      spans.push_back(span);
    }
    if (clear.empty()) return;
    if (model.desired) {
      clear.emplace_back(AtomTest{*model.desired, false});
      spans.push_back(span);
    }
    Atom made;
    made.predicate = "clear by the margin";
    made.arguments.emplace_back();
    model.desired = atoms_.find_or_add(std::move(made));
    model.atoms[model.desired->index()].text =
        "not " + model.atoms[model.undesired.index()].text + ", by the margin";
    model.rules.push_back({*model.desired, std::move(clear), draft_.source.place(span)});
    draft_.rule_literals.push_back(std::move(spans));
  }

  // Near the number that it is compared with, nobody can tell on which side the sum of the deployed
  // program comes out. No state of a path may lie there (semantics.md 3).
  void keep_clear_of_bands() {
    Model& model = draft_.model;
    const std::size_t atoms = model.atoms.size();
    for (std::size_t a = 0; a < atoms; ++a) {
      if (!model.atoms[a].score) continue;
      ScoreTest test = *model.atoms[a].score;
      const Score& score = model.score(test.score);
      Number band = score.band;
      if (band.sign() == 0) continue;
      test.comparison = Comparison::greater_equal;
      const bool logistic = test.probability && score.link == Score::Link::logistic;
      if (logistic) {
        // What float32 makes of the logistic function is off by a few units in the last place.
        const Number& p = test.constant;
        band += Number(1) / (Number(1 << 22) * p * (Number(1) - p) * score.factor);
      }
      ScoreTest low = test, high = test;
      (logistic ? low.shift : low.constant) -= band;
      (logistic ? high.shift : high.constant) += band;
      high.comparison = Comparison::greater;
      model.denials.push_back(
          {{AtomTest{atoms_.find_or_add(low), false}, AtomTest{atoms_.find_or_add(high), true}},
           score.place});
      draft_.denial_literals.push_back(
          std::vector<Span>(2, draft_.score_spans[test.score.index()]));
    }
  }

 private:
  void resolve(const Clause& clause) {
    const Parts parts = split(draft_.terms, clause.term);
    const bool good = reader_.read(parts.head, parts.body);
    note_chosen();
    Statement& statement = draft_.model.document.statements[clause.statement];
    Model& model = draft_.model;
    const base::Place place = draft_.source.place(draft_.span(parts.head.value_or(clause.term)));
    if (!parts.head) {
      statement.kind = Kind::denial;
      if (!good) return;
      model.denials.push_back({std::move(reader_.literals), place});
      draft_.denial_literals.push_back(std::move(reader_.spans));
    } else if (reader_.feature_head) {
      statement.kind = Kind::causal_rule;
      const bool in_force =
          clause.status == ReviewStatus::none || clause.status == ReviewStatus::approved;
      if (!good || !in_force) return;
      warn_of_impossible_head(*parts.head);
      model.causal_rules.push_back({*reader_.feature_head, std::move(reader_.head_conditions),
                                    std::move(reader_.literals), place});
      draft_.causal_literals.push_back(std::move(reader_.spans));
    } else if (reader_.score_head) {
      if (!good) return;
      model.scores[reader_.score_head->index()].contributions.push_back(
          {reader_.points, std::move(reader_.literals), place});
      draft_.contribution_literals[reader_.score_head->index()].push_back(std::move(reader_.spans));
    } else if (good && reader_.atom_head) {
      model.rules.push_back({*reader_.atom_head, std::move(reader_.literals), place});
      draft_.rule_literals.push_back(std::move(reader_.spans));
      concluded_.insert(reader_.atom_head->index());
    }
  }

  // Atoms that ask for a class come with a rule.
  void note_chosen() {
    for (; noted_ < draft_.model.rules.size(); ++noted_) {
      concluded_.insert(draft_.model.rules[noted_].head.index());
    }
  }

  void resolve_targets() {
    if (draft_.model.features.empty() && !unreadable("#feature")) {
      draft_.messages.error_in_whole("the model declares no feature",
                                     "declare one: #feature debt : integer 0..1000000.");
    }
    if (draft_.undesired) {
      if (const auto atom = resolve_target(*draft_.undesired)) draft_.model.undesired = *atom;
    } else if (!unreadable("#undesired")) {
      draft_.messages.error_in_whole("the model does not say which decision is undesired",
                                     "add a line such as #undesired reject_loan(X).");
    }
    if (draft_.desired) draft_.model.desired = resolve_target(*draft_.desired);
  }

  bool unreadable(const char* directive) const { return draft_.unreadable.contains(directive); }

  std::optional<AtomId> resolve_target(const Target& target) {
    const logic::Terms& terms = draft_.terms;
    const logic::TermKind kind = terms[target.atom].kind;
    const bool named = kind == logic::TermKind::atom || kind == logic::TermKind::compound;
    const bool no_rule = named && !predicates_.contains(terms.name(target.atom)) &&
                         !(terms.name(target.atom) == "chosen" && !draft_.class_sums.empty()) &&
                         !draft_.score_ids.contains(terms.name(target.atom)) &&
                         !draft_.feature_ids.contains(terms.name(target.atom)) &&
                         !draft_.unreadable.contains(terms.name(target.atom));
    if (no_rule) {
      std::vector<std::string> names;
      for (const auto& [name, ignored] : predicates_) names.push_back(name);
      std::sort(names.begin(), names.end());
      no_rule_concludes(target, did_you_mean(terms.name(target.atom), names, "write its rules"));
      return std::nullopt;
    }
    const std::optional<AtomId> atom = reader_.read_target(target.atom);
    note_chosen();
    if (!atom || concluded_.contains(atom->index()) || draft_.messages.has_errors()) return atom;
    std::string help = "rules conclude";
    const std::string& predicate = draft_.model.atoms[atom->index()].predicate;
    const char* separator = " ";
    for (const Atom& other : draft_.model.atoms) {
      const auto id = static_cast<std::size_t>(&other - draft_.model.atoms.data());
      if (other.predicate == predicate && concluded_.contains(id)) {
        help += separator + other.text;
        separator = ", ";
      }
    }
    no_rule_concludes(target, help);
    return std::nullopt;
  }

  void no_rule_concludes(const Target& target, std::string help) {
    draft_.messages.error(draft_.span(target.atom),
                          "no rule concludes " + draft_.shown(target.atom), std::move(help));
  }

  // A typing slip in a head would otherwise drop the rule in silence. A predicate that is like
  // no other may be meant for a run that names its own decision.
  void warn_of_unused_predicates() {
    std::vector<std::string> used;
    for (const auto& [name, known] : predicates_) {
      for (const Predicate& predicate : known) {
        if (predicate.used) used.push_back(name);
      }
    }
    for (const Feature& feature : draft_.model.features) used.push_back(feature.name);
    std::sort(used.begin(), used.end());
    for (const auto& [name, known] : predicates_) {
      for (const Predicate& predicate : known) {
        if (predicate.used || base::nearest_name(name, used).empty()) continue;
        draft_.messages.warning(predicate.span, "nothing uses `" + name + "`",
                                did_you_mean(name, used));
      }
    }
  }

  void warn_of_atoms_without_rules() {
    const auto check = [&](const std::vector<Literal>& body, const std::vector<Span>& spans) {
      for (std::size_t i = 0; i < body.size(); ++i) {
        const AtomTest* test = std::get_if<AtomTest>(&body[i]);
        if (!test || concluded_.contains(test->atom.index())) continue;
        const Atom& atom = draft_.model.atoms[test->atom.index()];
        if (atom.score) continue;
        draft_.messages.warning(spans[i], "no rule concludes " + atom.text + ", so it never holds",
                                "the rules of `" + atom.predicate + "` are for other constants");
      }
    };
    for (std::size_t i = 0; i < draft_.model.rules.size(); ++i) {
      check(draft_.model.rules[i].body, draft_.rule_literals[i]);
    }
    for (std::size_t i = 0; i < draft_.model.causal_rules.size(); ++i) {
      check(draft_.model.causal_rules[i].body, draft_.causal_literals[i]);
    }
    for (std::size_t i = 0; i < draft_.model.denials.size(); ++i) {
      check(draft_.model.denials[i].body, draft_.denial_literals[i]);
    }
    for (std::size_t s = 0; s < draft_.model.scores.size(); ++s) {
      const auto& contributions = draft_.model.scores[s].contributions;
      const auto& spans = draft_.contribution_literals[s];
      for (std::size_t i = 0; i < spans.size(); ++i) check(contributions[i].body, spans[i]);
    }
  }

  void warn_of_impossible_head(TermId head) {
    const Feature& feature = draft_.model.feature(*reader_.feature_head);
    if (!feature.numeric() || reader_.head_conditions.size() != 1) return;
    const Condition& condition = reader_.head_conditions[0];
    if (condition.comparison != Comparison::equal || condition.negated) return;
    const NumericDomain& domain = feature.numbers();
    const Number& value = *condition.constant.number;
    const bool outside = (domain.low && value < *domain.low) ||
                         (domain.high && value > *domain.high) ||
                         (domain.integer && !value.is_integer());
    if (!outside) return;
    draft_.messages.warning(draft_.span(draft_.terms.argument(head, 1)),
                            value.text() + " is not in the domain of `" + feature.name +
                                "`, so the rule supports no value");
  }

  Draft& draft_;
  Predicates predicates_;
  AtomTable atoms_;
  ClauseReader reader_;
  std::unordered_set<std::size_t> concluded_;  // atoms that are heads
  std::size_t noted_ = 0;                      // so many rules have their heads there
};

}  // namespace

void resolve_rules(Draft& draft) {
  resolve_modes(draft);
  check_score_names(draft);
  resolve_imports(draft);
  resolve_points(draft);
  RuleResolver resolver(draft);
  resolver.resolve_all();
  if (draft.messages.has_errors()) return;
  resolver.ask_for_margins();
  resolver.keep_clear_of_bands();
}

}  // namespace cogs::model
