// SPDX-License-Identifier: Apache-2.0
//
// Time stamps of an authority (RFC 3161): who keeps the log and its key could write another
// history, but not one that an authority signed in the past.
//
//   openssl ts -verify -data QUERY.note -in REPLY -CAfile AUTHORITY
#pragma once

#include <string>
#include <string_view>

namespace cogs::store {

// The question about this text, as bytes of DER: its SHA-256, a random number, "with certificates".
std::string stamp_query(std::string_view text);
// Whether an authority's answer speaks of this text. Its signature is openssl's to check.
bool stamps(std::string_view reply, std::string_view text);

}  // namespace cogs::store
