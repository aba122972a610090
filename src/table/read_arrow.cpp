// SPDX-License-Identifier: Apache-2.0
#include "table/read_arrow.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <utility>

#include "base/diagnostic.h"
#include "base/workers.h"
#include "table/fill_columns.h"
#include "table/table_layout.h"

namespace cogs::table {

bool is_pandas_index(const std::string& name) {
  return name.starts_with("__index_level_") && name.ends_with("__");
}

base::Diagnostic unread_column(const std::string& file, const ArrowColumn& column) {
  return base::error_about(
      file,
      "the column '" + column.name + "' has the type " + column.words() + ", which cannot be read",
      "columns hold numbers, texts, truths or dates; turn this one into texts, or leave it out");
}

namespace {

constexpr std::size_t rows_at_once = 8192;  // so that codes stay in the cache

class Reader {
 public:
  Reader(ArrowStream& stream, const ReadOptions& options, const ArrowReading& reading)
      : stream_(stream), options_(options), budget_(options.limits) {
    std::vector<std::string> names;
    for (const ArrowColumn& column : stream.columns()) names.push_back(column.name);
    layout_ = layout_of_columns(std::move(names), stream.name(), options);
    std::vector<base::Diagnostic> problems;
    for (std::size_t i = 0; i < layout_.names.size(); ++i) {
      const ArrowColumn& column = stream.columns()[i];
      if (is_pandas_index(column.name)) layout_.kept[i] = false;
      if (!layout_.kept[i] || column.readable()) continue;
      layout_.kept[i] = false;
      if (!reading.wanted || reading.wanted(column.name)) {
        problems.push_back(unread_column(stream.name(), column));
      }
    }
    if (!problems.empty()) throw base::InputError(std::move(problems));
    for (const ArrowColumn& column : stream.columns()) {
      if (reading.truth) {
        coders_.emplace_back(column, reading.truth(column.name));
      } else {
        coders_.emplace_back(column);
      }
    }
    columns_.resize(layout_.names.size());
    for (std::size_t i = 0; i < layout_.names.size(); ++i) {
      if (layout_.kept[i]) kept_.push_back(i);
    }
  }

  Table read() {
    const unsigned threads =
        std::min<unsigned>(base::thread_count(options_.threads),
                           static_cast<unsigned>(std::max<std::size_t>(1, kept_.size())));
    Table table;
    table.file = stream_.name();
    ThreadShare share;
    share.columns = &columns_;
    std::size_t number = 0;
    while (!budget_.exhausted_now()) {
      const ArrowBatchRef batch = stream_.next();
      if (!batch) break;
      code(batch, batch->rows() < rows_at_once ? 1 : threads);
      if (ended_ != base::Exhausted::no) return stopped();
      share.blocks.push_back({number++, batch->rows()});
      table.rows += batch->rows();
      if (table.rows > std::numeric_limits<std::uint32_t>::max() - 1) {
        throw base::InputError(base::error_about(stream_.name(), "the table has too many rows"));
      }
      if (options_.progress) options_.progress(table.rows, 0);
    }
    if (budget_.reason() != base::Exhausted::no) return stopped();
    table.warnings = layout_.warnings;
    std::vector<ThreadShare> shares;
    shares.push_back(std::move(share));
    if (!fill_columns(table, layout_, options_, std::move(shares), threads,
                      [&] { return budget_.exhausted_now(); })) {
      return stopped();
    }
    return table;
  }

 private:
  Table stopped() const {
    Table table;
    table.file = stream_.name();
    const base::Exhausted ended = ended_;
    table.exhausted = ended != base::Exhausted::no ? ended : budget_.reason();
    return table;
  }

  // Each column by one thread.
  void code(const ArrowBatchRef& batch, unsigned threads) {
    std::atomic<std::size_t> next = 0;
    const auto work = [&](unsigned) {
      base::Budget own({}, budget_);
      std::vector<Code> codes;
      for (std::size_t i; (i = next++) < kept_.size();) {
        CodedField& field = columns_[kept_[i]];
        for (std::size_t first = 0; first < batch->rows(); first += rows_at_once) {
          if (ended_ != base::Exhausted::no) return;
          if (own.exhausted_now()) {
            ended_ = own.reason();
            return;
          }
          codes.resize(std::min(rows_at_once, batch->rows() - first));
          coders_[kept_[i]].code(batch, kept_[i], first, codes, field.dictionary);
          field.codes.append(codes, field.dictionary.size());
        }
      }
    };
    if (threads == 1) {
      work(0);
    } else {
      base::run_on_threads(threads, work);
    }
  }

  ArrowStream& stream_;
  const ReadOptions& options_;
  base::Budget budget_;
  std::atomic<base::Exhausted> ended_ = base::Exhausted::no;
  TableLayout layout_;
  std::vector<ArrowCoder> coders_;
  std::vector<CodedField> columns_;
  std::vector<std::size_t> kept_;
};

}  // namespace

Table read_arrow(ArrowStream& stream, const ReadOptions& options, const ArrowReading& reading) {
  return Reader(stream, options, reading).read();
}

}  // namespace cogs::table
