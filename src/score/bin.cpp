// SPDX-License-Identifier: Apache-2.0
#include "score/bin.h"

#include <algorithm>

#include "base/small_letters.h"
#include "base/trimmed.h"

namespace cogs::score {

namespace {

// An end of a range: false if it is none. `end` stays empty for infinity.
bool read_end(std::string_view text, std::optional<base::Number>& end) {
  const std::string small = base::in_small_letters(base::trimmed(text));
  for (const std::string_view word : {"inf", "+inf", "-inf", "infinity", "-infinity", "∞", "-∞"}) {
    if (small == word) return true;
  }
  end = base::Number::parse(small);
  return end.has_value();
}

bool read_range(std::string_view text, Bin& bin) {
  if (text.size() < 3) return false;
  const char first = text.front(), last = text.back();
  if ((first != '[' && first != '(') || (last != ']' && last != ')')) return false;
  const std::string_view inner = text.substr(1, text.size() - 2);
  const std::size_t at = inner.find_first_of("~,;");
  if (at == std::string_view::npos ||
      inner.find_first_of("~,;", at + 1) != std::string_view::npos) {
    return false;
  }
  if (!read_end(inner.substr(0, at), bin.low) || !read_end(inner.substr(at + 1), bin.high))
    return false;
  bin.low_open = first == '(';
  bin.high_open = last == ')';
  bin.kind = Bin::Kind::range;
  return true;
}

// 'a' 'b', 'a', "it's", a b, 1 2: what stands between the brackets of a list.
std::vector<std::string> read_list(std::string_view text) {
  std::vector<std::string> values;
  while (!(text = base::trimmed(text)).empty()) {
    const char quote = text.front();
    if (quote == ',') {
      text.remove_prefix(1);
    } else if (quote == '\'' || quote == '"') {
      const std::size_t end = std::min(text.find(quote, 1), text.size());
      values.emplace_back(text.substr(1, end - 1));
      text.remove_prefix(std::min(end + 1, text.size()));
    } else {
      const std::size_t end = std::min(text.find_first_of(" ,\n"), text.size());
      values.emplace_back(text.substr(0, end));
      text.remove_prefix(end);
    }
  }
  return values;
}

}  // namespace

Bin read_bin(std::string_view text) {
  text = base::trimmed(text);
  Bin bin;
  const std::string small = base::in_small_letters(text);
  if (small == "missing" || small == "nan" || small == "na" || small.empty()) {
    bin.kind = Bin::Kind::missing;
    return bin;
  }
  if (small == "special") {
    bin.kind = Bin::Kind::special;
    return bin;
  }
  if (read_range(text, bin)) return bin;
  bin = {};
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    bin.values = read_list(text.substr(1, text.size() - 2));
    return bin;
  }
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') {
    bin.values = read_list(text);
    return bin;
  }
  constexpr std::string_view between = "%,%";
  for (;;) {
    const std::size_t at = text.find(between);
    bin.values.emplace_back(base::trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return bin;
    text.remove_prefix(at + between.size());
  }
}

}  // namespace cogs::score
