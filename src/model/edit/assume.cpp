// SPDX-License-Identifier: Apache-2.0
#include "model/edit/assume.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/small_letters.h"
#include "model/column_names.h"

namespace cogs::model {

namespace {

using Words = std::vector<std::string>;
using List = std::span<const std::string_view>;
using Pair = std::pair<std::string_view, std::string_view>;

// What people are born with, what has happened, or what nobody should be asked to change; in
// English, Spanish and German.
constexpr std::string_view given_by_name[] = {"sex",
                                              "gender",
                                              "male",
                                              "female",
                                              "race",
                                              "ethnic",
                                              "ethnicity",
                                              "ancestry",
                                              "caste",
                                              "religion",
                                              "disability",
                                              "disabled",
                                              "handicapped",
                                              "native",
                                              "nationality",
                                              "citizenship",
                                              "citizen",
                                              "immigrant",
                                              "foreigner",
                                              "veteran",
                                              "pregnant",
                                              "pregnancy",
                                              "children",
                                              "dependents",
                                              "dependants",
                                              "diagnosis",
                                              "widow",
                                              "widower",
                                              "orphan",
                                              "birth",
                                              "birthday",
                                              "birthdate",
                                              "birthplace",
                                              "birthyear",
                                              "born",
                                              "dob",
                                              "yob",
                                              "dateofbirth",
                                              "yearofbirth",
                                              "placeofbirth",
                                              "nativecountry",
                                              "sexo",
                                              "genero",
                                              "género",
                                              "raza",
                                              "etnia",
                                              "religión",
                                              "nacionalidad",
                                              "nacimiento",
                                              "discapacidad",
                                              "discapacitado",
                                              "embarazada",
                                              "hijos",
                                              "geschlecht",
                                              "anrede",
                                              "geburt",
                                              "geburtsjahr",
                                              "geburtsdatum",
                                              "geburtsort",
                                              "nationalität",
                                              "nationalitaet",
                                              "behinderung",
                                              "behindert",
                                              "schwanger",
                                              "kinder",
                                              "staatsangehörigkeit",
                                              "staatsangehoerigkeit",
                                              "staatsbürgerschaft",
                                              "staatsbuergerschaft"};

constexpr Pair given_pairs[] = {
    {"country", "origin"},     {"national", "origin"},       {"skin", "color"},
    {"skin", "colour"},        {"sexual", "orientation"},    {"mother", "tongue"},
    {"foreign", "worker"},     {"blood", "group"},           {"blood", "type"},
    {"deceased", "spouse"},    {"maiden", "name"},           {"past", "bankruptcies"},
    {"past", "bankruptcy"},    {"past", "defaults"},         {"past", "default"},
    {"prior", "bankruptcies"}, {"prior", "bankruptcy"},      {"prior", "defaults"},
    {"prior", "default"},      {"previous", "bankruptcies"}, {"previous", "bankruptcy"},
    {"previous", "defaults"},  {"previous", "default"}};

// Numbers that time or life adds to and nothing takes from.
constexpr std::string_view growing[] = {"seniority", "tenure",      "priors",
                                        "arrests",   "convictions", "pregnancies"};

constexpr Pair growing_pairs[] = {
    {"years", "experience"}, {"months", "experience"}, {"work", "experience"}};

constexpr std::string_view counting[] = {"num", "number", "nr",    "no",
                                         "n",   "count",  "times", "total"};

// Beside these words an age is that of a person, or of an account. A car's age can be chosen.
constexpr std::string_view beside_age[] = {
    "of",          "the",         "in",         "at",
    "is",          "current",     "years",      "year",
    "yrs",         "yr",          "months",     "days",
    "old",         "group",       "range",      "band",
    "bracket",     "class",       "category",   "cat",
    "bin",         "person",      "applicant",  "customer",
    "client",      "patient",     "passenger",  "borrower",
    "employee",    "candidate",   "student",    "member",
    "user",        "driver",      "respondent", "insured",
    "defendant",   "offender",    "holder",     "mother",
    "father",      "parent",      "spouse",     "partner",
    "account",     "acct",        "entry",      "admission",
    "application", "de",          "del",        "la",
    "el",          "en",          "años",       "anos",
    "cliente",     "solicitante", "persona",    "paciente",
    "grupo",       "kunde",       "kunden",     "antragsteller",
    "jahre",       "jahren",      "gruppe",     "des",
    "der"};

constexpr std::string_view age_words[] = {"age", "edad", "alter"};

constexpr std::string_view beside_height[] = {"cm", "m",    "in",   "inches",
                                              "ft", "feet", "body", "person"};

constexpr std::string_view of_men[] = {"male", "man",    "men",    "boy",      "mr",
                                       "m",    "hombre", "varón",  "varon",    "masculino",
                                       "herr", "mann",   "männer", "männlich", "maennlich"};
constexpr std::string_view of_women[] = {"female",   "woman", "women",  "girl",    "mrs",
                                         "ms",       "miss",  "f",      "w",       "mujer",
                                         "femenino", "frau",  "frauen", "weiblich"};

bool is_in(std::string_view word, List list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool small(char c) { return c >= 'a' && c <= 'z'; }
bool capital(char c) { return c >= 'A' && c <= 'Z'; }
bool letter(char c) { return small(c) || capital(c) || (c & 0x80) != 0; }

// In small letters also where they have accents, as in "Género" and "STAATSANGEHÖRIGKEIT".
void to_small(std::string& word) {
  word = base::in_small_letters(std::move(word));
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    if (word[i] != '\xC3') continue;
    const auto second = static_cast<unsigned char>(word[i + 1]);
    if (second >= 0x80 && second <= 0x9E && second != 0x97) {
      word[i + 1] = static_cast<char>(second + 0x20);
    }
  }
}

// "Customer's age" is that of the customer: the genitive is no word of its own.
std::string without_genitive(std::string name) {
  for (const std::string_view mark : {std::string_view("'"), std::string_view("\xE2\x80\x99")}) {
    for (std::size_t at = 0; (at = name.find(mark, at)) != std::string::npos;) {
      const std::size_t s = at + mark.size();
      const bool genitive = s < name.size() && (name[s] == 's' || name[s] == 'S') &&
                            (s + 1 == name.size() || !letter(name[s + 1]));
      name.replace(at, mark.size() + (genitive ? 1 : 0), " ");
      ++at;
    }
  }
  return name;
}

// "native-country" and "NativeCountry" have native and country; digits end a word.
Words words_of(const std::string& given) {
  const std::string name = without_genitive(given);
  Words words;
  bool inside = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!letter(c)) {
      inside = false;
      continue;
    }
    const bool next_small = i + 1 < name.size() && small(name[i + 1]);
    const bool hump = inside && capital(c) && (small(name[i - 1]) || next_small);
    if (!inside || hump) words.emplace_back();
    words.back() += c;
    inside = true;
  }
  for (std::string& word : words) to_small(word);
  return words;
}

bool has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has(const Words& words, const Pair& pair) {
  return has(words, pair.first) && has(words, pair.second);
}

std::string both(const Pair& pair) {
  return std::string(pair.first) + " " + std::string(pair.second);
}

// The first word that the list has; empty if none.
std::string first_of(const Words& words, List list) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const std::string& word) { return is_in(word, list); });
  return found == words.end() ? "" : *found;
}

bool all_others_in(const Words& words, std::string_view word, List list) {
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& other) { return other == word || is_in(other, list); });
}

// Years of the calendar: who joined later has been there for a shorter time.
bool calendar_years(const NumericDomain& domain) {
  return domain.low && domain.high && *domain.low >= Number(1900) && *domain.high <= Number(2100);
}

// Are some values of men and others of women? "male-single" is, whatever else it tells.
bool men_and_women(const Domain& domain) {
  const auto* set = std::get_if<SetDomain>(&domain);
  if (set == nullptr) return false;
  // Single letters say so only where there are no others: grades and codes have an M and an F too.
  const bool two = set->values.size() == 2;
  bool men = false, women = false;
  for (const SetValue& value : set->values) {
    const Words words = words_of(value.value.text);
    const auto tells = [&](List list) {
      return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return is_in(word, list) && (word.size() > 1 || (two && value.value.text.size() == 1));
      });
    };
    men = men || tells(of_men);
    women = women || tells(of_women);
  }
  return men && women;
}

class Judge {
 public:
  Judge(const std::string& column, const Domain& domain)
      : column_(column),
        words_(words_of(column)),
        numbers_(std::get_if<NumericDomain>(&domain)),
        domain_(domain) {
    if (const auto* set = std::get_if<SetDomain>(&domain)) ordered_ = set->ordered;
  }

  std::optional<Assumption> verdict() const {
    if (const std::string word = first_of(words_, given_by_name); !word.empty()) {
      // A race that is measured is run.
      const bool run = word == "race" && numbers_ != nullptr && !numbers_->integer;
      if (!run) return given(word);
    }
    for (const Pair& pair : given_pairs) {
      if (has(words_, pair)) return given(both(pair));
    }
    if (has(words_, "height") && all_others_in(words_, "height", beside_height)) {
      return fixed("height");
    }
    if (has(words_, "foreign") && all_others_in(words_, "foreign", beside_age)) {
      return fixed("foreign");
    }
    for (const std::string_view age : age_words) {
      if (has(words_, age) && all_others_in(words_, age, beside_age)) {
        return one_way(std::string(age));
      }
    }
    if (has(words_, "since")) return one_way("since");
    if (has(words_, "ever")) {
      const bool count = !first_of(words_, counting).empty() && numbers_ && numbers_->integer;
      return count ? one_way("ever") : fixed("ever");
    }
    if (const std::string word = first_of(words_, growing); numbers_ && !word.empty()) {
      return one_way(word);
    }
    for (const Pair& pair : growing_pairs) {
      if (numbers_ && has(words_, pair)) return one_way(both(pair));
    }
    if (men_and_women(domain_)) return given("male, female");
    return std::nullopt;
  }

 private:
  Assumption fixed(std::string word) const {
    return {column_, true, Direction::any, std::move(word), false};
  }
  Assumption given(std::string word) const {
    return {column_, true, Direction::any, std::move(word), true};
  }
  Assumption one_way(std::string word) const {
    const bool known = numbers_ == nullptr ? ordered_ : !calendar_years(*numbers_);
    if (!known) return fixed(std::move(word));
    return {column_, false, Direction::up, std::move(word), false};
  }

  const std::string& column_;
  Words words_;
  const NumericDomain* numbers_;  // null: a set
  bool ordered_ = false;          // a set with an order
  const Domain& domain_;
};

}  // namespace

std::optional<Assumption> assume(const std::string& column, const Domain& domain) {
  return Judge(column, domain).verdict();
}

bool looks_protected(const Feature& feature) {
  for (const std::string& name : {feature.name, feature.label}) {
    const auto assumed = assume(name, feature.domain);
    if (assumed && assumed->given) return true;
    const std::string small = base::in_small_letters(name);
    // Not fixed by their names, as people do choose; but nobody should ask for it.
    for (const std::string_view word : {"marital", "religio", "pregnan"}) {
      if (small.find(word) != std::string::npos) return true;
    }
  }
  return false;
}

std::string option_words(const Assumption& assumption) {
  return assumption.fixed ? "fixed" : "may increase";
}

}  // namespace cogs::model
