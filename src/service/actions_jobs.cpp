// SPDX-License-Identifier: Apache-2.0
//
// Tables and jobs.
#include <cogs/table.h>

#include <filesystem>

#include "base/text_file.h"
#include "json/parse.h"
#include "json/write.h"
#include "service/actions.h"
#include "service/job_kinds.h"
#include "service/versions.h"

namespace cogs::service {

namespace {

using json::Value;

Value dataset_json(const store::Dataset& d) {
  Value out = Value::object();
  out.add("id", Value::number(d.id)).add("name", Value::string(d.name));
  out.add("sha256", Value::string(d.sha256)).add("bytes", Value::number(d.bytes));
  return out.add("at", Value::string(d.at)).add("by", Value::string(d.by));
}

}  // namespace

void list_datasets(Core& core, Call& call) {
  Value list = Value::array();
  for (const store::Dataset& dataset : core.store->datasets()) list.add(dataset_json(dataset));
  call.send(200, Value::object().add("datasets", std::move(list)));
}

void add_dataset(Core& core, Call& call) {
  const std::string_view type = call.request.header("content-type");
  if (type.substr(0, type.find(';')) != "text/csv") {
    throw Problem(415, "A table is sent as text/csv");
  }
  const std::string name = call.value("name");
  call.send(201,
            dataset_json(call.request.body_file
                             ? keep_dataset_file(core, name, *call.request.body_file, call.actor)
                             : keep_dataset(core, name, call.request.body, call.actor)));
}

void look_at_dataset(Core& core, Call& call) {
  Control control = core.control();
  control.limits.seconds = 30;
  call.send_json(200, look(dataset_table(core, call.part_number(0)), control).json());
}

void remove_dataset(Core& core, Call& call) {
  const std::uint64_t id = call.part_number(0);
  const std::string file = dataset_file(core, id);
  Value what = Value::object();
  what.add("removed", Value::number(id));
  core.store->file({"table removed",
                    call.actor,
                    "table/" + std::to_string(id),
                    json::canonical_text(what),
                    "",
                    "",
                    {store::RemoveDataset{id}},
                    {}});
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  call.reply->send({204, "", "", {}});
}

void list_jobs(Core& core, Call& call) {
  Value list = Value::array();
  for (const store::Job& job : core.store->jobs(100)) {
    list.add(json::parse(job_json(job, 0), "job"));
  }
  call.send(200, Value::object().add("jobs", std::move(list)));
}

void start_job(Core& core, Call& call) {
  const Value body = call.object();
  JobParams params;
  std::string kind;
  for (const auto& [name, value] : body.members()) {
    if (!value.is(Value::Kind::string) && !value.is(Value::Kind::number)) {
      throw Problem(422, "'" + name + "' is a text or a number");
    }
    if (name == "kind") {
      kind = value.text();
    } else {
      params.emplace_back(name, value.text());
    }
  }
  const std::uint64_t id = begin_job(core, kind, params, call.actor);
  call.send_json(202, core.jobs.state_json(id) + "\n",
                 {{"Location", "/api/v1/jobs/" + std::to_string(id)}, {"Retry-After", "1"}});
}

void get_job(Core& core, Call& call) {
  call.send_json(200, core.jobs.state_json(call.part_number(0)) + "\n");
}

void job_events(Core& core, Call& call) {
  const std::uint64_t id = call.part_number(0);
  core.jobs.state_json(id);  // throws where there is none
  http::Response head;
  head.type = "text/event-stream";
  core.jobs.listen(id, call.reply->open_stream(std::move(head)));
}

void job_result(Core& core, Call& call) {
  const auto job = core.store->job(call.part_number(0));
  if (!job) throw Problem(404, "There is no such job");
  if (job->state != "done") throw Problem(409, "The job is not done");
  const auto [file, type] = result_of(core, *job);
  call.reply->send(
      {200,
       type,
       "",
       {{"Content-Disposition", "attachment; filename=\"job-" + std::to_string(job->id) +
                                    (job->kind == "audit"   ? ".html"
                                     : job->kind == "batch" ? ".csv"
                                                            : ".json") +
                                    "\""}},
       std::make_shared<const std::string>(file)});
}

void cancel_job(Core& core, Call& call) {
  core.jobs.cancel(call.part_number(0));
  call.reply->send({204, "", "", {}});
}

}  // namespace cogs::service
