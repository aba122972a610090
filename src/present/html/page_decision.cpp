// SPDX-License-Identifier: Apache-2.0
#include "present/html/page_decision.h"

#include <cstdio>

#include "present/html/page.h"
#include "present/html/page_tree.h"
#include "present/words/proof_words.h"
#include "present/words/rule_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using explain::ProofNode;
using explain::ProofNodeId;

// Walks a proof from its root. An atom that was shown is not shown again, and a circle ends where
// it closes, so the page grows with the number of nodes, not of ways to them.
class ProofTree {
 public:
  ProofTree(const WhyReport& report, const explain::Proof& proof, const std::string& name)
      : report_(report),
        proof_(proof),
        words_(report.model, report.record),
        tree_(name),
        shown_(proof.nodes.size(), false),
        open_(proof.nodes.size(), false) {}

  std::string write() {
    enter(proof_.root);
    while (!stack_.empty()) {
      Place& top = stack_.back();
      const ProofNode& node = proof_.node(top.id);
      if (top.next == node.children.size()) {
        open_[top.id.index()] = false;
        stack_.pop_back();
      } else {
        enter(node.children[top.next++]);
      }
    }
    return tree_.finish();
  }

 private:
  struct Place {
    ProofNodeId id;
    std::size_t next = 0;
  };

  void enter(ProofNodeId id) {
    const ProofNode& node = proof_.node(id);
    std::string words = words_(node);
    const bool again = !node.children.empty() && shown_[id.index()];
    if (again) words += open_[id.index()] ? ": it would rest on itself" : " (as said above)";
    const bool everybody =
        node.kind == ProofNode::Kind::rule && node.truth && node.children.empty();
    if (everybody) words += ": it applies to everybody";
    std::string content =
        std::string("<span class=\"mark ") +
        (node.truth ? "yes\" aria-hidden=\"true\">\u2713" : "no\" aria-hidden=\"true\">\u2717") +
        "</span>" + html_words(words);
    if (node.kind == ProofNode::Kind::rule) {
      const base::Place place = report_.model.rules[node.rule].place;
      content += " <span class=\"soft\">" +
                 html_words(body_words(report_.model, report_.model.rules[node.rule])) + "</span>" +
                 as_written(report_.model, place);
    }
    tree_.add(stack_.size(), again ? 0 : node.children.size(), content);
    if (again || node.children.empty()) return;
    shown_[id.index()] = open_[id.index()] = true;
    stack_.push_back({id});
  }

  const WhyReport& report_;
  const explain::Proof& proof_;
  ProofWords words_;
  PageTree tree_;
  std::vector<bool> shown_, open_;
  std::vector<Place> stack_;
};

std::string reason_card(const WhyReport& report, const explain::Reason& reason,
                        std::size_t number) {
  const model::Feature& feature = report.model.feature(reason.feature);
  const std::size_t parts = reason.contingency + 1;
  const std::string share = parts == 1 ? "1" : "1/" + std::to_string(parts);
  std::string out = "<li class=\"card\">\n<h3 dir=\"auto\">" + std::to_string(number) + ". " +
                    html_words(feature_words(feature)) + "</h3>\n";
  char percent[16];
  std::snprintf(percent, sizeof percent, "%.1f%%", 100.0 / static_cast<double>(parts));
  out += std::string("<svg class=\"bar\" aria-hidden=\"true\"><rect height=\"100%\" width=\"") +
         percent + "\"/></svg>\n<dl><dt>responsibility</dt><dd>" + share + "</dd>";
  out += "<dt>is</dt><dd>" +
         html_words(value_words(feature, report.record[reason.feature.index()])) + "</dd>";
  out += "<dt>would change it</dt><dd>" + html_words(set_words(feature, reason.needed)) + "</dd>";
  if (report.codes) {
    const explain::ReasonCode* code = explain::code_of(*report.codes, report.record, reason);
    out += "<dt>code</dt><dd dir=\"auto\">" + html_words(code_words(code)) + "</dd>";
  }
  std::vector<std::string> others;
  for (const auto& [other, value] : reason.others) {
    const model::Feature& with = report.model.feature(other);
    others.push_back(feature_words(with) + " were " + value_words(with, value));
  }
  if (!others.empty()) out += "<dt>if</dt><dd>" + html_words(listed(others)) + "</dd>";
  return out + "</dl>\n</li>\n";
}

}  // namespace

std::string as_written(const model::Model& model, base::Place place) {
  const std::string statement = statement_at(model, place);
  if (statement.empty()) return {};
  return " <code class=\"soft written\">" + html_words(statement) + "</code>";
}

std::string written_button() {
  return "<p class=\"tools\"><button type=\"button\" data-do=\"written\" "
         "aria-pressed=\"false\">Show rules as written</button></p>\n";
}

std::string page_title(const WhyReport& report, const std::string& what) {
  const DecisionHeading words = decision_words(report.model, report.proof);
  const std::string decision = (words.name.empty() ? "" : words.name + ": ") + words.answer;
  return decision + (what.empty() ? "" : " - " + what) + " - " + report.source;
}

std::string decision_heading(const WhyReport& report) {
  const DecisionHeading words = decision_words(report.model, report.proof);
  return "<h1>" + (words.name.empty() ? "" : html_words(words.name) + ": ") +
         "<span class=\"verdict " + (words.bad ? "no" : "yes") + "\">" + html_words(words.answer) +
         "</span></h1>\n<p>" + html_words(report.source) + ": " + html_words(words.support) +
         ".</p>\n" + written_button();
}

std::string reasons_section(const WhyReport& report) {
  if (report.reasons.reasons.empty() && report.reasons.left_out > 0) return {};
  std::string out =
      "<section aria-labelledby=\"reasons\">\n<h2 id=\"reasons\">What it rests on</h2>\n";
  if (report.reasons.exhausted != base::Exhausted::no) {
    out += "<p class=\"note\">A limit was reached before the reasons were ranked.</p>\n";
  } else if (report.reasons.reasons.empty()) {
    out += "<p>No feature has any influence on this decision.</p>\n";
  } else {
    out +=
        "<p class=\"soft\">Responsibility is 1 if another value of the feature alone would turn "
        "the decision, 1/2 if one other feature must change too, and so on.</p>\n"
        "<ol class=\"cards\">\n";
    std::size_t number = 0;
    for (const explain::Reason& reason : report.reasons.reasons) {
      out += reason_card(report, reason, ++number);
    }
    out += "</ol>\n";
  }
  return out + "</section>\n";
}

std::string proof_section(const WhyReport& report, const explain::Proof& proof,
                          const std::string& id, const std::string& title) {
  return "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">" + html_words(title) +
         "</h2>\n" + PageTree::tools() + ProofTree(report, proof, title).write() + "</section>\n";
}

std::string record_section(const WhyReport& report) {
  std::string out =
      "<section aria-labelledby=\"record\">\n<h2 id=\"record\">The record</h2>\n<table>\n"
      "<thead><tr><th scope=\"col\">feature</th><th "
      "scope=\"col\">value</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < report.model.features.size(); ++i) {
    const model::Feature& feature = report.model.features[i];
    out += "<tr><th scope=\"row\" dir=\"auto\">" + html_words(feature_words(feature)) +
           "</th><td dir=\"auto\">" + html_words(value_words(feature, report.record[i])) +
           "</td></tr>\n";
  }
  return out + "</tbody>\n</table>\n</section>\n";
}

std::string about_footer(const WhyReport& report) {
  return "<footer class=\"soft\"><p>Model: " + html_words(report.model.path) +
         "<br>SHA-256: " + html_text(report.model.sha256) +
         "<br>Record: " + html_words(report.source) + "</p></footer>\n";
}

std::vector<StripGoal> reason_goals(const WhyReport& report) {
  std::vector<StripGoal> goals;
  for (const explain::Reason& reason : report.reasons.reasons) {
    const auto* needed = std::get_if<std::vector<model::Interval>>(&reason.needed);
    if (needed) goals.push_back({reason.feature, "would change it", std::nullopt, *needed});
  }
  return goals;
}

}  // namespace cogs::present
