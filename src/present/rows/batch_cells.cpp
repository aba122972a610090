// SPDX-License-Identifier: Apache-2.0
#include "present/rows/batch_cells.h"

#include "present/rows/batch_rows.h"
#include "present/rows/batch_words.h"

namespace cogs::present {

namespace {

using Kind = batch::CellColumn::Kind;

class WordCells : public batch::CellFormat {
 public:
  WordCells(const model::Model& model, bool reasons, bool typed)
      : model_(model), reasons_(reasons), typed_(typed) {}

  std::vector<batch::CellColumn> columns() const override {
    std::vector<batch::CellColumn> all{{"cogs_status"},
                                       {"cogs_cost", typed_ ? Kind::number : Kind::text},
                                       {"cogs_certain", typed_ ? Kind::truth : Kind::text},
                                       {"cogs_changes"},
                                       {"cogs_path"}};
    if (reasons_) all.push_back({"cogs_reasons"});
    return all;
  }

  Cells answer(const batch::AnswerRow& row) const override {
    AnswerWords words = answer_words(model_, row);
    Cells cells{words.status, words.cost, words.certain, words.changes, words.way};
    if (reasons_) cells.emplace_back(words.reasons);
    for (auto& cell : cells) {
      if (cell && cell->empty()) cell.reset();
    }
    return cells;
  }

  Cells problem(std::uint64_t, const std::vector<base::Diagnostic>& problems) const override {
    Cells cells{"error", std::nullopt, std::nullopt, std::nullopt, problem_words(problems)};
    if (reasons_) cells.emplace_back();
    return cells;
  }

  std::string value(const model::Feature&,
                    const std::optional<model::Value>& value) const override {
    return value ? value->text : "?";
  }

 private:
  const model::Model& model_;
  bool reasons_, typed_;
};

class JsonCells : public batch::CellFormat {
 public:
  JsonCells(const model::Model& model, bool reasons)
      : rows_(batch_json_lines(model, reasons)), model_(model) {}

  std::vector<batch::CellColumn> columns() const override {
    return {{"cogs_status"}, {"cogs_answer"}};
  }
  Cells answer(const batch::AnswerRow& row) const override {
    return {answer_words(model_, row).status, rows_->answer(row)};
  }
  Cells problem(std::uint64_t row, const std::vector<base::Diagnostic>& problems) const override {
    return {"error", rows_->problem(row, problems)};
  }
  std::string value(const model::Feature& feature,
                    const std::optional<model::Value>& value) const override {
    return rows_->value(feature, value);
  }
  std::string amount(const model::Number& amount) const override { return rows_->amount(amount); }

 private:
  std::unique_ptr<batch::RowFormat> rows_;
  const model::Model& model_;
};

}  // namespace

std::unique_ptr<batch::CellFormat> batch_cells(const model::Model& model, bool reasons,
                                               bool typed) {
  return std::make_unique<WordCells>(model, reasons, typed);
}

std::unique_ptr<batch::CellFormat> batch_json_cells(const model::Model& model, bool reasons) {
  return std::make_unique<JsonCells>(model, reasons);
}

}  // namespace cogs::present
