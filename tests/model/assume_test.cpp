// SPDX-License-Identifier: Apache-2.0
#include "model/edit/assume.h"

#include <gtest/gtest.h>

namespace cogs::model {
namespace {

Domain numbers(std::int64_t low, std::int64_t high, bool integer = true) {
  return NumericDomain{integer, Number(low), Number(high)};
}

Domain set(const std::vector<std::string>& values) {
  SetDomain domain;
  for (const std::string& value : values) domain.values.push_back({Value::of(value), false});
  return domain;
}

// "fixed: sex", "may increase: age", or "" where the name says nothing.
std::string said(const std::string& column, const Domain& domain = set({"a", "b"})) {
  const std::optional<Assumption> found = assume(column, domain);
  return found ? option_words(*found) + ": " + found->word : "";
}

TEST(Assume, KnowsWhatPeopleAreBornWith) {
  EXPECT_EQ(said("sex"), "fixed: sex");
  EXPECT_EQ(said("SEX"), "fixed: sex");
  EXPECT_EQ(said("Gender"), "fixed: gender");
  EXPECT_EQ(said("personal_status_sex"), "fixed: sex");
  EXPECT_EQ(said("race", numbers(1, 5)), "fixed: race");
  EXPECT_EQ(said("native-country"), "fixed: native");
  EXPECT_EQ(said("NativeCountry"), "fixed: native");
  EXPECT_EQ(said("DAYS_BIRTH", numbers(-25000, -7000)), "fixed: birth");
  EXPECT_EQ(said("year of birth", numbers(1930, 2005)), "fixed: birth");
  EXPECT_EQ(said("country_of_origin"), "fixed: country origin");
  EXPECT_EQ(said("foreign_worker"), "fixed: foreign worker");
  EXPECT_EQ(said("height_cm", numbers(140, 210)), "fixed: height");
  EXPECT_EQ(said("is_male", numbers(0, 1)), "fixed: male");
}

TEST(Assume, KnowsWhatNobodyShouldBeAskedToChange) {
  EXPECT_EQ(said("Disabled", set({"no", "yes"})), "fixed: disabled");
  EXPECT_EQ(said("Is Foreign", numbers(0, 1)), "fixed: foreign");
  EXPECT_EQ(said("Pregnant", numbers(0, 1)), "fixed: pregnant");
  EXPECT_EQ(said("Senior citizen", numbers(0, 1)), "fixed: citizen");
  EXPECT_EQ(said("Number of dependents", numbers(0, 5)), "fixed: dependents");
  EXPECT_EQ(said("Past bankruptcies", numbers(0, 3)), "fixed: past bankruptcies");
  EXPECT_EQ(said("previous_default"), "fixed: previous default");
  EXPECT_EQ(said("deceased spouse"), "fixed: deceased spouse");
  EXPECT_EQ(said("Mother's maiden name"), "fixed: maiden name");
  EXPECT_EQ(said("foreign currency", numbers(0, 9)), "");
  EXPECT_EQ(said("default_risk", numbers(0, 9)), "");
}

TEST(Assume, SkipsTheGenitive) {
  EXPECT_EQ(said("Customer's Age", numbers(18, 90)), "may increase: age");
  EXPECT_EQ(said("CUSTOMER'S AGE", numbers(18, 90)), "may increase: age");
  EXPECT_EQ(said("Customer\u2019s age", numbers(18, 90)), "may increase: age");
  EXPECT_EQ(said("Applicant's Sex", numbers(1, 2)), "fixed: sex");
  EXPECT_EQ(said("Bank's age limits", numbers(1, 2)), "");
}

TEST(Assume, KnowsSpanishAndGerman) {
  EXPECT_EQ(said("Sexo"), "fixed: sexo");
  EXPECT_EQ(said("GÉNERO"), "fixed: género");
  EXPECT_EQ(said("genero"), "fixed: genero");
  EXPECT_EQ(said("Edad", numbers(18, 90)), "may increase: edad");
  EXPECT_EQ(said("edad del cliente", numbers(18, 90)), "may increase: edad");
  EXPECT_EQ(said("Religión"), "fixed: religión");
  EXPECT_EQ(said("fecha_nacimiento"), "fixed: nacimiento");
  EXPECT_EQ(said("Geschlecht"), "fixed: geschlecht");
  EXPECT_EQ(said("Alter", numbers(18, 90)), "may increase: alter");
  EXPECT_EQ(said("Alter in Jahren", numbers(18, 90)), "may increase: alter");
  EXPECT_EQ(said("STAATSANGEHÖRIGKEIT"), "fixed: staatsangehörigkeit");
  EXPECT_EQ(said("Nationalitaet"), "fixed: nationalitaet");
  EXPECT_EQ(said("Geburtsjahr", numbers(1950, 2004)), "fixed: geburtsjahr");
  EXPECT_EQ(said("x7", set({"hombre", "mujer"})), "fixed: male, female");
  EXPECT_EQ(said("x7", set({"Herr", "Frau"})), "fixed: male, female");
  EXPECT_EQ(said("x7", set({"Mann", "Frau"})), "fixed: male, female");
  EXPECT_EQ(said("x7", set({"Männlich", "Weiblich"})), "fixed: male, female");
  EXPECT_EQ(said("Alter des Autos", numbers(0, 30)), "");
}

TEST(Assume, KnowsWhatOnlyGrows) {
  EXPECT_EQ(said("Age", numbers(0, 99)), "may increase: age");
  EXPECT_EQ(said("age_in_years", numbers(0, 99)), "may increase: age");
  EXPECT_EQ(said("applicantAge", numbers(0, 99)), "may increase: age");
  EXPECT_EQ(said("account_age", numbers(0, 99)), "may increase: age");
  EXPECT_EQ(said("MSinceOldestTradeOpen", numbers(0, 800)), "may increase: since");
  EXPECT_EQ(said("months_since_delinquency", numbers(0, 80)), "may increase: since");
  EXPECT_EQ(said("NumTrades60Ever2DerogPubRec", numbers(0, 20)), "may increase: ever");
  EXPECT_EQ(said("priors_count", numbers(0, 38)), "may increase: priors");
  EXPECT_EQ(said("tenure", numbers(0, 72)), "may increase: tenure");
  EXPECT_EQ(said("years_of_experience", numbers(0, 40)), "may increase: years experience");
}

TEST(Assume, FixesWhatGrowsWhereTheDomainHasNoSuchOrder) {
  EXPECT_EQ(said("age_group", set({"under 25", "25 to 40"})), "fixed: age");
  Domain ascending = set({"under 25", "25 to 40"});
  std::get<SetDomain>(ascending).ordered = true;
  EXPECT_EQ(said("age_group", ascending), "may increase: age");
  EXPECT_EQ(said("customer_since", numbers(1987, 2024)), "fixed: since");
  EXPECT_EQ(said("employment_since", set({"<1 year", "1 to 4"})), "fixed: since");
  EXPECT_EQ(said("ever_married", set({"Yes", "No"})), "fixed: ever");
  // Worse may be a smaller code, so the direction is not known.
  EXPECT_EQ(said("MaxDelqEver", numbers(2, 8)), "fixed: ever");
}

TEST(Assume, TellsMenAndWomenByTheValues) {
  EXPECT_EQ(said("x7", set({"Female", "Male"})), "fixed: male, female");
  EXPECT_EQ(said("x7", set({"Female", "Male", "Other"})), "fixed: male, female");
  EXPECT_EQ(said("ward", set({"female", "male", "children"})), "fixed: male, female");
  EXPECT_EQ(said("Personal_status", set({"female-divorced/married", "male-single"})),
            "fixed: male, female");
  EXPECT_EQ(said("title", set({"Mr", "Mrs", "Dr"})), "fixed: male, female");
  EXPECT_EQ(said("x7", set({"F", "M"})), "fixed: male, female");
  EXPECT_EQ(said("size", set({"L", "M", "S"})), "");
  EXPECT_EQ(said("grade", set({"a", "b", "c", "f", "m"})), "");
  EXPECT_EQ(said("odor", set({"almond", "f", "m", "none"})), "");
  EXPECT_EQ(said("code", set({"f-2", "m-1"})), "");
  EXPECT_EQ(said("department", set({"menswear", "shoes"})), "");
  EXPECT_EQ(said("x7", set({"Male"})), "");
}

TEST(Assume, SaysNothingAboutWhatPeopleChoose) {
  EXPECT_EQ(said("car_age", numbers(0, 30)), "");
  EXPECT_EQ(said("age_of_house", numbers(0, 300)), "");
  EXPECT_EQ(said("average_age_of_accounts", numbers(0, 300)), "");
  EXPECT_EQ(said("mileage", numbers(0, 300)), "");
  EXPECT_EQ(said("percentage", numbers(0, 100)), "");
  EXPECT_EQ(said("PercentTradesNeverDelq", numbers(0, 100)), "");
  EXPECT_EQ(said("sincerity", numbers(0, 10)), "");
  EXPECT_EQ(said("essex_branch"), "");
  EXPECT_EQ(said("ceiling_height", numbers(2, 5)), "");
  EXPECT_EQ(said("race_time", numbers(9, 60, false)), "");
  EXPECT_EQ(said("housing_tenure", set({"own", "rent"})), "");
  EXPECT_EQ(said("customer_experience", numbers(1, 10)), "");
  EXPECT_EQ(said("debt", numbers(0, 1000)), "");
  EXPECT_EQ(said(""), "");
  EXPECT_EQ(said("42"), "");
  EXPECT_EQ(said("l'âge", numbers(0, 99)), "");
}

}  // namespace
}  // namespace cogs::model
