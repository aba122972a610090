// SPDX-License-Identifier: Apache-2.0
#include "service/cases.h"

#include "json/write.h"
#include "service/call.h"
#include "service/core.h"

namespace cogs::service {

namespace {

using json::Value;
constexpr std::int64_t seconds_of_day = 24 * 60 * 60;

}  // namespace

store::Case open_case(Core& core, const std::string& series, const std::string& reference,
                      const std::string& actor) {
  core.models.active(series);  // throws where there is none
  if (reference.size() > 200) throw Problem(422, "A reference has at most 200 characters");
  const std::lock_guard lock(core.opening_cases);  // two who open one at once get the same
  if (!reference.empty()) {
    for (store::Case& known : core.store->cases(reference, 0, 200)) {
      if (known.series == series) return std::move(known);
    }
  }
  store::Case out;
  out.id = core.store->next_id();
  out.series = series;
  out.reference = reference;
  out.by = actor;
  out.at = store::utc_now();
  Value what = Value::object();
  what.add("case", Value::number(out.id)).add("reference", Value::string(reference));
  what.add("series", Value::string(series));
  core.store->file({"case",
                    actor,
                    "case/" + std::to_string(out.id),
                    json::canonical_text(what),
                    "",
                    "",
                    {store::AddCase{out}},
                    {}});
  return out;
}

CaseLink new_link(Core& core, std::uint64_t case_id, std::uint64_t days, const std::string& actor) {
  if (days == 0 || days > longest_link_days) {
    throw Problem(422, "A link is good for some days", "between 1 and 366");
  }
  if (!core.store->find_case(case_id)) throw Problem(404, "There is no such case");
  CaseLink out{store::base64_url(store::random_bytes(32)),
               store::utc_in(static_cast<std::int64_t>(days) * seconds_of_day)};
  Value what = Value::object();
  what.add("case", Value::number(case_id)).add("ends", Value::string(out.ends));
  core.store->file({"link",
                    actor,
                    "case/" + std::to_string(case_id),
                    json::canonical_text(what),
                    "",
                    "",
                    {store::AddLink{case_id, store::digest(out.secret), out.ends}},
                    {}});
  return out;
}

void end_links(Core& core, std::uint64_t case_id, const std::string& actor) {
  if (!core.store->find_case(case_id)) throw Problem(404, "There is no such case");
  core.store->file({"links ended",
                    actor,
                    "case/" + std::to_string(case_id),
                    json::canonical_text(Value::object().add("case", Value::number(case_id))),
                    "",
                    "",
                    {store::EndLinks{case_id}},
                    {}});
}

std::optional<store::RecordRow> newest_answer(Core& core, std::uint64_t case_id) {
  store::RecordQuery query;
  query.case_id = case_id;
  query.limit = 200;
  for (store::RecordRow& row : core.store->records(query)) {
    if (!row.erased) return std::move(row);
  }
  return std::nullopt;
}

bool Visitors::may_ask(std::uint64_t case_id) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  std::erase_if(seen_,
                [&](const auto& one) { return now - one.second.since > std::chrono::hours(1); });
  Seen& seen = seen_.try_emplace(case_id, Seen{now, 0}).first->second;
  return ++seen.asked <= most_an_hour;
}

}  // namespace cogs::service
