// SPDX-License-Identifier: Apache-2.0
#include "present/text/recourse.h"

#include <cctype>

#include "explain/prove.h"
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

class RecourseWriter {
 public:
  RecourseWriter(const model::Model& model, const model::Record& start,
                 const path::Options& options, const path::Result& result, const TextStyle& style,
                 const explain::RecourseReasons& reasons, const std::vector<std::string>* written)
      : model_(model),
        start_(start),
        options_(options),
        result_(result),
        style_(style),
        reasons_(reasons),
        words_(model, options, result, style, written) {}

  std::string write() {
    write_decision();
    write_notes();
    out_ += "\n";
    switch (result_.status) {
      case Status::already: paragraph(toned(Tone::good, "Nothing needs to change.", style_)); break;
      case Status::found: write_found(); break;
      case Status::none: write_none(); break;
      case Status::gave_up: write_gave_up(); break;
    }
    return std::move(out_);
  }

 private:
  void paragraph(const std::string& text) { out_ += wrapped("", text, style_); }

  std::string undesired() const { return words_.undesired(); }
  std::string desired() const { return words_.desired(); }
  std::string not_undesired() const {
    if (const auto held = explain::class_that_holds(model_, start_)) {
      return TemplateWords(model_).atom(*held);
    }
    return TemplateWords(model_).not_atom(model_.undesired);
  }

  void write_decision() {
    if (!result_.undesired) {
      const bool needs_desired = result_.status != Status::already && !desired().empty();
      paragraph("Decision: " + toned(Tone::strong, not_undesired(), style_) +
                (needs_desired ? ", but " + words_.not_desired(" either") : ""));
      return;
    }
    paragraph("Decision: " + toned(Tone::strong, undesired(), style_) +
              (result_.deciding_rules.empty() ? "" : ", because of"));
    for (const model::RuleId rule : by_statement(model_, result_.deciding_rules)) {
      const base::Place place = model_.rule(rule).place;
      out_ += wrapped("  line " + std::to_string(place.line) + ": ", statement_at(model_, place),
                      style_);
    }
  }

  void write_notes() {
    if (!result_.missing.empty()) {
      std::vector<std::string> names;
      for (const path::FeatureId id : result_.missing) {
        names.push_back(feature_words(model_.feature(id)));
      }
      paragraph(toned(Tone::doubtful, "Not known:", style_) + " " + listed(names) +
                ". The rules mention " + (names.size() == 1 ? "it" : "them") +
                ", so the answer may change with more data.");
    }
    for (const std::string& words : broken_sentences(model_, start_, result_.start_breaks)) {
      paragraph(toned(Tone::doubtful, "Note:", style_) + " " + words);
    }
  }

  std::string cost_part(const path::Path& path) const {
    return "cost " + cost_words(path.cost) + (path.optimal ? " (proved: nothing costs less)" : "");
  }

  void write_found() {
    if (result_.paths.size() == 1) {
      const path::Path& path = result_.paths[0];
      paragraph(toned(Tone::strong, words_.heading(path), style_) + ": " +
                counted(path.transitions.size(), "step") + ", " + cost_part(path) + ".");
      write_what_is_proved();
      out_ += "\n";
      write_path(path, 0);
      return;
    }
    paragraph(
        toned(Tone::strong, std::to_string(result_.paths.size()) + " ways to change that", style_) +
        (options_.all ? ", all of the least cost." : ", the cheapest first."));
    write_what_is_proved();
    std::size_t number = 0;
    for (const path::Path& path : result_.paths) {
      out_ += "\n";
      paragraph(toned(Tone::strong, "Way " + std::to_string(++number), style_) + ": " +
                counted(path.transitions.size(), "step") + ", cost " + cost_words(path.cost) + ".");
      write_path(path, number - 1);
    }
  }

  void write_what_is_proved() {
    const std::string words = words_.what_is_proved();
    if (!words.empty()) paragraph(toned(Tone::doubtful, "Note:", style_) + " " + words);
  }

  void write_path(const path::Path& path, std::size_t index) {
    std::size_t number = 0;
    for (const path::Transition& transition : path.transitions) {
      ++number;
      const std::string margin = (number < 10 ? "  " : " ") + std::to_string(number) + ". ";
      write_actions(transition, margin);
      const std::string inner(margin.size(), ' ');
      for (const path::Effect& effect : transition.effects) {
        out_ += wrapped(inner, "Then " + words_.effect(effect) + ".", style_);
      }
      const model::Record& before = number == 1 ? start_ : path.transitions[number - 2].state;
      for (std::string& words : score_step_words(model_, before, transition.state)) {
        words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
        out_ += wrapped(inner, words + ".", style_);
      }
      if (index < reasons_.paths.size()) {
        write_reasons(path, reasons_.paths[index][number - 1], inner);
      }
    }
    out_ += "\n";
    if (!path.certain) {
      paragraph(toned(Tone::doubtful, "Not certain:", style_) +
                " an effect on this way is possible, but nothing promises it.");
    }
    if (!path.transitions.empty()) write_end(path.transitions.back().state);
  }

  void write_actions(const path::Transition& transition, const std::string& margin) {
    bool first = true;
    for (const path::Change& action : transition.actions) {
      const std::string price = words_.price(action);
      std::string text = words_.action(action) + (price.empty() ? "" : " (" + price + ")") + ".";
      if (first) text[0] = static_cast<char>(text[0] - 'a' + 'A');
      out_ += first ? wrapped(margin, text, style_)
                    : wrapped(std::string(margin.size(), ' '), "At the same time: " + text, style_);
      first = false;
    }
  }

  // Why the step is there, and, where it is not the last, what the decision is behind it.
  void write_reasons(const path::Path& path, const explain::StepReasons& step,
                     const std::string& margin) {
    const std::vector<std::string> needed = words_.needed(path, step);
    if (!needed.empty())
      out_ += wrapped(margin, "Without this step, " + listed(needed) + ".", style_);
    if (!step.goal) {
      out_ += wrapped(margin, "After this step: " + words_.after(step) + ".", style_);
    }
  }

  // The end state: all of a short record, of a long one what is different from the start.
  void write_end(const model::Record& state) {
    constexpr std::size_t short_record = 8;
    std::vector<std::string> values;
    for (std::size_t i = 0; i < state.size(); ++i) {
      const bool same = state[i] == start_[i];
      if (same && (state.size() > short_record || !state[i])) continue;
      values.push_back(feature_words(model_.features[i]) + " " +
                       value_words(model_.features[i], state[i]));
    }
    paragraph("After that: " + listed(values, ",") +
              ". Decision: " + toned(Tone::good, words_.goal(), style_) + ".");
  }

  void write_none() {
    paragraph(toned(Tone::bad, "No way leads to the other decision", style_) + " (proved).");
    for (const explain::ScoreLimit& limit : reasons_.limits) {
      std::string words = score_limit_words(model_, limit);
      words[0] = 'N';
      paragraph(words + ".");
    }
    if (result_.blockers.empty()) return;
    if (result_.blockers.front().kind == BlockerKind::decision) {
      paragraph("The rules give this decision in every state, whatever may change.");
      return;
    }
    paragraph(result_.blockers.size() == 1
                  ? "One thing stands in the way; without it there is a way:"
              : result_.fewest_blockers
                  ? "These stand in the way; without all of them there is a way:"
                  : "These stand in the way; without all of them there is a way (fewer might "
                    "do; that was not decided within the fixed amount of work):");
    for (const path::Blocker& blocker : result_.blockers) {
      out_ += wrapped("  - ", blocker_words(model_, blocker), style_);
    }
    if (reasons_.lifted && reasons_.lifted->status != Status::gave_up) {
      std::string words = lifted_words(model_, result_.blockers);
      words[0] = static_cast<char>(words[0] - 'a' + 'A');
      out_ += wrapped("", words + ": " + answer_words(model_, *reasons_.lifted) + ".", style_);
    }
  }

  void write_gave_up() {
    std::string reason = "The search was stopped";
    if (result_.exhausted == base::Exhausted::time) reason = "The time limit was reached";
    if (result_.exhausted == base::Exhausted::memory) reason = "The memory limit was reached";
    if (result_.exhausted == base::Exhausted::effort) reason = "The limit of effort was reached";
    const std::string bound = "every way costs at least " + cost_words(result_.lower_bound);
    if (result_.paths.empty()) {
      paragraph(toned(Tone::doubtful, reason, style_) + " before a way was found; " + bound + ".");
      return;
    }
    paragraph(toned(Tone::doubtful, reason, style_) + ". The best way so far: cost " +
              cost_words(result_.paths[0].cost) + "; " + bound + ".");
    for (std::size_t i = 0; i < result_.paths.size(); ++i) {
      out_ += "\n";
      write_path(result_.paths[i], i);
    }
  }

  const model::Model& model_;
  const model::Record& start_;
  const path::Options& options_;
  const path::Result& result_;
  const TextStyle& style_;
  const explain::RecourseReasons& reasons_;
  StepWords words_;
  std::string out_;
};

}  // namespace

std::string recourse_text(const model::Model& model, const model::Record& start,
                          const path::Options& options, const path::Result& result,
                          const TextStyle& style, const explain::RecourseReasons& reasons,
                          const std::vector<std::string>* written) {
  return RecourseWriter(model, start, options, result, style, reasons, written).write();
}

}  // namespace cogs::present
