// SPDX-License-Identifier: Apache-2.0
#include "rules/best_literal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cogs::rules {
namespace {

constexpr double least_gain = 1e-12;

struct Candidate {
  double score = std::numeric_limits<double>::infinity();
  CodedLiteral literal;

  bool found() const { return score < std::numeric_limits<double>::infinity(); }
};

int pair_of(Test test) { return static_cast<int>(test) / 2; }

// The search in one column.
class ColumnSearch {
 public:
  ColumnSearch(std::uint32_t attribute, const table::Column& column, const Node& node,
               const Weights& weights, std::span<const CodedLiteral> used)
      : attribute_(attribute),
        column_(column),
        positives_(static_cast<double>(node.positives.size())),
        negatives_(static_cast<double>(node.negatives.size())),
        weights_(weights),
        used_(used) {}

  // `each(visit)` calls visit(code, positives, negatives) for the codes of the node, ascending.
  // `numbers` are the positives and negatives of the node that have a number here.
  template <class Each>
  Candidate run(const Each& each, double number_positives, double number_negatives) {
    if (!column_.numeric) {
      const table::Code missing = column_.missing();
      each([&](table::Code code, std::uint32_t positives, std::uint32_t negatives) {
        if (code < missing) consider(Test::equal, code, positives, negatives);
      });
      return best_;
    }
    const bool gaps = column_.has_gaps();
    double tp = 0;
    double fp = 0;
    each([&](table::Code code, std::uint32_t positives, std::uint32_t negatives) {
      if (!column_.is_number(code)) return;
      tp += positives;
      fp += negatives;
      consider(Test::at_most, code, tp, fp);
      if (gaps) consider(Test::above, code, number_positives - tp, number_negatives - fp);
    });
    return best_;
  }

 private:
  // A literal and its negation have the same score, so one comparison does for both.
  void consider(Test test, table::Code code, double tp, double fp) {
    const double fn = positives_ - tp;
    const double tn = negatives_ - fp;
    const double score = std::sqrt(tp * fp) + std::sqrt(tn * fn);
    if (!(score < best_.score - least_gain)) return;
    const double right = weights_.positive * tp + weights_.negative * tn;
    const double wrong = weights_.positive * fn + weights_.negative * fp;
    if (tp > 0 && right >= wrong) {
    } else if (fn > 0 && wrong >= right) {
      test = negation(test);
    } else {
      return;
    }
    for (const CodedLiteral& literal : used_) {
      if (literal.attribute == attribute_ && literal.code == code &&
          pair_of(literal.test) == pair_of(test)) {
        return;
      }
    }
    best_ = {score, {attribute_, test, code}};
  }

  std::uint32_t attribute_;
  const table::Column& column_;
  double positives_, negatives_;
  Weights weights_;
  std::span<const CodedLiteral> used_;
  Candidate best_;
};

struct Scratch {
  Counts counters;
  std::vector<std::uint64_t> keys;
};

Candidate search_counted(ColumnSearch search, const table::Column& column, const Counts& positives,
                         const Counts& negatives) {
  double number_positives = 0;
  double number_negatives = 0;
  if (column.has_gaps()) {
    for (std::size_t code = 0; code < column.numbers.size(); ++code) {
      number_positives += positives[code];
      number_negatives += negatives[code];
    }
  }
  const auto each = [&](const auto& visit) {
    for (std::size_t code = 0; code < positives.size(); ++code) {
      if ((positives[code] | negatives[code]) != 0) {
        visit(static_cast<table::Code>(code), positives[code], negatives[code]);
      }
    }
  };
  return search.run(each, number_positives, number_negatives);
}

Candidate search_sorted(ColumnSearch search, const table::Column& column, const Node& node,
                        std::vector<std::uint64_t>& keys) {
  keys.clear();
  column.codes.visit([&](const auto codes) {
    for (const std::uint32_t row : node.positives.rows()) {
      keys.push_back(std::uint64_t{codes[row]} << 1);
    }
    for (const std::uint32_t row : node.negatives.rows()) {
      keys.push_back((std::uint64_t{codes[row]} << 1) | 1);
    }
  });
  std::sort(keys.begin(), keys.end());
  const std::uint64_t first_text = std::uint64_t{column.numbers.size()} << 1;
  double number_positives = 0;
  double number_negatives = 0;
  for (const std::uint64_t key : keys) {
    if (key >= first_text) break;
    ++((key & 1) != 0 ? number_negatives : number_positives);
  }
  const auto each = [&](const auto& visit) {
    for (std::size_t i = 0; i < keys.size();) {
      const std::uint64_t code = keys[i] >> 1;
      std::uint32_t counts[2] = {0, 0};
      for (; i < keys.size() && keys[i] >> 1 == code; ++i) ++counts[keys[i] & 1];
      visit(static_cast<table::Code>(code), counts[0], counts[1]);
    }
  };
  return search.run(each, number_positives, number_negatives);
}

}  // namespace

std::optional<CodedLiteral> best_literal(Node& node, Columns columns, const Weights& weights,
                                         std::span<const CodedLiteral> used,
                                         base::Workers& workers) {
  // Sorting a row's code costs about as much as clearing and reading so many counters.
  constexpr std::size_t codes_a_row = 16;
  // Less than this is not worth waking a thread.
  constexpr std::size_t serial_cells = 100'000;

  std::vector<Candidate> found(columns.size());
  std::vector<Scratch> scratch(workers.count());
  node.positives.prepare(columns.size());
  node.negatives.prepare(columns.size());
  const auto search_column = [&](std::size_t attribute, unsigned worker) {
    const table::Column& column = *columns[attribute];
    const ColumnSearch search(static_cast<std::uint32_t>(attribute), column, node, weights, used);
    if (node.size() * codes_a_row >= column.code_count()) {
      Counts& counters = scratch[worker].counters;
      const Counts& positives = node.positives.count(attribute, column, counters);
      const Counts& negatives = node.negatives.count(attribute, column, counters);
      found[attribute] = search_counted(search, column, positives, negatives);
    } else {
      node.positives.forget(attribute);
      node.negatives.forget(attribute);
      found[attribute] = search_sorted(search, column, node, scratch[worker].keys);
    }
  };
  if (node.size() * columns.size() < serial_cells) {
    for (std::size_t attribute = 0; attribute < columns.size(); ++attribute) {
      search_column(attribute, 0);
    }
  } else {
    workers.each(columns.size(), search_column);
  }
  node.positives.finish();
  node.negatives.finish();

  Candidate best;
  for (const bool numeric : {false, true}) {
    for (std::size_t attribute = 0; attribute < columns.size(); ++attribute) {
      if (columns[attribute]->numeric != numeric || !found[attribute].found()) continue;
      if (found[attribute].score < best.score - least_gain) best = found[attribute];
    }
  }
  if (!best.found()) return std::nullopt;
  return best.literal;
}

std::optional<CodedLiteral> widest_literal(Node& node, Columns columns) {
  std::optional<CodedLiteral> best;
  std::size_t most = 0;
  std::size_t fewest = 0;
  const auto consider = [&](const CodedLiteral& literal, std::size_t tp, std::size_t fp) {
    if (tp > most || (best && tp == most && fp < fewest)) {
      best = literal;
      most = tp;
      fewest = fp;
    }
  };
  const std::size_t all_positives = node.positives.size();
  const std::size_t all_negatives = node.negatives.size();
  Counts scratch;
  node.positives.prepare(columns.size());
  node.negatives.prepare(columns.size());
  for (std::uint32_t attribute = 0; attribute < columns.size(); ++attribute) {
    const table::Column& column = *columns[attribute];
    const Counts& positives = node.positives.count(attribute, column, scratch);
    const Counts& negatives = node.negatives.count(attribute, column, scratch);
    std::size_t tp = 0;
    std::size_t fp = 0;
    for (table::Code code = 0; code < column.missing(); ++code) {
      if ((positives[code] | negatives[code]) == 0) continue;
      if (!column.numeric) {
        consider({attribute, Test::equal, code}, positives[code], negatives[code]);
        consider({attribute, Test::not_equal, code}, all_positives - positives[code],
                 all_negatives - negatives[code]);
      } else if (column.is_number(code)) {
        tp += positives[code];
        fp += negatives[code];
        consider({attribute, Test::at_most, code}, tp, fp);
        consider({attribute, Test::not_at_most, code}, all_positives - tp, all_negatives - fp);
      }
    }
    node.positives.forget(attribute);
    node.negatives.forget(attribute);
  }
  node.positives.finish();
  node.negatives.finish();
  return best;
}

}  // namespace cogs::rules
