// SPDX-License-Identifier: Apache-2.0
//
// The third stage of reading a model: reports loops through negation among auxiliary atoms
// (the decision would have no single meaning) and causal cycles between features (effects could
// not be worked out in an order), each with the loop written out.
//
// One graph serves both: nodes are atoms and features, an edge says "has in the body of a rule".
// The decision stops at features, so only edges between atoms count for negation.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "model/dependency_graph.h"
#include "model/read/draft.h"

namespace cogs::model {

namespace {

using Edge = DependencyGraph::Edge;

class DependencyChecker {
 public:
  explicit DependencyChecker(Draft& draft) : draft_(draft), atoms_(draft.model.atoms.size()) {}

  void check_negation() {
    DependencyGraph graph(atoms_);
    const Model& model = draft_.model;
    for (std::size_t i = 0; i < model.rules.size(); ++i) {
      add_edges(graph, model.rules[i].head.value, model.rules[i].body, draft_.rule_literals[i],
                false);
    }
    add_score_edges(graph, false);
    const std::vector<std::uint32_t> components = graph.components();
    std::set<std::uint32_t> reported;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      for (const Edge& edge : graph.edges_of(node)) {
        if (model.atoms[node].score && components[edge.to] == components[node] &&
            reported.insert(components[node]).second) {
          std::vector<Edge> way{edge};
          for (const Edge& next : graph.shortest_way(edge.to, node, components))
            way.push_back(next);
          draft_.messages.error(literals_[edge.tag], "loop through a score: " + written(way),
                                "a score must not depend on itself" + where(way));
          continue;
        }
        const bool loop = edge.negated && components[edge.to] == components[node];
        if (loop && reported.insert(components[node]).second) {
          std::vector<Edge> way{edge};
          for (const Edge& next : graph.shortest_way(edge.to, node, components))
            way.push_back(next);
          draft_.messages.error(literals_[edge.tag], "loop through negation: " + written(way),
                                "a decision must not depend on its own negation" + where(way));
        }
      }
    }
  }

  void check_causes() {
    const Model& model = draft_.model;
    DependencyGraph graph(atoms_ + model.features.size());
    for (std::size_t i = 0; i < model.rules.size(); ++i) {
      add_edges(graph, model.rules[i].head.value, model.rules[i].body, draft_.rule_literals[i],
                true);
    }
    for (std::size_t i = 0; i < model.causal_rules.size(); ++i) {
      const CausalRule& rule = model.causal_rules[i];
      add_edges(graph, node_of(rule.feature), rule.body, draft_.causal_literals[i], true);
    }
    add_score_edges(graph, true);
    const std::vector<std::uint32_t> components = graph.components();
    std::set<std::uint32_t> reported;
    for (std::size_t node = atoms_; node < graph.size(); ++node) {
      for (const Edge& edge : graph.edges_of(node)) {
        const bool loop = components[edge.to] == components[node];
        if (!loop || !reported.insert(components[node]).second) continue;
        std::vector<Edge> way{edge};
        for (const Edge& next : graph.shortest_way(edge.to, edge.from, components))
          way.push_back(next);
        draft_.messages.error(
            literals_[edge.tag], "causal cycle: " + written(way),
            "a feature must not depend on itself, also not by way of others" + where(way));
      }
    }
  }

 private:
  std::uint32_t node_of(FeatureId feature) const {
    return static_cast<std::uint32_t>(atoms_ + feature.index());
  }

  void add_edges(DependencyGraph& graph, std::uint32_t from, const std::vector<Literal>& body,
                 const std::vector<Span>& spans, bool features) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      Edge edge{from, 0, false, static_cast<std::uint32_t>(literals_.size())};
      if (const AtomTest* test = std::get_if<AtomTest>(&body[i])) {
        edge.to = test->atom.value;
        edge.negated = test->negated;
      } else if (features) {
        const FeatureTest& feature_test = std::get<FeatureTest>(body[i]);
        edge.to = node_of(feature_test.feature);
        edge.negated = feature_test.negated;
      } else {
        continue;
      }
      graph.add(edge);
      literals_.push_back(spans[i]);
    }
  }

  // An atom on a score depends on all that the score adds up.
  void add_score_edges(DependencyGraph& graph, bool features) {
    const Model& model = draft_.model;
    for (std::uint32_t a = 0; a < atoms_; ++a) {
      if (!model.atoms[a].score) continue;
      const std::size_t s = model.atoms[a].score->score.index();
      const Score& score = model.scores[s];
      for (std::size_t i = 0; i < score.contributions.size(); ++i) {
        add_edges(graph, a, score.contributions[i].body, draft_.contribution_literals[s][i],
                  features);
      }
      if (!features) continue;
      for (const FeatureTest& test : score.tests) {
        graph.add({a, node_of(test.feature), false, static_cast<std::uint32_t>(literals_.size())});
        literals_.push_back(draft_.score_spans[s]);
      }
    }
  }

 public:
  // What a score adds up are tests on features, auxiliary rules followed: no loops, no other
  // scores.
  void check_scores() {
    const Model& model = draft_.model;
    DependencyGraph graph(atoms_);
    for (std::size_t i = 0; i < model.rules.size(); ++i) {
      add_edges(graph, model.rules[i].head.value, model.rules[i].body, draft_.rule_literals[i],
                false);
    }
    const std::vector<std::uint32_t> components = graph.components();
    for (std::size_t s = 0; s < model.scores.size(); ++s) {
      const Score& score = model.scores[s];
      for (std::size_t i = 0; i < score.contributions.size(); ++i) {
        const std::vector<Literal>& body = score.contributions[i].body;
        for (std::size_t l = 0; l < body.size(); ++l) {
          const AtomTest* test = std::get_if<AtomTest>(&body[l]);
          if (test) check_below(graph, components, *test, draft_.contribution_literals[s][i][l]);
        }
      }
    }
  }

 private:
  void check_below(const DependencyGraph& graph, const std::vector<std::uint32_t>& components,
                   const AtomTest& test, Span span) {
    std::vector<std::uint32_t> open{test.atom.value};
    std::set<std::uint32_t> seen(open.begin(), open.end());
    while (!open.empty()) {
      const std::uint32_t atom = open.back();
      open.pop_back();
      if (draft_.model.atoms[atom].score) {
        draft_.messages.error(span, "a score cannot be made of another score",
                              "it rests on " + draft_.model.atoms[atom].text);
        return;
      }
      for (const Edge& edge : graph.edges_of(atom)) {
        if (components[edge.to] == components[atom]) {
          draft_.messages.error(span, "a score cannot rest on rules that loop",
                                "the rules of " + draft_.model.atoms[atom].text + " do");
          return;
        }
        if (seen.insert(edge.to).second) open.push_back(edge.to);
      }
    }
  }

  std::string name_of(std::uint32_t node) const {
    if (node < atoms_) return draft_.model.atoms[node].text;
    return draft_.model.features[node - atoms_].name;
  }

  // a(x) -> not b(x) -> a(x)
  std::string written(const std::vector<Edge>& way) const {
    constexpr std::size_t most_shown = 12;
    std::string out = name_of(way.front().from);
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (way.size() > most_shown && i == most_shown - 1) {
        i = way.size() - 1;
        out += " -> ...";
      }
      out += way[i].negated ? " -> not " : " -> ";
      out += name_of(way[i].to);
    }
    return out;
  }

  std::string where(const std::vector<Edge>& way) const {
    std::set<std::uint32_t> lines;
    for (const Edge& edge : way) lines.insert(draft_.line(literals_[edge.tag]));
    constexpr std::size_t most_shown = 12;
    if (lines.size() > most_shown) return {};
    std::string out;
    for (const std::uint32_t line : lines) {
      out += out.empty() ? (lines.size() == 1 ? "; see line " : "; see lines ") : ", ";
      out += std::to_string(line);
    }
    return out;
  }

  Draft& draft_;
  std::size_t atoms_;
  std::vector<Span> literals_;  // by tag of an edge
};

}  // namespace

void check_dependencies(Draft& draft) {
  DependencyChecker checker(draft);
  checker.check_negation();
  if (!draft.messages.has_errors()) checker.check_scores();
  checker.check_causes();
}

}  // namespace cogs::model
