// SPDX-License-Identifier: Apache-2.0
#include "generate_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace cogs::bench {

namespace {

constexpr std::uint32_t numeric_width = 1000;  // numeric domains are 0..999

struct Column {
  bool numeric = true;
  std::uint32_t size = numeric_width;     // number of values
  std::vector<std::uint32_t> thresholds;  // ascending, of a numeric one
  bool fixed = false, caused = false, only_if = false;
  int direction = 0;  // 1: may increase, -1: may decrease
  std::uint32_t cost = 1;
};

// value =< constant, value > constant (numeric); value = constant, value \= constant (set).
struct Test {
  std::uint32_t column = 0;
  std::uint32_t constant = 0;
  bool negated = false;
};

struct CauseRule {
  Test head;
  std::vector<Test> body;
};

// The standard fixes what the engine gives, but not what its distributions make of it.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + below(high - low + 1);
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }
  std::vector<std::uint32_t> shuffled(std::uint32_t n) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
    return order;
  }

 private:
  std::mt19937_64 engine_;
};

class Generator {
 public:
  explicit Generator(const Family& family) : family_(family), dice_(family.seed) {}

  Generated run(std::uint32_t records) {
    make_columns();
    make_causes();
    restrict_columns();
    Generated generated;
    generated.model = declarations() + "\n" + causal_rules() + "\n" + decision_rules();
    for (std::uint32_t r = 0; r < records; ++r) generated.records.push_back(draw_record());
    return generated;
  }

 private:
  static std::string name(std::uint32_t column) { return "f" + std::to_string(column); }
  static std::string value_name(std::uint32_t value) { return "v" + std::to_string(value); }

  void make_columns() {
    columns_.resize(family_.features);
    for (std::uint32_t c : dice_.shuffled(family_.features)) {
      Column& column = columns_[c];
      column.numeric = numerics_made_++ * 2 < family_.features;
      column.cost = dice_.between(1, family_.dearest);
      if (!column.numeric) {
        column.size = dice_.between(3, 6);
        continue;
      }
      while (column.thresholds.size() < family_.thresholds) {
        const std::uint32_t t = dice_.between(20, numeric_width - 21);
        if (std::find(column.thresholds.begin(), column.thresholds.end(), t) ==
            column.thresholds.end()) {
          column.thresholds.push_back(t);
        }
      }
      std::sort(column.thresholds.begin(), column.thresholds.end());
    }
  }

  std::vector<Test> tests_on(std::uint32_t c) const {
    const Column& column = columns_[c];
    std::vector<Test> tests;
    const std::size_t constants = column.numeric ? column.thresholds.size() : column.size;
    for (std::uint32_t i = 0; i < constants; ++i) {
      const std::uint32_t constant = column.numeric ? column.thresholds[i] : i;
      for (const bool negated : {false, true}) tests.push_back({c, constant, negated});
    }
    return tests;
  }

  double share(const Test& test) const {
    const Column& column = columns_[test.column];
    const double part = (column.numeric ? test.constant + 1.0 : 1.0) / column.size;
    return test.negated ? 1 - part : part;
  }

  // Tests on distinct columns that together hold for about this share of all records.
  std::vector<Test> draw_body(std::uint32_t length, double wanted,
                              const std::vector<std::uint32_t>& from) {
    std::vector<Test> body;
    for (std::uint32_t pick : dice_.shuffled(static_cast<std::uint32_t>(from.size()))) {
      if (body.size() == length) break;
      const double each = std::pow(wanted, 1.0 / static_cast<double>(length - body.size()));
      std::vector<Test> tests = tests_on(from[pick]);
      std::stable_sort(tests.begin(), tests.end(), [&](const Test& a, const Test& b) {
        return std::abs(share(a) - each) < std::abs(share(b) - each);
      });
      body.push_back(tests[dice_.below(std::min<std::size_t>(4, tests.size()))]);
      wanted = std::min(0.95, wanted / share(body.back()));
    }
    return body;
  }

  // One column in five gets causes among the columns before it in a random order.
  void make_causes() {
    causal_order_ = dice_.shuffled(family_.features);
    causes_.resize(family_.features);
    std::vector<std::uint32_t> later;
    for (std::uint32_t i = 2; i < family_.features; ++i) later.push_back(i);
    for (std::uint32_t n = 0; n < family_.features / 5; ++n) {
      const std::uint32_t at = dice_.below(later.size());
      const std::uint32_t place = later[at];
      later.erase(later.begin() + at);
      give_causes(causal_order_[place], {causal_order_.begin(), causal_order_.begin() + place});
    }
  }

  void give_causes(std::uint32_t c, const std::vector<std::uint32_t>& before) {
    Column& column = columns_[c];
    column.only_if = dice_.one_in(2);
    column.caused = !column.only_if && dice_.one_in(2);
    const std::uint32_t rules = dice_.between(1, 3);
    const std::uint32_t free_value = dice_.below(column.size);  // needs no cause
    for (std::uint32_t r = 0; r < rules; ++r) {
      Test head{c, 0, dice_.one_in(2)};
      if (column.numeric) {
        // All heads look the same way: some of the domain stays free of causes.
        if (r > 0) head.negated = causes_[c][0].head.negated;
        head.constant = column.thresholds[dice_.below(column.thresholds.size())];
      } else {
        head.negated = false;
        head.constant = (free_value + dice_.between(1, column.size - 1)) % column.size;
      }
      causes_[c].push_back({head, draw_body(dice_.between(1, 2), 0.35, before)});
    }
  }

  void restrict_columns() {
    const std::uint32_t few = std::max<std::uint32_t>(1, family_.features / 10);
    std::uint32_t fixed = 0, directed = 0;
    for (std::uint32_t c : dice_.shuffled(family_.features)) {
      Column& column = columns_[c];
      if (!causes_[c].empty()) continue;
      if (fixed < few) {
        column.fixed = true;
        ++fixed;
      } else if (column.numeric && directed < few) {
        column.direction = dice_.one_in(4) ? -1 : 1;
        ++directed;
      }
    }
  }

  std::string declarations() const {
    std::string text;
    for (std::uint32_t c = 0; c < columns_.size(); ++c) {
      const Column& column = columns_[c];
      text += "#feature " + name(c) + " : ";
      if (column.numeric) {
        text += "integer 0.." + std::to_string(numeric_width - 1);
      } else {
        for (std::uint32_t v = 0; v < column.size; ++v) {
          text += (v == 0 ? "{" : ", ") + value_name(v);
        }
        text += "}";
      }
      if (column.fixed) text += ", fixed";
      if (column.caused) text += ", caused";
      if (column.direction != 0) text += column.direction > 0 ? ", may increase" : ", may decrease";
      if (column.cost != 1 && !column.fixed && !column.caused) {
        text += ", cost " + std::to_string(column.cost);
      }
      text += ".\n";
    }
    return text + "#undesired reject(X).\n";
  }

  std::string test_text(const Test& test) const {
    const std::string feature = name(test.column);
    if (!columns_[test.column].numeric) {
      return (test.negated ? "not " : "") + feature + "(X, " + value_name(test.constant) + ")";
    }
    return feature + "(X, N" + std::to_string(test.column) + "), " + comparison_text(test);
  }

  std::string comparison_text(const Test& test) const {
    return "N" + std::to_string(test.column) + (test.negated ? " > " : " =< ") +
           std::to_string(test.constant);
  }

  std::string body_text(const std::vector<Test>& body) const {
    std::string text;
    for (const Test& test : body) text += (text.empty() ? "" : ", ") + test_text(test);
    return text;
  }

  std::string causal_rules() const {
    std::string text;
    for (std::uint32_t c = 0; c < columns_.size(); ++c) {
      if (causes_[c].empty()) continue;
      text += "#causal " + name(c) + " : " + (columns_[c].only_if ? "only_if" : "if") + ".\n";
      for (const CauseRule& cause : causes_[c]) {
        if (columns_[c].numeric) {
          text +=
              name(c) + "(X, N" + std::to_string(c) + ") :- " + comparison_text(cause.head) + ", ";
        } else {
          text += name(c) + "(X, " + value_name(cause.head.constant) + ") :- ";
        }
        text += body_text(cause.body) + ".\n";
      }
    }
    return text;
  }

  std::string decision_rules() {
    std::vector<std::uint32_t> all(family_.features);
    std::iota(all.begin(), all.end(), 0u);
    const double wanted = std::min(0.9, family_.firing / family_.rules);
    std::string text, exceptions;
    std::uint32_t exception = 0;
    for (std::uint32_t r = 0; r < family_.rules; ++r) {
      text += "reject(X) :- " + body_text(draw_body(dice_.between(3, 6), wanted, all));
      if (dice_.one_in(3)) {
        const std::string head = "ab" + std::to_string(++exception) + "(X)";
        text += ", not " + head;
        const std::uint32_t rules = dice_.between(1, 2);
        for (std::uint32_t e = 0; e < rules; ++e) {
          exceptions +=
              head + " :- " + body_text(draw_body(dice_.between(1, 3), 0.15, all)) + ".\n";
        }
      }
      text += ".\n";
    }
    return text + exceptions;
  }

  bool holds(const Test& test, const std::vector<std::uint32_t>& values) const {
    const std::uint32_t value = values[test.column];
    return (columns_[test.column].numeric ? value <= test.constant : value == test.constant) !=
           test.negated;
  }

  bool obeys_causes(std::uint32_t c, const std::vector<std::uint32_t>& values) const {
    bool covered = false, supported = false, caused = false;
    for (const CauseRule& cause : causes_[c]) {
      const bool head = holds(cause.head, values);
      const bool body = std::all_of(cause.body.begin(), cause.body.end(),
                                    [&](const Test& test) { return holds(test, values); });
      covered = covered || head;
      caused = caused || body;
      supported = supported || (head && body);
    }
    return supported || !(columns_[c].only_if ? covered : caused);
  }

  std::vector<model::Field> draw_record() {
    std::vector<std::uint32_t> values(columns_.size());
    for (std::uint32_t c : causal_order_) {
      for (int attempt = 0; attempt < 200; ++attempt) {
        values[c] = dice_.below(columns_[c].size);
        if (obeys_causes(c, values)) break;
      }
    }
    std::vector<model::Field> fields;
    for (std::uint32_t c = 0; c < columns_.size(); ++c) {
      fields.push_back(
          {name(c), columns_[c].numeric ? std::to_string(values[c]) : value_name(values[c])});
    }
    return fields;
  }

  Family family_;
  Dice dice_;
  std::uint32_t numerics_made_ = 0;
  std::vector<Column> columns_;
  std::vector<std::uint32_t> causal_order_;
  std::vector<std::vector<CauseRule>> causes_;  // by column
};

}  // namespace

Generated generate(const Family& family, std::uint32_t records) {
  return Generator(family).run(records);
}

}  // namespace cogs::bench
