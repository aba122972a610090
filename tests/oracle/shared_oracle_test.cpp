// SPDX-License-Identifier: Apache-2.0
//
// path::SharedSearch against a search of one's own, for many people of random small models: the
// same answers, whoever came before, and also when answers are forgotten on the way.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "base/diagnostic.h"
#include "oracle/runner.h"
#include "path/shared_search.h"

namespace cogs::oracle {
namespace {

model::Record random_record(const model::Model& model, std::mt19937_64& random) {
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  model::Record record;
  for (const model::Feature& feature : model.features) {
    if (below(20) == 0) {
      record.emplace_back();
    } else if (feature.numeric()) {
      const model::NumericDomain& domain = feature.numbers();
      const model::Number low = domain.low.value_or(-5), high = domain.high.value_or(12);
      const std::int64_t parts = domain.integer ? 1 : 4;
      const std::int64_t width = (high.floor() - low.ceil()).to_int64().value_or(0);
      const model::Number value = low.ceil() + model::Number(below(width * parts + 1)) / parts;
      record.emplace_back(model::Value::of(value));
    } else {
      const auto& values = feature.set().values;
      record.emplace_back(
          values[static_cast<std::size_t>(below(static_cast<std::int64_t>(values.size())))].value);
    }
  }
  return record;
}

// `comparisons`: counts people whose answer depends on a distance.
Failure compare_people(const Case& c, std::uint64_t seed, std::size_t* comparisons = nullptr) {
  const Question q = question(c);
  std::mt19937_64 random(seed);
  path::SharedSearch shared(q.model, q.options), forgetful(q.model, q.options, {}, 20'000);
  const path::Search own(q.model, q.options);
  for (int person = 0; person < 40; ++person) {
    const model::Record record = person == 0 ? q.record : random_record(q.model, random);
    std::vector<path::Place> places;
    for (const std::uint32_t f : shared.features()) places.push_back(shared.place(f, record[f]));
    base::Budget budget;
    state::Trace trace;
    path::Result expected;
    try {
      expected = own.find(record, budget);
    } catch (const base::InputError&) {  // what this person leaves out has no price: for both
      const path::RecordPerson same(record);
      EXPECT_THROW(shared.find(places, same), base::InputError);
      EXPECT_THROW(forgetful.find(places, same), base::InputError);
      continue;
    }
    own.find(record, budget, &trace);
    if (comparisons) *comparisons += !trace.comparisons().empty();
    const std::string should = summary(q.model, expected.status, expected.paths, expected.blockers);
    for (path::SharedSearch* search : {&shared, &forgetful}) {
      const path::SharedAnswer& answer = search->find(places, path::RecordPerson(record));
      const path::Result found = shared.answer_for(answer, record);
      const std::string is = summary(q.model, found.status, found.paths, found.blockers);
      std::string who = "person " + std::to_string(person) + ":";
      for (const auto& value : record) who += " " + (value ? value->text : "?");
      const std::string both = who + "\nshared:\n" + is + "alone:\n" + should;
      if (is != should) return {"answer", both};
      if (found.undesired != expected.undesired) return {"undesired", both};
      if (found.start_breaks != expected.start_breaks) return {"start_breaks", both};
      if (found.deciding_rules != expected.deciding_rules) return {"deciding rules", both};
      if (found.missing != expected.missing) return {"missing", both};
      if (found.lower_bound != expected.lower_bound) return {"lower bound", both};
    }
  }
  return {};
}

// Models whose cells are wide, with several equally cheap ways out: which of them is best depends
// on how far a person's numbers have to go.
Case wide_case(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  Case c;
  const std::uint64_t features = 2 + below(4);
  const auto name = [](std::uint64_t f) { return "f" + std::to_string(f); };
  std::vector<std::uint64_t> width;
  for (std::uint64_t f = 0; f < features; ++f) {
    width.push_back(10 + below(1000));
    static const char* const options[] = {"",        "", "", ", may increase", ", may decrease",
                                          ", cost 2"};
    c.model.push_back("#feature " + name(f) + " : " + (below(4) == 0 ? "real" : "integer") +
                      " 0.." + std::to_string(width[f]) + options[below(6)] + ".");
  }
  const auto test = [&](std::uint64_t f) {
    static const char* const signs[] = {" < ", " =< ", " > ", " >= "};
    const std::string v = "V" + std::to_string(f);
    return name(f) + "(X, " + v + "), " + v + signs[below(4)] +
           std::to_string(1 + below(width[f] - 1));
  };
  c.model.push_back("#undesired u(X).");
  for (std::uint64_t rules = 1 + below(4); rules > 0; --rules) {
    std::string body;
    for (std::uint64_t f = 0; f < features; ++f) {
      if (below(3) != 0) body += (body.empty() ? "" : ", ") + test(f);
    }
    if (!body.empty()) c.model.push_back("u(X) :- " + body + ".");
  }
  if (c.model.back().starts_with("#")) c.model.push_back("u(X) :- " + test(0) + ".");
  if (features > 2 && below(2) == 0) {  // an effect with room to choose
    static const char* const modes[] = {"iff", "only_if", "if"};
    c.model.push_back("#causal f1 : " + std::string(modes[below(3)]) + ".");
    for (std::uint64_t rules = 1 + below(2); rules > 0; --rules) {
      const std::uint64_t low = below(width[1]), high = low + below(width[1] - low + 1);
      c.model.push_back("f1(X, V) :- V >= " + std::to_string(low) + ", V =< " +
                        std::to_string(high) + ", " + test(0) + ".");
    }
  }
  return c;
}

TEST(SharedSearchAgainstSearch, DistancesDecideForEachPerson) {
  const char* count = std::getenv("COGS_ORACLE_MODELS");
  const char* first = std::getenv("COGS_SEED");
  const std::uint64_t models = count ? std::strtoull(count, nullptr, 10) : 400;
  const std::uint64_t from = (first ? std::strtoull(first, nullptr, 10) : 1) * 1000000;
  std::cout << "COGS_SEED=" << from / 1000000 << ", " << models << " models\n";
  std::size_t comparisons = 0;
  for (std::uint64_t seed = from; seed < from + models && !HasFailure(); ++seed) {
    const Case c = wide_case(seed);
    const Failure failure = compare_people(c, seed, &comparisons);
    EXPECT_EQ(failure.kind, "") << "seed " << seed << "\n" << c.text() << failure.details;
  }
  // Or else the test has not looked at what it is for.
  EXPECT_GT(comparisons, models / 4);
}

// Prices by amount are a person's own: the search begins anew, and has to look for detours again.
TEST(SharedSearchAgainstSearch, SeveralWaysWithPricesByAmountAreAllListed) {
  Case c;
  c.model = {
      "#feature age : integer 1..5, cost up 3, down 0.5 + 1/3 on {1: -1, 2: -1, 5: 2, 8: 4}.",
      "#feature debt : integer -1..1.",
      "#causal age : if.",
      "age(X, N) :- N >= 3, debt(X, V), V > -1.",
      "reject(X) :- age(X, N), N < 4.",
      "#undesired reject(X)."};
  c.options = {"--top 4"};
  const Failure failure = compare_people(c, 1);
  EXPECT_EQ(failure.kind, "") << failure.details;
}

TEST(SharedSearchAgainstSearch, AnswersAreTheSame) {
  run_on_random_models(400,
                       [](const Case& c, std::uint64_t seed) { return compare_people(c, seed); });
}

}  // namespace
}  // namespace cogs::oracle
