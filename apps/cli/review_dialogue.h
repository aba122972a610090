// SPDX-License-Identifier: Apache-2.0
//
// The dialogue of `cogs review`: one rule at a time, a verdict each, saved at once.
//
// Questions go to `out`, answers come from `in`, a line each, so a script can give them too. At the
// end of the input the dialogue ends; what was decided until then is in the file.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "cli/command.h"
#include "engine/engine.h"
#include "engine/review.h"
#include "output/review_report.h"

namespace cogs::cli {

// What a rule is looked at with.
struct ReviewLooks {
  const table::Table* table = nullptr;  // null: nothing but the model
  base::Limits limits = {};
};

// The rule in words, with what the table says about it.
output::ReviewedRule look_at(const model::Model& model, const model::ReviewItem& item,
                             const ReviewLooks& looks);

struct DialogueOptions {
  ReviewLooks looks;
  std::string by, on, reason;  // a reason that is given is not asked for
  std::string target;          // the file to save in
  bool all = false;            // also what was reviewed already
  output::TextStyle style;
};

class ReviewDialogue {
 public:
  ReviewDialogue(model::Model model, DialogueOptions options, std::istream& in, std::ostream& out)
      : model_(std::move(model)), options_(std::move(options)), in_(in), out_(out) {}

  ExitCode run();

 private:
  bool ask(const std::string& question, std::string& answer);
  void decide(model::Verdict verdict);
  void close();

  model::Model model_;
  DialogueOptions options_;
  std::istream& in_;
  std::ostream& out_;
  std::size_t approved_ = 0, rejected_ = 0;
  bool saved_ = false;
};

}  // namespace cogs::cli
