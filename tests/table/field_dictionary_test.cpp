// SPDX-License-Identifier: Apache-2.0
#include "table/field_dictionary.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>

#include "table/plain_number.h"

namespace cogs::table {
namespace {

std::uint32_t number_of(const std::string& text, unsigned decimals) {
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), std::min<std::size_t>(text.size(), 8));
  return plain_number(word, static_cast<unsigned>(text.size()), decimals);
}

TEST(PlainNumber, ReadsDigits) {
  EXPECT_EQ(number_of("0", 0), 0u);
  EXPECT_EQ(number_of("7", 0), 7u);
  EXPECT_EQ(number_of("12345678", 0), 12345678u);
  EXPECT_EQ(number_of("99999999", 0), 99999999u);
  EXPECT_EQ(number_of("0.05", 2), 5u);
  EXPECT_EQ(number_of("12345.67", 2), 1234567u);
  EXPECT_EQ(number_of("0.12345", 5), 12345u);
}

TEST(PlainNumber, RefusesWhatAnotherFieldCouldEqual) {
  for (const char* text :
       {"", "00", "07", "-7", "+7", "7.", "7.0", " 7", "7 ", "x", "1:", "1/", "123456789"}) {
    EXPECT_EQ(number_of(text, 0), no_plain_number) << text;
  }
  for (const char* text :
       {"7", "7.0", "07.05", "7.055", ".05", "705", "7,05", "7.0x", "1234567.8"}) {
    EXPECT_EQ(number_of(text, 2), no_plain_number) << text;
  }
}

TEST(PlainNumber, IsTheNumberForAllPlainFields) {
  std::mt19937 random(1);
  for (int run = 0; run < 100000; ++run) {
    const unsigned decimals = static_cast<unsigned>(random() % 6);
    std::uint32_t value = static_cast<std::uint32_t>(random() % 100000000);
    for (unsigned shrink = static_cast<unsigned>(random() % 8); shrink > 0; --shrink) value /= 10;
    std::string text = std::to_string(value);
    if (decimals > 0) {
      if (text.size() <= decimals) text.insert(0, decimals + 1 - text.size(), '0');
      text.insert(text.size() - decimals, ".");
    }
    ASSERT_EQ(number_of(text, decimals), text.size() <= 8 ? value : no_plain_number) << text;
  }
}

// All ways to code fields must agree with each other, and with what was put in.
void check(const std::vector<std::string>& fields) {
  std::string text;
  std::vector<std::uint32_t> bounds = {static_cast<std::uint32_t>(-1)};
  for (const std::string& field : fields) {
    text += field;
    bounds.push_back(static_cast<std::uint32_t>(text.size()));
    text += ',';
  }
  FieldDictionary at_once, one_by_one;
  std::vector<Code> codes(fields.size());
  at_once.code_fields(text, bounds.data(), 1, codes);
  std::map<std::string, Code> seen;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    ASSERT_EQ(at_once.text(codes[i]), fields[i]);
    ASSERT_EQ(one_by_one.text(one_by_one.code(fields[i])), fields[i]);
    ASSERT_EQ(seen.emplace(fields[i], codes[i]).first->second, codes[i]);
  }
  EXPECT_EQ(at_once.size(), seen.size());
  EXPECT_EQ(one_by_one.size(), seen.size());
}

TEST(FieldDictionary, KeepsFieldsOfAllLengthsApart) {
  std::vector<std::string> fields;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t length = 0; length < 60; ++length) {
      fields.push_back(std::string(length, 'a'));
      fields.push_back(std::string(length, 'a') + "b");
      fields.push_back("b" + std::string(length, 'a'));
    }
  }
  check(fields);
}

TEST(FieldDictionary, TakesManyFields) {
  std::mt19937 random(2);
  std::vector<std::string> whole, hundredths, mixed, apart, texts;
  for (int i = 0; i < 200000; ++i) {
    const unsigned value = static_cast<unsigned>(random() % 60000);
    whole.push_back(std::to_string(value));
    hundredths.push_back(std::to_string(value / 100) + "." + std::to_string(value / 10 % 10) +
                         std::to_string(value % 10));
    mixed.push_back(random() % 30 ? whole.back() : random() % 2 ? "0" + whole.back() : "?");
    apart.push_back(std::to_string(value * 50000ULL));
    texts.push_back("the text of number " + whole.back());
  }
  for (const auto* fields : {&whole, &hundredths, &mixed, &apart, &texts}) check(*fields);
}

}  // namespace
}  // namespace cogs::table
