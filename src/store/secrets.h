// SPDX-License-Identifier: Apache-2.0
//
// The few cryptographic functions that the store and the server need, all of them libsodium's:
// digests, random bytes, Ed25519, and texts of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cogs::store {

using Hash = std::array<std::uint8_t, 32>;

// SHA-256 of several pieces, one after the other.
Hash digest(std::string_view a, std::string_view b = {}, std::string_view c = {});
// Of what is in a file, which is not held as a whole; nullopt: it cannot be read.
std::optional<Hash> digest_of_file(const std::string& file);
std::string random_bytes(std::size_t count);

inline std::string_view bytes_of(const Hash& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}
std::optional<Hash> hash_of(std::string_view bytes);

std::string hex(std::string_view bytes);                        // small digits
std::optional<std::string> from_hex(std::string_view text);     // small digits alone
std::string base64(std::string_view bytes);                     // with padding
std::string base64_url(std::string_view bytes);                 // without
std::optional<std::string> from_base64(std::string_view text);  // the one right spelling alone

// Takes the same time wherever they differ.
bool same_secret(std::string_view a, std::string_view b);

struct KeyPair {
  std::string secret, open;  // 32 bytes each; the secret is the seed
};
KeyPair new_key();
KeyPair key_of_seed(std::string_view seed);
std::string sign(std::string_view text, std::string_view seed);
bool is_signed(std::string_view text, std::string_view signature, std::string_view open);

}  // namespace cogs::store
