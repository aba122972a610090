// SPDX-License-Identifier: Apache-2.0
#include "store/entry.h"

#include "base/diagnostic.h"
#include "json/parse.h"
#include "json/write.h"
#include "store/signed_note.h"

namespace cogs::store {

Hash commitment_of(std::string_view salt, std::string_view payload) {
  return digest(salt, payload);
}

std::string entry_text(const Entry& entry) {
  json::Value out = json::Value::object();
  out.add("seq", json::Value::number(entry.seq));
  out.add("at", json::Value::string(entry.at));
  out.add("kind", json::Value::string(entry.kind));
  out.add("actor", json::Value::string(entry.actor));
  out.add("subject", json::Value::string(entry.subject));
  out.add("commitment", json::Value::string(hex(bytes_of(entry.commitment))));
  return json::canonical_text(out);
}

std::optional<Entry> read_entry(std::string_view text) {
  try {
    const json::Value value = json::parse(text, "entry", 3);
    const auto member = [&](const char* name) {
      const json::Value* found = value.find(name);
      return found && found->is(json::Value::Kind::string) ? found->text() : std::string();
    };
    Entry out;
    const json::Value* seq = value.find("seq");
    const auto number = seq && seq->is(json::Value::Kind::number) ? whole_number(seq->text())
                                                                  : std::optional<std::uint64_t>();
    const auto commitment = from_hex(member("commitment"));
    if (!number || !commitment || !hash_of(*commitment)) return std::nullopt;
    out.seq = *number;
    out.commitment = *hash_of(*commitment);
    out.at = member("at");
    out.kind = member("kind");
    out.actor = member("actor");
    out.subject = member("subject");
    if (entry_text(out) != text) return std::nullopt;
    return out;
  } catch (const base::InputError&) {
    return std::nullopt;
  }
}

}  // namespace cogs::store
