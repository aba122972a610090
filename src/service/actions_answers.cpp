// SPDX-License-Identifier: Apache-2.0
//
// Questions to the engine. Answers are the contract's JSON, byte for byte what the command line
// prints; one that is filed has a receipt as its last member.
#include <utility>

#include "base/sha256.h"
#include "json/parse.h"
#include "json/write.h"
#include "present/html/page.h"
#include "service/actions.h"
#include "service/filing.h"

namespace cogs::service {

namespace {

using json::Value;

constexpr std::uint64_t most_ways = 20;

std::string line_of(const Value* value) {
  return value ? json::to_text(*value, json::Layout::line) : std::string();
}

// `person`, as the engine reads it.
std::string person_of(const Value& body, const char* name) {
  const Value* person = body.find(name);
  if (!person || !person->is(Value::Kind::object)) {
    throw Problem(422, "A person is missing", std::string("'") + name + "' is an object of values");
  }
  return line_of(person);
}

std::string options_of(const Value& body) {
  const Value* options = body.find("options");
  if (!options) return {};
  if (!options->is(Value::Kind::object)) throw Problem(422, "'options' is an object");
  for (const auto& [name, value] : options->members()) {
    if (name == "all" && value.truth()) {
      throw Problem(422, "All ways are not listed here", "ask for up to 20: \"top\": 20");
    }
    if (name == "threads") throw Problem(422, "'threads' is not for a server");
    if (name == "top" && value.is(Value::Kind::number)) {
      const auto top = store::whole_number(value.text());
      if (!top || *top > most_ways) throw Problem(422, "'top' is a number up to 20");
    }
  }
  return line_of(options);
}

JsonOptions layout_of(const Call& call) {
  JsonOptions out;
  if (!call.value("timing").empty()) out.timing = call.flag("timing");
  return out;
}

// The answer's object with one member more.
std::string with_receipt(std::string json, const Value& receipt) {
  while (!json.empty() && (json.back() == '\n' || json.back() == '}')) {
    const bool end = json.back() == '}';
    json.pop_back();
    if (end) break;
  }
  while (!json.empty() && (json.back() == '\n' || json.back() == ' ')) json.pop_back();
  return json + ",\n \"receipt\": " + json::to_text(receipt, json::Layout::line) + "}\n";
}

struct FiledBefore {
  std::optional<store::Once> once;
  std::optional<std::uint64_t> seq;  // it was filed already
};

FiledBefore once_of(Core& core, const Call& call) {
  FiledBefore out;
  const std::string key(call.request.header("idempotency-key"));
  if (key.empty()) return out;
  if (key.size() > 200) throw Problem(400, "The key of this request is too long");
  const std::string route = call.request.method + " " + call.request.target;
  const std::string body = base::sha256(call.request.body);
  if (const auto kept = core.store->kept_answer(call.actor, key)) {
    if (kept->route != route || kept->body_sha256 != body) {
      throw Problem(422, "This key was used for another request");
    }
    out.seq = kept->seq;
    return out;
  }
  out.once = store::Once{call.actor, key, route, body};
  return out;
}

// `?case=7`: the answer belongs to it.
std::uint64_t case_of(Core& core, const Call& call, const std::string& series) {
  const std::uint64_t id = call.number("case", 0);
  if (id == 0) return 0;
  const auto found = core.store->find_case(id);
  if (!found) throw Problem(404, "There is no such case");
  if (found->series != series) throw Problem(409, "The case is about another series of models");
  return id;
}

// Sends the answer, filed if the query says so.
template <class Given>
void deliver(Core& core, Call& call, const std::shared_ptr<const InUse>& model,
             const FiledBefore& before, const Given& answer, ToFile what) {
  std::string json = answer.json(layout_of(call));
  if (!call.flag("file")) return call.send_json(200, std::move(json));
  if (before.seq) {
    return call.send_json(
        200, with_receipt(std::move(json), receipt_json(receipt_of(core, *before.seq), *model)));
  }
  what.once = before.once;
  what.reference = call.value("reference");
  what.case_id = case_of(core, call, model->series);
  what.actor = call.actor;
  file_answer(
      core, answer, std::move(what),
      [&core, call, model, json = std::move(json)](const store::Receipt* receipt,
                                                   const std::exception_ptr& failure) {
        if (failure) {
          const Answered told = answered(failure);
          const std::string instance =
              told.told.empty() ? "" : core.note_failure("filing", told.told);
          call.reply->send(problem_response(told.status, told.title, told.detail, {}, instance));
          return;
        }
        call.send_json(200, with_receipt(json, receipt_json(*receipt, *model)));
      });
}

std::string etag_of(const InUse& model) { return "\"" + model.decision.sha256() + "\""; }

// A question may be about one version: `If-Match: "sha256"`.
std::shared_ptr<const InUse> model_of(Core& core, const Call& call) {
  auto out = core.models.active(call.parts[0]);
  const std::string_view wanted = call.request.header("if-match");
  if (!wanted.empty() && wanted != "*" && wanted != etag_of(*out)) {
    throw Problem(412, "Another version of the model is in force by now");
  }
  return out;
}

struct Asked {
  std::shared_ptr<const InUse> model;
  FiledBefore before;
};

// What was filed under this key before is answered by the model that it was filed by, so that the
// answer is the one of that time whatever is in force by now.
Asked asked_of(Core& core, const Call& call) {
  Asked out;
  if (call.flag("file")) out.before = once_of(core, call);
  const auto row = out.before.seq ? core.store->record(*out.before.seq) : std::nullopt;
  if (!row) {
    out.model = model_of(core, call);
    return out;
  }
  const store::AnswerRow& filed = row->answer;
  out.model = std::make_shared<InUse>(
      InUse{filed.series, filed.version, core.models.by_sha256(filed.model_sha256, filed.series)});
  return out;
}

Value change_json(const Change& change) {
  Value out = Value::object();
  out.add("feature", Value::string(change.feature));
  out.add("to", Value::string(change.to.text));
  return out;
}

}  // namespace

void list_models(Core& core, Call& call) {
  Value list = Value::array();
  for (const std::string& series : core.models.series()) {
    Value one = Value::object();
    one.add("series", Value::string(series));
    try {
      const auto model = core.models.active(series);
      one.add("version", Value::number(model->version));
      one.add("sha256", Value::string(model->decision.sha256()));
      one.add("undesired", Value::string(model->decision.undesired()));
    } catch (const store::StoreError&) {
      one.add("version", Value());
    }
    list.add(std::move(one));
  }
  call.send(200, Value::object().add("models", std::move(list)));
}

void get_model(Core& core, Call& call) {
  const auto model = core.models.active(call.parts[0]);
  const std::string etag = etag_of(*model);
  if (call.request.header("if-none-match") == etag) {
    return call.reply->send({304, "", "", {{"ETag", etag}}});
  }
  call.send_json(200, waist::describe(model->decision), {{"ETag", etag}});
}

void what_if(Core& core, Call& call) {
  answer_what_if(core, call, model_of(core, call)->decision, nullptr);
}

void answer_what_if(Core& core, Call& call, const Decision& decision, const Reader* reader) {
  const Value body = call.object();
  const Recourse way =
      waist::recourse(decision, person_of(body, "person"), options_of(body), core.control());
  Value out = Value::object();
  out.add("undesired", Value::boolean(way.undesired));
  out.add("status", Value::string(status_name(way.status)));
  const std::string label = decision.label(way.undesired);
  if (!label.empty()) out.add("label", Value::string(label));
  Value steps = Value::array();
  if (!way.paths.empty()) {
    out.add("cost", Value::number_text(way.paths[0].cost.denominator == "1"
                                           ? way.paths[0].cost.text
                                           : std::to_string(way.paths[0].cost.approximate)));
    for (const Step& step : way.paths[0].steps) {
      Value one = Value::array();
      for (const Change& change : step.actions) one.add(change_json(change));
      for (const Effect& effect : step.effects) {
        one.add(change_json(effect).add("follows", Value::boolean(true)));
      }
      steps.add(std::move(one));
    }
  }
  out.add("steps", std::move(steps));
  out.add("fragment",
          Value::string(reader ? present::page_content(way.html(core.control(), *reader))
                               : way.fragment()));
  call.send_json(200, json::to_text(out, json::Layout::line) + "\n",
                 {{"ETag", "\"" + decision.sha256() + "\""}});
}

void ask_decide(Core& core, Call& call) {
  const Value body = call.object();
  const auto model = model_of(core, call);
  const Why why =
      waist::why(model->decision, person_of(body, "person"), "{\"reasons\": 0}", core.control());
  Value out = Value::object(), missing = Value::array();
  for (const std::string& feature : why.missing) missing.add(Value::string(feature));
  out.add("schema", Value::string("cogs.decide/1"));
  out.add("decision", Value::string(model->decision.undesired()));
  out.add("undesired", Value::boolean(why.undesired));
  const std::string label = model->decision.label(why.undesired);
  out.add("label", label.empty() ? Value() : Value::string(label));
  out.add("missing", std::move(missing));
  call.send(200, out);
}

void ask_why(Core& core, Call& call) {
  const Value body = call.object();
  const auto [model, before] = asked_of(core, call);
  const Why why =
      waist::why(model->decision, person_of(body, "person"), options_of(body), core.control());
  ToFile what{*model, "why", "", "", why.undesired, why.stopped == Stop::no, "", "", {}};
  deliver(core, call, model, before, why, std::move(what));
}

void ask_recourse(Core& core, Call& call) {
  const Value body = call.object();
  const auto [model, before] = asked_of(core, call);
  const Recourse way =
      waist::recourse(model->decision, person_of(body, "person"), options_of(body), core.control());
  ToFile what{*model,
              "recourse",
              "",
              "",
              way.undesired,
              way.stopped == Stop::no,
              status_name(way.status),
              way.paths.empty() ? "" : way.paths[0].cost.text,
              {}};
  deliver(core, call, model, before, way, std::move(what));
}

void ask_compare(Core& core, Call& call) {
  const Value body = call.object();
  const auto model = model_of(core, call);
  const Comparison found =
      waist::compare(model->decision, person_of(body, "here"), person_of(body, "there"),
                     options_of(body), core.control());
  call.send_json(200, found.json(layout_of(call)));
}

void ask_counterfactuals(Core& core, Call& call) {
  const Value body = call.object();
  const auto model = model_of(core, call);
  const std::string person = body.find("person") ? person_of(body, "person") : "";
  const Regions found =
      waist::counterfactuals(model->decision, person, options_of(body), core.control());
  call.send_json(200, found.json(layout_of(call)));
}

}  // namespace cogs::service
