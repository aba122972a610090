// SPDX-License-Identifier: Apache-2.0
#include "present/html/why.h"

#include "explain/score_report.h"
#include "present/html/page.h"
#include "present/html/page_decision.h"
#include "present/html/page_waterfall.h"
#include "present/words/score_words.h"
#include "present/words/template_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

std::string rather_section(const WhyReport& report, const WhyReport::Rather& rather) {
  const TemplateWords templates(report.model);
  const std::string name = templates.atom(rather.atom), colon = templates.lead(rather.atom);
  if (rather.proof.node(rather.proof.root).truth) {
    return "<section aria-labelledby=\"rather\">\n<h2 id=\"rather\">" +
           html_words("Rather than" + colon + name + "?") +
           "</h2>\n<p>That holds as well.</p>\n</section>\n";
  }
  std::string out = proof_section(report, rather.proof, "rather", "Why not" + colon + name + "?");
  if (rather.alternative.exhausted != base::Exhausted::no) {
    return out +
           "<p class=\"note\">A limit was reached before it was found what that would "
           "take.</p>\n";
  }
  if (!rather.alternative.possible) {
    return out + "<p class=\"note\">No values of the features would give it.</p>\n";
  }
  out += "<h3>What it would take</h3>\n<ul class=\"rules\">\n";
  for (const auto& change : rather.alternative.changes) {
    const model::Feature& feature = report.model.feature(change.feature);
    out += "<li><strong>" + html_words(feature_words(feature)) + "</strong> to be " +
           html_words(set_words(feature, change.values)) + " instead of " +
           html_words(value_words(feature, change.from)) + "</li>\n";
  }
  return out + "</ul>\n";
}

// A table of what each feature withholds, the largest first.
std::string scores_section(const WhyReport& report) {
  const auto all = report.score_reports();
  if (all.empty()) return {};
  std::string out = "<section aria-labelledby=\"scores\">\n<h2 id=\"scores\">Scores</h2>\n";
  for (const explain::ScoreReport& each : all) {
    out += "<p>" + html_words(score_sentence(report.model, each)) + "</p>\n";
    out += waterfall_html(report.model, each);
    if (each.losses.empty()) continue;
    const model::Score& score = report.model.score(each.score);
    out +=
        "<table>\n<thead><tr><th scope=\"col\">Feature</th><th scope=\"col\">Value</th>"
        "<th scope=\"col\">" +
        std::string(each.passed ? "Would take" : "Would bring") +
        "</th><th scope=\"col\">With</th></tr></thead>\n<tbody>\n";
    for (const explain::ScoreLoss& loss : each.losses) {
      const model::Feature& feature = report.model.feature(loss.feature);
      out += "<tr><th scope=\"row\">" + html_words(feature_words(feature)) + "</th><td>" +
             html_words(value_words(feature, report.record[loss.feature.index()])) + "</td><td>" +
             html_words(points_words(score, loss.points)) + "</td><td>" +
             (loss.best ? html_words(value_words(feature, *loss.best)) : "") + "</td></tr>\n";
    }
    out += "</tbody>\n</table>\n";
  }
  return out + "</section>\n";
}

}  // namespace

std::string why_html(const WhyReport& report) {
  std::string out = decision_heading(report) + scores_section(report) + reasons_section(report);
  out += proof_section(report, report.proof, "proof", "Proof");
  if (report.rather) out += rather_section(report, *report.rather);
  out += strips_html(report.model, report.record, reason_goals(report));
  out += record_section(report) + about_footer(report);
  return page_html({page_title(report)}, out);
}

}  // namespace cogs::present
