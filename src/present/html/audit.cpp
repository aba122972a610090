// SPDX-License-Identifier: Apache-2.0
#include "present/html/audit.h"

#include <algorithm>

#include "present/html/page.h"
#include "present/html/page_plot.h"
#include "present/text/audit_words.h"
#include "present/words/blocker_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using batch::Statistics;

constexpr std::size_t most_bars = 12;  // of a histogram

// The least of ... 0.5, 1, 2, 5, 10, 20 ... so that `most_bars` of them are as wide as this.
base::Number round_step(const base::Number& width) {
  const base::Number wanted = width / static_cast<int>(most_bars);
  base::Number power = 1;
  while (power > wanted) power = power / 10;
  while (power * 10 < wanted) power = power * 10;
  for (const int factor : {1, 2, 5}) {
    if (power * factor >= wanted) return power * factor;
  }
  return power * 10;
}

class AuditPage {
 public:
  AuditPage(const AuditQuestion& question, const batch::AuditReport& report)
      : question_(question), model_(question.model), report_(report), all_(report.all) {}

  std::string write() const {
    std::string out = heading();
    for (const std::string& words : protected_warnings(model_, report_)) {
      out += paragraph_html(words, "note strong");
    }
    out += people();
    if (all_.found > 0) out += costs() + changes() + covers();
    if (all_.none > 0) out += blockers();
    if (report_.actual) out += errors();
    std::size_t number = 0;
    for (const batch::AuditGrouping& grouping : report_.by) {
      out += audit_groups_html(model_, grouping, "by" + std::to_string(++number));
    }
    out += audit_broken_html(model_, report_);
    if (report_.has_policy) out += audit_policy_html(model_, report_);
    return page_html({"Audit of " + question_.data}, out + method() + footer());
  }

 private:
  std::string errors() const {
    PageTable table = errors_head("people");
    table.rows.push_back(errors_row("all", *report_.actual));
    return section_html(
        "errors", "Errors",
        paragraph_html("What was so is what " + report_.actual_column +
                           " says. Wrongly: the rules decide against people of whom it does not "
                           "say so. Missed: it says so, and the rules do not decide against them.",
                       "soft") +
            table_html(table));
  }

  std::string heading() const {
    std::string out =
        "<h1>" + html_words("Recourse for the people in " + question_.data) + "</h1>\n";
    if (all_.concerned == 0) {
      return out + paragraph_html(all_.rows == 0 ? "The table has no rows to speak of."
                                                 : "Nobody here has a decision to change.");
    }
    out += paragraph_html(share_words(all_.found, all_.concerned) + " of the " +
                          count_words(all_.concerned) +
                          " people who do not have the decision that they would want can get it by "
                          "changes that the model permits (95 % interval: " +
                          share_interval_words(all_.found, all_.concerned) + ").");
    const std::string options = run_options_words(model_, question_.options, question_.columns);
    if (!options.empty()) out += paragraph_html("Asked with " + options + ".");
    return out;
  }

  std::string people() const {
    PageTable table{"People", {"people", "number", "share", "95 % interval"}, {}};
    const auto add = [&](const std::string& what, std::uint64_t count, std::uint64_t of) {
      table.rows.push_back(
          {what, count_words(count), share_words(count, of), share_interval_words(count, of)});
    };
    table.rows.push_back({"rows of the table", count_words(report_.rows), "", ""});
    if (report_.bad > 0) {
      table.rows.push_back(
          {"with values that the model cannot take", count_words(report_.bad), "", ""});
    }
    add("who need nothing, of the rows that count", all_.already, all_.rows);
    add("concerned: without the decision that they would want", all_.concerned, all_.rows);
    add("with recourse, of the concerned", all_.found, all_.concerned);
    add("without any, of the concerned: proved", all_.none, all_.concerned);
    if (all_.gave_up > 0) add("where a limit came first", all_.gave_up, all_.concerned);
    if (all_.found > 0)
      add("whose best way is certain, of those with recourse", all_.certain, all_.found);
    std::string out;
    if (report_.not_reached > 0) {
      out += paragraph_html("A limit came before " + counted_words(report_.not_reached, "row") +
                                "; all figures are about the others.",
                            "note");
    }
    if (all_.undesired < all_.concerned) {
      out += paragraph_html(count_words(all_.concerned - all_.undesired) +
                                " of the concerned have neither the undesired decision nor the "
                                "desired one.",
                            "soft");
    }
    std::vector<PlotRow> rows;
    const auto bar = [&](const std::string& label, std::uint64_t count) {
      rows.push_back({label, share_words(count, all_.concerned), share_of(count, all_.concerned)});
    };
    bar("with recourse", all_.found);
    bar("without", all_.none);
    if (all_.gave_up > 0) bar("a limit came first", all_.gave_up);
    const std::string plot =
        all_.concerned == 0
            ? ""
            : plot_html(PlotKind::bars, "Shares of the people concerned, 0 to 100 %", rows);
    return section_html("people", "Who has recourse", out + side_by_side(plot, table_html(table)));
  }

  // One bar a cost, or bars of equal width where there are many.
  std::vector<std::pair<std::string, std::uint64_t>> histogram() const {
    std::vector<std::pair<std::string, std::uint64_t>> bars;
    if (all_.costs.size() <= most_bars) {
      for (const batch::CostCount& count : all_.costs) {
        bars.emplace_back(cost_words(count.cost), count.people);
      }
      return bars;
    }
    const base::Number& low = all_.costs.front().cost;
    const base::Number step = round_step(all_.costs.back().cost - low);
    base::Number from = (low / step).floor() * step;
    for (std::size_t next = 0; next < all_.costs.size(); from = from + step) {
      const base::Number to = from + step;
      std::uint64_t people = 0;
      while (next < all_.costs.size() && all_.costs[next].cost < to) {
        people += all_.costs[next++].people;
      }
      bars.emplace_back("from " + from.text() + " to below " + to.text(), people);
    }
    return bars;
  }

  std::string costs() const {
    PageTable table{"Costs", {"cost", "people", "share"}, {}};
    std::vector<PlotRow> rows;
    const auto bars = histogram();
    std::uint64_t most = 1;
    for (const auto& [label, people] : bars) most = std::max(most, people);
    for (const auto& [label, people] : bars) {
      rows.push_back({label, count_words(people), share_of(people, most)});
      table.rows.push_back({label, count_words(people), share_words(people, all_.found)});
    }
    PageTable quantiles{
        "Quantiles of the cost", {"share of people", "cost at most", "95 % interval of that"}, {}};
    for (const batch::CostQuantile& q : all_.quantiles) {
      const auto end = [](const std::optional<base::Number>& n) { return n ? n->text() : "?"; };
      quantiles.rows.push_back({std::to_string(q.percent) + " %", cost_words(q.cost),
                                end(q.low) + " to " + end(q.high)});
    }
    PageTable counts{"Number of changes", {"direct changes", "people", "share"}, {}};
    for (const auto& [count, people] : all_.changes) {
      counts.rows.push_back(
          {std::to_string(count), count_words(people), share_words(people, all_.found)});
    }
    return section_html(
        "costs", "What it costs",
        paragraph_html("The cost of the best way of each person with recourse.", "soft") +
            side_by_side(plot_html(PlotKind::bars, "People by cost", rows), table_html(table)) +
            "<h3>Quantiles</h3>\n" + table_html(quantiles) + "<h3>Number of direct changes</h3>\n" +
            table_html(counts));
  }

  std::string changes() const {
    PageTable table{"Features that are changed",
                    {"feature", "changed directly", "changes as an effect", "enough by itself"},
                    {}};
    std::vector<PlotRow> rows;
    for (const batch::FeatureUse& use : all_.features) {
      const std::string name = feature_words(model_.features[use.feature]);
      rows.push_back({name, share_words(use.direct, all_.found), share_of(use.direct, all_.found)});
      const auto cell = [&](std::uint64_t people) {
        return count_words(people) + " (" + share_words(people, all_.found) + ")";
      };
      table.rows.push_back({name, cell(use.direct), cell(use.effect), cell(use.alone)});
    }
    PageTable sets{"Combinations", {"changed together", "best way for", "one of the ways of"}, {}};
    for (std::size_t i = 0; i < all_.sets.size() && i < most_page_rows; ++i) {
      const batch::SetUse& use = all_.sets[i];
      sets.rows.push_back({features_words(model_, use.features),
                           count_words(use.best) + " (" + share_words(use.best, all_.found) + ")",
                           count_words(use.open) + " (" + share_words(use.open, all_.found) + ")"});
    }
    return section_html(
        "changes", "What people would have to change",
        side_by_side(
            plot_html(PlotKind::bars, "Features changed directly on best ways, 0 to 100 %", rows),
            table_html(table)) +
            "<h3>Combinations</h3>\n" + table_html(sets) + more_rows_html(all_.sets.size()));
  }

  std::string covers() const {
    PageTable table{"The fewest features that help",
                    {"to reach", "features", "people reached", "proved to be the fewest"},
                    {}};
    std::vector<PlotRow> rows;
    for (const batch::Cover& cover : all_.covers) {
      const std::string names = features_words(model_, cover.features);
      const std::string goal = std::to_string(cover.percent) + " %";
      rows.push_back({goal + ": " + names, share_words(cover.people, all_.found),
                      share_of(cover.people, all_.found)});
      table.rows.push_back(
          {goal, names,
           count_words(cover.people) + " (" + share_words(cover.people, all_.found) + ")",
           cover.smallest ? "yes" : "no: too many combinations to try"});
    }
    std::string out = paragraph_html(
        "The fewest features such that so many of the people with recourse have a way that "
        "changes nothing else directly.",
        "soft");
    if (all_.more_ways > 0) {
      out += paragraph_html(
          "For each person the " + std::to_string(report_.ways) + " best ways were looked at. " +
              counted_words(all_.more_ways, "person", "people") +
              (all_.more_ways == 1 ? " has" : " have") +
              " more, so a set may reach more people than is said here, and fewer "
              "features may do (--top looks at more).",
          "note");
    }
    return section_html(
        "covers", "The fewest features that help",
        out + side_by_side(plot_html(PlotKind::bars, "People reached by the fewest features", rows),
                           table_html(table)));
  }

  std::string blockers() const {
    PageTable table{"Blockers", {"what stands in the way", "people", "share of those without"}, {}};
    std::vector<PlotRow> rows;
    for (std::size_t i = 0; i < all_.blockers.size() && i < most_page_rows; ++i) {
      const batch::BlockerUse& use = all_.blockers[i];
      rows.push_back({blocker_name(model_, use.blocker), share_words(use.people, all_.none),
                      share_of(use.people, all_.none)});
      table.rows.push_back({blocker_words(model_, use.blocker), count_words(use.people),
                            share_words(use.people, all_.none)});
    }
    std::string out = paragraph_html(
        "For each person without recourse, one smallest set of restrictions without which there "
        "would be a way. A person can have several.",
        "soft");
    if (all_.unexplained > 0) {
      out += paragraph_html("For " + counted_words(all_.unexplained, "person", "people") +
                                " a limit came before the blockers were found.",
                            "note");
    }
    return section_html(
        "blockers", "What stands in the way",
        out +
            side_by_side(
                plot_html(PlotKind::bars, "Blockers, share of those without recourse", rows),
                table_html(table)) +
            more_rows_html(all_.blockers.size()));
  }

  std::string method() const {
    return section_html(
        "method", "How the figures are made",
        paragraph_html(
            "Each row of the table is answered as `cogs recourse` would. Who is concerned is "
            "decided by the model's rules, not by what the table says. The figures say what "
            "the model permits; whether people could do it in life is another question.") +
            paragraph_html(
                "Intervals are of 95 % and take the rows for independent draws from a larger "
                "population: Wilson's score interval for shares, Newcombe's for differences "
                "of shares, Donner and Zou's for ratios, ranks by the binomial distribution for "
                "quantiles of the cost. "
                "They claim nothing beyond that; where many groups are compared, some "
                "intervals miss by chance.") +
            paragraph_html(
                "A group is compared with all other people together. Groups of fewer than " +
                std::to_string(batch::small_group) +
                " people concerned are noted and have no rank; rank 1 has the smallest share "
                "with recourse. A share is also given as a part of the largest share of a group "
                "that is not so small: less than four fifths is a usual mark for adverse impact, "
                "no proof of it."));
  }

  std::string footer() const {
    std::string out =
        "<footer class=\"soft\">\n" +
        paragraph_html(
            "Model " + safe_text(model_.path) + ", sha256 " + model_.sha256 + ". Data " +
            safe_text(question_.data) + "." +
            (question_.policy.empty() ? "" : " Policy " + safe_text(question_.policy) + "."));
    return out + "</footer>\n";
  }

  const AuditQuestion& question_;
  const model::Model& model_;
  const batch::AuditReport& report_;
  const Statistics& all_;
};

}  // namespace

std::string audit_html(const AuditQuestion& question, const batch::AuditReport& report) {
  return AuditPage(question, report).write();
}

}  // namespace cogs::present
