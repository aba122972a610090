// SPDX-License-Identifier: Apache-2.0
#include "model/edit/feature_statement.h"

#include <algorithm>
#include <utility>

#include "base/diagnostic.h"
#include "logic/syntax/lexer.h"
#include "model/read/draft.h"
#include "model/write/feature_text.h"
#include "model/write/write_model.h"

namespace cogs::model {

namespace {

using logic::Token;
using logic::TokenKind;

std::vector<Token> tokens_of(const logic::Source& source, logic::Terms& terms) {
  logic::Messages messages(source);
  logic::Lexer lexer(source, terms, messages);
  std::vector<Token> tokens;
  while (true) {
    tokens.push_back(lexer.next());
    if (tokens.back().kind == TokenKind::end || tokens.back().kind == TokenKind::bad) return tokens;
  }
}

int depth_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::open:
    case TokenKind::open_call:
    case TokenKind::open_list:
    case TokenKind::open_brace: return 1;
    case TokenKind::close:
    case TokenKind::close_list:
    case TokenKind::close_brace: return -1;
    default: return 0;
  }
}

PartKind kind_named(const std::string& word, const std::string& next) {
  if (word == "fixed") return PartKind::fixed;
  if (word == "may") return next == "be" ? PartKind::may_be_set : PartKind::direction;
  if (word == "caused") return PartKind::caused;
  if (word == "cost") return PartKind::cost;
  if (word == "observed") return PartKind::observed;
  if (word == "unit") return PartKind::unit;
  if (word == "step") return PartKind::step;
  if (word == "label") return PartKind::label;
  if (word == "source") return PartKind::source;
  if (word == "missing") return PartKind::missing;
  if (word == "decimal") return PartKind::decimal;
  if (word == "date") return PartKind::date;
  return PartKind::unknown;
}

std::string name_of(const logic::Terms& terms, const Token& token) {
  return token.kind == TokenKind::name ? terms.text(token.symbol) : "";
}

const FeaturePart* find(const std::vector<FeaturePart>& parts, PartKind kind) {
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [&](const FeaturePart& part) { return part.kind == kind; });
  return found == parts.end() ? nullptr : &*found;
}

std::string text_of(const std::string& statement, const FeaturePart* part) {
  return part == nullptr ? "" : statement.substr(part->begin, part->end - part->begin);
}

constexpr PartKind all_kinds[] = {PartKind::domain,   PartKind::fixed,      PartKind::direction,
                                  PartKind::caused,   PartKind::may_be_set, PartKind::cost,
                                  PartKind::observed, PartKind::unit,       PartKind::step,
                                  PartKind::label,    PartKind::source,     PartKind::missing,
                                  PartKind::decimal,  PartKind::date};

}  // namespace

std::vector<FeaturePart> parts_of(const std::string& statement) {
  const logic::Source source(statement, "");
  logic::Terms terms;
  const std::vector<Token> tokens = tokens_of(source, terms);
  std::vector<FeaturePart> parts;
  // # feature NAME : DOMAIN, OPTION, ...
  if (tokens.size() < 6 || name_of(terms, tokens[0]) != "#" ||
      name_of(terms, tokens[1]) != "feature" || name_of(terms, tokens[3]) != ":") {
    return parts;
  }
  int depth = 0;
  bool begins = true;
  std::size_t comma = 0;
  for (std::size_t i = 4; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::stop || token.kind == TokenKind::end) return parts;
    if (token.kind == TokenKind::bad) break;
    if (token.kind == TokenKind::comma && depth == 0) {
      // A price has a part for each direction: cost up 2, down 3.
      const std::string next = name_of(terms, tokens[i + 1]);
      const bool of_price = !parts.empty() && parts.back().kind == PartKind::cost;
      begins = !(of_price && (next == "up" || next == "down"));
      comma = token.span.begin;
      continue;
    }
    depth += depth_of(token.kind);
    if (begins) {
      FeaturePart part;
      part.kind = parts.empty() ? PartKind::domain
                                : kind_named(name_of(terms, token), name_of(terms, tokens[i + 1]));
      part.begin = token.span.begin;
      part.comma = comma;
      part.argument = parts.empty() ? part.begin : tokens[i + 1].span.begin;
      parts.push_back(part);
      begins = false;
    }
    parts.back().end = token.span.end;
  }
  return {};
}

std::optional<std::string> part_text(const Feature& feature, PartKind kind) {
  const std::string statement = format_feature(feature);
  const std::vector<FeaturePart> parts = parts_of(statement);
  const FeaturePart* part = find(parts, kind);
  if (part == nullptr) return std::nullopt;
  const std::size_t begin = std::min(part->argument, part->end);
  return statement.substr(begin, part->end - begin);
}

Feature read_feature_statement(const std::string& text, const std::string& file) {
  Draft draft(text, file);
  if (!logic::check_encoding(draft.source, draft.messages)) {
    throw base::InputError(draft.messages.take_errors());
  }
  logic::TermParser parser(draft.source, draft.terms, draft.messages);
  try {
    for (const char* word : {"#", "feature"}) {
      if (!parser.peek_is(word)) parser.fail_unexpected("a #feature statement");
      parser.take();
    }
    read_feature(draft, parser);
    if (!parser.at_end()) parser.fail_unexpected("the end of the statement");
  } catch (logic::TermParser::Failure) {
    throw base::InputError(draft.messages.take_errors());
  }
  if (draft.messages.has_errors()) throw base::InputError(draft.messages.take_errors());
  return std::move(draft.model.features.at(0));
}

std::string edited_statement(const std::string& statement, const Feature& before,
                             const Feature& wanted) {
  const std::string old_form = format_feature(before), new_form = format_feature(wanted);
  if (old_form == new_form) return statement;
  const std::vector<FeaturePart> parts = parts_of(statement), old_parts = parts_of(old_form),
                                 new_parts = parts_of(new_form);
  std::string fresh = feature_text(wanted, "");  // where nothing can be kept
  fresh.pop_back();
  if (parts.empty()) return fresh;

  struct Edit {
    std::size_t begin, end;
    std::string text;
  };
  std::vector<Edit> edits;
  std::string added;
  for (const PartKind kind : all_kinds) {
    const std::string old_text = text_of(old_form, find(old_parts, kind));
    const std::string new_text = text_of(new_form, find(new_parts, kind));
    if (old_text == new_text) continue;
    const FeaturePart* part = find(parts, kind);
    if (part == nullptr) {
      added += ", " + new_text;
    } else if (!new_text.empty()) {
      edits.push_back({part->begin, part->end, new_text});
    } else {
      edits.push_back({part->comma, part->end, ""});  // the domain is never left out
    }
  }
  if (!added.empty()) edits.push_back({parts.back().end, parts.back().end, added});
  // From the back, and what is added at the end before what ends there.
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::pair(a.end, a.begin) > std::pair(b.end, b.begin);
  });
  std::string edited = statement;
  for (const Edit& edit : edits) edited.replace(edit.begin, edit.end - edit.begin, edit.text);

  constexpr std::size_t longest_line = 100;
  const bool wide = edited.find('\n') == std::string::npos && edited.size() > longest_line;
  if (wide && statement.size() <= longest_line) return fresh;
  try {
    if (format_feature(read_feature_statement(edited, "")) == new_form) return edited;
  } catch (const base::InputError&) {
    return fresh;
  }
  return fresh;
}

}  // namespace cogs::model
