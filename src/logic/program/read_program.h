// SPDX-License-Identifier: Apache-2.0
//
// Texts of logic programs -> Program: the language of s(CASP) with the spellings of Ciao, `;` in
// bodies, `#const` and ranges in facts, and a small list library; or the language of clingo
// (read_clingo.h).
//
//   Program birds = read_program({"birds.pl"}, files);       // files: path -> text
//   Program small = read_program_text("p :- not q. ?- p.", "small.pl");
//   set_query(small, "not q");
//
// All three throw base::InputError with every error of the texts (at most twenty), each located.
// What is allowed but odd is in Program::warnings. Several files are one program, read in the
// order given; the last query of all of them counts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "logic/program/program.h"

namespace cogs::logic {

// What to say of a predicate that is called and that nothing defines: it is false, and
//   fail:     that is not worth a word;
//   warning:  that is a warning, and in the query an error;
//   error:    that is an error.
enum class Unknown : std::uint8_t { fail, warning, error };

// How to tell the language of a program: by what only clingo has (choices, aggregates, `:~` and so
// on) it is clingo's. `without_query`: also if it has no query.
enum class ReadLanguage : std::uint8_t { by_signs, without_query, scasp, clingo };

struct ReadOptions {
  // NAME and VALUE: instead of what `#const NAME=...` says in the program.
  std::vector<std::pair<std::string, std::string>> constants;
  std::optional<std::string> query;  // replaces the program's
  bool warn = true;
  Unknown unknown = Unknown::warning;
  ReadLanguage language = ReadLanguage::by_signs;
};

// A file's text by its path; nullopt if it cannot be read.
using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

Program read_program(const std::vector<std::string>& paths, const ReadFile& read_file,
                     const ReadOptions& options = {});
// A text that cannot include files.
Program read_program_text(std::string text, std::string path, const ReadOptions& options = {});

// Replaces the query of a program that was read before. `text` may leave out `?-` and the full
// stop. After an error the program has the query that it had.
void set_query(Program& program, const std::string& text, const ReadOptions& options = {});

}  // namespace cogs::logic
