// SPDX-License-Identifier: Apache-2.0
#include "rules/prune_path.h"

#include <algorithm>
#include <cmath>
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

// All rules as they stand, made ready to ask what another cover of one of them would change.
// Two classes are a case of several: all rules have one outcome, and what none covers is right
// if it is negative.
class Standing {
 public:
  Standing(const Sample& sample, const CodedRules& rules) : sample_(sample), rules_(rules) {
    std::vector<RowBits> covers;
    RowBits open(sample.rows(), true);
    for (const CodedClassRule& rule : rules) {
      open_.push_back(open);
      covers.push_back(sample.cover(rule.rule));
      open.subtract(covers.back());
    }
    below_.resize(rules.size());
    RowBits wrong = sample.wrong_if_uncovered();
    for (std::size_t r = rules.size(); r-- > 0;) {
      below_[r] = wrong;
      wrong.subtract(covers[r]);
      wrong |= covers[r] &= sample.wrong_if_covered(rules[r]);
    }
    error_ = sample.weight(wrong);
    // Of the rows that reach a rule, those that it gets wrong now; the others do not change.
    for (std::size_t r = 0; r < rules.size(); ++r) {
      fixed_.push_back(0);
      fixed_[r] = error_ - reached_error(r, sample.cover(rules[r].rule));
    }
  }

  double error() const { return error_; }
  double error_with(std::size_t rule, const RowBits& cover) const {
    return fixed_[rule] + reached_error(rule, cover);
  }

 private:
  double reached_error(std::size_t rule, const RowBits& cover) const {
    return sample_.mixed_weight(open_[rule], cover, rules_[rule].outcome, below_[rule]);
  }

  const Sample& sample_;
  const CodedRules& rules_;
  std::vector<RowBits> open_;   // rows that no earlier rule covers
  std::vector<RowBits> below_;  // rows that the later rules get wrong
  std::vector<double> fixed_;   // error on the other rows
  double error_ = 0;
};

// The deletions from one top rule, with their prices.
class RuleDeletions {
 public:
  RuleDeletions(const Sample& sample, const CodedRules& rules, std::size_t rule,
                const Standing& standing)
      : sample_(sample), rules_(rules), rule_(rule), standing_(standing) {}

  std::vector<Deletion> find() {
    const CodedRule& top = rules_[rule_].rule;
    const auto error_with = [&](const RowBits& cover) {
      return standing_.error_with(rule_, cover);
    };
    add({}, literals_in(top), error_with(RowBits(sample_.rows())));
    descend(top, error_with);
    return std::move(found_);
  }

 private:
  using ErrorWith = std::function<double(const RowBits& cover)>;

  void add(std::optional<std::size_t> literal, std::size_t literals, double error) {
    const double price = (error - standing_.error()) / static_cast<double>(literals);
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
  const Standing& standing_;
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

// Cheaper first; among equals the one that deletes more, then the later one.
bool before(const Deletion& a, const Deletion& b) {
  constexpr double same = 1e-9;
  if (std::abs(a.price - b.price) > same) return a.price < b.price;
  return a.literals > b.literals;
}

// The cheapest deletion of each rule, cheapest first, at most `most`.
std::vector<Deletion> cheapest(std::vector<std::vector<Deletion>>& found, std::size_t most) {
  std::vector<Deletion> result;
  for (std::vector<Deletion>& deletions : found) {
    std::reverse(deletions.begin(), deletions.end());
    result.push_back(std::move(*std::min_element(deletions.begin(), deletions.end(), before)));
  }
  std::reverse(result.begin(), result.end());
  std::stable_sort(result.begin(), result.end(), before);
  if (result.size() > most) result.resize(most);
  return result;
}

// The rules without what is deleted, in its simplest form.
CodedRules after(const CodedRules& rules, std::vector<Deletion> deletions, Columns columns) {
  CodedRules result = rules;
  // From the last rule to the first, so that indices stay.
  std::sort(deletions.begin(), deletions.end(),
            [](const Deletion& a, const Deletion& b) { return a.rule > b.rule; });
  for (const Deletion& deletion : deletions) {
    const std::size_t count = result.size();
    remove(result, deletion);
    if (result.size() == count) simplify(result[deletion.rule].rule, columns);
  }
  return result;
}

}  // namespace

std::vector<PathStep> prune_path(CodedRules rules, Sample& sample, base::Workers& workers,
                                 base::Budget& budget) {
  // So many literals are deleted one by one; of more, a share goes at a time.
  constexpr std::size_t one_by_one = 128;
  constexpr std::size_t share = 64;

  std::vector<PathStep> path;
  for (const CodedClassRule& rule : rules) sample.add_literals(rule.rule);
  const auto rows = static_cast<double>(std::max<std::size_t>(1, sample.rows()));
  double price = 0;
  while (!rules.empty() && !budget.exhausted_now()) {
    const Standing standing(sample, rules);
    std::vector<std::vector<Deletion>> found(rules.size());
    workers.each(rules.size(), [&](std::size_t rule, unsigned) {
      found[rule] = RuleDeletions(sample, rules, rule, standing).find();
    });
    std::size_t literals = 0;
    for (const CodedClassRule& rule : rules) literals += literals_in(rule.rule);
    std::vector<Deletion> deletions =
        cheapest(found, literals < one_by_one ? 1 : std::max<std::size_t>(1, literals / share));
    // Deletions together may cost more than each alone, where rules stand in for one another.
    CodedRules next;
    for (;;) {
      next = after(rules, deletions, sample.task().columns);
      for (const CodedClassRule& rule : next) sample.add_literals(rule.rule);
      if (deletions.size() == 1) break;
      double expected = standing.error();
      for (const Deletion& deletion : deletions) {
        expected += deletion.price * static_cast<double>(deletion.literals);
      }
      if (sample.weight(sample.wrong(next)) <= expected + 0.5) break;
      deletions.resize(deletions.size() / 2);
    }
    if (const double step = deletions.back().price / rows; step > price) {
      path.push_back({price, rules});
      price = step;
    }
    rules = std::move(next);
  }
  path.push_back({price, std::move(rules)});
  return path;
}

}  // namespace cogs::rules
