// SPDX-License-Identifier: Apache-2.0
//
// The dialogue of `cogs review`: one rule at a time, a verdict each, saved at once.
//
// Once a rule is approved, the question is whether people can still set its feature themselves.
//
// Questions go to `out`, answers come from `in`, a line each, so a script can give them too. At the
// end of the input the dialogue ends; what was decided until then is in the file.
#pragma once

#include <istream>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "cli/command.h"
#include "engine/engine.h"
#include "engine/review.h"
#include "present/text/review.h"

namespace cogs::cli {

// What a rule is looked at with.
struct ReviewLooks {
  const table::Table* table = nullptr;  // null: nothing but the model
  base::Limits limits = {};
};

// The rule in words, with what the table says about it.
present::ReviewedRule look_at(const model::Model& model, const model::ReviewItem& item,
                              const ReviewLooks& looks);

struct DialogueOptions {
  ReviewLooks looks;
  std::string by, on, reason;  // a reason that is given is not asked for
  std::string target;          // the file to save in
  bool all = false;            // also what was reviewed already
  present::TextStyle style;
};

class ReviewDialogue {
 public:
  ReviewDialogue(model::Model model, DialogueOptions options, std::istream& in, std::ostream& out)
      : model_(std::move(model)), options_(std::move(options)), in_(in), out_(out) {}

  ExitCode run();

 private:
  bool ask(const std::string& question, std::string& answer);
  void decide(model::Verdict verdict);
  bool offer(model::FeatureId feature);
  void save(model::Model changed);
  void close();

  model::Model model_;
  DialogueOptions options_;
  std::istream& in_;
  std::ostream& out_;
  std::set<std::size_t> offered_;  // features that were asked about
  std::size_t approved_ = 0, rejected_ = 0;
  bool saved_ = false;
};

}  // namespace cogs::cli
