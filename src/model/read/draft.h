// SPDX-License-Identifier: Apache-2.0
//
// A model while it is being read: what the stages of read_model hand to each other. Internal
// to src/model.
//
//   read_statements     text     -> document, features, declarations, clauses as terms, rule lists
//   resolve_rules       clauses  -> rules, causal rules, denials, atoms
//   check_dependencies  rules    -> loops through negation and causal cycles reported
//   check_features      features -> what is allowed but odd reported
//   check_templates     #pred    -> words that name what is not there reported
//
// After an error the stages go on to find others, but never report what only follows from an
// earlier error: names in `unreadable` stand in statements that could not be read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "logic/syntax/messages.h"
#include "logic/syntax/source.h"
#include "logic/syntax/term.h"
#include "logic/syntax/term_parser.h"
#include "model/model.h"

namespace cogs::model {

using logic::Span;
using logic::TermId;

// A rule or denial as it was read, with the `#rule` line in front of it.
struct Clause {
  TermId term;
  std::size_t statement = 0;
  ReviewStatus status = ReviewStatus::none;
};

// `#undesired ATOM.` or `#desired ATOM.`
struct Target {
  TermId atom;
  Span span;  // of the whole line
};

// `#causal FEATURE : MODE.`
struct ModeLine {
  std::string feature;
  CausalMode mode = CausalMode::iff;
  Span span;  // of the feature's name
};

// A rule list as another program printed it (read_rule_list.cpp), names not yet resolved.
struct ListCondition {
  std::string feature, comparison, value;
  Span feature_span, value_span;
};
struct ListRule {
  std::vector<ListCondition> conditions;  // none: the default
  std::string outcome;
  Span span;
};
struct RuleList {
  std::string predicate;
  std::vector<ListRule> rules;  // the first that applies counts
};

// `#points risk.` with the lines up to `#end.`, which read_points resolves.
struct PointsTable {
  std::string score;
  Span name, block;
};

// `#import risk from 'model.json', ...`: what the score itself does not say.
struct ImportLine {
  ScoreId score;
  std::string file;
  Span file_span, sha256_span;
  bool all_trees = false;
  bool broken = false;  // something was wrong with the line
};

// `#columns` (with a pattern) and `#column` (with a column, and one of the last three).
struct ColumnLine {
  std::string score, pattern, column, feature;
  Span span, feature_span;
  std::optional<TermId> codes, value, formula;
};

// The sums of a file with several classes, until rules ask for differences of them.
struct ClassSums {
  Score all;  // tests, values, trees and contributions of every class
  std::vector<std::uint32_t> class_of_tree, class_of_contribution;
  std::vector<Number> base, band;  // by class
  Number slack = 0;                // what the link adds to the band of a difference
  Span span;                       // of the file's name
};

struct FeatureSpans {
  Span name, cost;  // cost: empty where the option is not given
};

struct Draft {
  Draft(std::string_view text, const std::string& path) : source(text, path), messages(source) {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  logic::Source source;
  logic::Terms terms;
  logic::Messages messages;
  Model model;

  std::vector<Clause> clauses;
  std::vector<RuleList> lists;
  std::optional<Target> undesired, desired;
  std::vector<ModeLine> modes;
  std::vector<TermId> templates;  // of #pred lines: literal :: words
  std::unordered_map<std::string, FeatureId> feature_ids;
  std::unordered_map<std::string, ScoreId> score_ids;
  std::vector<PointsTable> points;
  std::vector<ImportLine> imports;
  std::vector<ColumnLine> columns;
  std::unordered_map<std::size_t, ClassSums> class_sums;  // by place of the score
  std::vector<Span> score_spans;                          // beside model.scores: their names
  std::vector<std::vector<std::vector<Span>>> contribution_literals;  // beside their contributions
  Span classes_span;                                                  // of the braces of #classes
  std::vector<FeatureSpans> feature_spans;                            // beside model.features
  std::unordered_set<std::string> unreadable;                         // "debt", "#undesired"
  std::unordered_map<std::string, std::uint32_t> note_lines;          // of #rule ids
  std::vector<std::vector<Span>> rule_literals;                       // beside model.rules
  std::vector<std::vector<Span>> causal_literals;                     // beside model.causal_rules
  std::vector<std::vector<Span>> denial_literals;                     // beside model.denials

  Span span(TermId id) const { return terms[id].span; }
  std::string written(TermId id) const { return std::string(source.text(terms[id].span)); }
  std::string shown(TermId id) const { return source.excerpt(terms[id].span); }  // in messages
  std::uint32_t line(Span at) const { return source.place(at).line; }
};

void read_statements(Draft& draft);
void read_feature(Draft& draft, logic::TermParser& parser);        // behind `#feature`
Price read_price(Draft& draft, logic::TermParser& parser);         // behind `cost`
RuleNote read_rule_note(Draft& draft, logic::TermParser& parser);  // behind `#rule`
// Behind `#rules`: up to `#end.`
void read_rule_list(Draft& draft, logic::TermParser& parser, Span directive);
void read_score(Draft& draft, logic::TermParser& parser);                   // behind `#score`
void read_points(Draft& draft, logic::TermParser& parser, Span directive);  // behind `#points`
void read_import(Draft& draft, logic::TermParser& parser);                  // behind `#import`
void read_columns(Draft& draft, logic::TermParser& parser);                 // behind `#columns`
void read_column(Draft& draft, logic::TermParser& parser);                  // behind `#column`
void resolve_imports(Draft& draft);  // files -> trees; features are known by then
// The score that is the sum of the first class less that of the second, which comes behind it.
ScoreId difference_of(Draft& draft, ScoreId of, std::uint32_t first, std::uint32_t second);
void resolve_points(Draft& draft);  // tables -> contributions; features are known by then
// The text with blanks in place of what stands between `#rules` or `#points` and `#end` lines,
// which is in another language; nullopt if there is nothing of the kind.
std::optional<std::string> without_rule_lists(std::string_view text);
void resolve_rules(Draft& draft);
void check_dependencies(Draft& draft);
void check_features(Draft& draft);
void check_classes(Draft& draft);    // class_labels.cpp
void check_templates(Draft& draft);  // word_templates.cpp

// The value of an expression of numbers with + - * /; nullopt if it is none. Reports a
// division by zero.
std::optional<Number> fold(Draft& draft, TermId id);
// A constant as a value: a number keeps the text that it was written with. nullopt if the term
// is a variable or has arguments and is no arithmetic.
std::optional<Value> constant_value(Draft& draft, TermId id);
// Behind `margin`: a number from 0 on.
Number read_margin(Draft& draft, logic::TermParser& parser);
// "did you mean `x`?", or `otherwise` if no candidate is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates,
                         std::string otherwise = {});

}  // namespace cogs::model
