// SPDX-License-Identifier: Apache-2.0
//
// The rules as the CoGS paper prints them, quotes and all, parse unchanged; only the feature
// declarations are added.
#include <gtest/gtest.h>

#include "model/write/write_model.h"
#include "reading.h"

namespace cogs::model {
namespace {

TEST(PaperRules, OfCarsParseUnchanged) {
  const Model model = read_model(R"(
#feature persons : {2, 4, more}.
#feature safety : {low, med, high}.
#feature buying : {vhigh, high, med, low}.
#feature maint : {vhigh, high, med, low}.
#undesired label(X,`negative').
label(X,`negative') :- persons(X,`2').
label(X,`negative') :- safety(X,`low').
label(X,`negative') :- buying(X,`vhigh'), maint(X,`vhigh').
label(X,`negative') :- not buying(X,`low'), not buying(X,`med'),
                                 maint(X,`vhigh').
label(X,`negative') :- buying(X,`vhigh'), maint(X,`high').
)",
                                 "cars.cogs");
  EXPECT_TRUE(model.warnings.empty());
  ASSERT_EQ(model.rules.size(), 5U);
  EXPECT_EQ(format_rule(model, model.rules[0]), "label(X,negative) :- persons(X,2).");
  EXPECT_EQ(format_rule(model, model.rules[3]),
            "label(X,negative) :- not buying(X,low), not buying(X,med), maint(X,vhigh).");
}

TEST(PaperRules, OfAdultParseUnchanged) {
  const Model model = read_model(R"(
#feature marital_status : {'Never-married', 'Married-civ-spouse', neither}, caused.
#feature relationship : {'Husband', 'Wife', 'Unmarried'}.
#feature sex : {'Male', 'Female'}, fixed.
#feature capital_gain : integer 0..99999.
#feature education_num : integer 1..16.
#feature age : integer 17..90.
#undesired label(X,`<=50K').
label(X,`<=50K') :- not marital_status(X,`Married-civ-spouse'),

        capital_gain(X,N1), N1=<6849.0.
label(X,`<=50K') :- marital_status(X,`Married-civ-spouse'),

        capital_gain(X,N1), N1=<5013.0,

        education_num(X,N2), N2=<12.0.
marital_status(X,`Never-married') :- not relationship(X,`Husband'), 
    
    not relationship(X,`Wife'), age(X,N1), N1=<29.0.
marital_status(X,`Married-civ-spouse') :- relationship(X,`Husband').
marital_status(X,`Married-civ-spouse') :- relationship(X,`Wife').
marital_status(X,neither) :- not relationship(X,`Husband'),

        not relationship(X,`Wife').
relationship(X,`Husband') :- sex(X,`Male') ,

        age(X,N1), not(N1=<27.0).
relationship(X,`Wife') :- sex(X,`Female').
)",
                                 "adult.cogs");
  EXPECT_TRUE(model.warnings.empty());
  EXPECT_EQ(model.rules.size(), 2U);
  ASSERT_EQ(model.causal_rules.size(), 6U);
  EXPECT_EQ(model.atoms[model.undesired.index()].text, "label(x,'<=50K')");
  EXPECT_EQ(format_causal_rule(model, model.causal_rules[4]),
            "relationship(X,'Husband') :- sex(X,'Male'), age(X,N1), not(N1 =< 27).");
}

// The first rule is printed without its full stop.
TEST(PaperRules, OfGermanParseUnchanged) {
  const Model model = read_model(R"(
#feature checking_account_status : {no_checking_account, other}.
#feature credit_history : {all_dues_atbank_cleared, other}.
#feature property : {'car or other', real_estate}.
#feature duration_months : integer 4..72.
#feature credit_amount : integer 250..18424.
#feature present_employment_since : {employed, unemployed}.
#feature job : {'unemployed/unskilled-non_resident', skilled}.
#undesired label(X,`good').
label(X,`good'):-checking_account_status(X,`no_checking_account')
label(X,`good'):-not checking_account_status(X,`no_checking_account'),
        not credit_history(X,`all_dues_atbank_cleared'),
        duration_months(X,N1), N1=<21.0,
        credit_amount(X,N2), not(N2=<428.0),
        not ab1(X,`True').
ab1(X,`True'):-property(X,`car or other'),
        credit_amount(X,N2), N2=<1345.0.
present_employment_since(X,`employed') :-
        not job(X,`unemployed/unskilled-non_resident').
present_employment_since(X,`unemployed') :-
        job(X,`unemployed/unskilled-non_resident').
)",
                                 "german.cogs");
  ASSERT_EQ(model.warnings.size(), 1U);
  EXPECT_EQ(shown(model.warnings[0]),
            "10:65 the full stop is missing here | end the statement with a full stop");
  ASSERT_EQ(model.rules.size(), 3U);
  EXPECT_EQ(format_rule(model, model.rules[1]),
            "label(X,good) :- not checking_account_status(X,no_checking_account), "
            "not credit_history(X,all_dues_atbank_cleared), duration_months(X,N1), N1 =< 21, "
            "credit_amount(X,N2), not(N2 =< 428), not ab1(X,'True').");
  EXPECT_EQ(model.causal_rules.size(), 2U);
}

}  // namespace
}  // namespace cogs::model
