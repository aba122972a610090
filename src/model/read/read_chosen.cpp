// SPDX-License-Identifier: Apache-2.0
//
// chosen(X, risk, 'B'): of several classes B has the highest sum, and of those that are level it is
// the one that comes first. So it is B's lead over each of the others that is asked for:
// differences of two sums, which are scores like any other.
#include <algorithm>
#include <utility>

#include "model/read/clause_reader.h"
#include "model/read/quoted.h"

namespace cogs::model {

ScoreId difference_of(Draft& draft, ScoreId of, std::uint32_t first, std::uint32_t second) {
  const ClassSums& sums = draft.class_sums.at(of.index());
  const Score source = draft.model.score(of);  // the list grows below
  std::string name = source.name + ": " + source.classes[first] + " - " + source.classes[second];
  for (std::size_t s = 0; s < draft.model.scores.size(); ++s) {
    const auto& known = draft.model.scores[s].between;
    if (known && known->of == of && known->first == first && known->second == second) {
      return ScoreId(s);
    }
  }
  Score made;
  made.name = std::move(name);
  made.label = "the lead of " + source.classes[first] + " over " + source.classes[second] + " in " +
               (source.label.empty() ? source.name : source.label);
  made.unit = source.unit;
  made.margin = source.margin;
  made.place = source.place;
  made.link = Score::Link::none;
  made.between = Score::Between{of, first, second};
  made.base = sums.base[first] - sums.base[second];
  made.band = sums.band[first] + sums.band[second] + sums.slack;
  const auto sign = [&](std::uint32_t which) {
    return which == first ? Number(1) : which == second ? Number(-1) : Number(0);
  };
  for (std::size_t c = 0; c < sums.all.contributions.size(); ++c) {
    const Number factor = sign(sums.class_of_contribution[c]);
    if (factor.sign() == 0) continue;
    made.contributions.push_back(sums.all.contributions[c]);
    made.contributions.back().points = made.contributions.back().points * factor;
  }
  std::vector<std::uint32_t> test_at(sums.all.tests.size(), ScoreTree::leaf);
  for (std::size_t t = 0; t < sums.all.trees.size(); ++t) {
    const Number factor = sign(sums.class_of_tree[t]);
    if (factor.sign() == 0) continue;
    ScoreTree tree = sums.all.trees[t];
    for (ScoreTree::Node& node : tree.nodes) {
      if (node.test == ScoreTree::leaf) {
        made.values.push_back(sums.all.values[node.yes] * factor);
        node.yes = static_cast<std::uint32_t>(made.values.size() - 1);
        continue;
      }
      std::uint32_t& at = test_at[node.test];
      if (at == ScoreTree::leaf) {
        at = static_cast<std::uint32_t>(made.tests.size());
        made.tests.push_back(sums.all.tests[node.test]);
      }
      node.test = at;
    }
    made.trees.push_back(std::move(tree));
  }
  draft.score_spans.push_back(sums.span);
  draft.contribution_literals.emplace_back(made.contributions.size(), std::vector<Span>{sums.span});
  draft.model.scores.push_back(std::move(made));
  return ScoreId(draft.model.scores.size() - 1);
}

// The score that a literal names in its second place; reports one that there is not.
std::optional<ScoreId> ClauseReader::named_score(TermId term) {
  const logic::Terms& terms = draft_.terms;
  const auto scored = terms[term].kind == logic::TermKind::atom
                          ? draft_.score_ids.find(terms.name(term))
                          : draft_.score_ids.end();
  if (scored != draft_.score_ids.end()) return scored->second;
  std::vector<std::string> names;
  for (const Score& each : draft_.model.scores) {
    if (!each.between) names.push_back(each.name);
  }
  error(term, quoted(draft_.shown(term)) + " is not a score",
        did_you_mean(draft_.shown(term), names, "declare it with #score or #import"));
  return std::nullopt;
}

std::optional<AtomId> ClauseReader::read_chosen(const Goal& goal) {
  const TermId term = draft_.terms.argument(goal.term, 2);
  check_person(draft_.terms.argument(goal.term, 0), "chosen");
  const std::vector<std::string> classes = draft_.model.score(goal.score).classes;
  if (classes.empty()) {
    error(goal.term, quoted(name_of(goal.score)) + " has no classes to choose from",
          "compare it with a number: " + logic::atom_text(name_of(goal.score)) + "(" +
              person_.value_or("X") + ", S), S < 600");
    return std::nullopt;
  }
  const auto value = constant_value(draft_, term);
  const auto found = value ? std::find(classes.begin(), classes.end(), value->text) : classes.end();
  if (found == classes.end()) {
    std::string all;
    for (const std::string& each : classes) {
      all += (all.empty() ? "" : ", ") + logic::quoted_text(each, '\'');
    }
    error(term, quoted(name_of(goal.score)) + " has no class " + draft_.shown(term),
          did_you_mean(value ? value->text : "", classes, "its classes are " + all));
    return std::nullopt;
  }
  Atom atom;
  atom.predicate = "chosen";
  atom.arguments = {std::nullopt, Value::of(name_of(goal.score)), Value::of(*found)};
  const std::size_t known = draft_.model.atoms.size();
  const AtomId id = atoms_.find_or_add(std::move(atom));
  if (id.index() < known) return id;
  const auto chosen = static_cast<std::uint32_t>(found - classes.begin());
  Rule rule{id, {}, draft_.model.score(goal.score).place};
  for (std::uint32_t other = 0; other < classes.size(); ++other) {
    if (other == chosen) continue;
    // The one that comes first is ahead where the two are level.
    const bool first = chosen < other;
    const ScoreId lead =
        difference_of(draft_, goal.score, first ? chosen : other, first ? other : chosen);
    rule.body.push_back(
        AtomTest{atoms_.find_or_add(ScoreTest{lead, Comparison::greater_equal, 0, false}), !first});
  }
  const Span span = draft_.class_sums.at(goal.score.index()).span;
  draft_.rule_literals.emplace_back(rule.body.size(), span);
  draft_.model.rules.push_back(std::move(rule));
  return id;
}

}  // namespace cogs::model
