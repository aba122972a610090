// SPDX-License-Identifier: Apache-2.0
//
// How texts for people are laid out, and for whom they are worded.
#pragma once

#include <cstddef>

namespace cogs {

struct TextStyle {
  std::size_t width = 80;  // columns
  bool color = false;      // by the escape sequences of terminals
};

// Analysts read models: they get names, lines and rules as written. Clerks get the same in words;
// applicants what concerns them, without what rules compare with.
enum class Audience { analyst, clerk, applicant };

enum class Language { english, spanish };  // what analysts read is English

struct Reader {
  Audience audience = Audience::analyst;
  Language language = Language::english;
  bool thresholds = false;  // applicants are told what rules compare with, too
};

}  // namespace cogs
