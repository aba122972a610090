// SPDX-License-Identifier: Apache-2.0
#include "present/words/phrases.h"

#include <algorithm>

#include "base/small_letters.h"
#include "present/embedded.h"

namespace cogs::present {

namespace {

// {0} to {9}; what is not filled stays as it is.
std::string filled(std::string_view text, std::initializer_list<std::string_view> parts) {
  std::string out;
  out.reserve(text.size() + 32);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool place = text[at] == '{' && at + 2 < text.size() && text[at + 2] == '}' &&
                       text[at + 1] >= '0' && text[at + 1] <= '9';
    const auto index = place ? static_cast<std::size_t>(text[at + 1] - '0') : parts.size();
    if (index < parts.size()) {
      out += *(parts.begin() + index);
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

// Of `one|several`; a text without a bar has one form for both.
std::string_view form_of(std::string_view text, bool several) {
  const std::size_t bar = text.find('|');
  if (bar == std::string_view::npos) return text;
  return several ? text.substr(bar + 1) : text.substr(0, bar);
}

}  // namespace

std::optional<Language> language_named(std::string_view name) {
  if (name == "en") return Language::english;
  if (name == "en-US") return Language::american;
  if (name == "es") return Language::spanish;
  return std::nullopt;
}

std::string_view language_name(Language language) {
  switch (language) {
    case Language::english: return "en";
    case Language::american: return "en-US";
    case Language::spanish: return "es";
  }
  return "en";
}

const std::vector<std::string>& phrase_names() {
  static const std::vector<std::string> names = {
#define X(name) #name,
      COGS_PHRASES(X)
#undef X
  };
  return names;
}

Phrases::Phrases(Language language, std::string_view text)
    : language_(language), texts_(phrase_names().size()) {
  const std::vector<std::string>& names = phrase_names();
  std::vector<bool> given(names.size(), false);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '%') continue;
    const std::size_t colon = line.find(": ");
    const std::string key(line.substr(0, colon));
    const auto at = std::find(names.begin(), names.end(), key);
    if (colon == std::string_view::npos || at == names.end()) {
      faults_.push_back("no such phrase: " + std::string(line));
      continue;
    }
    const auto index = static_cast<std::size_t>(at - names.begin());
    if (given[index]) faults_.push_back("given twice: " + key);
    given[index] = true;
    texts_[index] = line.substr(colon + 2);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!given[i]) faults_.push_back("missing: " + names[i]);
  }
}

const Phrases& Phrases::of(Language language) {
  static const Phrases english(Language::english, embedded("en.words"));
  static const Phrases american = [] {
    Phrases words(Language::american, embedded("en.words"));
    words.texts_[static_cast<std::size_t>(Phrase::date)] = "{1} {0}, {2}";
    return words;
  }();
  static const Phrases spanish(Language::spanish, embedded("es.words"));
  switch (language) {
    case Language::english: return english;
    case Language::american: return american;
    case Language::spanish: return spanish;
  }
  return english;
}

std::string Phrases::operator()(Phrase phrase,
                                std::initializer_list<std::string_view> parts) const {
  return about(false, phrase, parts);
}

std::string Phrases::about(bool several, Phrase phrase,
                           std::initializer_list<std::string_view> parts) const {
  return filled(form_of(raw(phrase), several), parts);
}

std::string Phrases::counted(Phrase phrase, std::size_t count,
                             std::initializer_list<std::string_view> more) const {
  const std::string_view form = form_of(raw(phrase), count != 1);
  const std::string number = std::to_string(count);
  switch (more.size()) {
    case 0: return filled(form, {number});
    case 1: return filled(form, {number, *more.begin()});
    default: return filled(form, {number, *more.begin(), *(more.begin() + 1)});
  }
}

// "y Ingresos" is said "e Ingresos", and "u otros": the next word decides.
Phrase Phrases::joint(Phrase last, std::string_view next) const {
  std::string small;
  for (const char c : next) {
    if (small.size() == 6) break;
    small += base::small_letter(c);
  }
  const auto begins = [&](std::initializer_list<std::string_view> with) {
    return std::any_of(with.begin(), with.end(),
                       [&](std::string_view one) { return small.starts_with(one); });
  };
  // Where an i or a y goes on as a vowel, as in hielo, nothing changes.
  const bool i_sound =
      begins({"i", "hi", "\u00ed", "h\u00ed"}) && !begins({"ia", "ie", "io", "hia", "hie", "hio"});
  if (last == Phrase::and_ && i_sound) return Phrase::and_before_i;
  if (last == Phrase::or_ && begins({"o", "ho", "\u00f3", "h\u00f3", "8"}))
    return Phrase::or_before_o;
  return last;
}

std::string Phrases::listed(const std::vector<std::string>& words, Phrase last) const {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 < words.size() ? ", " : " " + raw(joint(last, words[i])) + " ";
    out += words[i];
  }
  return out;
}

}  // namespace cogs::present
