// SPDX-License-Identifier: Apache-2.0
#include "rules/grow.h"

#include <utility>

#include "rules/node.h"

namespace cogs::rules {
namespace {

// With a ratio below 1 each level has fewer rows by that factor, so 32 levels are all there can
// be; a larger ratio must not lead deeper than the stack.
constexpr std::size_t deepest = 200;

struct Grown {
  CodedRule rule;
  Rows covers;  // positives
};

class Grower {
 public:
  Grower(Columns columns, const GrowOptions& options, base::Workers& workers, base::Budget& budget)
      : columns_(columns), options_(options), workers_(workers), budget_(budget) {}

  std::vector<CodedRule> rule_set(Node& node, Weights weights, std::size_t depth) {
    std::vector<CodedRule> rules;
    const std::size_t all = node.positives.size();
    while (node.positives.size() > 0) {
      std::optional<Grown> grown = rule(node, weights, depth);
      if (!grown || grown->covers.size() < options_.least_cover) break;
      rules.push_back(std::move(grown->rule));
      Rows rest = without(node.positives.rows(), grown->covers);
      node.positives.shrink(std::move(rest), std::move(grown->covers));
      if (depth == 0 && options_.progress) {
        options_.progress(1 -
                          static_cast<double>(node.positives.size()) / static_cast<double>(all));
      }
    }
    return rules;
  }

  // Nothing if the budget ends.
  std::optional<Grown> rule(Node& outer, Weights weights, std::size_t depth) {
    Grown result;
    const std::size_t used_before = used_.size();
    Node inner;
    Node* node = &outer;
    while (!budget_.exhausted_now()) {
      const std::optional<CodedLiteral> literal =
          best_literal(*node, columns_, weights, used_, workers_);
      if (!literal) break;
      result.rule.literals.push_back(*literal);
      used_.push_back(*literal);
      narrow(outer.positives, inner.positives, *literal, node == &outer);
      narrow(outer.negatives, inner.negatives, *literal, node == &outer);
      node = &inner;
      const double positives = weights.positive * static_cast<double>(inner.positives.size());
      const double negatives = weights.negative * static_cast<double>(inner.negatives.size());
      if (negatives > options_.ratio * positives) continue;
      if (inner.negatives.size() > 0 && depth < deepest) {
        Node swapped{std::move(inner.negatives), std::move(inner.positives)};
        result.rule.exceptions = rule_set(swapped, {weights.negative, weights.positive}, depth + 1);
        inner.positives = std::move(swapped.negatives);
      }
      break;
    }
    used_.resize(used_before);
    if (budget_.reason() != base::Exhausted::no) return std::nullopt;
    if (result.rule.literals.empty()) return result;
    result.covers = inner.positives.take_rows();
    for (const CodedRule& exception : result.rule.exceptions) {
      const Rows out = covered(exception, columns_, result.covers);
      if (!out.empty()) result.covers = without(result.covers, out);
    }
    return result;
  }

 private:
  void narrow(const Side& outer, Side& inner, const CodedLiteral& literal, bool first) {
    Rows gone;
    if (first) {
      Rows rows = select(literal, columns_, outer.rows(), &gone);
      inner = outer.part(std::move(rows), std::move(gone));
    } else {
      Rows rows = select(literal, columns_, inner.rows(), &gone);
      inner.shrink(std::move(rows), std::move(gone));
    }
  }

  Columns columns_;
  const GrowOptions& options_;
  base::Workers& workers_;
  base::Budget& budget_;
  std::vector<CodedLiteral> used_;
};

}  // namespace

std::vector<CodedRule> grow_rules(Rows positives, Rows negatives, Columns columns,
                                  const GrowOptions& options, base::Workers& workers,
                                  base::Budget& budget) {
  Node root{Side(std::move(positives)), Side(std::move(negatives))};
  return Grower(columns, options, workers, budget).rule_set(root, options.weights, 0);
}

std::optional<CodedRule> grow_rule(Rows positives, Rows negatives, Columns columns,
                                   const GrowOptions& options, base::Workers& workers,
                                   base::Budget& budget) {
  Node root{Side(std::move(positives)), Side(std::move(negatives))};
  std::optional<Grown> grown =
      Grower(columns, options, workers, budget).rule(root, options.weights, 0);
  if (!grown || grown->covers.empty()) return std::nullopt;
  return std::move(grown->rule);
}

}  // namespace cogs::rules
