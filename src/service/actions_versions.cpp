// SPDX-License-Identifier: Apache-2.0
//
// Versions of models, and the review of causal rules that a table suggested.
#include <cogs/learn.h>

#include "json/write.h"
#include "service/actions.h"
#include "service/versions.h"

namespace cogs::service {

namespace {

using json::Value;

Value version_json(const store::Version& v) {
  Value out = Value::object();
  out.add("series", Value::string(v.series)).add("n", Value::number(v.n));
  out.add("sha256", Value::string(v.model_sha256)).add("parent", Value::number(v.parent));
  out.add("state", Value::string(v.state)).add("note", Value::string(v.note));
  out.add("by", Value::string(v.by)).add("at", Value::string(v.at));
  out.add("active_from", v.active_from.empty() ? Value() : Value::string(v.active_from));
  return out;
}

store::Version find_version(Core& core, const std::string& series, std::uint64_t n) {
  for (store::Version& version : core.store->versions(series)) {
    if (version.n == n) return version;
  }
  throw store::StoreError(store::StoreError::Kind::missing, "there is no such version");
}

store::Version newest(Core& core, const std::string& series) {
  const auto versions = core.store->versions(series);
  if (versions.empty()) {
    throw store::StoreError(store::StoreError::Kind::missing, "there is no such model");
  }
  return versions.front();
}

std::string text_member(const Value& body, const char* name, bool needed) {
  const Value* member = body.find(name);
  if (member && member->is(Value::Kind::string)) return member->text();
  if (needed || member) throw Problem(422, std::string("'") + name + "' is a text");
  return {};
}

}  // namespace

void list_versions(Core& core, Call& call) {
  Value list = Value::array();
  for (const store::Version& version : core.store->versions(call.parts[0])) {
    list.add(version_json(version));
  }
  call.send(200, Value::object().add("versions", std::move(list)));
}

void add_version(Core& core, Call& call) {
  const Value body = call.object();
  const std::string text = text_member(body, "text", true);
  core.models.check(call.parts[0], text);
  const auto versions = core.store->versions(call.parts[0]);
  const std::uint64_t n =
      core.models.add(call.parts[0], text, versions.empty() ? 0 : versions.front().n,
                      text_member(body, "note", false), "draft", call.actor);
  call.send(201, version_json(find_version(core, call.parts[0], n)));
}

void get_version(Core& core, Call& call) {
  const store::Version version = find_version(core, call.parts[0], call.part_number(1));
  call.send_json(200, json::to_text(version_json(version)) + "\n",
                 {{"ETag", "\"" + version.model_sha256 + "\""}});
}

void version_text(Core& core, Call& call) {
  const store::Version version = find_version(core, call.parts[0], call.part_number(1));
  call.reply->send(
      {200,
       "text/plain; charset=utf-8",
       version.text,
       {{"ETag", "\"" + version.model_sha256 + "\""}, {"Content-Disposition", "inline"}}});
}

void version_diff(Core& core, Call& call) {
  const store::Version a = find_version(core, call.parts[0], call.part_number(1));
  const store::Version b = find_version(core, call.parts[0], call.part_number(2));
  Value removed = Value::array(), added = Value::array();
  for (const DiffLine& line : statement_diff(a.text, b.text)) {
    if (line.kind == DiffLine::Kind::removed) removed.add(Value::string(line.text));
    if (line.kind == DiffLine::Kind::added) added.add(Value::string(line.text));
  }
  call.send(200, Value::object().add("removed", std::move(removed)).add("added", std::move(added)));
}

void version_effect(Core& core, Call& call) {
  const Value body = call.object();
  const Value* dataset = body.find("dataset");
  std::optional<Table> rows;
  if (dataset && dataset->is(Value::Kind::number)) {
    rows = dataset_table(core, store::whole_number(dataset->text()).value_or(0));
  }
  const auto active = core.models.active(call.parts[0]);
  const auto other = core.models.version(call.parts[0], call.part_number(1));
  const VersionEffect found =
      effect_of(core, call.parts[0], active->decision, other->decision, rows);
  Value broken = Value::array();
  for (const std::uint64_t seq : found.broken) broken.add(Value::number(seq));
  Value out = Value::object();
  out.add("from", Value::number(active->version)).add("to", Value::number(other->version));
  out.add("rows", Value::number(found.rows));
  out.add("to_undesired", Value::number(found.to_undesired));
  out.add("to_desired", Value::number(found.to_desired));
  out.add("records", Value::number(found.records)).add("hold", Value::number(found.hold));
  out.add("broken", std::move(broken)).add("all_records", Value::boolean(found.all_records));
  call.send(200, out);
}

void activate_version(Core& core, Call& call) {
  call.object();
  const std::uint64_t n = call.part_number(1);
  const store::Version version = find_version(core, call.parts[0], n);
  const std::string_view wanted = call.request.header("if-match");
  if (!wanted.empty() && wanted != "\"" + version.model_sha256 + "\"") {
    throw Problem(412, "The version has another text");
  }
  if (version.state == "active") throw Problem(409, "This version is in force already");
  core.models.activate(call.parts[0], n, call.actor);
  call.send(200, version_json(find_version(core, call.parts[0], n)));
}

void list_proposals(Core& core, Call& call) {
  const store::Version version = newest(core, call.parts[0]);
  const auto model = core.models.version(call.parts[0], version.n);
  Value list = reviewed_rules(core, model->decision, call.number("dataset", 0));
  Value out = Value::object();
  out.add("version", Value::number(version.n)).add("proposals", std::move(list));
  call.send(200, out);
}

void give_verdict(Core& core, Call& call) {
  const Value body = call.object();
  const Value* approve = body.find("approve");
  // Without a verdict, another text or meaning is proposed in its place.
  const bool edits = !approve && (body.find("rule") || body.find("mode"));
  if (!edits && (!approve || !approve->is(Value::Kind::boolean))) {
    throw Problem(422, "'approve' is true or false");
  }
  Verdict verdict;
  verdict.id = call.parts[1];
  if (approve) verdict.approve = approve->truth();
  verdict.reason = text_member(body, "reason", true);
  if (verdict.reason.empty()) throw Problem(422, "Say why", "'reason' is a text");
  verdict.by = text_member(body, "by", false);
  if (verdict.by.empty()) verdict.by = "one person";
  verdict.on = store::utc_now().substr(0, 10);
  if (body.find("mode")) verdict.mode = text_member(body, "mode", true);
  if (body.find("rule")) verdict.rule = text_member(body, "rule", true);
  const std::uint64_t n = core.models.judge(call.parts[0], verdict, call.actor);
  call.send(201, version_json(find_version(core, call.parts[0], n)));
}

}  // namespace cogs::service
