// SPDX-License-Identifier: Apache-2.0
#include "model/edit/learned_features.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "model/edit/merge_domain.h"
#include "model/write/feature_text.h"

namespace cogs::model {

namespace {

// The row with the cells that `wanted` picks.
template <class Wanted>
FeatureRow part_of(const FeatureRow& row, Wanted wanted) {
  FeatureRow out{row.feature, row.origin, {}};
  std::copy_if(row.cells.begin(), row.cells.end(), std::back_inserter(out.cells),
               [&](const FeatureCell& cell) { return wanted(cell.part); });
  return out;
}

const FeatureCell* domain_cell(const FeatureRow& row) {
  const auto found = std::find_if(row.cells.begin(), row.cells.end(), [](const FeatureCell& cell) {
    return cell.part == PartKind::domain && !cell.text.empty();
  });
  return found == row.cells.end() ? nullptr : &*found;
}

bool is_ordered_set(const Feature& feature) { return !feature.numeric() && feature.set().ordered; }

// Options that the domain of new data does not bear.
void drop_what_does_not_fit(Feature& feature) {
  if (!feature.ordered()) feature.direction = Direction::any;
  if (!feature.numeric() || feature.numbers().integer) feature.step.reset();
  if (fault_of(feature, feature.price)) feature.price = {};
}

// How the table wrote it, so that the same cells are read alike with the model.
void take_notation(Feature& feature, const table::Column& column) {
  feature.notation = column.notation;
  feature.notation.plain = false;
  if (!column.numeric || column.mixed()) {
    feature.notation.date.clear();
    feature.notation.decimal_comma = feature.notation.texts_are_missing = false;
  }
  if (feature.unit.empty()) feature.unit = column.sign;
  feature.notation.unit = feature.unit;
}

// Measured numbers have digits that mean nothing, and an answer just beyond a cut by the last of
// these is on the wrong side of it once a program has read it as a double. A thousandth of what
// people have is a change that can be seen. Nothing where few digits are used: they are the
// resolution.
std::optional<base::Number> measured_step(const table::Column& column, const Domain& seen) {
  constexpr int most_decimals = 6;
  const auto* numbers = std::get_if<NumericDomain>(&seen);
  if (numbers == nullptr || numbers->integer || !numbers->low || !numbers->high) return {};
  const bool measured =
      std::any_of(column.numbers.begin(), column.numbers.end(),
                  [](const base::Number& number) { return number.decimals() > most_decimals; });
  const base::Number width = *numbers->high - *numbers->low;
  if (!measured || width.sign() <= 0) return {};
  const double digits = std::floor(std::log10(width.approximate()));
  if (!std::isfinite(digits)) return {};
  return base::Number::power_of_ten(static_cast<int>(digits) - 3);
}

std::string comment_on(const Assumption& assumption) {
  return assumption.fixed ? "assumed to be so; delete `fixed` if people can change it"
                          : "assumed to be so; delete `may increase` if it can go both ways";
}

}  // namespace

LearnedFeatures::LearnedFeatures(std::vector<std::string> names,
                                 const std::vector<FeatureRow>& said)
    : names_(std::move(names)), said_(names_.size()) {
  for (const FeatureRow& row : said) {
    if (const auto at = find_feature_of(row, names_, errors_)) said_[*at].push_back(&row);
  }
}

const LearnedFeatures::Rows& LearnedFeatures::rows_about(const std::string& name) const {
  const auto at = std::find(names_.begin(), names_.end(), name);
  return said_[static_cast<std::size_t>(at - names_.begin())];
}

// What is declared gives way to what the data show, as far as it may; `declared` says where it was.
void LearnedFeatures::meet_data(Feature& feature, const Origin& declared,
                                const table::Column* column, const std::optional<Domain>& seen,
                                const std::vector<Value>& named) {
  if (!seen) return;
  if (is_ordered_set(feature)) {
    const std::string quoted = "'" + column->name + "'";
    if (column->numeric) {
      errors_.push_back(
          declared.error("the column " + quoted + " has numbers, whose order is known",
                         "--categorical " + quoted + " reads them as names"));
      return;
    }
    for (const std::string& value : values_without_place(feature.set(), *column)) {
      errors_.push_back(declared.error("the column " + quoted + " has the value '" + value +
                                           "', and the order has no place for it",
                                       "--ordered says where it belongs"));
    }
  }
  feature.domain = merged_domain(feature, *seen, named, *column);
}

// A domain that was written down meets the data as that of an earlier model does.
void LearnedFeatures::say_domains(Feature& feature, const table::Column* column,
                                  const std::optional<Domain>& seen,
                                  const std::vector<Value>& named) {
  for (const FeatureRow* row : rows_about(feature.name)) {
    const FeatureCell* cell = domain_cell(*row);
    if (cell == nullptr) continue;
    Feature bare;
    bare.name = feature.name;
    bare.domain = feature.domain;
    bare.observed = feature.observed;
    bare = with_row(bare,
                    part_of(*row,
                            [](PartKind part) {
                              return part == PartKind::domain || part == PartKind::observed;
                            }),
                    errors_);
    meet_data(bare, cell->origin, column, seen, named);
    feature.domain = bare.domain;
    feature.observed = bare.observed;
    drop_what_does_not_fit(feature);
  }
}

void LearnedFeatures::say_options(Feature& feature) {
  for (const FeatureRow* row : rows_about(feature.name)) {
    feature = with_row(
        feature, part_of(*row, [](PartKind part) { return part != PartKind::domain; }), errors_);
  }
}

std::string LearnedFeatures::declare(const std::string& name, const table::Column& column,
                                     const Domain& seen) {
  Feature feature;
  feature.name = name;
  feature.domain = seen;
  feature.observed = true;
  take_notation(feature, column);
  feature.step = measured_step(column, seen);
  if (column.name != name) feature.label = column.name;
  say_domains(feature, &column, seen, {});
  const Rows& rows = rows_about(name);
  const bool decided =
      std::any_of(rows.begin(), rows.end(), [](const FeatureRow* row) { return row->decides(); });
  std::optional<Assumption> assumption;
  if (!decided) {
    // By all that the column shows, also by what is not listed.
    const std::optional<Domain> whole = domain_of(column);
    assumption = assume(column.name, whole ? *whole : feature.domain);
    const bool date = feature.numeric() && !feature.notation.date.empty();
    if (date) assumption = Assumption{column.name, true, Direction::any, "date"};
  }
  if (assumption) {
    assumption->feature = name;
    feature.fixed = assumption->fixed;
    feature.direction = assumption->direction;
    assumed_.push_back(*assumption);
  }
  say_options(feature);
  return feature_text(feature, assumption ? comment_on(*assumption) : "");
}

std::string LearnedFeatures::declare_again(const Model& earlier, FeatureId id,
                                           const table::Column* column,
                                           const std::optional<Domain>& seen,
                                           const std::vector<Value>& named) {
  Feature feature = earlier.feature(id);
  if (column != nullptr) take_notation(feature, *column);
  const Rows& rows = rows_about(feature.name);
  const bool new_domain = std::any_of(rows.begin(), rows.end(),
                                      [](const FeatureRow* row) { return domain_cell(*row); });
  if (!new_domain) meet_data(feature, {earlier.path, feature.domain_place}, column, seen, named);
  drop_what_does_not_fit(feature);
  say_domains(feature, column, seen, named);
  say_options(feature);
  return feature_text(feature, "");
}

std::vector<Assumption> LearnedFeatures::finish() {
  if (!errors_.empty()) throw base::InputError(std::move(errors_));
  return std::move(assumed_);
}

}  // namespace cogs::model
