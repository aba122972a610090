// SPDX-License-Identifier: Apache-2.0
#include "logic/linear/linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cogs::logic {
namespace {

using base::Number;

// Small expressions as in the text of a program: 2 * x + y - 3.
struct Term {
  LinearExpression expression;
  Term(int constant) { expression.constant = constant; }                  // NOLINT
  Term(const Number& constant) { expression.constant = constant; }        // NOLINT
  Term(NumberVariable variable) { expression.add(variable, Number(1)); }  // NOLINT
  explicit Term(LinearExpression e) : expression(std::move(e)) {}
};
Term combine(const Term& a, const Term& b, int factor) {
  Term sum = a;
  sum.expression.add(b.expression, factor);
  return sum;
}
Term operator+(const Term& a, const Term& b) { return combine(a, b, 1); }
Term operator-(const Term& a, const Term& b) { return combine(a, b, -1); }
Term operator*(const Number& factor, const Term& term) {
  Term product = 0;
  product.expression.add(term.expression, factor);
  return product;
}
LinearConstraint eq(const Term& a, const Term& b) { return {(a - b).expression, Relation::equal}; }
LinearConstraint ne(const Term& a, const Term& b) {
  return {(a - b).expression, Relation::not_equal};
}
LinearConstraint lt(const Term& a, const Term& b) { return {(a - b).expression, Relation::less}; }
LinearConstraint le(const Term& a, const Term& b) {
  return {(a - b).expression, Relation::less_equal};
}
LinearConstraint gt(const Term& a, const Term& b) { return lt(b, a); }
LinearConstraint ge(const Term& a, const Term& b) { return le(b, a); }

// "x0 - 2*x1 + 3 =< 0; ..."
std::string text(const std::vector<LinearConstraint>& constraints) {
  std::string result;
  for (const LinearConstraint& constraint : constraints) {
    if (!result.empty()) result += "; ";
    std::string sum;
    for (const auto& [variable, coefficient] : constraint.expression.terms) {
      const Number size = coefficient.absolute();
      sum += sum.empty() ? (coefficient.sign() < 0 ? "-" : "")
                         : (coefficient.sign() < 0 ? " - " : " + ");
      if (size != Number(1)) sum += size.text() + "*";
      sum += "x" + std::to_string(variable.index());
    }
    const char* const relations[] = {" = ", " \\= ", " < ", " =< "};
    result += sum + relations[static_cast<int>(constraint.relation)] +
              (-constraint.expression.constant).text();
  }
  return result;
}

class Linear : public testing::Test {
 protected:
  LinearStore store;
  NumberVariable x = store.add_variable(), y = store.add_variable(), z = store.add_variable();

  std::string projected(std::vector<NumberVariable> keep) { return text(store.project(keep)); }
  // Everything next_fixed() has to say, in the order of the variables.
  std::string fixed() {
    std::vector<std::pair<NumberVariable, Number>> all;
    while (auto next = store.next_fixed()) all.push_back(*next);
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.first < b.first; });
    std::string result;
    for (auto& [variable, number] : all) {
      result +=
          (result.empty() ? "x" : " x") + std::to_string(variable.index()) + "=" + number.text();
    }
    return result;
  }
};

TEST_F(Linear, ExpressionKeepsItsTermsSortedAndDropsZeros) {
  LinearExpression e;
  e.add(y, 2);
  e.add(x, 1);
  e.add(y, -2);
  e.add(z, Number(1) / 2);
  ASSERT_EQ(e.terms.size(), 2u);
  EXPECT_EQ(e.terms[0].first, x);
  EXPECT_EQ(e.terms[1].first, z);
  LinearExpression f;
  f.add(e, -2);
  EXPECT_EQ(f.terms[1].second, Number(-1));
}

TEST_F(Linear, BoundsThatCrossCannotBeMet) {
  EXPECT_TRUE(store.add(gt(x, 3)));
  EXPECT_TRUE(store.add(lt(x, 5)));
  const auto mark = store.mark();
  EXPECT_FALSE(store.add(gt(x, 5)));
  store.undo_to(mark);
  EXPECT_FALSE(store.add(eq(x, 3)));
  store.undo_to(mark);
  EXPECT_TRUE(store.add(ge(x, 4)));
  EXPECT_EQ(store.lower(x)->value, Number(4));
  store.undo_to(mark);
  EXPECT_EQ(store.lower(x)->value, Number(3));
  EXPECT_TRUE(store.lower(x)->strict);
}

TEST_F(Linear, BoundsThatMeetFixTheVariable) {
  EXPECT_TRUE(store.add(ge(x, 3)));
  const auto mark = store.mark();
  EXPECT_TRUE(store.add(le(2 * Term(x), 6)));
  EXPECT_EQ(store.value(x), Number(3));
  EXPECT_EQ(fixed(), "x0=3");
  EXPECT_EQ(fixed(), "");
  store.undo_to(mark);
  EXPECT_EQ(store.value(x), std::nullopt);
  EXPECT_TRUE(store.add(eq(x, 7)));
  EXPECT_EQ(fixed(), "x0=7");
}

TEST_F(Linear, StrictBoundsAtTheSameValueCannotBeMet) {
  EXPECT_TRUE(store.add(ge(x, 3)));
  EXPECT_FALSE(store.add(lt(x, 3)));
}

TEST_F(Linear, EquationWithOneOpenVariableFixesIt) {
  EXPECT_TRUE(store.add(eq(z, Term(x) + y)));
  EXPECT_TRUE(store.add(eq(x, 1)));
  EXPECT_EQ(fixed(), "x0=1");
  EXPECT_TRUE(store.add(eq(y, 2)));
  EXPECT_EQ(fixed(), "x1=2 x2=3");
}

TEST_F(Linear, FixingRunsThroughChains) {
  EXPECT_TRUE(store.add(eq(y, Term(x) + 1)));
  EXPECT_TRUE(store.add(eq(z, Term(y) + 1)));
  const auto mark = store.mark();
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(store.add(eq(z, i)));
    EXPECT_EQ(store.value(x), Number(i - 2));
    EXPECT_NE(fixed(), "");
    store.undo_to(mark);
    EXPECT_EQ(store.value(x), std::nullopt);
  }
}

TEST_F(Linear, InequalityWithOneOpenVariableBoundsIt) {
  EXPECT_TRUE(store.add(lt(Term(x) - 2 * Term(y), 4)));
  EXPECT_TRUE(store.add(eq(x, 1)));
  EXPECT_EQ(store.lower(y)->value, Number(-3) / 2);
  EXPECT_TRUE(store.lower(y)->strict);
}

TEST_F(Linear, EquationsTogetherFixVariables) {
  EXPECT_TRUE(store.add(eq(Term(x) + y, 3)));
  EXPECT_EQ(fixed(), "");
  const auto mark = store.mark();
  EXPECT_TRUE(store.add(eq(Term(x) - y, 1)));
  EXPECT_EQ(fixed(), "x0=2 x1=1");
  store.undo_to(mark);
  EXPECT_TRUE(store.add(eq(2 * Term(x) + 2 * Term(y), 6)));
  EXPECT_FALSE(store.add(eq(2 * Term(x) + 2 * Term(y), 7)));
}

TEST_F(Linear, OppositeInequalitiesMakeAnEquation) {
  EXPECT_TRUE(store.add(le(x, y)));
  EXPECT_TRUE(store.add(le(y, x)));
  EXPECT_TRUE(store.add(eq(Term(x) + y, 4)));
  EXPECT_EQ(fixed(), "x0=2 x1=2");
}

TEST_F(Linear, CycleOfStrictInequalitiesCannotBeMet) {
  EXPECT_TRUE(store.add(lt(x, y)));
  EXPECT_TRUE(store.add(lt(y, z)));
  EXPECT_FALSE(store.add(lt(z, x)));
}

TEST_F(Linear, DisequalityIsBrokenByEquations) {
  EXPECT_TRUE(store.add(ne(x, y)));
  const auto mark = store.mark();
  EXPECT_FALSE(store.add(eq(x, y)));
  store.undo_to(mark);
  EXPECT_TRUE(store.add(eq(x, z)));
  EXPECT_FALSE(store.add(eq(y, z)));
  store.undo_to(mark);
  EXPECT_TRUE(store.add(eq(x, 2)));
  EXPECT_TRUE(store.add(ge(y, 2)));
  EXPECT_TRUE(store.lower(y)->strict);
  EXPECT_FALSE(store.add(eq(y, 2)));
}

TEST_F(Linear, DisequalityIsBrokenByInequalitiesThatForceIt) {
  EXPECT_TRUE(store.add(ne(x, z)));
  EXPECT_TRUE(store.add(le(x, y)));
  EXPECT_TRUE(store.add(le(y, z)));
  EXPECT_TRUE(store.entails(lt(x, z)));
  EXPECT_FALSE(store.add(le(z, x)));
}

TEST_F(Linear, DisequalityAddedLastIsBrokenToo) {
  EXPECT_TRUE(store.add(le(x, y)));
  EXPECT_TRUE(store.add(le(y, z)));
  EXPECT_TRUE(store.add(le(z, x)));
  EXPECT_FALSE(store.add(ne(x, z)));
}

TEST_F(Linear, DisequalityIsJudgedByASolutionAlsoAfterAFailedAddition) {
  // Only x = y = 0 is left, without being noticed.
  EXPECT_TRUE(store.add(le(3 * Term(y), 2)));
  EXPECT_TRUE(store.add(eq(Term(x) + 2 * Term(y), 0)));
  EXPECT_TRUE(store.add(le(Term(x) + y, 0)));
  EXPECT_TRUE(store.add(le(2 * Term(x) + y, 0)));
  EXPECT_TRUE(store.add(ge(x, 0)));
  const auto mark = store.mark();
  for (int a = -3; a <= 3; ++a) {
    for (int b = -3; b <= 3; ++b) {
      const LinearConstraint wrong = lt(Number(a) * Term(x) + Number(b) * Term(y), -1);
      EXPECT_FALSE(store.add(wrong)) << text({wrong});
      store.undo_to(mark);
      EXPECT_FALSE(store.add(ne(x, y))) << text({wrong});
      store.undo_to(mark);
    }
  }
}

TEST_F(Linear, DisequalityMakesABoundStrict) {
  EXPECT_TRUE(store.add(ne(x, 3)));
  EXPECT_TRUE(store.add(ge(x, 3)));
  EXPECT_EQ(projected({x}), "-x0 < -3");
  EXPECT_TRUE(store.add(ne(x, 4)));
  EXPECT_EQ(projected({x}), "-x0 < -3; x0 \\= 4");
}

TEST_F(Linear, IntegersRoundBoundsInwards) {
  EXPECT_TRUE(store.add(gt(x, 3)));
  EXPECT_TRUE(store.add(lt(2 * Term(x), 13)));
  EXPECT_TRUE(store.restrict_to_integers(x));
  EXPECT_TRUE(store.is_integer(x));
  EXPECT_EQ(projected({x}), "-x0 =< -4; x0 =< 6");
  EXPECT_TRUE(store.add(ne(x, 4)));
  EXPECT_TRUE(store.add(ne(x, 5)));
  EXPECT_EQ(fixed(), "x0=6");
  EXPECT_FALSE(store.add(ne(x, 6)));
}

TEST_F(Linear, IntegerBoundsMoveOverExcludedValues) {
  EXPECT_TRUE(store.restrict_to_integers(x));
  for (const int excluded : {2, 1, 7, 8, 4}) EXPECT_TRUE(store.add(ne(x, excluded)));
  EXPECT_TRUE(store.add(gt(x, 0)));
  EXPECT_TRUE(store.add(lt(x, 9)));
  EXPECT_EQ(projected({x}), "-x0 =< -3; x0 =< 6; x0 \\= 4");
  EXPECT_TRUE(store.add(lt(x, 5)));
  EXPECT_EQ(fixed(), "x0=3");
}

TEST_F(Linear, RegionWithoutAnIntegerIsEmpty) {
  EXPECT_TRUE(store.restrict_to_integers(x));
  EXPECT_TRUE(store.add(gt(x, 3)));
  const auto mark = store.mark();
  EXPECT_FALSE(store.add(lt(x, 4)));
  store.undo_to(mark);
  EXPECT_TRUE(store.add(eq(Term(x) + y, 7)));
  EXPECT_FALSE(store.add(eq(2 * Term(y), 1)));
  store.undo_to(mark);
  EXPECT_TRUE(store.add(eq(2 * Term(y), 1)));
  EXPECT_FALSE(store.restrict_to_integers(y));
}

TEST_F(Linear, ProjectionRoundsIntegersAndPassesItOn) {
  EXPECT_TRUE(store.restrict_to_integers(x));
  EXPECT_TRUE(store.add(le(Term(x) + y, 4)));
  EXPECT_TRUE(store.add(ge(2 * Term(x), Term(y) + 1)));
  EXPECT_TRUE(store.add(ge(y, 0)));
  EXPECT_EQ(projected({x}), "-x0 =< -1; x0 =< 4");
  EXPECT_TRUE(store.add(ge(y, 2)));
  EXPECT_EQ(projected({x, y}), "x0 = 2; x1 = 2");
  EXPECT_EQ(fixed(), "") << "projecting must leave nothing behind";
}

TEST_F(Linear, EntailsWhatEverySolutionSatisfies) {
  EXPECT_TRUE(store.add(lt(Term(x) + y, 3)));
  EXPECT_TRUE(store.add(ge(y, 1)));
  EXPECT_TRUE(store.entails(lt(x, 2)));
  EXPECT_TRUE(store.entails(ne(x, 2)));
  EXPECT_FALSE(store.entails(lt(x, Number(199) / 100)));
  EXPECT_FALSE(store.entails(ne(x, 1)));
  EXPECT_FALSE(store.entails(eq(x, 1)));
  EXPECT_TRUE(store.entails(eq(Term(x) - x, 0)));
  EXPECT_TRUE(store.add(ge(Term(x) + y, 2)));
  EXPECT_TRUE(store.add(le(Term(x) + y, 2)));
  EXPECT_TRUE(store.entails(eq(x, Term(2) - y)));
}

TEST_F(Linear, ProjectionOnOneVariableIsTight) {
  // y is between, and linked: 1/2 < x < 7/3.
  EXPECT_TRUE(store.add(gt(2 * Term(x), Term(y) + z)));
  EXPECT_TRUE(store.add(ge(y, 1)));
  EXPECT_TRUE(store.add(ge(z, 0)));
  EXPECT_TRUE(store.add(le(3 * Term(x) + y, Term(8) - z)));
  EXPECT_EQ(projected({x}), "-x0 < -0.5; x0 =< 7/3");
  EXPECT_EQ(projected({}), "");
}

TEST_F(Linear, ProjectionGivesEquationsFirstAndSolvesForTheLatest) {
  EXPECT_TRUE(store.add(eq(Term(z), Term(x) + 1)));
  EXPECT_TRUE(store.add(eq(Term(y), Term(z) + 1)));
  EXPECT_TRUE(store.add(gt(z, 4)));
  EXPECT_EQ(projected({y, x}), "x0 - x1 = -2; -x0 < -3");
  EXPECT_EQ(projected({z, x}), "x0 - x2 = -1; -x0 < -3");
  EXPECT_TRUE(store.add(eq(x, 10)));
  EXPECT_EQ(projected({z, x}), "x0 = 10; x2 = 11");
}

TEST_F(Linear, ProjectionFindsEquationsHiddenInInequalities) {
  EXPECT_TRUE(store.add(le(x, y)));
  EXPECT_TRUE(store.add(le(y, z)));
  EXPECT_TRUE(store.add(le(z, x)));
  EXPECT_TRUE(store.add(le(z, 3)));
  EXPECT_EQ(projected({x, y}), "x0 - x1 = 0; x0 =< 3");
  EXPECT_TRUE(store.add(ge(y, 3)));
  EXPECT_EQ(projected({x}), "x0 = 3");
}

TEST_F(Linear, ProjectionDropsRedundantInequalities) {
  EXPECT_TRUE(store.add(le(Term(x) + y, 10)));
  EXPECT_TRUE(store.add(le(x, 3)));
  EXPECT_TRUE(store.add(le(y, 4)));
  EXPECT_TRUE(store.add(lt(x, z)));
  EXPECT_EQ(projected({x, y}), "x0 =< 3; x1 =< 4");
}

TEST_F(Linear, ProjectionOfADisequalityOnAnOpenVariableTakesTheBorderOnly) {
  // y is between 0 and x, and not 0: x may be anything above 0.
  EXPECT_TRUE(store.add(ge(y, 0)));
  EXPECT_TRUE(store.add(le(y, x)));
  EXPECT_TRUE(store.add(ne(Term(y) + z, 0)));
  EXPECT_TRUE(store.add(eq(z, 0)));
  EXPECT_EQ(projected({x}), "-x0 < 0");
  EXPECT_TRUE(store.add(ne(y, 2)));
  EXPECT_EQ(projected({x}), "-x0 < 0");
  EXPECT_EQ(projected({y}), "-x1 < 0; x1 \\= 2");
}

TEST_F(Linear, DisequalitiesBetweenVariablesAreProjectedThroughEquations) {
  EXPECT_TRUE(store.add(ne(x, y)));
  EXPECT_TRUE(store.add(eq(y, 2 * Term(z))));
  EXPECT_EQ(projected({x, z}), "x0 - 2*x2 \\= 0");
  EXPECT_EQ(projected({x, y}), "x0 - x1 \\= 0");
}

TEST_F(Linear, UndoTakesVariablesBack) {
  EXPECT_TRUE(store.add(le(x, y)));
  const auto mark = store.mark();
  for (int round = 0; round < 3; ++round) {
    const NumberVariable w = store.add_variable();
    EXPECT_EQ(w.index(), 3u);
    EXPECT_TRUE(store.add(lt(y, Term(w) + round)));
    EXPECT_TRUE(store.add(lt(w, x + Term(1))));
    EXPECT_EQ(store.add(ge(y, Term(x) + 2)), round > 1) << round;
    store.undo_to(mark);
    EXPECT_EQ(projected({x, y}), "x0 - x1 =< 0");
  }
}

TEST_F(Linear, LargeNumbersStayExact) {
  const Number huge = Number::power_of_ten(30);
  EXPECT_TRUE(store.add(lt(huge * Term(x), Term(y))));
  EXPECT_TRUE(store.add(le(y, huge + Number(1))));
  EXPECT_TRUE(store.add(ge(x, 1)));
  EXPECT_EQ(projected({x}), "-x0 =< -1; x0 < 1.000000000000000000000000000001");
}

}  // namespace
}  // namespace cogs::logic
