// SPDX-License-Identifier: Apache-2.0
#include "store/time_stamp.h"

#include "store/secrets.h"

namespace cogs::store {

namespace {

// AlgorithmIdentifier of SHA-256, and the head of an octet string of 32 bytes.
constexpr std::string_view sha256_imprint(
    "\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20", 19);
constexpr std::string_view sha256_name("\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01", 11);

}  // namespace

std::string stamp_query(std::string_view text) {
  std::string inside = "\x02\x01\x01";  // version 1
  inside += sha256_imprint;
  inside += bytes_of(digest(text));
  std::string number = random_bytes(8);
  number[0] = static_cast<char>((number[0] & 0x3f) | 0x40);  // above 0, and no byte to spare
  inside += "\x02\x08" + number;
  inside += "\x01\x01\xff";  // with certificates
  return "\x30" + std::string(1, static_cast<char>(inside.size())) + inside;
}

bool stamps(std::string_view reply, std::string_view text) {
  const Hash hash = digest(text);
  return reply.size() > 100 && reply[0] == '\x30' &&
         reply.find(sha256_name) != std::string_view::npos &&
         reply.find(bytes_of(hash)) != std::string_view::npos;
}

}  // namespace cogs::store
