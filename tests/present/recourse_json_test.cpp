// SPDX-License-Identifier: Apache-2.0
#include "json/parse.h"
#include "json/value.h"
#include "json/write.h"
#include "present/json/recourse.h"

#include <gtest/gtest.h>

#include "loan.h"
#include "path/places.h"
#include "present/json/counterfactuals.h"
#include "present/json/value.h"

namespace cogs::present {
namespace {

// The example of contract.md, with another check sum.
const char* const john = R"json({"schema": "cogs.recourse/1",
 "model": {"path": "loan.cogs", "sha256": "0123"},
 "start": {"age": 31, "debt": 5000, "bank_balance": 40000, "credit_score": 599},
 "missing": [],
 "start_consistent": true,
 "start_breaks": [],
 "options": {},
 "decision": {"undesired": true, "atom": "reject_loan(x)", "rules": [9, 10]},
 "status": "found",
 "paths": [
  {"cost": 2,
   "direct": 2,
   "changed": 3,
   "optimal": true,
   "certain": true,
   "checked": true,
   "transitions": [
    {"actions": [{"feature": "debt", "from": 5000, "to": {"value": 0, "range": [0, 0]}, "cost": 1}],
     "effects": [
      {"feature": "credit_score",
       "from": 599,
       "to": {"value": 600, "range": [600, 850]},
       "supported": [600, 850],
       "certain": true,
       "rules": [12]}
     ],
     "state": {"age": 31, "debt": 0, "bank_balance": 40000, "credit_score": 600}},
    {"actions": [
      {"feature": "bank_balance",
       "from": 40000,
       "to": {"value": 60000, "range": [60000, 1000000000]},
       "cost": 1}
     ],
     "effects": [],
     "state": {"age": 31, "debt": 0, "bank_balance": 60000, "credit_score": 600}}
   ]}
 ],
 "blockers": [],
 "lower_bound": 2,
 "ties_proved": true,
 "search": {"expanded": 12, "seconds": 0.00004}})json";

std::string answer_text(const path::Result& result, const path::Options& options = {},
                        bool timing = true) {
  return to_text(
      recourse_json(loan::model(), loan::record(31, 5000, 40000, 599), options, result, {timing}));
}

RecourseAnswer read(const std::string& text) {
  return read_recourse_json(loan::model(), json::parse(text, "a.json"), "a.json", text);
}

base::Diagnostic error_of(const std::string& text) {
  try {
    read(text);
  } catch (const base::InputError& error) {
    return error.diagnostics().front();
  }
  ADD_FAILURE() << "expected an InputError";
  return {};
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(RecourseJson, IsTheObjectOfTheContract) { EXPECT_EQ(answer_text(loan::result()), john); }

TEST(RecourseJson, LeavesTheSearchOutWithoutTiming) {
  EXPECT_EQ(answer_text(loan::result(), {}, false).find("search"), std::string::npos);
}

TEST(RecourseJson, ReadsBackToTheSameAnswer) {
  const RecourseAnswer answer = read(john);
  ASSERT_EQ(answer.paths.size(), 1u);
  path::Result result = loan::result();
  result.paths = answer.paths;
  result.paths[0].checked = true;  // not a claim that is read
  EXPECT_EQ(to_text(recourse_json(loan::model(), answer.start, answer.options, result)), john);
  EXPECT_EQ(answer.status, path::Status::found);
  EXPECT_EQ(answer.undesired, true);
  EXPECT_EQ(answer.lower_bound, base::Number(2));
  EXPECT_EQ(answer.model_sha256, "0123");
}

TEST(RecourseJson, CarriesEveryOption) {
  path::Options options;
  options.fix = {loan::age};
  options.allow = {loan::score};
  options.only = {loan::debt, loan::balance};
  options.ranges = {{loan::debt, std::nullopt, base::Number(900)}};
  options.set_missing = true;
  model::Price by_amount;
  by_amount.up.rate = by_amount.down.rate = 2;
  by_amount.up.per = by_amount.down.per = 1000;
  options.costs = {{loan::balance, model::Price::of(*base::Number::parse("2.5"))},
                   {loan::debt, by_amount}};
  options.certain = true;
  options.desired = model::AtomId(0);
  options.top = 3;
  options.max_length = 4;
  const std::string text = to_text(options_json(loan::model(), options), json::Layout::line);
  EXPECT_EQ(text, R"({"fix": ["age"], "allow": ["credit_score"], "set_missing": true, )"
                  R"("only": ["debt", "bank_balance"], )"
                  R"("range": {"debt": [null, 900]}, "cost": {"bank_balance": 2.5, )"
                  R"("debt": "1 + 2 per 1000"}, "certain": true, )"
                  R"json("desired": "reject_loan(x)", "top": 3, "max_length": 4})json");
}

TEST(RecourseJson, WritesNoBoundAndBlockersWhereThereIsNoPath) {
  path::Result result;
  result.status = path::Status::none;
  result.undesired = true;
  result.blockers = {{path::BlockerKind::fixed, loan::debt, {}, ""},
                     {path::BlockerKind::option, loan::age, {}, "fix"},
                     {path::BlockerKind::decision, std::nullopt, {}, ""}};
  const json::Value json = json::parse(answer_text(result), "a.json");
  EXPECT_EQ(to_text(*json.find("blockers"), json::Layout::line),
            R"([{"kind": "fixed", "feature": "debt", "lines": [3]}, )"
            R"({"kind": "option", "feature": "age", "lines": [], "option": "--fix"}, )"
            R"({"kind": "decision", "feature": null, "lines": []}])");
  EXPECT_TRUE(json.find("lower_bound")->is(json::Value::Kind::null));
}

TEST(RecourseJson, ListsWhatTheStartIsAnExceptionTo) {
  path::Result result = loan::result();
  result.start_breaks = {{path::Broken::Kind::in_vain, 0, loan::score},
                         {path::Broken::Kind::denial, 0, std::nullopt}};
  result.ties_proved = false;
  const std::string text = answer_text(result);
  const json::Value json = json::parse(text, "a.json");
  EXPECT_FALSE(json.find("start_consistent")->truth());
  EXPECT_FALSE(json.find("ties_proved")->truth());
  EXPECT_EQ(to_text(*json.find("start_breaks"), json::Layout::line),
            R"([{"line": 12, "kind": "in_vain", "feature": "credit_score"}, )"
            R"({"line": 14, "kind": "denial", "feature": null}])");
  EXPECT_EQ(read(text).start_breaks, broken_claims(loan::model(), result));
  EXPECT_EQ(error_of(replaced(text, "\"line\": 12", "\"line\": \"x\"")).message,
            "this must be a number");
}

TEST(RecourseJson, FindsNoRuleInALineWithoutOne) {
  const RecourseAnswer answer = read(replaced(john, "\"rules\": [12]", "\"rules\": [11]"));
  EXPECT_EQ(answer.paths[0].transitions[0].effects[0].rules[0], path::no_causal_rule);
  const std::map<std::uint32_t, std::uint32_t> moved = {{11, 12}};
  const std::string text = replaced(john, "\"rules\": [12]", "\"rules\": [11]");
  const RecourseAnswer now =
      read_recourse_json(loan::model(), json::parse(text, "a.json"), "a.json", text, &moved);
  EXPECT_EQ(now.paths[0].transitions[0].effects[0].rules[0], model::CausalRuleId(0U));
}

TEST(RecourseJson, MarksOpenAndUnboundedEnds) {
  path::Result result = loan::result();
  path::Effect& effect = result.paths[0].transitions[0].effects[0];
  effect.range = std::vector<model::Interval>{{base::Number(599), std::nullopt, true, false}};
  effect.supported = std::vector<model::Interval>{{std::nullopt, base::Number(10), false, true},
                                                  {base::Number(600), base::Number(850)}};
  const std::string text = answer_text(result);
  EXPECT_NE(text.find(R"("to": {"value": 600, "range": [599, null], "open": "lo"})"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("supported": [{"range": [null, 10], "open": "hi"}, [600, 850]])"),
            std::string::npos)
      << text;
  const path::Effect again = read(text).paths[0].transitions[0].effects[0];
  EXPECT_EQ(again.range, effect.range);
  EXPECT_EQ(again.supported, effect.supported);
}

TEST(RecourseJson, WritesSetValuesAsDeclared) {
  model::Feature persons;
  persons.name = "persons";
  persons.domain = model::SetDomain{{{model::Value::of("2"), true},
                                     {model::Value::of("4"), false},
                                     {model::Value::of("more"), false},
                                     {model::Value::of("007"), true}}};
  const path::ValueSet all =
      std::vector<model::Value>{model::Value::of("2"), model::Value::of("4"),
                                model::Value::of("more"), model::Value::of("007")};
  EXPECT_EQ(to_text(value_set_json(persons, all), json::Layout::line),
            R"([2, "4", "more", "007"])");
}

TEST(RecourseJson, WritesMissingValuesAsNull) {
  model::Record record = loan::record(31, 5000, 40000, 599);
  record[1].reset();
  EXPECT_EQ(to_text(record_json(loan::model(), record), json::Layout::line),
            R"({"age": 31, "debt": null, "bank_balance": 40000, "credit_score": 599})");
}

TEST(ReadRecourseJson, LocatesWhatIsWrong) {
  EXPECT_EQ(error_of("[]").message, "the answer must be an object, not a list");
  EXPECT_EQ(error_of(replaced(john, "recourse/1", "why/1")).message,
            "this is a 'cogs.why/1', not a 'cogs.recourse/1'");
  const base::Diagnostic feature =
      error_of(replaced(john, "\"feature\": \"debt\"", "\"feature\": \"dept\""));
  EXPECT_EQ(feature.message, "the model has no feature 'dept'");
  EXPECT_EQ(feature.help, "did you mean 'debt'?");
  EXPECT_EQ(feature.place.line, 18u);
  EXPECT_FALSE(feature.source_line.empty());
  EXPECT_EQ(error_of(replaced(john, "\"from\": 5000, ", "")).message,
            "the member 'from' is not there");
  EXPECT_EQ(error_of(replaced(john, "\"range\": [0, 0]", "\"range\": 0")).message,
            "this must be [lo, hi]");
  EXPECT_EQ(error_of(replaced(john, "\"age\": 31", "\"age\": 310")).message,
            "'age' = 310 is outside its domain 1..99");
  EXPECT_EQ(error_of(replaced(john, "\"options\": {}",
                              R"("options": {"fix": ["age"], "allow": ["age"]})"))
                .message,
            "--fix age and --allow age exclude each other");
}

TEST(CounterfactualsJson, HasRegionsAndCounts) {
  path::Counterfactuals found;
  found.regions = {
      {{loan::range(1, 99), loan::range(0, 1000000),
        std::vector<model::Interval>{{base::Number(60000), std::nullopt}}, loan::range(600, 850)}}};
  found.cells = "123456789012345678901234567890";
  found.states = "inf";
  const json::Value json = counterfactuals_json(loan::model(), std::nullopt, {}, found);
  EXPECT_EQ(to_text(*json.find("regions"), json::Layout::line),
            R"([{"age": [1, 99], "debt": [0, 1000000], "bank_balance": [60000, null], )"
            R"("credit_score": [600, 850]}])");
  EXPECT_EQ(json.find("cells")->text(), found.cells);
  EXPECT_EQ(json.find("states")->text(), "inf");
  EXPECT_TRUE(json.find("complete")->truth());
  EXPECT_EQ(json.find("start"), nullptr);
}

}  // namespace
}  // namespace cogs::present
