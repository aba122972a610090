// SPDX-License-Identifier: Apache-2.0
#include "model/read/read_price.h"

#include <utility>

#include "model/read/draft.h"

namespace cogs::model {

namespace {

using logic::TokenKind;

class PriceReader {
 public:
  PriceReader(Draft& draft, logic::TermParser& parser) : draft_(draft), parser_(parser) {}

  Price read() {
    Price price;
    if (parser_.peek_is("up") || parser_.peek_is("down")) {
      const bool up_first = parser_.peek_is("up");
      parser_.take();
      (up_first ? price.up : price.down) = amount();
      const char* other = up_first ? "down" : "up";
      if (parser_.peek().kind == TokenKind::comma) parser_.take();
      if (!parser_.peek_is(other)) {
        parser_.fail_unexpected("what the other direction costs: `, " + std::string(other) +
                                " ...`");
      }
      parser_.take();
      (up_first ? price.down : price.up) = amount();
      return price;
    }
    if (!parser_.peek_is("to")) price.up = price.down = amount();
    if (parser_.peek_is("to")) {
      if (!price.up.flat()) parser_.fail_unexpected("`,` or `.`");
      parser_.take();
      read_pairs("a value and its cost", [&](TermId value, const Number& cost) {
        const auto reached = constant_value(draft_, value);
        if (!reached) {
          draft_.messages.error(draft_.span(value), "`" + draft_.shown(value) + "` is not a value");
        } else {
          price.reached.emplace_back(*reached, cost);
        }
      });
    }
    return price;
  }

 private:
  static constexpr int product_priority = 400;  // no sums: `+` is ours

  Amount amount() {
    Amount amount;
    const Number first = number("a number after `cost`");
    if (parser_.peek_is("+")) {
      parser_.take();
      amount.fixed = first;
      amount.rate = number("a number after `+`");
      if (!distance(amount)) {
        amount.fixed += amount.rate;
        amount.rate = 0;
      }
      return amount;
    }
    amount.rate = first;
    amount.fixed = 0;
    if (!distance(amount)) std::swap(amount.rate, amount.fixed);
    return amount;
  }

  // `per U` or `on {...}`, if it is there.
  bool distance(Amount& amount) {
    if (parser_.peek_is("per")) {
      parser_.take();
      amount.per = number("a distance after `per`");
      return true;
    }
    if (!parser_.peek_is("on")) return false;
    parser_.take();
    read_pairs("a number and its place on the scale", [&](TermId x, const Number& y) {
      if (const auto at = fold(draft_, x)) {
        amount.scale.push_back({*at, y});
      } else {
        draft_.messages.error(draft_.span(x), "`" + draft_.shown(x) + "` is not a number");
      }
    });
    return true;
  }

  // {KEY: NUMBER, ...}
  template <class Take>
  void read_pairs(const char* what, Take take) {
    if (parser_.peek().kind != TokenKind::open_brace) {
      parser_.fail_unexpected("`{` and " + std::string(what) + ", as in {a: 1, b: 2}");
    }
    parser_.take();
    while (true) {
      const TermId key = parser_.parse(product_priority);
      if (!parser_.peek_is(":")) parser_.fail_unexpected("`:` and a number");
      parser_.take();
      take(key, number("a number after `:`"));
      if (parser_.peek().kind != TokenKind::comma) break;
      parser_.take();
    }
    if (parser_.peek().kind != TokenKind::close_brace) parser_.fail_unexpected("`,` or `}`");
    parser_.take();
  }

  Number number(const std::string& what) {
    const TokenKind next = parser_.peek().kind;
    if (next == TokenKind::comma || next == TokenKind::stop || next == TokenKind::end) {
      parser_.fail_unexpected(what);
    }
    const TermId term = parser_.parse(product_priority);
    const std::optional<Number> value = fold(draft_, term);
    if (value) return *value;
    parser_.fail(draft_.span(term), "the cost `" + draft_.shown(term) + "` is not a number");
  }

  Draft& draft_;
  logic::TermParser& parser_;
};

}  // namespace

Price read_price(Draft& draft, logic::TermParser& parser) {
  return PriceReader(draft, parser).read();
}

Price read_price(std::string_view text, const Feature& feature, const std::string& source) {
  Draft draft(text, source);
  logic::TermParser parser(draft.source, draft.terms, draft.messages);
  Price price;
  try {
    price = PriceReader(draft, parser).read();
    if (!parser.at_end()) parser.fail_unexpected("the end of the cost");
    if (const auto fault = fault_of(feature, price)) {
      draft.messages.error({0, static_cast<std::uint32_t>(text.size())}, fault->message,
                           fault->help);
    }
  } catch (logic::TermParser::Failure) {
  }
  if (draft.messages.has_errors()) throw base::InputError(draft.messages.take_errors());
  return price;
}

}  // namespace cogs::model
