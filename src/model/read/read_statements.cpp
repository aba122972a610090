// SPDX-License-Identifier: Apache-2.0
//
// The first stage of reading a model: cuts the text into statements and reads those that begin
// with `#`. Rules stay terms until every feature is known.
#include <utility>

#include "base/diagnostic.h"
#include "model/read/draft.h"

namespace cogs::model {

namespace {

using logic::Token;
using logic::TokenKind;
using Kind = Statement::Kind;

class StatementReader {
 public:
  // `lexed` is the draft's source, or the same with rule lists blanked out.
  StatementReader(Draft& draft, const logic::Source& lexed)
      : draft_(draft), parser_(lexed, draft.terms, draft.messages) {}

  void read_all() {
    std::uint32_t end = 0;
    while (!parser_.at_end() && !draft_.messages.flooded()) {
      const Token first = parser_.peek();
      Statement statement;
      directive_.clear();
      statement.before = draft_.source.text({end, first.span.begin});
      try {
        read(statement, first);
      } catch (logic::TermParser::Failure) {
        remember_unreadable(first);
        parser_.skip_clause();
      }
      end = parser_.last_end();
      statement.text = draft_.source.text({first.span.begin, end});
      statement.place = draft_.source.place({first.span.begin, end});
      draft_.model.document.statements.push_back(std::move(statement));
    }
    if (note_) note_without_rule();
    const auto size = static_cast<std::uint32_t>(draft_.source.text().size());
    draft_.model.document.after = draft_.source.text({end, size});
  }

 private:
  void read(Statement& statement, const Token& first) {
    if (!parser_.peek_is("#")) return read_clause(statement);
    parser_.take();
    if (parser_.peek().kind != TokenKind::name || parser_.peek().after_space) {
      parser_.fail_unexpected("the name of a directive, such as #feature");
    }
    const Token word = parser_.take();
    const std::string name = draft_.terms.text(word.symbol);
    const Span span{first.span.begin, word.span.end};
    directive_ = "#" + name;
    if (note_) note_without_rule();
    if (name == "rule") {
      statement.kind = Kind::rule_note;
      statement.note = read_rule_note(draft_, parser_);
      note_ = statement.note->status;
      note_span_ = span;
    } else if (name == "feature") {
      statement.kind = Kind::feature;
      read_feature(draft_, parser_);
    } else if (name == "undesired" || name == "desired") {
      statement.kind = name == "desired" ? Kind::desired : Kind::undesired;
      read_target(name == "desired" ? draft_.desired : draft_.undesired, name, span);
    } else if (name == "causal") {
      statement.kind = Kind::causal_mode;
      read_mode();
    } else if (name == "rules") {
      statement.kind = Kind::rule_list;
      read_rule_list(draft_, parser_, span);
    } else if (name == "score") {
      statement.kind = Kind::score;
      read_score(draft_, parser_);
    } else if (name == "points") {
      statement.kind = Kind::points;
      read_points(draft_, parser_, span);
    } else if (name == "import") {
      statement.kind = Kind::import;
      read_import(draft_, parser_);
    } else if (name == "columns" || name == "column") {
      statement.kind = Kind::columns;
      name == "column" ? read_column(draft_, parser_) : read_columns(draft_, parser_);
    } else if (name == "classes") {
      statement.kind = Kind::classes;
      read_classes(span);
    } else if (name == "pred") {
      statement.kind = Kind::pred;
      read_template();
    } else if (name == "show") {
      parser_.parse(logic::most_priority - 1);
      parser_.expect_stop();
      draft_.messages.warning(span, "#show has no effect in a model");
    } else {
      unknown_directive(name, span);
    }
  }

  void read_clause(Statement& statement) {
    const TermId term = parser_.parse(logic::most_priority);
    parser_.expect_stop();
    if (draft_.terms.is(term, "?-", 1)) {
      if (note_) note_without_rule();
      draft_.messages.warning(draft_.span(term), "a query has no effect in a model");
      return;
    }
    statement.kind = Kind::rule;
    draft_.clauses.push_back({term, draft_.model.document.statements.size(),
                              std::exchange(note_, std::nullopt).value_or(ReviewStatus::none)});
  }

  void read_target(std::optional<Target>& target, const std::string& name, Span span) {
    const TermId atom = parser_.parse();
    parser_.expect_stop("`.`");
    if (target) {
      draft_.messages.error(
          span, "#" + name + " is given twice",
          "the first one is on line " + std::to_string(draft_.line(target->span)));
      return;
    }
    target = Target{atom, {span.begin, draft_.span(atom).end}};
  }

  void read_mode() {
    const TokenKind kind = parser_.peek().kind;
    if (kind != TokenKind::name && kind != TokenKind::quoted_name) {
      parser_.fail_unexpected("the name of a feature");
    }
    const Token name = parser_.take();
    if (!parser_.peek_is(":")) parser_.fail_unexpected("`:` and a mode (iff, only_if or if)");
    parser_.take();
    if (parser_.peek().kind != TokenKind::name) {
      parser_.fail_unexpected("a mode: iff, only_if or if");
    }
    const Token word = parser_.take();
    const std::string mode = draft_.terms.text(word.symbol);
    ModeLine line{draft_.terms.text(name.symbol), CausalMode::iff, name.span};
    if (mode == "only_if") {
      line.mode = CausalMode::only_if;
    } else if (mode == "if") {
      line.mode = CausalMode::if_;
    } else if (mode != "iff") {
      parser_.fail(
          word.span, "`" + mode + "` is not a mode of causal rules",
          did_you_mean(mode, {"iff", "only_if", "if"}, "the modes are iff, only_if and if"));
    }
    parser_.expect_stop("`.`");
    draft_.modes.push_back(std::move(line));
  }

  void read_classes(Span span) {
    const TokenKind kind = parser_.peek().kind;
    if (kind != TokenKind::name && kind != TokenKind::quoted_name) {
      parser_.fail_unexpected("the predicate of the decision");
    }
    Classes classes{draft_.terms.text(parser_.take().symbol), {}, {}};
    if (!parser_.peek_is(":")) parser_.fail_unexpected("`:` and the classes, {a, b}");
    parser_.take();
    if (parser_.peek().kind != TokenKind::open_brace) {
      parser_.fail_unexpected("the classes, {a, b}");
    }
    const TermId braces = parser_.parse(0);
    parser_.expect_stop("`.`");
    const logic::Terms& terms = draft_.terms;
    if (terms.is(braces, "{}", 0)) {
      draft_.messages.error(draft_.span(braces), "#classes names no class", "list them: {a, b}");
      return;
    }
    for (const TermId entry : terms.conjuncts(terms.argument(braces, 0))) {
      const bool labelled = terms.is(entry, ":", 2);
      const TermId member = labelled ? terms.argument(entry, 0) : entry;
      const std::optional<Value> value = constant_value(draft_, member);
      if (!value) {
        draft_.messages.error(draft_.span(member), "`" + draft_.shown(member) + "` is not a class",
                              "classes are names and numbers");
        continue;
      }
      for (const std::string& earlier : classes.values) {
        if (earlier != value->text) continue;
        draft_.messages.error(draft_.span(member),
                              "the class " + draft_.shown(member) + " is given twice");
      }
      classes.values.push_back(value->text);
      classes.labels.push_back(labelled ? read_class_label(terms.argument(entry, 1)) : "");
    }
    draft_.classes_span = draft_.span(braces);
    if (draft_.model.classes) {
      draft_.messages.error(span, "#classes is given twice");
      return;
    }
    draft_.model.classes = std::move(classes);
  }

  std::string read_class_label(TermId term) {
    const logic::TermKind kind = draft_.terms[term].kind;
    if (kind == logic::TermKind::string || kind == logic::TermKind::atom) {
      return draft_.terms.name(term);
    }
    draft_.messages.error(draft_.span(term), "the words for a class are a text in double quotes",
                          "write {bad: \"Declined\", good: \"Approved\"}");
    return {};
  }

  void read_template() {
    const TermId term = parser_.parse(logic::most_priority - 1);
    parser_.expect_stop();
    if (!draft_.terms.is(term, "::", 2)) {
      draft_.messages.error(draft_.span(term), "#pred needs a literal and its words",
                            "write #pred debt(X, N) :: '@(X) owes @(N)'.");
      return;
    }
    draft_.templates.push_back(term);
  }

  void unknown_directive(const std::string& name, Span span) {
    for (const char* known : {"include", "abducible", "table", "compute", "const"}) {
      if (name == known) parser_.fail(span, "#" + name + " is not part of models");
    }
    const std::vector<std::string> names = {"feature", "undesired", "desired", "classes", "causal",
                                            "pred",    "rule",      "rules",   "show",    "score",
                                            "points",  "import",    "columns", "column"};
    const std::string near = base::nearest_name(name, names);
    parser_.fail(span, "unknown directive #" + name,
                 near.empty() ? "models have #feature, #undesired, #desired, #classes, #causal, "
                                "#score, #pred and #rule"
                              : "did you mean `#" + near + "`?");
  }

  void note_without_rule() {
    draft_.messages.error(note_span_, "no rule follows this #rule line",
                          "put it directly before the rule that it describes");
    note_.reset();
  }

  // A rule that could not be read still concludes something, and a declaration is there.
  void remember_unreadable(const Token& first) {
    note_.reset();
    if (!directive_.empty()) {
      draft_.unreadable.insert(directive_);
    } else if (first.kind == TokenKind::name || first.kind == TokenKind::quoted_name) {
      draft_.unreadable.insert(draft_.terms.text(first.symbol));
    }
  }

  Draft& draft_;
  logic::TermParser parser_;
  std::optional<ReviewStatus> note_;  // of a #rule line that waits for its rule
  Span note_span_;
  std::string directive_;  // of the statement being read, "#feature"; or empty
};

}  // namespace

void read_statements(Draft& draft) {
  const std::optional<std::string> text = without_rule_lists(draft.source.text());
  if (!text) return StatementReader(draft, draft.source).read_all();
  const logic::Source lexed(*text, draft.source.path());
  StatementReader(draft, lexed).read_all();
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates,
                         std::string otherwise) {
  const std::string near = base::nearest_name(word, candidates);
  return near.empty() ? otherwise : "did you mean `" + near + "`?";
}

}  // namespace cogs::model
