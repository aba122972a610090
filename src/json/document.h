// SPDX-License-Identifier: Apache-2.0
//
// Large documents, such as models of other programs with millions of numbers: read in one go,
// numbers as the text that they are, and arrays of numbers packed. Everything knows where it
// stands, at no cost until it is asked.
//
// Takes JSON, and the numbers NaN, Infinity and -Infinity besides, which writers of models use.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace cogs::json {

// A value of a Document; refers to its text.
struct Item {
  enum class Kind { null, boolean, number, string, array, object };
  struct Member;

  Kind kind = Kind::null;
  bool truth = false;
  std::size_t at = 0;                     // offset in the text
  std::string_view digits;                // of a number
  std::string text;                       // of a string
  std::vector<Item> items;                // of an array that holds something else than numbers
  std::vector<std::string_view> numbers;  // of an array of numbers
  std::vector<Member> members;            // of an object, in order; the last of equal names counts

  std::size_t size() const { return items.size() + numbers.size(); }  // of an array
  const Item* find(std::string_view name) const;
};

struct Item::Member {
  std::string name;
  Item value;
};

class Document {
 public:
  // Keeps the text. Throws InputError, located, if it is not one value, or nested too deeply.
  Document(std::string text, std::string file, std::size_t most_nested = 300);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  const Item& root() const { return root_; }
  const std::string& text() const { return text_; }
  const std::string& file() const { return file_; }

  // About what stands at an offset. A line that is too long to show is left out.
  base::Diagnostic error(std::size_t at, std::string message, std::string help = {}) const;

 private:
  std::string text_, file_;
  Item root_;
};

}  // namespace cogs::json
