// SPDX-License-Identifier: Apache-2.0
#include "store/signed_note.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <vector>

#include "base/text_file.h"
#include "store/store_error.h"

namespace cogs::store {

namespace {

constexpr std::string_view dash = "\xE2\x80\x94 ";  // an em dash and a blank
constexpr char ed25519 = '\1';

std::string key_id(const std::string& name, std::string_view open) {
  const Hash hash = digest(name, std::string("\n") + ed25519, open);
  return std::string(bytes_of(hash).substr(0, 4));
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    out.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return out;
}

constexpr std::string_view key_head = "cogs-log-key/1";

}  // namespace

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (std::to_string(out) != text) return std::nullopt;
  return out;
}

std::string verifier_key(const std::string& name, std::string_view open) {
  return name + "+" + hex(key_id(name, open)) + "+" + base64(ed25519 + std::string(open));
}

std::optional<VerifierKey> read_verifier_key(std::string_view text) {
  const auto first = text.find('+');
  if (first == std::string_view::npos || first == 0) return std::nullopt;
  const auto second = text.find('+', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  VerifierKey out;
  out.name = text.substr(0, first);
  const auto id = from_hex(text.substr(first + 1, second - first - 1));
  const auto key = from_base64(text.substr(second + 1));
  if (!id || !key || key->size() != 33 || (*key)[0] != ed25519) return std::nullopt;
  out.open = key->substr(1);
  out.id = *id;
  if (out.id != key_id(out.name, out.open)) return std::nullopt;
  return out;
}

std::string checkpoint_text(const Checkpoint& checkpoint) {
  return checkpoint.origin + "\n" + std::to_string(checkpoint.size) + "\n" +
         base64(bytes_of(checkpoint.root)) + "\n";
}

std::string signed_checkpoint(const Checkpoint& checkpoint, const Signer& signer) {
  const std::string text = checkpoint_text(checkpoint);
  return text + "\n" + std::string(dash) + signer.name + " " +
         base64(key_id(signer.name, signer.key.open) + sign(text, signer.key.secret)) + "\n";
}

std::optional<Checkpoint> checkpoint_named(std::string_view note) {
  const std::vector<std::string_view> lines = lines_of(note);
  if (lines.size() != 5 || !lines[3].empty() || lines[0].empty()) return std::nullopt;
  const auto size = whole_number(lines[1]);
  const auto root = from_base64(lines[2]);
  if (!size || !root || !hash_of(*root)) return std::nullopt;
  return Checkpoint{std::string(lines[0]), *size, *hash_of(*root)};
}

std::optional<ReadCheckpoint> read_checkpoint(std::string_view note, const VerifierKey& key) {
  const auto named = checkpoint_named(note);
  if (!named) return std::nullopt;
  const std::vector<std::string_view> lines = lines_of(note);
  ReadCheckpoint out;
  out.checkpoint = *named;
  const std::string begin = std::string(dash) + key.name + " ";
  if (lines[4].substr(0, begin.size()) != begin) return std::nullopt;
  const auto signature = from_base64(lines[4].substr(begin.size()));
  if (!signature || signature->size() != 68) return std::nullopt;
  out.signature_holds = signature->substr(0, 4) == key.id && out.checkpoint.origin == key.name &&
                        is_signed(checkpoint_text(out.checkpoint), signature->substr(4), key.open);
  return out;
}

Signer load_signer(const std::string& file, const std::string& name_if_new) {
  const auto fail = [&](const std::string& what) {
    throw StoreError(StoreError::Kind::failed, file + ": " + what);
  };
  const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made >= 0) {
    const Signer signer{name_if_new, new_key()};
    const std::string text =
        std::string(key_head) + "\n" + signer.name + "\n" + base64(signer.key.secret) + "\n";
    const int error = base::write_all(made, text);
    const bool kept = error == 0 && ::fsync(made) == 0;
    ::close(made);
    if (!kept) {
      ::unlink(file.c_str());
      fail("the key cannot be written");
    }
    return signer;
  }
  if (errno != EEXIST) fail("the key cannot be made: " + base::file_error_words(errno));
  struct stat about = {};
  if (::stat(file.c_str(), &about) == 0 && (about.st_mode & 077) != 0) {
    fail("others may read this key; make it yours alone: chmod 600");
  }
  const std::string text = base::read_text_file(file, 4096);
  const std::vector<std::string_view> lines = lines_of(text);
  const auto seed = lines.size() == 3 ? from_base64(lines[2]) : std::nullopt;
  if (lines.size() != 3 || lines[0] != key_head || !seed || seed->size() != 32) {
    fail("this is no key of a log");
  }
  return {std::string(lines[1]), key_of_seed(*seed)};
}

}  // namespace cogs::store
