// SPDX-License-Identifier: Apache-2.0
//
// Three steps: collect the cuts of every feature, lay out its cells, then turn each body into
// cell sets by asking every condition on one representative of every cell. Conditions are
// constant on a cell, so any representative does.
#include "model/compile.h"

#include "model/compile_scores.h"

#include <algorithm>
#include <map>
#include <set>

namespace cogs::model {

namespace {

// A place between two values: just before `value`, or just after it.
struct Cut {
  Number value;
  bool after = false;
  friend auto operator<=>(const Cut&, const Cut&) = default;
};

Cut before(const Number& value) { return {value, false}; }
Cut after(const Number& value) { return {value, true}; }

// On integers every cut is just before one of them.
Cut on_integers(const Cut& cut) {
  return cut.after ? before(cut.value.floor() + 1) : before(cut.value.ceil());
}

void add_cuts(const Condition& condition, std::set<Cut>& cuts) {
  if (!condition.constant.number) return;
  const Number& n = *condition.constant.number;
  switch (condition.comparison) {
    case Comparison::less:
    case Comparison::greater_equal: cuts.insert(before(n)); break;
    case Comparison::less_equal:
    case Comparison::greater: cuts.insert(after(n)); break;
    case Comparison::equal:
    case Comparison::not_equal:
      cuts.insert(before(n));
      cuts.insert(after(n));
      break;
  }
}

// Every condition of the model on each feature, whatever rule it stands in. `written`: how many of
// them people wrote; the others are of imported models, whose cuts have digits without a meaning.
std::vector<std::vector<const Condition*>> conditions_by_feature(
    const Model& model, std::vector<bool>& mentioned, std::vector<std::size_t>& written) {
  std::vector<std::vector<const Condition*>> found(model.features.size());
  mentioned.assign(model.features.size(), false);
  const auto note = [&](FeatureId feature, const std::vector<Condition>& conditions) {
    mentioned[feature.index()] = true;
    for (const Condition& c : conditions) found[feature.index()].push_back(&c);
  };
  const auto note_body = [&](const std::vector<Literal>& body) {
    for (const Literal& literal : body) {
      if (const auto* test = std::get_if<FeatureTest>(&literal)) {
        note(test->feature, test->conditions);
      }
    }
  };
  for (const Rule& rule : model.rules) note_body(rule.body);
  for (const CausalRule& rule : model.causal_rules) {
    note(rule.feature, rule.head);
    note_body(rule.body);
  }
  for (const Denial& denial : model.denials) note_body(denial.body);
  for (const Score& score : model.scores) {
    for (const Contribution& each : score.contributions) note_body(each.body);
  }
  for (const auto& conditions : found) written.push_back(conditions.size());
  for (const Score& score : model.scores) {
    for (const FeatureTest& test : score.tests) note(test.feature, test.conditions);
  }
  return found;
}

void lay_out_numbers(const NumericDomain& domain, std::set<Cut> cuts, FeatureCells& out) {
  if (domain.low) cuts.insert(before(*domain.low));
  if (domain.high) cuts.insert(after(*domain.high));
  if (domain.integer) {
    std::set<Cut> rounded;
    for (const Cut& cut : cuts) rounded.insert(on_integers(cut));
    cuts = std::move(rounded);
  }
  std::optional<Cut> low;
  const auto close = [&](const std::optional<Cut>& high) {
    Cell cell;
    if (low) {
      cell.interval.low = low->value;
      cell.interval.low_open = low->after;
    }
    if (high) {
      cell.interval.high = domain.integer ? high->value - 1 : high->value;
      cell.interval.high_open = !domain.integer && !high->after;
    }
    // No cut lies strictly inside, so one end tells for the whole cell.
    const bool above = !domain.low || (low && low->value >= *domain.low);
    const bool below = !domain.high || (cell.interval.high && *cell.interval.high <= *domain.high);
    cell.inside = above && below;
    out.cells.push_back(std::move(cell));
    low = high;
  };
  for (const Cut& cut : cuts) close(cut);
  close(std::nullopt);
}

void lay_out_set(const Feature& feature, const std::vector<const Condition*>& conditions,
                 const Price& price, const std::optional<Value>& unlisted, FeatureCells& out) {
  const auto& values = feature.set().values;
  std::set<std::string> named;
  for (const Condition* c : conditions) {
    if (c->comparison == Comparison::equal || c->comparison == Comparison::not_equal) {
      named.insert(c->constant.text);
    }
  }
  for (const auto& [value, cost] : price.reached) named.insert(value.text);
  // Values that nothing names, grouped by what the order comparisons say of them.
  std::map<std::vector<bool>, std::uint32_t> group_cell;
  const std::size_t count = values.size() + (unlisted ? 1 : 0);
  out.cell_of_value.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Value& value = i < values.size() ? values[i].value : *unlisted;
    std::uint32_t cell = static_cast<std::uint32_t>(out.cells.size());
    if (i < values.size() && !feature.set().ordered && !named.contains(value.text)) {
      std::vector<bool> says;
      for (const Condition* c : conditions) says.push_back(holds(*c, feature, value));
      cell = group_cell.emplace(std::move(says), cell).first->second;
    }
    if (cell == out.cells.size()) out.cells.emplace_back();
    out.cells[cell].values.push_back(i);
    out.cells[cell].inside = i < values.size();
    out.cell_of_value[i] = cell;
  }
}

Value representative(const Feature& feature, const Cell& cell,
                     const std::optional<Value>& unlisted) {
  if (!feature.numeric()) {
    const std::uint32_t first = cell.values.front();
    return first < feature.set().values.size() ? feature.set().values[first].value : *unlisted;
  }
  const Interval& i = cell.interval;
  if (i.low && !i.low_open) return Value::of(*i.low);
  if (i.high && !i.high_open) return Value::of(*i.high);
  if (i.low && i.high) return Value::of((*i.low + *i.high) / 2);
  if (i.low) return Value::of(*i.low + 1);
  if (i.high) return Value::of(*i.high - 1);
  return Value::of(Number(0));
}

class Compiler {
 public:
  Compiler(const Model& model, const CutRequest& request) : model_(model) {
    out_.model = &model;
    cut(request);
    compile_rules();
    order_atoms();
    compile_causes();
    for (const Denial& denial : model_.denials) {
      CompiledDenial compiled{body(denial.body), {}};
      compiled.mentions = mentions(denial.body);
      out_.denials.push_back(std::move(compiled));
    }
    if (!model_.scores.empty()) {
      compile_scores(model_, [this](const FeatureTest& test) { return test_set(test); }, out_);
    }
    collect_uses();
  }

  CompiledModel result() { return std::move(out_); }

 private:
  void cut(const CutRequest& request) {
    std::vector<bool> mentioned;
    std::vector<std::size_t> written;
    const auto conditions = conditions_by_feature(model_, mentioned, written);
    out_.features.resize(model_.features.size());
    unlisted_.resize(model_.features.size());
    for (std::size_t f = 0; f < model_.features.size(); ++f) {
      const Feature& feature = model_.features[f];
      FeatureCells& cells = out_.features[f];
      cells.mentioned = mentioned[f];
      if (feature.numeric()) {
        std::set<Cut> cuts;
        for (std::size_t c = 0; c < conditions[f].size(); ++c) {
          const int decimals = cells.decimals;
          add_cuts(*conditions[f][c], cuts);
          note_number(*conditions[f][c]->constant.number, cells);
          if (c >= written[f]) cells.decimals = decimals;
        }
        for (const auto& [id, range] : request.ranges) {
          if (id.index() != f) continue;
          if (range.low) cuts.insert(before(*range.low));
          if (range.high) cuts.insert(after(*range.high));
        }
        for (const auto& end : {feature.numbers().low, feature.numbers().high}) {
          if (end) note_number(*end, cells);
        }
        lay_out_numbers(feature.numbers(), std::move(cuts), cells);
      } else {
        if (request.start && (*request.start)[f]) {
          const Value& value = *(*request.start)[f];
          const auto& listed = feature.set().values;
          if (std::none_of(listed.begin(), listed.end(),
                           [&](const SetValue& v) { return v.value == value; })) {
            unlisted_[f] = value;
          }
        }
        const Price* price = &feature.price;
        for (const auto& [id, own] : request.prices) {
          if (id.index() == f) price = &own;
        }
        lay_out_set(feature, conditions[f], *price, unlisted_[f], cells);
      }
      cells.words = static_cast<std::uint32_t>((cells.cells.size() + 3 + 63) / 64);
      for (const Cell& cell : cells.cells) {
        representatives_.push_back(representative(feature, cell, unlisted_[f]));
      }
      first_representative_.push_back(representatives_.size() - cells.cells.size());
    }
  }

  static void note_number(const Number& n, FeatureCells& cells) {
    if (!cells.names_numbers || n < cells.named_low) cells.named_low = n;
    if (!cells.names_numbers || n > cells.named_high) cells.named_high = n;
    cells.names_numbers = true;
    cells.decimals = std::max(cells.decimals, n.decimals());
  }

  // The cells, missing included, on which a test holds.
  std::vector<std::uint64_t> test_set(const FeatureTest& test) const {
    const std::size_t f = test.feature.index();
    std::vector<std::uint64_t> bits = condition_set(f, test.conditions);
    if (test.negated) {
      const std::uint32_t used = out_.features[f].missing_bit() + 1;
      for (std::uint32_t bit = 0; bit < used; ++bit) bits[bit / 64] ^= std::uint64_t{1} << bit % 64;
    }
    return bits;
  }

  std::vector<std::uint64_t> condition_set(std::size_t f,
                                           const std::vector<Condition>& conditions) const {
    const FeatureCells& cells = out_.features[f];
    std::vector<std::uint64_t> bits(cells.words, 0);
    for (std::uint32_t c = 0; c < cells.cells.size(); ++c) {
      const Value& value = representatives_[first_representative_[f] + c];
      const bool in = std::all_of(conditions.begin(), conditions.end(), [&](const Condition& k) {
        return holds(k, model_.features[f], value);
      });
      if (in) bits[c / 64] |= std::uint64_t{1} << c % 64;
    }
    return bits;
  }

  std::uint32_t store(const std::vector<std::uint64_t>& bits) {
    const auto offset = static_cast<std::uint32_t>(out_.pool.size());
    out_.pool.insert(out_.pool.end(), bits.begin(), bits.end());
    return offset;
  }

  bool is_full(std::size_t f, const std::vector<std::uint64_t>& bits) const {
    for (std::uint32_t bit = 0; bit <= out_.features[f].missing_bit(); ++bit) {
      if (!(bits[bit / 64] >> bit % 64 & 1)) return false;
    }
    return true;
  }

  CompiledBody body(const std::vector<Literal>& literals) {
    CompiledBody compiled;
    std::map<std::uint32_t, std::vector<std::uint64_t>> sets;  // in order of declaration
    for (const Literal& literal : literals) {
      if (const auto* atom = std::get_if<AtomTest>(&literal)) {
        compiled.atoms.push_back(*atom);
        continue;
      }
      const auto& test = std::get<FeatureTest>(literal);
      std::vector<std::uint64_t> bits = test_set(test);
      auto [at, fresh] = sets.emplace(test.feature.value, bits);
      if (!fresh) {
        for (std::size_t w = 0; w < bits.size(); ++w) at->second[w] &= bits[w];
      }
    }
    for (const auto& [feature, bits] : sets) {
      if (std::all_of(bits.begin(), bits.end(), [](std::uint64_t w) { return w == 0; })) {
        compiled.impossible = true;
      }
      if (!is_full(feature, bits)) compiled.tests.push_back({feature, store(bits)});
    }
    return compiled;
  }

  void compile_rules() {
    out_.rules_of.resize(model_.atoms.size());
    for (std::size_t r = 0; r < model_.rules.size(); ++r) {
      const Rule& rule = model_.rules[r];
      CompiledRule compiled{rule.head.value, body(rule.body), RuleId(r)};
      if (compiled.body.impossible) continue;
      out_.rules_of[compiled.head].push_back(static_cast<std::uint32_t>(out_.rules.size()));
      out_.rules.push_back(std::move(compiled));
    }
  }

  // Strongly connected components of the atoms, callees first (Tarjan, with an explicit stack
  // because a model may chain many thousand auxiliaries).
  void order_atoms() {
    const std::size_t n = model_.atoms.size();
    std::vector<std::vector<std::uint32_t>> below(n);
    std::vector<bool> self(n, false);
    for (const Rule& rule : model_.rules) {
      for (const Literal& literal : rule.body) {
        if (const auto* atom = std::get_if<AtomTest>(&literal)) {
          below[rule.head.index()].push_back(atom->atom.value);
          if (atom->atom == rule.head) self[rule.head.index()] = true;
        }
      }
    }
    for (std::size_t a = 0; a < n; ++a) {
      if (!model_.atoms[a].score) continue;
      for (const Contribution& each : model_.score(model_.atoms[a].score->score).contributions) {
        for (const Literal& literal : each.body) {
          if (const auto* atom = std::get_if<AtomTest>(&literal)) {
            below[a].push_back(atom->atom.value);
          }
        }
      }
    }
    constexpr std::uint32_t unseen = ~0U;
    std::vector<std::uint32_t> index(n, unseen), low(n, 0), stack;
    std::vector<bool> on_stack(n, false);
    out_.component.assign(n, 0);
    std::uint32_t counter = 0;
    struct Frame {
      std::uint32_t atom;
      std::size_t next = 0;
    };
    for (std::uint32_t root = 0; root < n; ++root) {
      if (index[root] != unseen) continue;
      std::vector<Frame> frames{{root}};
      while (!frames.empty()) {
        Frame& frame = frames.back();
        const std::uint32_t v = frame.atom;
        if (frame.next == 0 && index[v] == unseen) {
          index[v] = low[v] = counter++;
          stack.push_back(v);
          on_stack[v] = true;
        }
        if (frame.next < below[v].size()) {
          const std::uint32_t w = below[v][frame.next++];
          if (index[w] == unseen) {
            frames.push_back({w});
          } else if (on_stack[w]) {
            low[v] = std::min(low[v], index[w]);
          }
          continue;
        }
        if (low[v] == index[v]) {
          const auto id = static_cast<std::uint32_t>(out_.component_atoms.size());
          std::vector<std::uint32_t> members;
          std::uint32_t w = 0;
          do {
            w = stack.back();
            stack.pop_back();
            on_stack[w] = false;
            out_.component[w] = id;
            members.push_back(w);
          } while (w != v);
          out_.recursive.push_back(members.size() > 1 || self[v]);
          out_.component_atoms.push_back(std::move(members));
        }
        frames.pop_back();
        if (!frames.empty()) low[frames.back().atom] = std::min(low[frames.back().atom], low[v]);
      }
    }
    collect_atom_mentions(below);
  }

  void collect_atom_mentions(const std::vector<std::vector<std::uint32_t>>& below) {
    std::vector<std::set<std::uint32_t>> of_component(out_.component_atoms.size());
    std::vector<std::vector<const Rule*>> rules(model_.atoms.size());
    for (const Rule& rule : model_.rules) rules[rule.head.index()].push_back(&rule);
    for (std::size_t c = 0; c < out_.component_atoms.size(); ++c) {
      for (std::uint32_t atom : out_.component_atoms[c]) {
        for (const Rule* rule : rules[atom]) {
          for (const Literal& literal : rule->body) {
            if (const auto* test = std::get_if<FeatureTest>(&literal)) {
              of_component[c].insert(test->feature.value);
            }
          }
        }
        if (const Score* score = model_.score_of(AtomId(atom))) {
          for (const Contribution& each : score->contributions) {
            for (const Literal& literal : each.body) {
              if (const auto* test = std::get_if<FeatureTest>(&literal)) {
                of_component[c].insert(test->feature.value);
              }
            }
          }
          for (const FeatureTest& test : score->tests) of_component[c].insert(test.feature.value);
        }
        for (std::uint32_t callee : below[atom]) {
          const std::uint32_t other = out_.component[callee];
          if (other != c)
            of_component[c].insert(of_component[other].begin(), of_component[other].end());
        }
      }
    }
    out_.atom_mentions.resize(model_.atoms.size());
    for (std::size_t a = 0; a < model_.atoms.size(); ++a) {
      const auto& set = of_component[out_.component[a]];
      out_.atom_mentions[a].assign(set.begin(), set.end());
    }
  }

  std::vector<std::uint32_t> mentions(const std::vector<Literal>& literals) const {
    std::set<std::uint32_t> found;
    for (const Literal& literal : literals) {
      if (const auto* test = std::get_if<FeatureTest>(&literal)) {
        found.insert(test->feature.value);
      } else {
        const auto& below = out_.atom_mentions[std::get<AtomTest>(literal).atom.index()];
        found.insert(below.begin(), below.end());
      }
    }
    return {found.begin(), found.end()};
  }

  void compile_causes() {
    out_.causes.resize(model_.features.size());
    std::vector<std::set<std::uint32_t>> parents(model_.features.size());
    for (std::size_t r = 0; r < model_.causal_rules.size(); ++r) {
      const CausalRule& rule = model_.causal_rules[r];
      const std::size_t f = rule.feature.index();
      CompiledCauses& causes = out_.causes[f];
      causes.mode = model_.features[f].mode;
      const std::vector<std::uint64_t> open_head = condition_set(f, rule.head);
      std::vector<std::uint64_t> head = open_head;
      const auto& cells = out_.features[f].cells;
      for (std::uint32_t c = 0; c < cells.size(); ++c) {
        if (!cells[c].inside) head[c / 64] &= ~(std::uint64_t{1} << c % 64);
      }
      causes.rules.push_back({body(rule.body), store(head), store(open_head), CausalRuleId(r)});
      for (std::uint32_t m : mentions(rule.body)) parents[f].insert(m);
    }
    for (std::size_t f = 0; f < parents.size(); ++f) {
      CompiledCauses& causes = out_.causes[f];
      if (causes.rules.empty()) continue;
      causes.mentions.assign(parents[f].begin(), parents[f].end());
      for (const bool whole_line : {false, true}) {
        std::vector<std::uint64_t> cover(out_.features[f].words, 0);
        for (const CompiledCause& cause : causes.rules) {
          for (std::size_t w = 0; w < cover.size(); ++w) {
            cover[w] |= out_.pool[cause.head(whole_line) + w];
          }
        }
        (whole_line ? causes.open_cover_offset : causes.cover_offset) = store(cover);
        classify_cells(f, whole_line);
      }
    }
    // Always the first declared whose causes are there; the reader has refused cycles.
    std::vector<std::uint32_t> waits_for(parents.size(), 0);
    std::vector<std::vector<std::uint32_t>> children(parents.size());
    std::set<std::uint32_t> ready;
    for (std::uint32_t f = 0; f < parents.size(); ++f) {
      if (out_.causes[f].rules.empty()) continue;
      for (std::uint32_t parent : out_.causes[f].mentions) {
        if (out_.causes[parent].rules.empty()) continue;
        ++waits_for[f];
        children[parent].push_back(f);
      }
      if (waits_for[f] == 0) ready.insert(f);
    }
    while (!ready.empty()) {
      const std::uint32_t f = *ready.begin();
      ready.erase(ready.begin());
      out_.causal_order.push_back(f);
      for (std::uint32_t child : children[f]) {
        if (--waits_for[child] == 0) ready.insert(child);
      }
    }
  }

  void classify_cells(std::size_t f, bool whole_line) {
    CompiledCauses& causes = out_.causes[f];
    std::map<std::vector<std::uint64_t>, std::vector<std::uint64_t>> cells_by_heads;
    for (std::uint32_t c = 0; c < out_.features[f].cells.size(); ++c) {
      std::vector<std::uint64_t> heads((causes.rules.size() + 63) / 64, 0);
      for (std::size_t r = 0; r < causes.rules.size(); ++r) {
        const std::uint64_t word = out_.pool[causes.rules[r].head(whole_line) + c / 64];
        if (word >> c % 64 & 1) heads[r / 64] |= std::uint64_t{1} << r % 64;
      }
      auto& cells = cells_by_heads[std::move(heads)];
      cells.resize(out_.features[f].words, 0);
      cells[c / 64] |= std::uint64_t{1} << c % 64;
    }
    for (const auto& [heads, cells] : cells_by_heads) {
      (whole_line ? causes.open_classes : causes.classes).push_back({store(cells), heads});
    }
  }

  void collect_uses() {
    Uses& uses = out_.uses;
    std::vector<std::map<std::vector<std::uint64_t>, std::vector<std::uint32_t>>> by_set(
        out_.features.size());
    uses.literals.resize(out_.rules_of.size());
    const auto add = [&](CompiledBody& body, std::uint32_t head) {
      body.id = static_cast<std::uint32_t>(uses.body.size());
      uses.body.push_back(&body);
      uses.head.push_back(head);
      for (const CellTest& test : body.tests) {
        const auto set = out_.set(test.feature, test.offset);
        auto& bodies = by_set[test.feature][{set.begin(), set.end()}];
        if (bodies.empty()) bodies.push_back(test.offset);
        bodies.push_back(body.id);
      }
      for (const AtomTest& literal : body.atoms) {
        uses.literals[literal.atom.index()].push_back({body.id, literal.negated});
      }
    };
    for (CompiledRule& rule : out_.rules) add(rule.body, rule.head);
    for (CompiledCauses& causes : out_.causes) {
      for (CompiledCause& cause : causes.rules) add(cause.body, Uses::no_atom);
    }
    for (CompiledDenial& denial : out_.denials) add(denial.body, Uses::no_atom);
    for (const auto& sets : by_set) {
      uses.first_tested.push_back(static_cast<std::uint32_t>(uses.tested.size()));
      for (const auto& [set, bodies] : sets) {
        uses.tested.push_back({bodies.front(), static_cast<std::uint32_t>(uses.bodies.size()),
                               static_cast<std::uint32_t>(bodies.size() - 1)});
        uses.bodies.insert(uses.bodies.end(), bodies.begin() + 1, bodies.end());
      }
    }
    uses.first_tested.push_back(static_cast<std::uint32_t>(uses.tested.size()));
  }

  const Model& model_;
  CompiledModel out_;
  std::vector<std::optional<Value>> unlisted_;
  std::vector<Value> representatives_;
  std::vector<std::size_t> first_representative_;
};

}  // namespace

bool holds(const Condition& condition, const Feature& feature, const Value& value) {
  const bool by_text = !feature.numeric() && (condition.comparison == Comparison::equal ||
                                              condition.comparison == Comparison::not_equal);
  if (by_text) {
    const bool same = value.text == condition.constant.text;
    return (same == (condition.comparison == Comparison::equal)) != condition.negated;
  }
  auto order = std::strong_ordering::equal;
  if (!feature.numeric() && feature.set().ordered) {
    const auto place = feature.set().place(value), other = feature.set().place(condition.constant);
    if (!place || !other) return false;
    order = *place <=> *other;
  } else {
    if (!value.number || !condition.constant.number) return false;
    order = *value.number <=> *condition.constant.number;
  }
  bool result = false;
  switch (condition.comparison) {
    case Comparison::less: result = order < 0; break;
    case Comparison::less_equal: result = order <= 0; break;
    case Comparison::greater: result = order > 0; break;
    case Comparison::greater_equal: result = order >= 0; break;
    case Comparison::equal: result = order == 0; break;
    case Comparison::not_equal: result = order != 0; break;
  }
  return result != condition.negated;
}

std::uint32_t FeatureCells::cell_of(const Number& value) const {
  // The first cell whose upper end does not lie below the value.
  const auto at = std::partition_point(cells.begin(), cells.end(), [&](const Cell& cell) {
    const Interval& i = cell.interval;
    return i.high && (*i.high < value || (i.high_open && *i.high == value));
  });
  return static_cast<std::uint32_t>(at - cells.begin());
}

CompiledModel compile(const Model& model, const CutRequest& request) {
  return Compiler(model, request).result();
}

bool lists_all_values(const Model& model, const Record& record) {
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    if (!record[f] || model.features[f].numeric()) continue;
    if (!model.features[f].set().place(*record[f])) return false;
  }
  return true;
}

}  // namespace cogs::model
