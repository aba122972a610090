// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a model file of another library: an ensemble that is sound, scores rows and is
// written and read again to the same text, or an InputError; never a crash. What does not look like
// any format is read as one that its length chooses.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "score/cut.h"
#include "score/error_bound.h"
#include "score/evaluate.h"
#include "score/read.h"
#include "score/score_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cogs;
  using namespace cogs::score;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto names = format_names();
  const Format format = detect_format(bytes).value_or(*format_named(names[size % names.size()]));
  try {
    const Ensemble e = read_ensemble(bytes, "m", format);
    std::vector<Value> row(e.columns.size());
    for (const double number : {0.0, 1.5, -1e30}) {
      for (std::size_t c = 0; c < row.size(); ++c) {
        const bool category = e.columns[c].kind == Column::Kind::category;
        row[c] = category ? Value::of_unknown() : Value::of_number(number);
        if (category && !e.columns[c].categories.empty() && number > 0)
          row[c] = Value::of_category(0);
      }
      raw_scores(e, row);
    }
    for (std::size_t o = 0; o < e.outputs.size(); ++o) error_bound(e, o);
    for (const Tree& tree : e.trees) {
      for (const Node& node : tree.nodes) {
        if (node.test != Test::leaf && node.test != Test::in_set) cut_of(e, node);
      }
    }
    // Names that are not UTF-8 are mended when they are written.
    const std::string text = write_score(read_ensemble(write_score(e), "again", Format::score));
    if (write_score(read_ensemble(text, "again", Format::score)) != text) std::abort();
  } catch (const base::InputError&) {
  }
  return 0;
}
