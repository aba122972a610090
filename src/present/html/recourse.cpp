// SPDX-License-Identifier: Apache-2.0
#include "present/html/recourse.h"

#include <map>
#include <set>

#include "present/html/page.h"
#include "present/html/page_decision.h"
#include "present/words/blocker_words.h"
#include "present/words/broken_words.h"
#include "present/words/rule_words.h"
#include "present/words/score_words.h"
#include "present/words/step_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using path::BlockerKind;
using path::Status;

std::string paragraph(const std::string& words, const char* kind = nullptr) {
  return (kind ? std::string("<p class=\"") + kind + "\">" : "<p>") + html_words(words) + "</p>\n";
}

class RecoursePage {
 public:
  RecoursePage(const WhyReport& why, const path::Options& options, const path::Result& result,
               const explain::RecourseReasons& reasons)
      : why_(why),
        model_(why.model),
        options_(options),
        result_(result),
        reasons_(reasons),
        words_(why.model, options, result, plain_, why.written) {}

  std::string write() const {
    std::string out = decision_heading(why_) + rules() + notes() + answer();
    std::vector<StripGoal> goals = path_goals();
    out += strips_html(model_, why_.record, goals.empty() ? reason_goals(why_) : goals);
    out += reasons_section(why_) + proof_section(why_, why_.proof, "proof", "Proof");
    out += record_section(why_) + about_footer(why_);
    return page_html({page_title(why_, title())}, out);
  }
  std::string write_ways() const { return rules() + notes() + answer(); }

 private:
  std::string answer() const {
    std::string out;
    switch (result_.status) {
      case Status::already:
        out += section("ways", "Nothing needs to change",
                       desired().empty() ? "" : paragraph("The decision is " + goal() + "."));
        break;
      case Status::found: out += found(); break;
      case Status::none: out += none(); break;
      case Status::gave_up: out += gave_up(); break;
    }
    return out;
  }

  static std::string section(const std::string& id, const std::string& heading,
                             const std::string& content) {
    return "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">" +
           html_words(heading) + "</h2>\n" + content + "</section>\n";
  }

  std::string undesired() const { return words_.undesired(); }
  std::string desired() const { return words_.desired(); }
  std::string goal() const { return words_.goal(); }

  std::string title() const {
    switch (result_.status) {
      case Status::found: return "What would change that";
      case Status::already: return "Nothing needs to change";
      case Status::none: return "No way leads to the other decision";
      case Status::gave_up: break;
    }
    return "The search was stopped";
  }

  std::string rules() const {
    if (!result_.undesired || result_.deciding_rules.empty()) {
      const bool neither = result_.status != Status::already && !desired().empty();
      return neither && !result_.undesired ? paragraph("But " + words_.not_desired(" either") + ".")
                                           : "";
    }
    std::string out = "<ul class=\"rules\">\n";
    for (const model::RuleId rule : by_statement(model_, result_.deciding_rules)) {
      const base::Place place = model_.rule(rule).place;
      out += "<li><span class=\"soft\">line " + std::to_string(place.line) + "</span> " +
             html_words(body_words(model_, model_.rule(rule))) + as_written(model_, place) +
             "</li>\n";
    }
    return out + "</ul>\n";
  }

  std::string notes() const {
    std::string out;
    if (!result_.missing.empty()) {
      std::vector<std::string> names;
      for (const path::FeatureId id : result_.missing) {
        names.push_back(feature_words(model_.feature(id)));
      }
      out += paragraph("Not known: " + listed(names) + ". The rules mention " +
                           (names.size() == 1 ? "it" : "them") +
                           ", so the answer may change with more data.",
                       "note");
    }
    for (std::string words : broken_sentences(model_, why_.record, result_.start_breaks)) {
      words[0] = static_cast<char>(words[0] - 'a' + 'A');
      out += paragraph(words, "note");
    }
    return out;
  }

  std::string found() const {
    if (result_.paths.size() == 1) {
      return section("ways", words_.heading(result_.paths[0]), what_is_proved() + ways());
    }
    const std::string how = options_.all ? ", all of the least cost" : ", the cheapest first";
    return section("ways", std::to_string(result_.paths.size()) + " ways to change that" + how,
                   what_is_proved() + ways() + comparison());
  }

  std::string what_is_proved() const {
    std::string words = words_.what_is_proved();
    if (words.empty()) return {};
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
    return paragraph(words, "note");
  }

  std::string ways() const {
    std::string out = "<div class=\"ways\">\n";
    for (std::size_t i = 0; i < result_.paths.size(); ++i) out += way(result_.paths[i], i + 1);
    return out + "</div>\n";
  }

  std::string way(const path::Path& path, std::size_t number) const {
    std::string out = "<div class=\"card\">\n";
    if (result_.paths.size() > 1) out += "<h3>Way " + std::to_string(number) + "</h3>\n";
    out += paragraph(counted(path.transitions.size(), "step") + ", cost " + cost_words(path.cost) +
                     (path.optimal ? " (proved: nothing costs less)" : ""));
    if (!path.certain) {
      out += paragraph("Not certain: an effect on this way is possible, but nothing promises it.",
                       "note strong");
    }
    out += "<ol class=\"timeline\">\n";
    std::size_t step = 0;
    for (const path::Transition& transition : path.transitions) {
      out += "<li><p class=\"step\">Step " + std::to_string(++step) + "</p>\n";
      for (const path::Change& action : transition.actions) out += direct(action);
      for (const path::Effect& effect : transition.effects) out += follows(effect);
      if (number <= reasons_.paths.size()) out += why(path, reasons_.paths[number - 1][step - 1]);
      out += "</li>\n";
    }
    return out + "<li class=\"end\"><p>Decision then: <span class=\"verdict " +
           (path.certain ? "yes" : "maybe") + "\">" + html_words(goal()) +
           (path.certain ? "" : ", not certain") + "</span></p></li>\n</ol>\n</div>\n";
  }

  std::string from_to(const path::Change& change) const {
    const model::Feature& feature = model_.feature(change.feature);
    return "<strong>" + html_words(feature_words(feature)) + "</strong>: from " +
           html_words(value_words(feature, change.from)) + " to <strong>" +
           html_words(target_words(feature, change)) + "</strong>";
  }

  std::string direct(const path::Change& action) const {
    const model::Feature& feature = model_.feature(action.feature);
    std::string out = "<div class=\"change direct\"><span class=\"kind\">Change directly</span>" +
                      from_to(action);
    const std::string price = words_.price(action);
    std::string more = action.from && feature.ordered() ? words_.action(action) : "";
    if (!price.empty()) more += (more.empty() ? "" : "; ") + price;
    if (!more.empty()) out += "<br><span class=\"soft\">" + html_words(more) + "</span>";
    return out + "</div>\n";
  }

  // What would be wrong without the step, and the decision after it where it is not the last.
  std::string why(const path::Path& path, const explain::StepReasons& step) const {
    std::string out;
    const std::vector<std::string> needed = words_.needed(path, step);
    if (!needed.empty()) out += paragraph("Without this step, " + listed(needed) + ".", "soft");
    if (!step.goal) out += paragraph("After this step: " + words_.after(step) + ".", "soft");
    return out;
  }

  std::string follows(const path::Effect& effect) const {
    std::string out =
        std::string("<div class=\"change effect") + (effect.certain ? "" : " doubtful") +
        "\"><span class=\"kind\">" +
        (effect.certain ? "Follows by itself" : "May follow by itself (not certain)") + "</span>" +
        from_to(effect);
    for (const model::CausalRuleId rule : by_statement(model_, effect.rules)) {
      const base::Place place = model_.rule(rule).place;
      out += as_written(model_, place);
    }
    if (!effect.rules.empty()) {
      out += "<br><span class=\"soft\">because " + html_words(words_.causes(effect)) + "</span>";
    }
    if (!effect.certain) {
      out += "<br><span class=\"soft\">permitted: " +
             html_words(set_words(model_.feature(effect.feature), effect.supported)) + "</span>";
    }
    return out + "</div>\n";
  }

  // What the ways come to: one row a feature that some way changes.
  std::string comparison() const {
    std::set<std::size_t> changed;
    for (const path::Path& path : result_.paths) {
      for (const path::Transition& transition : path.transitions) {
        for (const path::Change& action : transition.actions)
          changed.insert(action.feature.index());
        for (const path::Effect& effect : transition.effects)
          changed.insert(effect.feature.index());
      }
    }
    std::string out =
        "<h3>Side by side</h3>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"The ways side by side\">\n<table>\n<thead><tr><th scope=\"col\">feature</th>"
        "<th scope=\"col\">now</th>";
    for (std::size_t i = 1; i <= result_.paths.size(); ++i) {
      out += "<th scope=\"col\">way " + std::to_string(i) + "</th>";
    }
    out += "</tr></thead>\n<tbody>\n";
    for (const std::size_t i : changed) {
      const model::Feature& feature = model_.features[i];
      out += "<tr><th scope=\"row\" dir=\"auto\">" + html_words(feature_words(feature)) +
             "</th><td dir=\"auto\">" + html_words(value_words(feature, why_.record[i])) + "</td>";
      for (const path::Path& path : result_.paths) out += "<td>" + outcome(path, i) + "</td>";
      out += "</tr>\n";
    }
    out += "<tr><th scope=\"row\">cost</th><td>0</td>";
    for (const path::Path& path : result_.paths) {
      out += "<td>" + html_text(cost_words(path.cost)) + "</td>";
    }
    return out + "</tr>\n</tbody>\n</table>\n</div>\n";
  }

  std::string outcome(const path::Path& path, std::size_t feature) const {
    const path::Change* last = nullptr;
    bool by_itself = false;
    for (const path::Transition& transition : path.transitions) {
      for (const path::Change& action : transition.actions) {
        if (action.feature.index() == feature) last = &action, by_itself = false;
      }
      for (const path::Effect& effect : transition.effects) {
        if (effect.feature.index() == feature) last = &effect, by_itself = true;
      }
    }
    if (!last) return "<span class=\"soft\">as it is</span>";
    return html_words(value_words(model_.features[feature], last->to)) +
           (by_itself ? " <span class=\"soft\">(follows)</span>" : "");
  }

  std::string none() const {
    std::string out = paragraph("This is proved.");
    for (const explain::ScoreLimit& limit : reasons_.limits) {
      std::string words = score_limit_words(model_, limit);
      words[0] = 'N';
      out += paragraph(words + ".");
    }
    if (result_.blockers.empty()) return section("ways", none_heading(), out);
    if (result_.blockers.front().kind == BlockerKind::decision) {
      out += paragraph("The rules give this decision in every state, whatever may change.");
      return section("ways", none_heading(), out);
    }
    out += paragraph(result_.blockers.size() == 1
                         ? "One thing stands in the way; without it there is a way:"
                         : "These stand in the way; without all of them there is a way:");
    out += "<ul class=\"blockers\">\n";
    for (const path::Blocker& blocker : result_.blockers) {
      out += "<li>" + html_words(blocker_words(model_, blocker)) + "</li>\n";
    }
    out += "</ul>\n";
    if (reasons_.lifted && reasons_.lifted->status != Status::gave_up) {
      std::string words = lifted_words(model_, result_.blockers);
      words[0] = static_cast<char>(words[0] - 'a' + 'A');
      out += paragraph(words + ": " + answer_words(model_, *reasons_.lifted) + ".");
    }
    return section("ways", none_heading(), out);
  }
  static std::string none_heading() { return "No way leads to the other decision"; }

  std::string gave_up() const {
    std::string heading = "The search was stopped";
    if (result_.exhausted == base::Exhausted::time) heading = "The time limit was reached";
    if (result_.exhausted == base::Exhausted::memory) heading = "The memory limit was reached";
    if (result_.exhausted == base::Exhausted::effort) heading = "The limit of effort was reached";
    const std::string bound = "every way costs at least " + cost_words(result_.lower_bound) + ".";
    if (result_.paths.empty()) {
      return section("ways", heading, paragraph("No way was found before; " + bound, "note"));
    }
    return section("ways", heading,
                   paragraph("What follows is the best so far; " + bound, "note") + ways() +
                       (result_.paths.size() > 1 ? comparison() : ""));
  }

  // Where each way ends, for features that it changes. Ways with the same end share a mark.
  std::vector<StripGoal> path_goals() const {
    std::vector<StripGoal> goals;
    std::vector<std::vector<std::size_t>> numbers;
    for (std::size_t i = 0; i < result_.paths.size(); ++i) {
      std::map<std::size_t, const path::Change*> last;
      for (const path::Transition& transition : result_.paths[i].transitions) {
        for (const path::Change& c : transition.actions) last[c.feature.index()] = &c;
        for (const path::Effect& c : transition.effects) last[c.feature.index()] = &c;
      }
      for (const auto& [feature, end] : last) {
        const auto* range = std::get_if<std::vector<model::Interval>>(&end->range);
        if (!range || !end->to.number) continue;
        std::size_t at = 0;
        while (at < goals.size() &&
               (goals[at].feature != end->feature || *goals[at].value != *end->to.number)) {
          ++at;
        }
        if (at == goals.size()) {
          goals.push_back({end->feature, "", end->to.number, *range});
          numbers.emplace_back();
        }
        numbers[at].push_back(i + 1);
      }
    }
    for (std::size_t at = 0; at < goals.size(); ++at) {
      goals[at].label = result_.paths.size() == 1 ? "to" : way_names(numbers[at]);
    }
    return goals;
  }

  static std::string way_names(const std::vector<std::size_t>& numbers) {
    std::string out = numbers.size() == 1 ? "way " : "ways ";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (i == 3 && numbers.size() > 4) return out + "...:";
      out += (i > 0 ? "," : "") + std::to_string(numbers[i]);
    }
    return out + ":";
  }

  const WhyReport& why_;
  const model::Model& model_;
  const path::Options& options_;
  const path::Result& result_;
  const explain::RecourseReasons& reasons_;
  const TextStyle plain_{};
  StepWords words_;
};

}  // namespace

std::string recourse_html(const WhyReport& why, const path::Options& options,
                          const path::Result& result, const explain::RecourseReasons& reasons) {
  return RecoursePage(why, options, result, reasons).write();
}

std::string ways_html(const model::Model& model, const model::Record& record,
                      const path::Options& options, const path::Result& result,
                      const explain::RecourseReasons& reasons) {
  // The ways speak of the model and the record alone.
  static const explain::Proof no_proof{};
  static const explain::Reasons no_reasons{};
  static const std::optional<WhyReport::Rather> no_other;
  const WhyReport about{model, record, "", no_proof, no_reasons, no_other};
  return RecoursePage(about, options, result, reasons).write_ways();
}

}  // namespace cogs::present
