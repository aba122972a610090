// SPDX-License-Identifier: Apache-2.0
//
// The program has a fixed part, which spells out semantics.md 2 to 5 once for all models, and
// facts and rules made from the model: cells, tests on cells, rules over tests. Every name of
// the model appears as a string, so none can clash with a predicate of the fixed part.
#include "present/export/clingo.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/fraction.h"
#include "path/check_price.h"
#include "path/check_state.h"
#include "path/problem.h"
#include "present/export/clingo_cells.h"
#include "present/export/clingo_rules.h"
#include "present/export/clingo_text.h"

namespace cogs::present {

using base::Number;
using model::CausalMode;
using model::Comparison;
using model::Condition;
using model::Feature;
using model::FeatureId;
using model::Literal;

namespace {

const char* clingo_sign(Comparison comparison) {
  switch (comparison) {
    case Comparison::less: return "<";
    case Comparison::less_equal: return "=<";
    case Comparison::greater: return ">";
    case Comparison::greater_equal: return ">=";
    case Comparison::equal: return "=";
    case Comparison::not_equal: return "\\=";
  }
  return "?";
}

[[noreturn]] void refuse(const model::Model& model, const std::string& message,
                         const std::string& help) {
  base::Diagnostic diagnostic;
  diagnostic.file = model.path;
  diagnostic.message = message;
  diagnostic.help = help;
  throw base::InputError(diagnostic);
}

class ClingoExporter {
 public:
  ClingoExporter(const model::Model& model, const std::optional<model::Record>& record,
                 const path::Options& options)
      : model_(model), rules_(model), record_(record), options_(options) {}

  std::string run(std::optional<std::uint32_t> steps) {
    work_out_features();
    header(steps);
    if (record_) out_ += path_rules;
    if (record_ && std::any_of(features_.begin(), features_.end(), is_pointed)) {
      out_ += point_rules;
    }
    out_ += state_rules;
    if (record_) out_ += excuse_rules;
    if (record_ && effects_can_undo()) out_ += no_repeat_rules;
    goal_part();
    // The rules are written first because they say which tests are needed.
    const std::string rule_text = rules_part();
    features_part();
    tests_part();
    out_ += rule_text;
    show_part();
    return std::move(out_);
  }

 private:
  struct FeatureFacts {
    std::vector<ClingoCell> cells;
    std::vector<bool> target;  // by cell: may be a new value
    bool settable = false, movable = false;
    model::Direction direction = model::Direction::any;
    const model::Price* price = nullptr;
    // Prices by distance of what effects can move: each cell stands for the reported value
    // `at[cell]`, and from `cell` leads to the cells `nearest[cell]` only.
    bool pointed = false;
    std::vector<Number> at;
    std::vector<std::vector<std::size_t>> nearest;
    std::vector<std::size_t> first;  // from missing
  };
  static bool is_pointed(const FeatureFacts& facts) { return facts.pointed; }

  void work_out_features() {
    const auto named = [](const std::vector<FeatureId>& list, FeatureId f) {
      return std::find(list.begin(), list.end(), f) != list.end();
    };
    for (std::size_t i = 0; i < model_.features.size(); ++i) {
      const FeatureId id(i);
      const Feature& feature = model_.features[i];
      FeatureFacts facts;
      const path::RangeOption* range = nullptr;
      if (record_) {
        for (const path::RangeOption& each : options_.ranges) {
          if (each.feature == id) range = &each;
        }
      }
      facts.price = &feature.price;
      if (record_) {
        for (const path::CostOption& each : options_.costs) {
          if (each.feature == id) facts.price = &each.price;
        }
      }
      facts.cells = clingo_cells(model_, id, record_ ? (*record_)[i] : std::nullopt,
                                 record_.has_value(), range, *facts.price);
      const bool allowed = named(options_.allow, id);
      const bool fixed = named(options_.fix, id) || (feature.fixed && !allowed);
      const bool given = !record_ || (*record_)[i] ||
                         ((allowed || options_.set_missing || feature.may_be_set) &&
                          model::prices_missing(feature, *facts.price));
      facts.movable = !fixed && !rules_.causal_rules(id).empty();
      facts.settable = given && !fixed && !(feature.caused && !allowed) &&
                       (!options_.only || named(*options_.only, id));
      if (!allowed) facts.direction = feature.direction;
      const bool by_distance = !facts.price->up.flat() || !facts.price->down.flat();
      if (record_ && feature.numeric() && facts.settable && facts.movable && by_distance) {
        split_into_points(id, facts);
      }
      for (const ClingoCell& cell : facts.cells) {
        const auto& number = cell.sample.number;
        const bool inside =
            !range || !feature.numeric() ||
            (!(range->low && *number < *range->low) && !(range->high && *number > *range->high));
        facts.target.push_back(cell.in_domain && inside);
      }
      features_.push_back(std::move(facts));
    }
  }

  // Each cell once for every value that answers may report of it: nearest to what is below it, and
  // to what is above.
  void split_into_points(FeatureId id, FeatureFacts& facts) const {
    const Feature& feature = model_.feature(id);
    const Number resolution = clingo_resolution(model_, id);
    const std::vector<ClingoCell> cells = std::exchange(facts.cells, {});
    std::vector<std::size_t> cell_of;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const ClingoCell& cell = cells[c];
      std::vector<Number> values;
      if (cell.start) {
        values.push_back(*cell.sample.number);
      } else {
        if (cell.interval.low) {
          values.push_back(cell.reported(feature, resolution, *cell.interval.low));
        }
        if (cell.interval.high) {
          values.push_back(cell.reported(feature, resolution, *cell.interval.high + 1));
        }
        if (values.empty()) values.push_back(0);
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
      }
      for (const Number& value : values) {
        facts.cells.push_back(cell);
        if (values.size() > 1) facts.cells.back().name += " as " + value.text();
        facts.at.push_back(value);
        cell_of.push_back(c);
      }
    }
    const auto find = [&](std::size_t cell, const std::optional<Number>& from) {
      const Number value = cells[cell].start ? *cells[cell].sample.number
                                             : cells[cell].reported(feature, resolution, from);
      for (std::size_t p = 0; p < facts.at.size(); ++p) {
        if (cell_of[p] == cell && facts.at[p] == value) return p;
      }
      return facts.at.size();
    };
    for (std::size_t p = 0; p < facts.at.size(); ++p) {
      facts.nearest.emplace_back();
      for (std::size_t c = 0; c < cells.size(); ++c) {
        if (c != cell_of[p]) facts.nearest.back().push_back(find(c, facts.at[p]));
      }
    }
    for (std::size_t c = 0; c < cells.size(); ++c) facts.first.push_back(find(c, std::nullopt));
    facts.pointed = true;
  }

  // A state can come back only where something that was set can be moved back by an effect.
  bool effects_can_undo() const {
    return std::any_of(features_.begin(), features_.end(),
                       [](const FeatureFacts& f) { return f.settable && f.movable; });
  }

  void line(const std::string& text) { out_ += text + "\n"; }
  const std::string& name(FeatureId f) const { return model_.feature(f).name; }

  void header(std::optional<std::uint32_t> steps) {
    if (!record_) {
      line("% The goal states of " + comment_text(model_.path) + ", for clingo 5.4 or later:");
      line("% consistent states without the undesired decision, one answer set each.");
      line("%   clingo 0 FILE            lists them");
      line("%   clingo 0 --quiet FILE    counts them");
      line("");
      line("time(0).");
      line("1 { value(0,F,C) : target(F,C) } 1 :- feature(F).");
      return;
    }
    std::uint32_t horizon = 0;
    for (const FeatureFacts& facts : features_) horizon += facts.settable;
    if (steps) horizon = *steps;
    if (options_.max_length) horizon = std::min(horizon, *options_.max_length);
    line("% Recourse by " + comment_text(model_.path) + ", for clingo 5.4 or later: the cheapest");
    line("% consistent path from this record to a state without the undesired decision.");
    for (std::size_t i = 0; i < record_->size(); ++i) {
      const auto& value = (*record_)[i];
      line("%   " + comment_text(model_.features[i].name) + " = " +
           (value ? comment_text(value->text) : "?"));
    }
    line("% clingo FILE: the last answer is a best path; none of it, and a cost of 0: the record");
    line("% is a goal state already; UNSATISFIABLE: no path exists within the horizon.");
    line("");
    line("#const steps = " + std::to_string(horizon) + ".");
  }

  void goal_part() {
    const auto desired = options_.desired ? options_.desired : model_.desired;
    line("");
    line("%%% The goal.");
    line("goal(T) :- time(T), not holds(T," + atom(model_.undesired) + ")" +
         (desired ? ", holds(T," + atom(*desired) + ")" : "") + ".");
    if (!record_) line(":- not goal(0).");
  }

  void features_part() {
    line("");
    line("%%% Features and their cells: cell(Feature,Number,Name), numbered in ascending order.");
    if (record_) line("%%% target(Feature,Number): a value that the feature may change to.");
    if (record_) work_out_prices();
    for (std::size_t i = 0; i < features_.size(); ++i) {
      const FeatureFacts& facts = features_[i];
      const std::string f = clingo_string(model_.features[i].name);
      line("");
      line("feature(" + f + ").");
      std::vector<std::size_t> targets;
      for (std::size_t c = 0; c < facts.cells.size(); ++c) {
        const ClingoCell& cell = facts.cells[c];
        std::string also;
        for (const std::string& text : cell.folded) also += (also.empty() ? "" : ", ") + text;
        line("cell(" + f + "," + std::to_string(c) + "," + clingo_string(cell.name) + ")." +
             (also.empty() ? "" : "  % and so: " + comment_text(also)) +
             (cell.in_domain ? "" : "  % outside the domain"));
        if (facts.target[c]) targets.push_back(c);
      }
      if (!targets.empty()) line("target(" + f + "," + index_set(targets) + ").");
      if (!record_) continue;
      for (std::size_t c = 0; c < facts.cells.size(); ++c) {
        if (facts.cells[c].start) line("value(0," + f + "," + std::to_string(c) + ").");
      }
      if (!(*record_)[i]) line("% missing in the record");
      if (facts.settable) price_lines(i, f);
      if (facts.pointed) {
        line("pointed(" + f + ").");
        for (std::size_t c = 0; c < facts.nearest.size(); ++c) {
          if (facts.nearest[c].empty()) continue;
          line("nearest(" + f + "," + std::to_string(c) + "," + index_set(facts.nearest[c]) + ").");
        }
        line("first(" + f + "," + index_set(facts.first) + ").");
      }
      for (std::size_t c = 0; c < facts.cells.size(); ++c) {
        if (!facts.cells[c].in_domain && !model_.features[i].numeric()) {
          line("unlisted(" + f + "," + std::to_string(c) + ").");
        }
      }
      if (facts.movable) line("movable(" + f + ").");
      if (facts.direction == model::Direction::up) line("may_increase(" + f + ").");
      if (facts.direction == model::Direction::down) line("may_decrease(" + f + ").");
    }
    if (scale_ != 1) {
      line("");
      line("% Costs are multiplied by " + scale_.text() + ", because clingo counts in integers.");
    }
  }

  // The price of a change between cells, or from missing (nullopt).
  Number price(std::size_t i, std::optional<std::size_t> from, std::size_t to) const {
    const Feature& feature = model_.features[i];
    const FeatureFacts& facts = features_[i];
    if (!feature.numeric()) {
      return path::check::price(feature, *facts.price, from ? &facts.cells[*from].sample : nullptr,
                                facts.cells[to].sample);
    }
    // Where no effect moves it, it is set from the start; where prices know no distance, any value
    // of the cells does.
    const auto at = [&](std::size_t cell) {
      return facts.pointed ? facts.at[cell] : *facts.cells[cell].sample.number;
    };
    std::optional<model::Value> old;
    if (from) old = model::Value::of(at(*from));
    Number now = at(to);
    if (!facts.pointed && !facts.cells[to].start) {
      now = facts.cells[to].reported(feature, clingo_resolution(model_, FeatureId(i)),
                                     old ? old->number : std::nullopt);
    }
    return path::check::price(feature, *facts.price, old ? &*old : nullptr, model::Value::of(now));
  }

  // All prices that depend on more than the feature, and the least factor that makes all integers.
  void work_out_prices() {
    prices_.resize(features_.size());
    Number most;
    for (std::size_t i = 0; i < features_.size(); ++i) {
      FeatureFacts& facts = features_[i];
      if (!facts.settable) continue;
      Number dearest = facts.price->up.fixed;
      // cost * scale = p/q in lowest terms: q is what is missing from the scale.
      const auto take = [&](const Number& cost) {
        scale_ = scale_ * denominator(cost * scale_);
        dearest = std::max(dearest, cost);
      };
      if (facts.price->flat()) {
        take(dearest);
      } else {
        list_prices(i, take);
      }
      most += dearest;
    }
    if (most * scale_ > Number(std::int64_t{std::numeric_limits<std::int32_t>::max()})) {
      refuse(model_, "the costs do not fit into clingo's 32-bit numbers",
             "use smaller costs, or costs with fewer decimals; prices by distance are often "
             "fractions");
    }
  }

  template <class Take>
  void list_prices(std::size_t i, Take take) {
    const FeatureFacts& facts = features_[i];
    const bool from_start_only = !facts.movable;
    Prices& prices = prices_[i];
    for (std::size_t to = 0; to < facts.cells.size(); ++to) {
      if (!facts.target[to]) continue;
      if (!(*record_)[i] && !prices.from_missing) {
        prices.from_missing = price(i, std::nullopt, to);
        take(*prices.from_missing);
      }
      if (!facts.price->reached.empty()) {
        prices.reached.emplace_back(to, price(i, std::nullopt, to));
        take(prices.reached.back().second);
        continue;
      }
      for (std::size_t from = 0; from < facts.cells.size(); ++from) {
        if (from == to || (from_start_only && !facts.cells[from].start)) continue;
        if (facts.pointed && std::find(facts.nearest[from].begin(), facts.nearest[from].end(),
                                       to) == facts.nearest[from].end()) {
          continue;
        }
        prices.between.push_back({from, to, price(i, from, to)});
        take(prices.between.back().cost);
      }
    }
  }

  void price_lines(std::size_t i, const std::string& f) {
    const FeatureFacts& facts = features_[i];
    const auto scaled = [&](const Number& cost) { return (cost * scale_).text(); };
    if (facts.price->flat()) {
      line("settable(" + f + ").  cost(" + f + "," + scaled(facts.price->up.fixed) + ").");
      return;
    }
    line("settable(" + f + ").  % cost " + comment_text(model::price_text(*facts.price)));
    const Prices& prices = prices_[i];
    for (const auto& [to, cost] : prices.reached) {
      line("price_to(" + f + "," + std::to_string(to) + "," + scaled(cost) + ").");
    }
    for (const auto& [from, to, cost] : prices.between) {
      line("price(" + f + "," + std::to_string(from) + "," + std::to_string(to) + "," +
           scaled(cost) + ").");
    }
    if (prices.from_missing && facts.price->reached.empty()) {
      line("price_if_missing(" + f + "," + scaled(*prices.from_missing) + ").");
    }
  }

  std::string atom(model::AtomId id) const { return clingo_string(model_.atoms[id.index()].text); }

  std::vector<std::size_t> cells_with(FeatureId f, const std::vector<Condition>& conditions) const {
    std::vector<std::size_t> found;
    const auto& cells = features_[f.index()].cells;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const bool all =
          std::all_of(conditions.begin(), conditions.end(), [&](const Condition& each) {
            return path::check::satisfies(model_.feature(f), cells[c].sample, each);
          });
      if (all) found.push_back(c);
    }
    return found;
  }

  std::string words(FeatureId f, const std::vector<Condition>& conditions) const {
    if (conditions.empty()) return name(f) + " is known";
    std::string text;
    for (const Condition& each : conditions) {
      const std::string plain =
          name(f) + " " + clingo_sign(each.comparison) + " " + each.constant.text;
      text += (text.empty() ? "" : " and ") + (each.negated ? "not(" + plain + ")" : plain);
    }
    return text;
  }

  // The name of a test, which is noted for tests_part.
  std::string test(FeatureId f, const std::vector<Condition>& conditions) {
    const std::string text = words(f, conditions);
    const std::pair key(f, cells_with(f, conditions));
    std::string unique = text;
    for (int n = 2;; ++n) {  // two tests may read alike only if they are alike
      const auto [at, added] = tests_.try_emplace(unique, key);
      if (added) test_order_.push_back(unique);
      if (at->second == key) return clingo_string(unique);
      unique = text + " #" + std::to_string(n);
    }
  }

  std::string body(const std::vector<Literal>& literals) {
    std::string text;
    for (const Literal& literal : literals) {
      if (const auto* on_feature = std::get_if<model::FeatureTest>(&literal)) {
        text += std::string(on_feature->negated ? ", not" : ",") + " true(T," +
                test(on_feature->feature, on_feature->conditions) + ")";
      } else {
        const auto& on_atom = std::get<model::AtomTest>(literal);
        text +=
            std::string(on_atom.negated ? ", not" : ",") + " holds(T," + atom(on_atom.atom) + ")";
      }
    }
    return "time(T)" + text;
  }

  static std::string at_line(const base::Place& place) {
    return place.line > 0 ? "  % line " + std::to_string(place.line) : "";
  }

  std::string rules_part() {
    std::string text = "\n%%% Rules of the decision.\n";
    for (const model::Rule& rule : model_.rules) {
      text += "holds(T," + atom(rule.head) + ") :- " + body(rule.body) + "." + at_line(rule.place) +
              "\n";
    }
    for (std::size_t s = 0; s < model_.scores.size(); ++s) text += score_part(s);
    if (!model_.causal_rules.empty()) {
      text += "\n%%% Causal rules: cause(T,Rule) and head(Rule,Feature,Cell).\n";
    }
    for (std::size_t r = 0; r < model_.causal_rules.size(); ++r) {
      const model::CausalRule& rule = model_.causal_rules[r];
      const std::string number = std::to_string(r), f = clingo_string(name(rule.feature));
      auto heads = cells_with(rule.feature, rule.head);
      const auto& cells = features_[rule.feature.index()].cells;
      std::erase_if(heads, [&](std::size_t c) { return !cells[c].in_domain; });
      text += "of(" + number + "," + f + ").  % " + comment_text(words(rule.feature, rule.head)) +
              (rule.place.line ? ", line " + std::to_string(rule.place.line) : "") + "\n";
      if (!heads.empty()) text += "head(" + number + "," + f + "," + index_set(heads) + ").\n";
      text += "cause(T," + number + ") :- " + body(rule.body) + ".\n";
    }
    for (std::size_t i = 0; i < model_.features.size(); ++i) {
      if (!rules_.causal_rules(FeatureId(i)).empty()) text += causal_facts(FeatureId(i));
    }
    if (!model_.denials.empty()) text += "\n%%% States that cannot exist.\n";
    for (std::size_t d = 0; d < model_.denials.size(); ++d) {
      const std::string number = std::to_string(d);
      text += "denied(T," + number + ") :- " + body(model_.denials[d].body) + "." +
              at_line(model_.denials[d].place) + "\n";
    }
    return text;
  }

  // What applies is added up, in whole multiples of a unit; tests compare the sum.
  std::string score_part(std::size_t s) {
    const model::Score& score = model_.scores[s];
    Number unit = base::denominator_of(score.base), size = score.base.absolute();
    const auto take = [&](const Number& points) {
      unit = base::least_common_multiple(unit, base::denominator_of(points));
      size += points.absolute();
    };
    for (const model::Contribution& each : score.contributions) take(each.points);
    std::string text = "\n%%% The score " + comment_text(score.name) + ": adds(T,Score,Part).\n";
    const std::string number = std::to_string(s);
    for (std::size_t i = 0; i < score.contributions.size(); ++i) {
      const model::Contribution& each = score.contributions[i];
      const std::string part = number + "," + std::to_string(i);
      text += "points(" + part + "," + (each.points * unit).text() + ").\n";
      text += "adds(T," + part + ") :- " + body(each.body) + "." + at_line(each.place) + "\n";
    }
    for (std::size_t a = 0; a < model_.atoms.size(); ++a) {
      const auto& test = model_.atoms[a].score;
      if (!test || test->score.index() != s) continue;
      const bool half = test->constant == Number(1) / Number(2);
      if (test->probability && !half) {
        refuse(model_, "probabilities of scores cannot be written as a clingo program",
               "compare the score itself with a number");
      }
      const Number asked = ((test->probability ? test->shift : test->constant) - score.base) * unit;
      size += (asked / unit).absolute();
      const bool whole = asked.is_integer();
      const std::string sum = "#sum { P,I : adds(T," + number + ",I), points(" + number + ",I,P) }";
      std::string compared;
      switch (test->comparison) {
        case Comparison::greater: compared = " > " + asked.floor().text(); break;
        case Comparison::equal: compared = whole ? " = " + asked.text() : ""; break;
        default: compared = " >= " + asked.ceil().text(); break;
      }
      if (compared.empty()) continue;  // never equal
      text += "holds(T," + atom(model::AtomId(a)) + ") :- time(T), " + sum + compared + ".\n";
    }
    if (size * unit >= Number(std::int64_t{1} << 30)) {
      refuse(model_,
             "the points of " + score.name + " are too large or too fine for clingo's integers",
             "write them with fewer digits");
    }
    return text;
  }

  std::string causal_facts(FeatureId id) const {
    const std::string f = clingo_string(name(id));
    const CausalMode mode = model_.feature(id).mode;
    std::string text = "causal(" + f + ").";
    if (mode != CausalMode::only_if) text += "  binds(" + f + ",\"if\").";
    if (mode != CausalMode::if_) text += "  binds(" + f + ",\"only_if\").";
    return text + "\n" + head_classes(id, f);
  }

  // Cells in the same head sets are a class.
  std::string head_classes(FeatureId id, const std::string& f) const {
    const auto& cells = features_[id.index()].cells;
    std::map<std::vector<std::size_t>, std::vector<std::size_t>> cells_by_rules;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      std::vector<std::size_t> rules;
      for (std::size_t r = 0; r < model_.causal_rules.size(); ++r) {
        const model::CausalRule& rule = model_.causal_rules[r];
        if (rule.feature == id && rules_.in_head(rule, cells[c].sample)) rules.push_back(r);
      }
      cells_by_rules[rules].push_back(c);
    }
    std::string text;
    std::size_t k = 0;
    for (const auto& [rules, members] : cells_by_rules) {
      const std::string own = f + "," + std::to_string(k);
      text += "class(" + own + ").  in_class(" + f + "," + index_set(members) + "," +
              std::to_string(k) + ").\n";
      if (!rules.empty()) text += "class_head(" + own + "," + index_set(rules) + ").\n";
      std::size_t l = 0;
      for (const auto& other : cells_by_rules) {
        std::vector<std::size_t> extra;
        std::set_difference(other.first.begin(), other.first.end(), rules.begin(), rules.end(),
                            std::back_inserter(extra));
        if (!extra.empty()) {
          text += "extra(" + own + "," + std::to_string(l) + "," + index_set(extra) + ").\n";
        }
        ++l;
      }
      ++k;
    }
    return text;
  }

  void tests_part() {
    line("");
    line("%%% Tests: test(Name,Feature,Cell), the cells in which each holds.");
    for (const std::string& text : test_order_) {
      const auto& [f, cells] = tests_.at(text);
      if (cells.empty()) {
        line("% no cell: " + comment_text(text));
      } else {
        line("test(" + clingo_string(text) + "," + clingo_string(name(f)) + "," + index_set(cells) +
             ").");
      }
    }
  }

  void show_part() {
    line("");
    line("%%% Predicates that a model may leave without a rule.");
    line("#defined target/2. #defined test/3. #defined holds/2. #defined true/2.");
    line("#defined head/3. #defined of/2. #defined cause/2. #defined causal/1. #defined binds/2.");
    line("#defined denied/2. #defined in_vain/1. #defined excused/2. #defined void/1.");
    line("#defined class/2. #defined in_class/3. #defined class_head/3. #defined extra/4.");
    if (record_) {
      line("#defined settable/1. #defined movable/1. #defined cost/2. #defined value/3.");
      line("#defined may_increase/1. #defined may_decrease/1.");
      line("#defined price/4. #defined price_to/3. #defined price_if_missing/2.");
      line("#defined unlisted/2. #defined pointed/1. #defined nearest/3. #defined first/2.");
      line("");
      line("%%% The cheapest path, and what is shown of it.");
      line("% The 0 is for programs in which nothing can be set: they have a cost too.");
      line("#minimize { N,F : set(T,F), cost(F,N); N,F : paid(T,F,N); 0 }.");
      line("#show.");
      line("#show set(T,F,Name) : set(T,F), value(T,F,C), cell(F,C,Name).");
      line("#show effect(T,F,Name) : effect(T,F), value(T,F,C), cell(F,C,Name).");
    } else {
      line("");
      line("#show.");
      line("#show state(F,Name) : value(0,F,C), cell(F,C,Name).");
    }
  }

  const model::Model& model_;
  path::check::StateRules rules_;
  const std::optional<model::Record>& record_;
  const path::Options& options_;
  struct Prices {
    struct Between {
      std::size_t from, to;
      Number cost;
    };
    std::vector<Between> between;
    std::vector<std::pair<std::size_t, Number>> reached;
    std::optional<Number> from_missing;
  };

  std::vector<FeatureFacts> features_;
  std::vector<Prices> prices_;  // of settable features whose price is not flat
  Number scale_ = 1;
  std::map<std::string, std::pair<FeatureId, std::vector<std::size_t>>> tests_;
  std::vector<std::string> test_order_;
  std::string out_;
};

}  // namespace

std::string export_clingo(const model::Model& model, const std::optional<model::Record>& record,
                          const path::Options& options, std::optional<std::uint32_t> steps) {
  for (const model::Score& score : model.scores) {
    if (score.trees.empty() && !score.deployed && !score.between) continue;
    refuse(
        model, "the score " + score.name + " of a file cannot be written as a clingo program",
        "scorecards can, as points in the model (cogs import --points); `cogs recourse` and `cogs "
        "batch` answer for all");
  }
  if (record && options.certain) {
    refuse(model, "--certain cannot be written as a clingo program",
           "it asks what other values of the effects would do; leave it out here");
  }
  if (record) {
    path::refuse_unpriced(model::compile(model, path::cut_request(options)), *record, options);
  }
  return ClingoExporter(model, record, options).run(steps);
}

}  // namespace cogs::present
