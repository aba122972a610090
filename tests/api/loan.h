// SPDX-License-Identifier: Apache-2.0
//
// The loan of the other tests, as users of the library give it: texts.
#pragma once

#include <cogs/cogs.h>

#include <string>

namespace cogs::test {

inline const char* const loan_text = R"(
#feature age          : integer 18..100, may increase, unit "years".
#feature debt         : integer 0..1000000, unit "$".
#feature bank_balance : integer 0..1000000000, unit "$".
#feature credit_score : integer 300..850, caused.
#undesired reject_loan(X).
#causal credit_score : if.
reject_loan(X) :- bank_balance(X, B), B #< 60000.
reject_loan(X) :- credit_score(X, C), C #< 600.
credit_score(X, C) :- C #>= 600, debt(X, 0).
)";

inline const char* const john_json =
    R"({"age": 31, "debt": 5000, "bank_balance": 40000, "credit_score": 599})";
inline const char* const jane_json =
    R"({"age": 45, "debt": 0, "bank_balance": 70000, "credit_score": 700})";

inline const char* const people_csv =
    "age,debt,bank_balance,credit_score,reject_loan\n"
    "31,5000,40000,599,yes\n"
    "45,0,70000,700,no\n"
    "52,100,61000,,no\n"
    "28,0,100,640,yes\n";

// Which of many features to set so that every set has one? Finding some way is quick, proving the
// least cost takes very long.
inline std::string cover_text(std::size_t features, std::size_t sets) {
  std::string text;
  for (std::size_t f = 0; f < features; ++f) {
    text += "#feature x" + std::to_string(f) + " : {no, yes}.\n";
  }
  text += "#undesired bad(X).\n";
  std::uint64_t state = 12345;  // of a fixed sequence
  const auto next = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>((state >> 33) % features);
  };
  for (std::size_t s = 0; s < sets; ++s) {
    text += "bad(X) :- x" + std::to_string(next()) + "(X, no), x" + std::to_string(next()) +
            "(X, no), x" + std::to_string(next()) + "(X, no).\n";
  }
  return text;
}

inline Person nobody_yet(const Decision& cover) {
  std::vector<Field> fields;
  for (const Feature& feature : cover.features()) fields.push_back({feature.name, "no"});
  return cover.person(fields);
}

}  // namespace cogs::test
