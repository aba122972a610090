// SPDX-License-Identifier: Apache-2.0
#include "model/edit/import_text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_set>
#include <utility>

#include "logic/syntax/term.h"
#include "model/column_names.h"
#include "model/edit/learned_features.h"
#include "model/edit/model_parts.h"
#include "model/write/feature_text.h"
#include "rules/inspect.h"
#include "score/float_number.h"
#include "score/rows.h"

namespace cogs::model {

namespace {

std::string shortest_text(double value) {
  char digits[400];
  return {digits,
          std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr};
}

class ImportWriter {
 public:
  ImportWriter(const score::Ensemble& ensemble, const table::Table* people,
               const ImportTextOptions& options)
      : e_(ensemble), people_(people), options_(options), used_(score::columns_in_use(ensemble)) {}

  ImportedText write() {
    find_features();
    std::string features = feature_lines();
    std::string out = heading_text(options_.heading);
    if (!out.empty()) out += "\n";
    out += features;
    out += options_.points ? points_table() : import_lines();
    out += decision_lines();
    ImportedText made{std::move(out), std::move(assumed_), names_.size()};
    made.guesses = std::move(guesses_);
    made.untested.assign(names_.begin() + static_cast<std::ptrdiff_t>(tested_), names_.end());
    made.identifiers = std::move(identifiers_);
    return made;
  }

 private:
  // A feature of the model: a column of the table, or of the file where there is no table.
  struct Source {
    std::string column;
    std::optional<std::size_t> of_table;
    std::vector<std::size_t> of_file;  // several for one-hot columns
    bool onehot = false;
    std::vector<std::string> values = {};  // that one-hot columns stand for
  };

  [[noreturn]] void fail(const std::string& message, std::string help = {}) const {
    throw base::InputError(base::error_about(options_.file, message, std::move(help)));
  }

  void find_features() {
    std::vector<std::optional<score::ColumnSource>> sources(e_.columns.size());
    if (people_ != nullptr) {
      std::vector<std::string> header;
      for (const table::Column& column : people_->columns) header.push_back(column.name);
      sources = score::column_sources(e_, header);
    }
    std::map<std::size_t, std::size_t> known;  // column of the table -> feature
    std::string unexplained;
    for (std::size_t c = 0; c < e_.columns.size(); ++c) {
      if (!used_[c]) continue;
      if (people_ == nullptr) {
        sources_.push_back({e_.columns[c].name, {}, {c}, false});
        continue;
      }
      if (!sources[c] || (sources[c]->value && !has_value(sources[c]->field, *sources[c]->value))) {
        unexplained += (unexplained.empty() ? "" : ", ") + e_.columns[c].name;
        continue;
      }
      const auto [entry, is_new] = known.emplace(sources[c]->field, sources_.size());
      if (is_new) {
        sources_.push_back(
            {people_->columns[sources[c]->field].name, sources[c]->field, {}, false});
      }
      Source& source = sources_[entry->second];
      source.of_file.push_back(c);
      source.onehot = source.onehot || sources[c]->value.has_value();
      if (sources[c]->value) source.values.push_back(*sources[c]->value);
      onehot_ = onehot_ || sources[c]->value.has_value();
    }
    if (!unexplained.empty()) {
      fail("these columns of the model are not in " + people_->file + ": " + unexplained,
           "the table has to have the features that the model was trained on, before they were "
           "encoded; "
           "other encodings are said by #column lines (docs/scores.md)");
    }
    tested_ = sources_.size();
    add_untested(known);
    std::vector<std::string> columns;
    for (const Source& source : sources_) columns.push_back(source.column);
    columns.push_back(options_.decision);
    columns.push_back(options_.score);
    names_ = names_for_columns(columns);
    score_ = std::move(names_.back());
    names_.pop_back();
    decision_ = std::move(names_.back());
    names_.pop_back();
  }

  // What people have besides: their records are to be taken as they come.
  void add_untested(const std::map<std::size_t, std::size_t>& known) {
    if (people_ == nullptr) {
      for (std::size_t c = 0; c < e_.columns.size(); ++c) {
        if (!used_[c]) sources_.push_back({e_.columns[c].name, {}, {c}, false});
      }
      return;
    }
    for (const std::string& name : options_.skip) {
      if (!people_->find(name))
        fail("--skip names a column that " + people_->file + " does not have: " + name);
    }
    const auto identifiers =
        rules::find_identifiers(*people_, table::ColumnId(people_->columns.size()));
    for (std::size_t i = 0; i < people_->columns.size(); ++i) {
      const table::Column& column = people_->columns[i];
      const auto& skip = options_.skip;
      if (known.contains(i) || column.name.starts_with("raw_score") ||
          std::find(skip.begin(), skip.end(), column.name) != skip.end() ||
          !listed_domain(column, {}, options_.listed)) {
        continue;
      }
      if (std::any_of(identifiers.begin(), identifiers.end(),
                      [&](const rules::Identifier& each) { return each.column.index() == i; })) {
        identifiers_.push_back(column.name);
        continue;
      }
      sources_.push_back({column.name, i, {}, false});
    }
  }

  bool has_value(std::size_t field, const std::string& value) const {
    const table::Column& column = people_->columns[field];
    if (column.code_of(value)) return true;
    const auto number = base::Number::parse(value);  // job_1.0 of a column of whole numbers
    return number &&
           std::find(column.numbers.begin(), column.numbers.end(), *number) != column.numbers.end();
  }

  std::string feature_lines() {
    // What the data show of digits, before what people say.
    std::vector<FeatureRow> said;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if (const auto step = step_of(sources_[i])) {
        FeatureRow row{names_[i], {}, {}};
        row.cells.push_back({PartKind::step, *step, {}});
        said.push_back(std::move(row));
      }
    }
    said.insert(said.end(), options_.said.begin(), options_.said.end());
    LearnedFeatures features(names_, said);
    std::string out;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const Source& source = sources_[i];
      if (i == tested_) out += "\n% The score does not look at these.\n";
      if (!source.of_table) {
        out += bare_feature(names_[i], e_.columns[source.of_file.front()]);
        continue;
      }
      const table::Column& column = people_->columns[*source.of_table];
      out += features.declare(names_[i], column, domain_of_source(source, column));
    }
    assumed_ = features.finish();
    return out;
  }

  std::optional<std::string> step_of(const Source& source) const {
    if (!source.of_table || source.onehot) return std::nullopt;
    const table::Column& column = people_->columns[*source.of_table];
    if (!column.numeric || column.mixed()) return std::nullopt;
    int decimals = 0;
    for (const base::Number& number : column.numbers)
      decimals = std::max(decimals, number.decimals());
    constexpr int most = 6;  // more digits are measured ones, which nobody asks for
    if (decimals == 0 || decimals > most) return std::nullopt;
    return base::Number::power_of_ten(-decimals).text();
  }

  Domain domain_of_source(const Source& source, const table::Column& column) const {
    std::unordered_set<std::string> named;
    if (source.of_file.empty()) return *listed_domain(column, named, options_.listed);
    const score::Column& file = e_.columns[source.of_file.front()];
    const bool category = file.kind == score::Column::Kind::category;
    named.insert(source.values.begin(), source.values.end());  // however few people have them
    if (category) named.insert(file.categories.begin(), file.categories.end());
    std::optional<Domain> domain = listed_domain(column, named, options_.listed);
    if (!domain) fail("the column '" + column.name + "' of " + people_->file + " has no value");
    if (!category && !source.onehot && std::holds_alternative<SetDomain>(*domain)) {
      fail("the model takes '" + column.name + "' as a number, and " + people_->file +
               " has texts there",
           "say how they are coded, by a #column line (docs/scores.md)");
    }
    auto* set = std::get_if<SetDomain>(&*domain);
    if (category && set == nullptr) {
      fail("the model takes '" + column.name + "' as a category, and " + people_->file +
           " has numbers there");
    }
    if (category) {
      // What the file knows can be, whether these people have it or not.
      for (const std::string& text : file.categories) {
        const bool there =
            std::any_of(set->values.begin(), set->values.end(),
                        [&](const SetValue& value) { return value.value.text == text; });
        if (there) continue;
        const auto place = set->open ? set->values.end() - 1 : set->values.end();
        set->values.insert(place, {Value::of(text), false});
      }
    }
    return *domain;
  }

  // Without a table: what the file says.
  static std::string bare_feature(const std::string& name, const score::Column& column) {
    Feature feature;
    feature.name = name;
    if (column.name != name) feature.label = column.name;
    if (column.kind == score::Column::Kind::category) {
      SetDomain set;
      for (const std::string& text : column.categories)
        set.values.push_back({Value::of(text), false});
      set.open = true;
      set.values.push_back({Value::of(std::string(other_values)), false});
      feature.domain = std::move(set);
      return feature_text(feature, {});
    }
    NumericDomain domain;
    domain.integer = column.whole;
    if (column.least && column.most && *column.least <= *column.most) {
      domain.low = *base::Number::parse(shortest_text(*column.least));
      domain.high = *base::Number::parse(shortest_text(*column.most));
      feature.observed = true;
    }
    feature.domain = domain;
    return feature_text(feature, {});
  }

  std::string import_lines() const {
    std::string out = "\n#import " + logic::atom_text(score_) + " from " +
                      logic::quoted_text(options_.file, '\'') + ", format " + e_.format +
                      ", sha256 '" + e_.sha256 + "'" + (options_.all_trees ? ", all_trees" : "") +
                      ".\n";
    if (onehot_) {
      out += "#columns " + logic::atom_text(score_) + " : onehot '{feature}_{value}'.\n";
    }
    for (std::size_t i = 0; i < tested_; ++i) {
      if (sources_[i].onehot || sources_[i].column == names_[i]) continue;
      out += "#column " + logic::atom_text(score_) + " " +
             logic::quoted_text(sources_[i].column, '\'') + " : " + logic::atom_text(names_[i]) +
             ".\n";
    }
    return out;
  }

  static std::string cell(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"') out += c;
      out += c;
    }
    return out + "\"";
  }

  std::string points_table() const {
    if (e_.sum != score::Sum::exact || e_.format != "scorecard") {
      fail("only scorecards can be written as tables of points", "leave out --points");
    }
    std::string out = "\n#score " + logic::atom_text(score_) + " : base " +
                      e_.outputs[0].exact_base.text() + ".\n#points " + logic::atom_text(score_) +
                      ".\n";
    for (const score::Tree& tree : e_.trees) {
      const score::Node& root = tree.nodes[0];
      std::string name;
      for (std::size_t i = 0; i < tested_; ++i) {
        if (sources_[i].of_file.front() == root.column) name = names_[i];
      }
      const auto line = [&](const std::string& bin, std::uint32_t leaf) {
        out += name + ", " + cell(bin) + ", " + e_.points[tree.nodes[leaf].points].text() + "\n";
      };
      std::string low = "(-inf";
      std::uint32_t at = root.no;
      for (; tree.nodes[at].test != score::Test::leaf; at = tree.nodes[at].no) {
        const score::Node& node = tree.nodes[at];
        if (node.test == score::Test::in_set) {
          std::string values;
          for (const std::uint32_t code : e_.sets[node.set]) {
            values += (values.empty() ? "" : "%,%") + e_.columns[node.column].categories[code];
          }
          line(values, node.yes);
          continue;
        }
        const std::string end = shortest_text(node.threshold);
        const bool open = node.test == score::Test::less;
        line(low + ", " + end + (open ? ")" : "]"), node.yes);
        low = (open ? "[" : "(") + end;
      }
      if (e_.columns[root.column].kind == score::Column::Kind::number) line(low + ", inf)", at);
      line("Missing", root.yes);
    }
    return out + "#end.\n";
  }

  // Which side is unwanted, where it can be told from a class.
  std::optional<bool> side_of_class() const {
    if (!options_.unwanted_class) return std::nullopt;
    if (e_.classes.size() != 2) fail("the model has one score and no classes to choose from");
    if (options_.low_is_unwanted) {
      fail("--class and --undesired say the same of two classes: give one of them");
    }
    if (*options_.unwanted_class == e_.classes[0]) return true;
    if (*options_.unwanted_class == e_.classes[1]) return false;
    fail("the model has no class '" + *options_.unwanted_class + "'",
         "its classes are: " + e_.classes[0] + ", " + e_.classes[1]);
  }

  // The number that divides; where nobody says it, the one at which the library's predict does.
  base::Number threshold() {
    if (options_.threshold) return *options_.threshold;
    using score::Link;
    const bool share = options_.probability || e_.link == Link::probability;
    if (!share && e_.link != Link::logistic && e_.link != Link::sign) {
      fail("nothing says which scores are unwanted: these have no threshold of their own",
           "--threshold N makes it those below N, with --undesired above those from N on");
    }
    guesses_.push_back(share ? "the decision is taken at a probability of 0.5"
                       : e_.link == Link::logistic
                           ? "the decision is taken at the score 0, which is a probability of 0.5"
                           : "the decision is taken at the score 0");
    guesses_.back() += "; --threshold says otherwise";
    return share ? base::Number(1) / base::Number(2) : base::Number(0);
  }

  std::string decision_lines() {
    const std::string head = logic::atom_text(decision_) + "(X)";
    std::string out = "\n#undesired " + head + ".\n" + head + " :- ";
    const std::string score = logic::atom_text(score_);
    if (e_.outputs.size() > 1) {
      std::string known;
      for (const std::string& name : e_.classes) known += (known.empty() ? "" : ", ") + name;
      if (!options_.unwanted_class) {
        fail("this model has several classes: which one is unwanted?",
             "--class takes one of: " + known);
      }
      if (std::find(e_.classes.begin(), e_.classes.end(), *options_.unwanted_class) ==
          e_.classes.end()) {
        fail("the model has no class '" + *options_.unwanted_class + "'",
             "its classes are: " + known);
      }
      return out + "chosen(X, " + score + ", " +
             logic::quoted_text(*options_.unwanted_class, '\'') + ").\n";
    }
    if (options_.probability && e_.link != score::Link::logistic) {
      fail("the probabilities of this model are not a logistic function of its scores",
           "give the threshold of the score itself");
    }
    const std::optional<bool> by_class = side_of_class();
    const base::Number divides = threshold();
    const bool low = options_.low_is_unwanted.value_or(by_class.value_or(true));
    if (!options_.low_is_unwanted && !by_class) {
      guesses_.push_back(
          "scores below " + divides.text() + " are the unwanted ones" +
          (e_.classes.size() == 2 ? ", those of the class '" + e_.classes[0] + "'" : "") +
          "; --undesired above says otherwise");
    }
    std::vector<std::string> guessed;
    for (const std::string& guess : guesses_) guessed.push_back("Assumed: " + guess + ".");
    const std::string than = (low ? " < " : " >= ") + divides.text();
    out.insert(1, heading_text(guessed));
    if (options_.probability) return out + "probability(X, " + score + ", P), P" + than + ".\n";
    return out + score + "(X, S), S" + than + ".\n";
  }

  const score::Ensemble& e_;
  const table::Table* people_;
  const ImportTextOptions& options_;
  std::vector<bool> used_;
  std::vector<Source> sources_;     // of the features, in order
  std::size_t tested_ = 0;          // so many of them the score looks at, then come others
  std::vector<std::string> names_;  // of the features
  std::string score_, decision_;
  bool onehot_ = false;
  std::vector<Assumption> assumed_;
  std::vector<std::string> guesses_, identifiers_;
};

}  // namespace

ImportedText import_text(const score::Ensemble& ensemble, const table::Table* people,
                         const ImportTextOptions& options) {
  return ImportWriter(ensemble, people, options).write();
}

}  // namespace cogs::model
