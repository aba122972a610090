// SPDX-License-Identifier: Apache-2.0
#include "table/fill_columns.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/workers.h"
#include "table/odd_cells.h"
#include "table/settle_column.h"

namespace cogs::table {
namespace {

// Rows that one thread read one after the other, and where they belong.
struct RowRun {
  std::size_t first = 0, count = 0;
};

std::vector<std::vector<RowRun>> place_rows(const std::vector<ThreadShare>& shares) {
  struct Piece {
    std::size_t block, share, rows;
  };
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    for (const auto& [block, rows] : shares[i].blocks) pieces.push_back({block, i, rows});
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.block < b.block; });
  std::vector<std::vector<RowRun>> runs(shares.size());
  std::size_t row = 0;
  for (const Piece& piece : pieces) {
    std::vector<RowRun>& own = runs[piece.share];
    if (!own.empty() && own.back().first + own.back().count == row) {
      own.back().count += piece.rows;
    } else {
      own.push_back({row, piece.rows});
    }
    row += piece.rows;
  }
  return runs;
}

class Filling {
 public:
  Filling(Table& table, const TableLayout& layout, const ReadOptions& options,
          std::vector<ThreadShare> shares, const std::function<bool()>& stop)
      : table_(table),
        layout_(layout),
        settle_options_{{options.missing.begin(), options.missing.end()},
                        options.missing_is_value,
                        [this] { return !go_on(); }},
        shares_(std::move(shares)),
        runs_(place_rows(shares_)),
        stop_(stop) {
    for (std::size_t i = 0; i < layout.names.size(); ++i) {
      if (layout.kept[i]) kept_.push_back(i);
    }
    works_ = std::vector<Work>(kept_.size());
    table_.columns.resize(kept_.size());
  }

  bool run(unsigned threads) {
    std::atomic<std::size_t> next = 0;
    base::run_on_threads(threads, [&](unsigned) {
      try {
        for (std::size_t i; (i = next++) < kept_.size() && go_on();) settle(i);
      } catch (const SettlingStopped&) {  // go_on() says no from now on
      }
    });
    if (stopped_) return false;
    try {
      settle_undecided();
    } catch (const SettlingStopped&) {
      return false;
    }
    next = 0;
    base::run_on_threads(threads, [&](unsigned) {
      for (std::size_t i; (i = next++) < kept_.size() * shares_.size() && go_on();) {
        fill(i / shares_.size(), i % shares_.size());
      }
    });
    if (stopped_) return false;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      table_.columns[i].missing_cells = works_[i].missing_cells;
      warn(i);
    }
    leave_out_nameless();
    if (!errors_.empty()) throw base::InputError(std::move(errors_));
    return true;
  }

 private:
  struct Work {
    std::vector<std::vector<Code>> code_of;  // of the fields of each share
    std::vector<Code> too_large;             // final codes
    std::once_flag started;
    std::atomic<std::size_t> missing_cells = 0;
    // Of a column whose decimal mark the others must tell.
    std::unique_ptr<FieldDictionary> undecided;
    DecimalMark mark = DecimalMark::nothing;
    std::size_t unfit_cells = 0;
    SettledColumn settled;
  };

  bool go_on() {
    const std::lock_guard lock(mutex_);
    stopped_ = stopped_ || stop_();
    return !stopped_;
  }

  CodedField& coded(std::size_t i, std::size_t share) {
    return (*shares_[share].columns)[kept_[i]];
  }

  // Joins the dictionaries of all threads, and finds type and codes.
  void settle(std::size_t i) {
    Work& work = works_[i];
    FieldDictionary joined = std::move(coded(i, 0).dictionary);
    work.code_of.resize(shares_.size());
    for (std::size_t share = 1; share < shares_.size(); ++share) {
      const FieldDictionary own = std::move(coded(i, share).dictionary);
      work.code_of[share].resize(own.size());
      for (Code code = 0; code < own.size(); ++code) {
        work.code_of[share][code] = joined.code(own.text(code));
      }
    }
    SettledColumn settled = settle_column(joined, layout_.readings[kept_[i]], settle_options_,
                                          [&](const auto& odd) { return uses(i, odd); });
    work.mark = settled.mark;
    if (settled.mark == DecimalMark::either) {
      work.undecided = std::make_unique<FieldDictionary>(std::move(joined));
      work.settled = std::move(settled);
    } else {
      take(i, std::move(settled));
    }
  }

  // Where other columns have decimal commas, and none has a decimal point, `1.234` is a thousand
  // and `1,234` is not. Semicolons between columns stand where commas stand in numbers: there, too,
  // `1.234` is rather a thousand, but that is a guess.
  void settle_undecided() {
    bool comma = false, point = false;
    for (const Work& work : works_) {
      comma = comma || work.mark == DecimalMark::comma;
      point = point || work.mark == DecimalMark::point;
    }
    for (std::size_t i = 0; i < works_.size(); ++i) {
      Work& work = works_[i];
      if (!work.undecided) continue;
      const std::string written = work.settled.column.ambiguous;
      const bool dots = written.find('.') != std::string::npos;
      const bool guess = dots && !comma && !point && layout_.format.delimiter == ';';
      if ((comma && !point) || guess) {
        ColumnReading reading = layout_.readings[kept_[i]];
        reading.decimal_comma = true;
        work.settled = settle_column(*work.undecided, reading, settle_options_,
                                     [&](const auto& odd) { return uses(i, odd); });
        if (guess) work.settled.column.ambiguous = written;
      } else if (point || (dots && !work.settled.whole_beside)) {
        work.settled.column.ambiguous.clear();
      }
      take(i, std::move(work.settled));
      work.undecided.reset();
    }
  }

  // How often fields of the joined dictionary stand in a column, and where first.
  std::vector<FieldUse> uses(std::size_t i, const std::vector<Code>& fields) {
    std::vector<FieldUse> found(fields.size());
    if (fields.empty()) return found;
    std::unordered_map<Code, std::size_t> place;
    for (std::size_t at = 0; at < fields.size(); ++at) place.emplace(fields[at], at);
    for (std::size_t share = 0; share < shares_.size(); ++share) {
      // By the thread's own codes: the place in `found`, if it is asked for.
      const std::vector<Code>& joined = works_[i].code_of[share];
      constexpr std::uint32_t not_wanted = 0xFFFF'FFFF;
      std::vector<std::uint32_t> wanted;
      const auto want = [&](Code own) {
        const auto at = place.find(share == 0 ? own : joined[own]);
        return at == place.end() ? not_wanted : static_cast<std::uint32_t>(at->second);
      };
      std::size_t run = 0, before = 0;  // rows of earlier runs
      coded(i, share).codes.look([&](auto codes, std::size_t first) {
        for (std::size_t at = 0; at < codes.size(); ++at) {
          while (wanted.size() <= codes[at])
            wanted.push_back(want(static_cast<Code>(wanted.size())));
          const std::uint32_t to = wanted[codes[at]];
          if (to == not_wanted) continue;
          while (first + at >= before + runs_[share][run].count)
            before += runs_[share][run++].count;
          const std::size_t row = runs_[share][run].first + (first + at - before) + 1;
          found[to].row = found[to].cells == 0 ? row : std::min(found[to].row, row);
          ++found[to].cells;
        }
      });
    }
    return found;
  }

  void take(std::size_t i, SettledColumn settled) {
    Work& work = works_[i];
    for (std::size_t share = 1; share < shares_.size(); ++share) {
      for (Code& code : work.code_of[share]) code = settled.code_of[code];
    }
    work.unfit_cells = settled.unfit_cells;
    for (const Code field : settled.too_large) work.too_large.push_back(settled.code_of[field]);
    work.code_of[0] = std::move(settled.code_of);
    table_.columns[i] = std::move(settled.column);
    table_.columns[i].name = layout_.names[kept_[i]];
  }

  void fill(std::size_t i, std::size_t share) {
    Work& work = works_[i];
    Column& column = table_.columns[i];
    std::call_once(work.started, [&] { column.codes = Codes(table_.rows, column.missing()); });
    CodeStore store = std::move(coded(i, share).codes);
    const std::vector<Code> code_of = std::move(work.code_of[share]);
    const Code missing = column.missing();
    std::size_t missing_cells = 0;
    column.codes.visit([&](auto codes) {
      using To = typename decltype(codes)::value_type;
      const std::vector<To> final_code(code_of.begin(), code_of.end());
      CodeStore::Cursor cursor(store);
      for (const RowRun& run : runs_[share]) {
        cursor.take(run.count, [&](auto local, std::size_t at) {
          To* const to = codes.data() + run.first + at;
          for (std::size_t row = 0; row < local.size(); ++row) {
            const To code = final_code[local[row]];
            to[row] = code;
            missing_cells += code == missing;
          }
        });
      }
    });
    work.missing_cells += missing_cells;
  }

  // Sheets end in columns that somebody once clicked into.
  void leave_out_nameless() {
    for (std::size_t i = kept_.size(); i-- > 0;) {
      if (!layout_.nameless(kept_[i])) continue;
      const Column& column = table_.columns[i];
      std::size_t row = 0;
      while (row < table_.rows && column.codes[row] == column.missing()) ++row;
      if (row < table_.rows) {
        errors_.push_back(base::error_about(
            table_.file,
            "column " + std::to_string(kept_[i] + 1) + " has no name, but cells ('" +
                column.text(column.codes[row]) + "' in row " + std::to_string(row + 1) + ")",
            "every column needs a name of its own"));
      }
      table_.columns.erase(table_.columns.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void warn(std::size_t i) {
    const ColumnReading& reading = layout_.readings[kept_[i]];
    // More than one of ten: the format is wrong, not the cells.
    const std::size_t fitting = table_.rows - table_.columns[i].missing_cells;
    if (works_[i].unfit_cells * 9 > fitting) {
      errors_.push_back(describe_unfit(table_.columns[i], table_, works_[i].unfit_cells));
      return;
    }
    warn_of_odd_cells(table_.columns[i], table_);
    if (reading.type == ColumnType::found_out && !reading.plain) {
      warn_of_dates(table_.columns[i], table_);
    }
    std::vector<Code>& codes = works_[i].too_large;
    if (codes.empty()) return;
    const Column& column = table_.columns[i];
    const Code code = *std::min_element(codes.begin(), codes.end());
    std::size_t row = 0;
    while (column.codes[row] != code) ++row;
    base::Diagnostic d;
    d.severity = base::Severity::warning;
    d.file = table_.file;
    std::string text = column.text(code);
    if (text.size() > 40) text = text.substr(0, 40) + "...";
    d.message = "'" + text + "' in column '" + column.name + "', row " + std::to_string(row + 1) +
                ", is beyond the range of numbers and taken as a text";
    table_.warnings.push_back(std::move(d));
  }

  Table& table_;
  const TableLayout& layout_;
  const SettleOptions settle_options_;
  std::vector<ThreadShare> shares_;
  std::vector<std::vector<RowRun>> runs_;
  const std::function<bool()>& stop_;
  std::vector<std::size_t> kept_;
  std::vector<Work> works_;
  std::mutex mutex_;
  bool stopped_ = false;
  std::vector<base::Diagnostic> errors_;
};

}  // namespace

bool fill_columns(Table& table, const TableLayout& layout, const ReadOptions& options,
                  std::vector<ThreadShare> shares, unsigned threads,
                  const std::function<bool()>& stop) {
  return Filling(table, layout, options, std::move(shares), stop).run(threads);
}

}  // namespace cogs::table
