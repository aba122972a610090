// SPDX-License-Identifier: Apache-2.0
#include "table/csv_rules.h"

#include <algorithm>
#include <cstring>

namespace cogs::table {
namespace {

constexpr std::size_t none = std::string_view::npos;
constexpr std::size_t longest_source_line = 400;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// memchr and memrchr go many bytes at a time; text.find on a slice would search to its end.
std::size_t find(std::string_view text, char c, std::size_t from, std::size_t to) {
  if (from >= to) return none;
  const void* at = std::memchr(text.data() + from, c, to - from);
  return at ? static_cast<std::size_t>(static_cast<const char*>(at) - text.data()) : none;
}

std::size_t find_backwards(std::string_view text, char c, std::size_t from, std::size_t to) {
  if (from >= to) return none;
  const std::size_t at = text.substr(from, to - from).rfind(c);
  return at == none ? none : at + from;
}

// Whether only blanks stand between `at` and the field's start.
bool opens_field(std::string_view text, std::size_t begin, std::size_t at, char delimiter) {
  while (at > begin && is_blank(text[at - 1]) && text[at - 1] != delimiter) --at;
  return at == begin || text[at - 1] == delimiter;
}

// Ends the row with the line that `from` is in.
RowEnd end_with_line(std::string_view text, std::size_t begin, std::size_t from, bool is_end) {
  RowEnd row;
  const std::size_t line_end = find(text, '\n', from, text.size());
  row.complete = line_end != none || is_end;
  row.end = line_end == none ? text.size() : line_end;
  row.next = line_end == none ? text.size() : line_end + 1;
  if (row.end > begin && text[row.end - 1] == '\r') --row.end;
  return row;
}

RowEnd bad_row(std::string_view text, std::size_t begin, std::size_t at, RowFault fault,
               bool is_end) {
  RowEnd row = end_with_line(text, begin, at, is_end);
  row.fault = fault;
  row.fault_at = at;
  return row;
}

// The number of bytes of the UTF-8 character at `at`; 0 if there is none.
std::size_t character_bytes(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !follows(1)) return 0;
  if (first < 0xE0) return 2;
  if (!follows(2)) return 0;
  if (first == 0xE0 && second < 0xA0) return 0;  // overlong
  if (first == 0xED && second > 0x9F) return 0;  // half of a surrogate pair
  if (first < 0xF0) return 3;
  if (!follows(3) || (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  return 4;
}

}  // namespace

RowEnd find_row_end(std::string_view text, std::size_t begin, char delimiter, bool is_end) {
  std::size_t at = begin;
  RowEnd row = end_with_line(text, begin, at, is_end);
  while (true) {
    // A line end inside quotes was not the row's; the next one is looked for only once.
    if (at > row.end) row = end_with_line(text, begin, at, is_end);
    const std::size_t open = find(text, '"', at, row.end);
    if (open == none) return row;
    if (!opens_field(text, std::max(begin, at), open, delimiter)) {
      return bad_row(text, begin, open, RowFault::stray_quote, is_end);
    }
    std::size_t close = open + 1;
    while (true) {
      close = find(text, '"', close, text.size());
      if (close == none || close + 1 >= text.size() || text[close + 1] != '"') break;
      close += 2;
    }
    if (close == none || (close + 1 == text.size() && !is_end)) {
      row.complete = is_end;
      row.end = row.next = text.size();
      row.fault = RowFault::open_quote;
      row.fault_at = open;
      return row;
    }
    at = close + 1;
    while (at < text.size() && is_blank(text[at]) && text[at] != delimiter) ++at;
    const bool crlf =
        at < text.size() && text[at] == '\r' && (at + 1 == text.size() || text[at + 1] == '\n');
    if (at == text.size() || crlf || text[at] == '\n')
      return end_with_line(text, begin, at, is_end);
    if (text[at] != delimiter) {
      return bad_row(text, begin, at, RowFault::text_after_quote, is_end);
    }
    // `at` stays on the delimiter: the next quote must follow it.
  }
}

std::size_t find_last_row_end(std::string_view text, char delimiter) {
  std::size_t row_start = 0;
  while (true) {
    const std::size_t quote = find(text, '"', row_start, text.size());
    const std::size_t end = quote == none ? text.size() : quote;
    if (const std::size_t line = find_backwards(text, '\n', row_start, end); line != none) {
      row_start = line + 1;
    }
    if (quote == none) return row_start;
    const RowEnd row = find_row_end(text, row_start, delimiter, false);
    if (!row.complete) return row_start;
    row_start = row.next;
  }
}

void split_row(std::string_view text, std::size_t begin, std::size_t end, char delimiter,
               std::vector<std::uint32_t>& field_ends) {
  while (true) {
    std::size_t at = begin;
    while (at < end && is_blank(text[at]) && text[at] != delimiter) ++at;
    if (at < end && text[at] == '"') {
      ++at;
      while (text[at] != '"' || (at + 1 < end && text[at + 1] == '"')) {
        at += text[at] == '"' ? 2 : 1;
      }
    }
    at = find(text, delimiter, at, end);
    field_ends.push_back(static_cast<std::uint32_t>(at == none ? end : at));
    if (at == none) return;
    begin = at + 1;
  }
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

FieldContent field_content(std::string_view raw) {
  if (raw.ends_with('\r')) raw.remove_suffix(1);
  const std::string_view inner = without_blanks(raw);
  if (inner.starts_with('"')) return {inner.substr(1, inner.size() - 2), true};
  return {raw, false};
}

std::string field_text(std::string_view raw) {
  const FieldContent content = field_content(raw);
  if (!content.quoted || content.text.find('"') == none) return std::string(content.text);
  std::string text;
  for (std::size_t at = 0; at < content.text.size(); ++at) {
    text.push_back(content.text[at]);
    if (content.text[at] == '"') ++at;
  }
  return text;
}

RowFault check_characters(std::string_view text, std::size_t& at) {
  for (std::size_t i = 0; i < text.size();) {
    std::uint64_t word = 0;
    if (i + 8 <= text.size()) {
      // Eight bytes at once: no high bit, and no byte that a subtraction turns into one.
      std::memcpy(&word, text.data() + i, 8);
      if ((((word - 0x0101010101010101U) | word) & 0x8080808080808080U) == 0) {
        i += 8;
        continue;
      }
    }
    const std::size_t bytes = text[i] == '\0' ? 0 : character_bytes(text, i);
    if (bytes == 0) {
      at = i;
      return text[i] == '\0' ? RowFault::zero_byte : RowFault::not_utf8;
    }
    i += bytes;
  }
  return RowFault::none;
}

RowFault check_carriage_returns(std::string_view text, std::size_t begin,
                                const std::uint32_t* field_ends, std::size_t fields,
                                std::size_t& at) {
  const std::size_t end = fields == 0 ? begin : field_ends[fields - 1];
  if (find(text, '\r', begin, end) == none) return RowFault::none;
  for (std::size_t i = 0; i < fields; ++i) {
    const std::string_view raw = text.substr(begin, field_ends[i] - begin);
    const std::size_t found = raw.find('\r');
    if (found != none && !without_blanks(raw).starts_with('"')) {
      at = begin + found;
      return RowFault::carriage_return;
    }
    begin = field_ends[i] + std::size_t{1};
  }
  return RowFault::none;
}

base::Place PlaceFinder::find(std::size_t offset, std::size_t length) {
  const auto characters = [&](std::size_t from, std::size_t to) {
    return static_cast<std::uint32_t>(
        std::count_if(text_.begin() + static_cast<std::ptrdiff_t>(from),
                      text_.begin() + static_cast<std::ptrdiff_t>(to),
                      [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  };
  for (std::size_t at = offset_; (at = table::find(text_, '\n', at, offset)) != none;) {
    offset_ = ++at;
    ++line_;
    column_ = 1;
  }
  column_ += characters(offset_, offset);
  offset_ = offset;
  const std::size_t end = std::min(text_.size(), offset + length);
  const std::size_t line_end = table::find(text_, '\n', offset, end);
  return {line_, column_, std::max(1U, characters(offset, std::min(line_end, end)))};
}

std::string line_around(std::string_view text, std::size_t offset) {
  const std::size_t before = offset < longest_source_line ? 0 : offset - longest_source_line;
  const std::size_t start = find_backwards(text, '\n', before, offset);
  if (start == none && before > 0) return {};
  const std::size_t first = start == none ? 0 : start + 1;
  const std::size_t limit = std::min(text.size(), first + longest_source_line + 2);
  std::size_t end = find(text, '\n', offset, limit);
  if (end == none && limit < text.size()) return {};
  if (end == none) end = text.size();
  if (end > first && text[end - 1] == '\r') --end;
  if (end - first > longest_source_line) return {};
  return std::string(text.substr(first, end - first));
}

base::Diagnostic describe(RowFault fault) {
  base::Diagnostic d;
  switch (fault) {
    case RowFault::none: break;
    case RowFault::stray_quote:
      d.message = "a quote inside a field without quotes";
      d.help = "put the whole field in double quotes and write the quote twice";
      break;
    case RowFault::text_after_quote:
      d.message = "text after the closing quote of a field";
      d.help = "a quote inside a field in quotes is written twice: \"\"";
      break;
    case RowFault::open_quote:
      d.message = "this quote is never closed";
      d.help = "a field in quotes ends with a double quote";
      break;
    case RowFault::quote_too_long:
      d.message = "the row with the field that opens here has more than " +
                  std::to_string(longest_row_bytes >> 20) + " MB";
      d.help = "is the closing quote missing?";
      break;
    case RowFault::too_long:
      d.message = "this row has more than " + std::to_string(longest_row_bytes >> 20) + " MB";
      d.help = "rows must end in LF or CRLF";
      break;
    case RowFault::carriage_return:
      d.message = "a carriage return inside a line";
      d.help = "lines must end in LF or CRLF";
      break;
    case RowFault::zero_byte:
      d.message = "the file is not text: it has a zero byte";
      d.help =
          "save the table as CSV (UTF-8); a text of two bytes a character is read with --encoding "
          "utf-16le";
      break;
    case RowFault::not_utf8:
      d.message = "this byte is not UTF-8 text";
      d.help =
          "--encoding cp1252 reads files of Windows, --encoding latin1 older ones; or save the "
          "file "
          "in the encoding UTF-8";
      break;
  }
  return d;
}

base::Diagnostic describe_field_count(std::uint64_t row, std::size_t fields, std::size_t columns,
                                      bool header, char delimiter) {
  base::Diagnostic d;
  d.message = "row " + std::to_string(row) + " has " + std::to_string(fields) +
              (fields == 1 ? " field" : " fields") +
              (header ? ", the header has " : ", the first row has ") + std::to_string(columns);
  if (fields > columns) {
    const std::string name = delimiter == ','    ? "comma"
                             : delimiter == ';'  ? "semicolon"
                             : delimiter == '\t' ? "tab"
                             : delimiter == '|'  ? "bar"
                                                 : std::string(1, delimiter);
    d.help = "a field with a " + name + " in it needs double quotes around it";
  }
  return d;
}

}  // namespace cogs::table
