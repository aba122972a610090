// SPDX-License-Identifier: Apache-2.0
//
// The program has a fixed part, which spells out semantics.md 2 to 5 once for all models, and
// facts and rules made from the model: cells, tests on cells, rules over tests. Every name of
// the model appears as a string, so none can clash with a predicate of the fixed part.
#include "output/export_clingo.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "output/clingo_cells.h"
#include "output/clingo_rules.h"
#include "output/clingo_text.h"
#include "path/check_state.h"

namespace cogs::output {

using base::Number;
using model::CausalMode;
using model::Comparison;
using model::Condition;
using model::Feature;
using model::FeatureId;
using model::Literal;

namespace {

const char* sign_of(Comparison comparison) {
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

class Exporter {
 public:
  Exporter(const model::Model& model, const std::optional<model::Record>& record,
           const path::Options& options)
      : model_(model), rules_(model), record_(record), options_(options) {}

  std::string run(std::optional<std::uint32_t> steps) {
    work_out_features();
    header(steps);
    if (record_) out_ += path_rules;
    out_ += state_rules;
    if (record_) out_ += waiver_rules;
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
    Number cost;
  };

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
      facts.cells = clingo_cells(model_, id, record_ ? (*record_)[i] : std::nullopt,
                                 record_.has_value(), range);
      for (const ClingoCell& cell : facts.cells) {
        const auto& number = cell.sample.number;
        const bool inside =
            !range || !feature.numeric() ||
            (!(range->low && *number < *range->low) && !(range->high && *number > *range->high));
        facts.target.push_back(cell.in_domain && inside);
      }
      const bool allowed = named(options_.allow, id);
      const bool fixed = named(options_.fix, id) || (feature.fixed && !allowed);
      facts.movable = !fixed && !rules_.causal_rules(id).empty();
      facts.settable =
          !fixed && !(feature.caused && !allowed) && (!options_.only || named(*options_.only, id));
      if (!allowed) facts.direction = feature.direction;
      facts.cost = feature.cost;
      for (const path::CostOption& each : options_.costs) {
        if (each.feature == id) facts.cost = each.cost;
      }
      features_.push_back(std::move(facts));
    }
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
    const Number scale = record_ ? cost_scale() : Number(1);
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
      if (facts.settable) {
        line("settable(" + f + ").  cost(" + f + "," + (facts.cost * scale).text() + ").");
      }
      if (facts.movable) line("movable(" + f + ").");
      if (facts.direction == model::Direction::up) line("may_increase(" + f + ").");
      if (facts.direction == model::Direction::down) line("may_decrease(" + f + ").");
    }
    if (scale != 1) {
      line("");
      line("% Costs are multiplied by " + scale.text() + ", because clingo counts in integers.");
    }
  }

  // The least factor that makes all costs integers.
  Number cost_scale() const {
    Number scale = 1;
    for (const FeatureFacts& facts : features_) {
      // cost * scale = p/q in lowest terms: q is what is missing from the scale.
      if (facts.settable) scale = scale * denominator(facts.cost * scale);
    }
    Number sum;
    for (const FeatureFacts& facts : features_) {
      if (facts.settable) sum += facts.cost * scale;
    }
    if (sum > Number(std::int64_t{std::numeric_limits<std::int32_t>::max()})) {
      refuse(model_, "the costs do not fit into clingo's 32-bit numbers",
             "use smaller costs, or costs with fewer decimals");
    }
    return scale;
  }

  std::string atom(model::AtomId id) const { return clingo_string(model_.atoms[id.index()].text); }

  std::vector<std::size_t> cells_with(FeatureId f, const std::vector<Condition>& conditions) const {
    std::vector<std::size_t> found;
    const auto& cells = features_[f.index()].cells;
    const bool numeric = model_.feature(f).numeric();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const bool all =
          std::all_of(conditions.begin(), conditions.end(), [&](const Condition& each) {
            return path::check::satisfies(cells[c].sample, each, numeric);
          });
      if (all) found.push_back(c);
    }
    return found;
  }

  std::string words(FeatureId f, const std::vector<Condition>& conditions) const {
    if (conditions.empty()) return name(f) + " is known";
    std::string text;
    for (const Condition& each : conditions) {
      const std::string plain = name(f) + " " + sign_of(each.comparison) + " " + each.constant.text;
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
      if (!record_) continue;
      for (FeatureId f : rules_.mentioned_by_denial(d)) {
        text += "denial_mentions(" + number + "," + clingo_string(name(f)) + ").\n";
      }
    }
    return text;
  }

  std::string causal_facts(FeatureId id) const {
    const std::string f = clingo_string(name(id));
    const CausalMode mode = model_.feature(id).mode;
    std::string text = "causal(" + f + ").";
    if (mode != CausalMode::only_if) text += "  binds(" + f + ",\"if\").";
    if (mode != CausalMode::if_) text += "  binds(" + f + ",\"only_if\").";
    text += "\n";
    if (!record_) return text;
    for (FeatureId other : rules_.mentioned_by_rules(id)) {
      text += "mentions(" + f + "," + clingo_string(name(other)) + ").\n";
    }
    // The waiver asks for the feature's own value too; fits/3 sees to that.
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
    line("#defined denied/2. #defined waived/2.");
    if (record_) {
      line("#defined settable/1. #defined movable/1. #defined cost/2. #defined value/3.");
      line("#defined may_increase/1. #defined may_decrease/1.");
      line("#defined mentions/2. #defined denial_mentions/2.");
      line("");
      line("%%% The cheapest path, and what is shown of it.");
      line(
          "#minimize { N,F : set(T,F), cost(F,N); 0 }.  % 0: a cost even where nothing can be set");
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
  std::vector<FeatureFacts> features_;
  std::map<std::string, std::pair<FeatureId, std::vector<std::size_t>>> tests_;
  std::vector<std::string> test_order_;
  std::string out_;
};

}  // namespace

std::string export_clingo(const model::Model& model, const std::optional<model::Record>& record,
                          const path::Options& options, std::optional<std::uint32_t> steps) {
  if (record && options.certain) {
    refuse(model, "--certain cannot be written as a clingo program",
           "it asks what other values of the effects would do; leave it out here");
  }
  return Exporter(model, record, options).run(steps);
}

}  // namespace cogs::output
