// SPDX-License-Identifier: Apache-2.0
#include "present/html/solve.h"

#include <cstdio>

#include "present/export/program_text.h"
#include "present/html/page.h"
#include "present/html/page_tree.h"
#include "present/text/solve_human.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using logic::Literal;
using logic::NodeKind;
using logic::ProofNode;

const char* class_of(const Literal& literal) {
  return literal.negated ? "not" : literal.classical ? "neg" : "pos";
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f s", seconds);
  return text;
}

// The same thing in both notations; the page shows one of them.
std::string both(const std::string& formal, const std::string& words) {
  return "<span class=\"formal\">" + html_words(formal) + "</span><span class=\"words\">" +
         html_words(words) + "</span>";
}

std::string bindings_html(const AnswerView& view) {
  const std::vector<logic::Binding> bindings = view.bindings();
  if (view.answer().undecided) {
    if (bindings.empty()) return "<p>not decided</p>\n";
  } else if (bindings.empty()) {
    return "<p>true</p>\n";
  }
  std::string out = "<table>\n";
  for (const logic::Binding& binding : bindings) {
    out += "<tr><td><code>" + html_text(binding.variable) + "</code></td><td>" +
           both(view.term(binding.value), value_words(view, binding.value, "")) + "</td></tr>\n";
  }
  return out + "</table>\n";
}

std::string model_html(const AnswerView& view, const LiteralWords& words) {
  std::string out = "<ul class=\"model\">\n";
  for (const Literal& literal : view.literals()) {
    out += std::string("<li class=\"") + class_of(literal) + "\">" +
           both(view.literal(literal), words(literal)) + "</li>\n";
  }
  return out + "</ul>\n";
}

class ProofHtml {
 public:
  ProofHtml(const AnswerView& view, const LiteralWords& words, ProofDetail detail)
      : view_(view), words_(words), shown_(shown_proof(view.program(), view.answer(), detail)) {}

  std::string write(const std::string& name) {
    PageTree tree(name);
    for (const ShownNode& shown : shown_) {
      if (shown.depth == 0) continue;  // the query is above
      tree.add(shown.depth - 1, shown.children.size(), line(shown));
    }
    return tree.finish();
  }

 private:
  std::string line(const ShownNode& shown) const {
    const ProofNode& node = view_.answer().proof[shown.node];
    std::string content =
        both(proof_node_text(view_, shown), proof_node_words(view_, words_, shown));
    if (node.kind == NodeKind::literal) {
      content =
          std::string("<span class=\"") + class_of(node.literal) + "\">" + content + "</span>";
    }
    return content + source(node);
  }

  std::string source(const ProofNode& node) const {
    const logic::Program& program = view_.program();
    if (!node.clause || node.clause->index() >= program.clauses.size()) return {};
    const logic::Clause& clause = program.clauses[node.clause->index()];
    return " <span class=\"soft\" title=\"" + html_text(clause_text(program, clause)) + "\">line " +
           std::to_string(program.line_of(clause)) + "</span>";
  }

  const AnswerView& view_;
  const LiteralWords& words_;
  std::vector<ShownNode> shown_;
};

std::string ending(const SolveSummary& summary, bool timing) {
  std::string out;
  if (summary.cut != logic::Cut::no) {
    out = "The search was stopped by " + limit_words(summary.cut) +
          (summary.answers == 0
               ? " before an answer was found. There may be some."
               : " after " + counted(summary.answers, "answer") + ". There may be more.");
  } else if (summary.answers == 0) {
    out = "No answer: the query holds in no answer set.";
  } else if (summary.complete) {
    out = summary.answers == 1 ? "This is the only answer."
                               : "These are all " + std::to_string(summary.answers) + " answers.";
  } else {
    out = "There may be more answers.";
  }
  if (timing) out += " (" + seconds_text(summary.seconds) + ")";
  return "<p class=\"note\">" + html_text(out) + "</p>\n";
}

}  // namespace

SolveHtml::SolveHtml(const logic::Program& program, SolveHtmlOptions options)
    : program_(program), options_(std::move(options)) {}

void SolveHtml::add(const logic::Answer& answer, double seconds) {
  const AnswerView view(program_, answer, true, options_.text.decimals);
  const LiteralWords words = words_of(view);
  const std::string number = std::to_string(++count_);
  answers_ += "<section class=\"answer\" aria-labelledby=\"answer" + number +
              "\">\n<h2 id=\"answer" + number + "\">Answer " + number;
  if (options_.timing) {
    answers_ += " <span class=\"soft\">" + seconds_text(seconds) + "</span>";
  }
  answers_ += "</h2>\n<h3>Bindings</h3>\n" + bindings_html(view);
  if (answer.undecided) {
    answers_ += "<p>Not decided: whether any numbers meet the constraints.</p>\n";
  }
  answers_ += "<h3>Model</h3>\n" + model_html(view, words);
  if (!answer.proof.empty()) {
    answers_ +=
        "<h3>Justification</h3>\n" +
        ProofHtml(view, words, options_.text.detail).write("Justification of answer " + number);
  }
  answers_ += "</section>\n";
}

std::string SolveHtml::finish(const SolveSummary& summary) {
  std::string inputs;
  for (const std::string& input : options_.inputs) inputs += (inputs.empty() ? "" : ", ") + input;
  std::string out = "<h1>Query <span class=\"soft\">" + html_words(inputs) + "</span></h1>\n";
  out += "<pre class=\"formal\">" + html_words(query_text(program_)) + "</pre>\n";
  out += "<pre class=\"words\">" + html_words(query_words(program_, {})) + "</pre>\n";
  out +=
      PageTree::tools("<button type=\"button\" data-do=\"words\" aria-pressed=\"" +
                      std::string(options_.text.human ? "true" : "false") + "\">In words</button>");
  out += answers_ + ending(summary, options_.timing);
  return page_html({"Answers: " + inputs, options_.text.human}, out);
}

}  // namespace cogs::present
