// SPDX-License-Identifier: Apache-2.0
//
// An answer as text with gaps for the values of a person, so that a row costs little more than
// copying it.
//
// The text is made once, for a record whose values are marks: the feature's number, between a
// private character of Unicode with digits that are drawn anew for each process, and another.
// Wherever a mark stands, a person's own value belongs; nothing that models or tables hold can look
// like one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace cogs::batch {

constexpr std::uint32_t row_gap = UINT32_MAX;      // the number of the row
constexpr std::uint32_t amount_gaps = 0x80000000;  // from here on: amounts of the answer

std::string mark(std::uint32_t feature);
// A JSON text whose marks are no strings: values bring their own quotes.
std::string without_quotes_around_marks(std::string_view text);
// A number that stands for an amount of the answer, by its index; no price is as large.
model::Number amount_mark(std::size_t amount);
// A mark for each feature, missing ones too: a value for the gap says so.
model::Record marks(std::size_t features);

// The digits of a row's number.
void append_number(std::string& out, std::uint64_t number);

class RowTemplate {
 public:
  explicit RowTemplate(std::string_view text);

  struct Piece {
    std::uint32_t begin = 0, end = 0;  // of text_, followed by a value unless it is the last
    std::uint32_t gap = 0;             // the feature, an amount or row_gap
  };
  // Without gaps it is the same for everybody: its text.
  bool is_plain() const { return pieces_.size() == 1; }
  const std::string& text() const { return text_; }
  // fill(gap, out) appends a value.
  template <class Fill>
  void append_to(std::string& out, Fill&& fill) const {
    for (std::size_t i = 0; i + 1 < pieces_.size(); ++i) {
      out.append(text_, pieces_[i].begin, pieces_[i].end - pieces_[i].begin);
      fill(pieces_[i].gap, out);
    }
    out.append(text_, pieces_.back().begin, pieces_.back().end - pieces_.back().begin);
  }

 private:
  std::string text_;
  std::vector<Piece> pieces_;
};

}  // namespace cogs::batch
