// SPDX-License-Identifier: Apache-2.0
#include "rules/prune_path.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "rules/simplify.h"

namespace cogs::rules {
namespace {

// Something to delete: a literal of a rule or exception, or the whole of it.
struct Deletion {
  std::size_t rule = 0;
  std::vector<std::size_t> exceptions;  // the way down from the rule
  std::optional<std::size_t> literal;
  std::size_t literals = 0;  // that go
  double price = 0;
};

std::size_t literals_in(const CodedRule& rule) {
  std::size_t count = rule.literals.size();
  for (const CodedRule& exception : rule.exceptions) count += literals_in(exception);
  return count;
}

// The deletions from one top rule, with their prices.
class RuleDeletions {
 public:
  // `others` are the covers of all rules; that of `rule` is left out.
  RuleDeletions(const Sample& sample, const CodedRules& rules, std::size_t rule,
                const std::vector<RowBits>& covers, double error)
      : sample_(sample), rules_(rules), rule_(rule), error_(error) {
    for (const RowBits& cover : covers) covers_.push_back(&cover);
  }

  std::vector<Deletion> find() {
    const CodedRule& top = rules_[rule_].rule;
    const auto error_with = [&](const RowBits& cover) {
      covers_[rule_] = &cover;
      return sample_.weight(sample_.wrong(covers_, rules_));
    };
    add({}, literals_in(top), error_with(RowBits(sample_.rows())));
    descend(top, error_with);
    return std::move(found_);
  }

 private:
  using ErrorWith = std::function<double(const RowBits& cover)>;

  void add(std::optional<std::size_t> literal, std::size_t literals, double error) {
    const double price = (error - error_) / static_cast<double>(literals);
    found_.push_back({rule_, way_, literal, literals, price});
  }

  // `error_with` gives the error of all rules if this one had another cover.
  void descend(const CodedRule& rule, const ErrorWith& error_with) {
    std::vector<RowBits> out;
    for (const CodedRule& exception : rule.exceptions) out.push_back(sample_.cover(exception));
    if (rule.literals.size() > 1) {
      for (std::size_t i = 0; i < rule.literals.size(); ++i) {
        RowBits cover(sample_.rows(), true);
        for (std::size_t k = 0; k < rule.literals.size(); ++k) {
          if (k != i) cover &= sample_.bits(rule.literals[k]);
        }
        for (const RowBits& bits : out) cover.subtract(bits);
        add(i, 1, error_with(cover));
      }
    }
    for (std::size_t e = 0; e < rule.exceptions.size(); ++e) {
      RowBits base(sample_.rows(), true);
      for (const CodedLiteral& literal : rule.literals) base &= sample_.bits(literal);
      for (std::size_t k = 0; k < out.size(); ++k) {
        if (k != e) base.subtract(out[k]);
      }
      way_.push_back(e);
      add({}, literals_in(rule.exceptions[e]), error_with(base));
      descend(rule.exceptions[e], [&](const RowBits& cover) {
        RowBits rest = base;
        return error_with(rest.subtract(cover));
      });
      way_.pop_back();
    }
  }

  const Sample& sample_;
  const CodedRules& rules_;
  std::size_t rule_;
  double error_;
  std::vector<const RowBits*> covers_;
  std::vector<std::size_t> way_;
  std::vector<Deletion> found_;
};

void remove(CodedRules& rules, const Deletion& deletion) {
  CodedRule* parent = nullptr;
  CodedRule* node = &rules[deletion.rule].rule;
  for (const std::size_t e : deletion.exceptions) {
    parent = node;
    node = &node->exceptions[e];
  }
  if (deletion.literal) {
    node->literals.erase(node->literals.begin() + static_cast<std::ptrdiff_t>(*deletion.literal));
  } else if (parent) {
    parent->exceptions.erase(parent->exceptions.begin() +
                             static_cast<std::ptrdiff_t>(deletion.exceptions.back()));
  } else {
    rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(deletion.rule));
  }
}

// The least price; among equals the one that deletes most, then the last.
const Deletion* cheapest(const std::vector<std::vector<Deletion>>& found) {
  constexpr double same = 1e-9;
  const Deletion* best = nullptr;
  for (const auto& deletions : found) {
    for (const Deletion& deletion : deletions) {
      if (!best || deletion.price < best->price - same ||
          (deletion.price <= best->price + same && deletion.literals >= best->literals)) {
        best = &deletion;
      }
    }
  }
  return best;
}

}  // namespace

std::vector<PathStep> prune_path(CodedRules rules, Sample& sample, Workers& workers,
                                 base::Budget& budget) {
  std::vector<PathStep> path;
  for (const CodedClassRule& rule : rules) sample.add_literals(rule.rule);
  const auto rows = static_cast<double>(std::max<std::size_t>(1, sample.rows()));
  double price = 0;
  while (!rules.empty() && !budget.exhausted_now()) {
    std::vector<RowBits> covers;
    for (const CodedClassRule& rule : rules) covers.push_back(sample.cover(rule.rule));
    const double error = sample.weight(sample.wrong(rules));
    std::vector<std::vector<Deletion>> found(rules.size());
    workers.each(rules.size(), [&](std::size_t rule, unsigned) {
      found[rule] = RuleDeletions(sample, rules, rule, covers, error).find();
    });
    const Deletion deletion = *cheapest(found);
    if (const double next = deletion.price / rows; next > price) {
      path.push_back({price, rules});
      price = next;
    }
    remove(rules, deletion);
    if (deletion.rule < rules.size()) {
      simplify(rules[deletion.rule].rule, sample.task().columns);
      sample.add_literals(rules[deletion.rule].rule);
    }
  }
  path.push_back({price, std::move(rules)});
  return path;
}

}  // namespace cogs::rules
