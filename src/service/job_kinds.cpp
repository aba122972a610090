// SPDX-License-Identifier: Apache-2.0
#include "service/job_kinds.h"

#include <cogs/table.h>

#include <filesystem>

#include "base/sha256.h"
#include "base/text_file.h"
#include "json/parse.h"
#include "json/write.h"
#include "service/call.h"
#include "service/versions.h"

namespace cogs::service {

namespace {

using json::Value;

std::string given(const JobParams& params, const std::string& name, bool needed) {
  for (const auto& [key, value] : params) {
    if (key == name && !value.empty()) return value;
  }
  if (needed) throw Problem(422, "This job needs '" + name + "'");
  return {};
}

void refuse_dashes(const std::string& word) {
  if (!word.empty() && word[0] == '-') throw Problem(422, "'" + word + "' is no name here");
}

// A name that is fit for a file, whatever people called the table.
std::string file_name(const std::string& name, const std::string& otherwise) {
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '.' || c == '-';
    out += plain ? c : '_';
  }
  // Not one of the names that jobs write to themselves.
  const bool fit = !out.empty() && out.size() < 100 && out[0] != '.' && out[0] != '-' &&
                   out.find('.') != std::string::npos && !out.starts_with("result");
  return fit ? out : otherwise;
}

// A model that a job wrote becomes a draft.
std::string file_draft(Core& core, const std::string& series, const std::string& file,
                       std::uint64_t parent, const std::string& note, const std::string& actor) {
  const std::string text = base::read_text_file(file);
  const bool is_new = core.store->versions(series).empty();
  const std::uint64_t n =
      core.models.add(series, text, parent, note, is_new ? "active" : "draft", actor);
  Value out = Value::object();
  out.add("series", Value::string(series)).add("version", Value::number(n));
  return json::to_text(out, json::Layout::line);
}

}  // namespace

store::Dataset keep_dataset(Core& core, const std::string& name, const std::string& bytes,
                            const std::string& actor) {
  if (bytes.empty()) throw Problem(422, "The table is empty");
  if (name.empty() || name.size() > 200) throw Problem(422, "A table has a name");
  store::Dataset out;
  out.id = core.store->next_id();
  out.name = name;
  out.sha256 = base::sha256(bytes);
  out.bytes = bytes.size();
  out.by = actor;
  const std::string file = core.options.files + "/table-" + std::to_string(out.id) + ".csv";
  base::write_text_file(file, bytes);
  try {
    Control control = core.control();
    control.limits.seconds = 30;
    look(Table::file(file), control);  // throws for what is no table
    Value what = Value::object();
    what.add("id", Value::number(out.id)).add("name", Value::string(name));
    what.add("sha256", Value::string(out.sha256));
    core.store->file({"table",
                      actor,
                      "table/" + std::to_string(out.id),
                      json::canonical_text(what),
                      "",
                      "",
                      {store::AddDataset{out}},
                      {}});
  } catch (...) {
    std::filesystem::remove(file);
    throw;
  }
  return out;
}

std::uint64_t begin_job(Core& core, const std::string& kind, const JobParams& params,
                        const std::string& actor) {
  const std::string series = given(params, "series", true);
  const auto dataset = store::whole_number(given(params, "dataset", true));
  if (!dataset) throw Problem(422, "'dataset' is the number of a table");
  const std::string kept = dataset_file(core, *dataset);
  if (series.size() > 100) throw Problem(422, "The name of a series is shorter");
  JobTask task;
  task.job.id = core.store->next_id();
  task.job.kind = kind;
  task.job.by = actor;
  const std::string folder = core.jobs.folder(task.job.id);
  // What the process writes names the table as people do.
  std::string table = "table.csv";
  for (const store::Dataset& one : core.store->datasets()) {
    if (one.id == *dataset) table = file_name(one.name, table);
  }
  std::filesystem::create_symlink(std::filesystem::absolute(kept), folder + "/" + table);
  const std::string model = file_name(series + ".cogs", "model.cogs");
  const auto versions = core.store->versions(series);
  const std::uint64_t parent = versions.empty() ? 0 : versions.front().n;
  const auto write_model = [&](bool newest) {
    const std::string text = newest ? core.models.version(series, parent)->decision.text()
                                    : core.models.active(series)->decision.text();
    base::write_text_file(folder + "/" + model, text);
  };
  if (kind == "learn") {
    const std::string label = given(params, "label", true);
    const std::string undesired = given(params, "undesired", true);
    refuse_dashes(label);
    refuse_dashes(undesired);
    task.arguments = {"learn",   table,    "--label", label,        "--undesired",
                      undesired, "--json", "-o",      "result.cogs"};
    task.finish = [&core, series, parent, actor](const std::string& where) {
      return file_draft(core, series, where + "/result.cogs", parent, "learned from a table",
                        actor);
    };
  } else if (kind == "causes") {
    write_model(true);
    task.arguments = {"causes", model, table, "--json", "-o", "result.cogs"};
    task.finish = [&core, series, parent, actor](const std::string& where) {
      return file_draft(core, series, where + "/result.cogs", parent,
                        "causes that a table suggests", actor);
    };
  } else if (kind == "audit") {
    write_model(false);
    task.arguments = {"audit", model, table, "-o", "result.html"};
    const std::string by = given(params, "by", false);
    refuse_dashes(by);
    if (!by.empty()) task.arguments.insert(task.arguments.end(), {"--by", by});
  } else if (kind == "batch") {
    write_model(false);
    task.arguments = {"batch", model, table, "-o", "result.csv"};
  } else {
    throw Problem(422, "There is no job of this kind", "learn, causes, audit or batch");
  }
  Value what = Value::object();
  for (const auto& [name, value] : params) what.add(name, Value::string(value));
  task.job.params = json::to_text(what, json::Layout::line);
  const std::uint64_t id = task.job.id;
  core.store->file({"job",
                    actor,
                    "job/" + std::to_string(id),
                    json::canonical_text(Value::object()
                                             .add("id", Value::number(id))
                                             .add("kind", Value::string(kind))
                                             .add("params", what)),
                    "",
                    "",
                    {},
                    {}});
  core.jobs.start(std::move(task));
  return id;
}

std::pair<std::string, std::string> result_of(const Core& core, const store::Job& job) {
  const std::string folder = core.options.files + "/job-" + std::to_string(job.id) + "/";
  if (job.kind == "audit") return {folder + "result.html", "text/html; charset=utf-8"};
  if (job.kind == "batch") return {folder + "result.csv", "text/csv; charset=utf-8"};
  return {folder + "out", "application/json"};
}

}  // namespace cogs::service
