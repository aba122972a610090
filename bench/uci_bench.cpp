// SPDX-License-Identifier: Apache-2.0
//
// The paper's three models on their data sets: every record in turn, after loading; a sample of
// them again with clingo, at a complete horizon.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "benches.h"
#include "compare.h"
#include "engine/engine.h"
#include "measure.h"
#include "table.h"
#include "table/csv_reader.h"

namespace cogs::bench {

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

struct Rows {
  std::vector<model::Record> records;
  std::size_t refused = 0;  // outside the model's domains
};

// Columns are matched to features by name, small and capital letters alike.
Rows read_rows(const model::Model& model, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file);
  table::CsvReader reader(in, file);
  std::vector<std::optional<std::string>> feature_of_column;
  std::size_t matched = 0;
  for (const std::string& column : reader.header()) {
    const std::string name = lower(column);
    const bool known = model.find_feature(name).has_value();
    matched += known;
    feature_of_column.push_back(known ? std::optional(name) : std::nullopt);
  }
  if (matched != model.features.size()) throw std::runtime_error("columns are missing in " + file);
  Rows rows;
  table::CsvRow row;
  while (reader.next(row)) {
    std::vector<model::Field> fields;
    for (std::size_t c = 0; c < row.fields.size(); ++c) {
      if (feature_of_column[c]) fields.push_back({*feature_of_column[c], row.fields[c]});
    }
    try {
      rows.records.push_back(model::read_record(model, fields));
    } catch (const base::InputError&) {
      ++rows.refused;
    }
  }
  return rows;
}

struct Asked {
  std::size_t record;
  Answer answer;
};

}  // namespace

std::string bench_uci(const Settings& settings) {
  if (settings.data.empty()) return "UCI data sets: skipped, COGS_DATA is not set.\n\n";
  Table table("UCI: time a person, after loading",
              {"model", "records", "refused", "undesired", "no path", "median, all",
               "median, undesired", "p99, undesired", "worst", "peak memory"});
  Table against(
      "UCI: against clingo, the same questions at a complete horizon",
      {"model", "questions", "cogs median", "clingo solving, median",
       "clingo grounding and solving, median", "ratio to solving", "ratio to both", "costs agree"});
  for (const std::string name : {"adult", "german", "cars"}) {
    const model::Model model =
        engine::load_model(settings.examples + "/" + name + "/" + name + ".cogs");
    const std::string file = settings.data + "/" + name + "/" + name + ".csv";
    const Child child = run_in_child([&](std::FILE* out) {
      const Rows rows = read_rows(model, file);
      const path::Search search(model, {});
      const path::Verifier verifier(model);
      std::fprintf(out, "%zu\n", rows.refused);
      for (const model::Record& record : rows.records) {
        std::fprintf(out, "%s\n",
                     to_line(ask(search, verifier, record, settings.limit, 3)).c_str());
      }
    });
    if (child.exit_code != 0 || child.lines.empty()) {
      throw std::runtime_error("the search on " + name + " ended early");
    }
    std::vector<double> all, undesired;
    std::vector<Asked> asked;
    std::size_t none = 0, unchecked = 0;
    for (std::size_t i = 1; i < child.lines.size(); ++i) {
      const Answer answer = from_line(child.lines[i]);
      all.push_back(answer.seconds);
      unchecked += !answer.checked;
      none += answer.status == "none";
      if (answer.status == "already") continue;
      undesired.push_back(answer.seconds);
      asked.push_back({i - 1, answer});
    }
    if (unchecked > 0) throw std::runtime_error("the checker refuses a path on " + name);
    table.add_row({name, std::to_string(all.size()), child.lines[0],
                   std::to_string(undesired.size()), std::to_string(none), time_text(median(all)),
                   time_text(median(undesired)), time_text(quantile(undesired, 0.99)),
                   time_text(largest(all)), number_text(child.peak_mb) + " MB"});
    if (!settings.clingo || asked.empty()) continue;
    const Rows rows = read_rows(model, file);
    const std::size_t sample = std::min<std::size_t>(settings.quick ? 10 : 50, asked.size());
    Comparison comparison(settings.out, settings.limit);
    std::vector<double> ours;
    for (std::size_t s = 0; s < sample; ++s) {
      const Asked& question = asked[s * asked.size() / sample];
      comparison.add(model, rows.records[question.record], question.answer, std::nullopt);
      ours.push_back(question.answer.seconds);
    }
    against.add_row(
        {name, std::to_string(sample), time_text(median(ours)),
         time_text(median(comparison.solve_seconds())),
         time_text(median(comparison.total_seconds())),
         number_text(median(comparison.solve_ratios())),
         number_text(median(comparison.total_ratios())),
         std::to_string(sample - comparison.disagreements()) + " of " + std::to_string(sample)});
  }
  write_file(settings.out + "/uci.csv", table.csv());
  if (!settings.clingo) return table.markdown() + "clingo: not run.\n\n";
  write_file(settings.out + "/uci_clingo.csv", against.csv());
  return table.markdown() + against.markdown();
}

}  // namespace cogs::bench
