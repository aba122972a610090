// SPDX-License-Identifier: Apache-2.0
#include "table/csv_reader.h"

#include <algorithm>
#include <utility>

#include "table/csv_rules.h"

namespace cogs::table {
namespace {

class IstreamSource : public ByteSource {
 public:
  IstreamSource(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}
  std::size_t read(char* into, std::size_t size) override {
    in_.read(into, static_cast<std::streamsize>(size));
    if (in_.bad()) {
      throw base::InputError(base::Diagnostic{
          base::Severity::error, name_, {}, "the file cannot be read to its end", {}, {}});
    }
    done_ += static_cast<std::size_t>(in_.gcount());
    return static_cast<std::size_t>(in_.gcount());
  }
  std::size_t bytes_done() const override { return done_; }
  std::size_t bytes_in_all() const override { return 0; }

 private:
  std::istream& in_;
  std::string name_;
  std::size_t done_ = 0;
};

}  // namespace

CsvReader::CsvReader(std::istream& in, std::string file, const CsvOptions& options)
    : CsvReader(std::make_unique<IstreamSource>(in, file), file, options) {}

CsvReader::CsvReader(std::unique_ptr<ByteSource> source, std::string file,
                     const CsvOptions& options)
    : source_(std::move(source)), file_(std::move(file)), cutter_(*source_, {}) {
  ReadOptions reading;
  reading.delimiter = options.delimiter;
  reading.header = options.header;
  reading.nameless_index = options.nameless_index;
  layout_ = read_layout(cutter_, file_, reading);
  cutter_.start(layout_.body, layout_.format.delimiter);
  line_ = layout_.body_line;
}

bool CsvReader::next_block() {
  at_ = 0;
  if (cutter_.next(block_)) return true;
  block_.text = {};
  if (const auto& too_long = cutter_.too_long(); too_long && !too_long_reported_) {
    too_long_reported_ = true;
    base::Diagnostic d = describe(too_long->fault);
    d.file = file_;
    d.place = too_long->place;
    d.place.line += line_ - 1;
    throw base::InputError(std::move(d));
  }
  return false;
}

bool CsvReader::next(CsvRow& row) {
  row.number = ++rows_;
  row.fields.clear();
  row.places.clear();
  const char delimiter = layout_.format.delimiter;
  const std::size_t columns = layout_.names.size();
  RowEnd end;
  std::size_t begin = 0;
  do {
    if (at_ == block_.text.size() && !next_block()) return false;
    begin = at_;
    row.line = line_;
    end = find_row_end(block_.text, begin, delimiter, true);
    at_ = end.next;
    line_ += static_cast<std::uint32_t>(
        std::count(block_.text.begin() + static_cast<std::ptrdiff_t>(begin),
                   block_.text.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  } while (end.end == begin && columns > 1);

  const std::string_view text = block_.text;
  const auto check = [&](RowFault fault, std::size_t at) {
    if (fault != RowFault::none) fail(describe(fault), begin, at);
  };
  std::size_t at = 0;
  const RowFault characters = check_characters(text.substr(begin, end.end - begin), at);
  check(characters, begin + at);
  check(end.fault, end.fault_at);
  ends_.clear();
  split_row(text, begin, end.end, delimiter, ends_);
  const RowFault returns = check_carriage_returns(text, begin, ends_.data(), ends_.size(), at);
  check(returns, at);
  if (ends_.size() != columns) {
    const std::size_t odd = std::min(ends_.size() - 1, columns);
    fail(describe_field_count(row.number, ends_.size(), columns, layout_.format.header, delimiter),
         begin, odd == 0 ? begin : ends_[odd - 1] + std::size_t{1});
  }

  PlaceFinder finder(text, begin, row.line);
  for (std::size_t field = begin; const std::uint32_t field_end : ends_) {
    row.fields.push_back(field_text(text.substr(field, field_end - field)));
    row.places.push_back(finder.find(field, field_end - field));
    field = field_end + std::size_t{1};
  }
  return true;
}

void CsvReader::fail(base::Diagnostic problem, std::size_t row_begin, std::size_t at) const {
  // line_ is already behind the row.
  const auto lines = std::count(block_.text.begin() + static_cast<std::ptrdiff_t>(row_begin),
                                block_.text.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
  problem.file = file_;
  problem.place =
      PlaceFinder(block_.text, row_begin, line_ - static_cast<std::uint32_t>(lines)).find(at);
  problem.source_line = line_around(block_.text, at);
  throw base::InputError(std::move(problem));
}

}  // namespace cogs::table
