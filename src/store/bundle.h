// SPDX-License-Identifier: Apache-2.0
//
// A log as one file that can be checked by anybody, without the store and without trust in whoever
// keeps it. JSON Lines, each in canonical form (docs/serve.md):
//
//   {"key":"name+id+base64","schema":"cogs.log/1","size":3}
//   {"model":"sha256","text":"..."}                        each model once, before it is needed
//   {"entry":"{...}","payload":"{...}","salt":"hex"}       payload and salt null: erased
//   {"entry":"{...}","model":"sha256","payload":["{...","...}"],"salt":"hex"}
//   {"checkpoint":"origin\nsize\nroot\n\n— name signature\n"}
//
// tools/verify_log.py checks the same and shares no code with this.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "store/store.h"

namespace cogs::store {

// Makes a checkpoint first, so that all of the log is covered. `write` takes the lines.
void write_bundle(Store& store, const std::function<void(std::string_view)>& write);

struct BundleFault {
  std::uint64_t line = 0;  // of the file, from 1; 0: all of it
  std::string kind;        // format, seq, time, payload, model, checkpoint, signature, size, since
  std::string message;
};
struct BundleVerdict {
  std::vector<BundleFault> faults;  // the first 100
  std::uint64_t entries = 0, erased = 0, checkpoints = 0;
  Hash root = {};
  std::string key;  // of the bundle
  bool holds() const { return faults.empty(); }
};
struct BundleChecks {
  std::string key;    // the verifier's key that is expected; "": the bundle's own
  std::string since;  // a checkpoint that was kept elsewhere; "": none
  // Called with each payload of an answer, to replay it; may be empty.
  std::function<void(std::uint64_t line, const Entry& entry, const std::string& payload)> each = {};
  base::Limits limits = {};  // half a log says nothing: base::Stopped is thrown
};
BundleVerdict verify_bundle(std::string_view bundle, const BundleChecks& checks = {});
// The same for the bundle that the store would write now, line by line: a log that is larger than
// the memory can be checked.
BundleVerdict verify_store(Store& store, const BundleChecks& checks = {});

}  // namespace cogs::store
