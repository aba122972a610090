// SPDX-License-Identifier: Apache-2.0
//
// Where decisions come from: rules learned from a table, what people say about features, prices and
// causes that a table suggests, and the review of these by a person, who has the last word.
//
//   cogs::LearnOptions how;
//   how.label = "decision";
//   how.undesired = "reject";
//   cogs::Learned loans = cogs::learn(cogs::Table::file("loans.csv"), how);
//   cogs::Proposed causes = cogs::propose_causes(*loans.decision, cogs::Table::file("loans.csv"));
//   cogs::Decision loan = cogs::review(*causes.decision, {{.id = "c1", .approve = true,
//                                                         .by = "risk office"}});
//   loan.text();        // the model's file, comments kept
//
// Nothing is changed in place: each of these gives another Decision, whose text can be saved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cogs/decision.h>

namespace cogs {

// ---- What people say about features

struct FeatureSaying {
  enum class What { free, fixed, may_increase, may_decrease, caused, may_be_set, cost, domain };
  std::string feature = {};
  What what = What::fixed;
  std::string text = {};    // of a cost or a domain, as in a model
  std::string origin = {};  // how it was said, for messages; "": not known
};

struct FeatureEdits {
  // A CSV table, one row a feature (Decision::feature_sheet writes one), and its name in messages.
  std::optional<std::string> sheet = {};
  std::string sheet_name = "features";
  std::vector<FeatureSaying> said = {};  // counts more than the table
};

// "none<school<high school" -> the domain {none < school < 'high school'}; a value that has a `<`
// stands in single quotes. nullopt unless there are two values or more, none of them empty.
std::optional<std::string> ordered_domain(const std::string& order);

// All features as such a table.
std::string feature_sheet(const Decision& decision);
// The features as they are: an answer with JSON.
Answer describe_features(const Decision& decision);

// An answer that is another Decision.
class Edited : public Answer {
 public:
  using Answer::Answer;

  std::optional<Decision> decision;
  bool changed = false;  // the text is another one
  std::vector<std::string> changed_features;
  // For text() and json(), which name the file that the model was saved to.
  void saved_to(const std::string& file);
};

// Statements of other features, and all else, are kept byte for byte. Throws InputError for unknown
// features and for cells that cannot be meant.
Edited change_features(const Decision& decision, const FeatureEdits& edits);

// ---- Prices

struct CostsOptions {
  bool log_percentile = false;  // dearer where few are; else the share of people passed
  std::size_t points = 20;      // of a scale, at most
  std::string fixed_part = {};  // what every change costs beside; "": the usual
  bool replace = false;         // also prices by amount that are no scale
  std::optional<std::vector<std::string>> only = {};
  std::vector<std::string> except = {};
};

Edited scale_costs(const Decision& decision, const Table& table, const CostsOptions& options = {},
                   const Control& control = {});

// ---- Rules

struct LearnOptions {
  std::string label = {}, undesired = {};
  std::optional<std::string> desired = {};
  // What people call a decision: its value in the table, and the words (#classes).
  std::vector<std::pair<std::string, std::string>> class_labels = {};
  bool against_rest = false;  // of several classes learn the undesired one alone
  double ratio = 0.5, tail = 0.005;
  bool prune = true;
  std::vector<std::pair<std::string, double>> weights = {};  // of classes
  std::uint64_t seed = 0;
  std::optional<double> holdout = {};     // this share of the rows is for a test
  std::optional<std::string> test = {};   // a table to test on, by its file
  std::optional<std::size_t> folds = {};  // of a cross-validation
  std::optional<Decision> earlier = {};   // what people added to this one is kept
  FeatureEdits features = {};
  // Columns that are learned from although they look like identifiers or names.
  std::vector<std::string> use = {};
  // The column that says how many rows a row stands for, as tables of distinct rows have it.
  std::string counted = {};
  // Values in the domains of the model: those that rules name, also those that ten rows share, all.
  enum class Listed { named, shared, all };
  Listed listed = Listed::shared;
  // Look for better settings by cross-validation, for at most so long; ratio, tail and prune are
  // where that begins.
  std::optional<double> tune_seconds = {};
};

class Learned : public Answer {
 public:
  using Answer::Answer;

  std::optional<Decision> decision;
  std::uint64_t rows = 0, features = 0;  // learned from
  std::size_t rule_count = 0;
  double train_accuracy = 0;
  std::optional<double> test_accuracy, fold_accuracy;
  // Approved causal rules of the earlier model that these data do not bear out; they are kept.
  struct FailedCause {
    std::string id, rule;
    double precision = 0, recall = 0;
  };
  std::vector<FailedCause> failed;
  Stop stopped = Stop::no;  // else these are the rules found by then, not pruned
};

Learned learn(const Table& table, const LearnOptions& options, const Control& control = {});

// ---- Causes

struct CausesOptions {
  double precision = 0.9, recall = 0.9;
  std::size_t longest_body = 3;
  std::string label = {};  // the column of decisions; "": found by its name
  std::vector<std::string> effects = {},
                           no_effects = {};  // features that may, or may not, be effects
  // Rules for so many features, those first that would change most answers; 0: all.
  std::size_t most_features = 8;
  bool all = false;  // text() and json() have what is too weak, too
};

struct Proposal {
  std::string id, feature, rule;
};

// The model with what the table suggests, as proposed: no answer depends on it before it is
// approved.
class Proposed : public Edited {
 public:
  using Edited::Edited;
  std::vector<Proposal> proposals;
};

Proposed propose_causes(const Decision& decision, const Table& table,
                        const CausesOptions& options = {}, const Control& control = {});

// ---- Review

struct ReviewItem {
  std::string id;
  enum class Status { proposed, approved, rejected } status = Status::proposed;
  std::string feature, mode, rule;                            // mode: if, only_if or iff
  std::vector<std::pair<std::string, std::string>> evidence;  // what the note has
  std::string by, on, reason;
};

std::vector<ReviewItem> review_items(const Decision& decision);

struct Verdict {
  std::string id = {};
  std::optional<bool> approve = {};      // false: reject
  std::optional<std::string> mode = {};  // if, only_if or iff
  std::optional<std::string> rule = {};  // another text in its place
  std::string by = {}, on = {}, reason = {};
};

// Throws InputError for an id that no rule has, a rule that cannot be read, or an approval that
// would close a causal cycle.
Decision review(const Decision& decision, const std::vector<Verdict>& verdicts);

// All rules under review, as the command line lists them; with a table, what that says about each,
// and which answers would change.
Answer review_list(const Decision& decision, const std::optional<Table>& table = {},
                   const Control& control = {});

}  // namespace cogs
