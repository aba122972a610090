// SPDX-License-Identifier: Apache-2.0
#include "present/html/page_strip.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "present/html/page.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using model::FeatureId;
using model::Interval;
using model::Number;

constexpr double width = 340, margin = 12;  // of the picture, in its own units
// The widths of digits in a font that is wide; labels are mostly numbers.
constexpr double line_height = 14, letter = 7.7, bold_letter = 8.4;
constexpr std::size_t most_lanes = 4, longest_label = 22, most_listed = 24, most_lines = 4;

// The numbers that rules compare a feature with, and the lines of these rules.
using Thresholds = std::map<Number, std::set<std::uint32_t>>;

class ThresholdsOf {
 public:
  explicit ThresholdsOf(const model::Model& model) : by_feature_(model.features.size()) {
    for (const model::Rule& rule : model.rules) add(rule.body, rule.place.line);
    for (const model::CausalRule& rule : model.causal_rules) {
      add(rule.feature, rule.head, rule.place.line);
      add(rule.body, rule.place.line);
    }
    for (const model::Denial& denial : model.denials) add(denial.body, denial.place.line);
    for (const model::Score& score : model.scores) {
      for (const model::Contribution& each : score.contributions) add(each.body, each.place.line);
    }
  }
  const Thresholds& operator[](std::size_t feature) const { return by_feature_[feature]; }

 private:
  void add(FeatureId feature, const std::vector<model::Condition>& conditions, std::uint32_t line) {
    for (const model::Condition& condition : conditions) {
      if (!condition.constant.number) continue;
      by_feature_[feature.index()][*condition.constant.number].insert(line);
    }
  }
  void add(const std::vector<model::Literal>& body, std::uint32_t line) {
    for (const model::Literal& literal : body) {
      const auto* test = std::get_if<model::FeatureTest>(&literal);
      if (test) add(test->feature, test->conditions, line);
    }
  }

  std::vector<Thresholds> by_feature_;
};

std::string coordinate(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string shortened(std::string text) {
  if (text.size() > longest_label) text = text.substr(0, longest_label - 3) + "...";
  return text;
}

std::string some_lines(const std::set<std::uint32_t>& lines) {
  std::vector<std::string> words;
  for (const std::uint32_t number : lines) {
    if (words.size() == most_lines && lines.size() > most_lines + 1) {
      words.push_back(std::to_string(lines.size() - most_lines) + " others");
      break;
    }
    words.push_back(std::to_string(number));
  }
  return (lines.size() == 1 ? "line " : "lines ") + listed(words);
}

// Numbers -> places. To scale where that keeps the marks (what is, and what is to be reached)
// apart; else, where that does, to scale between the ends of the domain, which may be far away;
// otherwise evenly spaced. Where rules compare may lie close to a mark: 600 beside 601.
class Scale {
 public:
  Scale(const model::NumericDomain& domain, std::set<Number> points, const std::set<Number>& marks)
      : domain_(domain), marks_(marks) {
    std::set<Number> inner = points;
    for (const auto& end : {domain.low, domain.high}) {
      if (!end) continue;
      points.insert(*end);
      inner.erase(*end);
    }
    // Unbounded ends need room beyond the last point.
    const double from = margin + (domain.low ? 0 : 30),
                 to = width - margin - (domain.high ? 0 : 30);
    if (lay_out(points, from, to)) return;
    if (inner.size() > 1 && lay_out(inner, margin + end_room, width - margin - end_room)) {
      kind_ = Kind::between_ends;
      if (domain.low) places_[*domain.low] = margin;
      if (domain.high) places_[*domain.high] = width - margin;
      return;
    }
    kind_ = Kind::even;
    double at = from;
    for (const Number& point : points) {
      places_[point] = at;
      at += (to - from) / static_cast<double>(points.size() - 1);
    }
  }

  // Behind the words for the range.
  const char* words() const {
    switch (kind_) {
      case Kind::true_scale: return "";
      case Kind::between_ends: return "; the ends are not to scale";
      case Kind::even: break;
    }
    return "; not to scale";
  }
  double operator()(const Number& point) const { return places_.at(point); }
  double low(const Interval& interval) const {
    return interval.low ? (*this)(*interval.low) : domain_.low ? (*this)(*domain_.low) : margin;
  }
  double high(const Interval& interval) const {
    return interval.high  ? (*this)(*interval.high)
           : domain_.high ? (*this)(*domain_.high)
                          : width - margin;
  }

 private:
  enum class Kind { true_scale, between_ends, even };
  static constexpr double closest = 13, end_room = 44;

  // False where points would lie too close to each other.
  bool lay_out(const std::set<Number>& points, double from, double to) {
    places_.clear();
    if (points.empty()) return true;
    const double low = points.begin()->approximate();
    const double span = points.rbegin()->approximate() - low;
    std::optional<double> before;
    for (const Number& point : points) {
      const double x = span > 0 ? from + (point.approximate() - low) / span * (to - from) : from;
      places_[point] = x;
      if (!marks_.contains(point)) continue;
      if (before && x - *before < closest) return false;
      before = x;
    }
    return true;
  }

  const model::NumericDomain& domain_;
  const std::set<Number> marks_;
  std::map<Number, double> places_;
  Kind kind_ = Kind::true_scale;
};

// Labels in as many lines as it takes for none to cover another.
struct Label {
  double x = 0;  // of what it belongs to
  std::string text;
  bool bold = false;
  double middle = 0;
  std::optional<std::size_t> lane;  // none: there is no room, the words below say it
};

std::size_t arrange(std::vector<Label>& labels, std::size_t most) {
  std::vector<std::vector<std::pair<double, double>>> taken;
  for (Label& label : labels) {
    const double each = label.bold ? bold_letter : letter;
    const double half = (static_cast<double>(display_width(label.text)) * each + 6) / 2;
    label.middle =
        std::clamp(label.x, std::min(half, width / 2), std::max(width - half, width / 2));
    const double left = label.middle - half, right = label.middle + half;
    for (std::size_t lane = 0; lane < most && !label.lane; ++lane) {
      if (lane == taken.size()) taken.emplace_back();
      const bool free = std::none_of(
          taken[lane].begin(), taken[lane].end(),
          [&](const auto& other) { return left < other.second && other.first < right; });
      if (!free) continue;
      taken[lane].emplace_back(left, right);
      label.lane = lane;
    }
  }
  return taken.size();
}

std::string line(const char* kind, double x1, double y1, double x2, double y2) {
  return std::string("<line class=\"") + kind + "\" x1=\"" + coordinate(x1) + "\" y1=\"" +
         coordinate(y1) + "\" x2=\"" + coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\"/>";
}

std::string text_at(const Label& label, double y) {
  const std::string kind = label.bold ? "label" : "tickname";
  return "<text class=\"" + kind + "\" x=\"" + coordinate(label.middle) + "\" y=\"" +
         coordinate(y) + "\">" + html_text(label.text) + "</text>";
}

class Strip {
 public:
  Strip(const model::Feature& feature, const std::optional<model::Value>& now,
        const Thresholds& thresholds, const std::vector<const StripGoal*>& goals)
      : feature_(feature),
        now_(now && now->number ? now->number : std::nullopt),
        thresholds_(thresholds),
        goals_(goals),
        scale_(feature.numbers(), points(), marks()) {}

  std::string write() const {
    std::string out = "<figure class=\"strip card\">\n<figcaption><h3 dir=\"auto\">" +
                      html_words(feature_words(feature_)) + "</h3></figcaption>\n";
    out += picture();
    out += "<dl>";
    for (const auto& [term, words] : facts()) {
      out += "<dt>" + html_text(term) + "</dt><dd>" + html_words(words) + "</dd>";
    }
    return out + "</dl>\n</figure>\n";
  }

 private:
  std::set<Number> points() const {
    std::set<Number> all;
    for (const auto& [number, lines] : thresholds_) all.insert(number);
    if (now_) all.insert(*now_);
    for (const StripGoal* goal : goals_) {
      if (goal->value) all.insert(*goal->value);
      for (const Interval& interval : goal->range) {
        if (interval.low) all.insert(*interval.low);
        if (interval.high) all.insert(*interval.high);
      }
    }
    return all;
  }

  std::set<Number> marks() const {
    std::set<Number> all;
    for (const StripGoal* goal : goals_) {
      if (goal->value) all.insert(*goal->value);
    }
    // Where nothing is to be reached, it matters on which side of the rules' numbers one stands.
    if (all.empty()) all = points();
    if (now_) all.insert(*now_);
    return all;
  }

  using Facts = std::vector<std::pair<std::string, std::string>>;
  Facts facts() const {
    Facts all;
    const auto with_unit = [&](const Number& n) {
      return value_words(feature_, model::Value::of(n));
    };
    all.emplace_back("now", now_ ? with_unit(*now_) : "not known");
    for (const StripGoal* goal : goals_) {
      const path::ValueSet range(goal->range);
      const std::string words =
          goal->value ? target_words(feature_, {goal->feature, std::nullopt,
                                                model::Value::of(*goal->value), range})
                      : set_words(feature_, range);
      all.emplace_back(goal->label, words);
    }
    if (!thresholds_.empty()) {
      std::vector<std::string> words;
      for (const auto& [number, lines] : thresholds_) {
        if (words.size() == most_listed) {
          words.push_back(std::to_string(thresholds_.size() - most_listed) + " more");
          break;
        }
        words.push_back(with_unit(number) + " (" + some_lines(lines) + ")");
      }
      all.emplace_back("rules ask at", listed(words, ","));
    }
    all.emplace_back("range", domain_words(feature_) + scale_.words());
    return all;
  }

  std::vector<Label> labels_above() const {
    std::vector<Label> labels;
    const auto add = [&](double x, const std::string& text) {
      labels.push_back({x, shortened(text), true, 0, std::nullopt});
    };
    if (now_) add(scale_(*now_), "now " + now_->text());
    for (const StripGoal* goal : goals_) {
      if (goal->value) add(scale_(*goal->value), goal->label + " " + goal->value->text());
      if (goal->value || goal->range.empty()) continue;
      add((scale_.low(goal->range.front()) + scale_.high(goal->range.front())) / 2, goal->label);
    }
    return labels;
  }

  std::vector<Label> labels_below() const {
    std::vector<Label> labels;
    const auto add = [&](double x, const std::string& text) {
      labels.push_back({x, shortened(text), false, 0, std::nullopt});
    };
    std::set<Number> said;
    const auto& [integer, low, high] = feature_.numbers();
    for (const auto& [number, lines] : thresholds_) {
      add(scale_(number), number_text(feature_, number));
      said.insert(number);
    }
    if (low && said.insert(*low).second) add(scale_(*low), number_text(feature_, *low));
    if (high && said.insert(*high).second) add(scale_(*high), number_text(feature_, *high));
    return labels;
  }

  std::string picture() const {
    std::vector<Label> above = labels_above(), below = labels_below();
    const std::size_t lanes_above = arrange(above, 2 * most_lanes);
    const std::size_t lanes_below = arrange(below, most_lanes);
    const double axis = static_cast<double>(lanes_above) * line_height + 14;
    const double height = axis + 14 + static_cast<double>(lanes_below) * line_height;
    std::string words = feature_words(feature_);
    for (const auto& [term, what] : facts())
      words.append("; ").append(term).append(" ").append(what);
    std::string out = "<svg role=\"img\" viewBox=\"0 0 " + coordinate(width) + " " +
                      coordinate(height) + "\" aria-label=\"" + html_text(words) + "\">\n";
    for (const StripGoal* goal : goals_) {
      for (const Interval& interval : goal->range) out += range_mark(interval, axis);
    }
    const auto& [integer, low, high] = feature_.numbers();
    out += line("axis", margin, axis, width - margin, axis);
    if (!low) out += arrow(margin, axis, 6);
    if (!high) out += arrow(width - margin, axis, -6);
    if (low) out += line("axis", scale_(*low), axis - 4, scale_(*low), axis + 4);
    if (high) out += line("axis", scale_(*high), axis - 4, scale_(*high), axis + 4);
    for (const auto& [number, lines] : thresholds_) {
      out += line("tick", scale_(number), axis - 7, scale_(number), axis + 7);
    }
    for (const Label& label : above) {
      if (!label.lane) continue;
      const double y = axis - 14 - static_cast<double>(*label.lane) * line_height;
      out += line("lead", label.middle, y + 3, label.x, axis) + text_at(label, y);
    }
    for (const Label& label : below) {
      if (!label.lane) continue;
      const double y = axis + 20 + static_cast<double>(*label.lane) * line_height;
      if (*label.lane > 0) out += line("lead", label.x, axis + 7, label.middle, y - 10);
      out += text_at(label, y);
    }
    for (const StripGoal* goal : goals_) {
      if (goal->value) out += goal_mark(scale_(*goal->value), axis);
    }
    if (now_) {
      out += "<circle class=\"now\" cx=\"" + coordinate(scale_(*now_)) + "\" cy=\"" +
             coordinate(axis) + "\" r=\"5\"/>";
    }
    return out + "\n</svg>\n";
  }

  std::string range_mark(const Interval& interval, double axis) const {
    const double low = scale_.low(interval), high = scale_.high(interval);
    return "<rect class=\"range\" x=\"" + coordinate(low) + "\" y=\"" + coordinate(axis + 2) +
           "\" width=\"" + coordinate(std::max(high - low, 2.0)) + "\" height=\"4\"/>";
  }

  static std::string arrow(double x, double axis, double back) {
    return line("axis", x, axis, x + back, axis - 4) + line("axis", x, axis, x + back, axis + 4);
  }

  static std::string goal_mark(double x, double axis) {
    return "<path class=\"goal\" d=\"M" + coordinate(x) + " " + coordinate(axis - 6) +
           "l6 6l-6 6l-6 -6z\"/>";
  }

  const model::Feature& feature_;
  std::optional<Number> now_;
  const Thresholds& thresholds_;
  const std::vector<const StripGoal*>& goals_;
  Scale scale_;
};

}  // namespace

std::string strips_html(const model::Model& model, const model::Record& record,
                        const std::vector<StripGoal>& goals) {
  const ThresholdsOf thresholds(model);
  std::string strips;
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const model::Feature& feature = model.features[i];
    if (!feature.numeric()) continue;
    std::vector<const StripGoal*> here;
    for (const StripGoal& goal : goals) {
      if (goal.feature.index() == i) here.push_back(&goal);
    }
    // Where it is known what matters, other numbers only draw the eye away from it.
    if (here.empty() && (!goals.empty() || thresholds[i].empty())) continue;
    strips += Strip(feature, record[i], thresholds[i], here).write();
  }
  if (strips.empty()) return {};
  return "<section aria-labelledby=\"numbers\">\n<h2 id=\"numbers\">Where the numbers stand</h2>\n"
         "<p class=\"soft\">A dot is the present value, a diamond a value to reach, a bar the "
         "values "
         "that do; ticks are where rules make a difference.</p>\n<div class=\"cards strips\">\n" +
         strips + "</div>\n</section>\n";
}

}  // namespace cogs::present
