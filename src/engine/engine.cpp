// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include "base/text_file.h"
#include "model/read/read_model.h"
#include "path/keep_checked.h"
#include "path/search.h"
#include "path/verify.h"

namespace cogs::engine {

model::Model load_model(const std::string& file) {
  return model::read_model(base::read_text_file(file), file);
}

model::Model parse_model(const std::string& text, const std::string& name) {
  return model::read_model(text, name);
}

namespace {

path::Result checked(const path::Search& search, const path::Verify& verify,
                     const model::Record& start, const base::Limits& limits,
                     const path::ProgressHook& progress) {
  base::Budget budget(limits);
  path::Result result = search.find(start, budget, nullptr, progress);
  path::keep_checked(result, verify, budget);
  return result;
}

// The checker of paths looks at what they cost as a whole; this at what each action says of itself.
std::vector<std::string> with_wrong_prices(const model::Model& model, const path::Options& options,
                                           const path::Path& path,
                                           std::vector<std::string> faults) {
  std::size_t number = 0;
  for (const path::Transition& transition : path.transitions) {
    ++number;
    for (const path::Change& action : transition.actions) {
      if (!action.cost || (action.from && *action.from == action.to)) continue;
      const model::Feature& feature = model.feature(action.feature);
      const model::Price* price = &feature.price;
      for (const path::CostOption& option : options.costs) {
        if (option.feature == action.feature) price = &option.price;
      }
      const model::Number right = model::price_of(feature, *price, action.from, action.to);
      if (*action.cost == right) continue;
      faults.push_back("transition " + std::to_string(number) + ": the change of " + feature.name +
                       " costs " + right.text() + ", not " + action.cost->text());
    }
  }
  return faults;
}

}  // namespace

path::Result find_recourse(const Prepared& prepared, const model::Record& start,
                           const path::Options& options, const base::Limits& limits,
                           const path::ProgressHook& progress) {
  const auto verify = [&](const path::Path& path) {
    return prepared.verifier().verify(start, options, path);
  };
  return checked(*prepared.search(options), verify, start, limits, progress);
}

path::Result find_recourse(const model::Model& model, const model::Record& start,
                           const path::Options& options, const base::Limits& limits,
                           const path::ProgressHook& progress) {
  const auto verify = [&](const path::Path& path) {
    return path::verify(model, start, options, path);
  };
  return checked(path::Search(model, options), verify, start, limits, progress);
}

path::Counterfactuals find_counterfactuals(const model::Model& model,
                                           const std::optional<model::Record>& start,
                                           const path::Options& options,
                                           const base::Limits& limits) {
  base::Budget budget(limits);
  return path::find_counterfactuals(model, start, options, budget);
}

std::vector<std::string> check_path(const Prepared& prepared, const model::Record& start,
                                    const path::Options& options, const path::Path& path) {
  return with_wrong_prices(prepared.model(), options, path,
                           prepared.verifier().verify(start, options, path));
}

std::vector<std::string> check_path(const model::Model& model, const model::Record& start,
                                    const path::Options& options, const path::Path& path) {
  return with_wrong_prices(model, options, path, path::verify(model, start, options, path));
}

}  // namespace cogs::engine
