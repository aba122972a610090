// SPDX-License-Identifier: Apache-2.0
#include "state/situation.h"

#include <algorithm>

#include "model/nearest_number.h"

namespace cogs::state {

namespace {

bool empty(const Interval& i, bool integer) {
  if (!i.low || !i.high) return false;
  if (integer) return *i.low > *i.high;
  return *i.low > *i.high || (*i.low == *i.high && (i.low_open || i.high_open));
}

bool within(const Interval& inner, const Interval& outer) {
  if (outer.low) {
    if (!inner.low || *inner.low < *outer.low) return false;
    if (*inner.low == *outer.low && outer.low_open && !inner.low_open) return false;
  }
  if (outer.high) {
    if (!inner.high || *inner.high > *outer.high) return false;
    if (*inner.high == *outer.high && outer.high_open && !inner.high_open) return false;
  }
  return true;
}

}  // namespace

Situation::Situation(const CompiledModel& compiled, const Record& start, Permissions permissions)
    : compiled_(&compiled), start_(&start), permissions_(std::move(permissions)) {
  const auto count = static_cast<std::uint32_t>(compiled.features.size());
  offset_.resize(count + 1, 0);
  for (std::uint32_t f = 0; f < count; ++f) offset_[f + 1] = offset_[f] + words(f);
  start_point_.resize(count);
  permitted_.assign(total_words(), 0);
  for (std::uint32_t f = 0; f < count; ++f) {
    find_start(f);
    permit(f);
  }
}

void Situation::find_start(std::uint32_t f) {
  const model::FeatureCells& cells = compiled_->features[f];
  const std::optional<Value>& value = (*start_)[f];
  if (!value) {
    start_point_[f] = missing(f);
  } else if (compiled_->model->features[f].numeric()) {
    start_point_[f] = cells.cell_of(*value->number);
  } else {
    const auto& listed = compiled_->model->features[f].set().values;
    const auto at = std::find_if(listed.begin(), listed.end(),
                                 [&](const model::SetValue& v) { return v.value == *value; });
    // One past the listed values stands for a start value that the domain does not list.
    start_point_[f] = cells.cell_of_value[static_cast<std::size_t>(at - listed.begin())];
  }
}

// Parts of the start's cell that hold no value are not points.
bool Situation::exists(std::uint32_t f, Point point) const {
  if (point <= missing(f)) return true;
  if (starts_missing(f)) return false;
  const model::Feature& feature = compiled_->model->features[f];
  if (feature.numeric()) return !empty(interval(f, point), feature.numbers().integer);
  return point == below(f) && compiled_->features[f].cells[start_point_[f]].values.size() > 1;
}

bool Situation::allows(std::uint32_t f, Point point) const {
  const std::optional<Interval>& range = permissions_.features[f].range;
  return in_domain(f, point) && (!range || within(interval(f, point), *range));
}

void Situation::permit(std::uint32_t f) {
  if (!settable(f) && !movable(f)) return;
  for (Point point = 0; point <= above(f); ++point) {
    if (point == missing(f) || point == start_point_[f] || !exists(f, point)) continue;
    if (may_move(f, start_point_[f], point) && allows(f, point)) {
      put(permitted_.data() + offset_[f], point);
    }
  }
}

bool Situation::may_move(std::uint32_t f, Point from, Point to) const {
  const Direction direction = permissions_.features[f].direction;
  if (direction == Direction::any || from == missing(f)) return true;
  // A value that the ordered set does not list lies nowhere in it.
  const model::Feature& feature = compiled_->model->features[f];
  if (!feature.numeric() && !compiled_->features[f].cells[cell_of(f, from)].inside) return true;
  return direction == Direction::up ? rank(f, to) > rank(f, from) : rank(f, to) < rank(f, from);
}

std::uint32_t Situation::rank(std::uint32_t f, Point point) const {
  if (point == below(f)) return start_point_[f] * 3;
  if (point == above(f)) return start_point_[f] * 3 + 2;
  return point * 3 + 1;
}

Interval Situation::interval(std::uint32_t f, Point point) const {
  const model::FeatureCells& cells = compiled_->features[f];
  Interval part = cells.cells[cell_of(f, point)].interval;
  if (starts_missing(f) || cell_of(f, point) != start_point_[f]) return part;
  const Number& at = *(*start_)[f]->number;
  const bool integer = compiled_->model->features[f].numbers().integer;
  if (point == below(f)) {
    part.high = integer ? at - 1 : at;
    part.high_open = !integer;
  } else if (point == above(f)) {
    part.low = integer ? at + 1 : at;
    part.low_open = !integer;
  } else {
    part = Interval{at, at, false, false};
  }
  return part;
}

std::vector<std::uint32_t> Situation::values(std::uint32_t f, Point point) const {
  const Point cell = cell_of(f, point);
  std::vector<std::uint32_t> all = compiled_->features[f].cells[cell].values;
  if (starts_missing(f) || cell != start_point_[f]) return all;
  const auto& listed = compiled_->model->features[f].set().values;
  const auto is_start = [&](std::uint32_t v) {
    return v < listed.size() ? listed[v].value == *(*start_)[f] : true;
  };
  std::erase_if(all, [&](std::uint32_t v) { return is_start(v) != (point == cell); });
  return all;
}

void Situation::note_own_value(std::uint32_t f) const {
  if (starts_missing(f)) return;  // as for everybody in that cell
  const model::Cell& cell = compiled_->features[f].cells[start_point_[f]];
  if (!compiled_->model->features[f].numeric()) {
    if (cell.values.size() > 1) trace_->use_value(f);
  } else if (!cell.interval.low || !cell.interval.high ||
             *cell.interval.low != *cell.interval.high) {
    trace_->make_personal();
  }
}

Value Situation::nearest(std::uint32_t f, const std::optional<Value>& from, Point point) const {
  const model::Feature& feature = compiled_->model->features[f];
  note_use(f, point);
  if (point == start_point_[f]) return *(*start_)[f];
  if (!feature.numeric()) return feature.set().values[values(f, point).front()].value;

  const Interval part = interval(f, point);
  if (from && part.contains(*from->number)) return *from;
  return Value::of(model::nearest_number(feature, compiled_->features[f].decimals, part,
                                         from ? from->number : std::nullopt));
}

std::optional<Number> Situation::width(std::uint32_t f) const {
  const model::NumericDomain& domain = compiled_->model->features[f].numbers();
  const model::FeatureCells& cells = compiled_->features[f];
  std::optional<Number> low = domain.low, high = domain.high;
  if (!low || !high) {
    low = high = std::nullopt;
    if (cells.names_numbers) low = cells.named_low, high = cells.named_high;
    if (const std::optional<Value>& start = (*start_)[f]) {
      const Number& at = *start->number;
      low = low ? std::min(*low, at) : at;
      high = high ? std::max(*high, at) : at;
      if (trace_) {  // is the width the same for the whole cell?
        const Interval& cell = cells.cells[start_point_[f]].interval;
        const bool named = cells.names_numbers && cell.low && cell.high &&
                           *cell.low >= cells.named_low && *cell.high <= cells.named_high;
        if (!named) trace_->make_personal();
      }
    }
  }
  if (!low || *low == *high) return std::nullopt;
  return *high - *low;
}

Distance Situation::distance(std::uint32_t f, const std::optional<Value>& from,
                             const Value& to) const {
  const model::Feature& feature = compiled_->model->features[f];
  if (!from) return Number(1);
  if (!feature.numeric()) {
    const auto a = feature.set().place(*from), b = feature.set().place(to);
    const std::size_t places = feature.set().values.size();
    if (!feature.set().ordered || !a || !b || places < 2) return Number(1);
    const std::size_t moved = *a < *b ? *b - *a : *a - *b;
    return Number(static_cast<std::int64_t>(moved)) / Number(static_cast<std::int64_t>(places - 1));
  }
  const Number change = *to.number - *from->number;
  const std::optional<Number> whole = width(f);
  Number value = change.absolute();
  if (whole) value = value / *whole;
  if (!trace_) return value;

  // The start's value is no other point's value, so it is told by being equal.
  const bool from_start = *from == (*start_)[f], to_start = to == (*start_)[f];
  if (from_start == to_start) return value;
  Number factor = change.sign() * (to_start ? 1 : -1);
  if (whole) factor = factor / *whole;
  LinearForm form{value - factor * *(*start_)[f]->number, {}};
  const std::uint32_t variable = LinearForm::variable_of(f, Aspect::value);
  if (factor.sign() != 0) form.terms.push_back({variable, factor});
  return {std::move(value), std::move(form), trace_};
}

}  // namespace cogs::state
