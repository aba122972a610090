// SPDX-License-Identifier: Apache-2.0
//
// score_bench MODEL ROWS.csv [COUNT [general]]: the best path of each row that is turned down, one
// after the other, in the model's search and checker. A line each, fields apart by tabs: row, CPU
// microseconds of the search, of the checker, status, cost, then feature and new value of each
// change. `general`: as --top 2 asks for it, which the search by leaves leaves to the exploration.
#include <time.h>

#include <cctype>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "engine/engine.h"
#include "model/record.h"
#include "path/search.h"
#include "path/verify.h"
#include "table/csv_reader.h"

namespace {

using namespace cogs;

double microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

void ask(const model::Model& model, const char* rows, std::size_t count, const path::Options& run) {
  std::ifstream in(rows, std::ios::binary);
  if (!in) throw base::InputError(base::error_about(rows, "cannot be read"));
  table::CsvReader reader(in, rows);
  const path::Search search(model, run);
  const path::Verifier verifier(model);
  std::vector<std::string> names = reader.header();
  for (std::string& name : names) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  table::CsvRow row;
  std::size_t number = 0, asked = 0;
  while (asked < count && reader.next(row)) {
    ++number;
    std::vector<model::Field> fields;
    for (std::size_t c = 0; c < row.fields.size(); ++c) {
      if (model.find_feature(names[c])) fields.push_back({names[c], row.fields[c]});
    }
    const model::Record person = model::read_record(model, fields);
    base::Budget budget;
    const double began = microseconds();
    const path::Result result = search.find(person, budget);
    const double found = microseconds();
    if (result.status == path::Status::already) continue;
    ++asked;
    bool right = true;
    for (const path::Path& path : result.paths) {
      right = right && verifier.verify(person, run, path).empty();
    }
    const double checked = microseconds();
    std::printf("%zu\t%.1f\t%.1f\t%s", number, found - began, checked - found,
                !right                 ? "wrong"
                : result.paths.empty() ? "none"
                : result.ties_proved   ? "found"
                                       : "ties");
    if (!result.paths.empty()) {
      std::printf("\t%s", result.paths.front().cost.text().c_str());
      for (const path::Transition& step : result.paths.front().transitions) {
        for (const path::Change& action : step.actions) {
          std::printf("\t%s\t%s", model.features[action.feature.index()].name.c_str(),
                      action.to.text.c_str());
        }
      }
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("score_bench MODEL ROWS.csv [COUNT [general]]\n", stderr);
    return 2;
  }
  try {
    path::Options run;
    if (argc > 4) run.top = 2;
    ask(engine::load_model(argv[1]), argv[2], argc > 3 ? std::stoul(argv[3]) : SIZE_MAX, run);
  } catch (const base::InputError& error) {
    for (const base::Diagnostic& each : error.diagnostics()) {
      std::fprintf(stderr, "%s: %s\n", each.file.c_str(), each.message.c_str());
    }
    return 2;
  }
}
