// SPDX-License-Identifier: Apache-2.0
#include "batch/journal.h"

#include <sstream>

#include "base/sha256.h"

namespace cogs::batch {

namespace {

constexpr std::string_view first_line = "cogs batch journal 2\n";

std::string check_sum(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  std::ostringstream out;
  out << std::hex << hash;
  return out.str();
}

std::optional<Progress> read_line(const std::string& line) {
  const std::size_t hash = line.rfind(" #");
  if (hash == std::string::npos || check_sum(line.substr(0, hash)) != line.substr(hash + 2)) {
    return std::nullopt;
  }
  std::istringstream in(line.substr(0, hash));
  Progress p;
  const auto read_counts = [&](Counts& c) {
    in >> c.rows >> c.found >> c.already >> c.none >> c.gave_up >> c.bad;
  };
  in >> p.blocks >> p.input_bytes >> p.rows >> p.lines >> p.output_bytes >> p.error_bytes;
  read_counts(p.counts);
  if (!in) return std::nullopt;
  in >> std::ws;
  if (in.eof()) return p;
  in >> p.begun.rows >> p.begun.output_bytes >> p.begun.error_bytes;
  read_counts(p.begun.counts);
  if (!in) return std::nullopt;
  return p;
}

}  // namespace

std::string RunIdentity::text() const {
  return "model " + model_sha256 + "\noptions " + base::sha256(options) + "\ninput " +
         std::to_string(input_size) + " " + std::to_string(input_time) + "\n";
}

std::string journal_head(const RunIdentity& run) { return std::string(first_line) + run.text(); }

std::string journal_line(const Progress& p) {
  std::ostringstream out;
  const auto write_counts = [&](const Counts& c) {
    out << ' ' << c.rows << ' ' << c.found << ' ' << c.already << ' ' << c.none << ' ' << c.gave_up
        << ' ' << c.bad;
  };
  out << p.blocks << ' ' << p.input_bytes << ' ' << p.rows << ' ' << p.lines << ' '
      << p.output_bytes << ' ' << p.error_bytes;
  write_counts(p.counts);
  if (p.begun.rows > 0) {
    out << ' ' << p.begun.rows << ' ' << p.begun.output_bytes << ' ' << p.begun.error_bytes;
    write_counts(p.begun.counts);
  }
  return out.str() + " #" + check_sum(out.str()) + "\n";
}

std::optional<Progress> read_journal(std::string_view text, const std::string& file,
                                     const RunIdentity& run, std::uint64_t output_size,
                                     std::uint64_t error_size) {
  const std::string head = journal_head(run);
  if (text.size() < head.size() && head.starts_with(text)) return std::nullopt;  // cut short
  if (!text.starts_with(head)) {
    throw base::InputError(base::error_about(
        file, "this is the journal of another run: the model, the options or the data differ",
        "run without --resume to begin anew"));
  }
  std::optional<Progress> last;
  std::istringstream lines{std::string(text.substr(head.size()))};
  for (std::string line; std::getline(lines, line);) {
    std::optional<Progress> progress = read_line(line);
    if (!progress) break;
    if (progress->output_bytes > output_size || progress->error_bytes > error_size) break;
    const BegunBlock& begun = progress->begun;
    if (begun.output_bytes > output_size - progress->output_bytes ||
        begun.error_bytes > error_size - progress->error_bytes) {
      progress->begun = {};
    }
    last = progress;
  }
  return last;
}

}  // namespace cogs::batch
