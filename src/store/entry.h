// SPDX-License-Identifier: Apache-2.0
//
// An entry of the log and what it commits to. The entry's canonical text is the leaf of the tree.
// Actors and subjects are ids, never names of people: an entry cannot be erased.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/secrets.h"

namespace cogs::store {

constexpr std::size_t salt_size = 32;

struct Entry {
  std::uint64_t seq = 0;  // from 1; the leaf's index is one less
  std::string at, kind, actor, subject;
  Hash commitment = {};
};

Hash commitment_of(std::string_view salt, std::string_view payload);
// {"actor":...,"at":...,"commitment":"hex",...,"seq":1}
std::string entry_text(const Entry& entry);
// nullopt: not such a text, byte for byte.
std::optional<Entry> read_entry(std::string_view text);

}  // namespace cogs::store
