// SPDX-License-Identifier: Apache-2.0
#include "oracle/runner.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "base/diagnostic.h"
#include "oracle/random_model.h"

namespace cogs::oracle {

namespace {

// Like the judge, with exceptions as failures.
Failure judged(const Case& c, const Judge& judge, std::uint64_t seed) {
  try {
    return judge(c, seed);
  } catch (const base::InputError& error) {
    return {"refused", error.what()};
  } catch (const std::invalid_argument& error) {
    return {"refused", error.what()};
  } catch (const std::exception& error) {
    return {"exception", error.what()};
  }
}

// The places of top-level commas of a statement: what stands between two of them may be left
// out.
std::vector<std::size_t> commas(const std::string& line) {
  std::vector<std::size_t> places;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '{') {
      ++depth;
    } else if (c == ')' || c == '}') {
      --depth;
    } else if (c == ',' && depth == 0) {
      places.push_back(i);
    }
  }
  return places;
}

// Each smaller variant of a line.
std::vector<std::string> smaller(const std::string& line) {
  std::vector<std::string> variants;
  std::vector<std::size_t> ends = commas(line);
  ends.push_back(line.size() - (line.empty() ? 0 : 1));  // the full stop
  const std::size_t neck = line.find(":- ");
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    variants.push_back(line.substr(0, ends[i]) + line.substr(ends[i + 1]));
  }
  if (neck != std::string::npos && ends.size() > 1) {
    variants.push_back(line.substr(0, neck + 2) + line.substr(ends[0] + 1));
  }
  return variants;
}

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

Case shrink(Case c, const Judge& judge, std::uint64_t seed, const std::string& kind) {
  const auto still_fails = [&](const Case& tried) {
    return judged(tried, judge, seed).kind == kind;
  };
  bool again = true;
  while (again) {
    again = false;
    for (std::vector<std::string> Case::* part : {&Case::options, &Case::record, &Case::model}) {
      for (std::size_t i = (c.*part).size(); i-- > 0;) {
        Case tried = c;
        (tried.*part).erase((tried.*part).begin() + static_cast<std::ptrdiff_t>(i));
        if (still_fails(tried)) {
          c = tried;
          again = true;
        }
      }
    }
    for (std::size_t i = 0; i < c.model.size(); ++i) {
      for (const std::string& variant : smaller(c.model[i])) {
        Case tried = c;
        tried.model[i] = variant;
        if (still_fails(tried)) {
          c = tried;
          again = true;
          break;
        }
      }
    }
  }
  return c;
}

void run_on_random_models(std::size_t usual, const Judge& judge) {
  const char* one = std::getenv("COGS_ORACLE_ONE");
  const std::uint64_t base = number_from("COGS_SEED", 1);
  const std::uint64_t first = one ? number_from("COGS_ORACLE_ONE", 1) : base * 1'000'000;
  const std::uint64_t count = one ? 1 : number_from("COGS_ORACLE_MODELS", usual);
  std::cout << "COGS_SEED=" << base << ", " << count << " models from seed " << first << std::endl;
  const std::uint64_t most_failures = number_from("COGS_ORACLE_FAILURES", 3);
  std::uint64_t failures = 0;
  for (std::uint64_t seed = first; seed < first + count && failures < most_failures; ++seed) {
    const Case c = random_case(seed);
    const Failure failure = judged(c, judge, seed);
    if (failure.kind.empty()) continue;
    ++failures;
    const Case small = shrink(c, judge, seed, failure.kind);
    ADD_FAILURE() << "COGS_ORACLE_ONE=" << seed << " fails: " << failure.kind << "\n"
                  << failure.details << "\n---- the question\n"
                  << c.text() << "---- shrunk\n"
                  << small.text() << "----\n"
                  << judged(small, judge, seed).details;
  }
}

}  // namespace cogs::oracle
