// SPDX-License-Identifier: Apache-2.0
//
// The text of a cell -> what it means to a feature of the model.
//
// A set domain may list "?" and values with blanks around them: as declared wins, then the text
// without blanks, then the number that it is (01 is 1). What a domain does not list is missing if
// it is empty or a mark, otherwise bad, or unseen if the domain is only what data showed. In an
// open set it is the value that stands for all others.
//
// Numbers are read as the feature's notation has them (table/written_number.h), which is that of
// the table from which the model was learned.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"

namespace cogs::model {

struct CellValue {
  std::optional<Value> value;                 // nullopt: missing, or bad
  bool unseen = false;                        // outside an observed domain
  std::unique_ptr<base::Diagnostic> problem;  // not located
};

class CellReader {
 public:
  // Keeps a reference to the model. `marks`: texts of cells that are missing, such as "?".
  CellReader(const Model& model, FeatureId feature, std::vector<std::string> marks);

  // `number`: what the text is as a number, if the caller knows; else it is read in the notation of
  // the feature. `describe`: whether a problem is put into words, which takes far longer than
  // finding it.
  CellValue read(const std::string& text, std::optional<Number> number = {},
                 bool describe = true) const;

 private:
  CellValue read_number(const std::string& text, std::optional<Number> number) const;
  CellValue read_choice(const std::string& text, const std::optional<Number>& number) const;
  bool is_missing(const std::string& bare) const;
  base::Diagnostic problem_with(const std::string& text) const;

  const Model& model_;
  const Feature& feature_;
  std::vector<std::string> marks_;
  std::unordered_map<std::string, const Value*> by_text_;
  std::unordered_map<Number, const Value*> by_number_;
};

}  // namespace cogs::model
