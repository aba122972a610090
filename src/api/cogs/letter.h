// SPDX-License-Identifier: Apache-2.0
//
// Letters about decisions: notices of adverse action, explanations of automated decisions
// (docs/letters.md).
//
//   cogs::LetterOptions how;
//   how.form = cogs::built_in_letter("regulation-b", cogs::Language::english);
//   how.settings = {{"creditor", "First Bank"}, {"date", "2026-11-16"}, ...};
//   how.codes_file = "codes.csv";
//   cogs::Letter letter = loan.letter(john, how);
//   if (letter.refusals.empty()) write(letter.html());
//
// A letter is refused where it could not say what it must. That is no error: `refusals` says why.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cogs/answer.h>

namespace cogs {

// The text of a template; `name` stands for it in messages.
struct LetterForm {
  std::string text = {};
  std::string name = "template";
};

// "regulation-b" or "gdpr"; throws OptionsError for another name.
LetterForm built_in_letter(const std::string& name, Language language);
std::vector<std::string> built_in_letters();

// Settings as `name = text` lines; throws InputError. `name` stands for the text in messages.
std::vector<std::pair<std::string, std::string>> read_letter_settings(
    const std::string& text, const std::string& name = "settings");

struct LetterOptions {
  LetterForm form = {};
  // What the template asks for by name. `date` (2026-11-16) is shown as the language writes dates;
  // `reference` is how the letter names the case.
  std::vector<std::pair<std::string, std::string>> settings = {};
  // Of letters for a table: settings that are taken from columns of its rows.
  std::vector<std::pair<std::string, std::string>> columns = {};
  // Reason codes, as in WhyOptions.
  std::optional<std::string> codes = {};
  std::string codes_name = "codes";
  std::string codes_file = {};
  // A policy (docs/audit.md): a letter about a decision that rests on a protected feature is
  // refused, and no way changes one. What looks protected by its name counts too, unless the policy
  // has a line `allowed FEATURE`.
  std::optional<std::string> policy = {};
  std::string policy_name = "policy";
  bool ways = true;  // false: without the sheet of ways
};

struct LetterReason {
  std::string feature, code, text;
  std::size_t contingency = 0;  // as in Reason
};

struct LetterRefusal {
  enum class Why { not_undesired, no_words, no_reason, no_text, protected_feature, limit };
  Why why = Why::no_text;
  std::string message;
};

// html() is the letter; it throws OptionsError where it was refused.
class Letter : public Answer {
 public:
  using Answer::Answer;

  std::vector<LetterReason> reasons;  // those that the letter names
  std::vector<LetterRefusal> refusals;
  bool due = true;  // false: the decision is not the undesired one
  std::string reference;
  std::uint64_t row = 0;  // of a table; 0: of none
  Stop stopped = Stop::no;
};

// Takes the letters of a table in the order of rows; false: no more are wanted. A row that cannot
// be read comes as a letter with `problems`.
struct RowLetter {
  Letter letter;
  std::vector<Diagnostic> problems;
};
using TakeLetter = std::function<bool(const RowLetter&)>;

struct LettersDone {
  std::uint64_t rows = 0, written = 0, not_due = 0, refused = 0, bad = 0;
  Stop stopped = Stop::no;
};

}  // namespace cogs
