// SPDX-License-Identifier: Apache-2.0
//
// What goes wrong, as types. An expected outcome is never an error: "there is no path" and "a limit
// cut the search short" are answers, with what is known by then.
//
//   Error               all of these
//     InputError        a model, record, table or program that cannot be used: every fault, located
//     OptionsError      options that cannot be meant together, as one sentence
//     Stopped           a limit or a cancellation came before there was anything to answer with
//
// Anything else that is thrown (std::logic_error) is a fault of the library; std::bad_alloc is the
// machine's.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include <cogs/text.h>

namespace cogs {

// A located message. Lines and columns count from 1, columns in characters; line 0: all of it.
struct Diagnostic {
  enum class Severity { error, warning };
  Severity severity = Severity::error;
  std::string file;  // as the caller named the text
  std::uint32_t line = 0, column = 0;
  std::uint32_t length = 1;  // characters that it is about
  std::string message;       // one sentence without its full stop
  std::string help;          // how to mend it; may be empty
  std::string source_line;   // the line that it is about; may be empty
};

// As the command line prints them: file:line:column, the line with a caret, the help. At most 20
// errors, and how many more there are.
std::string to_text(const std::vector<Diagnostic>& diagnostics, const TextStyle& style = {});

class Error : public std::exception {
 public:
  explicit Error(std::string what) : what_(std::move(what)) {}
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::string what_;
};

class InputError : public Error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);

  // At least one error; warnings of the same reading too.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

class OptionsError : public Error {
 public:
  using Error::Error;
};

// Why a computation ended before it was done.
enum class Stop { no, time, memory, effort, cancelled };

class Stopped : public Error {
 public:
  explicit Stopped(Stop why);
  Stop reason() const { return reason_; }

 private:
  Stop reason_;
};

}  // namespace cogs
