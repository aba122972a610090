// SPDX-License-Identifier: Apache-2.0
#include "cli/reader_options.h"

#include <algorithm>

#include "cli/command.h"
#include "present/words/words.h"

namespace cogs::cli {

void ReaderOptions::check(const CommonOptions& common) const {
  if (audience == "analyst" && language != "en") {
    throw UsageError("what analysts read is English: --lang needs --for clerk or --for applicant");
  }
  if (thresholds && audience != "applicant") {
    throw UsageError("--thresholds is for applicants: others are told them anyway");
  }
  if (audience != "analyst" && common.json) {
    throw UsageError("--json and --for exclude each other: JSON is the same for everybody");
  }
}

Reader ReaderOptions::given() const {
  Reader reader;
  if (audience == "clerk") reader.audience = Audience::clerk;
  if (audience == "applicant") reader.audience = Audience::applicant;
  reader.language = language_of(language);
  reader.thresholds = thresholds;
  return reader;
}

void warn_of_protected(const Decision& decision, const CommonOptions& common,
                       const std::optional<std::vector<std::string>>& changed,
                       const std::vector<std::string>& fixed) {
  std::vector<Diagnostic> said;
  const auto has = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  const auto say = [&](std::string message, std::string help) {
    Diagnostic d;
    d.severity = Diagnostic::Severity::warning;
    d.file = decision.name();
    d.message = std::move(message);
    d.help = std::move(help);
    said.push_back(std::move(d));
  };
  for (const Decision::LooksProtected& one : decision.looks_protected()) {
    if (one.tested) {
      say("rules of the decision test '" + one.feature + "', which looks protected",
          "have somebody read this who answers for it; letters are refused (docs/letters.md)");
    }
    const bool moves =
        changed ? has(*changed, one.feature) : one.may_change && !has(fixed, one.feature);
    if (moves) {
      say(std::string("ways ") + (changed ? "" : "may ") + "change '" + one.feature +
              "', which looks as if nobody should be asked to",
          "--fix " + present::quoted_name(one.feature) + " leaves it alone");
    }
  }
  common.warn(said);
}

void ReaderOptions::warn(const Decision& decision, const CommonOptions& common) const {
  if (audience == "analyst" || !decision.label(true).empty()) return;
  Diagnostic d;
  d.severity = Diagnostic::Severity::warning;
  d.file = decision.name();
  d.message = "the model has no words for its decisions";
  d.help =
      "write in its #classes line (or add one) what each class is called, such as "
      "#classes label : {bad: \"Declined\", good: \"Approved\"}.";
  common.warn({d});
}

Language language_of(const std::string& name) {
  return name == "es" ? Language::spanish : Language::english;
}

void add_language_option(CLI::App& command, std::string& language) {
  command.add_option("--lang", language, "The language of the words: en (default) or es")
      ->option_text("LANGUAGE")
      ->check(CLI::IsMember({"en", "es"}));
}

void add_reader_options(CLI::App& command, ReaderOptions& options) {
  command
      .add_option("--for", options.audience,
                  "Who reads it: analyst (default), clerk or applicant; the latter two get words "
                  "in place of rules and lines")
      ->option_text("WHO")
      ->check(CLI::IsMember({"analyst", "clerk", "applicant"}));
  add_language_option(command, options.language);
  command.add_flag("--thresholds", options.thresholds,
                   "Tell applicants also what the rules compare with");
}

}  // namespace cogs::cli
