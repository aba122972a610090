// SPDX-License-Identifier: Apache-2.0
//
// The whole library through few functions that take and give JSON: what bindings to other languages
// and the server stand on. Each answer still has text() and html() beside json().
//
//   cogs::Decision loan = cogs::Decision::parse(text);
//   cogs::Answer way = cogs::waist::recourse(loan, R"({"age": 31, "debt": 5000})",
//                                            R"({"only": ["debt"], "top": 3, "time_limit": 2})");
//   way.json();
//
// A person is a JSON object, null where a value is missing. Options are one JSON object, "" for
// none. Their names are those of the command line with `_` for `-` (docs/contract.md):
//
//   of a run     fix, allow, only: lists of features; set_missing; range: {"debt": [0, 1000]} with
//                null for an open end; cost: {"debt": 2} or a price as in models; desired: an atom;
//                certain; top; all; first; max_length
//   limits       time_limit (seconds), memory_limit (bytes), effort (steps), threads
//   of tables    delimiter, header, numeric, categorical, ignore, missing ("missing" or "value"),
//                missing_values, date_format, decimal: of all columns or {"amount": ","};
//                encoding; skip_bad_rows
//   others       beside the function that takes them
//
// A name that is not known is an error with a "did you mean", and messages call options by these
// names. `control` cancels and tells progress; limits in the options come on top of its own. Throws
// as error.h says.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <cogs/arrow.h>
#include <cogs/decision.h>
#include <cogs/import.h>
#include <cogs/learn.h>
#include <cogs/program.h>

namespace cogs::waist {

// The model as JSON: features, rules, causes ("cogs.model/1").
std::string describe(const Decision& decision);
// The person as the model sees it: {"age": 31, ...}, all features.
std::string read_person(const Decision& decision, std::string_view person,
                        const std::string& source = "record");

Recourse recourse(const Decision& decision, std::string_view person, std::string_view options = "",
                  const Control& control = {});
// reasons, rather_than, codes (a CSV text), against ("best" or "neutral"), sufficient
Why why(const Decision& decision, std::string_view person, std::string_view options = "",
        const Control& control = {});
Comparison compare(const Decision& decision, std::string_view here, std::string_view there,
                   std::string_view options = "", const Control& control = {});
// `person` "": everything that would have the other decision
Regions counterfactuals(const Decision& decision, std::string_view person,
                        std::string_view options = "", const Control& control = {});
Check check(const Decision& decision, std::string_view answer, std::string_view options = "",
            const Control& control = {});
// to: "clingo", "scasp" or "json"; steps
std::string export_to(const Decision& decision, std::string_view person, std::string_view options);

// label
Predictions predict(const Decision& decision, const Table& table, std::string_view options = "",
                    const Control& control = {});
// fix_column, allow_column, only_column, range_column, cost_column: lists of columns; reasons;
// input_format ("csv" or "jsonl"); jsonl; person_time_limit; errors, resume, shard ("2/7")
BatchDone batch(const Decision& decision, const Table& table, const TakePiece& take,
                std::string_view options = "", const Control& control = {});
BatchDone batch_file(const Decision& decision, const Table& table, const std::string& output,
                     std::string_view options = "", const Control& control = {});
// by, cross, policy (a text), policy_name, actual, ways, the *_column of batches,
// person_time_limit, leave_bad_rows_out, counted
Audit audit(const Decision& decision, const Table& table, std::string_view options = "",
            const Control& control = {});
std::vector<CountedRow> audit_parts(const Decision& decision, const Table& table,
                                    std::string_view options = "", const Control& control = {});
// row_column, time_column, data, sample, seed, search, rows, the *_column of batches
Evaluation evaluate(const Decision& decision, const Table& rows,
                    const std::vector<CounterfactualSource>& counterfactuals,
                    std::string_view options = "", const Control& control = {});

// label, undesired, desired, against_rest, ratio, tail, prune, weights: {"reject": 2}, seed,
// holdout, test (a file), cv, use, counted, list_values, tune, tune_time (seconds); features: what
// people say, as change_features takes it
Learned learn(const Table& table, std::string_view options, const Control& control = {},
              const Decision* earlier = nullptr);
// format, score, decision, undesired, skip, threshold, probability, class, all_trees, points,
// file_in_model, check (a file), list_values, features
Imported import_model(const std::string& file, const Table* people, std::string_view options = "",
                      const Control& control = {});
// sheet (a CSV text); fixed, free, may_increase, may_decrease, caused, may_be_set: lists of
// features; cost: {"debt": "2 per 1000"}; ordered: {"school": ["none", "high"]}
Edited change_features(const Decision& decision, std::string_view edits);
// by ("percentile" or "log-percentile"), points, fixed_part, replace, only, except
Edited scale_costs(const Decision& decision, const Table& table, std::string_view options = "",
                   const Control& control = {});
// precision, recall, max_body, label, effects, no_effects, most, all
Proposed propose_causes(const Decision& decision, const Table& table, std::string_view options = "",
                        const Control& control = {});
// approve, reject: lists of ids; mode: {"c1": "only_if"}; edit: {"c1": "a(X) :- b(X)."}; by, on,
// reason
Decision review(const Decision& decision, std::string_view verdicts);

// A CSV table with the options of its reading, which are those of the call too.
Table text_table(std::string text, const std::string& name, std::string_view options = "");
Table file_table(const std::string& file, std::string_view options = "");

// Record batches (arrow.h), taken over. Of the options of tables those apply that are not about the
// text of files.
Table stream_table(ArrowArrayStream* rows, const std::string& name, std::string_view options = "");
// form: "typed", "text" or "json"; repeat_input, reasons, the *_column of batches,
// person_time_limit, ignore. What `control` points to must outlive the result.
ArrowAnswers stream_answers(const Decision& decision, ArrowArrayStream* rows,
                            const std::string& name, std::string_view options = "",
                            const Control& control = {});

// query; answers (0: all), max_depth, max_steps, no_nmr, no_olon, tree, human, check, engine
Solutions solve(const Program& program, std::string_view options = "", const Control& control = {});

}  // namespace cogs::waist
