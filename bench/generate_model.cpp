// SPDX-License-Identifier: Apache-2.0
#include "generate_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "dice.h"
#include "random_model.h"

namespace cogs::bench {

namespace {

struct Span {
  std::uint32_t low, high;
};

// What sets the two kinds of families apart.
struct Kind {
  Span set_values, number_values;   // how many values features have
  std::uint32_t fixed, restricted;  // percent of the features; restricted: one way, or caused
  Span rules_met;                   // by a record
  std::uint32_t denial_in;          // one model of so many has a denial
  std::uint32_t break_in;           // one record of so many breaks causal rules
};

constexpr std::uint32_t never = 0;
constexpr Kind plain_kind{{3, 6}, {1000, 1000}, 10, 10, {0, ~0u}, never, never};
constexpr Kind crowded_kind{{2, 4}, {5, 12}, 3, 8, {3, 15}, 3, 3};

class Generator {
 public:
  explicit Generator(const Family& family)
      : family_(family), kind_(family.crowded ? crowded_kind : plain_kind), dice_(family.seed) {}

  Generated run(std::uint32_t records) {
    make_columns();
    make_causes();
    restrict_columns();
    make_rules();
    Generated generated;
    generated.model = model_.text();
    for (std::uint32_t r = 0; r < records; ++r) {
      generated.records.push_back(model_.fields(draw_record()));
    }
    return generated;
  }

 private:
  std::uint32_t draw(const Span& span) {
    return span.low == span.high ? span.low : dice_.between(span.low, span.high);
  }

  // The nearest numbers to this share of the features, so drawn that it is right on average.
  std::uint32_t draw_count(std::uint32_t percent) {
    const std::uint32_t hundredths = family_.features * percent;
    const std::uint32_t rest = hundredths % 100;
    return hundredths / 100 + (rest > 0 && dice_.below(100) < rest ? 1 : 0);
  }

  void make_columns() {
    model_.columns.resize(family_.features);
    std::uint32_t made = 0;
    for (std::uint32_t c : dice_.shuffled(family_.features)) {
      Column& column = model_.columns[c];
      column.numeric = made++ * 2 < family_.features;
      column.cost = dice_.between(1, family_.dearest);
      column.size = draw(column.numeric ? kind_.number_values : kind_.set_values);
      if (column.numeric) draw_thresholds(column);
    }
  }

  void draw_thresholds(Column& column) {
    const std::uint32_t margin = column.size / 50;
    const Span span{margin, column.size - 1 - std::max(1u, margin)};
    const std::uint32_t wanted = std::min(family_.thresholds, span.high - span.low + 1);
    while (column.thresholds.size() < wanted) {
      const std::uint32_t t = draw(span);
      if (std::find(column.thresholds.begin(), column.thresholds.end(), t) ==
          column.thresholds.end()) {
        column.thresholds.push_back(t);
      }
    }
    std::sort(column.thresholds.begin(), column.thresholds.end());
  }

  std::vector<Test> tests_on(std::uint32_t c) const {
    const Column& column = model_.columns[c];
    std::vector<Test> tests;
    const std::size_t constants = column.numeric ? column.thresholds.size() : column.size;
    for (std::uint32_t i = 0; i < constants; ++i) {
      const std::uint32_t constant = column.numeric ? column.thresholds[i] : i;
      for (const bool negated : {false, true}) tests.push_back({c, constant, negated});
    }
    return tests;
  }

  double share(const Test& test) const {
    const Column& column = model_.columns[test.column];
    const double part = (column.numeric ? test.constant + 1.0 : 1.0) / column.size;
    return test.negated ? 1 - part : part;
  }

  // Tests on distinct columns that together hold for about this share of all records.
  Body draw_body(std::uint32_t length, double wanted, const std::vector<std::uint32_t>& from) {
    Body body;
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
    const auto& order = model_.causal_order = dice_.shuffled(family_.features);
    model_.causes.resize(family_.features);
    std::vector<std::uint32_t> later;
    for (std::uint32_t i = 2; i < family_.features; ++i) later.push_back(i);
    for (std::uint32_t n = 0; n < family_.features / 5; ++n) {
      const std::uint32_t at = dice_.below(later.size());
      const std::uint32_t place = later[at];
      later.erase(later.begin() + at);
      give_causes(order[place], {order.begin(), order.begin() + place});
    }
  }

  void give_causes(std::uint32_t c, const std::vector<std::uint32_t>& before) {
    Column& column = model_.columns[c];
    if (family_.crowded) {
      column.mode = static_cast<Mode>(dice_.below(3));
    } else {
      column.mode = dice_.one_in(2) ? Mode::only_if : Mode::if_;
      column.caused = column.mode == Mode::if_ && dice_.one_in(2);
    }
    const std::uint32_t rules = dice_.between(1, 3);
    const std::uint32_t free_value = dice_.below(column.size);  // needs no cause
    for (std::uint32_t r = 0; r < rules; ++r) {
      Test head{c, 0, dice_.one_in(2)};
      if (column.numeric) {
        // All heads look the same way: some of the domain stays free of causes.
        if (r > 0) head.negated = model_.causes[c][0].head.negated;
        head.constant = column.thresholds[dice_.below(column.thresholds.size())];
      } else {
        head.negated = false;
        head.constant = (free_value + dice_.between(1, column.size - 1)) % column.size;
      }
      model_.causes[c].push_back({head, draw_body(dice_.between(1, 2), 0.35, before)});
    }
  }

  void restrict_columns() {
    std::uint32_t fixed = draw_count(kind_.fixed), restricted = draw_count(kind_.restricted);
    for (std::uint32_t c : dice_.shuffled(family_.features)) {
      Column& column = model_.columns[c];
      const bool has_causes = !model_.causes[c].empty();
      if (!has_causes && fixed > 0) {
        column.fixed = true;
        --fixed;
      } else if (!has_causes && column.numeric && restricted > 0) {
        column.direction = dice_.one_in(4) ? -1 : 1;
        --restricted;
      } else if (has_causes && family_.crowded && restricted > 0) {
        column.caused = true;
        --restricted;
      }
    }
  }

  void make_rules() {
    std::vector<std::uint32_t> all(family_.features);
    std::iota(all.begin(), all.end(), 0u);
    const double wanted = std::min(0.9, family_.firing / family_.rules);
    for (std::uint32_t r = 0; r < family_.rules; ++r) {
      DecisionRule& rule = model_.rules.emplace_back();
      rule.body = draw_body(dice_.between(3, 6), wanted, all);
      if (!dice_.one_in(3)) continue;
      const std::uint32_t exceptions = dice_.between(1, 2);
      for (std::uint32_t e = 0; e < exceptions; ++e) {
        rule.exceptions.push_back(draw_body(dice_.between(1, 3), 0.15, all));
      }
    }
    if (kind_.denial_in != never && dice_.one_in(kind_.denial_in)) {
      model_.denials.push_back(draw_body(dice_.between(2, 3), 0.05, all));
    }
  }

  Values draw_record() {
    const bool breaking = kind_.break_in != never && dice_.one_in(kind_.break_in);
    for (int attempt = 0; attempt < 100000; ++attempt) {
      const Values values = draw_values(!breaking);
      if (breaking != breaks_causes(values) && kind_.break_in != never) continue;
      const std::uint32_t met = model_.rules_met(values);
      if (met < kind_.rules_met.low || met > kind_.rules_met.high) continue;
      if (!model_.denied(values)) return values;
    }
    throw std::runtime_error("hardly any record of the family meets as many rules as it should");
  }

  Values draw_values(bool obeying) {
    Values values(model_.columns.size());
    for (std::uint32_t c : model_.causal_order) {
      for (int attempt = 0; attempt < 200; ++attempt) {
        values[c] = dice_.below(model_.columns[c].size);
        if (!obeying || model_.obeys_causes(c, values)) break;
      }
    }
    return values;
  }

  bool breaks_causes(const Values& values) const {
    return std::any_of(model_.causal_order.begin(), model_.causal_order.end(),
                       [&](std::uint32_t c) { return !model_.obeys_causes(c, values); });
  }

  Family family_;
  Kind kind_;
  Dice dice_;
  RandomModel model_;
};

}  // namespace

Family crowded_family(std::uint32_t features, std::uint32_t rules) {
  Family family;
  family.features = features;
  family.rules = rules;
  family.firing = 8;
  family.dearest = 3;
  family.crowded = true;
  return family;
}

Generated generate(const Family& family, std::uint32_t records) {
  return Generator(family).run(records);
}

}  // namespace cogs::bench
