// SPDX-License-Identifier: Apache-2.0
#include "clingo/random_model.h"

#include <algorithm>
#include <random>
#include <vector>

#include "model/read/read_model.h"
#include "model/read/read_price.h"
#include "model/record.h"
#include "path/check_state.h"

namespace cogs::clingo {

namespace {

struct Sketch {
  std::string name;
  bool numeric = true, real = false;
  std::vector<std::string> numbers;  // thresholds that conditions may name, and values near them
  std::vector<std::string> values;   // of a set
  bool ordered = false, bounded = true;
  int unit = 1;
  bool fixed = false, caused = false, causal = false;
};

class Maker {
 public:
  // One in three has a scorecard; the others are what they would be if none had.
  Maker(std::uint64_t seed, const Sizes& sizes)
      : random_(seed), sizes_(sizes), scored_(seed % 3 == 0) {}

  std::string model_text() {
    const int count = between(sizes_.least_features, sizes_.most_features);
    for (int f = 0; f < count; ++f) features_.push_back(feature(f));
    // Causes come before effects in this order, so there is no causal cycle.
    for (int f = 0; f < count; ++f) order_.push_back(f);
    std::shuffle(order_.begin(), order_.end(), random_);
    const int rules = between(sizes_.least_rules, sizes_.most_rules);
    std::string body = causal_rules(between(0, std::min(sizes_.most_causes, rules / 3)));
    body += denials(between(0, 2));
    body += decision_rules(rules);
    if (scored_) body += scorecard();

    std::string head;
    for (const Sketch& sketch : features_) head += declaration(sketch);
    head += "#undesired bad(X).\n";
    if (chance(15)) {
      head += "#desired good(X).\n";
      for (int i = between(1, 2); i > 0; --i) body += rule("good(X)", between(1, 2), 0);
    }
    return head + modes_ + body;
  }

  std::vector<model::Field> fields() {
    std::vector<model::Field> fields;
    for (const Sketch& sketch : features_) {
      if (chance(6)) continue;  // missing
      fields.push_back({sketch.name, sketch.numeric ? pick(near(sketch)) : pick(sketch.values)});
    }
    return fields;
  }

  path::Options options(const model::Model& model, std::string& words) {
    path::Options options;
    if (sizes_.short_paths) limit_length(options, words);
    if (chance(40)) {
      options.set_missing = true;
      words += " --set-missing";
    }
    if (chance(45)) return options;
    std::vector<bool> used(features_.size(), false);
    for (std::size_t f = 0; f < features_.size(); ++f) {
      const model::FeatureId id(f);
      const std::string& name = features_[f].name;
      if (chance(6)) {
        options.fix.push_back(id);
        words += " --fix " + name;
        used[f] = true;
      } else if (chance(8)) {
        options.allow.push_back(id);
        words += " --allow " + name;
      }
      if (chance(8)) {
        const std::string text = price(features_[f]);
        options.costs.push_back({id, model::read_price(text, model.feature(id), "command line")});
        words += " --cost " + name + "='" + text + "'";
      }
      if (features_[f].numeric && chance(10)) {
        path::RangeOption range{id, base::Number::parse(pick(features_[f].numbers)), {}};
        if (chance(50)) std::swap(range.low, range.high);
        words += " --range " + name + "=" + (range.low ? range.low->text() : "-inf") + ".." +
                 (range.high ? range.high->text() : "inf");
        options.ranges.push_back(std::move(range));
      }
    }
    if (chance(12)) {
      options.only.emplace();
      std::string list;
      for (std::size_t f = 0; f < features_.size(); ++f) {
        if (used[f] || !chance(60)) continue;
        options.only->emplace_back(f);
        list += (list.empty() ? "" : ",") + features_[f].name;
      }
      if (options.only->empty()) {
        options.only.reset();
      } else {
        words += " --only " + list;
      }
    }
    if (chance(10) && !options.max_length) limit_length(options, words);
    if (const auto exception = model.find_atom("ab1(x,'True')"); exception && chance(10)) {
      options.desired = *exception;
      words += " --desired \"ab1(X,'True')\"";
    }
    return options;
  }

  bool chance(int percent) { return between(1, 100) <= percent; }

 private:
  void limit_length(path::Options& options, std::string& words) {
    options.max_length = static_cast<std::uint32_t>(between(1, 3));
    words += " --max-length " + std::to_string(*options.max_length);
  }

  // What may stand behind `cost`. Scaled to integers, prices must fit into 32 bits.
  std::string price(const Sketch& sketch) {
    const std::vector<std::string> flat = {"2", "3", "5", "0.5", "1.25"};
    const int form = between(1, 100);
    if (form <= 45) return pick(flat);
    if (!sketch.numeric && (!sketch.ordered || form <= 60)) {
      return (chance(50) ? "to {" : "2 to {") + pick(sketch.values) + ": " + pick(flat) + "}";
    }
    if (form <= 65) return "up " + amount(sketch) + ", down " + amount(sketch);
    return amount(sketch);
  }

  std::string amount(const Sketch& sketch) {
    if (!sketch.numeric) {
      return pick<std::string>({"1 per 1", "0.5 + 1 per 2", "2", "0.25 per 1"});
    }
    if (!sketch.bounded || chance(20)) return pick<std::string>({"1", "2", "4"});
    if (sketch.unit > 1000) {
      if (chance(75)) return pick<std::string>({"1", "2", "4"});
      return pick<std::string>({"1 on {0: 0, 20000000: 40}", "2 per 5000000",
                                "1 + 1 on {0: 0, 10000000: 1, 20000000: 5}"});
    }
    return pick<std::string>({"1 per 10", "0.5 + 1 per 4", "2 on {0: 0, 10: 1, 100: 5}",
                              "1 + 1 on {0: 0, 20: 0, 50: 3}"});
  }

  int between(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(between(0, static_cast<int>(from.size()) - 1))];
  }

  Sketch feature(int number) {
    Sketch sketch;
    sketch.name = "f" + std::to_string(number);
    sketch.numeric = chance(55);
    if (!sketch.numeric) {
      const bool digits = chance(25);
      const int count = between(2, 5);
      for (int i = 0; i < count; ++i) {
        sketch.values.push_back(digits ? std::to_string(i + 1) : std::string(1, char('a' + i)));
      }
      sketch.ordered = chance(30);
      if (sketch.ordered) std::shuffle(sketch.values.begin(), sketch.values.end(), random_);
      return sketch;
    }
    sketch.real = chance(25);
    const int unit = pick<int>({1, 5, 1000000});
    sketch.unit = unit;
    sketch.bounded = chance(80);
    for (int i = between(1, 3); i > 0; --i) {
      const std::string number_text = std::to_string(between(1, 19) * unit);
      sketch.numbers.push_back(sketch.real && chance(50) ? number_text + ".5" : number_text);
    }
    return sketch;
  }

  std::vector<std::string> near(const Sketch& sketch) {
    std::vector<std::string> texts;
    for (const std::string& text : sketch.numbers) {
      const base::Number number = *base::Number::parse(text);
      for (int by : {-1, 0, 1}) texts.push_back((number + by).text());
    }
    return texts;
  }

  std::string declaration(const Sketch& sketch) {
    std::string text = "#feature " + sketch.name + " : ";
    if (!sketch.numeric) {
      std::string list;
      for (const std::string& value : sketch.values) {
        list += (list.empty() ? "" : sketch.ordered ? " < " : ", ") + value;
      }
      text += "{" + list + "}";
    } else {
      text += sketch.real ? "real " : "integer ";
      text += sketch.bounded ? (sketch.unit > 1000 ? "0..20000000" : "0..200") : "-inf..inf";
    }
    if (sketch.fixed) {
      text += ", fixed";
    } else if (sketch.caused) {
      text += ", caused";
    } else if ((sketch.numeric || sketch.ordered) && chance(25)) {
      text += chance(50) ? ", may increase" : ", may decrease";
    }
    if (!sketch.fixed && !sketch.caused && chance(8)) text += ", may be set";
    if (!sketch.fixed && !sketch.caused && chance(45)) text += ", cost " + price(sketch);
    return text + ".\n";
  }

  // `feature(X, ...)` with its comparisons.
  std::string test(const Sketch& sketch, bool negatable = true) {
    const std::string open = sketch.name + "(X,";
    if (!sketch.numeric) {
      const std::string& value = pick(sketch.values);
      if ((sketch.ordered || value[0] <= '9') && chance(50)) return compared(sketch, value);
      return (negatable && chance(35) ? "not " : "") + open + value + ")";
    }
    const std::string& number = pick(sketch.numbers);
    if (chance(10)) return (negatable && chance(50) ? "not " : "") + open + number + ")";
    return compared(sketch, number);
  }

  std::string compared(const Sketch& sketch, const std::string& number) {
    const std::string variable = "N" + std::to_string(++variables_);
    const std::string sign = pick<std::string>({"=<", "<", ">", ">=", "#>=", "\\="});
    const std::string comparison = variable + " " + sign + " " + number;
    return sketch.name + "(X," + variable + "), " +
           (chance(20) && sign[0] != '#' ? "not(" + comparison + ")" : comparison);
  }

  const Sketch& any_feature() { return pick(features_); }

  std::string exception(int number) { return "ab" + std::to_string(number) + "(X,'True')"; }

  // Exceptions are numbered, and a rule uses only those above `level`: negation is stratified.
  std::string rule(const std::string& head, int literals, int level) {
    std::string body;
    for (int i = 0; i < literals; ++i) body += (i ? ", " : "") + test(any_feature());
    if (level < exceptions_ && chance(50)) {
      body +=
          std::string(chance(75) ? ", not " : ", ") + exception(between(level + 1, exceptions_));
    }
    return head + " :- " + body + ".\n";
  }

  std::string decision_rules(int count) {
    exceptions_ = between(1, std::max(1, count / 4));
    std::string text;
    const int main_rules = std::max(2, count - 2 * exceptions_);
    for (int i = 0; i < main_rules; ++i) text += rule("bad(X)", between(2, 4), 0);
    for (int e = 1; e <= exceptions_; ++e) {
      for (int i = between(1, 2); i > 0; --i) text += rule(exception(e), between(1, 2), e);
    }
    if (chance(20)) {  // two atoms that hold each other up
      text += "bad(X) :- " + test(any_feature()) + ", up(X).\n";
      text += "up(X) :- down(X).\n";
      text += "down(X) :- up(X), " + test(any_feature()) + ".\n";
      text += "down(X) :- " + test(any_feature()) + ", " + test(any_feature()) + ".\n";
    }
    return text;
  }

  // Points by rules, and a decision that too few of them are one way to.
  std::string scorecard() {
    std::string text = "#score merit : base " + std::to_string(between(-20, 20)) + ".\n";
    for (int i = between(3, 8); i > 0; --i) {
      const std::string points = std::to_string(between(-20, 40)) + (chance(10) ? ".5" : "");
      text += rule("merit(X," + points + ")", between(1, 2), 0);
    }
    return text + "bad(X) :- merit(X,S), S < " + std::to_string(between(-10, 60)) + ".\n";
  }

  std::string causal_rules(int count) {
    std::string text;
    const int last = static_cast<int>(order_.size()) - 1;
    while (count > 0) {
      const int at = between(1, last);
      Sketch& effect = features_[static_cast<std::size_t>(order_[static_cast<std::size_t>(at)])];
      if (effect.causal) {
        --count;
        continue;
      }
      effect.causal = true;
      effect.caused = chance(35);
      modes_ += "#causal " + effect.name + " : " +
                pick<std::string>({"if", "if", "only_if", "iff"}) + ".\n";
      const auto cause = [&] {
        const int from = order_[static_cast<std::size_t>(between(0, at - 1))];
        return test(features_[static_cast<std::size_t>(from)]);
      };
      const bool through_auxiliary = chance(25);
      const std::string auxiliary = "because_" + effect.name + "(X)";
      for (int i = between(1, 3); i > 0 && count > 0; --i, --count) {
        text += causal_head(effect) + cause();
        if (chance(40)) text += ", " + cause();
        if (through_auxiliary) text += std::string(chance(50) ? ", not " : ", ") + auxiliary;
        text += ".\n";
      }
      if (through_auxiliary) text += auxiliary + " :- " + cause() + ".\n";
    }
    for (Sketch& sketch : features_) sketch.fixed = !sketch.caused && chance(12);
    return text;
  }

  std::string causal_head(const Sketch& effect) {
    if (!effect.numeric && !(effect.ordered && chance(50))) {
      return effect.name + "(X," + pick(effect.values) + ") :- ";
    }
    const auto bound = [&] {
      return "H " + pick<std::string>({"#>=", "#=<", "#>", "#<"}) + " " +
             pick(effect.numeric ? effect.numbers : effect.values) + ", ";
    };
    return effect.name + "(X,H) :- " + bound() + (chance(25) ? bound() : "");
  }

  std::string denials(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += ":- " + test(any_feature()) + ", " + test(any_feature()) + ".\n";
    }
    return text;
  }

  std::mt19937_64 random_;
  Sizes sizes_;
  bool scored_;
  std::vector<Sketch> features_;
  std::vector<int> order_;
  std::string modes_;
  int variables_ = 0, exceptions_ = 0;
};

// How many rules of the undesired decision hold: the more, the longer the way out.
int rules_against(const path::check::StateRules& rules, const model::Record& record) {
  path::check::StateView view;
  for (const auto& value : record) view.push_back(value ? &*value : nullptr);
  path::check::Truth truth;
  rules.evaluate(view, truth);
  int count = 0;
  for (const model::Rule& rule : rules.model().rules) {
    count += rule.head == rules.model().undesired && rules.body_holds(rule.body, view, truth);
  }
  return count;
}

}  // namespace

RandomQuestion random_question(std::uint64_t seed, const Sizes& sizes) {
  Maker maker(seed, sizes);
  RandomQuestion question;
  question.text = maker.model_text();
  question.model = model::read_model(question.text, "random.cogs");
  const path::check::StateRules rules(question.model);
  std::vector<model::Field> fields;
  int most = -1;
  for (int tries = maker.chance(5) ? 1 : 20; tries > 0; --tries) {
    const std::vector<model::Field> other = maker.fields();
    const model::Record record = model::read_record(question.model, other);
    const int against = rules_against(rules, record);
    if (against <= most) continue;
    most = against;
    fields = other;
    question.record = record;
  }
  for (const model::Field& field : fields) question.command += " " + field.name + "=" + field.value;
  question.options = maker.options(question.model, question.command);
  return question;
}

}  // namespace cogs::clingo
