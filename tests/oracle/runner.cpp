// SPDX-License-Identifier: Apache-2.0
#include "oracle/runner.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
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

// The same in a process of its own, so that a crash is a failure like any other.
Failure judged_apart(const Case& c, const Judge& judge, std::uint64_t seed) {
  int ends[2];
  if (pipe(ends) != 0) return judged(c, judge, seed);
  std::cout.flush();
  const pid_t child = fork();
  if (child < 0) return judged(c, judge, seed);
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    const Failure failure = judged(c, judge, seed);
    const std::string text = failure.kind + "\n" + failure.details;
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t wrote = write(ends[1], text.data() + done, text.size() - done);
      if (wrote <= 0) break;
      done += static_cast<std::size_t>(wrote);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return {"crash", ""};
  const std::size_t line = text.find('\n');
  return {text.substr(0, line), text.substr(line + 1)};
}

// Says which question it was when a crash ends the whole run.
volatile std::uint64_t seed_under_way = 0;

void name_the_seed(int number) {
  char text[64] = "\ncrash: replay with COGS_ORACLE_ONE=";
  std::size_t length = 0;
  while (text[length]) ++length;
  char digits[24];
  std::size_t count = 0;
  for (std::uint64_t n = seed_under_way; n > 0; n /= 10) {
    digits[count++] = static_cast<char>('0' + n % 10);
  }
  while (count > 0) text[length++] = digits[--count];
  text[length++] = '\n';
  if (write(STDERR_FILENO, text, length) < 0) _exit(1);
  std::signal(number, SIG_DFL);
  std::raise(number);
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
    return judged_apart(tried, judge, seed).kind == kind;
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
  std::signal(SIGSEGV, name_the_seed);
  std::signal(SIGABRT, name_the_seed);
  const char* one = std::getenv("COGS_ORACLE_ONE");
  const std::uint64_t base = number_from("COGS_SEED", 1);
  const std::uint64_t first = one ? number_from("COGS_ORACLE_ONE", 1) : base * 1'000'000;
  const std::uint64_t count = one ? 1 : number_from("COGS_ORACLE_MODELS", usual);
  std::cout << "COGS_SEED=" << base << ", " << count << " models from seed " << first << std::endl;
  const std::uint64_t most_failures = number_from("COGS_ORACLE_FAILURES", 3);
  std::uint64_t failures = 0;
  for (std::uint64_t seed = first; seed < first + count && failures < most_failures; ++seed) {
    seed_under_way = seed;
    const Case c = random_case(seed);
    const Failure failure = one ? judged_apart(c, judge, seed) : judged(c, judge, seed);
    if (failure.kind.empty()) continue;
    ++failures;
    const Case small = shrink(c, judge, seed, failure.kind);
    ADD_FAILURE() << "COGS_ORACLE_ONE=" << seed << " fails: " << failure.kind << "\n"
                  << failure.details << "\n---- the question\n"
                  << c.text() << "---- shrunk\n"
                  << small.text() << "----\n"
                  << judged_apart(small, judge, seed).details;
  }
}

}  // namespace cogs::oracle
