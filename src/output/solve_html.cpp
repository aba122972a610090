// SPDX-License-Identifier: Apache-2.0
#include "output/solve_html.h"

#include <cstdio>

#include "output/program_text.h"
#include "output/solve_human.h"
#include "output/words.h"

namespace cogs::output {

namespace {

using logic::Literal;
using logic::NodeKind;
using logic::ProofNode;

const char* const style_sheet = R"css(
:root{--paper:#fdfdfb;--ink:#1d2226;--soft:#5c666f;--line:#d5dade;--panel:#f3f5f4;--key:#1f5f8b;
--yes:#1c6b3c;--no:#9a3324;--maybe:#7a5b00}
@media (prefers-color-scheme:dark){:root{--paper:#16191c;--ink:#e4e8ea;--soft:#9aa5ad;--line:#3a4248;
--panel:#1f2428;--key:#7fb8e0;--yes:#7fcf9c;--no:#f09a8a;--maybe:#e0c36a}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:70rem;padding:1.5rem 1rem 4rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.3rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:0}
h3{font-size:.85rem;margin:1rem 0 .3rem;color:var(--soft);font-weight:600}
code,pre,.formal{font-family:ui-monospace,monospace;font-size:.92em}
pre{background:var(--panel);padding:.6rem .8rem;margin:.3rem 0;overflow-x:auto;white-space:pre-wrap;
overflow-wrap:anywhere;border-radius:.3rem}
.answer{border-top:2px solid var(--line);margin-top:1.5rem;padding-top:.8rem}
.soft{color:var(--soft);font-weight:400;font-size:.85rem}
.tools{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
button{font:inherit;font-size:.9rem;padding:.25rem .8rem;border:1px solid var(--line);border-radius:.3rem;
background:var(--panel);color:var(--ink);cursor:pointer}
button:hover{border-color:var(--key)}
:focus-visible{outline:2px solid var(--key);outline-offset:2px}
table{border-collapse:collapse}td{padding:.15rem 1rem .15rem 0;vertical-align:top;overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0}
.model{columns:18rem;column-gap:2rem}.model li{break-inside:avoid;overflow-wrap:anywhere}
.proof ul{padding-left:1.1rem;border-left:1px solid var(--line);margin-left:.35rem}
.proof li{margin:.1rem 0;overflow-wrap:anywhere}
summary{cursor:pointer}.leaf{padding-left:1.05rem}
.pos{color:var(--yes)}.neg{color:var(--no)}.not{color:var(--maybe)}
body.inwords .formal,body:not(.inwords) .words{display:none}
.note{border-left:4px solid var(--maybe);padding:.3rem .8rem;background:var(--panel)}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--panel:#fff;--key:#000;--yes:#000;
--no:#000;--maybe:#000}.tools{display:none}body{max-width:none;padding:0}.answer{break-inside:auto}}
)css";

const char* const script = R"js(
(function(){
var all=function(){return Array.prototype.slice.call(document.querySelectorAll('details'))};
var set=function(open){all().forEach(function(d){d.open=open})};
var on=function(id,f){document.getElementById(id).addEventListener('click',f)};
on('expand',function(){set(true)});on('collapse',function(){set(false)});
var words=document.getElementById('words');
var mark=function(){words.setAttribute('aria-pressed',document.body.classList.contains('inwords'))};
words.addEventListener('click',function(){document.body.classList.toggle('inwords');mark()});mark();
var were=[];
window.addEventListener('beforeprint',function(){were=all().filter(function(d){return !d.open});set(true)});
window.addEventListener('afterprint',function(){were.forEach(function(d){d.open=false})});
})();
)js";

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
  return "<span class=\"formal\">" + html_text(formal) + "</span><span class=\"words\">" +
         html_text(words) + "</span>";
}

std::string bindings_html(const AnswerView& view) {
  const std::vector<logic::Binding> bindings = view.bindings();
  if (bindings.empty()) return "<p>true</p>\n";
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

  // Browsers give up on nesting that is too deep: from some level on, lines stand side by side
  // and say how deep they are.
  std::string write() {
    std::string out = "<ul>\n";
    std::size_t open = 0;  // lists below this one
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (shown_[i].depth == 0) continue;  // the query is above
      const std::size_t depth = std::min<std::size_t>(shown_[i].depth, deepest);
      for (; open >= depth; --open) out += "</ul></details></li>\n";
      const bool folds = !shown_[i].children.empty() && shown_[i].depth < deepest;
      out += line(shown_[i], folds);
      if (folds) ++open;
    }
    for (; open > 0; --open) out += "</ul></details></li>\n";
    return out + "</ul>\n";
  }

 private:
  static constexpr std::uint32_t deepest = 60;
  static constexpr std::uint32_t unfolded = 3;

  std::string line(const ShownNode& shown, bool folds) const {
    const ProofNode& node = view_.answer().proof[shown.node];
    std::string content =
        both(proof_node_text(view_, shown), proof_node_words(view_, words_, shown));
    if (node.kind == NodeKind::literal) {
      content =
          std::string("<span class=\"") + class_of(node.literal) + "\">" + content + "</span>";
    }
    if (shown.depth > deepest) {
      content = "<span class=\"soft\">level " + std::to_string(shown.depth) + "</span> " + content;
    }
    content += source(node);
    if (!folds) return "<li class=\"leaf\">" + content + "</li>\n";
    return std::string("<li><details") + (shown.depth < unfolded ? " open" : "") + "><summary>" +
           content + "</summary><ul>\n";
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

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      case '\n': out += "\n"; break;
      default: out += c;
    }
  }
  // Line ends are the page's own; all else that cannot be seen is made visible.
  std::string safe;
  for (std::size_t at = 0; at <= out.size();) {
    const auto end = std::min(out.find('\n', at), out.size());
    safe += safe_text(std::string_view(out).substr(at, end - at));
    if (end < out.size()) safe += '\n';
    at = end + 1;
  }
  return safe;
}

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
  answers_ += "<h3>Model</h3>\n" + model_html(view, words);
  if (!answer.proof.empty()) {
    answers_ += "<h3>Justification</h3>\n<div class=\"proof\">\n" +
                ProofHtml(view, words, options_.text.detail).write() + "</div>\n";
  }
  answers_ += "</section>\n";
}

std::string SolveHtml::finish(const SolveSummary& summary) {
  std::string inputs;
  for (const std::string& input : options_.inputs) inputs += (inputs.empty() ? "" : ", ") + input;
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";
  out +=
      html_text("Answers: " + inputs) + "</title>\n<style>" + style_sheet + "</style>\n</head>\n";
  out += std::string("<body") + (options_.text.human ? " class=\"inwords\"" : "") + ">\n<main>\n";
  out += "<h1>Query <span class=\"soft\">" + html_text(inputs) + "</span></h1>\n";
  out += "<pre class=\"formal\">" + html_text(query_text(program_)) + "</pre>\n";
  out += "<pre class=\"words\">" + html_text(query_words(program_, {})) + "</pre>\n";
  out +=
      "<div class=\"tools\"><button id=\"expand\" type=\"button\">Expand all</button>"
      "<button id=\"collapse\" type=\"button\">Collapse all</button>"
      "<button id=\"words\" type=\"button\" aria-pressed=\"false\">In words</button></div>\n";
  out += answers_ + ending(summary, options_.timing);
  return out + "</main>\n<script>" + script + "</script>\n</body>\n</html>\n";
}

}  // namespace cogs::output
