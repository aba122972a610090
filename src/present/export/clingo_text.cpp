// SPDX-License-Identifier: Apache-2.0
#include "present/export/clingo_text.h"

#include <algorithm>

namespace cogs::present {

using base::Number;

std::string clingo_string(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out.push_back('\\');
    if (c == '\n') {
      out += "\\n";
    } else {
      out.push_back(c);
    }
  }
  return out + "\"";
}

std::string comment_text(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::string index_set(const std::vector<std::size_t>& sorted) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t j = i;
    while (j + 1 < sorted.size() && sorted[j + 1] == sorted[j] + 1) ++j;
    runs.push_back(std::to_string(sorted[i]) + (j > i ? ".." + std::to_string(sorted[j]) : ""));
    i = j + 1;
  }
  if (runs.size() == 1) return runs[0];
  std::string text;
  for (const std::string& run : runs) text += (text.empty() ? "(" : ";") + run;
  return text + ")";
}

Number denominator(const Number& number) {
  if (number.is_integer()) return 1;
  const std::string text = number.text();
  if (const auto slash = text.find('/'); slash != std::string::npos) {
    return *Number::parse(text.substr(slash + 1));
  }
  // A decimal p/10^d: cancel what p and 10^d share.
  Number low = Number::power_of_ten(number.decimals());
  for (const Number& prime : {Number(2), Number(5)}) {
    while ((low / prime).is_integer() && (number * (low / prime)).is_integer()) low = low / prime;
  }
  return low;
}

}  // namespace cogs::present
