// SPDX-License-Identifier: Apache-2.0
//
// FOLD-SE straight from its definition: row by row, value by value, without codes or counts kept.
// Slow, and shares no code with src/rules. Rules are compared as text.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cogs::rules::naive {

// A cell: missing, a number, or a text.
using Cell = std::variant<std::monostate, double, std::string>;

struct Data {
  std::vector<std::string> names;
  std::vector<bool> numeric;
  std::vector<std::vector<Cell>> rows;  // attributes alone
  std::vector<std::string> labels;      // one a row
};

struct Literal {
  std::size_t column = 0;
  std::string test;  // "==" "!=" "=<" "not =<" ">" "not >"
  Cell value;

  friend bool operator==(const Literal&, const Literal&) = default;
};

struct Rule {
  std::string outcome;  // top rules
  std::vector<Literal> literals;
  std::vector<Rule> exceptions;

  friend bool operator==(const Rule&, const Rule&) = default;
};

struct Settings {
  double ratio = 0.5, tail = 0.005;
  std::map<std::string, double> weights;
};

inline bool holds(const Literal& literal, const std::vector<Cell>& row) {
  const Cell& cell = row[literal.column];
  const auto* number = std::get_if<double>(&cell);
  if (literal.test == "==") return cell == literal.value;
  if (literal.test == "!=") return cell != literal.value;
  const double bound = std::get<double>(literal.value);
  if (literal.test == "=<") return number && *number <= bound;
  if (literal.test == "not =<") return !(number && *number <= bound);
  if (literal.test == ">") return number && *number > bound;
  return !(number && *number > bound);
}

inline bool covers(const Rule& rule, const std::vector<Cell>& row) {
  if (rule.literals.empty()) return false;
  for (const Literal& literal : rule.literals) {
    if (!holds(literal, row)) return false;
  }
  return std::none_of(rule.exceptions.begin(), rule.exceptions.end(),
                      [&](const Rule& exception) { return covers(exception, row); });
}

using RowList = std::vector<std::size_t>;

inline std::string opposite(const std::string& test) {
  if (test == "==") return "!=";
  if (test == "!=") return "==";
  return test.starts_with("not ") ? test.substr(4) : "not " + test;
}

class Learner {
 public:
  Learner(const Data& data, const Settings& settings) : data_(data), settings_(settings) {
    least_ = static_cast<std::size_t>(std::floor(settings.tail * double(data.rows.size())));
    if (least_ < 1) least_ = 1;
  }

  double weight(const RowList& rows) const {
    double sum = 0;
    for (const std::size_t row : rows) {
      const auto found = settings_.weights.find(data_.labels[row]);
      sum += found == settings_.weights.end() ? 1 : found->second;
    }
    return rows.empty() ? 1 : sum / double(rows.size());
  }

  std::vector<Rule> rule_set(RowList positives, const RowList& negatives, double wp, double wn,
                             const std::vector<Literal>& used) const {
    std::vector<Rule> rules;
    while (!positives.empty()) {
      const Rule next = rule(positives, negatives, wp, wn, used);
      RowList rest;
      for (const std::size_t row : positives) {
        if (!covers(next, data_.rows[row])) rest.push_back(row);
      }
      if (positives.size() - rest.size() < least_) break;
      rules.push_back(next);
      positives = rest;
    }
    return rules;
  }

  Rule rule(RowList positives, RowList negatives, double wp, double wn,
            std::vector<Literal> used) const {
    Rule result;
    while (const std::optional<Literal> found = best(positives, negatives, wp, wn, used)) {
      result.literals.push_back(*found);
      used.push_back(*found);
      positives = those(positives, *found);
      negatives = those(negatives, *found);
      if (wn * double(negatives.size()) <= settings_.ratio * (wp * double(positives.size()))) {
        if (!negatives.empty()) {
          result.exceptions = rule_set(negatives, positives, wn, wp, used);
        }
        break;
      }
    }
    return result;
  }

 private:
  RowList those(const RowList& rows, const Literal& literal) const {
    RowList result;
    for (const std::size_t row : rows) {
      if (holds(literal, data_.rows[row])) result.push_back(row);
    }
    return result;
  }

  // Candidate values of a column in this node, in order.
  std::vector<Cell> values(std::size_t column, const RowList& a, const RowList& b) const {
    std::set<double> numbers;
    std::set<std::string> texts;
    for (const RowList* rows : {&a, &b}) {
      for (const std::size_t row : *rows) {
        const Cell& cell = data_.rows[row][column];
        if (const auto* number = std::get_if<double>(&cell)) numbers.insert(*number);
        if (const auto* word = std::get_if<std::string>(&cell)) texts.insert(*word);
      }
    }
    if (data_.numeric[column]) return {numbers.begin(), numbers.end()};
    return {texts.begin(), texts.end()};
  }

  bool has_gaps(std::size_t column) const {
    return std::any_of(data_.rows.begin(), data_.rows.end(), [&](const auto& row) {
      return !std::holds_alternative<double>(row[column]);
    });
  }

  std::optional<Literal> best(const RowList& positives, const RowList& negatives, double wp,
                              double wn, const std::vector<Literal>& used) const {
    std::optional<Literal> result;
    double least = 1e300;
    for (const bool numeric : {false, true}) {
      for (std::size_t column = 0; column < data_.names.size(); ++column) {
        if (data_.numeric[column] != numeric) continue;
        std::vector<std::string> tests = {"==", "!="};
        if (numeric) tests = {"=<", "not =<"};
        if (numeric && has_gaps(column)) tests = {"=<", "not =<", ">", "not >"};
        for (const Cell& value : values(column, positives, negatives)) {
          for (const std::string& test : tests) {
            const Literal literal{column, test, value};
            const Literal other{column, opposite(test), value};
            if (std::find(used.begin(), used.end(), literal) != used.end()) continue;
            if (std::find(used.begin(), used.end(), other) != used.end()) continue;
            const double tp = double(those(positives, literal).size());
            const double fp = double(those(negatives, literal).size());
            const double fn = double(positives.size()) - tp;
            const double tn = double(negatives.size()) - fp;
            if (tp == 0 || wp * tp + wn * tn < wp * fn + wn * fp) continue;
            const double score = std::sqrt(tp * fp) + std::sqrt(tn * fn);
            if (score < least - 1e-12) {
              least = score;
              result = literal;
            }
          }
        }
      }
    }
    return result;
  }

  const Data& data_;
  const Settings& settings_;
  std::size_t least_;
};

// The tightest of the bounds with this test, if there are any.
inline std::optional<double> tightest(const std::vector<Literal>& literals, std::size_t column,
                                      const std::string& test) {
  std::optional<double> result;
  const bool smallest = test == "=<" || test == "not >";
  for (const Literal& literal : literals) {
    if (literal.column != column || literal.test != test) continue;
    const double value = std::get<double>(literal.value);
    if (!result || (smallest ? value < *result : value > *result)) result = value;
  }
  return result;
}

inline Rule simplified_rule(const Rule& rule, const Data& data, const std::vector<bool>& gaps) {
  std::vector<Literal> literals = rule.literals;
  Rule result;
  result.outcome = rule.outcome;
  for (const Rule& exception : rule.exceptions) {
    const Rule simple = simplified_rule(exception, data, gaps);
    if (simple.literals.size() == 1 && simple.exceptions.empty()) {
      Literal literal = simple.literals[0];
      literal.test = opposite(literal.test);
      literals.push_back(literal);
    } else if (std::find(result.exceptions.begin(), result.exceptions.end(), simple) ==
               result.exceptions.end()) {
      result.exceptions.push_back(simple);
    }
  }
  std::vector<std::size_t> columns;
  for (const Literal& literal : literals) {
    if (!data.numeric[literal.column]) {
      if (std::find(result.literals.begin(), result.literals.end(), literal) ==
          result.literals.end()) {
        result.literals.push_back(literal);
      }
    } else if (std::find(columns.begin(), columns.end(), literal.column) == columns.end()) {
      columns.push_back(literal.column);
    }
  }
  for (const std::size_t column : columns) {
    const bool number =
        !gaps[column] || tightest(literals, column, "=<") || tightest(literals, column, ">");
    std::vector<Literal> plain = literals;
    for (Literal& literal : plain) {
      if (number && literal.test == "not =<") literal.test = ">";
      if (number && literal.test == "not >") literal.test = "=<";
    }
    for (const char* test : {">", "not =<", "=<", "not >"}) {
      if (const auto bound = tightest(plain, column, test)) {
        result.literals.push_back({column, test, *bound});
      }
    }
  }
  return result;
}

inline void write(std::ostream& out, const Rule& rule, const Data& data) {
  const char* between = "";
  for (const Literal& literal : rule.literals) {
    out << between << data.names[literal.column] << ' ' << literal.test << ' ';
    if (const auto* number = std::get_if<double>(&literal.value)) {
      out << *number;
    } else {
      out << std::get<std::string>(literal.value);
    }
    between = ", ";
  }
  for (const Rule& exception : rule.exceptions) {
    out << " except (";
    write(out, exception, data);
    out << ')';
  }
}

inline std::vector<Rule> learn(const Data& data, const std::string& positive,
                               const Settings& settings) {
  RowList positives;
  RowList negatives;
  for (std::size_t row = 0; row < data.rows.size(); ++row) {
    (data.labels[row] == positive ? positives : negatives).push_back(row);
  }
  const Learner learner(data, settings);
  std::vector<Rule> rules = learner.rule_set(positives, negatives, learner.weight(positives),
                                             learner.weight(negatives), {});
  for (Rule& rule : rules) rule.outcome = positive;
  return rules;
}

inline std::vector<Rule> learn_all_classes(const Data& data, const Settings& settings) {
  const Learner learner(data, settings);
  RowList left;
  for (std::size_t row = 0; row < data.rows.size(); ++row) left.push_back(row);
  std::vector<Rule> rules;
  while (!left.empty()) {
    std::map<std::string, RowList> classes;
    for (const std::size_t row : left) classes[data.labels[row]].push_back(row);
    std::string most;
    double size = -1;
    for (const auto& [label, rows] : classes) {
      if (learner.weight(rows) * double(rows.size()) > size) {
        most = label;
        size = learner.weight(rows) * double(rows.size());
      }
    }
    RowList rest;
    for (const std::size_t row : left) {
      if (data.labels[row] != most) rest.push_back(row);
    }
    Rule rule =
        learner.rule(classes[most], rest, learner.weight(classes[most]), learner.weight(rest), {});
    const RowList& own = classes[most];
    if (std::none_of(own.begin(), own.end(),
                     [&](std::size_t row) { return covers(rule, data.rows[row]); })) {
      break;
    }
    rule.outcome = most;
    std::erase_if(left, [&](std::size_t row) { return covers(rule, data.rows[row]); });
    rules.push_back(rule);
  }
  return rules;
}

inline std::vector<Rule> simplified(std::vector<Rule> rules, const Data& data) {
  std::vector<bool> gaps(data.names.size(), false);
  for (const auto& row : data.rows) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (data.numeric[column] && !std::holds_alternative<double>(row[column])) gaps[column] = true;
    }
  }
  for (Rule& rule : rules) rule = simplified_rule(rule, data, gaps);
  return rules;
}

// "" where no rule covers the row.
inline std::string outcome(const std::vector<Rule>& rules, const std::vector<Cell>& row) {
  for (const Rule& rule : rules) {
    if (covers(rule, row)) return rule.outcome;
  }
  return "";
}

inline std::string text(const std::vector<Rule>& rules, const Data& data) {
  std::ostringstream out;
  for (const Rule& rule : rules) {
    out << rule.outcome << " <- ";
    write(out, rule, data);
    out << '\n';
  }
  return out.str();
}

}  // namespace cogs::rules::naive
