// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/source.h"

#include <gtest/gtest.h>

namespace cogs::logic {
namespace {

Span span(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

TEST(Source, FindsPlacesAcrossBlocks) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "äöü line\n";  // 12 bytes, 9 characters with its end
  const Source source(text, "f");
  EXPECT_EQ(source.place(span(12 * 777 + 7, 12 * 777 + 11)), (base::Place{778, 5, 4}));
  EXPECT_EQ(source.line_of(span(12 * 777 + 7, 12 * 777 + 8)), "äöü line");
}

TEST(Source, FindsPlacesInOneVeryLongLine) {
  const std::string text(5000000, 'x');
  const Source source(text, "f");
  EXPECT_EQ(source.place(span(4999999, 5000000)), (base::Place{1, 5000000, 1}));
  EXPECT_EQ(source.line_of(span(4999999, 5000000)), "");
}

TEST(Source, CutsASpanAtTheEndOfItsLine) {
  const Source source("abc\r\ndef", "f");
  EXPECT_EQ(source.place(span(1, 8)), (base::Place{1, 2, 2}));
  EXPECT_EQ(source.line_of(span(1, 2)), "abc");
}

TEST(Source, DoesNotCountTheByteOrderMark) {
  const Source source(
      "\xEF\xBB\xBF"
      "abc",
      "f");
  EXPECT_EQ(source.place(span(3, 4)), (base::Place{1, 1, 1}));
  EXPECT_EQ(source.line_of(span(3, 4)), "abc");
}

TEST(Source, PlacesTheEndOfAnEmptyText) {
  const Source source("", "f");
  EXPECT_EQ(source.place(span(0, 0)), (base::Place{1, 1, 1}));
}

TEST(Utf8, EncodesWhatItDecodes) {
  for (const char32_t c : {U'a', U'é', U'€', U'𝄞'}) {
    std::string text;
    append_utf8(text, c);
    const auto back = decode_utf8(text, 0);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->value, c);
    EXPECT_EQ(back->bytes, text.size());
  }
  EXPECT_FALSE(decode_utf8("\xC0\x80", 0));          // longer than it need be
  EXPECT_FALSE(decode_utf8("\xE2\x82", 0));          // cut
  EXPECT_FALSE(decode_utf8("\xF4\x90\x80\x80", 0));  // beyond the last code point
}

}  // namespace
}  // namespace cogs::logic
