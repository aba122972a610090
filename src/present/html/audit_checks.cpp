// SPDX-License-Identifier: Apache-2.0
//
// What speaks against the data or the model: records that break rules, rules that a policy rules
// out.
#include <algorithm>

#include "path/places.h"
#include "present/html/audit.h"
#include "present/html/page_plot.h"
#include "present/text/audit_words.h"
#include "present/words/broken_words.h"
#include "present/words/words.h"

namespace cogs::present {

PageTable errors_head(const std::string& first) {
  return {"Errors by " + first,
          {first, "known", "was so", "decided so", "wrongly", "95 % interval", "missed",
           "95 % interval"},
          {}};
}

std::vector<std::string> errors_row(const std::string& first, const batch::ActualCounts& counts) {
  const auto part = [](std::uint64_t count, std::uint64_t of) {
    return of == 0 ? std::string("-") : count_words(count) + " (" + share_words(count, of) + ")";
  };
  const auto span = [](std::uint64_t count, std::uint64_t of) {
    return of == 0 ? std::string("-") : share_interval_words(count, of);
  };
  const std::uint64_t others = counts.rows - counts.undesired;
  return {first,
          count_words(counts.rows),
          part(counts.undesired, counts.rows),
          part(counts.decided, counts.rows),
          part(counts.wrongly, others),
          span(counts.wrongly, others),
          part(counts.missed, counts.undesired),
          span(counts.missed, counts.undesired)};
}

std::string more_rows_html(std::size_t all) {
  if (all <= most_page_rows) return {};
  return paragraph_html(
      std::to_string(all - most_page_rows) + " more are in the JSON of this audit.", "soft");
}

std::string audit_broken_html(const model::Model& model, const batch::AuditReport& report) {
  const batch::Statistics& all = report.all;
  if (all.broken == 0) {
    return section_html("broken", "Records that break the causal rules",
                        paragraph_html("No row breaks a causal rule or denial of the model."));
  }
  std::string out = paragraph_html(
      counted_words(all.broken, "row") + ", " + share_words(all.broken, all.rows) + " (" +
      share_interval_words(all.broken, all.rows) + (all.broken == 1 ? "), breaks" : "), break") +
      " causal rules or denials: they are exceptions to them, and no step of theirs rests on such "
      "a "
      "rule. Many exceptions speak against the rule, or against the data.");
  PageTable table{"Rules that are broken", {"line", "rule", "how", "rows", "the first rows"}, {}};
  std::vector<PlotRow> rows;
  for (std::size_t i = 0; i < all.broken_rules.size() && i < most_page_rows; ++i) {
    const batch::BrokenRule& broken = all.broken_rules[i];
    std::string first;
    for (const std::uint64_t row : report.examples[i].rows) {
      first += (first.empty() ? "" : ", ") + std::to_string(row);
    }
    const base::Place place = path::place_of(model, broken.what);
    table.rows.push_back(
        {std::to_string(place.line), statement_at(model, place),
         broken_kind_words(broken.what.kind),
         count_words(broken.rows) + " (" + share_words(broken.rows, all.rows) + ")", first});
    rows.push_back({"line " + std::to_string(place.line), count_words(broken.rows),
                    share_of(broken.rows, all.broken)});
  }
  return section_html(
      "broken", "Records that break the causal rules",
      out +
          side_by_side(plot_html(PlotKind::bars, "Broken rules by line", rows), table_html(table)) +
          more_rows_html(all.broken_rules.size()));
}

std::string audit_policy_html(const model::Model& model, const batch::AuditReport& report) {
  if (report.policy.empty()) {
    return section_html("policy", "Policy", paragraph_html("The policy names no feature."));
  }
  PageTable table{
      "Features that the policy names",
      {"feature", "kind", "rules of the decision", "causal rules and denials",
       "bears on the decision through", "asked to change it", "changes as an effect", "blocks"},
      {}};
  std::vector<std::string> used, indirect;
  for (const batch::PolicyFinding& finding : report.policy) {
    const bool proxy = finding.entry.kind == batch::PolicyKind::proxy;
    const std::string name = safe_text(finding.entry.name);
    const std::string kind = proxy ? "proxy" : "protected";
    if (!finding.entry.feature) {
      table.rows.push_back({name, kind, "not in the model", "-", "-", "-", "-", "-"});
      continue;
    }
    if (!finding.decision_lines.empty()) used.push_back(name + " (" + kind + ")");
    if (!finding.through.empty()) indirect.push_back(name + " (" + kind + ")");
    const auto lines = [](const std::vector<std::uint32_t>& list) {
      return list.empty() ? "none" : line_words(list);
    };
    table.rows.push_back(
        {name, kind, lines(finding.decision_lines), lines(finding.causal_lines),
         features_words(model, finding.through), count_words(finding.direct) + " people",
         count_words(finding.effect) + " people", count_words(finding.blocks) + " people"});
  }
  std::string verdict =
      used.empty()
          ? paragraph_html("No rule of the decision tests a feature that the policy names.")
          : paragraph_html("Rules of the decision test " + listed(used) + ".", "note");
  if (!indirect.empty()) {
    verdict += paragraph_html(
        "By causal rules, what the decision tests depends on " + listed(indirect) + ".", "note");
  }
  return section_html("policy", "Features that the policy names", verdict + table_html(table));
}

}  // namespace cogs::present
