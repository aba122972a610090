// SPDX-License-Identifier: Apache-2.0
#include "present/text/audit.h"

#include <algorithm>

#include "path/places.h"
#include "present/text/audit_words.h"
#include "present/words/blocker_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

constexpr std::size_t most_listed = 5, most_groups = 12;

class AuditText {
 public:
  AuditText(const AuditQuestion& question, const batch::AuditReport& report, const TextStyle& style)
      : model_(question.model), report_(report), all_(report.all), style_(style) {}

  std::string write() {
    people();
    if (all_.found > 0) changes();
    blockers();
    broken();
    if (report_.actual)
      line("What " + safe_text(report_.actual_column) + " says: " + actual_words(*report_.actual) +
           ".");
    for (const batch::AuditGrouping& grouping : report_.by) groups(grouping);
    policy();
    for (const std::string& words : protected_warnings(model_, report_)) {
      line(toned(Tone::doubtful, "Warning:", style_) + " " + words);
    }
    return out_;
  }

 private:
  void line(const std::string& text) { out_ += wrapped("", text, style_); }
  void item(const std::string& text) { out_ += wrapped("  ", text, style_); }

  void people() {
    std::string text = counted_words(report_.rows, "row") + ": " + count_words(all_.already) +
                       " need nothing, " + count_words(all_.concerned) + " do not have the " +
                       "decision that they would want.";
    if (report_.bad > 0) text += " " + counted_words(report_.bad, "row") + " cannot be read.";
    line(text);
    if (report_.not_reached > 0) {
      line(toned(Tone::doubtful, "Not finished:", style_) + " a limit came before " +
           counted_words(report_.not_reached, "row") + "; the figures are about the others.");
    }
    if (all_.concerned == 0) return;
    line(toned(Tone::strong, share_words(all_.found, all_.concerned), style_) + " of them (" +
         share_interval_words(all_.found, all_.concerned) + ") have recourse; " +
         count_words(all_.none) + " have none" +
         (all_.gave_up > 0 ? ", for " + count_words(all_.gave_up) + " a limit came first" : "") +
         ".");
    if (const auto* median = quantile_at(all_, 50)) {
      line("The cost is at most " + cost_words(median->cost) +
           " for half of those who have it, at most " + cost_words(quantile_at(all_, 90)->cost) +
           " for 90 %.");
    }
  }

  void changes() {
    line("Changed most often:");
    for (std::size_t i = 0; i < all_.features.size() && i < most_listed; ++i) {
      const batch::FeatureUse& use = all_.features[i];
      if (use.direct == 0) break;
      item(feature_words(model_.features[use.feature]) + ": " +
           share_words(use.direct, all_.found) + "; enough by itself for " +
           share_words(use.alone, all_.found));
    }
    for (const batch::Cover& cover : all_.covers) {
      line("To reach " + std::to_string(cover.percent) + " %: " +
           features_words(model_, cover.features) + " (" + share_words(cover.people, all_.found) +
           (cover.smallest ? "" : "; perhaps fewer would do") + ").");
    }
  }

  void blockers() {
    if (all_.blockers.empty()) return;
    line("In the way of those without recourse:");
    for (std::size_t i = 0; i < all_.blockers.size() && i < most_listed; ++i) {
      item(blocker_words(model_, all_.blockers[i].blocker) + ": " +
           count_words(all_.blockers[i].people));
    }
  }

  void broken() {
    if (all_.broken == 0) return;
    std::vector<std::uint32_t> lines;
    for (const batch::BrokenRule& broken : all_.broken_rules) {
      const std::uint32_t line = path::place_of(model_, broken.what).line;
      const bool again = std::find(lines.begin(), lines.end(), line) != lines.end();
      if (lines.size() < most_listed && !again) lines.push_back(line);
    }
    line(counted_words(all_.broken, "row") + " (" + share_words(all_.broken, all_.rows) +
         (all_.broken == 1 ? ") breaks" : ") break") +
         " the causal rules or denials, most often at " + line_words(lines) + ".");
  }

  void groups(const batch::AuditGrouping& grouping) {
    line("By " + columns_words(grouping.columns) + ":");
    std::size_t shown = 0;
    for (const batch::AuditGroup& group : grouping.groups) {
      if (++shown > most_groups) {
        item(std::to_string(grouping.groups.size() - most_groups) + " more groups are on the page");
        break;
      }
      const batch::Statistics& s = group.statistics;
      if (s.concerned == 0) {
        item(group_words(group.values) + ": nobody of " + count_words(s.rows) + " is concerned");
        continue;
      }
      item(group_words(group.values) + ": " + share_words(s.found, s.concerned) + " of " +
           count_words(s.concerned) + " have recourse (" +
           share_interval_words(s.found, s.concerned) + ")" +
           (group.small ? "; few people, take it with care" : ""));
    }
    shown = 0;
    for (const batch::AuditGroup& group : grouping.groups) {
      if (group.actual && ++shown <= most_groups) {
        item(group_words(group.values) + ": " + actual_words(*group.actual));
      }
    }
    four_fifths(grouping, "the wanted decision", &batch::AuditGroup::decision_ratio);
    four_fifths(grouping, "recourse", &batch::AuditGroup::recourse_ratio);
  }

  void four_fifths(const batch::AuditGrouping& grouping, const std::string& what,
                   std::optional<batch::Ratio> batch::AuditGroup::* ratio) {
    std::vector<std::string> below;
    std::size_t to = 0;
    for (const batch::AuditGroup& group : grouping.groups) {
      if (!(group.*ratio) || !(group.*ratio)->below_four_fifths) continue;
      to = (group.*ratio)->to;
      below.push_back(group_words(group.values) + " " + ratio_words(group.*ratio));
      if (below.size() == most_listed) break;
    }
    if (below.empty()) return;
    item("The share with " + what + " is less than four fifths of that of " +
         group_words(grouping.groups[to].values) + ": " + listed(below) + ".");
  }

  void policy() {
    for (const batch::PolicyFinding& finding : report_.policy) {
      std::string text =
          safe_text(finding.entry.name) +
          (finding.entry.kind == batch::PolicyKind::proxy ? " (proxy): " : " (protected): ");
      text += finding.decision_lines.empty()
                  ? "no rule of the decision uses it"
                  : "the decision uses it, " + line_words(finding.decision_lines);
      if (!finding.through.empty()) {
        text += "; by causal rules it bears on " + features_words(model_, finding.through) +
                ", which the decision uses";
      }
      text += "; " + count_words(finding.direct) + " are asked to change it, it blocks " +
              count_words(finding.blocks) + ".";
      line(text);
    }
  }

  const model::Model& model_;
  const batch::AuditReport& report_;
  const batch::Statistics& all_;
  const TextStyle& style_;
  std::string out_;
};

}  // namespace

std::string audit_text(const AuditQuestion& question, const batch::AuditReport& report,
                       const TextStyle& style) {
  return AuditText(question, report, style).write();
}

}  // namespace cogs::present
