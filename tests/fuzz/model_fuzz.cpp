// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a model: reading them either gives located errors or a model that is written
// back byte for byte, and whose canonical form means the same.
//
//   make fuzz && mkdir -p build/fuzz/found
//   build/fuzz/tests/fuzz/model_fuzz -max_total_time=600 -dict=tests/fuzz/model.dict \
//     build/fuzz/found tests/fuzz/corpus
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "model/read/read_model.h"
#include "model/write/write_model.h"

namespace {

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cogs;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  model::Model model;
  try {
    model = model::read_model(text, "fuzz.cogs");
  } catch (const base::InputError& error) {
    std::size_t errors = 0;
    for (const base::Diagnostic& d : error.diagnostics()) {
      errors += d.severity == base::Severity::error;
      demand(!d.message.empty(), "a diagnostic has a message");
      demand(d.place.line == 0 || d.place.column > 0, "a place has a column");
    }
    demand(errors > 0 && errors <= 20, "one to twenty errors");
    return 0;
  }
  demand(model::write_model(model) == text, "an unchanged model is written as it was read");
  const std::string canonical = model::format_model(model);
  try {
    const model::Model again = model::read_model(canonical, "canonical.cogs");
    demand(model::format_model(again) == canonical, "the canonical form is stable");
    demand(again.rules.size() == model.rules.size(), "the canonical form has the same rules");
    demand(again.causal_rules.size() == model.causal_rules.size(), "and the same causes");
  } catch (const base::InputError& error) {
    std::fprintf(stderr, "%s\n%s\n", error.what(), canonical.c_str());
    demand(false, "the canonical form is a model");
  }
  return 0;
}
