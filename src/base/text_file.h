// SPDX-License-Identifier: Apache-2.0
//
// Whole files in and out, with errors that say what is wrong with the file.
//
// Nobody ever sees half of a file: the text goes to a temporary file in the same folder, which
// then takes the name. Devices and pipes are written directly.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cogs::base {

constexpr std::size_t largest_text_file = std::size_t{1} << 30;  // far beyond any model

// The bytes of `file`; "-" is the standard input. Throws InputError for a missing file, a
// folder, a file that may not be read, or one of more than `largest` bytes.
std::string read_text_file(const std::string& file, std::size_t largest = largest_text_file);

// Throws InputError if the text cannot be written; an existing file is then as it was.
void write_text_file(const std::string& file, std::string_view text);

// The same for a text that comes in pieces. Without finish() there is no file.
class NewTextFile {
 public:
  explicit NewTextFile(const std::string& file);
  NewTextFile(const NewTextFile&) = delete;
  NewTextFile& operator=(const NewTextFile&) = delete;
  ~NewTextFile();

  void write(std::string_view text);
  void finish();

 private:
  void check(int error) const;

  std::string file_, target_, temporary_;  // no temporary one for devices and pipes
  int descriptor_ = -1;
  std::optional<unsigned> mode_;  // of the file that is replaced
};

// Where a link leads to; the name itself where it is none.
std::string resolved(const std::string& file);
// Whether two names are of one file, also by links. Names of what is not there: if they are equal.
bool same_file(const std::string& a, const std::string& b);
// Throws InputError about `output`, with the sentence `what`, if writing it would overwrite
// `input`: they are the same file, by whatever names. Devices, standard streams ("-") and "" never
// are.
void refuse_same_file(const std::string& output, const std::string& input, const std::string& what);

// What an errno of the file system means: "no such file or folder".
std::string file_error_words(int error);

// Writes all of `text` to an open file descriptor. 0, or the errno of what went wrong.
int write_all(int descriptor, std::string_view text);

}  // namespace cogs::base
