// SPDX-License-Identifier: Apache-2.0
#include "table/table_reader.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/workers.h"
#include "table/block_coder.h"
#include "table/fill_columns.h"
#include "table/table_layout.h"

namespace cogs::table {
namespace {

constexpr std::size_t bytes_between_reports = std::size_t{4} << 20;

// What one thread has read.
struct Share {
  explicit Share(const TableLayout& layout) : coder(layout) {}
  BlockCoder coder;
  std::vector<BlockReport> reports;
  std::size_t booked = 0;  // bytes
};

class TableReader {
 public:
  TableReader(ByteSource& source, const std::string& name, const ReadOptions& options,
              const ReadSizes& sizes)
      : source_(source),
        name_(name),
        options_(options),
        sizes_(sizes),
        cutter_(source, sizes),
        budget_(options.limits) {}

  Table read() {
    layout_ = read_layout(cutter_, name_, options_);
    cutter_.start(layout_.body, layout_.format.delimiter);
    const unsigned threads = useful_threads();
    for (unsigned i = 0; i < threads; ++i) shares_.push_back(std::make_unique<Share>(layout_));
    base::run_on_threads(threads, [&](unsigned i) { read_blocks(*shares_[i]); });

    Table table;
    table.file = name_;
    if (budget_.reason() != base::Exhausted::no) {
      table.exhausted = budget_.reason();
      return table;
    }
    table.warnings = layout_.warnings;
    if (options_.progress) options_.progress(cutter_.bytes_done(), all_bytes());
    report_problems(table);
    fill(table, threads);
    return table;
  }

 private:
  std::size_t all_bytes() const { return source_.bytes_in_all(); }

  unsigned useful_threads() const {
    unsigned threads = base::thread_count(options_.threads);
    if (const auto size = source_.size()) {
      const std::size_t blocks = (*size - layout_.body) / sizes_.block_bytes + 1;
      threads = static_cast<unsigned>(std::min<std::size_t>(threads, blocks));
    }
    return threads;
  }

  void read_blocks(Share& share) {
    Block block;
    while (take(share, block)) {
      BlockReport report = share.coder.code(block);
      if (rows_.fetch_add(report.coded) + report.coded > sizes_.most_rows) too_many_rows_ = true;
      share.reports.push_back(std::move(report));
    }
  }

  bool take(Share& share, Block& block) {
    const std::lock_guard lock(mutex_);
    const std::size_t bytes = share.coder.bytes() + block.buffer.size();
    budget_.use_memory(bytes - std::min(bytes, share.booked));
    share.booked = std::max(share.booked, bytes);
    if (stopped_ || budget_.exhausted_now() || too_many_rows_) return false;
    try {
      if (!cutter_.next(block)) return false;
      const std::size_t done = cutter_.bytes_done();
      if (options_.progress && done >= last_reported_ + bytes_between_reports) {
        options_.progress(last_reported_ = done, all_bytes());
      }
    } catch (...) {
      stopped_ = true;  // the others need not go on
      throw;
    }
    return true;
  }

  // All reports in the order of their blocks.
  std::vector<const BlockReport*> reports() const {
    std::vector<const BlockReport*> all;
    for (const auto& share : shares_) {
      for (const BlockReport& report : share->reports) all.push_back(&report);
    }
    std::sort(all.begin(), all.end(),
              [](const auto* a, const auto* b) { return a->number < b->number; });
    return all;
  }

  void report_problems(Table& table) const {
    std::vector<base::Diagnostic> found;
    std::uint64_t rows = 0, lines = layout_.body_line - 1, bad = 0;
    bool fatal = false;
    for (const BlockReport* report : reports()) {
      for (const RowProblem& problem : report->problems) {
        if (found.size() < most_problems) found.push_back(described(problem, rows, lines));
      }
      rows += report->rows;
      lines += report->lines;
      bad += report->bad;
      fatal = fatal || report->open_quote;
    }
    std::vector<base::Diagnostic> last;
    if (const auto& too_long = cutter_.too_long()) {
      base::Diagnostic d = describe(too_long->fault);
      d.file = name_;
      d.place = too_long->place;
      d.place.line += static_cast<std::uint32_t>(lines);
      last.push_back(std::move(d));
    }
    if (too_many_rows_) {
      base::Diagnostic d;
      d.file = name_;
      d.message = "the table has more than " + std::to_string(sizes_.most_rows) + " rows";
      last.push_back(std::move(d));
    }
    if (bad == 0 && last.empty()) return;
    if (options_.skip_bad_rows && !fatal && last.empty()) {
      table.warnings.push_back(summed_up(found, bad));
      return;
    }
    if (bad > found.size()) {
      base::Diagnostic d;
      d.file = name_;
      d.message = std::to_string(bad - found.size()) + " more rows cannot be read";
      last.insert(last.begin(), std::move(d));
    }
    found.insert(found.end(), last.begin(), last.end());
    throw base::InputError(std::move(found));
  }

  base::Diagnostic described(const RowProblem& problem, std::uint64_t rows,
                             std::uint64_t lines) const {
    base::Diagnostic d =
        problem.fault == RowFault::none
            ? describe_field_count(rows + problem.row, problem.fields, layout_.names.size(),
                                   layout_.format.header, layout_.format.delimiter)
            : describe(problem.fault);
    d.file = name_;
    d.place = problem.place;
    d.place.line += static_cast<std::uint32_t>(lines);
    d.source_line = problem.source_line;
    return d;
  }

  static base::Diagnostic summed_up(const std::vector<base::Diagnostic>& found, std::uint64_t bad) {
    base::Diagnostic d = found.front();
    d.severity = base::Severity::warning;
    d.message = std::to_string(bad) + (bad == 1 ? " row" : " rows") +
                " that cannot be read left out; the first: " + found.front().message;
    d.help = bad == 1 ? "line " : "lines ";
    for (std::size_t i = 0; i < found.size(); ++i) {
      d.help += (i == 0 ? "" : ", ") + std::to_string(found[i].place.line);
    }
    if (bad > found.size()) d.help += " and " + std::to_string(bad - found.size()) + " more";
    return d;
  }

  void fill(Table& table, unsigned threads) {
    std::vector<ThreadShare> shares;
    for (const auto& share : shares_) {
      ThreadShare& all = shares.emplace_back();
      all.columns = &share->coder.columns();
      for (const BlockReport& report : share->reports) {
        all.blocks.push_back({report.number, report.coded});
      }
    }
    table.rows = rows_;
    if (!fill_columns(table, layout_, options_, std::move(shares), threads,
                      [&] { return budget_.exhausted_now(); })) {
      table = Table{};
      table.file = name_;
      table.exhausted = budget_.reason();
    }
  }

  ByteSource& source_;
  const std::string& name_;
  const ReadOptions& options_;
  const ReadSizes& sizes_;
  TableLayout layout_;
  std::vector<std::unique_ptr<Share>> shares_;
  std::atomic<std::uint64_t> rows_ = 0;
  std::atomic<bool> too_many_rows_ = false;

  std::mutex mutex_;  // guards what follows
  BlockCutter cutter_;
  base::Budget budget_;
  std::size_t last_reported_ = 0;
  bool stopped_ = false;
};

}  // namespace

Table read_table_from(ByteSource& source, const std::string& name, const ReadOptions& options,
                      const ReadSizes& sizes) {
  return TableReader(source, name, options, sizes).read();
}

}  // namespace cogs::table
