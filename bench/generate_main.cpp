// SPDX-License-Identifier: Apache-2.0
//
// bench_generate: a model of a family on stdout, or records of it, one JSON object a line; or
// questions as files, model_0.cogs and person_0.json onwards, to be asked with `cogs recourse`.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>

#include "generate_model.h"
#include "table.h"

namespace {

using cogs::bench::Family;
using cogs::bench::Generated;

[[noreturn]] void usage() {
  std::fputs(
      "bench_generate [--crowded FEATURESxRULES] [--features F] [--rules R] [--thresholds T]\n"
      "               [--firing A] [--dearest C] [--seed S] [--records N]\n"
      "               [--questions N --folder DIR]\n"
      "Writes a random model; with --records, N records of that model instead, as JSON. With\n"
      "--questions, N models with a record each, of the seeds S, S + 1, ..., to files in DIR.\n"
      "--crowded takes the parameters of such a family; later options change single ones.\n",
      stderr);
  std::exit(2);
}

std::string json(const std::vector<cogs::model::Field>& record) {
  std::string line;
  for (const cogs::model::Field& field : record) {
    const bool number = field.value.find_first_not_of("0123456789") == std::string::npos;
    const char* quote = number ? "" : "\"";
    line += (line.empty() ? "{\"" : ", \"") + field.name + "\": " + quote + field.value + quote;
  }
  return line + "}\n";
}

void write_questions(Family family, std::uint32_t questions, const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (std::uint32_t q = 0; q < questions; ++q, ++family.seed) {
    const Generated generated = cogs::bench::generate(family, 1);
    const std::string number = std::to_string(q);
    cogs::bench::write_file(folder + "/model_" + number + ".cogs", generated.model);
    cogs::bench::write_file(folder + "/person_" + number + ".json", json(generated.records[0]));
  }
}

}  // namespace

int main(int argc, char** argv) {
  Family family;
  std::uint32_t records = 0, questions = 0;
  std::string folder;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc) usage();
    const std::string option = argv[i];
    if (option == "--folder") {
      folder = argv[i + 1];
      continue;
    }
    char* end = nullptr;
    const double number = std::strtod(argv[i + 1], &end);
    const auto count = static_cast<std::uint32_t>(number);
    if (option == "--crowded") {
      if (*end != 'x') usage();
      family = cogs::bench::crowded_family(
          count, static_cast<std::uint32_t>(std::strtoul(end + 1, &end, 10)));
    }
    if (end == argv[i + 1] || *end != '\0' || !(number >= 0)) usage();
    if (option == "--features")
      family.features = count;
    else if (option == "--rules")
      family.rules = count;
    else if (option == "--thresholds")
      family.thresholds = count;
    else if (option == "--firing")
      family.firing = number;
    else if (option == "--dearest")
      family.dearest = count;
    else if (option == "--seed")
      family.seed = count;
    else if (option == "--records")
      records = count;
    else if (option == "--questions")
      questions = count;
    else if (option != "--crowded")
      usage();
  }
  if (folder.empty() != (questions == 0)) usage();
  if (family.features < 6 || family.rules < 1 || family.dearest < 1 || family.thresholds < 1 ||
      family.thresholds > 500) {
    std::fputs("bench_generate: at least 6 features, 1 rule, 1 to 500 thresholds, --dearest 1\n",
               stderr);
    return 2;
  }
  try {
    if (questions > 0) {
      write_questions(family, questions, folder);
      return 0;
    }
    const Generated generated = cogs::bench::generate(family, records);
    if (records == 0) std::fputs(generated.model.c_str(), stdout);
    for (const auto& record : generated.records) std::fputs(json(record).c_str(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_generate: %s\n", error.what());
    return 1;
  }
  return 0;
}
