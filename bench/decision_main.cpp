// SPDX-License-Identifier: Apache-2.0
//
// decision_bench MODEL RECORD.json...: what the first question to a Decision costs, and what the
// next ones cost, in microseconds of CPU time; "anew" is the same question to a model that is read
// for it, as one run of the program does. The median of 200 each.
#include <cogs/decision.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::string contents(const char* file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

double microseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

double median(const std::function<void()>& prepare, const std::function<void()>& work) {
  constexpr int rounds = 200;
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    prepare();
    const double begin = microseconds();
    work();
    times.push_back(microseconds() - begin);
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("decision_bench MODEL RECORD.json...\n", stderr);
    return 2;
  }
  const std::string text = contents(argv[1]);
  std::printf(
      "| record | reading the model | first question | a further one | why, further | anew |\n");
  std::printf("|---|---|---|---|---|---|\n");
  for (int i = 2; i < argc; ++i) {
    const std::string record = contents(argv[i]);
    cogs::Decision decision = cogs::Decision::parse(text);
    const auto fresh = [&] { decision = cogs::Decision::parse(text); };
    const auto nothing = [] {};
    const double reading = median(nothing, fresh);
    const double first =
        median(fresh, [&] { decision.recourse(decision.person_from_json(record)); });
    const double further =
        median(nothing, [&] { decision.recourse(decision.person_from_json(record)); });
    const double why = median(nothing, [&] { decision.why(decision.person_from_json(record)); });
    const double anew = median(nothing, [&] {
      const cogs::Decision own = cogs::Decision::parse(text);
      own.recourse(own.person_from_json(record));
    });
    std::printf("| %s | %.0f µs | %.0f µs | %.0f µs | %.0f µs | %.0f µs |\n", argv[i], reading,
                first, further, why, anew);
  }
}
