// SPDX-License-Identifier: Apache-2.0
//
// #feature NAME : DOMAIN {, OPTION}.
#include <unordered_set>
#include <utility>

#include "model/draft.h"

namespace cogs::model {

namespace {

using logic::Token;
using logic::TokenKind;

class FeatureReader {
 public:
  FeatureReader(Draft& draft, logic::TermParser& parser) : draft_(draft), parser_(parser) {}

  void read() {
    read_name();
    try {
      if (!parser_.peek_is(":")) parser_.fail_unexpected("`:` and the domain of the feature");
      parser_.take();
      read_domain();
      while (parser_.peek().kind == TokenKind::comma) {
        parser_.take();
        read_option();
      }
      parser_.expect_stop("`,` or `.`");
    } catch (logic::TermParser::Failure) {
      draft_.unreadable.insert(feature_.name);
      throw;
    }
    check_options();
    add();
  }

 private:
  static std::string quoted(const std::string& text) { return "`" + text + "`"; }
  base::Place place(Span span) const { return draft_.source.place(span); }
  void error(Span span, std::string message, std::string help = {}) {
    draft_.messages.error(span, std::move(message), std::move(help));
  }

  void read_name() {
    const Token& token = parser_.peek();
    if (token.kind == TokenKind::variable) {
      const std::string& name = draft_.terms.text(token.symbol);
      draft_.unreadable.insert(name);
      parser_.fail(token.span, "the name of a feature begins with a small letter, or is quoted",
                   "write '" + name + "', in the rules too");
    }
    if (token.kind != TokenKind::name && token.kind != TokenKind::quoted_name) {
      parser_.fail_unexpected("the name of a feature");
    }
    spans_.name = token.span;
    feature_.name = draft_.terms.text(parser_.take().symbol);
    feature_.place = place(spans_.name);
  }

  void read_domain() {
    const Token first = parser_.peek();
    if (first.kind == TokenKind::open_brace) {
      feature_.domain = read_set();
    } else if (parser_.peek_is("integer") || parser_.peek_is("real")) {
      feature_.domain = read_range(parser_.peek_is("integer"));
    } else {
      const std::string help =
          "a domain is `integer LO..HI`, `real LO..HI`, or a set of values `{a, b}`";
      if (first.kind != TokenKind::name) parser_.fail_unexpected("a domain");
      const std::string word = draft_.terms.text(first.symbol);
      parser_.fail(first.span, quoted(word) + " is not a kind of domain",
                   did_you_mean(word, {"integer", "real"}, help));
    }
    domain_span_ = {first.span.begin, parser_.last_end()};
    feature_.domain_place = place(domain_span_);
  }

  SetDomain read_set() {
    const TermId braces = parser_.parse(0);
    SetDomain set;
    if (draft_.terms.is(braces, "{}", 0)) {
      error(draft_.span(braces), "the domain of " + feature_.name + " is empty",
            "list its values: {a, b}");
      return set;
    }
    std::unordered_set<std::string> seen;
    for (const TermId member : draft_.terms.conjuncts(draft_.terms.argument(braces, 0))) {
      const std::optional<Value> value = constant_value(draft_, member);
      if (!value) {
        const bool variable = draft_.terms.is_variable(member);
        const std::string written = draft_.shown(member);
        error(draft_.span(member), quoted(written) + " is not a value",
              variable ? "values begin with a small letter, or are quoted: '" + written + "'"
                       : "the values of a set are names and numbers");
      } else if (!seen.insert(value->text).second) {
        error(draft_.span(member), "the value " + draft_.shown(member) + " is given twice",
              "a value is known by its text, with quotes or without");
      } else {
        const bool bare = draft_.terms[member].kind != logic::TermKind::atom &&
                          draft_.terms[member].kind != logic::TermKind::string;
        set.values.push_back({*value, bare});
      }
    }
    return set;
  }

  NumericDomain read_range(bool integer) {
    parser_.take();
    NumericDomain domain;
    domain.integer = integer;
    const auto bounded = [](TokenKind kind) {
      return kind != TokenKind::comma && kind != TokenKind::stop && kind != TokenKind::end;
    };
    if (!bounded(parser_.peek().kind)) {
      const std::string word = integer ? "integer" : "real";
      parser_.fail_unexpected("the bounds of the domain, `" + word + " LO..HI` (`" + word +
                              " -inf..inf` where there are none)");
    }
    const TermId low = parser_.parse(range_bound_priority);
    if (!parser_.peek_is("..")) parser_.fail_unexpected("`..` and the upper bound");
    parser_.take();
    const TermId high = parser_.parse(range_bound_priority);
    domain.low = read_bound(low, true, integer);
    domain.high = read_bound(high, false, integer);
    if (domain.low && domain.high && *domain.low > *domain.high) {
      error({draft_.span(low).begin, draft_.span(high).end},
            "the lower bound " + draft_.shown(low) + " is greater than the upper bound " +
                draft_.shown(high));
    }
    return domain;
  }

  // nullopt: unbounded, or an error that has been reported.
  std::optional<Number> read_bound(TermId term, bool lower, bool integer) {
    const logic::Terms& terms = draft_.terms;
    const bool plus = terms.is(term, "inf", 0);
    const bool minus = terms.is(term, "-", 1) && terms.is(terms.argument(term, 0), "inf", 0);
    if (plus || minus) {
      if (plus == lower) {
        error(draft_.span(term),
              lower ? "the lower bound cannot be inf" : "the upper bound cannot be -inf",
              lower ? "write -inf where there is no lower bound"
                    : "write inf where there is no upper bound");
      }
      return std::nullopt;
    }
    std::optional<Number> number = fold(draft_, term);
    if (!number) {
      error(draft_.span(term), quoted(draft_.shown(term)) + " is not a bound",
            "a bound is a number, inf or -inf");
    } else if (integer && !number->is_integer()) {
      error(draft_.span(term),
            "the bound " + draft_.shown(term) + " of an integer feature is not an integer",
            "write `real` for a feature that has fractions");
    }
    return number;
  }

  void read_option() {
    const Token word = parser_.peek();
    if (word.kind != TokenKind::name) parser_.fail_unexpected("an option, such as `fixed`");
    parser_.take();
    const std::string name = draft_.terms.text(word.symbol);
    if (name != "may" && !given_.insert(name).second) {
      error(word.span, "the option " + quoted(name) + " is given twice");
    }
    if (name == "fixed") {
      feature_.fixed = true;
      feature_.fixed_place = place(word.span);
    } else if (name == "caused") {
      feature_.caused = true;
      feature_.caused_place = place(word.span);
    } else if (name == "observed") {
      feature_.observed = true;
    } else if (name == "may") {
      read_direction(word);
    } else if (name == "cost") {
      spans_.cost = word.span;
      if (const auto cost = read_positive("cost")) feature_.cost = *cost;
    } else if (name == "step") {
      step_span_ = word.span;
      feature_.step = read_positive("step");
    } else if (name == "unit") {
      feature_.unit = read_text("unit");
    } else if (name == "label") {
      feature_.label = read_text("label");
    } else {
      unknown_option(name, word.span);
    }
  }

  void unknown_option(const std::string& name, Span span) {
    if (name == "increase" || name == "decrease") {
      error(span, "unknown option " + quoted(name), "write `may " + name + "`");
      return;
    }
    error(
        span, "unknown option " + quoted(name),
        did_you_mean(name, {"fixed", "may", "caused", "cost", "observed", "unit", "step", "label"},
                     "the options are fixed, may increase, may decrease, caused, cost N, "
                     "observed, unit \"...\", step N and label \"...\""));
    const auto goes_on = [](TokenKind kind) {
      return kind != TokenKind::comma && kind != TokenKind::stop && kind != TokenKind::end &&
             kind != TokenKind::bad;
    };
    while (goes_on(parser_.peek().kind)) parser_.take();
  }

  void read_direction(const Token& may) {
    const bool up = parser_.peek_is("increase");
    if (!up && !parser_.peek_is("decrease")) {
      parser_.fail_unexpected("`increase` or `decrease` after `may`");
    }
    const Span span{may.span.begin, parser_.take().span.end};
    const Direction direction = up ? Direction::up : Direction::down;
    if (feature_.direction == direction) {
      error(span,
            "the option `may " + std::string(up ? "increase" : "decrease") + "` is given twice");
    } else if (feature_.direction != Direction::any) {
      error(span, "`may increase` and `may decrease` exclude each other",
            "leave both out if the feature may move both ways");
    }
    feature_.direction = direction;
    direction_span_ = span;
    feature_.direction_place = place(span);
  }

  std::optional<Number> read_positive(const std::string& option) {
    const TokenKind next = parser_.peek().kind;
    if (next == TokenKind::comma || next == TokenKind::stop) {
      parser_.fail_unexpected("a number after " + quoted(option));
    }
    const TermId term = parser_.parse();
    const std::optional<Number> number = fold(draft_, term);
    if (!number) {
      error(draft_.span(term),
            "the " + option + " " + quoted(draft_.shown(term)) + " is not a number");
    } else if (number->sign() <= 0) {
      error(draft_.span(term), "the " + option + " of a feature must be greater than 0");
    } else {
      return number;
    }
    return std::nullopt;
  }

  std::string read_text(const std::string& option) {
    const TokenKind kind = parser_.peek().kind;
    if (kind != TokenKind::string && kind != TokenKind::quoted_name) {
      parser_.fail_unexpected("a text in double quotes after " + quoted(option));
    }
    return draft_.terms.text(parser_.take().symbol);
  }

  void check_options() {
    const bool directed = feature_.direction != Direction::any;
    for (const auto& [given, word] :
         {std::pair{feature_.fixed, "fixed"}, {feature_.caused, "caused"}}) {
      if (!directed || !given) continue;
      const bool fixed = feature_.fixed && std::string(word) == "fixed";
      error(
          direction_span_, "`" + std::string(word) + "` and `may ...` exclude each other",
          fixed ? "a fixed feature never moves" : "a caused feature moves as its causal rules say");
    }
    if (directed && !feature_.numeric()) {
      error(direction_span_,
            "`may ...` needs a numeric domain, and " + feature_.name + " has a set of values",
            "the values of a set have no order");
    }
    const bool real = feature_.numeric() && !feature_.numbers().integer;
    if (step_span_.end > 0 && !real) {
      error(step_span_,
            "`step` is the resolution of a real feature, and " + feature_.name + " is not real");
    }
  }

  void add() {
    if (!feature_.numeric() &&
        feature_.set().values.empty()) {  // reported; no value can be checked
      draft_.unreadable.insert(feature_.name);
      draft_.unreadable.insert("#feature");
      return;
    }
    const auto [known, added] =
        draft_.feature_ids.emplace(feature_.name, FeatureId(draft_.model.features.size()));
    if (!added) {
      const std::uint32_t line = draft_.model.feature(known->second).place.line;
      error(spans_.name, "the feature " + quoted(feature_.name) + " is declared twice",
            "the first declaration is on line " + std::to_string(line));
      return;
    }
    draft_.model.features.push_back(std::move(feature_));
    draft_.feature_spans.push_back(spans_);
  }

  static constexpr int range_bound_priority = 500;  // sums, but not `..`

  Draft& draft_;
  logic::TermParser& parser_;
  Feature feature_;
  FeatureSpans spans_;
  Span domain_span_, direction_span_, step_span_;
  std::unordered_set<std::string> given_;
};

}  // namespace

void read_feature(Draft& draft, logic::TermParser& parser) { FeatureReader(draft, parser).read(); }

}  // namespace cogs::model
