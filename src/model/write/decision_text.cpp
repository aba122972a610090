// SPDX-License-Identifier: Apache-2.0
#include "model/write/decision_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "logic/syntax/term.h"

namespace cogs::model {

namespace {

using logic::atom_text;
using logic::quoted_text;
using rules::Literal;
using rules::Test;

constexpr std::size_t line_width = 100;
// So many rules exclude the earlier ones by name; beyond that a chain of helpers keeps the text
// linear in their number.
constexpr std::size_t most_named = 16;

std::string value_text(const Literal& literal) {
  if (const auto* number = std::get_if<base::Number>(&literal.value)) return number->text();
  return std::get<std::string>(literal.value);
}

bool on_value(Test test) { return test == Test::equal || test == Test::not_equal; }
bool is_upper(Test test) { return test == Test::at_most || test == Test::not_above; }

class DecisionWriter {
 public:
  DecisionWriter(const rules::RuleSet& rules, const DecisionNames& names)
      : rules_(rules), names_(names) {
    exception_ = free_prefix("ab");
    helper_ = free_prefix("rule");
    earlier_ = free_prefix("rules_before");
  }

  std::string run(const std::vector<std::string>& needed) {
    rules_.first_match ? write_first_match() : write_any();
    for (const std::string& outcome : needed) {
      if (concluded_.insert(outcome).second) write_unlearned(outcome);
    }
    std::string out = std::move(top_);
    if (!exceptions_.empty()) out += "\n";
    for (const Exception& exception : exceptions_) {
      if (exception.uses == 1) out += exception.note;
      out += exception.clause;
    }
    return out;
  }

 private:
  struct Exception {
    std::string note, clause;
    std::size_t uses = 1;
  };

  // A prefix of predicates that no name in use continues with digits.
  std::string free_prefix(std::string prefix) const {
    const auto clashes = [&](const std::string& name) {
      return name.size() > prefix.size() && name.starts_with(prefix) &&
             std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                         [](char c) { return c >= '0' && c <= '9'; });
    };
    while (clashes(names_.label) ||
           std::any_of(names_.features.begin(), names_.features.end(), clashes) ||
           std::any_of(names_.taken.begin(), names_.taken.end(), clashes)) {
      prefix += "_";
    }
    return prefix;
  }

  std::string note(std::string id, const rules::Rule& rule) {
    while (names_.ids.contains(id) || !used_ids_.insert(id).second) id += "_";
    std::string text = "#rule " + atom_text(id) + ", covers " +
                       std::to_string(rule.evidence.covers) + ", correct " +
                       std::to_string(rule.evidence.correct);
    if (!rule.exceptions.empty()) {
      text += ", exceptions " + std::to_string(rule.exceptions.size());
    }
    return text + ".\n";
  }

  void write_any() {
    std::size_t number = 0;
    for (const rules::ClassRule& rule : rules_.rules) {
      if (rule.rule.literals.empty()) continue;  // covers nothing
      const std::string head = class_atom(names_.label, rule.outcome);
      const std::string clause = on_lines(head + " :- ", body(rule.rule), ".\n");
      top_ += note("r" + std::to_string(++number), rule.rule) + clause;
      concluded_.insert(rule.outcome);
    }
  }

  void write_first_match() {
    const auto count = static_cast<std::size_t>(
        std::count_if(rules_.rules.begin(), rules_.rules.end(),
                      [](const rules::ClassRule& rule) { return !rule.rule.literals.empty(); }));
    std::string heads;
    std::size_t number = 0;
    for (const rules::ClassRule& rule : rules_.rules) {
      if (rule.rule.literals.empty()) continue;
      const std::string self = helper_ + std::to_string(++number) + "(X)";
      const std::string clause = on_lines(self + " :- ", body(rule.rule), ".\n");
      top_ += note("r" + std::to_string(number), rule.rule) + clause;
      std::vector<std::string> goals{self};
      if (count <= most_named) {
        for (std::size_t i = 1; i < number; ++i) {
          goals.push_back("not " + helper_ + std::to_string(i) + "(X)");
        }
      } else if (number > 1) {
        const std::string before = earlier_ + std::to_string(number) + "(X)";
        heads += before + " :- " + helper_ + std::to_string(number - 1) + "(X).\n";
        if (number > 2) {
          heads += before + " :- " + earlier_ + std::to_string(number - 1) + "(X).\n";
        }
        goals.push_back("not " + before);
      }
      heads += on_lines(class_atom(names_.label, rule.outcome) + " :- ", goals, ".\n");
      concluded_.insert(rule.outcome);
    }
    top_ += "\n" + heads;
  }

  // A class without learned rules: of two classes, what is left; else nothing.
  void write_unlearned(const std::string& outcome) {
    const std::string head = class_atom(names_.label, outcome);
    const std::size_t learned = concluded_.size() - 1;
    if (!rules_.first_match && rules_.outcomes.size() == 2 && learned == 1) {
      const bool second = rules_.outcomes[0] != outcome;
      top_ += head + " :- not " + class_atom(names_.label, rules_.outcomes[second ? 0 : 1]) + ".\n";
      return;
    }
    if (!rules_.first_match && rules_.outcomes.size() == 2 && rules_.outcomes[1] == outcome) {
      // Nothing was learned for the first class, so every row is of the second.
      const std::string name = atom_text(names_.features.at(0));
      top_ += head + " :- " + name + "(X,_).\n" + head + " :- not " + name + "(X,_).\n";
      return;
    }
    const std::string name = atom_text(names_.features.at(0));
    top_ += "% No rule was learned for this class: it never holds.\n";
    top_ += head + " :- " + name + "(X,_), not " + name + "(X,_).\n";
  }

  std::string feature(std::size_t attribute, const std::string& argument) const {
    return atom_text(names_.features[attribute]) + "(X," + argument + ")";
  }

  // Holds on cells that are no numbers, which a comparison cannot say.
  bool needs_exception(const Literal& literal) const {
    const bool negated = literal.test == Test::not_at_most || literal.test == Test::not_above;
    return negated && rules_.attributes[literal.attribute].has_gaps;
  }

  static std::string comparison(const std::string& variable, const Literal& literal) {
    return variable + (is_upper(literal.test) ? " =< " : " > ") + value_text(literal);
  }

  std::vector<std::string> body(const rules::Rule& rule) {
    std::vector<std::string> goals;
    std::vector<const Literal*> compared, apart;
    for (const Literal& literal : rule.literals) {
      if (on_value(literal.test)) {
        const std::string value = quoted_text(value_text(literal), '\'');
        goals.push_back((literal.test == Test::not_equal ? "not " : "") +
                        feature(literal.attribute, value));
      } else {
        (needs_exception(literal) ? apart : compared).push_back(&literal);
      }
    }
    std::sort(compared.begin(), compared.end(), [](const Literal* a, const Literal* b) {
      return std::tuple(a->attribute, is_upper(a->test), a) <
             std::tuple(b->attribute, is_upper(b->test), b);
    });
    std::size_t variables = 0;
    for (std::size_t i = 0; i < compared.size(); ++i) {
      if (i == 0 || compared[i]->attribute != compared[i - 1]->attribute) {
        goals.push_back(feature(compared[i]->attribute, "N" + std::to_string(++variables)));
      }
      goals.push_back(comparison("N" + std::to_string(variables), *compared[i]));
    }
    for (const Literal* literal : apart) goals.push_back("not " + gap_exception(*literal));
    for (const rules::Rule& exception : rule.exceptions) {
      if (!exception.literals.empty()) goals.push_back("not " + exception_of(exception));
    }
    return goals;
  }

  std::string gap_exception(const Literal& literal) {
    Literal positive = literal;
    positive.test = literal.test == Test::not_at_most ? Test::at_most : Test::above;
    return add_exception({feature(literal.attribute, "N1"), comparison("N1", positive)}, "",
                         nullptr);
  }

  std::string exception_of(const rules::Rule& rule) {
    return add_exception(body(rule), ",'True'", &rule);
  }

  std::string add_exception(const std::vector<std::string>& goals, const std::string& arguments,
                            const rules::Rule* evidence) {
    std::string key = arguments;
    for (const std::string& goal : goals) key += goal + '\n';
    const auto [known, added] = exception_ids_.emplace(key, exceptions_.size());
    const std::string name = exception_ + std::to_string(known->second + 1);
    const std::string atom = name + "(X" + arguments + ")";
    if (!added) {
      ++exceptions_[known->second].uses;
      return atom;
    }
    exceptions_.push_back(
        {evidence ? note(name, *evidence) : "", on_lines(atom + " :- ", goals, ".\n")});
    return atom;
  }

  const rules::RuleSet& rules_;
  const DecisionNames& names_;
  std::string exception_, helper_, earlier_;
  std::string top_;
  std::vector<Exception> exceptions_;
  std::map<std::string, std::size_t> exception_ids_;  // by body
  std::set<std::string> used_ids_, concluded_;
};

}  // namespace

std::string class_atom(const std::string& label, const std::string& outcome) {
  return atom_text(label) + "(X," + quoted_text(outcome, '\'') + ")";
}

std::string on_lines(std::string first, const std::vector<std::string>& pieces,
                     const std::string& end, const std::string& between) {
  std::string out = std::move(first);
  std::size_t column = out.size();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string separator = i + 1 < pieces.size() ? between : "";
    if (i > 0 && column + 1 + pieces[i].size() + between.size() > line_width) {
      out += "\n    ";
      column = 4;
    } else if (i > 0) {
      out += " ";
      ++column;
    }
    out += pieces[i] + separator;
    column += pieces[i].size() + separator.size();
  }
  return out + end;
}

std::string decision_text(const rules::RuleSet& rules, const DecisionNames& names,
                          const std::vector<std::string>& needed) {
  return DecisionWriter(rules, names).run(needed);
}

}  // namespace cogs::model
