// SPDX-License-Identifier: Apache-2.0
#include "asp/random_program.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

namespace cogs::asp {

namespace {

enum class Sort { name, number };

struct Signature {
  std::string name;
  std::vector<Sort> sorts;
  bool classical = false;  // may be used as -p too
};

// What makes the kinds of programs differ; chances are in percent.
struct Taste {
  std::string kind;
  int derived = 4;  // predicates with rules
  int most_arity = 1;
  int most_rules = 6;
  int most_body = 3;
  int negated = 40;     // a literal is negated
  int classical = 0;    // a predicate is used as -p too
  int denials = 10;     // a rule is a denial
  int comparisons = 0;  // a body has one more comparison
  int numbers = 0;      // an argument is a number
  int recursive = 20;   // a positive body literal is derived, not a fact
  int loops = 70;       // two predicates exclude each other, again and again
  int templates = 0;    // a well-known group of rules is added
  int ground_query = 60;
};

const std::vector<Taste>& tastes() {
  static const std::vector<Taste> all = [] {
    std::vector<Taste> list;
    const auto add = [&](std::string kind) -> Taste& {
      list.emplace_back();
      list.back().kind = std::move(kind);
      return list.back();
    };
    auto& propositional = add("propositional");
    propositional.most_arity = 0;
    propositional.derived = 9;
    propositional.most_rules = 10;
    propositional.recursive = 100;
    auto& dense = add("dense");
    dense.most_arity = 0;
    dense.derived = 4;
    dense.loops = 60;
    dense.most_rules = 8;
    dense.recursive = 100;
    auto& unary = add("unary");
    unary.recursive = 40;
    auto& binary = add("binary");
    binary.most_arity = 2;
    binary.comparisons = 30;
    auto& classical = add("classical");
    classical.classical = 50;
    classical.denials = 5;
    classical.recursive = 40;
    auto& denials = add("denials");
    denials.denials = 35;
    denials.negated = 55;
    denials.recursive = 50;
    auto& numbers = add("numbers");
    numbers.numbers = 80;
    numbers.comparisons = 70;
    numbers.most_arity = 2;
    numbers.denials = 8;
    auto& recursion = add("recursion");
    recursion.most_arity = 2;
    recursion.recursive = 60;
    recursion.negated = 25;
    recursion.templates = 100;
    recursion.loops = 40;
    auto& choices = add("choices");
    choices.templates = 100;
    choices.denials = 25;
    choices.most_rules = 4;
    choices.most_arity = 2;
    auto& mixed = add("mixed");
    mixed.most_arity = 2;
    mixed.classical = 25;
    mixed.numbers = 35;
    mixed.comparisons = 35;
    mixed.denials = 15;
    mixed.recursive = 40;
    mixed.templates = 30;
    return list;
  }();
  return all;
}

class Maker {
 public:
  Maker(std::uint64_t seed, bool unsafe) : random_(seed), unsafe_(unsafe) {}

  RandomProgram make() {
    taste_ = tastes()[below(tastes().size())];
    if (unsafe_) {
      taste_.kind = "unsafe";
      taste_.most_arity = chance(70) ? 1 : 2;
      taste_.numbers = taste_.templates = 0;
      taste_.comparisons = 25;
      taste_.most_rules = 4;
    }
    choose_constants();
    choose_facts();
    choose_derived();
    if (chance(taste_.templates)) add_template();
    while (chance(taste_.loops)) add_even_loop();
    const int rules = 1 + below(taste_.most_rules);
    for (int i = 0; i < rules; ++i) add_rule();
    if (chance(60)) shuffle(program_.clauses);
    RandomProgram result{taste_.kind, {}, {}};
    for (int i = 0; i < 3; ++i) {
      make_query();
      result.queries.push_back(std::move(program_.query));
      program_.query.clear();
    }
    result.program = std::move(program_);
    return result;
  }

 private:
  // Not std::uniform_int_distribution and std::shuffle: they differ between libraries.
  std::size_t below(std::size_t n) { return n ? random_() % n : 0; }
  bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

  void choose_constants() {
    const std::vector<std::string> all{"a", "b", "c", "d"};
    const std::size_t count = chance(10) ? 1 : 2 + below(taste_.most_arity == 2 ? 2 : 3);
    for (std::size_t i = 0; i < count; ++i) names_.push_back(Value::of(all[i]));
    for (std::size_t i = 0; i < 1 + below(4); ++i) {
      numbers_.push_back(Value::of(static_cast<std::int64_t>(below(7)) - (chance(25) ? 3 : 0)));
    }
  }

  Sort random_sort() { return chance(taste_.numbers) ? Sort::number : Sort::name; }
  Value random_value(Sort sort) { return one_of(sort == Sort::name ? names_ : numbers_); }

  void choose_facts() {
    if (taste_.most_arity == 0) return;
    facts_.push_back({"d", {Sort::name}});
    if (chance(60)) facts_.push_back({"e", {random_sort()}});
    if (taste_.numbers > 0) facts_.push_back({"n", {Sort::number}});
    if (taste_.most_arity > 1 || chance(30))
      facts_.push_back({"f", {random_sort(), random_sort()}});
    if (taste_.most_arity > 1 && chance(40)) facts_.push_back({"g", {Sort::name, random_sort()}});
    for (const Signature& s : facts_) {
      const std::size_t count = s.sorts.size() == 1 ? 1 + below(4) : 1 + below(5);
      for (std::size_t i = 0; i < count; ++i) {
        Clause fact;
        fact.head.predicate = s.name;
        for (const Sort sort : s.sorts) fact.head.arguments.push_back(constant(random_value(sort)));
        program_.clauses.push_back(std::move(fact));
      }
    }
  }

  void choose_derived() {
    const std::vector<std::string> all{"p", "q", "r", "s", "t", "u", "v", "w", "k", "m", "h", "j"};
    const std::size_t count = 2 + below(taste_.derived);
    for (std::size_t i = 0; i < count; ++i) {
      Signature s{all[i], {}, chance(taste_.classical)};
      const std::size_t arity = below(taste_.most_arity + 1);
      for (std::size_t k = 0; k < arity; ++k) s.sorts.push_back(random_sort());
      derived_.push_back(std::move(s));
    }
    if (chance(15)) derived_.push_back({"undefined", {}});
  }

  Literal atom(const std::string& name, std::vector<std::string> arguments) {
    Literal l;
    l.predicate = name;
    for (std::string& argument : arguments) l.arguments.push_back(variable(std::move(argument)));
    return l;
  }
  static Literal negation(Literal literal) {
    literal.negated = true;
    return literal;
  }
  void add(Literal head, std::vector<Literal> body) {
    program_.clauses.push_back({true, std::move(head), std::move(body)});
  }
  void deny(std::vector<Literal> body) { program_.clauses.push_back({false, {}, std::move(body)}); }

  // Groups of rules that programs often have.
  void add_template() {
    const bool pairs = std::any_of(facts_.begin(), facts_.end(), [](const Signature& s) {
      return s.name == "f" && s.sorts[0] == s.sorts[1];
    });
    const Sort sort = pairs ? std::find_if(facts_.begin(), facts_.end(),
                                           [](const Signature& s) { return s.name == "f"; })
                                  ->sorts[0]
                            : Sort::name;
    if (pairs && (taste_.kind != "choices" || chance(50))) {
      switch (below(3)) {
        case 0:  // right recursion
          add(atom("path", {"X", "Y"}), {atom("f", {"X", "Y"})});
          add(atom("path", {"X", "Y"}), {atom("f", {"X", "Z"}), atom("path", {"Z", "Y"})});
          break;
        case 1:  // left recursion
          add(atom("path", {"X", "Y"}), {atom("path", {"X", "Z"}), atom("f", {"Z", "Y"})});
          add(atom("path", {"X", "Y"}), {atom("f", {"X", "Y"})});
          break;
        default:  // only over chosen edges
          add(atom("in", {"X", "Y"}), {atom("f", {"X", "Y"}), negation(atom("out", {"X", "Y"}))});
          add(atom("out", {"X", "Y"}), {atom("f", {"X", "Y"}), negation(atom("in", {"X", "Y"}))});
          add(atom("path", {"X", "Y"}), {atom("in", {"X", "Y"})});
          add(atom("path", {"X", "Y"}), {atom("in", {"X", "Z"}), atom("path", {"Z", "Y"})});
          derived_.push_back({"in", {sort, sort}});
      }
      derived_.push_back({"path", {sort, sort}});
      if (chance(30)) deny({atom("path", {"X", "X"})});
    }
    if (taste_.kind == "recursion" && chance(50)) {  // mutual
      add(atom("even", {"X"}), {atom("d", {"X"}), negation(atom("odd", {"X"}))});
      add(atom("odd", {"X"}), {atom("d", {"X"}), negation(atom("even", {"X"}))});
      derived_.push_back({"even", {Sort::name}});
      derived_.push_back({"odd", {Sort::name}});
    }
    if (taste_.kind == "choices" || chance(20)) {
      add(atom("on", {"X"}), {atom("d", {"X"}), negation(atom("off", {"X"}))});
      add(atom("off", {"X"}), {atom("d", {"X"}), negation(atom("on", {"X"}))});
      derived_.push_back({"on", {Sort::name}});
      derived_.push_back({"off", {Sort::name}});
    }
  }

  // p(X) :- d(X), not q(X).  q(X) :- d(X), not p(X).  Mostly with the same guards.
  void add_even_loop() {
    std::vector<std::pair<Signature, Signature>> fitting;
    for (const Signature& one : derived_) {
      for (const Signature& other : derived_) {
        if (one.name < other.name && one.sorts == other.sorts) fitting.emplace_back(one, other);
      }
    }
    if (fitting.empty()) return;
    const auto [one, other] = one_of(fitting);
    name_variables_.clear();
    number_variables_.clear();
    Literal left = literal_of(one, chance(15)), right = left;
    right.predicate = other.name;
    right.classical = other.classical && chance(50);
    Clause clause{true, left, {negation(right)}};
    make_safe(clause);
    if (chance(30)) clause.body.push_back(random_literal(false));
    Clause back = clause;
    back.head = right;
    back.body[0] = negation(left);
    if (chance(20)) back.body.push_back(random_literal(false));
    for (Clause* c : {&clause, &back}) {
      make_safe(*c);
      if (chance(40)) shuffle(c->body);
      program_.clauses.push_back(*c);
    }
  }

  // Variables of a clause by sort, so that comparisons never meet a name.
  Expression argument(Sort sort, bool ground) {
    if (ground || chance(15)) return constant(random_value(sort));
    auto& pool = sort == Sort::name ? name_variables_ : number_variables_;
    static const std::vector<std::string> names{"X", "Y", "Z"}, numbers{"M", "N", "K"};
    const auto& fresh = sort == Sort::name ? names : numbers;
    if (pool.size() < fresh.size() && (pool.empty() || chance(45))) {
      pool.push_back(fresh[pool.size()]);
      return variable(pool.back());
    }
    return variable(one_of(pool));
  }

  Literal literal_of(const Signature& s, bool ground) {
    Literal l;
    l.predicate = s.name;
    l.classical = s.classical && chance(50);
    for (const Sort sort : s.sorts) l.arguments.push_back(argument(sort, ground));
    return l;
  }

  Literal random_literal(bool ground) {
    const bool negated = chance(taste_.negated);
    const bool use_derived = facts_.empty() || chance(negated ? 85 : taste_.recursive);
    Literal l = literal_of(use_derived ? one_of(derived_) : one_of(facts_), ground);
    l.negated = negated;
    return l;
  }

  Expression sum() {
    const auto leaf = [&] {
      return number_variables_.empty() || chance(30) ? constant(one_of(numbers_))
                                                     : variable(one_of(number_variables_));
    };
    if (chance(50)) return leaf();
    Expression e;
    const Expression::Kind kinds[] = {Expression::Kind::plus, Expression::Kind::minus,
                                      Expression::Kind::times};
    e.kind = kinds[below(3)];
    e.parts.push_back(leaf());
    e.parts.push_back(chance(20) ? sum() : leaf());
    return e;
  }

  Literal random_comparison() {
    Literal l;
    if (!number_variables_.empty() && chance(75)) {
      const auto first = static_cast<std::size_t>(Comparison::less);
      const auto last = static_cast<std::size_t>(Comparison::is);
      l.comparison = static_cast<Comparison>(first + below(last - first + 1));
      const bool plain = l.comparison == Comparison::is;
      l.arguments.push_back(plain ? variable(one_of(number_variables_)) : sum());
      l.arguments.push_back(sum());
      l.negated = chance(10);
      return l;
    }
    l.comparison = chance(75) ? Comparison::differ : Comparison::unify;
    const bool numbers = name_variables_.empty();
    const auto& pool = numbers ? number_variables_ : name_variables_;
    l.arguments.push_back(variable(one_of(pool)));
    l.arguments.push_back(chance(60) ? variable(one_of(pool))
                                     : constant(random_value(numbers ? Sort::number : Sort::name)));
    return l;
  }

  Sort sort_of(const std::string& variable) const {
    const bool number =
        std::count(number_variables_.begin(), number_variables_.end(), variable) > 0;
    return number ? Sort::number : Sort::name;
  }

  // A fact's literal for each variable that no positive literal binds.
  void make_safe(Clause& clause) {
    if (unsafe_ && chance(70)) return;
    std::vector<Literal> all = clause.body;
    if (clause.has_head) all.push_back(clause.head);
    for (const std::string& name : variables_of(all)) {
      std::vector<Literal> positive;
      for (const Literal& l : clause.body) {
        if (l.is_atom() && !l.negated) positive.push_back(l);
      }
      const auto bound = variables_of(positive);
      if (std::count(bound.begin(), bound.end(), name)) continue;
      clause.body.push_back(guard(name));
    }
  }

  Literal guard(const std::string& name) {
    const Sort sort = sort_of(name);
    std::vector<Signature> fitting;
    for (const Signature& s : facts_) {
      if (std::count(s.sorts.begin(), s.sorts.end(), sort)) fitting.push_back(s);
    }
    const Signature& s = one_of(fitting);
    Literal l = literal_of(s, true);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < s.sorts.size(); ++i) {
      if (s.sorts[i] == sort) places.push_back(i);
    }
    l.arguments[one_of(places)] = variable(name);
    return l;
  }

  void add_rule() {
    name_variables_.clear();
    number_variables_.clear();
    Clause clause;
    clause.has_head = !chance(taste_.denials);
    std::vector<Signature> defined;
    for (const Signature& s : derived_) {
      if (s.name != "undefined") defined.push_back(s);
    }
    if (clause.has_head) clause.head = literal_of(one_of(defined), chance(20));
    const std::size_t length = chance(10) && clause.has_head ? 0 : 1 + below(taste_.most_body);
    for (std::size_t i = 0; i < length; ++i) clause.body.push_back(random_literal(false));
    if (clause.has_head && chance(6)) clause.body.push_back(negation(clause.head));  // odd loop
    while (chance(taste_.comparisons) && !(name_variables_.empty() && number_variables_.empty())) {
      clause.body.push_back(random_comparison());
      if (chance(60)) break;
    }
    if (!clause.has_head && clause.body.empty()) return;
    make_safe(clause);
    if (chance(50)) shuffle(clause.body);
    program_.clauses.push_back(std::move(clause));
  }

  bool is_defined(const Literal& literal) const {
    return std::any_of(program_.clauses.begin(), program_.clauses.end(), [&](const Clause& c) {
      return c.has_head && c.head.predicate == literal.predicate &&
             c.head.classical == literal.classical &&
             c.head.arguments.size() == literal.arguments.size();
    });
  }

  void make_query() {
    name_variables_.clear();
    number_variables_.clear();
    const bool ground = chance(taste_.ground_query);
    const std::size_t length = chance(60) ? 1 : 2 + below(2);
    for (int tries = 0; tries < 100 && program_.query.size() < length; ++tries) {
      Literal l =
          literal_of(facts_.empty() || chance(85) ? one_of(derived_) : one_of(facts_), ground);
      l.negated = chance(35);
      if (is_defined(l)) program_.query.push_back(std::move(l));
    }
    if (program_.query.empty()) {  // a derived predicate may have got no rule
      Literal l;
      l.predicate = "p";
      program_.query.push_back(l);
      program_.clauses.push_back({true, l, {}});
    }
    const auto used = variables_of(program_.query);
    for (auto* pool : {&name_variables_, &number_variables_}) {  // some literals were dropped
      std::erase_if(*pool, [&](const auto& v) { return !std::count(used.begin(), used.end(), v); });
    }
    if (!ground && chance(taste_.comparisons) && safe_query()) {
      program_.query.push_back(random_comparison());
    }
  }

  bool safe_query() {
    Clause clause;
    clause.has_head = false;
    clause.body = program_.query;
    return is_safe(clause) && !(name_variables_.empty() && number_variables_.empty());
  }

  std::mt19937_64 random_;
  bool unsafe_;
  Taste taste_;
  std::vector<Value> names_, numbers_;
  std::vector<Signature> facts_, derived_;
  std::vector<std::string> name_variables_, number_variables_;
  Program program_;
};

}  // namespace

RandomProgram random_program(std::uint64_t seed) { return Maker(seed, false).make(); }
RandomProgram random_unsafe_program(std::uint64_t seed) { return Maker(seed, true).make(); }

}  // namespace cogs::asp
