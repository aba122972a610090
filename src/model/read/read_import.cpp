// SPDX-License-Identifier: Apache-2.0
//
// Statements about models in files, as they are read; resolve_import.cpp opens the files.
//
//   #import risk from 'model.json', format xgboost, sha256 '9f2c...', unit "points".
//   #columns risk : onehot '{feature}_{value}'.
//   #column risk 'age_z' : (age - 38.58) / 13.64.
//   #column risk 'purpose' : code purpose {car: 0, education: 1}.
//   #column risk 'is_single' : onehot status single.
#include <string>

#include "model/read/draft.h"
#include "model/read/quoted.h"
#include "score/read.h"

namespace cogs::model {

namespace {

using logic::Token;
using logic::TokenKind;

bool is_name(const Token& token) {
  return token.kind == TokenKind::name || token.kind == TokenKind::quoted_name;
}

bool is_text(const Token& token) {
  return token.kind == TokenKind::string || token.kind == TokenKind::quoted_name;
}

Token take_name(logic::TermParser& parser, const char* what) {
  if (!is_name(parser.peek())) parser.fail_unexpected(what);
  return parser.take();
}

std::string take_text(Draft& draft, logic::TermParser& parser, const char* what) {
  if (!is_text(parser.peek())) parser.fail_unexpected(what);
  return draft.terms.text(parser.take().symbol);
}

void expect_colon(logic::TermParser& parser, const char* what) {
  if (!parser.peek_is(":")) parser.fail_unexpected(what);
  parser.take();
}

}  // namespace

void read_import(Draft& draft, logic::TermParser& parser) {
  const Token name = take_name(parser, "the name of a score");
  if (!parser.peek_is("from")) parser.fail_unexpected("`from` and the name of a file");
  parser.take();
  ImportLine line;
  line.file_span = parser.peek().span;
  line.file = take_text(draft, parser, "the name of a file in quotes");
  Score score;
  score.name = draft.terms.text(name.symbol);
  score.place = draft.source.place(name.span);
  score.file = line.file;
  while (parser.peek().kind == TokenKind::comma) {
    parser.take();
    const Token option =
        take_name(parser, "an option: format, sha256, all_trees, margin, unit or label");
    const std::string word = draft.terms.text(option.symbol);
    if (word == "format") {
      const Token format = take_name(parser, "the name of a format, such as xgboost");
      score.format = draft.terms.text(format.symbol);
      if (!score::format_named(score.format)) {
        draft.messages.error(
            format.span, quoted(score.format) + " is not a format of models",
            did_you_mean(score.format, score::format_names(), "docs/scores.md lists the formats"));
        line.broken = true;
      }
    } else if (word == "sha256") {
      line.sha256_span = parser.peek().span;
      score.sha256 = take_text(draft, parser, "64 digits in quotes");
    } else if (word == "all_trees") {
      line.all_trees = true;
    } else if (word == "margin") {
      score.margin = read_margin(draft, parser);
    } else if (word == "unit") {
      score.unit = take_text(draft, parser, "a text in double quotes after `unit`");
    } else if (word == "label") {
      score.label = take_text(draft, parser, "a text in double quotes after `label`");
    } else {
      parser.fail(
          option.span, quoted(word) + " is not an option of #import",
          did_you_mean(word, {"format", "sha256", "all_trees", "margin", "unit", "label"},
                       "the options are format, sha256, all_trees, margin, unit and label"));
    }
  }
  parser.expect_stop("`,` and an option, or `.`");
  if (const auto known = draft.score_ids.find(score.name); known != draft.score_ids.end()) {
    draft.messages.error(
        name.span, "the score " + quoted(score.name) + " is declared twice",
        "the first one is on line " + std::to_string(draft.model.score(known->second).place.line));
    return;
  }
  line.score = ScoreId(draft.model.scores.size());
  draft.score_ids.emplace(score.name, line.score);
  draft.model.scores.push_back(std::move(score));
  draft.score_spans.push_back(name.span);
  draft.contribution_literals.emplace_back();
  draft.imports.push_back(std::move(line));
}

void read_columns(Draft& draft, logic::TermParser& parser) {
  const Token name = take_name(parser, "the name of a score");
  expect_colon(parser, "`:` and onehot '{feature}_{value}'");
  if (!parser.peek_is("onehot")) parser.fail_unexpected("onehot '{feature}_{value}'");
  parser.take();
  ColumnLine line;
  line.score = draft.terms.text(name.symbol);
  line.span = name.span;
  line.pattern = take_text(draft, parser, "a pattern in quotes, such as '{feature}_{value}'");
  parser.expect_stop("`.`");
  if (line.pattern.find("{value}") == std::string::npos) {
    draft.messages.error(name.span, "a pattern for one-hot columns needs {value}",
                         "write '{feature}_{value}'");
    return;
  }
  draft.columns.push_back(std::move(line));
}

void read_column(Draft& draft, logic::TermParser& parser) {
  const Token name = take_name(parser, "the name of a score");
  ColumnLine line;
  line.score = draft.terms.text(name.symbol);
  line.span = parser.peek().span;
  if (!is_name(parser.peek()) && !is_text(parser.peek())) {
    parser.fail_unexpected("the name of a column in quotes");
  }
  line.column = draft.terms.text(parser.take().symbol);
  expect_colon(parser, "`:` and where its values come from");
  if (parser.peek_is("code") || parser.peek_is("onehot")) {
    const bool code = parser.peek_is("code");
    parser.take();
    const Token feature = take_name(parser, "the name of a feature");
    line.feature = draft.terms.text(feature.symbol);
    line.feature_span = feature.span;
    const TermId term = parser.parse(code ? 0 : logic::argument_priority);
    (code ? line.codes : line.value) = term;
  } else {
    line.formula = parser.parse();
  }
  parser.expect_stop("`.`");
  draft.columns.push_back(std::move(line));
}

}  // namespace cogs::model
