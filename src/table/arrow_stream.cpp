// SPDX-License-Identifier: Apache-2.0
#include "table/arrow_stream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include "base/date.h"
#include "base/diagnostic.h"
#include "table/csv_rules.h"

namespace cogs::table {
namespace {

constexpr std::size_t slot_count = 1024;  // a power of two
constexpr std::size_t most_entries_kept = std::size_t{1} << 20;

std::optional<std::int64_t> read_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

ArrowType decimal_type(std::string_view format) {  // "d:19,10" or "d:19,10,64"
  ArrowType type{ArrowKind::decimal, 16, 0, 0, "decimal"};
  const std::size_t comma = format.find(',');
  if (comma == std::string_view::npos) return {.words = "decimal"};
  std::string_view rest = format.substr(comma + 1);
  if (const std::size_t next = rest.find(','); next != std::string_view::npos) {
    const auto bits = read_number(rest.substr(next + 1));
    if (!bits || *bits % 32 != 0 || *bits <= 0 || *bits > 256) return {.words = "decimal"};
    type.bytes = static_cast<int>(*bits / 8);
    rest = rest.substr(0, next);
  }
  const auto scale = read_number(rest);
  if (!scale || *scale < -1000 || *scale > 1000) return {.words = "decimal"};
  type.scale = static_cast<int>(*scale);
  return type;
}

std::string unread_words(std::string_view format) {
  static constexpr std::pair<std::string_view, const char*> known[] = {
      {"+l", "list"},   {"+L", "list"},        {"+vl", "list"},    {"+vL", "list"},
      {"+w", "list"},   {"+s", "struct"},      {"+m", "map"},      {"+u", "union"},
      {"+r", "runs"},   {"z", "binary"},       {"Z", "binary"},    {"vz", "binary"},
      {"w:", "binary"}, {"tt", "time of day"}, {"tD", "duration"}, {"ti", "interval"}};
  for (const auto& [begin, words] : known) {
    if (format.starts_with(begin)) return words;
  }
  return "'" + std::string(format) + "'";
}

ArrowType type_of(std::string_view format) {
  constexpr std::int64_t day = 86400;
  if (format.size() == 1) {
    switch (format[0]) {
      case 'n': return {.kind = ArrowKind::null};
      case 'b': return {.kind = ArrowKind::boolean};
      case 'c': return {.kind = ArrowKind::signed_integer, .bytes = 1};
      case 's': return {.kind = ArrowKind::signed_integer, .bytes = 2};
      case 'i': return {.kind = ArrowKind::signed_integer, .bytes = 4};
      case 'l': return {.kind = ArrowKind::signed_integer, .bytes = 8};
      case 'C': return {.kind = ArrowKind::unsigned_integer, .bytes = 1};
      case 'S': return {.kind = ArrowKind::unsigned_integer, .bytes = 2};
      case 'I': return {.kind = ArrowKind::unsigned_integer, .bytes = 4};
      case 'L': return {.kind = ArrowKind::unsigned_integer, .bytes = 8};
      case 'e': return {.kind = ArrowKind::real, .bytes = 2};
      case 'f': return {.kind = ArrowKind::real, .bytes = 4};
      case 'g': return {.kind = ArrowKind::real, .bytes = 8};
      case 'u': return {.kind = ArrowKind::text};
      case 'U': return {.kind = ArrowKind::large_text};
      default: break;
    }
  }
  if (format == "vu") return {.kind = ArrowKind::text_view};
  if (format.starts_with("d:")) return decimal_type(format);
  if (format == "tdD") return {.kind = ArrowKind::date, .bytes = 4, .per_day = 1};
  if (format == "tdm") return {.kind = ArrowKind::date, .bytes = 8, .per_day = day * 1000};
  const auto stamp = [](std::int64_t per_second) {
    return ArrowType{.kind = ArrowKind::timestamp, .bytes = 8, .per_day = day * per_second};
  };
  if (format.starts_with("tss:")) return stamp(1);
  if (format.starts_with("tsm:")) return stamp(1000);
  if (format.starts_with("tsu:")) return stamp(1'000'000);
  if (format.starts_with("tsn:")) return stamp(1'000'000'000);
  return {.words = unread_words(format)};
}

bool is_valid(const ArrowArray& array, std::size_t at) {
  if (array.n_buffers == 0 || array.buffers[0] == nullptr) return true;
  const auto* bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  return ((bits[at / 8] >> (at % 8)) & 1) != 0;
}

template <class Value>
Value value_at(const ArrowArray& array, std::size_t at) {
  Value value;
  std::memcpy(&value, static_cast<const char*>(array.buffers[1]) + at * sizeof(Value),
              sizeof(Value));
  return value;
}

std::string_view text_at(const ArrowArray& array, ArrowKind kind, std::size_t at) {
  if (kind == ArrowKind::text_view) {
    struct View {
      std::int32_t length;
      char inlined[4];
      std::int32_t buffer, offset;
    };
    const char* place = static_cast<const char*>(array.buffers[1]) + at * sizeof(View);
    View view;
    std::memcpy(&view, place, sizeof view);
    if (view.length <= 12) return {place + 4, static_cast<std::size_t>(view.length)};
    const char* bytes = static_cast<const char*>(array.buffers[2 + view.buffer]);
    return {bytes + view.offset, static_cast<std::size_t>(view.length)};
  }
  std::size_t begin = 0, end = 0;
  if (kind == ArrowKind::text) {
    begin = static_cast<std::size_t>(value_at<std::int32_t>(array, at));
    end = static_cast<std::size_t>(value_at<std::int32_t>(array, at + 1));
  } else {
    begin = static_cast<std::size_t>(value_at<std::int64_t>(array, at));
    end = static_cast<std::size_t>(value_at<std::int64_t>(array, at + 1));
  }
  if (begin == end) return {};
  return {static_cast<const char*>(array.buffers[2]) + begin, end - begin};
}

// The shortest decimal that reads back.
template <class Real>
void write_real(Real value, std::string& out) {
  std::array<char, 64> buffer;
  const Real size = std::fabs(value);
  const bool plain = size == 0 || (size >= Real(1e-6) && size < Real(1e17));
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific)
                       .ptr;
  out.assign(buffer.data(), end);
  if (out == "-0") out = "0";
  // The sign of a positive exponent is not everybody's.
  if (const std::size_t plus = out.find("e+"); plus != std::string::npos) out.erase(plus + 1, 1);
}

float half_to_float(std::uint16_t half) {
  const int exponent = (half >> 10) & 31, fraction = half & 1023;
  float value = exponent == 0    ? std::ldexp(static_cast<float>(fraction), -24)
                : exponent == 31 ? (fraction == 0 ? INFINITY : NAN)
                                 : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return (half & 0x8000) != 0 ? -value : value;
}

// An integer of up to 256 bits in two's complement, with its point.
void write_decimal(const char* bytes, int size, int scale, std::string& out) {
  std::array<std::uint32_t, 8> limbs{};
  std::memcpy(limbs.data(), bytes, static_cast<std::size_t>(size));
  const auto count = static_cast<std::size_t>(size) / 4;
  const bool negative = (limbs[count - 1] >> 31) != 0;
  if (negative) {
    std::uint64_t carry = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t sum = static_cast<std::uint32_t>(~limbs[i]) + carry;
      limbs[i] = static_cast<std::uint32_t>(sum);
      carry = sum >> 32;
    }
  }
  std::string digits;  // the last one first
  const auto is_zero = [&] {
    return std::all_of(limbs.begin(), limbs.end(), [](std::uint32_t limb) { return limb == 0; });
  };
  while (!is_zero()) {
    std::uint64_t rest = 0;
    for (std::size_t i = count; i-- > 0;) {
      const std::uint64_t part = (rest << 32) | limbs[i];
      limbs[i] = static_cast<std::uint32_t>(part / 10);
      rest = part % 10;
    }
    digits += static_cast<char>('0' + rest);
  }
  if (digits.empty()) digits = "0";
  if (scale < 0) digits.insert(0, static_cast<std::size_t>(-scale), '0');
  const auto places = static_cast<std::size_t>(std::max(scale, 0));
  if (digits.size() <= places) digits.append(places + 1 - digits.size(), '0');
  std::size_t zeros = 0;  // at the end of the decimals
  while (zeros < places && digits[zeros] == '0') ++zeros;
  out = negative && digits.find_first_not_of('0') != std::string::npos ? "-" : "";
  for (std::size_t i = digits.size(); i-- > zeros;) {
    out += digits[i];
    if (i == places && i > zeros) out += '.';
  }
}

void write_date(std::int64_t value, std::int64_t per_day, bool with_time, std::string& out) {
  std::int64_t days = value / per_day, within = value % per_day;
  if (within < 0) {
    within += per_day;
    --days;
  }
  out = base::date_text(base::Number(days), base::iso_date);
  if (!with_time) return;
  const std::int64_t per_second = per_day / 86400, seconds = within / per_second;
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "T%02d:%02d:%02d", static_cast<int>(seconds / 3600),
                static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
  out += buffer;
  if (const std::int64_t part = within % per_second; part != 0) {
    std::string decimals = std::to_string(per_second + part).substr(1);
    while (decimals.ends_with('0')) decimals.pop_back();
    out += "." + decimals;
  }
}

std::int64_t days_or_stamp(const ArrowArray& array, int bytes, std::size_t at) {
  return bytes == 4 ? value_at<std::int32_t>(array, at) : value_at<std::int64_t>(array, at);
}

}  // namespace

// ---- the stream --------------------------------------------------------------------------------

ArrowStream::ArrowStream(ArrowArrayStream* taken, std::string name)
    : stream_(*taken), name_(std::move(name)) {
  taken->release = nullptr;
  // Whatever happens from here on, the stream is given back.
  struct Guard {
    ArrowStream* owner;
    ~Guard() {
      if (!owner) return;
      if (owner->schema_.release) owner->schema_.release(&owner->schema_);
      if (owner->stream_.release) owner->stream_.release(&owner->stream_);
    }
  } guard{this};
  if (stream_.get_schema(&stream_, &schema_) != 0) fail();
  if (std::string_view(schema_.format) != "+s") {
    throw base::InputError(
        base::error_about(name_, "this is no table: its type is " + unread_words(schema_.format),
                          "a table is a stream of record batches"));
  }
  for (std::int64_t i = 0; i < schema_.n_children; ++i) {
    const ArrowSchema& child = *schema_.children[i];
    ArrowColumn& column = columns_.emplace_back();
    column.name = child.name ? child.name : "";
    if (child.dictionary) {
      column.indices = type_of(child.format);
      if (column.indices->kind != ArrowKind::signed_integer &&
          column.indices->kind != ArrowKind::unsigned_integer) {
        column.indices->kind = ArrowKind::none;
      }
      column.type = type_of(child.dictionary->format);
      if (child.dictionary->dictionary) column.type = {.words = "dictionary of a dictionary"};
    } else {
      column.type = type_of(child.format);
    }
  }
  guard.owner = nullptr;
}

ArrowStream::~ArrowStream() {
  if (schema_.release) schema_.release(&schema_);
  if (stream_.release) stream_.release(&stream_);
}

void ArrowStream::fail() {
  const char* said = stream_.get_last_error ? stream_.get_last_error(&stream_) : nullptr;
  throw base::InputError(base::error_about(
      name_, "the table cannot be read" + (said ? ": " + std::string(said) : std::string())));
}

ArrowBatchRef ArrowStream::next() {
  for (;;) {
    ArrowArray array{};
    if (stream_.get_next(&stream_, &array) != 0) fail();
    if (!array.release) return nullptr;
    auto batch = std::make_shared<const ArrowBatch>(array);
    if (static_cast<std::size_t>(array.n_children) != columns_.size()) {
      throw base::InputError(base::error_about(name_, "a batch has other columns than the table"));
    }
    if (batch->rows() > 0) return batch;
  }
}

// ---- codes -------------------------------------------------------------------------------------

ArrowCoder::ArrowCoder(const ArrowColumn& column, Words truth)
    : column_(column), truth_(std::move(truth)), slots_(slot_count) {}

void ArrowCoder::forget() {
  slots_.assign(slot_count, {});
  missing_.reset();
  held_.reset();
  entries_ = nullptr;
  entry_codes_.clear();
}

Code ArrowCoder::missing(FieldDictionary& dictionary) {
  if (!missing_) missing_ = dictionary.code("");
  return *missing_;
}

// A field of CSV that means this text: quotes get quotes around them. A zero byte, which no text
// of a model has, becomes the character that stands for what cannot be shown.
Code ArrowCoder::code_of(std::string_view text, FieldDictionary& dictionary) {
  const bool zero = text.find('\0') != std::string_view::npos;
  const std::string_view inner = without_blanks(text);
  if (!zero && !inner.starts_with('"') && !inner.ends_with('\r')) return dictionary.code(inner);
  std::string field = "\"";
  for (const char c : inner) {
    if (c == '\0') {
      field += "\xEF\xBF\xBD";
      continue;
    }
    if (c == '"') field += '"';
    field += c;
  }
  return dictionary.code(field + '"');
}

template <class Number, class Write>
void ArrowCoder::code_numbers(const ArrowArray& array, std::size_t first, std::span<Code> codes,
                              FieldDictionary& dictionary, Write&& write) {
  const bool gaps = array.null_count != 0 && array.n_buffers > 0 && array.buffers[0] != nullptr;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (gaps && !is_valid(array, first + i)) {
      codes[i] = missing(dictionary);
      continue;
    }
    const Number value = value_at<Number>(array, first + i);
    std::uint64_t key = 0;
    std::memcpy(&key, &value, sizeof value);
    Slot& slot = slots_[(key * 0x9E3779B97F4A7C15U) >> (64 - std::bit_width(slot_count - 1))];
    if (!slot.used || slot.key != key) slot = {key, write(value), true};
    codes[i] = slot.code;
  }
}

void ArrowCoder::code_entries(const ArrowArray& array, const ArrowType& type, std::size_t first,
                              std::span<Code> codes, FieldDictionary& dictionary) {
  const auto integer = [&](auto value) {
    std::array<char, 24> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return dictionary.code({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
  };
  const auto real = [&](auto value) {
    if (std::isnan(value)) return missing(dictionary);
    if (std::isinf(value)) return dictionary.code(value < 0 ? "-inf" : "inf");
    write_real(value, scratch_);
    return dictionary.code(scratch_);
  };
  switch (type.kind) {
    case ArrowKind::none:
    case ArrowKind::null: std::fill(codes.begin(), codes.end(), missing(dictionary)); return;
    case ArrowKind::signed_integer:
      switch (type.bytes) {
        case 1:
          return code_numbers<std::int8_t>(array, first, codes, dictionary,
                                           [&](std::int8_t v) { return integer(int{v}); });
        case 2: return code_numbers<std::int16_t>(array, first, codes, dictionary, integer);
        case 4: return code_numbers<std::int32_t>(array, first, codes, dictionary, integer);
        default: return code_numbers<std::int64_t>(array, first, codes, dictionary, integer);
      }
    case ArrowKind::unsigned_integer:
      switch (type.bytes) {
        case 1:
          return code_numbers<std::uint8_t>(array, first, codes, dictionary,
                                            [&](std::uint8_t v) { return integer(unsigned{v}); });
        case 2: return code_numbers<std::uint16_t>(array, first, codes, dictionary, integer);
        case 4: return code_numbers<std::uint32_t>(array, first, codes, dictionary, integer);
        default: return code_numbers<std::uint64_t>(array, first, codes, dictionary, integer);
      }
    case ArrowKind::real:
      switch (type.bytes) {
        case 2:
          return code_numbers<std::uint16_t>(array, first, codes, dictionary, [&](std::uint16_t v) {
            return real(half_to_float(v));
          });
        case 4: return code_numbers<float>(array, first, codes, dictionary, real);
        default: return code_numbers<double>(array, first, codes, dictionary, real);
      }
    case ArrowKind::boolean:
    case ArrowKind::decimal:
    case ArrowKind::text:
    case ArrowKind::large_text:
    case ArrowKind::text_view:
    case ArrowKind::date:
    case ArrowKind::timestamp: break;
  }
  // Midnight all along: the column is one of days.
  bool with_time = type.kind == ArrowKind::timestamp;
  if (with_time) {
    with_time = false;
    for (std::size_t at = 0; at < static_cast<std::size_t>(array.length) && !with_time; ++at) {
      const std::size_t place = at + static_cast<std::size_t>(array.offset);
      with_time =
          is_valid(array, place) && days_or_stamp(array, type.bytes, place) % type.per_day != 0;
    }
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::size_t at = first + i;
    if (!is_valid(array, at)) {
      codes[i] = missing(dictionary);
      continue;
    }
    switch (type.kind) {
      case ArrowKind::boolean: {
        const auto* bits = static_cast<const std::uint8_t*>(array.buffers[1]);
        const bool truth = ((bits[at / 8] >> (at % 8)) & 1) != 0;
        codes[i] = dictionary.code(truth ? truth_.first : truth_.second);
        break;
      }
      case ArrowKind::decimal:
        write_decimal(
            static_cast<const char*>(array.buffers[1]) + at * static_cast<std::size_t>(type.bytes),
            type.bytes, type.scale, scratch_);
        codes[i] = dictionary.code(scratch_);
        break;
      case ArrowKind::date:
      case ArrowKind::timestamp:
        write_date(days_or_stamp(array, type.bytes, at), type.per_day, with_time, scratch_);
        codes[i] = dictionary.code(scratch_);
        break;
      default: codes[i] = code_of(text_at(array, type.kind, at), dictionary); break;
    }
  }
}

void ArrowCoder::code_by_index(const ArrowArray& array, std::size_t first, std::span<Code> codes,
                               FieldDictionary& dictionary) {
  const bool gaps = array.null_count != 0 && array.n_buffers > 0 && array.buffers[0] != nullptr;
  const std::size_t entries = entry_codes_.size();
  const auto take = [&]<class Index>(Index) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (gaps && !is_valid(array, first + i)) {
        codes[i] = missing(dictionary);
        continue;
      }
      // Outside the entries, as pandas has it: no category.
      const auto index = static_cast<std::uint64_t>(value_at<Index>(array, first + i));
      codes[i] = index < entries ? entry_codes_[index] : missing(dictionary);
    }
  };
  const bool is_signed = column_.indices->kind == ArrowKind::signed_integer;
  switch (column_.indices->bytes) {
    case 1: return is_signed ? take(std::int8_t{}) : take(std::uint8_t{});
    case 2: return is_signed ? take(std::int16_t{}) : take(std::uint16_t{});
    case 4: return is_signed ? take(std::int32_t{}) : take(std::uint32_t{});
    default: return is_signed ? take(std::int64_t{}) : take(std::uint64_t{});
  }
}

void ArrowCoder::code(const ArrowBatchRef& batch, std::size_t column, std::size_t first,
                      std::span<Code> codes, FieldDictionary& dictionary) {
  const ArrowArray& array = batch->column(column);
  const std::size_t begin = first + static_cast<std::size_t>(array.offset + batch->offset());
  if (!column_.indices) {
    code_entries(array, column_.type, begin, codes, dictionary);
    return;
  }
  if (entries_ != array.dictionary || !held_) {
    const ArrowArray& entries = *array.dictionary;
    entry_codes_.resize(static_cast<std::size_t>(entries.length));
    code_entries(entries, column_.type, static_cast<std::size_t>(entries.offset), entry_codes_,
                 dictionary);
    entries_ = &entries;
    held_ = batch;  // another dictionary cannot take this one's place in memory
  }
  code_by_index(array, begin, codes, dictionary);
  if (entry_codes_.size() > most_entries_kept) entries_ = nullptr;
}

}  // namespace cogs::table
