// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "present/html/audit.h"
#include "present/html/page.h"
#include "present/html/page_plot.h"
#include "present/text/audit_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using batch::AuditGroup;
using batch::Statistics;

constexpr std::size_t most_columns = 8;  // of features or blockers, the most frequent ones

class GroupsPage {
 public:
  GroupsPage(const model::Model& model, const batch::AuditGrouping& grouping)
      : model_(model), grouping_(grouping), name_(columns_words(grouping.columns)) {}

  std::string write(const std::string& id) const {
    std::string out = notes() + "<h3>Share with the wanted decision</h3>\n" +
                      four_fifths_note(&AuditGroup::decision_ratio) +
                      side_by_side(decision_plot(), table_html(decision_table()));
    if (!grouping_.groups.empty() && grouping_.groups.front().actual) {
      out += "<h3>Errors</h3>\n" + table_html(errors_table());
    }
    if (somebody(&Statistics::concerned)) {
      out += "<h3>Share with recourse</h3>\n" + four_fifths_note(&AuditGroup::recourse_ratio) +
             side_by_side(share_plot(), table_html(share_table()));
    }
    if (somebody(&Statistics::found)) {
      out += "<h3>Costs</h3>\n" + table_html(cost_table());
      out += "<h3>What is changed</h3>\n" + table_html(change_table());
      out += "<h3>The fewest features that help</h3>\n" + table_html(cover_table());
    }
    if (somebody(&Statistics::none)) {
      out += "<h3>What stands in the way</h3>\n" + table_html(blocker_table());
    }
    if (somebody(&Statistics::broken)) {
      out += "<h3>Records that break the causal rules</h3>\n" + table_html(broken_table());
    }
    return section_html(id, "By " + name_, out);
  }

 private:
  bool somebody(std::uint64_t Statistics::* count) const {
    return std::any_of(grouping_.groups.begin(), grouping_.groups.end(),
                       [&](const AuditGroup& group) { return group.statistics.*count > 0; });
  }

  std::string notes() const {
    std::string out;
    for (const std::string& column : grouping_.in_bands) {
      out += paragraph_html(safe_text(column) + " has many values: it is cut at its quartiles.",
                            "soft");
    }
    if (grouping_.pooled > 0) {
      out += paragraph_html(
          "The " + counted(grouping_.pooled, "smallest group") + " are joined as \"all others\".",
          "soft");
    }
    const auto few = std::count_if(grouping_.groups.begin(), grouping_.groups.end(),
                                   [](const AuditGroup& group) { return group.small; });
    if (few > 0) {
      out += paragraph_html(counted(static_cast<std::size_t>(few), "group") +
                                (few == 1 ? " has" : " have") + " fewer than " +
                                std::to_string(batch::small_group) +
                                " people concerned (open marks): take the figures with care. Such "
                                "groups have no rank.",
                            "note");
    }
    return out;
  }

  // Which groups have less than four fifths of the largest share.
  std::string four_fifths_note(std::optional<batch::Ratio> AuditGroup::* ratio) const {
    std::vector<std::string> below;
    std::size_t to = 0;
    for (const AuditGroup& group : grouping_.groups) {
      if (!(group.*ratio) || !(group.*ratio)->below_four_fifths) continue;
      to = (group.*ratio)->to;
      below.push_back(group_words(group.values));
    }
    if (below.empty()) return {};
    return paragraph_html("Less than four fifths of the share of " +
                              group_words(grouping_.groups[to].values) +
                              ", the largest: " + listed(below) + ".",
                          "note");
  }

  static void add_dot(std::vector<PlotRow>& rows, const AuditGroup& group, std::uint64_t count,
                      std::uint64_t of, bool few) {
    if (of == 0) return;
    const batch::Span span = batch::share_interval(count, of);
    rows.push_back({group_words(group.values) + (few ? " (few)" : ""), share_words(count, of),
                    static_cast<double>(count) / static_cast<double>(of),
                    std::pair(span.low, span.high), few});
  }

  std::string decision_plot() const {
    std::vector<PlotRow> rows;
    for (const AuditGroup& group : grouping_.groups) {
      const Statistics& s = group.statistics;
      add_dot(rows, group, s.already, s.rows, s.rows < batch::small_group);
    }
    return plot_html(
        PlotKind::dots,
        "Share with the wanted decision by " + name_ + ", 0 to 100 %, with intervals of 95 %",
        rows);
  }

  PageTable decision_table() const {
    PageTable table{"Share with the wanted decision by " + name_,
                    {name_, "people", "have it", "95 % interval", "as part of the largest share"},
                    {}};
    for (const AuditGroup& group : grouping_.groups) {
      const Statistics& s = group.statistics;
      table.rows.push_back({group_words(group.values), count_words(s.rows),
                            count_words(s.already) + " (" + share_words(s.already, s.rows) + ")",
                            share_interval_words(s.already, s.rows),
                            ratio_words(group.decision_ratio)});
    }
    return table;
  }

  PageTable errors_table() const {
    PageTable table = errors_head(name_);
    for (const AuditGroup& group : grouping_.groups) {
      table.rows.push_back(errors_row(group_words(group.values), *group.actual));
    }
    return table;
  }

  std::string share_plot() const {
    std::vector<PlotRow> rows;
    for (const AuditGroup& group : grouping_.groups) {
      add_dot(rows, group, group.statistics.found, group.statistics.concerned, group.small);
    }
    return plot_html(PlotKind::dots,
                     "Share with recourse by " + name_ + ", 0 to 100 %, with intervals of 95 %",
                     rows);
  }

  PageTable share_table() const {
    PageTable table{"Share with recourse by " + name_,
                    {name_, "concerned", "with recourse", "95 % interval",
                     "as part of the largest share", "against the rest", "rank"},
                    {}};
    for (const AuditGroup& group : grouping_.groups) {
      const Statistics& s = group.statistics;
      table.rows.push_back(
          {group_words(group.values),
           count_words(s.concerned) + " (" + share_words(s.concerned, s.rows) + ")",
           count_words(s.found) + " (" + share_words(s.found, s.concerned) + ")",
           share_interval_words(s.found, s.concerned), ratio_words(group.recourse_ratio),
           group.to_the_rest ? difference_words(*group.to_the_rest) : "-",
           group.rank    ? std::to_string(*group.rank)
           : group.small ? "few people"
                         : "-"});
    }
    return table;
  }

  PageTable cost_table() const {
    PageTable table{"Costs by " + name_, {name_, "25 %", "median", "75 %", "90 %", "certain"}, {}};
    for (const AuditGroup& group : grouping_.groups) {
      std::vector<std::string> row{group_words(group.values)};
      for (const unsigned percent : {25U, 50U, 75U, 90U}) {
        const auto* quantile = quantile_at(group.statistics, percent);
        row.push_back(quantile ? quantile_words(*quantile) : "-");
      }
      row.push_back(share_words(group.statistics.certain, group.statistics.found));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  PageTable change_table() const {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> totals;  // largest first, then declared
    std::vector<std::uint64_t> people(model_.features.size(), 0);
    for (const AuditGroup& group : grouping_.groups) {
      for (const batch::FeatureUse& use : group.statistics.features) {
        people[use.feature] += use.direct;
      }
    }
    for (std::uint32_t f = 0; f < people.size(); ++f) {
      if (people[f] > 0) totals.emplace_back(people[f], f);
    }
    std::stable_sort(totals.begin(), totals.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (totals.size() > most_columns) totals.resize(most_columns);
    PageTable table{"Features changed by " + name_, {name_}, {}};
    for (const auto& [count, f] : totals) table.head.push_back(feature_words(model_.features[f]));
    for (const AuditGroup& group : grouping_.groups) {
      std::vector<std::string> row{group_words(group.values)};
      for (const auto& [count, f] : totals) {
        std::uint64_t direct = 0;
        for (const batch::FeatureUse& use : group.statistics.features) {
          if (use.feature == f) direct = use.direct;
        }
        row.push_back(count_words(direct) + " (" + share_words(direct, group.statistics.found) +
                      ")");
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  PageTable cover_table() const {
    PageTable table{"The fewest features that help, by " + name_,
                    {name_, "50 %", "80 %", "95 %", "most frequent combination"},
                    {}};
    for (const AuditGroup& group : grouping_.groups) {
      const Statistics& s = group.statistics;
      std::vector<std::string> row{group_words(group.values)};
      for (const unsigned percent : {50U, 80U, 95U}) {
        std::string cell = "-";
        for (const batch::Cover& cover : s.covers) {
          if (cover.percent != percent) continue;
          cell = features_words(model_, cover.features) + " (" +
                 share_words(cover.people, s.found) +
                 (cover.smallest ? ")" : "; perhaps fewer would do)");
        }
        row.push_back(cell);
      }
      row.push_back(s.sets.empty() ? "-"
                                   : features_words(model_, s.sets.front().features) + " (" +
                                         share_words(s.sets.front().best, s.found) + ")");
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  PageTable blocker_table() const {
    std::vector<std::pair<std::uint64_t, std::string>> totals;  // most frequent first
    for (const AuditGroup& group : grouping_.groups) {
      for (const batch::BlockerUse& use : group.statistics.blockers) {
        const std::string name = blocker_name(model_, use.blocker);
        auto known = std::find_if(totals.begin(), totals.end(),
                                  [&](const auto& total) { return total.second == name; });
        if (known == totals.end()) known = totals.insert(totals.end(), {0, name});
        known->first += use.people;
      }
    }
    std::stable_sort(totals.begin(), totals.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (totals.size() > most_columns) totals.resize(most_columns);
    PageTable table{"Blockers by " + name_, {name_, "without recourse"}, {}};
    for (const auto& [count, name] : totals) table.head.push_back(name);
    for (const AuditGroup& group : grouping_.groups) {
      std::vector<std::string> row{group_words(group.values), count_words(group.statistics.none)};
      for (const auto& [count, name] : totals) {
        std::uint64_t people = 0;
        for (const batch::BlockerUse& use : group.statistics.blockers) {
          if (blocker_name(model_, use.blocker) == name) people += use.people;
        }
        row.push_back(count_words(people) + " (" + share_words(people, group.statistics.none) +
                      ")");
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  PageTable broken_table() const {
    PageTable table{"Records that break the causal rules, by " + name_,
                    {name_, "rows", "break rules", "95 % interval"},
                    {}};
    for (const AuditGroup& group : grouping_.groups) {
      const Statistics& s = group.statistics;
      table.rows.push_back({group_words(group.values), count_words(s.rows),
                            count_words(s.broken) + " (" + share_words(s.broken, s.rows) + ")",
                            share_interval_words(s.broken, s.rows)});
    }
    return table;
  }

  const model::Model& model_;
  const batch::AuditGrouping& grouping_;
  std::string name_;
};

}  // namespace

std::string audit_groups_html(const model::Model& model, const batch::AuditGrouping& grouping,
                              const std::string& id) {
  return GroupsPage(model, grouping).write(id);
}

}  // namespace cogs::present
