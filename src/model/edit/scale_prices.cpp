// SPDX-License-Identifier: Apache-2.0
#include "model/edit/scale_prices.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

namespace cogs::model {

namespace {

std::size_t people_in(const ValueCounts& counts) {
  std::size_t people = 0;
  for (const auto& [value, count] : counts) people += count;
  return people;
}

// The least value that at least `part` of `parts` of the people do not exceed.
const Number& quantile(const ValueCounts& counts, std::size_t people, std::size_t part,
                       std::size_t parts) {
  std::size_t below = 0;
  for (const auto& [value, count] : counts) {
    below += count;
    if (below * parts >= people * part) return value;
  }
  return counts.back().first;
}

std::size_t at_or_below(const ValueCounts& counts, const Number& x) {
  std::size_t people = 0;
  for (const auto& [value, count] : counts) {
    if (value > x) break;
    people += count;
  }
  return people;
}

Number rounded_to(const Number& number, const Number& step) {
  return (number / step + Number(1) / Number(2)).floor() * step;
}

const Number thousandth = Number(1) / Number(1000);

Number in_thousandths(double number) {
  return Number(static_cast<std::int64_t>(std::llround(number * 1000))) * thousandth;
}

// About two hundred of these lie between the outer twentieths of the people: points fall on numbers
// that are easy to read, and quantiles stay where they are.
Number step_of(const Feature& feature, const ValueCounts& counts, std::size_t people) {
  Number spread = quantile(counts, people, 19, 20) - quantile(counts, people, 1, 20);
  if (spread.sign() == 0) spread = counts.back().first - counts.front().first;
  const double exponent = std::floor(std::log10(spread.approximate() / 200));
  const Number step = Number::power_of_ten(static_cast<int>(std::clamp(exponent, -30.0, 30.0)));
  return feature.numbers().integer ? std::max(step, Number(1)) : step;
}

Number height_of(const Feature& feature, const ValueCounts& counts, std::size_t people,
                 const Number& x, ScaleBy by) {
  const std::size_t below = at_or_below(counts, x);
  if (by == ScaleBy::percentile) {
    return rounded_to(
        Number(static_cast<std::int64_t>(below)) / Number(static_cast<std::int64_t>(people)),
        thousandth);
  }
  // One more than there are, so that the logarithm has an end.
  const auto all = static_cast<double>(people + 1);
  if (feature.direction == Direction::down) {
    return in_thousandths(std::log(static_cast<double>(below + 1) / all));
  }
  return in_thousandths(-std::log((all - static_cast<double>(below)) / all));
}

}  // namespace

namespace {

// Has it factors beside 2 and 5? A height over such a gap would be an endless decimal.
bool is_smooth(std::int64_t gap) {
  for (const std::int64_t factor : {2, 5}) {
    while (gap % factor == 0) gap /= factor;
  }
  return gap == 1;
}

struct SmoothGaps {
  std::int64_t below = 1, above = 1;  // the nearest, or the gap itself
};

SmoothGaps smooth_around(std::int64_t gap) {
  SmoothGaps found{1, INT64_MAX};
  for (std::int64_t twos = 1; twos <= 2 * gap; twos *= 2) {
    for (std::int64_t smooth = twos; smooth <= 2 * gap; smooth *= 5) {
      if (smooth <= gap) found.below = std::max(found.below, smooth);
      if (smooth >= gap) found.above = std::min(found.above, smooth);
    }
  }
  return found;
}

class ScaleMaker {
 public:
  ScaleMaker(const Feature& feature, const ValueCounts& counts, ScaleBy by)
      : feature_(feature), counts_(counts), people_(people_in(counts)), by_(by) {}

  // Few values: a point at each.
  std::vector<Amount::Point> at_each() {
    int decimals = 0;
    for (const auto& [value, count] : counts_) decimals = std::max(decimals, value.decimals());
    const Number unit = Number::power_of_ten(-decimals);
    for (const auto& [value, count] : counts_) {
      const Amount::Point point{value, height(value)};
      if (!scale_.empty() && point.y > scale_.back().y) divide(point, unit);
      add(point);
    }
    return std::move(scale_);
  }

  // Many values: near the quantiles, on round numbers.
  std::vector<Amount::Point> near_quantiles(std::size_t points) {
    const Number step = step_of(feature_, counts_, people_);
    for (std::size_t i = 0; i < points; ++i) {
      Number x = rounded_to(quantile(counts_, people_, i, points - 1), step);
      if (!scale_.empty()) {
        const Number gap = (x - scale_.back().x) / step;
        if (gap.sign() <= 0) continue;
        x = scale_.back().x + Number(smooth_steps(gap, i + 1 == points)) * step;
      }
      add({x, height(x)});
    }
    return std::move(scale_);
  }

 private:
  // The last one holds everybody.
  static std::int64_t smooth_steps(const Number& gap, bool last) {
    constexpr std::int64_t far = std::int64_t{1} << 60;
    const std::int64_t steps = std::min(gap.to_int64().value_or(far), far);
    const SmoothGaps smooth = smooth_around(steps);
    return last || smooth.above - steps < steps - smooth.below ? smooth.above : smooth.below;
  }

  Number height(const Number& x) const { return height_of(feature_, counts_, people_, x, by_); }

  void add(const Amount::Point& point) {
    const bool rises = scale_.empty() || (point.x > scale_.back().x && point.y > scale_.back().y);
    if (rises) scale_.push_back(point);
  }

  // Puts points between the last one and this, until the gaps are smooth.
  void divide(const Amount::Point& point, const Number& unit) {
    while (true) {
      const Amount::Point last = scale_.back();
      const auto gap = ((point.x - last.x) / unit).to_int64();
      const Number rise = point.y - last.y;
      if (!gap || is_smooth(*gap) || rise <= thousandth) return;
      const Number part = Number(smooth_around(*gap).below) / Number(*gap);
      Number y = rounded_to(last.y + part * rise, thousandth);
      if (y <= last.y) y = last.y + thousandth;
      if (y >= point.y) y = point.y - thousandth;
      if (y <= last.y) return;
      scale_.push_back({last.x + part * (point.x - last.x), y});
    }
  }

  const Feature& feature_;
  const ValueCounts& counts_;
  std::size_t people_;
  ScaleBy by_;
  std::vector<Amount::Point> scale_;
};

}  // namespace

std::vector<Amount::Point> scale_of(const Feature& feature, const ValueCounts& counts,
                                    const ScaleOptions& options) {
  if (counts.size() < 2) return {};
  ScaleMaker maker(feature, counts, options.by);
  const std::size_t points = std::max<std::size_t>(2, options.points);
  std::vector<Amount::Point> scale =
      counts.size() <= points ? maker.at_each() : maker.near_quantiles(points);
  if (scale.size() < 2) scale.clear();
  return scale;
}

namespace {

bool lists(const std::vector<FeatureId>& features, FeatureId id) {
  return std::find(features.begin(), features.end(), id) != features.end();
}

bool has_scale(const Price& price) {
  return price.reached.empty() && price.up == price.down && !price.up.scale.empty();
}

ValueCounts counts_of(const BoundColumn& bound, std::size_t rows, ScaledFeature& out) {
  std::vector<std::size_t> of_code(bound.values.size(), 0);
  for (std::size_t row = 0; row < rows; ++row) ++of_code[bound.column->codes[row]];
  ValueCounts counts;
  for (std::size_t code = 0; code < of_code.size(); ++code) {
    if (of_code[code] == 0) continue;
    if (bound.values[code] && bound.values[code]->number) {
      counts.emplace_back(*bound.values[code]->number, of_code[code]);
      out.people += of_code[code];
    } else {
      out.missing += of_code[code];
    }
  }
  std::sort(counts.begin(), counts.end());
  // Two texts may stand for one number.
  ValueCounts merged;
  for (const auto& [value, count] : counts) {
    if (!merged.empty() && merged.back().first == value) {
      merged.back().second += count;
    } else {
      merged.emplace_back(value, count);
    }
  }
  return merged;
}

ScaledFeature scaled(const Model& model, FeatureId id, const BoundTable& table,
                     const ScaleOptions& options) {
  using Outcome = ScaledFeature::Outcome;
  const Feature& feature = model.feature(id);
  ScaledFeature out{id, Outcome::scaled, {}, 0, 0, 0, 0};
  const auto left = [&](Outcome why) {
    out.outcome = why;
    return out;
  };
  if (options.only ? !lists(*options.only, id) : lists(options.except, id)) {
    return left(Outcome::not_wanted);
  }
  if (!feature.numeric()) return left(Outcome::no_numbers);
  if (feature.fixed) return left(Outcome::fixed);
  if (feature.caused) return left(Outcome::caused);
  const Price& now = feature.price;
  if (!now.flat() && !has_scale(now) && !options.replace) return left(Outcome::priced);
  const BoundColumn& bound = table.columns[id.index()];
  if (!bound.column) return left(Outcome::no_column);
  const ValueCounts counts = counts_of(bound, table.rows, out);
  Amount amount;
  amount.fixed = has_scale(now) ? now.up.fixed : Number(0);
  if (options.fixed_part) amount.fixed = *options.fixed_part;
  amount.rate = now.flat() ? now.up.fixed : has_scale(now) ? now.up.rate : Number(1);
  amount.scale = scale_of(feature, counts, options);
  if (amount.scale.empty()) return left(Outcome::one_value);
  out.price.up = out.price.down = amount;
  out.low_quarter = quantile(counts, out.people, 1, 4);
  out.high_quarter = quantile(counts, out.people, 3, 4);
  return out;
}

// Where the options of a #feature statement stand in its text: what is between two commas, without
// white space and comments around it.
struct Piece {
  std::size_t begin = 0, end = 0;
};

class StatementPieces {
 public:
  explicit StatementPieces(std::string_view text) : text_(text) {
    bool behind_colon = false;
    int depth = 0;
    Piece piece;
    const auto cover = [&](std::size_t begin, std::size_t end) {
      if (piece.end == 0) piece.begin = begin;
      piece.end = end;
    };
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t next = token_end(at);
      const char c = text_[at];
      if (is_space(c) || is_comment(at)) {
        at = next;
        continue;
      }
      if (!behind_colon) {
        behind_colon = c == ':';
      } else if (next == text_.size() || (depth == 0 && c == ',')) {
        if (piece.end > 0) pieces_.push_back(piece);
        piece = {};
      } else {
        if (c == '{' || c == '(' || c == '[') ++depth;
        if (c == '}' || c == ')' || c == ']') --depth;
        cover(at, next);
      }
      at = next;
    }
  }

  const std::vector<Piece>& pieces() const { return pieces_; }
  bool begins_with(const Piece& piece, std::string_view word) const {
    const std::string_view text = text_.substr(piece.begin, piece.end - piece.begin);
    return text.starts_with(word) && (text.size() == word.size() || !is_letter(text[word.size()]));
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  static bool is_letter(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  bool is_comment(std::size_t at) const { return text_[at] == '%' || text_.substr(at, 2) == "/*"; }
  // A comment, something in quotes, or one character.
  std::size_t token_end(std::size_t at) const {
    const auto behind = [&](std::size_t found, std::size_t length) {
      return found == std::string_view::npos ? text_.size() : found + length;
    };
    const char c = text_[at];
    if (c == '%') return behind(text_.find('\n', at), 0);
    if (text_.substr(at, 2) == "/*") return behind(text_.find("*/", at + 2), 2);
    if (c != '\'' && c != '"') return at + 1;
    for (std::size_t i = at + 1; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == c) {
        return i + 1;
      }
    }
    return text_.size();
  }

  std::string_view text_;
  std::vector<Piece> pieces_;
};

// On lines of bearable length.
std::string wrapped_price(const Price& price) {
  const std::string text = "cost " + price_text(price);
  constexpr std::size_t width = 96;
  std::string out, line = "    ";
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find(", ", at);
    end = end == std::string::npos ? text.size() : end + 2;
    std::string part = text.substr(at, end - at);
    at = end;
    if (line.size() + part.size() > width + 1) {
      while (line.ends_with(' ')) line.pop_back();
      out += line + "\n";
      line = "      ";
    }
    line += part;
  }
  return (out + line).substr(4);
}

std::string with_price(const std::string& text, const Price& price) {
  const StatementPieces statement(text);
  const std::vector<Piece>& pieces = statement.pieces();
  const std::string words = wrapped_price(price);
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (!statement.begins_with(pieces[i], "cost")) continue;
    std::size_t end = pieces[i].end;
    // The other direction stands behind a comma.
    if (i + 1 < pieces.size() && (statement.begins_with(pieces[i + 1], "up") ||
                                  statement.begins_with(pieces[i + 1], "down"))) {
      end = pieces[i + 1].end;
    }
    return text.substr(0, pieces[i].begin) + words + text.substr(end);
  }
  const std::size_t end = pieces.back().end;
  return text.substr(0, end) + ",\n    " + words + text.substr(end);
}

}  // namespace

std::vector<ScaledFeature> scale_prices(const Model& model, const BoundTable& table,
                                        const ScaleOptions& options) {
  std::vector<ScaledFeature> out;
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    out.push_back(scaled(model, FeatureId(f), table, options));
  }
  return out;
}

Document with_prices(const Model& model, const std::vector<std::pair<FeatureId, Price>>& prices) {
  Document document = model.document;
  for (const auto& [id, price] : prices) {
    Statement* declaration = nullptr;  // the last that begins before the feature's name
    for (Statement& statement : document.statements) {
      if (statement.place < model.feature(id).place) declaration = &statement;
    }
    if (declaration && declaration->kind == Statement::Kind::feature) {
      declaration->text = with_price(declaration->text, price);
    }
  }
  return document;
}

}  // namespace cogs::model
