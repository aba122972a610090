// SPDX-License-Identifier: Apache-2.0
//
// The outputs of `--shard 1/N` to `--shard N/N` -> the output of the whole.
//
// Beside its output each part leaves a note, OUT.shard: which part it is, of which run. So a part
// that is missing, comes twice or belongs to another run is found out, and the order in which the
// parts are named does not matter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "batch/batch.h"

namespace cogs::batch {

struct ShardNote {
  Shard shard;
  std::string run;  // the same for all parts (RunIdentity without the part)
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0, head = 0;  // of the output, and of what stands before its first row
};

std::string note_name(const std::string& output);
void write_shard_note(const std::string& output, const ShardNote& note);

struct Merged {
  std::uint64_t parts = 0, bytes = 0;
  std::vector<base::Diagnostic> warnings;
};

// Into `output`, whole or not at all; "": to standard output. Parts without a note are taken in
// the order in which they are named, with a warning. Throws base::InputError for parts that do not
// make a whole.
Merged merge(std::vector<std::string> parts, const std::string& output);

}  // namespace cogs::batch
