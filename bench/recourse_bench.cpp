// SPDX-License-Identifier: Apache-2.0
//
// recourse_bench: all side-by-side runs, one after the other; see docs/benchmarks.md.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "benches.h"
#include "measure.h"
#include "run_clingo.h"
#include "table.h"

namespace {

using cogs::bench::Settings;

[[noreturn]] void usage() {
  std::fputs(
      "recourse_bench [--quick] [--no-clingo] [--limit SECONDS] [--clingo-limit SECONDS]\n"
      "               [--out DIR] [--examples DIR] [--cogs PROGRAM]\n"
      "               [--only process|uci|families|crowded|growth]\n"
      "Writes *.csv and summary.md to DIR. The UCI data are looked for in $COGS_DATA.\n",
      stderr);
  std::exit(2);
}

std::string machine() {
  std::string cpu = "unknown CPU", line;
  int cores = 0;
  std::ifstream in("/proc/cpuinfo");
  while (std::getline(in, line)) {
    if (line.rfind("model name", 0) == 0) cpu = line.substr(line.find(':') + 2);
    cores += line.rfind("processor", 0) == 0;
  }
  return std::to_string(cores) + " x " + cpu + ", compiler " + __VERSION__ + "\n\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  settings.out = "results";
  settings.examples = COGS_EXAMPLES;
  settings.cogs = COGS_PROGRAM;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const auto value = [&]() -> std::string { return ++i < argc ? argv[i] : (usage(), ""); };
    if (option == "--quick")
      settings.quick = true;
    else if (option == "--no-clingo")
      settings.clingo = false;
    else if (option == "--limit")
      settings.limit = std::atof(value().c_str());
    else if (option == "--clingo-limit")
      settings.clingo_limit = std::atof(value().c_str());
    else if (option == "--out")
      settings.out = value();
    else if (option == "--examples")
      settings.examples = value();
    else if (option == "--cogs")
      settings.cogs = value();
    else if (option == "--only")
      only = value();
    else
      usage();
  }
  if (!(settings.limit > 0) || !(settings.clingo_limit > 0)) usage();
  if (settings.quick) {
    settings.limit = std::min(settings.limit, 5.0);
    settings.clingo_limit = std::min(settings.clingo_limit, 5.0);
  }
  if (const char* data = std::getenv("COGS_DATA")) settings.data = data;
  try {
    std::filesystem::create_directories(settings.out);
    if (settings.clingo && !cogs::bench::clingo_installed()) {
      std::fputs("bench: clingo is not installed; without comparison\n", stderr);
      settings.clingo = false;
    }
    std::string summary = machine();
    const auto run = [&](const char* name, auto bench) {
      if (!only.empty() && only != name) return;
      // In a child: what one run leaves in memory must not count for the next.
      const cogs::bench::Child child = cogs::bench::run_in_child(
          [&](std::FILE* out) { std::fputs(bench(settings).c_str(), out); });
      if (child.exit_code != 0) throw std::runtime_error(std::string(name) + " ended early");
      std::string section;
      for (const std::string& line : child.lines) section += line + "\n";
      std::fputs(section.c_str(), stdout);
      std::fflush(stdout);
      summary += section;
    };
    run("process", cogs::bench::bench_process);
    run("uci", cogs::bench::bench_uci);
    run("families", cogs::bench::bench_families);
    run("crowded", cogs::bench::bench_crowded);
    run("growth", cogs::bench::bench_growth);
    cogs::bench::write_file(settings.out + "/summary.md", summary);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "recourse_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
