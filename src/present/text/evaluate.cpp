// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "present/json/evaluate.h"
#include "present/text/learn.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using batch::FaultKind;
using batch::Spread;
using batch::Summary;

struct Line {
  std::string what;
  std::vector<std::string> figures;  // one a tool
  std::string meaning;
};

std::string share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? "-" : percent_words(static_cast<double>(part) / static_cast<double>(all));
}

std::string number_words(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.4g", value);
  return digits;
}

class Table {
 public:
  explicit Table(const batch::Evaluations& result) : result_(result) {}

  template <class Figure>
  void add(std::string what, std::string meaning, Figure&& figure) {
    Line line{std::move(what), {}, std::move(meaning)};
    for (const batch::Evaluation& tool : result_.tools)
      line.figures.push_back(figure(tool.summary));
    const bool unknown = std::all_of(line.figures.begin(), line.figures.end(),
                                     [](const std::string& text) { return text == "-"; });
    if (!unknown) lines_.push_back(std::move(line));
  }
  void add_mean(std::string what, std::string meaning, Spread Summary::* spread) {
    add(std::move(what), std::move(meaning), [&](const Summary& summary) {
      const Spread& found = summary.*spread;
      return found.count == 0 ? std::string("-") : number_words(found.mean);
    });
  }
  void add_share(std::string what, std::string meaning, std::uint64_t Summary::* count) {
    add(std::move(what), std::move(meaning),
        [&](const Summary& summary) { return share(summary.*count, summary.given); });
  }
  void add_fault(std::string what, std::string meaning, FaultKind kind) {
    const auto index = static_cast<std::size_t>(kind);
    if (std::all_of(result_.tools.begin(), result_.tools.end(), [&](const batch::Evaluation& tool) {
          return tool.summary.faults[index] == 0;
        })) {
      return;
    }
    add("  " + what, std::move(meaning),
        [&](const Summary& summary) { return share(summary.faults[index], summary.given); });
  }

  std::string text(const TextStyle& style) const;

 private:
  const batch::Evaluations& result_;
  std::vector<Line> lines_;
};

std::string Table::text(const TextStyle& style) const {
  std::vector<Line> lines{{"", {}, ""}};
  for (const batch::Evaluation& tool : result_.tools) {
    lines[0].figures.push_back(safe_text(tool.source.name));
  }
  lines.insert(lines.end(), lines_.begin(), lines_.end());
  std::size_t first = 0;
  std::vector<std::size_t> widths(result_.tools.size(), 0);
  for (const Line& line : lines) {
    first = std::max(first, display_width(line.what));
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(line.figures[i]));
    }
  }
  std::size_t left = first + 2;
  for (const std::size_t width : widths) left += width + 2;
  constexpr std::size_t least_room = 24;
  const bool beside = left + least_room <= style.width;
  std::string out, below;
  for (const Line& line : lines) {
    std::string row = padded(line.what, first, false);
    for (std::size_t i = 0; i < widths.size(); ++i) {
      row += "  " + padded(line.figures[i], widths[i], true);
    }
    if (beside && !line.meaning.empty()) {
      out += wrapped(row + "  ", toned(Tone::faint, line.meaning, style), style);
    } else {
      out += row + "\n";
    }
    if (!line.meaning.empty()) {
      below += wrapped(padded(line.what, first, false) + "  ", line.meaning, style);
    }
  }
  return beside ? out : out + "\n" + below;
}

void add_decisions(Table& table) {
  table.add("coverage", "rows in need that have a counterfactual", [](const Summary& summary) {
    return share(summary.rows_served, summary.rows_in_need);
  });
  table.add("counterfactuals", "that were given",
            [](const Summary& summary) { return std::to_string(summary.given); });
  table.add_share("valid", "lead to the other decision", &Summary::valid);
  table.add_share("actionable", "change only what may change", &Summary::actionable);
  table.add_fault("fixed", "change what is fixed", FaultKind::fixed);
  table.add_fault("direction", "move the wrong way", FaultKind::direction);
  table.add_fault("domain", "leave a domain", FaultKind::domain);
  table.add_fault("range", "leave a --range", FaultKind::range);
  table.add_fault("missing", "lose a value", FaultKind::becomes_missing);
  table.add_fault("not known", "set what is missing, and may not be set", FaultKind::stays_missing);
  table.add_fault("caused", "set what only causes can move", FaultKind::caused);
  table.add_fault("--only", "set what it does not name", FaultKind::not_named);
  table.add_share("consistent", "break no causal rule and no denial", &Summary::consistent);
  table.add_fault("causal rules", "break those of a feature", FaultKind::causal_rules);
  table.add_fault("denials", "are states that cannot exist", FaultKind::denial);
  table.add_share("reachable", "all three: a path leads there", &Summary::reachable);
}

void add_distances(Table& table) {
  table.add_mean("changes", "features that differ, mean", &Summary::sparsity);
  table.add("  median", "the same, median", [](const Summary& summary) {
    return summary.given == 0 ? std::string("-") : number_words(summary.sparsity.median);
  });
  table.add_mean("L1/MAD", "distance from the row, mean", &Summary::l1_mad);
  table.add_mean("Gower", "distance from the row, mean, 0 to 1", &Summary::gower);
  table.add_mean("nearest row",
                 "Gower distance to the nearest row of the data with the other "
                 "decision, mean",
                 &Summary::nearest);
  table.add_mean("nearest five", "the same, mean of the nearest five", &Summary::nearest_five);
  table.add("values seen", "new values that the data show, or between two that they do",
            [](const Summary& summary) { return share(summary.seen_values, summary.new_values); });
  table.add_mean("diversity", "Gower distance between counterfactuals of one row, mean",
                 &Summary::diversity);
}

void add_costs(Table& table) {
  table.add_mean("cost", "of what is set directly, mean", &Summary::cost);
  table.add_mean("best cost", "of any path from the same rows; where reachable, mean",
                 &Summary::best_cost);
  table.add_mean("cost ratio", "cost / best cost; where reachable, mean", &Summary::ratio);
  table.add("at best cost", "cost the least that is possible, of those reachable",
            [](const Summary& summary) {
              return summary.ratio.count == 0 ? std::string("-")
                                              : share(summary.at_best, summary.ratio.count);
            });
  table.add_mean("seconds", "for one counterfactual, mean", &Summary::seconds);
  table.add("  median", "the same, median", [](const Summary& summary) {
    return summary.seconds.count == 0 ? std::string("-") : number_words(summary.seconds.median);
  });
}

}  // namespace

std::string evaluate_text(const EvaluateReport& report, const TextStyle& style) {
  const batch::Evaluations& result = report.result;
  const Summary& any = result.tools.front().summary;
  std::string head = counted(any.rows, "row") + ", " + std::to_string(any.rows_in_need) +
                     " of them in need of another decision. Distances are measured by " +
                     counted(result.data_rows, "row") + " of " +
                     safe_text(report.data.empty() ? report.rows : report.data) + ", " +
                     std::to_string(result.desired_rows) + " of them with the other decision";
  if (result.sampled_rows < result.desired_rows) {
    head += " (" + std::to_string(result.sampled_rows) + " of these drawn for nearest rows)";
  }
  Table table(result);
  add_decisions(table);
  add_distances(table);
  add_costs(table);
  std::string out = wrapped("", head + ".", style) + "\n" + table.text(style);
  if (!result.mean_deviation.empty()) {
    std::vector<std::string> names;
    for (const model::FeatureId id : result.mean_deviation) {
      names.push_back(feature_words(report.model.feature(id)));
    }
    out += "\n" + wrapped("",
                          "L1/MAD: the median absolute deviation of " + listed(names) +
                              " is zero; the mean absolute deviation takes its place.",
                          style);
  }
  return out;
}

}  // namespace cogs::present
