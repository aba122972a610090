// SPDX-License-Identifier: Apache-2.0
#include "present/text/counterfactuals.h"

#include "present/words/template_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

std::string region_words(const model::Model& model, const path::Region& region,
                         const TextStyle& style) {
  std::string out;
  for (std::size_t i = 0; i < region.features.size(); ++i) {
    const model::Feature& feature = model.features[i];
    if (is_whole_domain(feature, region.features[i])) continue;
    out += (out.empty() ? "" : "; ") + toned(Tone::strong, feature_words(feature), style) + ": " +
           set_words(feature, region.features[i]);
  }
  return out.empty() ? "every state" : out;
}

}  // namespace

std::string counterfactuals_text(const model::Model& model,
                                 const std::optional<model::Record>& start,
                                 const path::Options& options, const path::Counterfactuals& found,
                                 const TextStyle& style) {
  const auto desired = options.desired ? options.desired : model.desired;
  const TemplateWords words(model);
  const std::string goal = desired ? words.atom(*desired) : words.not_atom(model.undesired);
  std::string out;
  if (found.regions.empty()) {
    const std::string scope =
        start ? "No state with this decision can be reached" : "No state has this decision";
    out += wrapped("",
                   "Decision wanted: " + toned(Tone::strong, goal, style) + ". " + scope +
                       (found.exhausted == base::Exhausted::no ? " (proved)." : " so far."),
                   style);
  } else {
    out += wrapped("",
                   "Decision wanted: " + toned(Tone::strong, goal, style) + ". " +
                       counted(found.regions.size(), "region") + ", " + found.cells +
                       (found.cells == "1" ? " cell, " : " cells, ") +
                       (found.states == "inf" ? "infinitely many" : found.states) +
                       (found.states == "1" ? " state" : " states") +
                       (start ? " that can be reached." : "."),
                   style);
    out += wrapped("", "Features that a region does not name may have any value.", style) + "\n";
  }
  const std::size_t digits = std::to_string(found.regions.size()).size();
  std::size_t number = 0;
  for (const path::Region& region : found.regions) {
    const std::string text = std::to_string(++number);
    out += wrapped(std::string(2 + digits - text.size(), ' ') + text + ". ",
                   region_words(model, region, style), style);
  }
  if (found.exhausted != base::Exhausted::no) {
    out += "\n" + wrapped("",
                          toned(Tone::doubtful, "A limit was reached:", style) +
                              " the list and the counts are not complete.",
                          style);
  }
  return out;
}

}  // namespace cogs::present
