// SPDX-License-Identifier: Apache-2.0
#include "service/models.h"

#include "base/sha256.h"
#include "json/write.h"

namespace cogs::service {

namespace {

store::StoreError no_such_version() {
  return {store::StoreError::Kind::missing, "there is no such version of a model"};
}

std::string about(const store::Version& version) {
  json::Value out = json::Value::object();
  out.add("series", json::Value::string(version.series));
  out.add("model_sha256", json::Value::string(version.model_sha256));
  out.add("note", json::Value::string(version.note));
  out.add("parent", json::Value::number(version.parent));
  return json::canonical_text(out);
}

}  // namespace

void Models::begin(const std::string& series, const std::string& text, const std::string& note) {
  const std::string sha256 = base::sha256(text);
  for (const store::Version& version : store_.versions(series)) {
    if (version.model_sha256 == sha256) return;
  }
  add(series, text, 0, note, "active", "alone");
}

std::uint64_t Models::add(const std::string& series, const std::string& text, std::uint64_t parent,
                          const std::string& note, const std::string& state,
                          const std::string& actor) {
  store::Version version;
  version.series = series;
  version.text = text;
  version.model_sha256 = base::sha256(text);
  version.parent = parent;
  version.state = state;
  version.note = note;
  version.by = actor;
  store_.file({"version",
               actor,
               "series/" + base::sha256(series).substr(0, 16),
               about(version),
               "",
               "",
               {store::AddVersion{version}},
               {}});
  forget();
  const auto versions = store_.versions(series);
  return versions.empty() ? 0 : versions.front().n;
}

void Models::activate(const std::string& series, std::uint64_t n, const std::string& actor) {
  json::Value what = json::Value::object();
  what.add("series", json::Value::string(series)).add("version", json::Value::number(n));
  what.add("approved_by", json::Value::string("one person"));
  store_.file({"activated",
               actor,
               "series/" + base::sha256(series).substr(0, 16),
               json::canonical_text(what),
               "",
               "",
               {store::ActivateVersion{series, n}},
               {}});
  forget();
}

Decision Models::by_text(const std::string& sha256, const std::string& text,
                         const std::string& name) {
  {
    const std::lock_guard lock(mutex_);
    for (auto at = kept_.begin(); at != kept_.end(); ++at) {
      if (at->first != sha256) continue;
      kept_.splice(kept_.begin(), kept_, at);
      return kept_.front().second;
    }
  }
  Decision made = Decision::parse(text, name);
  const std::lock_guard lock(mutex_);
  kept_.emplace_front(sha256, made);
  if (kept_.size() > most_kept) kept_.pop_back();
  return made;
}

std::shared_ptr<const InUse> Models::active(const std::string& series) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = active_.find(series);
    if (found != active_.end()) return found->second;
  }
  for (const store::Version& version : store_.versions(series)) {
    if (version.state != "active") continue;
    auto made = std::make_shared<InUse>(
        InUse{series, version.n, by_text(version.model_sha256, version.text, series + ".cogs")});
    const std::lock_guard lock(mutex_);
    active_[series] = made;
    return made;
  }
  throw no_such_version();
}

std::shared_ptr<const InUse> Models::version(const std::string& series, std::uint64_t n) {
  for (const store::Version& version : store_.versions(series)) {
    if (version.n != n) continue;
    return std::make_shared<InUse>(
        InUse{series, n, by_text(version.model_sha256, version.text, series + ".cogs")});
  }
  throw no_such_version();
}

void Models::forget() {
  const std::lock_guard lock(mutex_);
  active_.clear();
}

}  // namespace cogs::service
