// SPDX-License-Identifier: Apache-2.0
//
// bench_generate: a model of a family on stdout, or records of it, one JSON object a line.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "generate_model.h"

namespace {

[[noreturn]] void usage() {
  std::fputs(
      "bench_generate [--features F] [--rules R] [--thresholds T] [--firing A] [--dearest C]\n"
      "               [--seed S] [--records N]\n"
      "Writes a random model; with --records, N records of that model instead, as JSON.\n",
      stderr);
  std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  cogs::bench::Family family;
  std::uint32_t records = 0;
  for (int i = 1; i < argc; i += 2) {
    char* end = nullptr;
    const double number = i + 1 < argc ? std::strtod(argv[i + 1], &end) : 0;
    if (end == nullptr || *end != '\0' || !(number >= 0)) usage();
    const auto count = static_cast<std::uint32_t>(number);
    if (std::strcmp(argv[i], "--features") == 0)
      family.features = count;
    else if (std::strcmp(argv[i], "--rules") == 0)
      family.rules = count;
    else if (std::strcmp(argv[i], "--thresholds") == 0)
      family.thresholds = count;
    else if (std::strcmp(argv[i], "--firing") == 0)
      family.firing = number;
    else if (std::strcmp(argv[i], "--dearest") == 0)
      family.dearest = count;
    else if (std::strcmp(argv[i], "--seed") == 0)
      family.seed = count;
    else if (std::strcmp(argv[i], "--records") == 0)
      records = count;
    else
      usage();
  }
  if (family.features < 6 || family.rules < 1 || family.dearest < 1 || family.thresholds < 1 ||
      family.thresholds > 500) {
    std::fputs("bench_generate: at least 6 features, 1 rule, 1 to 500 thresholds, --dearest 1\n",
               stderr);
    return 2;
  }
  const cogs::bench::Generated generated = cogs::bench::generate(family, records);
  if (records == 0) std::fputs(generated.model.c_str(), stdout);
  for (const auto& record : generated.records) {
    std::string line;
    for (const cogs::model::Field& field : record) {
      const bool number = field.value.find_first_not_of("0123456789") == std::string::npos;
      const char* quote = number ? "" : "\"";
      line += (line.empty() ? "{\"" : ", \"") + field.name + "\": " + quote + field.value + quote;
    }
    std::puts((line + "}").c_str());
  }
  return 0;
}
