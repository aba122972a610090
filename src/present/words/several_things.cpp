// SPDX-License-Identifier: Apache-2.0
//
// Whether the name of a feature is a plural. It is told by the word that the verb follows: the
// last one in front of a preposition ("hours per week"), by its ending. A name that begins with a
// word for a number ("number of late payments", "num trades") is of one thing.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/small_letters.h"
#include "present/words/phrases.h"

namespace cogs::present {

namespace {

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_plural(std::string_view word) {
  constexpr std::array<std::string_view, 5> plurals = {"children", "people", "men", "women",
                                                       "persons"};
  constexpr std::array<std::string_view, 6> no_plurals = {"series", "means",  "news",
                                                          "lens",   "always", "perhaps"};
  if (is_one_of(plurals, word)) return true;
  if (word.size() < 4 || word.back() != 's' || is_one_of(no_plurals, word)) return false;
  // business, status, basis, gas, "applicant's"
  constexpr std::string_view kept = "suia'";
  return kept.find(word[word.size() - 2]) == std::string_view::npos;
}

}  // namespace

bool Phrases::several(std::string_view name) const {
  if (language_ == Language::spanish) return false;
  constexpr std::array<std::string_view, 12> prepositions = {
      "of", "in", "per", "for", "with", "on", "at", "from", "since", "to", "by", "as"};
  constexpr std::array<std::string_view, 9> counts = {"number", "num", "no",    "nr",     "count",
                                                      "n",      "#",   "total", "percent"};
  std::string word, last;
  bool first = true;
  for (std::size_t at = 0; at <= name.size(); ++at) {
    const char c = at < name.size() ? name[at] : ' ';
    const bool ends = c == ' ' || c == '(' || c == ',' || c == '/' || c == '-';
    if (!ends) {
      word += base::small_letter(c);
      continue;
    }
    if (!word.empty()) {
      if (word.back() == '.') word.pop_back();
      if (first && is_one_of(counts, word)) return false;
      if (!first && is_one_of(prepositions, word)) break;
      first = false;
      last = std::exchange(word, {});
    }
    if (c == '(' || c == ',') break;
  }
  return is_plural(last);
}

}  // namespace cogs::present
