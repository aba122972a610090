// SPDX-License-Identifier: Apache-2.0
#include "asp/random_rules.h"

#include <initializer_list>
#include <random>
#include <utility>

namespace cogs::asp {

namespace {

class RulesMaker {
 public:
  explicit RulesMaker(std::uint64_t seed) : random_(seed) {}

  RulesProgram make() {
    size_ = 1 + below(3);
    add("d(1.." + number(size_) + ").");
    for (int i = 1; i <= size_; ++i) {
      add("w(" + number(i) + "," + number(below(7) - 2) + ").");
      if (below(2) == 0) add("e(" + number(i) + "," + number(1 + below(size_)) + ").");
    }
    const int rules = 2 + below(7);
    if (below(3) > 0) add(choice());
    for (int i = 0; i < rules; ++i) add(rule());
    if (below(3) == 0) {
      made_.has_costs = true;
      for (int i = 1 + below(3); i > 0; --i) add(cost());
    }
    return made_;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  static std::string number(int n) { return std::to_string(n); }
  void add(std::string line) { made_.lines.push_back(std::move(line)); }
  std::string one_of(std::initializer_list<const char*> words) {
    return *(words.begin() + below(static_cast<int>(words.size())));
  }

  std::string unary() { return one_of({"p", "q", "r", "-p"}); }
  std::string flat() { return one_of({"a", "b", "c"}); }
  std::string relation() { return one_of({"<", "<=", ">", ">=", "=", "!="}); }
  std::string atom(const std::string& variable) {
    if (below(3) == 0) return flat();
    return unary() + "(" + (below(6) == 0 ? number(1 + below(size_)) : variable) + ")";
  }
  std::string literal(const std::string& variable) {
    if (below(12) == 0) return "not e(_," + variable + ")";
    if (below(12) == 0) return one_of({"not ", "not not "}) + unary() + "(_)";
    return one_of({"", "", "", "not ", "not ", "not not "}) + atom(variable);
  }

  std::string element() {
    std::string condition = one_of({"p", "q", "r"}) + "(Y)";
    if (below(3) == 0) condition = "d(Y), not " + condition;
    if (below(4) == 0) condition += ", " + literal("Y");
    if (below(5) == 0) condition += ", Y " + relation() + " " + number(1 + below(size_));
    switch (below(5)) {
      case 0: return "1,Y : " + condition;
      case 1: return "W : w(Y,W), " + condition;
      case 2: return number(below(5) - 1) + "," + flat() + " : " + flat();
      case 3: return "Y*2,Y : " + condition;
      default: return "W,Y : w(Y,W), " + condition;
    }
  }
  std::string set() {
    std::string inside = element();
    while (below(3) == 0) inside += " ; " + element();
    return one_of({"#count", "#sum", "#sum", "#sum+", "#min", "#max"}) + "{" + inside + "}";
  }
  std::string aggregate() {
    const std::string prefix = below(4) == 0 ? "not " : "";
    if (below(6) == 0) {
      return prefix + number(below(3)) + " { p(Y) : d(Y) ; " + flat() + " } " + number(below(4));
    }
    if (below(4) == 0) {
      return prefix + number(below(4) - 1) + " " + one_of({"<", "<="}) + " " + set() + " " +
             one_of({"<", "<="}) + " " + number(below(6));
    }
    if (below(8) == 0) return prefix + set() + " " + relation() + " X";
    if (below(8) == 0) return prefix + number(below(4) - 1) + " " + set() + " " + number(below(6));
    return prefix + set() + " " + relation() + " " + number(below(6) - 1);
  }

  // Behind d(X): more goals. A conditional literal with an open condition stands only in rules that
  // nothing depends on: where the condition depends on the rule's head, clingo 5.4.1 grounds it, or
  // aggregates beside it, before the condition's atoms have come up. `r(X) :- d(X), q(V) : q(V).`
  // becomes `r(1) :- #false : q(3).` next to `q(U) : e(X,U) | p(X) :- r(1), a.`
  std::string more(const std::string& variable, bool open) {
    std::string out;
    for (int i = below(3); i > 0; --i) out += ", " + literal(variable);
    if (below(4) == 0) out += ", " + aggregate();
    if (below(8) == 0) out += ", e(" + variable + ",Z), " + literal("Z");
    if (below(8) == 0)
      out += ", " + literal("V") + " : d(V), V " + relation() + " " + variable;
    else if (open && below(8) == 0)
      out += ", #false : " + one_of({"p", "q"}) + "(V), V " + relation() + " " + variable;
    else if (open && below(3) == 0)
      out += ", " + literal("V") + " : " + one_of({"p", "q"}) + "(V)";
    return out;
  }
  std::string body(bool open = false) {
    std::string out = one_of({"d(X)", "d(X)", "p(X)", "q(X)", "X = 1.."});
    if (out == "X = 1..") out += number(size_);
    return out + more("X", open);
  }
  std::string ground_body() {
    return below(2) == 0 ? literal("1") + (below(2) == 0 ? ", " + literal("2") : "") : aggregate();
  }

  std::string bounds_before() {
    return below(2) == 0 ? number(below(3)) + " " + (below(3) == 0 ? one_of({"<", "<=", "="}) : "")
                         : "";
  }
  // With a variable of its own: clingo 5.4.1 takes the Y of `{ p(Y) : e(Y,_) }` for the Y of an
  // aggregate `#max{ Y : d(Y) }` in the body; with another name it does not.
  std::string choice() {
    std::string inside;
    bool open = false;  // does a condition ask for what a choice, this one too, may bring about?
    do {
      if (!inside.empty()) inside += " ; ";
      switch (below(4)) {
        case 0: inside += flat(); break;
        case 1: inside += unary() + "(1.." + number(size_) + ")"; break;
        case 2: inside += unary() + "(C) : e(C,_)"; break;
        default: {
          inside += unary() + "(C) : d(C)";
          if (below(4) != 0) break;
          const std::string condition = literal("C");
          open = open || condition.rfind("not", 0) != 0;
          inside += ", " + condition;
        }
      }
    } while (below(3) == 0);
    std::string before = bounds_before();
    // clingo 5.4.1 grounds `2 { p(Y) : d(Y), b ; b }.` as `2 <= #count{ b }`, and finds no answer
    // set: it compares the lower bound before the condition's own atom has come up, and does not
    // come back. Without a lower bound, or with it in a denial, it has the three sets.
    if (open) before.clear();
    const std::string head =
        before + "{ " + inside + " }" + (below(2) == 0 ? " " + number(below(4)) : "");
    return head + (below(2) == 0 ? " :- " + body() + "." : ".");
  }
  std::string disjunction() {
    std::string head = atom("X");
    for (int i = 1 + below(2); i > 0; --i) {
      head += one_of({" ; ", " | "}) + (below(6) == 0 ? unary() + "(U) : e(X,U)" : atom("X"));
    }
    std::string goals = body();
    // clingo 5.4.1 loses `a | q(U) : e(X,U) :- q(X), q(V) : d(V).` where nothing is in e.
    while (head.find(" : ") != std::string::npos && goals.find(" : ") != std::string::npos) {
      goals = body();
    }
    return head + " :- " + goals + ".";
  }
  std::string rule() {
    switch (below(12)) {
      case 0:
      case 1: return choice();
      case 2:
      case 3: return disjunction();
      case 4: return std::string(below(2) == 0 ? "t(X) :- " : ":- ") + body(true) + ".";
      case 5: return ":- " + ground_body() + ".";
      case 6: return flat() + " :- " + ground_body() + ".";
      case 7: return "s(N) :- N = " + set() + ".";
      // The bound comes first: behind a conditional literal it would be one of its conditions.
      case 8: return unary() + "(X+1) :- X < " + number(size_) + ", " + body() + ".";
      case 9: return unary() + "(X;X) :- " + body() + ".";
      default: return atom("X") + " :- " + body() + ".";
    }
  }
  std::string cost() {
    const std::string priority = below(2) == 0 ? "@" + number(1 + below(2)) : "";
    switch (below(4)) {
      case 0: return ":~ " + body(true) + ". [" + number(below(6) - 1) + priority + ",X]";
      case 1: return ":~ " + ground_body() + ". [" + number(1 + below(3)) + priority + "]";
      case 2: return "#maximize{W" + priority + ",Y : w(Y,W), " + literal("Y") + "}.";
      default:
        return "#minimize{W" + priority + ",Y : w(Y,W), p(Y) ; 2" + priority + "," + flat() +
               " : " + literal("1") + "}.";
    }
  }

  std::mt19937_64 random_;
  int size_ = 1;
  RulesProgram made_;
};

}  // namespace

std::string RulesProgram::text() const {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

RulesProgram random_rules(std::uint64_t seed) { return RulesMaker(seed).make(); }

}  // namespace cogs::asp
