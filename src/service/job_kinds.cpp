// SPDX-License-Identifier: Apache-2.0
#include "service/job_kinds.h"

#include <cogs/table.h>

#include <filesystem>

#include "base/sha256.h"
#include "base/text_file.h"
#include "json/parse.h"
#include "json/write.h"
#include "service/call.h"
#include "service/child.h"
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
  // Not one of the names that jobs write to themselves; a table is never called like a model.
  const bool fit = !out.empty() && out.size() < 100 && out[0] != '.' && out[0] != '-' &&
                   out.find('.') != std::string::npos && !out.starts_with("result") &&
                   (!out.ends_with(".cogs") || otherwise.ends_with(".cogs"));
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
  const std::string file = new_upload(core);
  base::write_text_file(file, bytes);
  try {
    return keep_dataset_file(core, name, file, actor);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    throw;
  }
}

std::string new_upload(const Core& core) {
  return core.options.files + "/upload-" + store::hex(store::random_bytes(8));
}

store::Dataset keep_dataset_file(Core& core, const std::string& name, const std::string& file,
                                 const std::string& actor) {
  if (name.empty() || name.size() > 200) throw Problem(422, "A table has a name");
  const std::string begin = beginning_of(file, 2);
  if (begin.empty()) throw Problem(422, "The table is empty");
  if (begin == "\x1f\x8b") {  // a few bytes of it can be more than a disk holds
    throw Problem(415, "A table is sent as it is, not packed");
  }
  Control control = core.control();
  control.limits.seconds = 30;
  try {
    look(Table::file(file), control);  // throws for what is no table
  } catch (const InputError& error) {
    std::vector<Diagnostic> said = error.diagnostics();
    for (Diagnostic& d : said) d.file = name;  // not where it lies here
    throw InputError(std::move(said));
  }
  const auto digest = store::digest_of_file(file);
  if (!digest) throw Problem(507, "The table cannot be kept");
  store::Dataset out;
  out.id = core.store->next_id();
  out.name = name;
  out.sha256 = store::hex(store::bytes_of(*digest));
  out.bytes = std::filesystem::file_size(file);
  out.by = actor;
  const std::string kept = core.options.files + "/table-" + std::to_string(out.id) + ".csv";
  std::filesystem::rename(file, kept);
  try {
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
    std::error_code ignored;
    std::filesystem::remove(kept, ignored);
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
  Models::check_series(series);
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
    core.models.copy_files(text, folder);
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
