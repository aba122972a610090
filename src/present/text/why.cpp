// SPDX-License-Identifier: Apache-2.0
#include "present/text/why.h"

#include <algorithm>
#include <cctype>

#include "explain/score_report.h"
#include "present/words/proof_words.h"
#include "present/words/score_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using explain::ProofNode;
using explain::ProofNodeId;

// Prints the nodes below one, each on a line, indented by depth. What was shown before is not
// shown again, and a circle ends where it closes. Works with a stack of its own: proofs are as deep
// as the longest chain of rules.
class TreePrinter {
 public:
  TreePrinter(const ProofWords& words, const explain::Proof& proof, const TextStyle& style)
      : words_(words),
        proof_(proof),
        style_(style),
        shown_(proof.nodes.size()),
        open_(proof.nodes.size()) {}

  void print(ProofNodeId top, std::size_t depth) {
    enter(top, depth);
    while (!stack_.empty()) {
      Level& level = stack_.back();
      const std::vector<ProofNodeId>& children = proof_.node(level.id).children;
      if (level.next < children.size()) {
        enter(children[level.next++], depth + stack_.size());
      } else {
        open_[level.id.index()] = false;
        stack_.pop_back();
      }
    }
  }

  std::string take() { return std::move(out_); }

 private:
  struct Level {
    ProofNodeId id;
    std::size_t next = 0;  // child
  };

  void enter(ProofNodeId id, std::size_t depth) {
    const ProofNode& node = proof_.node(id);
    std::string words = words_(node);
    const bool is_atom = node.kind == ProofNode::Kind::atom;
    const bool again = is_atom && !node.children.empty() && shown_[id.index()];
    if (again) words += open_[id.index()] ? ": it would rest on itself" : " (as said above)";
    // The wrapping keeps very deep proofs readable: at some depth the indent stays.
    const std::string indent(2 * std::min<std::size_t>(depth, 20), ' ');
    const char* mark = node.truth ? "+ " : "- ";
    out_ +=
        wrapped(indent + toned(node.truth ? Tone::good : Tone::bad, mark, style_), words, style_);
    if (again) return;
    shown_[id.index()] = open_[id.index()] = true;
    stack_.push_back({id});
  }

  const ProofWords& words_;
  const explain::Proof& proof_;
  const TextStyle& style_;
  std::vector<bool> shown_, open_;
  std::vector<Level> stack_;
  std::string out_;
};

std::string heading(const WhyReport& report, const TextStyle& style) {
  const DecisionHeading words = decision_words(report.model, report.proof);
  const std::string answer = toned(words.bad ? Tone::bad : Tone::good, words.answer, style);
  const std::string name = words.name.empty()
                               ? answer + ": "
                               : toned(Tone::strong, words.name, style) + ": " + answer + ", ";
  return wrapped("", name + words.support + ".", style);
}

// Rule by rule, with the text of the rule and what made it apply or fail.
std::string prose(const WhyReport& report, const explain::Proof& proof, const TextStyle& style) {
  std::string out;
  const ProofWords words(report.model, report.record);
  for (const ProofNodeId id : proof.node(proof.root).children) {
    const ProofNode& rule = proof.node(id);
    const base::Place place = report.model.rules[rule.rule].place;
    out += "\n" + wrapped("  ",
                          "line " + std::to_string(place.line) +
                              (rule.truth ? " applies: " : " does not apply: ") +
                              toned(Tone::faint, statement_at(report.model, place), style),
                          style);
    TreePrinter printer(words, proof, style);
    for (const ProofNodeId child : rule.children) printer.print(child, 2);
    out += printer.take();
    if (rule.truth && rule.children.empty()) out += "    + it applies to everybody\n";
  }
  return out;
}

// What the scores come to, and what withholds points, largest first.
std::string scores_text(const WhyReport& report, const TextStyle& style) {
  std::string out;
  for (const explain::ScoreReport& each : report.score_reports()) {
    std::string sentence = score_sentence(report.model, each);
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    out += "\n" + wrapped("", sentence, style);
    if (each.losses.empty()) continue;
    using LostAgainst = explain::Against::Kind;
    const LostAgainst against = report.scores ? report.scores->against.kind : LostAgainst::best;
    const std::string compared = against == LostAgainst::best ? ""
                                 : against == LostAgainst::neutral
                                     ? ", against parts that add nothing"
                                     : ", against " + safe_text(report.scores->against_words);
    out += wrapped(
        "", (each.passed ? "What holds it there" : "What withholds the most") + compared + ":",
        style);
    std::size_t number = 0;
    for (const explain::ScoreLoss& loss : each.losses) {
      out += wrapped("  " + std::to_string(++number) + ". ",
                     score_loss_words(report.model, report.record, each, loss), style);
    }
  }
  return out;
}

std::string score_answers_text(const model::Model& model, const ScoreAnswers& answers,
                               const TextStyle& style) {
  std::string out;
  if (answers.sufficient) {
    std::vector<std::string> names;
    for (const model::FeatureId id : answers.sufficient->features) {
      names.push_back(feature_words(model.feature(id)));
    }
    out += "\n" +
           wrapped("",
                   names.empty()
                       ? "The decision is the same whatever the features are."
                       : "Enough for the decision, whatever all else is: " + listed(names) + ".",
                   style);
    if (!answers.sufficient->minimal) {
      out += wrapped("", "Fewer might do; that was not decided within the fixed amount of work.",
                     style);
    }
  }
  for (const explain::Shapley& each : answers.shapley) {
    const model::Score& score = model.score(each.score);
    out += "\n" + wrapped("",
                          "Shapley values of " + score_name(score) + ": " +
                              points_words(score, each.sum) + ", others have " +
                              points_words(score, each.mean) + " on average. Of the difference,",
                          style);
    for (const explain::ShapleyShare& share : each.shares) {
      out += wrapped(
          "  ",
          feature_words(model.feature(share.feature)) + ": " + points_words(score, share.points),
          style);
    }
  }
  return out;
}

std::string reasons_text(const WhyReport& report, const TextStyle& style) {
  if (report.reasons.exhausted != base::Exhausted::no) {
    return wrapped(
        "",
        toned(Tone::doubtful, "A limit was reached", style) + " before the reasons were ranked.",
        style);
  }
  if (report.reasons.reasons.empty()) {
    if (report.reasons.left_out > 0) return {};
    return wrapped("", "No feature has any influence on this decision.", style);
  }
  std::string out = wrapped("", "What it rests on:", style);
  const TemplateWords templates(report.model);
  std::size_t number = 0;
  for (const explain::Reason& reason : report.reasons.reasons) {
    const model::Feature& feature = report.model.feature(reason.feature);
    std::string words =
        toned(Tone::strong, templates.state(reason.feature, report.record[reason.feature.index()]),
              style) +
        "; " + set_words(feature, reason.needed) + " would change that";
    std::vector<std::string> others;
    for (const auto& [other, value] : reason.others) {
      const model::Feature& with = report.model.feature(other);
      others.push_back(feature_words(with) + " were " + value_words(with, value));
    }
    if (!others.empty()) words += ", if " + listed(others);
    out += wrapped("  " + std::to_string(++number) + ". ", words, style);
    if (report.codes) {
      const std::string margin(4 + std::to_string(number).size(), ' ');
      const explain::ReasonCode* code = explain::code_of(*report.codes, report.record, reason);
      out += wrapped(margin, code ? "Code " + code_words(code) : "No code", style);
    }
  }
  return out;
}

std::string rather_text(const WhyReport& report, const WhyReport::Rather& rather,
                        const TextStyle& style) {
  const TemplateWords templates(report.model);
  const std::string name = templates.atom(rather.atom), colon = templates.lead(rather.atom);
  if (rather.proof.node(rather.proof.root).truth) {
    return wrapped("", "Rather than" + colon + name + "? That holds as well.", style);
  }
  std::string out = wrapped("", "Why not" + colon + toned(Tone::strong, name, style) + "?", style);
  out += prose(report, rather.proof, style) + "\n";
  if (rather.alternative.exhausted != base::Exhausted::no) {
    return out +
           wrapped("", "A limit was reached before it was found what that would take.", style);
  }
  if (!rather.alternative.possible) {
    return out + wrapped("", "No values of the features would give it.", style);
  }
  std::vector<std::string> changes;
  for (const auto& change : rather.alternative.changes) {
    const model::Feature& feature = report.model.feature(change.feature);
    changes.push_back(feature_words(feature) + " to be " + set_words(feature, change.values) +
                      " instead of " + value_words(feature, change.from));
  }
  return out + wrapped("", "It would take " + listed(changes) + ".", style);
}

}  // namespace

std::string why_text(const WhyReport& report, WhyForm form, const TextStyle& style) {
  std::string out = heading(report, style);
  if (form == WhyForm::tree) {
    const ProofWords words(report.model, report.record);
    TreePrinter printer(words, report.proof, style);
    printer.print(report.proof.root, 0);
    return printer.take();
  }
  if (form == WhyForm::prose) out += prose(report, report.proof, style);
  if (!report.model.scores.empty()) out += scores_text(report, style);
  if (report.scores) out += score_answers_text(report.model, *report.scores, style);
  const std::string reasons = reasons_text(report, style);
  if (!reasons.empty()) out += "\n" + reasons;
  if (report.rather) out += "\n" + rather_text(report, *report.rather, style);
  return out;
}

std::string compare_text(const model::Model& model, const explain::Contrast& contrast,
                         const TextStyle& style) {
  const TemplateWords templates(model);
  const std::string label = templates.label(model.undesired);
  const auto answer = [&](bool holds) {
    const std::string words = label.empty() ? (holds ? "yes" : "no")
                              : holds       ? label
                                            : templates.not_atom(model.undesired);
    return toned(holds ? Tone::bad : Tone::good, words, style);
  };
  const auto class_of = [&](bool holds, const std::optional<model::AtomId>& held) {
    const bool bad = holds && !contrast.about_classes;
    return toned(bad ? Tone::bad : Tone::good,
                 bad    ? templates.atom(model.undesired)
                 : held ? templates.atom(*held)
                        : templates.not_atom(model.undesired),
                 style);
  };
  const std::string name =
      label.empty() ? toned(Tone::strong, templates.atom(model.undesired), style) + ": " : "";
  std::string out =
      wrapped("",
              contrast.here_class || contrast.there_class
                  ? class_of(contrast.here, contrast.here_class) + " for A, " +
                        class_of(contrast.there, contrast.there_class) + " for B."
                  : name + answer(contrast.here) + " for A, " + answer(contrast.there) + " for B.",
              style);
  if (contrast.exhausted != base::Exhausted::no) {
    return out + wrapped("", "A limit was reached before the difference was found.", style);
  }
  if (contrast.here == contrast.there) {
    return out + wrapped("", "Both get the same decision: there is nothing to tell apart.", style);
  }
  out += "\n" + wrapped("", "What makes the difference:", style);
  for (const explain::Difference& difference : contrast.decisive) {
    const model::Feature& feature = model.feature(difference.feature);
    out += wrapped("  - ",
                   toned(Tone::strong, feature_words(feature), style) + ": " +
                       value_words(feature, difference.here) + " for A, " +
                       value_words(feature, difference.there) + " for B",
                   style);
  }
  const std::size_t rest = contrast.differences.size() - contrast.decisive.size();
  if (rest > 0) {
    out += "\n" + wrapped("",
                          "They differ in " + counted(rest, "other feature") +
                              " that the rules ask for; with the values of B for the " +
                              (contrast.decisive.size() == 1 ? "one" : "ones") +
                              " above, A would get the decision of B.",
                          style);
  }
  return out;
}

}  // namespace cogs::present
