// SPDX-License-Identifier: Apache-2.0
#include "service/models.h"

#include <algorithm>
#include <filesystem>

#include "base/diagnostic.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "engine/files_named.h"
#include "json/write.h"
#include "service/call.h"
#include "service/child.h"

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

constexpr ChildLimits of_trying = {10, std::size_t{1} << 30};

// A name that leads to no other place than the folder it is looked for in, or below.
bool stays_inside(const std::string& name) {
  if (name.empty() || name.size() > 200 || name.find('\0') != std::string::npos) return false;
  const std::filesystem::path path(name);
  return path.is_relative() && std::all_of(path.begin(), path.end(), [](const auto& part) {
           return !part.empty() && part.string()[0] != '.';
         });
}

std::vector<model::NamedFile> named_inside(const std::string& text) {
  std::vector<model::NamedFile> out = engine::files_named(text);
  for (const model::NamedFile& file : out) {
    if (stays_inside(file.name)) continue;
    throw base::InputError(base::error_about(
        "model", "#import names '" + file.name + "', and a server opens no files of its machine",
        "put the file beside the model, and name it without a folder"));
  }
  return out;
}

// A folder that goes when the object does.
class ShortLived {
 public:
  explicit ShortLived(const std::string& beginning)
      : name_(beginning + store::hex(store::random_bytes(8))) {
    std::filesystem::create_directories(name_);
  }
  ~ShortLived() {
    std::error_code ignored;
    std::filesystem::remove_all(name_, ignored);
  }
  ShortLived(const ShortLived&) = delete;
  ShortLived& operator=(const ShortLived&) = delete;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

}  // namespace

void Models::check_series(const std::string& series) {
  const bool fit = !series.empty() && series.size() <= 100 && series[0] != '.' &&
                   std::none_of(series.begin(), series.end(), [](char c) {
                     return c == '/' || c == '\\' || static_cast<unsigned char>(c) < ' ';
                   });
  if (!fit) {
    throw Problem(422, "This is no name of a series of models",
                  "up to 100 characters, without slashes");
  }
}

void Models::begin(const std::string& series, const std::string& text, const std::string& file) {
  keep_named(text, file);
  const std::string sha256 = base::sha256(text);
  for (const store::Version& version : store_.versions(series)) {
    if (version.model_sha256 == sha256) return;
  }
  add(series, text, 0, "from " + file, "active", "alone");
}

std::uint64_t Models::version_of(const std::string& series, const std::string& text,
                                 const std::string& file) {
  keep_named(text, file);
  const std::string sha256 = base::sha256(text);
  const auto versions = store_.versions(series);
  for (const store::Version& version : versions) {
    if (version.model_sha256 == sha256) return version.n;
  }
  return add(series, text, versions.empty() ? 0 : versions.front().n, "from " + file,
             versions.empty() ? "active" : "draft", "command");
}

void Models::keep_named(const std::string& text, const std::string& file) {
  for (const model::NamedFile& named : named_inside(text)) {
    if (store_.kept_file(named.sha256)) continue;
    const auto path = std::filesystem::path(file).parent_path() / named.name;
    keep_file(named.name, base::read_text_file(path.string()), "alone");
  }
}

void Models::check(const std::string& series, const std::string& text) {
  check_series(series);
  const auto named = named_inside(text);
  if (!program_.empty()) {
    const ShortLived folder(files_ + "/trying-");
    base::write_text_file(folder.name() + "/model.cogs", text);
    copy_files(text, folder.name());
    const ChildEnd end = run_child(
        program_,
        {"counterfactuals", "model.cogs", "--json", "-q", "--time-limit", "2", "-o", "/dev/null"},
        folder.name(), of_trying);
    if (!end.started) throw Problem(503, "Models cannot be tried just now");
    // 0, 1 and 4 are answers, 3 speaks of faults of the text, which come with their places below.
    if (end.late || end.code < 0 || end.code == 2 || end.code > 4) {
      throw Problem(422, "This model is too large, or too hard, for a server");
    }
  }
  read(text, series);  // throws with every fault
}

store::KeptFile Models::keep_file(const std::string& name, std::string bytes,
                                  const std::string& actor) {
  if (!stays_inside(name)) {
    throw Problem(422, "This is no name of a file", "name it without a folder");
  }
  if (bytes.empty()) throw Problem(422, "The file is empty");
  store::KeptFile file{base::sha256(bytes), name, std::move(bytes), actor, ""};
  if (const auto kept = store_.kept_file(file.sha256)) return *kept;
  json::Value what = json::Value::object();
  what.add("name", json::Value::string(name)).add("sha256", json::Value::string(file.sha256));
  store_.file({"file",
               actor,
               "file/" + file.sha256.substr(0, 16),
               json::canonical_text(what),
               "",
               "",
               {store::KeepFile{file}},
               {}});
  return file;
}

void Models::copy_files(const std::string& text, const std::string& folder) {
  for (const model::NamedFile& named : named_inside(text)) {
    const auto kept = store_.kept_file(named.sha256);
    if (!kept) {
      throw base::InputError(base::error_about(
          "model",
          "the server does not have the file '" + named.name + "' that #import names" +
              (named.sha256.empty() ? "; a server finds files by their sha256" : ""),
          named.sha256.empty() ? "add sha256 '...' to the #import line"
                               : "send it first: POST /api/v1/files?name=" + named.name));
    }
    const auto path = std::filesystem::path(folder) / named.name;
    std::filesystem::create_directories(path.parent_path());
    if (!std::filesystem::exists(path)) base::write_text_file(path.string(), kept->bytes);
  }
}

// The engine looks for files beside the model: it is given a name in a folder that has these files
// and no others.
Decision Models::read(const std::string& text, const std::string& series) {
  const auto named = named_inside(text);
  if (named.empty()) return Decision::parse(text, series + ".cogs");
  std::string all;
  for (const model::NamedFile& file : named) all += file.sha256 + " " + file.name + "\n";
  const std::string folder = files_ + "/named-" + base::sha256(all).substr(0, 32);
  copy_files(text, folder);
  return Decision::parse(text, folder + "/" + series + ".cogs");
}

std::uint64_t Models::add(const std::string& series, const std::string& text, std::uint64_t parent,
                          const std::string& note, const std::string& state,
                          const std::string& actor) {
  const std::lock_guard lock(changing_);
  return add_locked(series, text, parent, note, state, actor);
}

std::uint64_t Models::judge(const std::string& series, const Verdict& verdict,
                            const std::string& actor) {
  const std::lock_guard lock(changing_);
  const auto versions = store_.versions(series);
  if (versions.empty()) throw no_such_version();
  const store::Version& newest = versions.front();
  const Decision judged = review(by_text(newest.model_sha256, newest.text, series), {verdict});
  const char* done = !verdict.approve ? "edited " : *verdict.approve ? "approved " : "rejected ";
  const std::string note = done + verdict.id + ": " + verdict.reason;
  return add_locked(series, judged.text(), newest.n, note, "draft", actor);
}

std::uint64_t Models::add_locked(const std::string& series, const std::string& text,
                                 std::uint64_t parent, const std::string& note,
                                 const std::string& state, const std::string& actor) {
  check_series(series);
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

Decision Models::by_sha256(const std::string& sha256, const std::string& series) {
  const auto text = store_.model_text(sha256);
  if (!text) throw no_such_version();
  return by_text(sha256, *text, series);
}

Decision Models::by_text(const std::string& sha256, const std::string& text,
                         const std::string& series) {
  const std::string key = sha256 + " " + series;  // messages and answers name the series
  {
    const std::lock_guard lock(mutex_);
    for (auto at = kept_.begin(); at != kept_.end(); ++at) {
      if (at->first != key) continue;
      kept_.splice(kept_.begin(), kept_, at);
      return kept_.front().second;
    }
  }
  Decision made = read(text, series);
  const std::lock_guard lock(mutex_);
  kept_.emplace_front(key, made);
  if (kept_.size() > most_kept) kept_.pop_back();
  return made;
}

std::shared_ptr<const InUse> Models::active(const std::string& series) {
  std::uint64_t seen = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto found = active_.find(series);
    if (found != active_.end()) return found->second;
    seen = changes_;
  }
  for (const store::Version& version : store_.versions(series)) {
    if (version.state != "active") continue;
    auto made = std::make_shared<InUse>(
        InUse{series, version.n, by_text(version.model_sha256, version.text, series)});
    const std::lock_guard lock(mutex_);
    if (seen == changes_) active_[series] = made;
    return made;
  }
  throw no_such_version();
}

std::shared_ptr<const InUse> Models::version(const std::string& series, std::uint64_t n) {
  for (const store::Version& version : store_.versions(series)) {
    if (version.n != n) continue;
    return std::make_shared<InUse>(
        InUse{series, n, by_text(version.model_sha256, version.text, series)});
  }
  throw no_such_version();
}

void Models::forget() {
  const std::lock_guard lock(mutex_);
  active_.clear();
  ++changes_;
}

}  // namespace cogs::service
