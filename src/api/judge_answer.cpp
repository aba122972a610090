// SPDX-License-Identifier: Apache-2.0
//
// A verdict on an answer. The checker judges every path; what else the answer claims (status, least
// cost, bound) is compared with a new search. Explanation records are judged in judge_record.cpp.
#include <cogs/decision.h>

#include <utility>

#include "api/convert.h"
#include "api/judge_record.h"
#include "api/shared.h"
#include "engine/engine.h"
#include "json/parse.h"
#include "json/write.h"
#include "present/json/record.h"
#include "present/json/recourse.h"
#include "present/text/check.h"

namespace cogs {

namespace {

// What the answer says beside its paths, and the new search contradicts.
std::vector<std::string> contradicted(const model::Model& model,
                                      const present::RecourseAnswer& answer,
                                      const path::Result& now) {
  std::vector<std::string> claims;
  if (answer.undesired && *answer.undesired != now.undesired) {
    claims.push_back(now.undesired ? "the undesired decision holds at the start"
                                   : "the undesired decision does not hold at the start");
  }
  if (answer.start_consistent && *answer.start_consistent != now.start_breaks.empty()) {
    claims.push_back(now.start_breaks.empty() ? "the start breaks no rule"
                                              : "the start breaks causal rules or denials");
  }
  if (answer.start_breaks && *answer.start_breaks != present::broken_claims(model, now)) {
    claims.push_back("what the start breaks is not what the answer says");
  }
  if (answer.status && *answer.status != path::Status::gave_up && *answer.status != now.status) {
    if (now.status == path::Status::found) claims.push_back("there is a path");
    if (now.status == path::Status::already) claims.push_back("the start is a goal state already");
    if (now.status == path::Status::none) claims.push_back("there is no path");
  }
  if (now.status == path::Status::found && !now.paths.empty()) {
    const model::Number& least = now.paths.front().cost;
    if (!answer.paths.empty() && answer.paths.front().optimal &&
        answer.paths.front().cost > least) {
      claims.push_back("path 1 is not the cheapest: a path of cost " + least.text() + " exists");
    }
    if (answer.lower_bound && *answer.lower_bound > least) {
      claims.push_back("the lower bound " + answer.lower_bound->text() +
                       " is too high: a path of cost " + least.text() + " exists");
    }
  }
  if (answer.status == path::Status::found && answer.paths.empty()) {
    claims.push_back("the answer says that a path was found, and has none");
  }
  return claims;
}

struct CheckAnswered : detail::Answered {
  present::CheckReport report;
  base::Exhausted exhausted = base::Exhausted::no;  // of the new search

  Outcome outcome() const override {
    if (!report.right()) return Outcome::no;
    if (exhausted == base::Exhausted::cancelled) return Outcome::cancelled;
    return report.compared ? Outcome::yes : Outcome::stopped;
  }
  std::string json(const JsonOptions&) const override {
    return json::to_text(present::check_json(report)) + "\n";
  }
  std::string text(const TextOptions& how) const override {
    return present::check_text(report, api::hidden(how.style));
  }
};

struct RecordCheckAnswered : detail::Answered {
  present::RecordCheck report;
  bool cancelled = false;

  Outcome outcome() const override {
    if (!report.right()) return Outcome::no;
    if (cancelled) return Outcome::cancelled;
    return report.compared() ? Outcome::yes : Outcome::stopped;
  }
  std::string json(const JsonOptions&) const override {
    return json::to_text(present::record_check_json(report)) + "\n";
  }
  std::string text(const TextOptions& how) const override {
    return present::record_check_text(report, api::hidden(how.style));
  }
};

Check judged_record(const model::Model& model, json::Value json, const std::string& source,
                    const std::string& text, const base::Limits& limits) {
  api::JudgedRecord judged = api::judge_record(model, std::move(json), source, text, limits);
  auto made = std::make_shared<RecordCheckAnswered>();
  made->report = std::move(judged.report);
  made->cancelled = limits.cancelled && limits.cancelled->load();
  Check out(made);
  out.right = made->report.right();
  out.compared = made->report.compared();
  for (const auto* parts : {&made->report.parts, &made->report.now}) {
    for (const present::RecordPart& part : *parts) {
      for (const std::string& fault : part.faults) out.faults.push_back(part.name + ": " + fault);
    }
  }
  if (judged.warning) out.warnings.push_back(api::shown(*judged.warning));
  return out;
}

Check judged_answer(const engine::Prepared& prepared, const json::Value& json,
                    const std::string& source, const std::string& text,
                    const base::Limits& limits) {
  const model::Model& model = prepared.model();
  const present::RecourseAnswer answer = present::read_recourse_json(model, json, source, text);
  auto made = std::make_shared<CheckAnswered>();
  present::CheckReport& report = made->report;
  base::Budget budget(limits);
  for (const path::Path& path : answer.paths) {
    if (!report.paths.empty() && budget.exhausted_now()) break;
    report.paths.push_back(engine::check_path(prepared, answer.start, answer.options, path));
  }
  path::Options least = answer.options;  // one best path tells what is to be compared
  least.top = 1;
  least.all = least.first = false;
  const path::Result now = engine::find_recourse(prepared, answer.start, least, limits);
  made->exhausted = now.exhausted;
  report.compared =
      now.status != path::Status::gave_up && report.paths.size() == answer.paths.size();
  if (report.compared) report.claims = contradicted(model, answer, now);
  Check out(made);
  out.right = report.right();
  out.compared = report.compared;
  std::size_t number = 0;
  for (const std::vector<std::string>& faults : report.paths) {
    ++number;
    for (const std::string& fault : faults) {
      out.faults.push_back("path " + std::to_string(number) + ": " + fault);
    }
  }
  out.faults.insert(out.faults.end(), report.claims.begin(), report.claims.end());
  out.warnings = api::shown(answer.warnings);
  if (answer.model_sha256 && *answer.model_sha256 != model.sha256) {
    out.warnings.push_back(api::shown(
        base::warning_about(source, "the answer was made with another version of the model")));
  }
  return out;
}

}  // namespace

Check check_record(std::string_view record, const std::string& source, const Control& control) {
  return api::guarded([&] {
    const api::Running running(control);
    const std::string text(record);
    json::Value json = json::parse(text, source, json::deepest);
    if (!json.is(json::Value::Kind::object) || !present::is_record(json)) {
      throw base::InputError(base::error_about(source, "this is no explanation record"));
    }
    const present::RecordClaims claims = present::read_record_claims(json, source, text);
    // A model that cannot be read is a fault of the record, which is judged without one.
    std::optional<model::Model> model;
    try {
      model = engine::parse_model(claims.model_text, claims.model_path);
    } catch (const base::InputError&) {
      model.emplace();
    }
    return judged_record(*model, std::move(json), source, text, running.limits());
  });
}

Check Decision::check(std::string_view answer, const std::string& source,
                      const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    const std::string text(answer);
    json::Value json = json::parse(text, source, json::deepest);
    if (present::is_record(json)) {
      return judged_record(shared_->model(), std::move(json), source, text, running.limits());
    }
    return judged_answer(shared_->prepared, json, source, text, running.limits());
  });
}

}  // namespace cogs
