// SPDX-License-Identifier: Apache-2.0
//
// #import: the file of another library -> trees over tests on features.
//
// A column of the file is a feature of the same name, or what #column and #columns lines say. On a
// number a test of the file is a cut, put exactly where rounding to the file's type puts it; on a
// set it is asked of each value in turn.
#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/fraction.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "model/column_names.h"
#include "model/deployed_score.h"
#include "model/read/draft.h"
#include "model/read/quoted.h"
#include "score/cut.h"
#include "score/error_bound.h"
#include "score/float_number.h"
#include "score/read.h"
#include "score/rows.h"

namespace cogs::model {

namespace {

// Doubles in order as integers, so that they can be bisected.
std::int64_t order_of(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}
double double_at(std::int64_t order) {
  return std::bit_cast<double>(order < 0 ? std::numeric_limits<std::int64_t>::min() - order
                                         : order);
}

class ImportResolver {
 public:
  ImportResolver(Draft& draft, const ImportLine& line)
      : draft_(draft), line_(line), score_(draft.model.scores[line.score.index()]) {}

  void run() {
    const std::filesystem::path folder = std::filesystem::path(draft_.source.path()).parent_path();
    const std::string path = (folder / line_.file).string();
    std::string bytes;
    try {
      bytes = base::read_text_file(path);
    } catch (const base::InputError& wrong) {
      return error(line_.file_span,
                   "the model file cannot be read: " + wrong.diagnostics().front().message,
                   "it is looked for beside the model, at " + path);
    }
    const std::string hash = base::sha256(bytes);
    if (score_.sha256.empty()) {
      return error(draft_.score_spans[line_.score.index()],
                   "#import does not say which file is meant", "pin it: sha256 '" + hash + "'");
    }
    if (score_.sha256 != hash) {
      return error(line_.sha256_span, "the file is not the one that was imported",
                   "its sha256 is " + hash + " now; import it again, or restore the file");
    }
    const auto format =
        score_.format.empty() ? score::detect_format(bytes) : score::format_named(score_.format);
    if (!format) {
      return error(line_.file_span, "the format of this file is not known",
                   "name it: format xgboost");
    }
    score_.format = std::string(score::name_of(*format));
    score::Ensemble ensemble;
    try {
      ensemble = score::read_ensemble(bytes, path, *format, {line_.all_trees});
    } catch (const base::InputError& wrong) {
      const base::Diagnostic& first = wrong.diagnostics().front();
      const std::string where =
          first.place.line > 0 ? " (line " + std::to_string(first.place.line) + ")" : "";
      return error(line_.file_span, "the model file cannot be used: " + first.message + where,
                   first.help);
    }
    // The library refuses such a row, or makes no number of it; here what is missing adds nothing.
    for (score::LinearTerm& term : ensemble.linear) {
      if (!term.if_missing) term.if_missing = 0.0;
    }
    const bool several = ensemble.outputs.size() != 1;
    using Link = score::Link;
    if (several && (ensemble.classes.size() != ensemble.outputs.size() ||
                    (ensemble.link != Link::softmax && ensemble.link != Link::logistic &&
                     ensemble.link != Link::probability))) {
      return error(line_.file_span,
                   "the file has " + std::to_string(ensemble.outputs.size()) +
                       " scores that are not those of classes, of which the highest is chosen",
                   "import a model with one score, or one that chooses a class");
    }
    if (!find_columns(ensemble)) return;
    several ? take_classes(std::move(ensemble)) : take(std::move(ensemble));
  }

 private:
  void error(Span span, std::string message, std::string help = {}) {
    draft_.messages.error(span, std::move(message), std::move(help));
  }

  // ---- columns -------------------------------------------------------------------------------

  bool find_columns(const score::Ensemble& ensemble) {
    std::vector<std::string> unknown;
    const std::vector<bool> used = score::columns_in_use(ensemble);
    std::vector<bool> line_used(draft_.columns.size(), false);
    bool good = true;
    for (std::size_t c = 0; c < ensemble.columns.size(); ++c) {
      ColumnSource source;
      if (used[c] || has_line(ensemble.columns[c])) {
        switch (find_column(ensemble.columns[c], source, line_used)) {
          case Found::yes: break;
          case Found::no: unknown.push_back(ensemble.columns[c].name); break;
          case Found::wrong: good = false; break;
        }
      }
      columns_.push_back(std::move(source));
    }
    for (std::size_t i = 0; i < draft_.columns.size(); ++i) {
      const ColumnLine& line = draft_.columns[i];
      if (line.score != score_.name || line.column.empty() || line_used[i]) continue;
      std::vector<std::string> names;
      for (const score::Column& column : ensemble.columns) names.push_back(column.name);
      error(line.span, "the file has no column " + quoted(line.column),
            did_you_mean(line.column, names));
      good = false;
    }
    if (unknown.empty()) return good;
    std::string list;
    constexpr std::size_t most = 12;
    for (std::size_t i = 0; i < unknown.size() && i < most; ++i) {
      list += (i == 0 ? "" : ", ") + unknown[i];
    }
    if (unknown.size() > most) list += ", ...";
    error(line_.file_span,
          unknown.size() == 1
              ? "nothing says which feature the column " + list + " of the file is"
              : "nothing says which features these columns of the file are: " + list,
          "declare features with these names, or write #column " + score_.name + " '" +
              unknown.front() + "' : ...");
    return false;
  }

  bool has_line(const score::Column& column) const {
    return std::any_of(draft_.columns.begin(), draft_.columns.end(), [&](const ColumnLine& line) {
      return line.score == score_.name && !line.column.empty() && line.column == column.name;
    });
  }

  enum class Found { yes, no, wrong };

  Found find_column(const score::Column& column, ColumnSource& source,
                    std::vector<bool>& line_used) {
    for (std::size_t i = 0; i < draft_.columns.size(); ++i) {
      const ColumnLine& line = draft_.columns[i];
      if (line.score != score_.name || line.column.empty() || line.column != column.name) continue;
      line_used[i] = true;
      return read_line(line, column, source) ? Found::yes : Found::wrong;
    }
    if (const auto feature = draft_.model.find_feature_meant(column.name)) {
      source.feature = *feature;
      return fits(column, *feature) ? Found::yes : Found::wrong;
    }
    for (const ColumnLine& line : draft_.columns) {
      if (line.score != score_.name || line.pattern.empty()) continue;
      for (std::size_t f = 0; f < draft_.model.features.size(); ++f) {
        const Feature& feature = draft_.model.features[f];
        if (feature.numeric()) continue;
        for (const SetValue& each : feature.set().values) {
          for (const std::string& name : {feature.name, feature.label}) {
            if (name.empty() || filled(line.pattern, name, each.value.text) != column.name)
              continue;
            source.feature = FeatureId(f);
            source.indicates = each.value.text;
            return Found::yes;
          }
        }
      }
    }
    return Found::no;
  }

  static std::string filled(std::string pattern, const std::string& feature,
                            const std::string& value) {
    for (const auto& [key, text] :
         {std::pair<std::string, const std::string&>{"{feature}", feature}, {"{value}", value}}) {
      if (const std::size_t at = pattern.find(key); at != std::string::npos) {
        pattern.replace(at, key.size(), text);
      }
    }
    return pattern;
  }

  // Numbers of the file have to be numbers here.
  bool fits(const score::Column& column, FeatureId id) {
    const Feature& feature = draft_.model.feature(id);
    if (feature.numeric()) {
      if (column.kind == score::Column::Kind::number) return true;
      error(line_.file_span,
            quoted(feature.name) + " is a category in the file, and a number in the model",
            "declare it as a set: #feature " + feature.name + " : {...}.");
      return false;
    }
    if (column.kind == score::Column::Kind::category) return true;
    // Other numbers than the listed ones would all have to be told apart.
    if (feature.set().open) {
      error(line_.file_span,
            quoted(feature.name) + " is a number in the file, and one value of the model stands " +
                "for all numbers that it does not list",
            "declare it as a number: #feature " + feature.name + " : integer 0..99, observed.");
      return false;
    }
    OutOfScore& out = draft_.model.features[id.index()].out_of_score;
    out.score = score_.name;
    out.all = true;
    for (const SetValue& each : feature.set().values) {
      if (each.value.number) continue;
      error(
          line_.file_span,
          quoted(feature.name) + " is a number in the file, and " + each.value.text + " is not one",
          "say which number stands for which value: #column " + score_.name + " '" + column.name +
              "' : code " + feature.name + " {" + each.value.text + ": 0, ...}.");
      return false;
    }
    return true;
  }

  bool read_line(const ColumnLine& line, const score::Column& column, ColumnSource& source) {
    // A feature by another name, also where it is a category.
    if (line.formula && draft_.terms[*line.formula].kind == logic::TermKind::atom) {
      const auto itself = draft_.feature_ids.find(draft_.terms.name(*line.formula));
      if (itself != draft_.feature_ids.end() && column.kind == score::Column::Kind::category) {
        source.feature = itself->second;
        return fits(column, source.feature);
      }
    }
    if (line.formula) return read_formula(*line.formula, source);
    const auto feature = draft_.feature_ids.find(line.feature);
    if (feature == draft_.feature_ids.end()) {
      unknown_feature(line.feature, line.feature_span);
      return false;
    }
    source.feature = feature->second;
    const Feature& about = draft_.model.feature(source.feature);
    if (about.numeric()) {
      error(line.feature_span, quoted(about.name) + " is a number and has no values to list");
      return false;
    }
    if (line.value) {
      const auto value = constant_value(draft_, *line.value);
      if (!value || !about.set().place(*value)) {
        error(draft_.span(*line.value),
              quoted(about.name) + " has no value " + draft_.shown(*line.value));
        return false;
      }
      source.indicates = value->text;
      return true;
    }
    return read_codes(*line.codes, about, source);
  }

  bool read_codes(TermId braces, const Feature& about, ColumnSource& source) {
    const logic::Terms& terms = draft_.terms;
    if (!terms.is(braces, "{}", 1)) {
      error(draft_.span(braces), "the codes of values stand in braces", "write {car: 0, house: 1}");
      return false;
    }
    bool good = true;
    for (const TermId entry : terms.conjuncts(terms.argument(braces, 0))) {
      const bool pair = terms.is(entry, ":", 2);
      const auto value = pair ? constant_value(draft_, terms.argument(entry, 0)) : std::nullopt;
      const auto code = pair ? fold(draft_, terms.argument(entry, 1)) : std::nullopt;
      if (!value || !code || !about.set().place(*value)) {
        error(draft_.span(entry), "this is not a value of " + quoted(about.name) + " with its code",
              "write {" + about.set().values.front().value.text + ": 0, ...}");
        good = false;
        continue;
      }
      source.codes[value->text] = score::nearest_double(*code);
    }
    for (const SetValue& each : about.set().values) {
      if (source.codes.contains(each.value.text) || about.set().is_others(each.value)) continue;
      error(draft_.span(braces), "nothing says which code " + each.value.text + " has",
            "add " + each.value.text + ": ...");
      good = false;
    }
    return good;
  }

  void unknown_feature(const std::string& name, Span span) {
    std::vector<std::string> names;
    for (const Feature& each : draft_.model.features) names.push_back(each.name);
    error(span, "unknown feature " + quoted(name), did_you_mean(name, names));
  }

  // (age - 38.58) / 13.64: one feature, and numbers.
  bool read_formula(TermId term, ColumnSource& source) {
    const logic::Terms& terms = draft_.terms;
    if (terms[term].kind == logic::TermKind::atom) {
      const auto feature = draft_.feature_ids.find(terms.name(term));
      if (feature == draft_.feature_ids.end()) {
        unknown_feature(terms.name(term), draft_.span(term));
        return false;
      }
      source.feature = feature->second;
      if (draft_.model.feature(source.feature).numeric()) return true;
      error(draft_.span(term), quoted(terms.name(term)) + " is not a number",
            "write code " + terms.name(term) + " {...}, or onehot " + terms.name(term) + " VALUE");
      return false;
    }
    for (const auto& [name, kind] : {std::pair{"+", ColumnStep::Kind::add},
                                     {"-", ColumnStep::Kind::subtract},
                                     {"*", ColumnStep::Kind::multiply},
                                     {"/", ColumnStep::Kind::divide}}) {
      if (!terms.is(term, name, 2)) continue;
      const TermId left = terms.argument(term, 0), right = terms.argument(term, 1);
      const auto number = fold(draft_, right);
      const auto first = number ? std::nullopt : fold(draft_, left);
      if (!number && (!first || kind == ColumnStep::Kind::divide)) break;
      const double constant = score::nearest_double(number ? *number : *first);
      if (!std::isfinite(constant) || (constant == 0 && (kind == ColumnStep::Kind::multiply ||
                                                         kind == ColumnStep::Kind::divide))) {
        error(draft_.span(term), "this is the same for all values");
        return false;
      }
      if (!read_formula(number ? left : right, source)) return false;
      source.steps.push_back(
          {!number && kind == ColumnStep::Kind::subtract ? ColumnStep::Kind::subtract_from : kind,
           constant});
      return true;
    }
    error(draft_.span(term), quoted(draft_.shown(term)) + " is not a column made of one feature",
          "write a feature, or a feature and numbers with + - * /");
    return false;
  }

  // ---- trees ---------------------------------------------------------------------------------

  void take(score::Ensemble ensemble) {
    const auto limits = linear_limits(ensemble);
    if (!limits) return;
    score_.band = score::error_bound(ensemble, 0, *limits)->any_order;
    const Number scale = score::exact(ensemble.scale), divisor = score::exact(ensemble.divisor);
    factor_ = scale / divisor;
    score_.base =
        score::exact_base(ensemble, 0) * factor_ + score::exact(ensemble.outputs[0].bias) / divisor;
    using Link = score::Link;
    score_.link = ensemble.link == Link::logistic      ? Score::Link::logistic
                  : ensemble.link == Link::probability ? Score::Link::itself
                                                       : Score::Link::none;
    score_.factor = score::exact(ensemble.factor);
    add_trees(std::move(ensemble), score_);
    draft_.contribution_literals[line_.score.index()].assign(score_.contributions.size(),
                                                             {line_.file_span});
  }

  // Of several classes: sums that differences are made of where rules ask for them.
  void take_classes(score::Ensemble ensemble) {
    const auto limits = linear_limits(ensemble);
    if (!limits) return;
    ClassSums sums;
    sums.span = line_.file_span;
    const Number divisor = score::exact(ensemble.divisor);
    factor_ = score::exact(ensemble.scale) / divisor;
    for (std::size_t o = 0; o < ensemble.outputs.size(); ++o) {
      sums.band.push_back(score::error_bound(ensemble, o, *limits)->any_order);
      sums.base.push_back(score::exact_base(ensemble, o) * factor_ +
                          score::exact(ensemble.outputs[o].bias) / divisor);
    }
    // Libraries that choose by probabilities see no difference where these round to the same; with
    // a logistic function for each class that is where it is flat, which is taken for up to
    // about 10.
    const bool single = ensemble.sum == score::Sum::float32;
    if (ensemble.sum != score::Sum::exact) {
      using Link = score::Link;
      if (ensemble.link == Link::softmax) sums.slack = base::power_of_two(single ? -21 : -48);
      if (ensemble.link == Link::logistic) sums.slack = base::power_of_two(single ? -10 : -20);
    }
    for (const score::Tree& tree : ensemble.trees) sums.class_of_tree.push_back(tree.output);
    score_.classes = ensemble.classes;
    score_.link = Score::Link::none;
    add_trees(std::move(ensemble), sums.all, &sums.class_of_contribution);
    draft_.class_sums.emplace(line_.score.index(), std::move(sums));
  }

  void add_trees(score::Ensemble ensemble, Score& into,
                 std::vector<std::uint32_t>* class_of_contribution = nullptr) {
    into_ = &into;
    auto deployed = std::make_shared<const DeployedScore>(std::move(ensemble), columns_);
    deployed_ = deployed.get();
    const score::Ensemble& taken = deployed->ensemble();
    for (const score::Tree& tree : taken.trees) {
      ScoreTree made;
      made.nodes.reserve(tree.nodes.size());
      emit(tree, 0, made);
      into.trees.push_back(std::move(made));
    }
    for (const score::LinearTerm& term : taken.linear) {
      add_linear(term);
      if (class_of_contribution) {
        class_of_contribution->resize(into.contributions.size(), term.output);
      }
    }
    for (const std::string& note : taken.notes) {
      draft_.messages.warning(line_.file_span, note);
    }
    score_.deployed = std::move(deployed);
  }

  // By column, how large the numbers of linear terms can be.
  std::optional<std::vector<std::optional<double>>> linear_limits(const score::Ensemble& ensemble) {
    std::vector<std::optional<double>> limits(ensemble.columns.size());
    if (ensemble.linear.empty()) return limits;
    const DeployedScore deployed(ensemble, columns_);
    for (const score::LinearTerm& term : ensemble.linear) {
      const ColumnSource& source = columns_[term.column];
      const Feature& feature = draft_.model.feature(source.feature);
      if (source.indicates) {
        limits[term.column] = 1;
        continue;
      }
      if (feature.numeric()) {
        const NumericDomain& domain = feature.numbers();
        constexpr std::int64_t most_values = 1000;
        if (!domain.integer || !domain.low || !domain.high ||
            *domain.high - *domain.low >= Number(most_values)) {
          error(line_.file_span,
                "the score has a linear term in " + quoted(feature.name) +
                    ", which has too many values for a table",
                "terms in whole numbers with at most 1000 values can be taken; put others in bins");
          return std::nullopt;
        }
      }
      if (!feature.numeric() && feature.set().open) {
        error(line_.file_span,
              "the score has a linear term in " + quoted(feature.name) +
                  ", of which one value stands for all that it does not list",
              "list all values");
        return std::nullopt;
      }
      reserve_table(source.feature);
      double most = 0;
      for (const Value& value : values_of(feature)) {
        const score::Value cell = deployed.column_value(draft_.model, term.column, &value);
        if (cell.kind == score::Value::Kind::number) most = std::max(most, std::abs(cell.number));
      }
      limits[term.column] = most;
    }
    return limits;
  }

  // The table of a linear term goes on beyond the domain, as far again on both sides: people may
  // start there. What lies farther out is in no table.
  void reserve_table(FeatureId id) {
    Feature& feature = draft_.model.features[id.index()];
    OutOfScore& out = feature.out_of_score;
    out.score = score_.name;
    if (!feature.numeric()) {
      out.all = true;
      return;
    }
    const Number low = feature.numbers().low->ceil(), high = feature.numbers().high->floor();
    const Number width = high - low + Number(1);
    out.low = low - width;
    out.high = high + width;
  }

  static std::vector<Value> values_of(const Feature& feature) {
    std::vector<Value> values;
    if (feature.numeric()) {
      const OutOfScore& table = feature.out_of_score;
      for (Number n = *table.low; n <= *table.high; n += Number(1)) values.push_back(Value::of(n));
    } else {
      for (const SetValue& each : feature.set().values) values.push_back(each.value);
    }
    return values;
  }

  // A linear term as a table of what each value adds.
  void add_linear(const score::LinearTerm& term) {
    const ColumnSource& source = columns_[term.column];
    const Number coefficient = score::exact(term.coefficient) * factor_;
    const auto add = [&](const Value* value) {
      const score::Value cell = deployed_->column_value(draft_.model, term.column, value);
      Number x = 0;
      if (cell.kind == score::Value::Kind::number) {
        x = score::exact(cell.number);
      } else if (term.if_missing) {
        x = score::exact(*term.if_missing);
      }
      if (x.sign() == 0) return;
      FeatureTest test{source.feature, {}, value == nullptr};
      if (value) test.conditions.push_back({Comparison::equal, *value, false});
      into_->contributions.push_back({coefficient * x, {std::move(test)}, score_.place});
    };
    for (const Value& value : values_of(draft_.model.feature(source.feature))) add(&value);
    add(nullptr);
  }

  std::uint32_t leaf(const score::Tree& tree, std::uint32_t at, ScoreTree& made) {
    made.nodes.push_back({ScoreTree::leaf, static_cast<std::uint32_t>(into_->values.size()), 0});
    into_->values.push_back(score::exact_value(deployed_->ensemble(), tree.nodes[at]) * factor_);
    return static_cast<std::uint32_t>(made.nodes.size() - 1);
  }

  // What the column has for each value of its feature: looked for once, not for each test.
  const std::vector<score::Value>& cells_of(std::uint32_t column, const Feature& feature) {
    const auto [found, fresh] = cells_.try_emplace(column);
    if (!fresh) return found->second;
    const ColumnSource& source = columns_[column];
    const bool as_text = !source.indicates && source.codes.empty();
    std::unordered_map<std::string_view, std::uint32_t> codes;
    const auto& categories = deployed_->ensemble().columns[column].categories;
    for (std::size_t i = 0; i < categories.size() && as_text; ++i) {
      codes.emplace(categories[i], static_cast<std::uint32_t>(i));
    }
    for (const SetValue& each : feature.set().values) {
      const auto code = codes.find(each.value.text);
      found->second.push_back(code != codes.end()
                                  ? score::Value::of_category(code->second)
                                  : deployed_->column_value(draft_.model, column, &each.value));
    }
    return found->second;
  }

  // Categories of the file that the feature does not list go the way of what the file does not
  // know, or cannot be taken.
  void see_unlisted(const score::Node& node, bool unlisted) {
    const score::Ensemble& e = deployed_->ensemble();
    if (e.columns[node.column].kind != score::Column::Kind::category) return;
    Feature& feature = draft_.model.features[columns_[node.column].feature.index()];
    if (!feature.observed && !feature.set().open) return;
    for (const std::uint32_t category : left_out_of(node.column, feature)) {
      const std::string& text = e.columns[node.column].categories[category];
      if (score::goes_yes(e, node, score::Value::of_category(category)) == unlisted) continue;
      std::vector<Value>& values = feature.out_of_score.values;
      if (std::find(values.begin(), values.end(), Value::of(text)) != values.end()) continue;
      if (feature.set().open) {
        error(
            line_.file_span,
            "the file tells " + model::quoted(text) + " of " + model::quoted(feature.name) +
                " from values that it does not know, and in the model they are one",
            "list it: #feature " + feature.name + " : {..., " + logic::atom_text(text) + ", ...}.");
      }
      feature.out_of_score.score = score_.name;
      values.push_back(Value::of(text));
    }
  }

  // The categories of a column that no value of its feature is.
  const std::vector<std::uint32_t>& left_out_of(std::uint32_t column, const Feature& feature) {
    const auto [found, fresh] = left_out_.try_emplace(column);
    if (!fresh) return found->second;
    std::vector<bool> listed(deployed_->ensemble().columns[column].categories.size());
    for (const score::Value& cell : cells_of(column, feature)) {
      if (cell.kind == score::Value::Kind::category) listed[cell.code] = true;
    }
    for (std::uint32_t c = 0; c < listed.size(); ++c) {
      if (!listed[c]) found->second.push_back(c);
    }
    return found->second;
  }

  std::uint32_t emit(const score::Tree& tree, std::uint32_t at, ScoreTree& made) {
    const score::Node& node = tree.nodes[at];
    if (node.test == score::Test::leaf) return leaf(tree, at, made);
    const ColumnSource& source = columns_[node.column];
    const Feature& feature = draft_.model.feature(source.feature);
    const auto here = static_cast<std::uint32_t>(made.nodes.size());
    made.nodes.emplace_back();
    const bool gap = feature.numeric() && node.zero_is_missing;
    FeatureTest test;
    bool aside = gap;  // a node in front takes missing values out
    if (feature.numeric()) {
      test = number_test(node, source, aside ? false : node.missing_yes);
    } else {
      aside = false;
      const score::Ensemble& e = deployed_->ensemble();
      const Value other = Value::of(std::string("\x01"));
      const auto passes = [&](const Value* value) {
        return score::goes_yes(e, node, deployed_->column_value(draft_.model, node.column, value));
      };
      const bool missing = passes(nullptr), unlisted = passes(&other);
      // Both forms of a test on a set tie missing to unlisted values: one holds, the other not.
      aside = missing == unlisted;
      test = {source.feature, {}, !unlisted};
      const std::vector<score::Value>& cells = cells_of(node.column, feature);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (score::goes_yes(e, node, cells[i]) != unlisted) {
          test.conditions.push_back({Comparison::not_equal, feature.set().values[i].value, false});
        }
      }
      if (aside) missing_side_ = missing;
      see_unlisted(node, unlisted);
    }
    // Children come after their parents: missing, then the gap, then the test itself.
    std::uint32_t decide = here;
    const bool missing_yes = gap ? node.missing_yes : missing_side_;
    std::uint32_t gap_node = 0;
    if (gap) {
      gap_node = static_cast<std::uint32_t>(made.nodes.size());
      made.nodes.emplace_back();
    }
    if (aside) {
      decide = static_cast<std::uint32_t>(made.nodes.size());
      made.nodes.emplace_back();
    }
    const std::uint32_t yes = emit(tree, node.yes, made), no = emit(tree, node.no, made);
    made.nodes[decide] = {index_of(std::move(test)), yes, no};
    if (aside) {
      const std::uint32_t next = gap ? gap_node : decide;
      made.nodes[here] = {index_of({source.feature, {}, true}), missing_yes ? yes : no, next};
    }
    if (gap) {
      made.nodes[gap_node] = {index_of(zero_test(node, source)), missing_yes ? yes : no, decide};
    }
    return here;
  }

  // Where y, made of the feature by steps, is below the cut of the node.
  struct Below {
    std::optional<score::Cut> cut;  // none: everywhere or nowhere
    bool everywhere = false, upwards = true;
  };

  Below below(const ColumnSource& source, const std::optional<score::Cut>& cut, bool all,
              const auto& holds) {
    if (source.steps.empty()) return {cut, all, true};
    const auto y = [&](double x) { return holds(stepped(source, x)); };
    const double most = std::numeric_limits<double>::max();
    const bool low = y(-most), high = y(most);
    if (low == high) return {std::nullopt, low, true};
    std::int64_t first = order_of(-most), last = order_of(most);
    while (first < last - 1) {  // the difference may not fit
      const std::int64_t middle = first / 2 + last / 2 + (first % 2 + last % 2) / 2;
      (y(double_at(middle)) == low ? first : last) = middle;
    }
    return {score::cut_of_double(double_at(first), true), false, low};
  }

  static double stepped(const ColumnSource& source, double x) {
    for (const ColumnStep& each : source.steps) {
      switch (each.kind) {
        case ColumnStep::Kind::add: x = x + each.constant; break;
        case ColumnStep::Kind::subtract: x = x - each.constant; break;
        case ColumnStep::Kind::subtract_from: x = each.constant - x; break;
        case ColumnStep::Kind::multiply: x = x * each.constant; break;
        case ColumnStep::Kind::divide: x = x / each.constant; break;
      }
    }
    return x;
  }

  static Condition side(const score::Cut& cut, bool lower) {
    const Comparison comparison =
        lower ? (cut.below_includes ? Comparison::less_equal : Comparison::less)
              : (cut.below_includes ? Comparison::greater : Comparison::greater_equal);
    return {comparison, Value::of(cut.value), false};
  }

  FeatureTest number_test(const score::Node& node, const ColumnSource& source, bool missing_yes) {
    const score::Ensemble& e = deployed_->ensemble();
    score::Node plain = node;
    plain.zero_is_missing = false;
    const bool greater = node.test == score::Test::greater;
    const std::optional<score::Cut> cut = score::cut_of(e, node);
    // Without a cut all finite numbers are alike; 0 tells.
    const auto is_below = [&](double y) {
      return score::goes_yes(e, plain, score::Value::of_number(y)) != greater;
    };
    const Below found = below(source, cut, is_below(0), is_below);
    if (!found.cut) {
      const bool yes = found.everywhere != greater;
      // All numbers go one way: only missing can go another.
      if (yes == missing_yes) return {source.feature, {never()}, yes};
      return {source.feature, {}, !yes};
    }
    const bool lower = found.upwards != greater;  // yes is the lower side
    return {source.feature, {side(*found.cut, missing_yes ? !lower : lower)}, missing_yes};
  }

  // No double is it.
  static Condition never() {
    return {Comparison::less, Value::of(-Number::power_of_ten(400)), false};
  }

  FeatureTest zero_test(const score::Node& node, const ColumnSource& source) {
    const score::Ensemble& e = deployed_->ensemble();
    const score::ZeroGap gap = score::zero_gap(e.columns[node.column]);
    const auto at_most = [&](double bound, bool or_equal) {
      return [=](double y) { return or_equal ? y <= bound : y < bound; };
    };
    const Below low = below(source, gap.low, false, at_most(-score::near_zero, false));
    const Below high = below(source, gap.high, true, at_most(score::near_zero, true));
    if (!low.cut || !high.cut) return {source.feature, {never()}, false};
    return {source.feature, {side(*low.cut, !low.upwards), side(*high.cut, high.upwards)}, false};
  }

  std::uint32_t index_of(FeatureTest test) {
    std::string key = std::to_string(test.feature.index()) + (test.negated ? "!" : "");
    for (const Condition& each : test.conditions) {
      key += '\1' + std::to_string(static_cast<int>(each.comparison)) + each.constant.text;
    }
    const auto [known, added] =
        tests_.emplace(std::move(key), static_cast<std::uint32_t>(into_->tests.size()));
    if (added) into_->tests.push_back(std::move(test));
    return known->second;
  }

  Draft& draft_;
  const ImportLine& line_;
  Score& score_;
  std::vector<ColumnSource> columns_;
  const DeployedScore* deployed_ = nullptr;
  std::unordered_map<std::uint32_t, std::vector<score::Value>> cells_;  // by column
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> left_out_;
  Score* into_ = nullptr;  // what trees and terms are added to
  Number factor_ = 1;
  bool missing_side_ = false;
  std::map<std::string, std::uint32_t> tests_;
};

}  // namespace

void resolve_imports(Draft& draft) {
  for (const ColumnLine& line : draft.columns) {
    const bool imported =
        std::any_of(draft.imports.begin(), draft.imports.end(),
                    [&](const auto& i) { return draft.model.score(i.score).name == line.score; });
    if (!imported && !draft.unreadable.contains("#import")) {
      draft.messages.error(line.span, "no #import line is about " + quoted(line.score));
    }
  }
  if (draft.messages.has_errors()) return;
  for (const ImportLine& line : draft.imports) {
    if (!line.broken) ImportResolver(draft, line).run();
  }
}

}  // namespace cogs::model
