// SPDX-License-Identifier: Apache-2.0
//
// How far a run has come, on disk beside its output: one line for each block of rows that has been
// written. After a crash the last line that is whole, and that the output has reached, tells where
// to go on; whatever the output holds beyond it is cut off and made again.
//
// A limit may end a run in the middle of a block: the last line then also says how much of it is
// done. Where blocks begin never depends on where a run has stopped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "batch/batch.h"

namespace cogs::batch {

// The first rows of a block whose others were not reached.
struct BegunBlock {
  std::uint64_t rows = 0;
  std::uint64_t output_bytes = 0, error_bytes = 0;  // behind those of whole blocks
  Counts counts;
};

struct Progress {
  std::uint64_t blocks = 0;       // whole ones, and all that follows is about them
  std::uint64_t input_bytes = 0;  // of the text, unpacked
  std::uint64_t rows = 0, lines = 0;
  std::uint64_t output_bytes = 0, error_bytes = 0;
  Counts counts;
  BegunBlock begun;  // the block that comes next
};

// A run is known by this; another run's work is of no use to it.
struct RunIdentity {
  std::string model_sha256;
  std::string options;  // as one text
  std::uint64_t input_size = 0;
  std::int64_t input_time = 0;

  std::string text() const;
};

// The beginning of a journal, and a line of it.
std::string journal_head(const RunIdentity& run);
std::string journal_line(const Progress& progress);

// The last state of the journal that agrees with the sizes of the files. nullopt: nothing has been
// done. Throws base::InputError for a journal of another run; `file` is its name.
std::optional<Progress> read_journal(std::string_view text, const std::string& file,
                                     const RunIdentity& run, std::uint64_t output_size,
                                     std::uint64_t error_size);

}  // namespace cogs::batch
