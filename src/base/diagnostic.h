// SPDX-License-Identifier: Apache-2.0
//
// Located messages about an input, and the one exception that carries them.
//
// Bad input throws InputError with every diagnostic that one reading found, so that a person
// can mend a file in one go. The library never prints; rendering is in src/present.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace cogs::base {

// Where in a text something stands. Lines and columns count from 1; columns count characters
// (UTF-8 code points); line 0 means "the input as a whole".
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;  // characters that the caret line underlines

  friend auto operator<=>(const Place&, const Place&) = default;
};

enum class Severity { error, warning };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;  // as the user named it; "command line" for arguments
  Place place;
  std::string message;      // one sentence, no final full stop
  std::string help;         // how to mend it; may be empty
  std::string source_line;  // the line at place.line, for the caret; may be empty
};

// About a file as a whole.
Diagnostic error_about(std::string file, std::string message, std::string help = {});
Diagnostic warning_about(std::string file, std::string message, std::string help = {});

// An input that cannot be used. Holds at least one diagnostic of severity error;
// warnings of the same reading are kept too.
class InputError : public std::exception {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  explicit InputError(Diagnostic diagnostic);

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string what_;
};

// The candidate closest to `word`, for "did you mean"; empty if none is close.
std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace cogs::base
