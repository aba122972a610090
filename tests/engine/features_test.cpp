// SPDX-License-Identifier: Apache-2.0
#include "engine/features.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "engine/engine.h"
#include "engine/review.h"

namespace cogs::engine {
namespace {

const std::string text =
    "#feature debt : integer 0..9, may be set.\n"
    "#feature town : {york, leeds}.\n"
    "#undesired no(X).\n"
    "#causal debt : if.\n"
    "no(X) :- debt(X, 7), town(X, york).\n"
    "debt(X, V) :- V < 5, town(X, leeds).\n";

TEST(OrderedDomain, IsReadFromTheCommandLine) {
  EXPECT_EQ(ordered_domain("none<school<high school"), "{none < school < 'high school'}");
  EXPECT_EQ(ordered_domain(" a < 'B<C' < 7"), "{a < 'B<C' < '7'}");
  EXPECT_EQ(ordered_domain("a<it's<b'c"), "{a < 'it\\'s' < 'b\\'c'}");
  for (const char* bad : {"", "a", "a<", "<a", "a<<b", "a< <b", "''<a"}) {
    EXPECT_EQ(ordered_domain(bad), std::nullopt) << bad;
  }
}

TEST(SayFreedom, SaysAllOfIt) {
  const model::Model model = parse_model(text, "m.cogs");
  const auto said = [&](Freedom freedom) {
    const std::string now =
        model_text(change_features(model, {say_freedom("debt", freedom, "--x")}).model);
    return now.substr(0, now.find('\n'));
  };
  EXPECT_EQ(said(Freedom::free), "#feature debt : integer 0..9, may be set.");
  EXPECT_EQ(said(Freedom::fixed), "#feature debt : integer 0..9, fixed.");
  EXPECT_EQ(said(Freedom::caused), "#feature debt : integer 0..9, caused.");
  EXPECT_EQ(said(Freedom::decrease), "#feature debt : integer 0..9, may be set, may decrease.");
}

TEST(OfferFor, AsksWhatIsStillOpen) {
  const auto offer = [&](const std::string& old_part, const std::string& new_part) {
    std::string changed = text;
    changed.replace(changed.find(old_part), old_part.size(), new_part);
    const model::Model model = parse_model(changed, "m.cogs");
    const Offer found = offer_for(model, *model.find_feature("debt"));
    return std::pair(found.caused, found.direction);
  };
  EXPECT_EQ(offer("may be set", "cost 2"), std::pair(true, true));
  EXPECT_EQ(offer("may be set", "fixed"), std::pair(false, false));
  EXPECT_EQ(offer("may be set", "caused"), std::pair(false, false));
  EXPECT_EQ(offer("may be set", "may decrease"), std::pair(false, false));
  EXPECT_EQ(offer("debt : if", "debt : only_if"), std::pair(false, true));
  const model::Model model = parse_model(text, "m.cogs");
  EXPECT_FALSE(offer_for(model, *model.find_feature("town")).any());  // nothing causes it
}

}  // namespace
}  // namespace cogs::engine
