// SPDX-License-Identifier: Apache-2.0
//
// make_logs COUNT SEED: random logs, some of them altered, and every one-byte change of a small
// one, as JSON Lines with the verdict of this side: {"bundle": base64, "holds": true, "lines":
// [3]}. verifiers_agree_test.py compares with that of tools/verify_log.py.
#include <cstdlib>
#include <iostream>

#include "base/random.h"
#include "json/write.h"
#include "store/bundle.h"

namespace cogs::store {
namespace {

using json::Value;

std::string line_of(const Value& value) { return json::canonical_text(value) + "\n"; }

std::vector<std::string> make_log(base::Random& random, std::size_t most) {
  const Signer signer{"test/" + std::to_string(random.below(100)),
                      key_of_seed(std::string(32, 'k'))};
  const std::size_t entries = random.below(static_cast<std::uint32_t>(most) + 1);
  std::vector<std::string> lines, notes;
  Value head = Value::object();
  head.add("schema", Value::string("cogs.log/1"));
  head.add("key", Value::string(verifier_key(signer.name, signer.key.open)));
  head.add("size", Value::number(std::uint64_t{entries}));
  lines.push_back(line_of(head));
  const std::string model = "text of \"a model\"\n" + std::to_string(random.below(9));
  const std::string model_sha = hex(bytes_of(digest(model)));
  bool model_there = false;
  Frontier tree;
  const auto note = [&] {
    Value line = Value::object();
    line.add("checkpoint",
             Value::string(signed_checkpoint({signer.name, tree.size(), tree.root()}, signer)));
    notes.push_back(line_of(line));
  };
  for (std::size_t i = 1; i <= entries; ++i) {
    const bool with_model = random.below(3) == 0;
    if (with_model && !model_there) {
      Value line = Value::object();
      line.add("model", Value::string(model_sha)).add("text", Value::string(model));
      lines.push_back(line_of(line));
      model_there = true;
    }
    Value payload = Value::object();
    payload.add("a", Value::string("\xC3\xA9\x01 \\ \" \x7F" + std::to_string(random.below(1000))));
    if (with_model) payload.add("model", Value::string(model));
    payload.add("n", Value::number_text(std::to_string(random.below(100)) + ".50"));
    const std::string text = json::canonical_text(payload);
    std::string salt;
    for (int byte = 0; byte < 32; ++byte) salt += static_cast<char>(random.below(256));
    Entry entry;
    entry.seq = i;
    entry.at = "2026-11-16T13:50:" + std::to_string(10 + i % 50) + "Z";
    if (i >= 50) entry.at = "2026-11-17T00:00:00Z";
    entry.kind = "answer";
    entry.actor = "alone";
    entry.subject = "loan/" + std::to_string(random.below(5));
    entry.commitment = commitment_of(salt, text);
    tree.append(leaf_hash(entry_text(entry)), [](unsigned, std::uint64_t, const Hash&) {});
    Value line = Value::object();
    line.add("entry", Value::string(entry_text(entry)));
    if (random.below(6) == 0) {
      line.add("payload", Value()).add("salt", Value());
    } else if (with_model) {
      const std::string quoted = json::canonical_text(Value::string(model));
      const auto at = text.find(quoted);
      line.add("model", Value::string(model_sha));
      line.add("payload", Value::array({Value::string(text.substr(0, at)),
                                        Value::string(text.substr(at + quoted.size()))}));
      line.add("salt", Value::string(hex(salt)));
    } else {
      line.add("payload", Value::string(text)).add("salt", Value::string(hex(salt)));
    }
    lines.push_back(line_of(line));
    if (i < entries && random.below(4) == 0) note();
  }
  note();
  lines.insert(lines.end(), notes.begin(), notes.end());
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line;
  return out;
}

void alter(std::vector<std::string>& lines, base::Random& random) {
  const auto any = [&] { return random.below(static_cast<std::uint32_t>(lines.size())); };
  switch (random.below(6)) {
    case 0: lines.erase(lines.begin() + any()); break;
    case 1: std::swap(lines[any()], lines[any()]); break;
    case 2: lines.insert(lines.begin() + any(), lines[any()]); break;
    case 3: lines.resize(any()); break;
    case 4: {
      std::string& line = lines[any()];
      line[random.below(static_cast<std::uint32_t>(line.size()))] =
          static_cast<char>(random.below(256));
      break;
    }
    default: break;
  }
}

void print(const std::string& bundle) {
  const BundleVerdict verdict = verify_bundle(bundle);
  Value out = Value::object(), faulty = Value::array();
  for (const BundleFault& fault : verdict.faults) {
    faulty.add(Value::string(fault.kind + " " + std::to_string(fault.line)));
  }
  out.add("bundle", Value::string(base64(bundle))).add("holds", Value::boolean(verdict.holds()));
  out.add("root", Value::string(hex(bytes_of(verdict.root))));
  out.add("faults", std::move(faulty));
  std::cout << json::to_text(out, json::Layout::line) << "\n";
}

}  // namespace
}  // namespace cogs::store

int main(int argc, char** argv) {
  using namespace cogs::store;
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  cogs::base::Random random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    auto lines = make_log(random, i % 50 == 0 ? 80 : 8);
    if (i % 2 == 1) alter(lines, random);
    print(joined(lines));
  }
  const std::string small = joined(make_log(random, 3));
  for (std::size_t i = 0; i < small.size(); ++i) {
    std::string other = small;
    other[i] = static_cast<char>(other[i] ^ (1 + random.below(255)));
    print(other);
  }
}
