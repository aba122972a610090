// SPDX-License-Identifier: Apache-2.0
//
// Where models come from: tables, learning, review, versions, audits, jobs.
#include <cogs/learn.h>
#include <cogs/table.h>

#include <algorithm>

#include "base/text_file.h"
#include "json/parse.h"
#include "json/write.h"
#include "present/html/page.h"
#include "service/actions.h"
#include "service/job_kinds.h"
#include "service/multipart.h"
#include "service/page.h"
#include "service/versions.h"

namespace cogs::service {

namespace {

std::string job_rows(Core& core, const std::string& kind) {
  std::vector<std::vector<std::string>> rows;
  for (const store::Job& job : core.store->jobs(50)) {
    if (!kind.empty() && job.kind != kind) continue;
    rows.push_back({link("/jobs/" + std::to_string(job.id), "job " + std::to_string(job.id)),
                    words(job.kind), words(job.state), text(job.made), text(job.ended)});
  }
  if (rows.empty()) return "<p>None yet.</p>\n";
  return table("Jobs", {"job", "kind", "state", "begun", "ended"}, rows);
}

}  // namespace

void page_learn(Core& core, Call& call) {
  std::string content =
      "<h1>Learn</h1>\n<p>A table of decisions becomes rules; a person looks at them before they "
      "are in force.</p>\n<form class=\"drop\" id=\"drop\" method=\"post\" action=\"/learn\" "
      "enctype=\"multipart/form-data\"><p><label for=\"table\">A table (CSV)</label> <input "
      "id=\"table\" "
      "type=\"file\" name=\"table\" required accept=\".csv,text/csv\"> <button class=\"main\">Add "
      "it</button></p>"
      "<p class=\"soft scripted\">or drop the file here</p><p role=\"status\"></p></form>\n";
  std::vector<std::vector<std::string>> rows;
  for (const store::Dataset& dataset : core.store->datasets()) {
    rows.push_back({link("/learn/" + std::to_string(dataset.id), dataset.name),
                    std::to_string(dataset.bytes), text(dataset.at),
                    "<span class=\"hash\">" + text(dataset.sha256.substr(0, 16)) + "…</span>"});
  }
  if (!rows.empty())
    content +=
        section("tables", "Tables", table("Tables", {"table", "bytes", "added", "SHA-256"}, rows));
  content += section("jobs", "Jobs", job_rows(core, ""));
  call.send_page(framed({"Learn", "learn", content, call.value("series")}));
}

void page_upload(Core& core, Call& call) {
  const auto parts = form_parts(call.request.header("content-type"), call.request.body);
  if (!parts) throw Problem(415, "This takes a form with a file");
  for (const FormPart& part : *parts) {
    if (part.name != "table" || part.file_name.empty()) continue;
    const store::Dataset kept = keep_dataset(core, part.file_name, part.content, call.actor);
    return call.see_other("/learn/" + std::to_string(kept.id));
  }
  throw Problem(422, "There is no file in the form");
}

void page_dataset(Core& core, Call& call) {
  const std::uint64_t id = call.part_number(0);
  const Table kept = dataset_table(core, id);
  const std::string& name = kept.name();
  Control control = core.control();
  control.limits.seconds = 30;
  const Answer seen = look(kept, control);
  std::string series = name.substr(0, name.rfind('.'));
  const std::string number = hidden("dataset", std::to_string(id));
  std::string content =
      "<h1>" + words(name) +
      "</h1>\n<div class=\"cards\">\n<div class=\"card\"><h2>Learn rules</h2>"
      "<form method=\"post\" action=\"/jobs\">" +
      hidden("kind", "learn") + number +
      "<label>Column with the decision <input name=\"label\" required></label>"
      "<label>The decision to get away from <input name=\"undesired\" required></label>"
      "<label>Name of the model <input name=\"series\" required value=\"" +
      text(series) +
      "\"></label>"
      "<button class=\"main\">Learn</button></form></div>\n";
  for (const std::string& one : core.models.series()) {
    content += "<div class=\"card\"><h2>" + words(one) +
               "</h2><form method=\"post\" action=\"/jobs\">" + number + hidden("series", one) +
               "<label>Groups by column (audit) <input name=\"by\" autocomplete=\"off\"></label>"
               "<button name=\"kind\" value=\"causes\">Propose causes</button> <button "
               "name=\"kind\" value=\"audit\">Audit</button> "
               "<button name=\"kind\" value=\"batch\">Answer every row</button></form></div>\n";
  }
  content += "</div>\n";
  if (seen.has_html()) {
    std::string shown(present::page_content(seen.html(control)));
    // One heading of the first rank a page: ours.
    for (const auto& [from, to] :
         {std::pair<std::string, std::string>("<h1", "<h2"), {"</h1>", "</h2>"}}) {
      for (std::size_t at = 0; (at = shown.find(from, at)) != std::string::npos; at += to.size())
        shown.replace(at, from.size(), to);
    }
    content += shown;
  }
  call.send_page(framed({name, "learn", content, ""}));
}

void page_start_job(Core& core, Call& call) {
  JobParams params;
  std::string kind;
  for (const auto& [name, value] : call.form()) {
    if (name == "kind") {
      kind = value;
    } else {
      params.emplace_back(name, value);
    }
  }
  call.see_other("/jobs/" + std::to_string(begin_job(core, kind, params, call.actor)));
}

void page_job(Core& core, Call& call) {
  const auto job = core.store->job(call.part_number(0));
  if (!job) throw Problem(404, "There is no such job");
  const std::string id = std::to_string(job->id);
  std::string content = "<h1>Job " + id + ": " + words(job->kind) + "</h1>\n<p data-job=\"" + id +
                        "\" data-state=\"" + text(job->state) +
                        "\">State: <strong id=\"job-state\" role=\"status\">" + words(job->state) +
                        "</strong></p>\n";
  const std::string place = job->kind == "audit" ? "audits" : "learn";
  if (job->state == "queued" || job->state == "running") {
    content += "<p class=\"soft\">Without script: " + link("/jobs/" + id, "look again") + ".</p>\n";
  }
  if (!job->error.empty()) content += "<pre>" + text(job->error) + "</pre>\n";
  if (job->state == "done") {
    if (!job->outcome.empty() && job->outcome != "{}") {
      const json::Value outcome = json::parse(job->outcome, "outcome");
      const json::Value* series = outcome.find("series");
      const json::Value* n = outcome.find("version");
      if (series && n) {
        const std::string query = "?series=" + url_encoded(series->text());
        content += "<p>This gave version " + link("/versions/" + n->text() + query, n->text()) +
                   " of " + words(series->text()) + ".</p>\n";
        if (job->kind == "causes")
          content += "<p>" + link("/review" + query, "Review what is proposed") + "</p>\n";
        if (job->kind == "learn") content += "<p>" + link("/" + query, "Open a case") + "</p>\n";
      }
    }
    content += "<p>" + link("/api/v1/jobs/" + id + "/result", "Download the result") + "</p>\n";
    if (job->kind == "audit") {
      content += present::page_content(base::read_text_file(result_of(core, *job).first));
      const auto at = content.find("<h1>", 10);
      if (at != std::string::npos) {
        content.replace(at, 4, "<h2>");
        const auto end = content.find("</h1>", at);
        if (end != std::string::npos) content.replace(end, 5, "</h2>");
      }
    }
  }
  call.send_page(framed({"Job " + id, place, content, ""}));
}

void page_versions(Core& core, Call& call) {
  const std::string series = series_of(core, call.query);
  std::vector<std::vector<std::string>> rows;
  for (const store::Version& v : core.store->versions(series)) {
    rows.push_back(
        {link("/versions/" + std::to_string(v.n) + "?series=" + url_encoded(series),
              "version " + std::to_string(v.n)),
         v.state == "active" ? "<strong class=\"yes\">in force</strong>" : words(v.state),
         words(v.note), text(v.at), v.active_from.empty() ? "" : text(v.active_from)});
  }
  std::string content = "<h1>Versions</h1>\n<p>" + words(series) + "</p>\n";
  const auto all = core.models.series();
  if (all.size() > 1) {
    content += "<p>";
    for (const std::string& one : all)
      content += link("/versions?series=" + url_encoded(one), one) + " ";
    content += "</p>\n";
  }
  content += table("Versions", {"version", "state", "what", "made", "in force from"}, rows);
  call.send_page(framed({"Versions", "versions", content, series}));
}

void page_version(Core& core, Call& call) {
  const std::string series = series_of(core, call.query);
  const std::uint64_t n = call.part_number(0);
  const auto model = core.models.version(series, n);
  const auto active = core.models.active(series);
  std::string content = "<h1>" + words(series) + ", version " + std::to_string(n) + "</h1>\n";
  if (active->version == n) {
    content += "<p><strong class=\"yes\">In force.</strong></p>\n";
  } else {
    std::string diff = "<ul class=\"diff\">\n";
    bool differs = false;
    for (const DiffLine& line : statement_diff(active->decision.text(), model->decision.text())) {
      if (line.kind == DiffLine::Kind::same) continue;
      differs = true;
      const bool added = line.kind == DiffLine::Kind::added;
      diff += std::string("<li class=\"") + (added ? "added\">+ " : "removed\">− ") +
              text(line.text) + "</li>\n";
    }
    content += section("diff",
                       "Against version " + std::to_string(active->version) + ", which is in force",
                       differs ? diff + "</ul>\n" : "<p>No statement differs.</p>\n");
    std::optional<Table> rows;
    const auto dataset = call.number("dataset", 0);
    if (dataset > 0) rows = dataset_table(core, dataset);
    const VersionEffect effect = effect_of(core, series, active->decision, model->decision, rows);
    std::string found = "<p>No filed answer promises a way yet.</p>\n";
    if (effect.records > 0) {
      found = "<p>" + std::to_string(effect.records) + (effect.all_records ? "" : " (the newest)") +
              " ways were promised in filed answers; " + std::to_string(effect.hold) +
              " of them would still hold.</p>\n";
    }
    if (!effect.broken.empty()) {
      found += "<p class=\"note\">No longer: ";
      for (const std::uint64_t seq : effect.broken)
        found += link("/records/" + std::to_string(seq), "#" + std::to_string(seq)) + " ";
      found += "</p>\n";
    }
    if (dataset > 0) {
      found += "<p>Of " + std::to_string(effect.rows) + " rows, " +
               std::to_string(effect.to_undesired) +
               " would get the undesired decision instead of the other, " +
               std::to_string(effect.to_desired) + " the other way round.</p>\n";
    }
    if (!core.store->datasets().empty()) {
      found += "<form method=\"get\" class=\"choice\">" + hidden("series", series) +
               dataset_select(core) + " <button>Effect on these rows</button></form>\n";
    }
    content += section("effect", "What it would change for people", found);
    content += "<form method=\"post\" action=\"/versions/" + std::to_string(n) +
               "\" class=\"actions\">" + hidden("series", series) +
               "<button class=\"main\">Put version " + std::to_string(n) +
               " in force</button> <span class=\"soft\">approved by one person</span></form>\n";
  }
  content += section("text", "Its text", "<pre>" + text(model->decision.text()) + "</pre>\n");
  call.send_page(framed({"Version " + std::to_string(n), "versions", content, series}));
}

void page_activate(Core& core, Call& call) {
  const std::string series = series_of(core, call.form());
  core.models.activate(series, call.part_number(0), call.actor);
  call.see_other("/versions?series=" + url_encoded(series));
}

void page_audits(Core& core, Call& call) {
  std::string content =
      "<h1>Audits</h1>\n<p>Who has a way to the other decision, and at what cost, for all rows of "
      "a table and for groups of them.</p>\n";
  if (core.store->datasets().empty()) {
    content += "<p>Add a table first: " + link("/learn", "Learn") + ".</p>\n";
  } else if (!core.models.series().empty()) {
    content += "<form method=\"post\" action=\"/jobs\" class=\"bar-actions\">" +
               hidden("kind", "audit") + dataset_select(core) +
               " <label>Model <select name=\"series\">";
    for (const std::string& series : core.models.series())
      content += "<option>" + text(series) + "</option>";
    content +=
        "</select></label> <label>Groups by column <input name=\"by\" "
        "autocomplete=\"off\"></label> <button class=\"main\">Audit</button></form>\n";
  }
  content += section("runs", "Runs", job_rows(core, "audit"));
  call.send_page(framed({"Audits", "audits", content, call.value("series")}));
}

}  // namespace cogs::service
