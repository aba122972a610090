// SPDX-License-Identifier: Apache-2.0
//
// Series of models and the decisions made of them, prepared once. The store has the versions; this
// keeps those in use ready to answer.
#pragma once

#include <cogs/decision.h>
#include <cogs/learn.h>

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/store.h"

namespace cogs::service {

struct InUse {
  std::string series;
  std::uint64_t version = 0;
  Decision decision;
};

class Models {
 public:
  // `files`: a folder of the server's own; `program`: cogs, to try models with ("": not tried).
  Models(store::Store& store, std::string files, std::string program)
      : store_(store), files_(std::move(files)), program_(std::move(program)) {}

  // The text becomes the active version of the series unless it is one of its versions already.
  // What it names (#import) is read beside `file` and kept: whoever starts the server is trusted.
  void begin(const std::string& series, const std::string& text, const std::string& file);

  // The number of the version with this text; it becomes one if it is none: a draft, or the active
  // one of a new series.
  std::uint64_t version_of(const std::string& series, const std::string& text,
                           const std::string& file);

  // Throws Problem for a name that no series can have.
  static void check_series(const std::string& series);
  // Throws for a text that somebody sent and that cannot become a version: by a process of its own
  // first, with limits, so that what ends or stops it does not end or stop the server.
  void check(const std::string& series, const std::string& text);
  // A file that models may name, by its SHA-256. The first sender names it.
  store::KeptFile keep_file(const std::string& name, std::string bytes, const std::string& actor);
  // Puts the files that the model names beside it.
  void copy_files(const std::string& text, const std::string& folder);

  std::vector<std::string> series() { return store_.series(); }
  // The active version; a given one; throws StoreError of kind missing.
  std::shared_ptr<const InUse> active(const std::string& series);
  std::shared_ptr<const InUse> version(const std::string& series, std::uint64_t n);
  Decision by_text(const std::string& sha256, const std::string& text, const std::string& series);
  Decision by_sha256(const std::string& sha256, const std::string& series);
  // Versions have changed: the next question looks anew.
  void forget();

  // A new draft on top of the newest version.
  std::uint64_t add(const std::string& series, const std::string& text, std::uint64_t parent,
                    const std::string& note, const std::string& state, const std::string& actor);
  void activate(const std::string& series, std::uint64_t n, const std::string& actor);
  // A verdict on a rule of the newest version: a draft on top of it. Verdicts that come at once are
  // given one after the other, so that none is lost. Throws StoreError of kind missing.
  std::uint64_t judge(const std::string& series, const Verdict& verdict, const std::string& actor);

 private:
  static constexpr std::size_t most_kept = 64;

  std::uint64_t add_locked(const std::string& series, const std::string& text, std::uint64_t parent,
                           const std::string& note, const std::string& state,
                           const std::string& actor);
  // From beside `file`: for whoever may name files of this machine.
  void keep_named(const std::string& text, const std::string& file);
  // No file is opened but those that the store keeps, whatever a text names.
  Decision read(const std::string& text, const std::string& series);

  store::Store& store_;
  std::string files_, program_;
  std::mutex changing_;  // whoever makes a version of what he has seen
  std::mutex mutex_;
  std::uint64_t changes_ = 0;  // what was read before the last one is not kept
  std::map<std::string, std::shared_ptr<const InUse>> active_;
  std::list<std::pair<std::string, Decision>>
      kept_;  // by SHA-256 and series, the last one used first
};

}  // namespace cogs::service
