// SPDX-License-Identifier: Apache-2.0
//
// Checkpoints as signed notes (C2SP signed-note, tlog-checkpoint): a text of three lines that says
// whose log it is, how many entries it has and what its root is, and an Ed25519 signature.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/secrets.h"

namespace cogs::store {

// Who signs. The name is the log's origin too.
struct Signer {
  std::string name;
  KeyPair key;
};

// "name+1a2b3c4d+base64": what others need to check a signature.
std::string verifier_key(const std::string& name, std::string_view open);
struct VerifierKey {
  std::string name, id, open;  // the id has 4 bytes
};
std::optional<VerifierKey> read_verifier_key(std::string_view text);

struct Checkpoint {
  std::string origin;
  std::uint64_t size = 0;
  Hash root = {};
};

std::string checkpoint_text(const Checkpoint& checkpoint);
std::string signed_checkpoint(const Checkpoint& checkpoint, const Signer& signer);

struct ReadCheckpoint {
  Checkpoint checkpoint;
  bool signature_holds = false;  // of the key that was given
};
// What a note names, whoever has signed it. nullopt: it is no such note.
std::optional<Checkpoint> checkpoint_named(std::string_view note);
// nullopt: it is no such note, or of another log.
std::optional<ReadCheckpoint> read_checkpoint(std::string_view note, const VerifierKey& key);

// A file of its own, readable by its owner alone; made where it is not there. Throws StoreError.
Signer load_signer(const std::string& file, const std::string& name_if_new);

// Digits alone, without leading zeros.
std::optional<std::uint64_t> whole_number(std::string_view text);

}  // namespace cogs::store
