// SPDX-License-Identifier: Apache-2.0
#include "present/text/learn.h"

#include <algorithm>
#include <charconv>

#include "base/date.h"
#include "base/small_letters.h"
#include "json/value.h"
#include "model/column_names.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

std::string digits(double value, std::chars_format format, int precision) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, format, precision).ptr;
  return {text, end};
}

std::string percentage(double share) { return digits(100 * share, std::chars_format::fixed, 1); }

// A label that would push the columns off the screen is cut.
std::string short_label(const std::string& text) {
  constexpr std::size_t longest = 24;
  const std::string safe = safe_text(text);
  if (display_width(safe) <= longest) return safe;
  std::string out;
  for (std::string_view rest = safe; !rest.empty();) {
    const CodePoint next = next_code_point(rest);
    if (display_width(out) + 3 >= longest) break;
    out += next.raw;
    rest.remove_prefix(next.bytes);
  }
  return out + "...";
}

struct FigureLine {
  std::string what;
  std::vector<std::string> figures;
};

std::string figures_text(const std::vector<FigureLine>& lines, const TextStyle& style) {
  const std::vector<std::string> names = {"accuracy", "precision", "recall", "f1"};
  std::size_t first = 0, width = 10;
  for (const FigureLine& line : lines) {
    first = std::max(first, display_width(line.what));
    for (const std::string& figure : line.figures) width = std::max(width, display_width(figure));
  }
  std::string out = "  " + std::string(first, ' ');
  for (const std::string& name : names) {
    out += "  " + toned(Tone::faint, padded(name, width, true), style);
  }
  out += "\n";
  for (const FigureLine& line : lines) {
    out += "  " + padded(line.what, first);
    for (const std::string& figure : line.figures) out += "  " + padded(figure, width, true);
    out += "\n";
  }
  return out;
}

FigureLine figure_line(const std::string& what, const rules::Measures& m) {
  return {what,
          {percent_words(m.accuracy), percent_words(m.precision), percent_words(m.recall),
           percent_words(m.f1)}};
}

std::string spread_words(const rules::Spread& spread) {
  return percentage(spread.mean) + " ± " + percentage(spread.deviation) + " %";
}

// The decision rules of the model as written, each with the evidence of its note.
struct WrittenRule {
  std::string text;
  const model::RuleNote* note = nullptr;
  std::string dates = {};  // what its numbers are, where they are dates
};

// "hiredate: 19009 is 2022-01-17", for each date that the rule on this line compares with.
std::string dates_words(const model::Model& model, std::uint32_t line) {
  std::string out;
  const auto look = [&](const std::vector<model::Literal>& body) {
    for (const model::Literal& literal : body) {
      const auto* test = std::get_if<model::FeatureTest>(&literal);
      if (test == nullptr) continue;
      const model::Feature& feature = model.feature(test->feature);
      if (!feature.numeric() || feature.notation.date.empty()) continue;
      for (const model::Condition& condition : test->conditions) {
        const auto& number = condition.constant.number;
        if (!number) continue;
        out += (out.empty() ? "" : ", ") +
               safe_text(feature.label.empty() ? feature.name : feature.label) + ": " +
               number->text() + " is " + safe_text(base::date_text(*number, feature.notation.date));
      }
    }
  };
  for (const model::Rule& rule : model.rules) {
    if (rule.place.line == line) look(rule.body);
  }
  return out;
}

std::vector<WrittenRule> written_rules(const model::Model& model) {
  std::vector<WrittenRule> rules;
  const model::RuleNote* note = nullptr;
  for (const model::Statement& statement : model.document.statements) {
    if (statement.kind == model::Statement::Kind::rule_note) {
      note = statement.note ? &*statement.note : nullptr;
      continue;
    }
    if (statement.kind == model::Statement::Kind::rule) {
      rules.push_back(
          {on_one_line(statement.text), note, dates_words(model, statement.place.line)});
    }
    note = nullptr;
  }
  return rules;
}

std::string entry(const model::RuleNote& note, const std::string& key) {
  for (const auto& [name, value] : note.entries) {
    if (name == key) return value;
  }
  return {};
}

std::string evidence_words(const model::RuleNote& note) {
  const std::string covers = entry(note, "covers"), correct = entry(note, "correct");
  if (covers.empty() || correct.empty()) return {};
  return "covers " + covers + (covers == "1" ? " row, " : " rows, ") + correct + " rightly";
}

json::Value number_json(double value) {
  return json::Value::number_text(digits(value, std::chars_format::general, 6));
}

json::Value spread_json(const rules::Spread& spread) {
  json::Value object = json::Value::object();
  object.add("mean", number_json(spread.mean));
  object.add("deviation", number_json(spread.deviation));
  return object;
}

// What was declared because of names, and how to undo it.
std::string assumed_text(const LearnReport& report, const TextStyle& style) {
  const std::vector<model::Assumption>& assumed = report.assumed;
  if (assumed.empty()) return {};
  // As the column is called: names of features are found in any capitals.
  const auto column = [&](const model::Assumption& one) {
    const auto id = report.model.find_feature(one.feature);
    const std::string label = id ? report.model.feature(*id).label : "";
    const bool same = base::in_small_letters(label) == base::in_small_letters(one.feature);
    return same ? label : one.feature;
  };
  std::string out =
      "\n" + wrapped("", "Assumed about features, from their names or values:", style);
  for (const bool fixed : {true, false}) {
    std::vector<std::string> names;
    for (const model::Assumption& one : assumed) {
      if (one.fixed == fixed) names.push_back(safe_text(column(one)));
    }
    if (names.empty()) continue;
    const std::string start = fixed ? "  nobody can change: " : "  can only grow: ";
    out += wrapped(start, listed(names), style);
  }
  std::vector<std::string> words;
  for (const model::Assumption& one : assumed) {
    const std::string option = "`" + model::option_words(one) + "`";
    if (std::find(words.begin(), words.end(), option) == words.end()) words.push_back(option);
  }
  return out + wrapped("",
                       "If that is wrong, delete " + listed(words, "or") +
                           " from its #feature line, or learn again with --allow " +
                           quoted_name(column(assumed.front())) + ".",
                       style);
}

// What was not learned from, and how to have it all the same.
std::string left_out_text(const LearnReport& report, const TextStyle& style) {
  if (report.left_out.empty()) return {};
  std::string out =
      "\n" + wrapped("", "Not learned from, as they look like identifiers or names:", style);
  for (const LearnReport::LeftOut& one : report.left_out) {
    out += wrapped("  ", safe_text(one.column) + ": " + one.why, style);
  }
  return out + wrapped("",
                       "To learn from one of them all the same: --use '" +
                           safe_text(report.left_out.front().column) + "'.",
                       style);
}

std::string setting_words(const rules::Setting& setting, bool two_classes) {
  std::string words = "ratio " + digits(setting.ratio, std::chars_format::general, 4) + ", tail " +
                      digits(setting.tail, std::chars_format::general, 4) + ", " +
                      (setting.pruning == rules::Pruning::none ? "no pruning" : "pruned");
  if (two_classes && setting.positive) {
    words = "rules for " + safe_text(*setting.positive) + ", " + words;
  }
  return words;
}

std::string tuned_text(const LearnReport& report, const TextStyle& style) {
  if (!report.tuned) return {};
  const rules::Tuned& tuned = *report.tuned;
  const bool two = report.rules.outcomes.size() == 2;
  const auto figures = [](const rules::Setting& setting) {
    return percent_words(setting.accuracy) + " right, " +
           digits(setting.literals, std::chars_format::fixed, 1) + " literals";
  };
  std::string out = "\n" + wrapped("",
                                   "Tuned on " + counted(tuned.rows, "row") + ": of " +
                                       counted(tuned.settings.size(), "setting") + " the best is " +
                                       setting_words(tuned.best, two) + " (" + figures(tuned.best) +
                                       " in " + counted(tuned.best.folds, "fold") + ").",
                                   style);
  if (!(tuned.best == tuned.given)) {
    out += wrapped(
        "", "As given: " + setting_words(tuned.given, two) + " (" + figures(tuned.given) + ").",
        style);
  }
  if (!tuned.finished) {
    out += wrapped("",
                   "The time ended it before all settings were tried on all folds; --tune-time "
                   "gives it more.",
                   style);
  }
  return out;
}

json::Value setting_json(const rules::Setting& setting) {
  json::Value object = json::Value::object();
  object.add("positive", setting.positive ? json::Value::string(*setting.positive) : json::Value());
  object.add("ratio", number_json(setting.ratio));
  object.add("tail", number_json(setting.tail));
  object.add("prune",
             json::Value::string(setting.pruning == rules::Pruning::none ? "none" : "default"));
  object.add("accuracy", number_json(setting.accuracy));
  object.add("literal_count", number_json(setting.literals));
  object.add("folds", json::Value::number(std::uint64_t{setting.folds}));
  return object;
}

}  // namespace

std::string sign_words(rules::IdentifierSign sign, std::size_t values, const std::string& word) {
  switch (sign) {
    case rules::IdentifierSign::sequence: return "it counts through the rows";
    case rules::IdentifierSign::number:
    case rules::IdentifierSign::named:
      return counted(values, "value") + ", and its name says `" + safe_text(word) + "`";
    case rules::IdentifierSign::many:
    case rules::IdentifierSign::distinct: return counted(values, "value");
  }
  return {};
}

std::string percent_words(double share) { return percentage(share) + " %"; }

std::string confusion_text(const rules::Confusion& confusion, const TextStyle& style) {
  const auto name = [](const std::string& outcome) {
    return outcome.empty() ? std::string("(no rule)") : short_label(outcome);
  };
  // A last column of zeros says nothing.
  std::size_t columns = confusion.predicted.size();
  const auto is_empty = [&](std::size_t column) {
    return std::all_of(confusion.rows.begin(), confusion.rows.end(),
                       [&](const auto& row) { return row[column] == 0; });
  };
  if (columns > 0 && confusion.predicted[columns - 1].empty() && is_empty(columns - 1)) --columns;

  std::size_t first = std::string("actual").size();
  for (const std::string& outcome : confusion.actual) {
    first = std::max(first, display_width(name(outcome)));
  }
  std::string out =
      "  " + toned(Tone::faint, padded("actual", first) + "  predicted", style) + "\n";
  std::vector<std::size_t> widths;
  std::string heading = "  " + std::string(first, ' ');
  for (std::size_t j = 0; j < columns; ++j) {
    std::size_t width = display_width(name(confusion.predicted[j]));
    for (const auto& row : confusion.rows) {
      width = std::max(width, std::to_string(row[j]).size());
    }
    widths.push_back(width);
    heading += "  " + padded(name(confusion.predicted[j]), width, true);
  }
  out += heading + "\n";
  for (std::size_t i = 0; i < confusion.actual.size(); ++i) {
    out += "  " + padded(name(confusion.actual[i]), first);
    for (std::size_t j = 0; j < columns; ++j) {
      out += "  " + padded(std::to_string(confusion.rows[i][j]), widths[j], true);
    }
    out += "\n";
  }
  return out;
}

std::string learn_text(const LearnReport& report, const TextStyle& style) {
  std::string out =
      wrapped("",
              "Learned " + toned(Tone::strong, counted(report.rules.rule_count(), "rule"), style) +
                  " with " + counted(report.rules.literal_count(), "literal") + " from " +
                  counted(report.rows, "row") + " and " + counted(report.features, "feature") +
                  " of " + safe_text(report.data) + ".",
              style);
  out += "\n";
  for (const WrittenRule& rule : written_rules(report.model)) {
    out += wrapped("  ", safe_text(rule.text), style);
    const std::string evidence = rule.note ? evidence_words(*rule.note) : "";
    if (!evidence.empty()) out += "      " + toned(Tone::faint, evidence, style) + "\n";
    if (!rule.dates.empty()) out += wrapped("      ", toned(Tone::faint, rule.dates, style), style);
  }

  if (report.rules.rules.empty()) {
    out += wrapped("  ",
                   "No rule is worth having: always saying the other decision is as good. More "
                   "rows, other columns or --prune none may help.",
                   style);
  }

  std::vector<FigureLine> lines = {figure_line("training rows", report.train)};
  if (report.test) lines.push_back(figure_line("test rows", *report.test));
  if (report.validation) {
    const rules::CrossValidation& v = *report.validation;
    lines.push_back({std::to_string(v.folds) + " folds",
                     {spread_words(v.accuracy), spread_words(v.precision), spread_words(v.recall),
                      spread_words(v.f1)}});
  }
  const rules::Measures& last = report.test ? *report.test : report.train;
  lines.push_back({"most frequent", {percent_words(last.majority), "", "", ""}});
  out += "\n" + figures_text(lines, style);
  if (report.rules.first_match) {
    out += wrapped("  ", "Precision, recall and f1 are means over the classes.", style);
  } else {
    out += wrapped("  ",
                   "Precision, recall and f1 are of " + safe_text(report.undesired) +
                       ", the undesired decision.",
                   style);
  }
  if (!report.rules.rules.empty() && report.train.accuracy <= report.train.majority) {
    out += wrapped("  ",
                   "These rules are no better than always saying the most frequent decision: they "
                   "tell nothing about anybody.",
                   style);
  }
  out += "\n  " + toned(Tone::strong, report.test ? "Test rows" : "Training rows", style) + "\n";
  out += confusion_text(last.confusion, style);
  return out + tuned_text(report, style) + left_out_text(report, style) +
         assumed_text(report, style);
}

json::Value measures_json(const rules::Measures& measures) {
  json::Value object = json::Value::object();
  object.add("accuracy", number_json(measures.accuracy));
  object.add("precision", number_json(measures.precision));
  object.add("recall", number_json(measures.recall));
  object.add("f1", number_json(measures.f1));
  object.add("majority", number_json(measures.majority));
  object.add("rows", json::Value::number(std::uint64_t{measures.confusion.total()}));
  json::Value confusion = json::Value::object();
  for (std::size_t i = 0; i < measures.confusion.actual.size(); ++i) {
    json::Value row = json::Value::object();
    for (std::size_t j = 0; j < measures.confusion.predicted.size(); ++j) {
      row.add(measures.confusion.predicted[j],
              json::Value::number(std::uint64_t{measures.confusion.rows[i][j]}));
    }
    confusion.add(measures.confusion.actual[i], std::move(row));
  }
  object.add("confusion", std::move(confusion));
  return object;
}

json::Value assumed_json(const std::vector<model::Assumption>& assumed) {
  json::Value all = json::Value::array();
  for (const model::Assumption& one : assumed) {
    json::Value member = json::Value::object();
    member.add("feature", json::Value::string(one.feature));
    member.add("option", json::Value::string(model::option_words(one)));
    member.add("because", json::Value::string(one.word));
    all.add(std::move(member));
  }
  return all;
}

json::Value learn_json(const LearnReport& report, bool timing) {
  json::Value rules = json::Value::array();
  for (const WrittenRule& rule : written_rules(report.model)) {
    rules.add(json::Value::string(rule.text));
  }
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.learn/1"));
  object.add("data", json::Value::string(report.data));
  object.add("label", json::Value::string(report.rules.label));
  object.add("undesired", json::Value::string(report.undesired));
  object.add("rules", std::move(rules));
  object.add("rule_count", json::Value::number(std::uint64_t{report.rules.rule_count()}));
  object.add("literal_count", json::Value::number(std::uint64_t{report.rules.literal_count()}));
  object.add("train", measures_json(report.train));
  object.add("test", report.test ? measures_json(*report.test) : json::Value());
  if (report.validation) {
    const rules::CrossValidation& v = *report.validation;
    json::Value folds = json::Value::object();
    folds.add("folds", json::Value::number(std::uint64_t{v.folds}));
    folds.add("accuracy", spread_json(v.accuracy));
    folds.add("precision", spread_json(v.precision));
    folds.add("recall", spread_json(v.recall));
    folds.add("f1", spread_json(v.f1));
    folds.add("rule_count", spread_json(v.rule_count));
    folds.add("literal_count", spread_json(v.literal_count));
    object.add("cv", std::move(folds));
  }
  if (timing) {
    json::Value seconds = json::Value::object();
    seconds.add("read", number_json(report.read_seconds));
    seconds.add("fit", number_json(report.fit_seconds));
    seconds.add("predict", number_json(report.predict_seconds));
    object.add("seconds", std::move(seconds));
  }
  object.add("rows", json::Value::number(std::uint64_t{report.rows}));
  object.add("features", json::Value::number(std::uint64_t{report.features}));
  object.add("assumed", assumed_json(report.assumed));
  json::Value left_out = json::Value::array();
  for (const LearnReport::LeftOut& one : report.left_out) {
    json::Value member = json::Value::object();
    member.add("column", json::Value::string(one.column));
    member.add("because", json::Value::string(one.why));
    left_out.add(std::move(member));
  }
  object.add("left_out", std::move(left_out));
  if (report.tuned) {
    json::Value tuned = json::Value::object();
    tuned.add("rows", json::Value::number(std::uint64_t{report.tuned->rows}));
    tuned.add("finished", json::Value::boolean(report.tuned->finished));
    tuned.add("best", setting_json(report.tuned->best));
    tuned.add("given", setting_json(report.tuned->given));
    json::Value settings = json::Value::array();
    for (const rules::Setting& setting : report.tuned->settings) {
      settings.add(setting_json(setting));
    }
    tuned.add("settings", std::move(settings));
    object.add("tuned", std::move(tuned));
  }
  return object;
}

}  // namespace cogs::present
