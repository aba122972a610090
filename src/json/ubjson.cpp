// SPDX-License-Identifier: Apache-2.0
#include "json/ubjson.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/diagnostic.h"
#include "json/write.h"

namespace cogs::json {

namespace {

class UbjsonReader {
 public:
  UbjsonReader(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  std::string whole() {
    value(marker(), 0);
    while (at_ < bytes_.size() && bytes_[at_] == 'N') ++at_;
    if (at_ != bytes_.size()) fail("something follows the end of the value");
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw base::InputError(base::error_about(
        file_, "not valid UBJSON: " + message + " (at byte " + std::to_string(at_) + ")",
        "is the file complete? XGBoost also writes JSON: save_model('model.json')"));
  }

  char next() {
    if (at_ >= bytes_.size()) fail("the file ends too early");
    return bytes_[at_++];
  }

  char marker() {
    char c = next();
    while (c == 'N') c = next();
    return c;
  }

  template <class Unsigned>
  Unsigned big_endian() {
    if (bytes_.size() - at_ < sizeof(Unsigned)) fail("the file ends too early");
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
      value = static_cast<Unsigned>(value << (sizeof(Unsigned) > 1 ? 8 : 0)) |
              static_cast<unsigned char>(bytes_[at_++]);
    }
    return value;
  }

  std::optional<std::int64_t> integer(char type) {
    switch (type) {
      case 'i': return static_cast<std::int8_t>(big_endian<std::uint8_t>());
      case 'U': return big_endian<std::uint8_t>();
      case 'I': return static_cast<std::int16_t>(big_endian<std::uint16_t>());
      case 'l': return static_cast<std::int32_t>(big_endian<std::uint32_t>());
      case 'L': return static_cast<std::int64_t>(big_endian<std::uint64_t>());
      default: return std::nullopt;
    }
  }

  // A length or count. What follows takes at least `least` bytes for each.
  std::size_t count(std::size_t least) {
    const auto length = integer(next());
    if (!length || *length < 0) fail("a length is expected");
    const auto size = static_cast<std::uint64_t>(*length);
    if (least > 0 && size > (bytes_.size() - at_) / least) fail("the file ends too early");
    return static_cast<std::size_t>(size);
  }

  std::string_view text() {
    const std::size_t size = count(1);
    const std::string_view result = bytes_.substr(at_, size);
    at_ += size;
    return result;
  }

  template <class Float>
  void number(Float value) {
    if (std::isnan(value)) {
      out_ += "NaN";
    } else if (std::isinf(value)) {
      out_ += value < 0 ? "-Infinity" : "Infinity";
    } else {
      char digits[64];
      out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    }
  }

  static std::size_t least_size(char type) {
    switch (type) {
      case 'I': return 2;
      case 'l':
      case 'd': return 4;
      case 'L':
      case 'D': return 8;
      default: return 1;
    }
  }

  void value(char type, std::size_t depth) {
    if (depth > 200) fail("it is nested too deeply");
    switch (type) {
      case 'Z': out_ += "null"; return;
      case 'T': out_ += "true"; return;
      case 'F': out_ += "false"; return;
      case 'd': return number(std::bit_cast<float>(big_endian<std::uint32_t>()));
      case 'D': return number(std::bit_cast<double>(big_endian<std::uint64_t>()));
      case 'S':
      case 'H': out_ += quoted(text()); return;
      case 'C': out_ += json::quoted(std::string(1, next())); return;
      case '[':
      case '{': return container(type, depth);
      default: break;
    }
    const auto whole = integer(type);
    if (!whole) fail("an unknown type of value");
    out_ += std::to_string(*whole);
  }

  void container(char bracket, std::size_t depth) {
    const bool object = bracket == '{';
    char type = 0;
    std::optional<std::size_t> size;
    if (at_ < bytes_.size() && bytes_[at_] == '$') {
      ++at_;
      type = next();
      if (std::string_view("ZTFN").find(type) != std::string_view::npos) {
        fail("a list of constants");  // a few bytes that stand for any number of values
      }
      if (at_ >= bytes_.size() || bytes_[at_] != '#') fail("a typed list without its length");
    }
    if (at_ < bytes_.size() && bytes_[at_] == '#') {
      ++at_;
      size = count(type == 0 || object ? 1 : least_size(type));
    }
    out_ += bracket;
    const char closing = object ? '}' : ']';
    for (std::size_t i = 0; !size || i < *size; ++i) {
      if (!size) {
        while (at_ < bytes_.size() && bytes_[at_] == 'N') ++at_;
        if (at_ < bytes_.size() && bytes_[at_] == closing) {
          ++at_;
          break;
        }
      }
      if (i > 0) out_ += ',';
      if (object) {
        out_ += quoted(text());
        out_ += ':';
      }
      value(type == 0 ? marker() : type, depth + 1);
    }
    out_ += closing;
  }

  std::string_view bytes_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string ubjson_as_json(std::string_view bytes, const std::string& file) {
  return UbjsonReader(bytes, file).whole();
}

}  // namespace cogs::json
