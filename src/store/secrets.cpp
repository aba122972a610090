// SPDX-License-Identifier: Apache-2.0
#include "store/secrets.h"

#include <sodium.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace cogs::store {

namespace {

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* raw(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

void need_sodium() {
  static const bool ready = sodium_init() >= 0;
  if (!ready) throw std::runtime_error("the random numbers of this machine cannot be had");
}

std::string in_base64(std::string_view bytes, int variant) {
  std::string out(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(out.data(), out.size(), raw(bytes), bytes.size(), variant);
  out.pop_back();
  return out;
}

}  // namespace

Hash digest(std::string_view a, std::string_view b, std::string_view c) {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  for (const std::string_view piece : {a, b, c}) {
    crypto_hash_sha256_update(&state, raw(piece), piece.size());
  }
  Hash out;
  crypto_hash_sha256_final(&state, out.data());
  return out;
}

std::optional<Hash> digest_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  std::string piece(std::size_t{1} << 16, '\0');
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    crypto_hash_sha256_update(&state, raw(std::string_view(piece)),
                              static_cast<unsigned long long>(in.gcount()));
  }
  if (in.bad()) return std::nullopt;
  Hash out;
  crypto_hash_sha256_final(&state, out.data());
  return out;
}

std::string random_bytes(std::size_t count) {
  need_sodium();
  std::string out(count, '\0');
  randombytes_buf(out.data(), count);
  return out;
}

std::optional<Hash> hash_of(std::string_view bytes) {
  Hash out;
  if (bytes.size() != out.size()) return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), out.begin());
  return out;
}

std::string hex(std::string_view bytes) {
  std::string out(bytes.size() * 2 + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), raw(bytes), bytes.size());
  out.pop_back();
  return out;
}

std::optional<std::string> from_hex(std::string_view text) {
  std::string out(text.size() / 2, '\0');
  std::size_t length = 0;
  const char* end = nullptr;
  if (sodium_hex2bin(raw(out), out.size(), text.data(), text.size(), nullptr, &length, &end) != 0 ||
      end != text.data() + text.size() || hex(out) != text) {
    return std::nullopt;
  }
  return out;
}

std::string base64(std::string_view bytes) {
  return in_base64(bytes, sodium_base64_VARIANT_ORIGINAL);
}
std::string base64_url(std::string_view bytes) {
  return in_base64(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string out(text.size() / 4 * 3 + 3, '\0');
  std::size_t length = 0;
  const char* end = nullptr;
  if (sodium_base642bin(raw(out), out.size(), text.data(), text.size(), nullptr, &length, &end,
                        sodium_base64_VARIANT_ORIGINAL) != 0 ||
      end != text.data() + text.size()) {
    return std::nullopt;
  }
  out.resize(length);
  if (base64(out) != text) return std::nullopt;
  return out;
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

KeyPair new_key() { return key_of_seed(random_bytes(crypto_sign_SEEDBYTES)); }

KeyPair key_of_seed(std::string_view seed) {
  if (seed.size() != crypto_sign_SEEDBYTES) throw std::invalid_argument("a seed has 32 bytes");
  std::string open(crypto_sign_PUBLICKEYBYTES, '\0'), secret(crypto_sign_SECRETKEYBYTES, '\0');
  crypto_sign_seed_keypair(raw(open), raw(secret), raw(seed));
  return {std::string(seed), open};
}

std::string sign(std::string_view text, std::string_view seed) {
  std::string open(crypto_sign_PUBLICKEYBYTES, '\0'), secret(crypto_sign_SECRETKEYBYTES, '\0');
  crypto_sign_seed_keypair(raw(open), raw(secret), raw(seed));
  std::string out(crypto_sign_BYTES, '\0');
  crypto_sign_detached(raw(out), nullptr, raw(text), text.size(), raw(secret));
  sodium_memzero(secret.data(), secret.size());
  return out;
}

bool is_signed(std::string_view text, std::string_view signature, std::string_view open) {
  return signature.size() == crypto_sign_BYTES && open.size() == crypto_sign_PUBLICKEYBYTES &&
         crypto_sign_verify_detached(raw(signature), raw(text), text.size(), raw(open)) == 0;
}

}  // namespace cogs::store
