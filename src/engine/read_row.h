// SPDX-License-Identifier: Apache-2.0
//
// Rows of a CSV file as records: the one of DATA.csv:17, or one after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"
#include "model/record.h"

namespace cogs::engine {

struct RowOptions {
  std::optional<char> delimiter = {};
  std::optional<bool> header = {};  // nullopt: found out, as where the model was learned
  std::string encoding = {};        // of a file; "": UTF-8, or UTF-16 where it is marked so
};

// Walks over the rows of a file. A column may differ from its feature in capitals. Columns that the
// model does not have, such as ids and labels, are no fields; one that looks like a misspelt
// feature is a warning.
class RowReader {
 public:
  // Throws InputError for a file that cannot be read, or that has no feature of the model. `text`:
  // what the file holds, where that is at hand; it and the model must outlive this.
  RowReader(const model::Model& model, const std::string& file,
            std::vector<base::Diagnostic>* warnings, std::optional<std::string_view> text,
            const RowOptions& options = {});
  ~RowReader();
  RowReader(RowReader&&) noexcept;
  RowReader& operator=(RowReader&&) = delete;

  // The next row; false at the end. A bad one throws InputError; the call after that goes on.
  bool next();
  std::uint64_t number() const;  // of the row, from 1; of a bad one too
  std::vector<model::Field> fields() const;
  // The place of a column by its name, capitals ignored where that is enough; nullopt: none.
  std::optional<std::size_t> column(const std::string& name) const;
  const std::vector<std::string>& columns() const;
  const std::string& cell(std::size_t column) const;  // as it stands in the row

 private:
  struct Inside;
  std::unique_ptr<Inside> in_;
};

// The fields of data row `number` (from 1). Throws InputError also for a row that is not there.
std::vector<model::Field> read_row(const model::Model& model, const std::string& file,
                                   std::uint64_t number,
                                   std::vector<base::Diagnostic>* warnings = nullptr,
                                   std::optional<std::string_view> text = {},
                                   const RowOptions& options = {});

}  // namespace cogs::engine
