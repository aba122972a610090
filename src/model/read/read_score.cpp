// SPDX-License-Identifier: Apache-2.0
//
// `#score NAME : base N, unit "...", label "...".`
#include <string>

#include "model/read/draft.h"
#include "model/read/quoted.h"

namespace cogs::model {

namespace {

using logic::Token;
using logic::TokenKind;

class ScoreReader {
 public:
  ScoreReader(Draft& draft, logic::TermParser& parser) : draft_(draft), parser_(parser) {}

  void read() {
    const TokenKind kind = parser_.peek().kind;
    if (kind != TokenKind::name && kind != TokenKind::quoted_name) {
      parser_.fail_unexpected("the name of a score");
    }
    const Token name = parser_.take();
    score_.name = draft_.terms.text(name.symbol);
    score_.place = draft_.source.place(name.span);
    if (parser_.peek_is(":")) {
      parser_.take();
      read_option();
      while (parser_.peek().kind == TokenKind::comma) {
        parser_.take();
        read_option();
      }
    }
    parser_.expect_stop("`,` and an option, or `.`");
    add(name.span);
  }

 private:
  void add(Span span) {
    const auto known = draft_.score_ids.find(score_.name);
    if (known != draft_.score_ids.end()) {
      const base::Place first = draft_.model.score(known->second).place;
      draft_.messages.error(span, "the score " + quoted(score_.name) + " is declared twice",
                            "the first one is on line " + std::to_string(first.line));
      return;
    }
    draft_.score_ids.emplace(score_.name, ScoreId(draft_.model.scores.size()));
    draft_.model.scores.push_back(std::move(score_));
    draft_.score_spans.push_back(span);
    draft_.contribution_literals.emplace_back();
  }

  void read_option() {
    if (parser_.peek().kind != TokenKind::name) {
      parser_.fail_unexpected("an option: base N, margin N, unit \"...\" or label \"...\"");
    }
    const Token word = parser_.take();
    const std::string option = draft_.terms.text(word.symbol);
    if (option == "base") {
      const TermId term = parser_.parse();
      if (const std::optional<Number> number = fold(draft_, term)) {
        score_.base = *number;
      } else {
        draft_.messages.error(draft_.span(term),
                              "the base " + quoted(draft_.shown(term)) + " is not a number");
      }
    } else if (option == "margin") {
      score_.margin = read_margin(draft_, parser_);
    } else if (option == "unit" || option == "label") {
      (option == "unit" ? score_.unit : score_.label) = read_text(option);
    } else {
      parser_.fail(
          word.span, quoted(option) + " is not an option of scores",
          did_you_mean(option, {"base", "margin", "unit", "label"},
                       "the options are base N, margin N, unit \"...\" and label \"...\""));
    }
  }

  std::string read_text(const std::string& option) {
    const TokenKind kind = parser_.peek().kind;
    if (kind != TokenKind::string && kind != TokenKind::quoted_name) {
      parser_.fail_unexpected("a text in double quotes after " + quoted(option));
    }
    return draft_.terms.text(parser_.take().symbol);
  }

  Draft& draft_;
  logic::TermParser& parser_;
  Score score_;
};

}  // namespace

Number read_margin(Draft& draft, logic::TermParser& parser) {
  const TermId term = parser.parse(logic::argument_priority);
  const std::optional<Number> number = fold(draft, term);
  if (number && number->sign() >= 0) return *number;
  draft.messages.error(draft.span(term),
                       "the margin " + quoted(draft.shown(term)) + " is not a number from 0 on");
  return 0;
}

void read_score(Draft& draft, logic::TermParser& parser) { ScoreReader(draft, parser).read(); }

}  // namespace cogs::model
