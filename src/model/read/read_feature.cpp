// SPDX-License-Identifier: Apache-2.0
//
// #feature NAME : DOMAIN {, OPTION}.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/date.h"
#include "model/read/draft.h"
#include "model/read/quoted.h"

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
    const Token open = parser_.take();
    SetDomain set;
    if (parser_.peek().kind == TokenKind::close_brace) {
      error({open.span.begin, parser_.take().span.end},
            "the domain of " + feature_.name + " is empty", "list its values: {a, b}");
      return set;
    }
    std::vector<TermId> members;
    bool listed = false;
    const auto read_member = [&] {
      if (set.open) parser_.fail_unexpected("`}` behind `...`");
      if (parser_.peek_is(other_values)) {
        open_span_ = parser_.take().span;
        set.open = true;
      } else {
        members.push_back(parser_.parse(set_value_priority));
      }
    };
    read_member();
    while (parser_.peek().kind == TokenKind::comma || parser_.peek_is("<")) {
      const Token between = parser_.take();
      (between.kind == TokenKind::comma ? listed : set.ordered) = true;
      if (listed && set.ordered) {
        parser_.fail(between.span, "a set is either ordered or it is not",
                     "write {a < b < c} or {a, b, c}");
      }
      read_member();
    }
    if (set.open && set.ordered) {
      error(open_span_, "values that are not listed have no place in an order",
            "list all values, or write {a, b, ...}");
      set.open = false;
    }
    if (parser_.peek().kind != TokenKind::close_brace) parser_.fail_unexpected("`,`, `<` or `}`");
    parser_.take();
    std::unordered_set<std::string> seen;
    for (const TermId member : members) {
      const std::optional<Value> value = constant_value(draft_, member);
      if (!value) {
        const bool variable = draft_.terms.is_variable(member);
        const std::string written = draft_.shown(member);
        error(draft_.span(member), quoted(written) + " is not a value",
              variable ? "values begin with a small letter, or are quoted: '" + written + "'"
                       : "the values of a set are names and numbers");
      } else if (set.open && value->text == other_values) {
        error(draft_.span(member), "in an open set `...` stands for all other values",
              "leave one of the two out");
      } else if (!seen.insert(value->text).second) {
        error(draft_.span(member), "the value " + draft_.shown(member) + " is given twice",
              "a value is known by its text, with quotes or without");
      } else {
        const bool bare = draft_.terms[member].kind != logic::TermKind::atom &&
                          draft_.terms[member].kind != logic::TermKind::string;
        set.values.push_back({*value, bare});
      }
    }
    if (set.open) set.values.push_back({Value::of(std::string(other_values)), false});
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
      price_span_.begin = parser_.peek().span.begin;
      feature_.price = read_price(draft_, parser_);
      price_span_.end = parser_.last_end();
      spans_.cost = {word.span.begin, parser_.last_end()};
    } else if (name == "step") {
      step_span_ = word.span;
      feature_.step = read_positive("step");
    } else if (name == "unit") {
      feature_.unit = feature_.notation.unit = read_text("unit");
    } else if (name == "label") {
      feature_.label = read_text("label");
    } else if (name == "source") {
      feature_.source = read_text("source");
    } else if (name == "missing") {
      read_missing();
    } else if (name == "decimal") {
      decimal_span_ = parser_.peek().span;
      const std::string mark = read_text("decimal");
      feature_.notation.decimal_comma = mark == ",";
      if (mark != "," && mark != ".") {
        error(decimal_span_, "the decimal mark is \".\" or \",\", not \"" + mark + "\"");
      }
    } else if (name == "date") {
      date_span_ = parser_.peek().span;
      feature_.notation.date = read_text("date");
      const std::string fault = base::fault_of_date_format(feature_.notation.date);
      if (!fault.empty()) {
        error(date_span_, "this is no format of dates: " + fault, "write date \"%Y-%m-%d\"");
      }
    } else {
      unknown_option(name, word.span);
    }
  }

  void unknown_option(const std::string& name, Span span) {
    if (name == "increase" || name == "decrease") {
      error(span, "unknown option " + quoted(name), "write `may " + name + "`");
      return;
    }
    error(span, "unknown option " + quoted(name),
          did_you_mean(name,
                       {"fixed", "may", "caused", "cost", "observed", "unit", "step", "label",
                        "source", "missing", "decimal", "date"},
                       "the options are fixed, may increase, may decrease, may be set, caused, "
                       "cost N, observed, unit \"...\", step N, label \"...\", source \"...\", "
                       "missing {...}, decimal \",\" and date \"...\""));
    const auto goes_on = [](TokenKind kind) {
      return kind != TokenKind::comma && kind != TokenKind::stop && kind != TokenKind::end &&
             kind != TokenKind::bad;
    };
    while (goes_on(parser_.peek().kind)) parser_.take();
  }

  // missing {-7, -8, 'not asked', ...}
  void read_missing() {
    if (parser_.peek().kind != TokenKind::open_brace) {
      parser_.fail_unexpected("the values that mean missing, as in missing {-9}");
    }
    const Span begin = parser_.take().span;
    while (true) {
      if (parser_.peek_is(other_values)) {
        missing_rest_ = parser_.take().span;
        feature_.notation.texts_are_missing = true;
        break;
      }
      const TermId member = parser_.parse(set_value_priority);
      if (const std::optional<Value> value = constant_value(draft_, member)) {
        feature_.notation.missing.push_back(value->text);
      } else {
        error(draft_.span(member), quoted(draft_.shown(member)) + " is not a value",
              "names begin with a small letter, or are quoted");
      }
      if (parser_.peek().kind != TokenKind::comma) break;
      parser_.take();
    }
    if (parser_.peek().kind != TokenKind::close_brace) parser_.fail_unexpected("`,` or `}`");
    missing_span_ = {begin.begin, parser_.take().span.end};
  }

  void read_direction(const Token& may) {
    if (parser_.peek_is("be")) return read_may_be_set(may);
    const bool up = parser_.peek_is("increase");
    if (!up && !parser_.peek_is("decrease")) {
      parser_.fail_unexpected("`increase`, `decrease` or `be set` after `may`");
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

  void read_may_be_set(const Token& may) {
    parser_.take();
    if (!parser_.peek_is("set")) parser_.fail_unexpected("`set` after `may be`");
    const Span span{may.span.begin, parser_.take().span.end};
    if (feature_.may_be_set) error(span, "the option `may be set` is given twice");
    feature_.may_be_set = true;
    may_be_set_span_ = span;
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
    if (directed && !feature_.ordered()) {
      error(direction_span_,
            "`may ...` needs an order, and the values of " + feature_.name + " have none",
            "write {a < b < c} for a set whose values ascend");
    }
    if (feature_.may_be_set && (feature_.fixed || feature_.caused)) {
      error(may_be_set_span_, "`may be set` and `" +
                                  std::string(feature_.fixed ? "fixed" : "caused") +
                                  "` exclude each other");
    }
    if (spans_.cost.end > 0) {
      if (const auto fault = fault_of(feature_, feature_.price)) {
        error(price_span_, fault->message, fault->help);
      } else if (feature_.may_be_set && !prices_missing(feature_, feature_.price)) {
        error(may_be_set_span_,
              "setting " + feature_.name + " from missing has no price: its domain has no end",
              "give the domain two ends, or a cost that does not depend on the distance");
      }
    }
    for (const auto& [span, option] : {std::pair{decimal_span_, "decimal"},
                                       {date_span_, "date"},
                                       {missing_rest_, "missing {...}"}}) {
      if (span.end == 0 || feature_.numeric()) continue;
      error(span,
            "`" + std::string(option) + "` is for numbers, and " + feature_.name + " has none");
    }
    if (date_span_.end > 0 && decimal_span_.end > 0) {
      error(decimal_span_, "a date has no decimal mark");
    }
    for (const std::string& mark : feature_.notation.missing) {
      if (feature_.numeric()) break;
      const auto& values = feature_.set().values;
      if (std::any_of(values.begin(), values.end(),
                      [&](const SetValue& each) { return each.value.text == mark; })) {
        error(missing_span_, "the value " + quoted(mark) + " cannot be missing too",
              "leave it out of the domain");
      }
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
  static constexpr int set_value_priority = 699;    // not `<`, which orders a set

  Draft& draft_;
  logic::TermParser& parser_;
  Feature feature_;
  FeatureSpans spans_;
  Span domain_span_, direction_span_, step_span_, may_be_set_span_, price_span_, open_span_,
      missing_span_, missing_rest_, decimal_span_, date_span_;
  std::unordered_set<std::string> given_;
};

}  // namespace

void read_feature(Draft& draft, logic::TermParser& parser) { FeatureReader(draft, parser).read(); }

}  // namespace cogs::model
