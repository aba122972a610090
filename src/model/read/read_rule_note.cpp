// SPDX-License-Identifier: Apache-2.0
//
// #rule ID, KEY VALUE, ... .
//
// The keys that cogs knows are checked; all others are kept as they are written.
#include <utility>

#include "model/read/draft.h"

namespace cogs::model {

namespace {

using logic::TermKind;
using logic::Token;
using logic::TokenKind;

ReviewStatus read_status(Draft& draft, TermId value) {
  const std::string written = draft.written(value);
  if (written == "proposed") return ReviewStatus::proposed;
  if (written == "approved") return ReviewStatus::approved;
  if (written == "rejected") return ReviewStatus::rejected;
  draft.messages.error(draft.span(value), "`" + written + "` is not a status",
                       did_you_mean(written, {"proposed", "approved", "rejected"},
                                    "a status is proposed, approved or rejected"));
  return ReviewStatus::none;
}

void check_value(Draft& draft, const std::string& key, TermId value) {
  const TermKind kind = draft.terms[value].kind;
  if (key == "covers" || key == "correct") {
    const auto number = fold(draft, value);
    if (!number || !number->is_integer() || number->sign() < 0) {
      draft.messages.error(draft.span(value), "`" + key + "` needs a count, such as 120");
    }
  } else if (key == "by" || key == "on" || key == "reason") {
    if (kind != TermKind::string && kind != TermKind::atom) {
      draft.messages.error(draft.span(value), "`" + key + "` needs a text in double quotes");
    }
  }
}

}  // namespace

RuleNote read_rule_note(Draft& draft, logic::TermParser& parser) {
  RuleNote note;
  const TokenKind first = parser.peek().kind;
  if (first == TokenKind::comma || first == TokenKind::stop) {
    parser.fail_unexpected("the id of the rule");
  }
  const TermId id = parser.parse();
  note.id = draft.terms[id].kind == TermKind::atom ? draft.terms.name(id) : draft.written(id);
  const std::uint32_t line = draft.line(draft.span(id));
  if (const auto [known, added] = draft.note_lines.emplace(note.id, line); !added) {
    draft.messages.error(draft.span(id), "the rule id `" + note.id + "` is given twice",
                         "the first one is on line " + std::to_string(known->second));
  }
  while (parser.peek().kind == TokenKind::comma) {
    parser.take();
    if (parser.peek().kind != TokenKind::name) parser.fail_unexpected("a key, such as `status`");
    const Token word = parser.take();
    const std::string key = draft.terms.text(word.symbol);
    for (const auto& [earlier, value] : note.entries) {
      if (earlier == key) draft.messages.error(word.span, "`" + key + "` is given twice");
    }
    const TokenKind next = parser.peek().kind;
    if (next == TokenKind::comma || next == TokenKind::stop) {
      if (key == "status") parser.fail_unexpected("a value after `status`");
      note.entries.emplace_back(key, "");
      continue;
    }
    const std::uint32_t begin = parser.peek().span.begin;
    const TermId value = parser.parse();
    if (key == "status") note.status = read_status(draft, value);
    check_value(draft, key, value);
    note.entries.emplace_back(key, std::string(draft.source.text({begin, parser.last_end()})));
  }
  parser.expect_stop("`,` or `.`");
  return note;
}

}  // namespace cogs::model
