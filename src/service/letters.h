// SPDX-License-Identifier: Apache-2.0
//
// Letters about filed answers: the person and the model of that day -> the notice
// (docs/letters.md), filed with the number of the answer that it is about.
#pragma once

#include <cogs/decision.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "service/core.h"

namespace cogs::service {

struct LetterRequest {
  std::string form = "regulation-b", language = "en";
  std::vector<std::pair<std::string, std::string>> settings;
  bool ways = true;
};

// What a filed answer was about, by the model that answered.
struct FiledPerson {
  store::RecordRow row;
  Decision decision;
  Person person;
  std::vector<std::pair<std::string, std::string>> values;  // of features, as texts
};
// Throws Problem: there is none, or it is erased.
FiledPerson filed_person(Core& core, std::uint64_t seq);

// What a template asks for by name, in order; those that a letter can do without are marked.
struct LetterSetting {
  std::string name;
  bool needed = true;
};
std::vector<LetterSetting> letter_settings(const LetterForm& form);

// Not filed yet. `refusals` say why there can be none.
Letter make_letter(Core& core, const FiledPerson& about, const LetterRequest& request);
// Files it; the number of its entry. Throws Problem where the letter is refused.
std::uint64_t file_letter(Core& core, std::uint64_t answer, const LetterRequest& request,
                          const std::string& actor);
void note_sent(Core& core, std::uint64_t seq, const std::string& channel, const std::string& actor);
// The filed letter as a page of this server: its own text, with the style sheet from here.
std::string letter_page(Core& core, std::uint64_t seq);

}  // namespace cogs::service
