// SPDX-License-Identifier: Apache-2.0
//
// How fast tables are read, beside what the machine can do at best:
//
//   bench_read adult.csv            figures of a file
//   bench_read --make 10000000 F    writes the large table to F: ten numeric columns with up to 1e5
//                                   distinct values, ten categorical ones
//
// Columns: MB/s of processor time (so other work on the machine counts less), seconds of wall time,
// and the memory at its peak as a multiple of the coded columns.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/diagnostic.h"
#include "table/read_table.h"

namespace {

double processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double memory_peak() {  // bytes
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("VmHWM:")) return 1024 * std::atof(line.c_str() + 6);
  }
  return 0;
}

void forget_memory_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

// The best of three.
void report(const char* what, double megabytes, const std::function<std::string()>& run) {
  double processor = 1e9, wall = 1e9;
  std::string remark;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const double before = processor_seconds();
    remark = run();
    processor = std::min(processor, processor_seconds() - before);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    wall = std::min(wall, taken.count());
  }
  std::printf("  %-28s %8.0f MB/s a core  %7.2f s  %s\n", what, megabytes / processor, wall,
              remark.c_str());
  std::fflush(stdout);
}

std::size_t count_lines(const std::string& file, bool look) {
  std::vector<char> buffer(std::size_t{128} << 10);
  const int in = ::open(file.c_str(), O_RDONLY);
  std::size_t lines = 0;
  for (ssize_t count; (count = ::read(in, buffer.data(), buffer.size())) > 0;) {
    const char* at = buffer.data();
    const char* const end = at + count;
    while (look && at < end) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      if (!at) break;
      ++lines, ++at;
    }
  }
  ::close(in);
  return lines;
}

void measure(const std::string& file) {
  std::ifstream in(file, std::ios::ate | std::ios::binary);
  const double megabytes = static_cast<double>(in.tellg()) / 1e6;
  std::printf("%s, %.0f MB\n", file.c_str(), megabytes);
  report("read() alone", megabytes, [&] { return count_lines(file, false), std::string(); });
  report("read() and memchr for lines", megabytes,
         [&] { return std::to_string(count_lines(file, true)) + " lines"; });
  for (const unsigned threads : {1U, std::max(1U, std::thread::hardware_concurrency())}) {
    report(("read_table, " + std::to_string(threads) + " threads").c_str(), megabytes, [&] {
      forget_memory_peak();
      cogs::table::ReadOptions options;
      options.threads = threads;
      const cogs::table::Table table = cogs::table::read_table(file, options);
      const double coded = static_cast<double>(table.coded_bytes());
      char remark[200];
      std::snprintf(remark, sizeof remark, "%zu rows, %.0f MB coded, peak %.2f times that",
                    table.rows, coded / 1e6, memory_peak() / coded);
      return std::string(remark);
    });
  }
}

// Python's own reader, which gives strings, and pandas where it is installed.
void measure_python(const std::string& file) {
  const std::string script =
      "import csv, sys, time, os\n"
      "f = sys.argv[1]; mb = os.path.getsize(f) / 1e6\n"
      "t = time.process_time(); n = sum(1 for row in csv.reader(open(f)))\n"
      "print('  %-28s %8.0f MB/s a core  %d rows' % ('Python csv', mb / (time.process_time() - t), "
      "n))\n"
      "try:\n"
      "    import pandas\n"
      "    t = time.process_time(); n = len(pandas.read_csv(f))\n"
      "    print('  %-28s %8.0f MB/s a core  %d rows' % ('pandas', mb / (time.process_time() - t), "
      "n))\n"
      "except ImportError: print('  pandas is not installed')\n";
  const std::string command = "python3 -c \"" + script + "\" '" + file + "'";
  if (std::system(command.c_str()) != 0) std::printf("  no Python\n");
}

void make_table(std::size_t rows, const std::string& file) {
  std::ofstream out(file, std::ios::binary);
  std::mt19937_64 random(1);
  std::string text;
  for (int i = 0; i < 10; ++i) text += "n" + std::to_string(i) + ",";
  for (int i = 0; i < 10; ++i) text += "k" + std::to_string(i) + (i < 9 ? "," : "\n");
  const std::uint64_t distinct[] = {100,   1000,   5000,   10000,  20000,
                                    50000, 100000, 100000, 100000, 100000};
  const std::vector<std::string> kinds = {"no",
                                          "yes",
                                          "red",
                                          "blue",
                                          "green",
                                          "single",
                                          "HS-grad",
                                          "Private",
                                          "Divorced",
                                          "Self-employed",
                                          "Married-civ-spouse"};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < 10; ++i) {
      const std::uint64_t value = random() % distinct[i];
      text += std::to_string(i % 2 ? value / 100 : value);
      if (i % 2) text += "." + std::to_string(value / 10 % 10) + std::to_string(value % 10);
      text += ",";
    }
    for (std::size_t i = 0; i < 10; ++i) text += kinds[random() % (i + 2)] + (i < 9 ? "," : "\n");
    if (text.size() > (std::size_t{1} << 20)) {
      out << text;
      text.clear();
    }
  }
  out << text;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 4 && std::strcmp(arguments[1], "--make") == 0) {
      make_table(std::strtoull(arguments[2], nullptr, 10), arguments[3]);
      return 0;
    }
    for (int i = 1; i < count; ++i) {
      measure(arguments[i]);
      measure_python(arguments[i]);
    }
  } catch (const cogs::base::InputError& error) {
    std::fprintf(stderr, "bench_read: %s\n", error.what());
    return 3;
  }
}
