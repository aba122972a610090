// SPDX-License-Identifier: Apache-2.0
#include "table/decode.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/diagnostic.h"
#include "base/small_letters.h"
#include "table/byte_encodings.h"

namespace cogs::table {
namespace {

constexpr std::size_t decoded_at_once = std::size_t{256} << 10;

struct Named {
  std::string_view name;  // small letters and digits alone
  Encoding encoding;
};

constexpr Named spellings[] = {{"utf8", Encoding::utf8},          {"utf16", Encoding::utf16},
                               {"utf16le", Encoding::utf16le},    {"utf16be", Encoding::utf16be},
                               {"latin1", Encoding::latin1},      {"iso88591", Encoding::latin1},
                               {"latin2", Encoding::latin2},      {"iso88592", Encoding::latin2},
                               {"latin9", Encoding::latin9},      {"iso885915", Encoding::latin9},
                               {"cp1250", Encoding::cp1250},      {"windows1250", Encoding::cp1250},
                               {"cp1251", Encoding::cp1251},      {"windows1251", Encoding::cp1251},
                               {"cp1252", Encoding::cp1252},      {"windows1252", Encoding::cp1252},
                               {"ansi", Encoding::cp1252},        {"cp1253", Encoding::cp1253},
                               {"windows1253", Encoding::cp1253}, {"cp1254", Encoding::cp1254},
                               {"windows1254", Encoding::cp1254}, {"macroman", Encoding::mac_roman},
                               {"macintosh", Encoding::mac_roman}};

const UpperHalf* upper_half(Encoding encoding) {
  switch (encoding) {
    case Encoding::latin2: return &iso8859_2_upper;
    case Encoding::latin9: return &iso8859_15_upper;
    case Encoding::cp1250: return &cp1250_upper;
    case Encoding::cp1251: return &cp1251_upper;
    case Encoding::cp1252: return &cp1252_upper;
    case Encoding::cp1253: return &cp1253_upper;
    case Encoding::cp1254: return &cp1254_upper;
    case Encoding::mac_roman: return &mac_roman_upper;
    default: return nullptr;
  }
}

void append(std::string& out, std::uint32_t c) {
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xC0 | c >> 6);
    add(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    add(0xE0 | c >> 12);
    add(0x80 | (c >> 6 & 0x3F));
    add(0x80 | (c & 0x3F));
  } else {
    add(0xF0 | c >> 18);
    add(0x80 | (c >> 12 & 0x3F));
    add(0x80 | (c >> 6 & 0x3F));
    add(0x80 | (c & 0x3F));
  }
}

class Decoded : public ByteSource {
 public:
  Decoded(std::unique_ptr<ByteSource> source, Encoding encoding, std::string name)
      : source_(std::move(source)), encoding_(encoding), name_(std::move(name)) {}

  std::size_t read(char* into, std::size_t size) override {
    while (at_ == text_.size()) {
      if (!fill()) return 0;
    }
    const std::size_t count = std::min(size, text_.size() - at_);
    std::memcpy(into, text_.data() + at_, count);
    at_ += count;
    return count;
  }
  std::size_t bytes_done() const override { return source_->bytes_done(); }
  std::size_t bytes_in_all() const override { return source_->bytes_in_all(); }

 private:
  [[noreturn]] void fail(std::string message, std::string help) const {
    throw base::InputError(base::error_about(name_, std::move(message), std::move(help)));
  }

  // The next piece of text; false at the end.
  bool fill() {
    text_.clear();
    at_ = 0;
    if (ended_) return false;
    const std::size_t kept = raw_.size();
    raw_.resize(kept + decoded_at_once);
    std::size_t count = 0;
    if (const auto whole = source_->whole()) {
      count = std::min(decoded_at_once, whole->size() - taken_);
      std::memcpy(raw_.data() + kept, whole->data() + taken_, count);
      taken_ += count;
    } else {
      count = source_->read(raw_.data() + kept, decoded_at_once);
    }
    raw_.resize(kept + count);
    ended_ = count == 0;
    encoding_ == Encoding::utf16 || encoding_ == Encoding::utf16le || encoding_ == Encoding::utf16be
        ? decode_pairs()
        : decode_bytes();
    return !ended_ || !text_.empty();
  }

  void decode_bytes() {
    const UpperHalf* upper = upper_half(encoding_);
    for (const char c : raw_) {
      const auto byte = static_cast<unsigned char>(c);
      std::uint32_t meant = byte;
      if (byte >= 0x80 && upper != nullptr) meant = (*upper)[byte - 0x80U];
      if (meant == 0 && byte != 0) {
        fail("this encoding has no character for the byte " + std::to_string(byte),
             "another encoding may be meant");
      }
      append(text_, meant);
    }
    raw_.clear();
  }

  void decode_pairs() {
    std::size_t i = 0;
    const auto pair_at = [&](std::size_t at) {
      const auto first = static_cast<unsigned char>(raw_[at]);
      const auto second = static_cast<unsigned char>(raw_[at + 1]);
      return static_cast<std::uint32_t>(big_ ? first << 8 | second : second << 8 | first);
    };
    if (!begun_ && (raw_.size() >= 2 || ended_)) {
      begun_ = true;
      big_ = encoding_ == Encoding::utf16be;
      if (raw_.size() >= 2) {
        const std::string_view mark = std::string_view(raw_).substr(0, 2);
        if (mark == "\xFE\xFF" && encoding_ == Encoding::utf16) big_ = true;
        if (pair_at(0) == 0xFEFF) i = 2;
      }
    }
    while (i + 1 < raw_.size()) {
      std::uint32_t c = pair_at(i);
      if (c >= 0xD800 && c < 0xDC00) {
        if (i + 3 >= raw_.size()) {
          if (!ended_) break;
          odd();
        }
        const std::uint32_t low = pair_at(i + 2);
        if (low < 0xDC00 || low > 0xDFFF) odd();
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      } else if (c >= 0xDC00 && c <= 0xDFFF) {
        odd();
      }
      append(text_, c);
      i += 2;
    }
    raw_.erase(0, i);
    if (ended_ && !raw_.empty()) odd();
  }

  [[noreturn]] void odd() const {
    fail("the file is not UTF-16 to its end", "it may be cut off, or in another encoding");
  }

  std::unique_ptr<ByteSource> source_;
  Encoding encoding_;
  std::string name_, raw_, text_;
  std::size_t at_ = 0, taken_ = 0;
  bool begun_ = false, big_ = false, ended_ = false;
};

}  // namespace

std::optional<Encoding> encoding_named(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c != '-' && c != '_' && c != ' ') plain += base::small_letter(c);
  }
  const auto found = std::find_if(std::begin(spellings), std::end(spellings),
                                  [&](const Named& known) { return known.name == plain; });
  if (found == std::end(spellings)) return std::nullopt;
  return found->encoding;
}

const std::vector<std::string>& encoding_names() {
  static const std::vector<std::string> all = {"utf-8",  "utf-16", "utf-16le", "utf-16be", "latin1",
                                               "latin2", "latin9", "cp1250",   "cp1251",   "cp1252",
                                               "cp1253", "cp1254", "macroman"};
  return all;
}

std::unique_ptr<ByteSource> decoded(std::unique_ptr<ByteSource> source, Encoding encoding,
                                    const std::string& name) {
  if (encoding == Encoding::utf8) return source;
  return std::make_unique<Decoded>(std::move(source), encoding, name);
}

}  // namespace cogs::table
