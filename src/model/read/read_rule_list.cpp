// SPDX-License-Identifier: Apache-2.0
//
// #rules ... #end: a rule list as RIPPER programs print it.
//
// Weka's JRip, in order, the last one being the default:
//   (plas >= 132) and (mass >= 30) => class=positive (182.0/48.0)
//    => class=negative (511.0/109.0)
// wittgenstein, all for one class, which the #rules line names:
//   [[Odor=f] V [Gill-size=n ^ Proline=736.0-1048.0] V [Hue=>1.04]]
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/trimmed.h"
#include "model/read/draft.h"

namespace cogs::model {

namespace {

using logic::TokenKind;

constexpr std::string_view blanks = " \t\r\n";

// A piece of the source. All pieces of a list lie in one text, so spans follow from addresses.
class Piece {
 public:
  Piece(const char* origin, std::string_view text) : origin_(origin), text_(base::trimmed(text)) {}

  std::string_view text() const { return text_; }
  bool empty() const { return text_.empty(); }
  Span span() const {
    const auto begin = static_cast<std::uint32_t>(text_.data() - origin_);
    return {begin, begin + static_cast<std::uint32_t>(std::max<std::size_t>(text_.size(), 1))};
  }
  Piece part(std::size_t from, std::size_t length = std::string_view::npos) const {
    return {origin_, text_.substr(std::min(from, text_.size()), length)};
  }

 private:
  const char* origin_;
  std::string_view text_;
};

class RuleListReader {
 public:
  RuleListReader(Draft& draft, Span block) : draft_(draft), block_(block) {}

  // `atom`: predicate and class of the #rules line.
  void read(const std::optional<std::pair<std::string, std::string>>& atom, Span directive) {
    std::vector<Piece> lines = lines_of_block();
    if (lines.empty()) {
      error(directive, "this rule list is empty", "put the rules between #rules and #end");
      return;
    }
    const bool brackets = lines.front().text().front() == '[';
    if (brackets && !atom) {
      error(lines.front().span(), "this list does not say which class it is for",
            "name it in front of the list: #rules label(X,'bad').");
      return;
    }
    if (!brackets && atom) {
      error(directive, "these rules name their classes themselves",
            "write #rules. without a class");
      return;
    }
    if (brackets) {
      list_.predicate = atom->first;
      read_brackets(lines, atom->second);
    } else {
      for (const Piece& line : lines) read_arrow(line);
      check_defaults();
    }
    if (!list_.rules.empty()) draft_.lists.push_back(std::move(list_));
  }

 private:
  void error(Span span, std::string message, std::string help = {}) {
    draft_.messages.error(span, std::move(message), std::move(help));
  }

  std::vector<Piece> lines_of_block() const {
    std::vector<Piece> lines;
    const std::string_view all = draft_.source.text();
    std::string_view rest = draft_.source.text(block_);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const Piece line(all.data(), rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const std::string_view text = line.text();
      const bool heading = text.starts_with("JRIP rules") || text.starts_with("Number of Rules") ||
                           text.find_first_not_of("=-") == std::string_view::npos;
      if (!line.empty() && !heading && text.front() != '%') lines.push_back(line);
    }
    return lines;
  }

  // (a >= 3) and (b = x) => class=value (12.0/3.0)
  void read_arrow(const Piece& line) {
    const std::size_t arrow = line.text().rfind("=>");
    if (arrow == std::string_view::npos) {
      return error(line.span(), "this is not a rule",
                   "rules look like (debt >= 5000) and (job = none) => class=reject");
    }
    ListRule rule;
    rule.span = line.span();
    const Piece conditions = line.part(0, arrow);
    if (!conditions.empty() && !read_conditions(conditions, rule)) return;
    Piece conclusion = line.part(arrow + 2);
    const std::size_t equals = conclusion.text().find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return error(conclusion.span(), "this is not a conclusion", "it looks like class=reject");
    }
    const std::string predicate(conclusion.part(0, equals).text());
    Piece outcome = conclusion.part(equals + 1);
    const std::size_t counts = outcome.text().rfind('(');
    if (counts != std::string_view::npos && outcome.text().back() == ')' &&
        outcome.text().find_first_not_of("0123456789./() ", counts) == std::string_view::npos) {
      outcome = outcome.part(0, counts);
    }
    if (outcome.empty()) return error(conclusion.span(), "this rule names no class");
    if (list_.predicate.empty()) list_.predicate = predicate;
    if (list_.predicate != predicate) {
      return error(conclusion.span(),
                   "the rules of a list are about one thing, and this one is "
                   "about `" +
                       predicate + "`",
                   "the rules above are about `" + list_.predicate + "`");
    }
    rule.outcome = outcome.text();
    list_.rules.push_back(std::move(rule));
  }

  bool read_conditions(const Piece& all, ListRule& rule) {
    constexpr std::string_view between = ") and (";
    if (all.text().front() != '(' || all.text().back() != ')') {
      error(all.span(), "conditions stand in parentheses, with `and` between them");
      return false;
    }
    Piece rest = all.part(1, all.text().size() - 2);
    while (true) {
      const std::size_t end = rest.text().find(between);
      if (!read_condition(rest.part(0, end), rule)) return false;
      if (end == std::string_view::npos) return true;
      rest = rest.part(end + between.size());
    }
  }

  // The comparison stands between blanks, so a name may hold one.
  bool read_condition(const Piece& piece, ListRule& rule) {
    for (const std::string_view comparison : {" <= ", " >= ", " < ", " > ", " = "}) {
      const std::size_t at = piece.text().find(comparison);
      if (at == std::string_view::npos) continue;
      add(rule, piece.part(0, at), comparison.substr(1, comparison.size() - 2),
          piece.part(at + comparison.size()));
      return true;
    }
    error(piece.span(), "this is not a condition", "conditions look like (debt >= 5000)");
    return false;
  }

  void add(ListRule& rule, const Piece& feature, std::string_view comparison, const Piece& value) {
    if (value.empty()) return error(feature.span(), "this condition has no value");
    rule.conditions.push_back({std::string(feature.text()), std::string(comparison),
                               std::string(value.text()), feature.span(), value.span()});
  }

  void check_defaults() {
    for (std::size_t i = 0; i + 1 < list_.rules.size(); ++i) {
      if (!list_.rules[i].conditions.empty()) continue;
      error(list_.rules[i + 1].span,
            "no row gets to this rule: the one above it has no conditions");
      return;
    }
  }

  // [[a=b ^ c=1-2] V [d=>3]]
  void read_brackets(const std::vector<Piece>& lines, const std::string& outcome) {
    const char* origin = draft_.source.text().data();
    const char* begin = lines.front().text().data();
    const char* end = lines.back().text().data() + lines.back().text().size();
    Piece all(origin, {begin, static_cast<std::size_t>(end - begin)});
    if (all.text().back() != ']') {
      return error(lines.back().span(), "this list does not end in `]`");
    }
    all = all.part(1, all.text().size() - 2);
    if (all.empty() || all.text().front() != '[') {  // a single rule in one pair of brackets
      return read_bracket_rule(all, outcome);
    }
    std::size_t at = 0;
    while (at < all.text().size()) {
      const std::size_t close = all.text().find(']', at);
      if (all.text()[at] != '[' || close == std::string_view::npos) {
        return error(all.part(at).span(), "expected a rule in brackets");
      }
      read_bracket_rule(all.part(at + 1, close - at - 1), outcome);
      at = all.text().find_first_not_of(blanks, close + 1);
      if (at == std::string_view::npos) return;
      if (all.text()[at] != 'V')
        return error(all.part(at).span(), "expected `V` between the rules");
      at = std::min(all.text().find_first_not_of(blanks, at + 1), all.text().size());
    }
  }

  void read_bracket_rule(const Piece& text, const std::string& outcome) {
    ListRule rule;
    rule.span = text.span();
    rule.outcome = outcome;
    Piece rest = text;
    while (true) {
      const std::size_t end = rest.text().find('^');
      const Piece condition = rest.part(0, end);
      const std::size_t equals = condition.text().find('=');
      if (equals == std::string_view::npos || equals == 0) {
        return error(condition.span(), "this is not a condition", "conditions look like job=none");
      }
      add(rule, condition.part(0, equals), "bin", condition.part(equals + 1));
      if (end == std::string_view::npos) break;
      rest = rest.part(end + 1);
    }
    list_.rules.push_back(std::move(rule));
  }

  Draft& draft_;
  Span block_;
  RuleList list_;
};

bool begins_line(std::string_view text, std::size_t line, std::string_view word) {
  const std::size_t first = text.find_first_not_of(" \t", line);
  return first != std::string_view::npos && text.substr(first).starts_with(word);
}

}  // namespace

std::optional<std::string> without_rule_lists(std::string_view text) {
  if (text.find("#rules") == std::string_view::npos &&
      text.find("#points") == std::string_view::npos) {
    return std::nullopt;
  }
  std::string out(text);
  std::size_t list = std::string_view::npos;  // where the lines of a list begin
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t end = std::min(text.find('\n', line), text.size());
    if (list == std::string_view::npos &&
        (begins_line(text, line, "#rules") || begins_line(text, line, "#points"))) {
      list = std::min(end + 1, text.size());
    } else if (list != std::string_view::npos && begins_line(text, line, "#end")) {
      std::replace_if(
          out.begin() + static_cast<std::ptrdiff_t>(list),
          out.begin() + static_cast<std::ptrdiff_t>(line), [](char c) { return c != '\n'; }, ' ');
      list = std::string_view::npos;
    }
    line = end + 1;
  }
  return out;
}

void read_rule_list(Draft& draft, logic::TermParser& parser, Span directive) {
  std::optional<std::pair<std::string, std::string>> atom;
  if (parser.peek().kind != TokenKind::stop) {
    const TermId term = parser.parse();
    const logic::Terms& terms = draft.terms;
    const bool fits = terms[term].kind == logic::TermKind::compound && terms[term].arity == 2 &&
                      terms.is_variable(terms.argument(term, 0)) &&
                      constant_value(draft, terms.argument(term, 1));
    if (!fits) {
      parser.fail(draft.span(term), "#rules needs the class of the list, or nothing",
                  "write #rules label(X,'bad')., or #rules. where the rules name their classes");
    }
    atom = {terms.name(term), constant_value(draft, terms.argument(term, 1))->text};
  }
  parser.expect_stop("`.`");
  const std::uint32_t begin = parser.last_end();
  if (!parser.peek_is("#")) {
    parser.fail(directive, "this rule list has no end", "put a line `#end.` behind it");
  }
  const std::uint32_t end = parser.take().span.begin;
  if (!parser.peek_is("end")) {
    parser.fail(directive, "this rule list has no end", "put a line `#end.` behind it");
  }
  parser.take();
  parser.expect_stop("`.`");
  RuleListReader(draft, {begin, end}).read(atom, directive);
}

}  // namespace cogs::model
