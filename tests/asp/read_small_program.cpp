// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <stdexcept>
#include <utility>

#include "asp/small_program.h"

namespace cogs::asp {

namespace {

class Reader {
 public:
  explicit Reader(const std::string& source) : source_(source) {}

  Program read() {
    Program program;
    for (skip(); at_ < source_.size(); skip()) {
      if (take("?-")) {
        program.query = literals();
      } else {
        Clause clause;
        clause.has_head = !peek(":-");
        if (clause.has_head) clause.head = literal();
        if (take(":-")) clause.body = literals();
        program.clauses.push_back(std::move(clause));
      }
      expect(".");
    }
    return program;
  }

 private:
  void skip() {
    while (at_ < source_.size()) {
      if (source_[at_] == '%') {
        at_ = std::min(source_.find('\n', at_), source_.size());
      } else if (std::isspace(static_cast<unsigned char>(source_[at_]))) {
        ++at_;
      } else {
        break;
      }
    }
  }
  bool peek(const std::string& word) {
    skip();
    return source_.compare(at_, word.size(), word) == 0;
  }
  bool take(const std::string& word) {
    if (!peek(word)) return false;
    at_ += word.size();
    return true;
  }
  void expect(const std::string& word) {
    if (!take(word))
      throw std::runtime_error("expected " + word + " at " + source_.substr(at_, 20));
  }
  std::string word() {
    skip();
    std::string result;
    while (at_ < source_.size() &&
           (std::isalnum(static_cast<unsigned char>(source_[at_])) || source_[at_] == '_')) {
      result += source_[at_++];
    }
    if (result.empty()) throw std::runtime_error("expected a word at " + source_.substr(at_, 20));
    return result;
  }

  std::vector<Literal> literals() {
    std::vector<Literal> result;
    do {
      result.push_back(literal());
    } while (take(","));
    return result;
  }

  Literal literal() {
    Literal result;
    result.negated = take("not ");
    skip();
    const bool minus = peek("-") && at_ + 1 < source_.size() && std::islower(source_[at_ + 1]);
    if (minus || std::islower(static_cast<unsigned char>(source_[at_]))) {
      const std::size_t start = at_;
      result.classical = take("-");
      result.predicate = word();
      if (take("(")) {
        do {
          result.arguments.push_back(expression());
        } while (take(","));
        expect(")");
        return result;
      }
      if (!comparison_follows()) return result;
      at_ = start;  // a constant on the left side of a comparison
      result = {result.negated, false, Comparison::none, {}, {}};
    }
    result.arguments.push_back(expression());
    result.comparison = comparison();
    result.arguments.push_back(expression());
    return result;
  }

  bool comparison_follows() {
    const std::size_t start = at_;
    const bool found = comparison() != Comparison::none;
    at_ = start;
    return found;
  }

  Comparison comparison() {
    static const std::vector<std::pair<std::string, Comparison>> table{
        {"=:=", Comparison::equal},
        {"=\\=", Comparison::unequal},
        {"=<", Comparison::less_equal},
        {"=", Comparison::unify},
        {"\\=", Comparison::differ},
        {"<", Comparison::less},
        {">=", Comparison::greater_equal},
        {">", Comparison::greater},
        {"#<>", Comparison::hash_unequal},
        {"#<", Comparison::hash_less},
        {"#=<", Comparison::hash_less_equal},
        {"#>=", Comparison::hash_greater_equal},
        {"#>", Comparison::hash_greater},
        {"#=", Comparison::hash_equal},
        {"is ", Comparison::is}};
    for (const auto& [sign, kind] : table) {
      if (take(sign)) return kind;
    }
    return Comparison::none;
  }

  Expression expression() {
    Expression left = factor();
    for (;;) {
      Expression both;
      if (take("+")) {
        both.kind = Expression::Kind::plus;
      } else if (peek("-")) {
        take("-");
        both.kind = Expression::Kind::minus;
      } else {
        return left;
      }
      both.parts.push_back(std::move(left));
      both.parts.push_back(factor());
      left = std::move(both);
    }
  }

  Expression factor() {
    Expression left = leaf();
    while (take("*")) {
      Expression both;
      both.kind = Expression::Kind::times;
      both.parts.push_back(std::move(left));
      both.parts.push_back(leaf());
      left = std::move(both);
    }
    return left;
  }

  Expression leaf() {
    if (take("(")) {
      Expression inner = expression();
      expect(")");
      return inner;
    }
    const bool minus = take("-");
    const std::string name = word();
    if (std::isdigit(static_cast<unsigned char>(name[0]))) {
      return constant(Value::of(minus ? -std::stoll(name) : std::stoll(name)));
    }
    if (std::islower(static_cast<unsigned char>(name[0]))) return constant(Value::of(name));
    return variable(name);
  }

  const std::string& source_;
  std::size_t at_ = 0;
};

}  // namespace

Program read_small_program(const std::string& source) { return Reader(source).read(); }

}  // namespace cogs::asp
