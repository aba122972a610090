// SPDX-License-Identifier: Apache-2.0
//
// The text of a field -> what it means to the model. Each text is looked at once; a row then
// costs one look-up a column. Where texts do not repeat, most are plain numbers well inside a cell:
// these are read without exact arithmetic, which only values near a border need.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "batch/row_format.h"
#include "model/model.h"
#include "model/read/cell_reader.h"
#include "path/shared_search.h"
#include "table/field_dictionary.h"

namespace cogs::batch {

struct FieldValue {
  // Of a number that was read in a hurry `value` is not set; read_value() makes it of the text.
  std::optional<model::Value> value;  // nullopt: missing
  path::Place place = 0;              // in the search that all rows share
  double near = 0;                    // of a number
  std::string text;                   // as rows show it
  bool hurried = false;
  bool unseen = false;  // outside an observed domain
  std::unique_ptr<base::Diagnostic> problem;

  std::optional<model::Value> read_value() const;
};

class FieldValues {
 public:
  FieldValues(const model::Model& model, model::FeatureId feature, const path::SharedSearch& common,
              const ValueFormat& format, const std::vector<std::string>& marks);

  // Codes of one column of a block, as FieldDictionary::code_fields; then ask of().
  void code(std::string_view text, const std::uint32_t* bounds, std::size_t stride,
            std::span<table::Code> codes);
  const FieldValue& of(table::Code code) const { return values_[code]; }

  // The same in parts, for codes that others find: forget() first, which says whether all codes
  // are new ones from now on; then texts() as long as rows go by; then look().
  bool forget();
  table::FieldDictionary& texts() { return dictionary_; }
  void look();

 private:
  model::CellValue read(std::string_view raw) const;
  bool read_in_a_hurry(std::string_view raw, FieldValue& value) const;

  const model::Model& model_;
  model::FeatureId feature_;
  const path::SharedSearch& common_;
  const ValueFormat& format_;
  model::CellReader reader_;
  std::vector<double> marks_;    // numbers that mean missing
  std::vector<double> borders_;  // of the cells and the domain; empty: never hurry
  // What numbers between two borders have in common, found out with the first of them.
  struct Between {
    bool known = false, fine = false;
    path::Place place = 0;
  };
  mutable std::vector<Between> between_;
  table::FieldDictionary dictionary_;
  std::vector<FieldValue> values_;
};

}  // namespace cogs::batch
