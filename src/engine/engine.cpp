// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include <stdexcept>

#include "base/text_file.h"
#include "model/read_model.h"
#include "path/search.h"
#include "path/verify.h"

namespace cogs::engine {

model::Model load_model(const std::string& file) {
  return model::read_model(base::read_text_file(file), file);
}

model::Model parse_model(const std::string& text, const std::string& name) {
  return model::read_model(text, name);
}

path::Result find_recourse(const model::Model& model, const model::Record& start,
                           const path::Options& options, const base::Limits& limits) {
  base::Budget budget(limits);
  path::Result result = path::search(model, start, options, budget);
  for (path::Path& path : result.paths) {
    const std::vector<std::string> faults = path::verify(model, start, options, path);
    if (!faults.empty()) {
      throw std::logic_error("the search found a path that the checker refuses: " + faults[0]);
    }
    path.checked = true;
  }
  return result;
}

path::Counterfactuals find_counterfactuals(const model::Model& model,
                                           const std::optional<model::Record>& start,
                                           const path::Options& options,
                                           const base::Limits& limits) {
  base::Budget budget(limits);
  return path::find_counterfactuals(model, start, options, budget);
}

std::vector<std::string> check_path(const model::Model& model, const model::Record& start,
                                    const path::Options& options, const path::Path& path) {
  return path::verify(model, start, options, path);
}

}  // namespace cogs::engine
