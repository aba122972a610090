// SPDX-License-Identifier: Apache-2.0
//
// A decision that rules make about people, and what can be asked about it. This is the header to
// begin with.
//
//   #include <cogs/decision.h>
//
//   cogs::Decision loan = cogs::Decision::parse(text);
//   cogs::Person john = loan.person({{"age", "31"}, {"debt", "5000"}, {"bank_balance", "40000"}});
//   cogs::Recourse way = loan.recourse(john);
//   if (way.status == cogs::Status::found) {
//     for (const cogs::Step& step : way.paths[0].steps) {
//       for (const cogs::Change& change : step.actions) ...  // change.feature, change.to.text
//     }
//   }
//   way.json();   // the contract's object; way.text() for people, way.html() for a browser
//
// (tests/api/decision_test.cpp runs this.) A Decision is a model that was read, checked and
// compiled. It never changes: edits give another one. Copies share everything, so that a copy is a
// pointer, and any number of threads may ask the same Decision or copies of it at once.
//
// What is made once: the cells of the model, the checker, and the search of each set of options
// that was asked with lately. A second question costs no compilation (docs/benchmarks.md).
//
// Answers are values. They own what they hold, have names beside ids, and can be read when the
// Decision is gone. Every path in an answer has passed the independent checker.
//
// Errors are those of error.h. Nothing here prints, ends the program, looks at the environment or
// installs a handler.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cogs/answer.h>
#include <cogs/letter.h>
#include <cogs/limits.h>
#include <cogs/table.h>
#include <cogs/value.h>

namespace cogs {

namespace detail {
struct Shared;  // what copies of a Decision share
struct PersonData;
}  // namespace detail

// ---- Who is asked about

// A feature's name and its value as text; "?" and "" mean missing.
struct Field {
  std::string name, value;
};

// The data of one person, checked against the model. Belongs to the Decision that read it; another
// one that is asked about it reads it again by names.
class Person {
 public:
  Person() = default;
  std::vector<NamedValue> values() const;  // all features, in order of declaration
  const std::string& source() const;       // as messages name it
  const std::vector<Diagnostic>& warnings() const;

 private:
  friend class Decision;
  friend struct detail::Shared;
  std::shared_ptr<const detail::PersonData> data_;
};

// ---- What may change, and which answers are wanted (docs/semantics.md 5)

struct Options {
  std::vector<std::string> fix = {};    // features that never change
  std::vector<std::string> allow = {};  // fixed, caused, direction are lifted for these
  bool set_missing = false;             // features without a value may be set
  std::optional<std::vector<std::string>> only = {};  // nothing else is set directly
  struct Range {
    std::string feature = {};
    std::optional<std::string> low = {}, high = {};  // numbers
  };
  std::vector<Range> ranges = {};  // new values stay within
  struct Cost {
    std::string feature = {};
    std::string price = {};  // as behind `cost` in a model: "3", "1 + 2 per 1000"
  };
  std::vector<Cost> costs = {};
  std::string desired = {};  // an atom that must hold in the end; "": the model's
  bool certain = false;      // only paths whose effects are certain
  std::uint32_t top = 1;
  bool all = false;    // all paths of the least cost
  bool first = false;  // the first one that is found, proved best or not
  std::optional<std::uint32_t> max_length = {};
};

// ---- Answers

enum class Status { found, already, none, gave_up };

struct Change {
  std::string feature;
  std::uint32_t feature_id = 0;  // its place among the features of the model
  std::optional<Value> from;     // nullopt: was missing
  Value to;
  ValueSet others;             // values that do as well, everything else as on the path; with `to`
  std::optional<Number> cost;  // of a direct change
};

struct Effect : Change {
  ValueSet supported;          // values that the causal rules permit
  bool certain = true;         // every one of them does as well
  std::vector<RuleRef> rules;  // the causal rules at work
};

struct Step {
  std::vector<Change> actions;  // what the person sets
  std::vector<Effect> effects;  // what follows from it, causes first
  std::vector<NamedValue> state;
};

struct Path {
  Number cost;
  bool optimal = false;  // proved: nothing is cheaper
  bool certain = true;
  bool checked = false;
  std::vector<Step> steps;
};

// A restriction that has to be lifted for a path to exist.
struct Blocker {
  enum class Kind {
    fixed,
    direction,
    caused,
    missing,
    domain,
    causal_rules,
    denial,
    option,
    decision
  };
  Kind kind = Kind::fixed;
  std::string feature;            // "" where it is about none
  std::optional<RuleRef> denial;  // for kind denial
  std::string option;             // for kind option: the member of Options, such as "max_length"
};

// A causal rule or denial that the person's data break to begin with.
struct Broken {
  enum class Kind { in_vain, unsupported, denial };
  Kind kind = Kind::denial;
  RuleRef rule;
  std::string feature;  // "" for denials
};

class Recourse : public Answer {
 public:
  using Answer::Answer;

  Status status = Status::none;
  bool undesired = false;               // the decision about the person as he is
  std::vector<RuleRef> deciding_rules;  // that make it
  std::vector<NamedValue> start;
  std::vector<std::string> missing;  // features without a value that rules mention
  std::vector<Broken> start_breaks;
  std::vector<Path> paths;        // cheapest first
  std::vector<Blocker> blockers;  // where there is none
  bool fewest_blockers = true;    // proved
  std::vector<Path> lifted;       // the best path if all blockers were lifted together
  Number lower_bound;
  bool ties_proved = true;
  Stop stopped = Stop::no;
  std::uint64_t expanded = 0;  // states
  double seconds = 0;
};

struct Reason {
  std::string feature;
  std::uint32_t feature_id = 0;
  std::optional<Value> value;
  // 1 / responsibility - 1: how many other features would have to be otherwise too.
  std::size_t contingency = 0;
  std::vector<NamedValue> others;  // one smallest set of these, with values
  ValueSet needed;                 // values of the feature that then turn the decision
  std::string code, code_text;     // by the file of reason codes; "": none
};

// One claim of a proof: that an atom holds or does not, that a rule applies or does not, that a
// test comes out so. Children are places in Why::proof; the first node is the root.
struct ProofNode {
  enum class Kind { atom, rule, test };
  Kind kind = Kind::atom;
  bool truth = false;
  std::string text;             // the atom, "" for others
  std::optional<RuleRef> rule;  // of a rule, or that a test stands in
  std::string feature;          // of a test
  std::vector<std::uint32_t> children;
};

struct WhyOptions {
  std::size_t reasons = 4;       // at most so many
  std::string rather_than = {};  // an atom: why not this one? "": not asked
  // Reason codes, a CSV text with the columns feature,when,code,text; and what messages call it.
  std::optional<std::string> codes = {};
  std::string codes_name = "codes";
  std::string codes_file = {};  // the same in a file; "": none
  // What points of scores are lost against: "best" values, "neutral" parts that add nothing, or
  // "people".
  std::string against = "best";
  std::optional<Table> against_people = {};  // who "people" are
  bool sufficient = false;                   // also features whose values alone force the decision
  std::optional<Table> shapley = {};         // others; Shapley values of scores against them
};

class Why : public Answer {
 public:
  using Answer::Answer;

  bool undesired = false;
  std::vector<Reason> reasons;  // most responsible first
  std::size_t reasons_left_out = 0;
  std::vector<ProofNode> proof;  // checked
  struct Alternative {
    bool possible = false;
    std::vector<Change> changes;  // a smallest set that would make `rather_than` hold
  };
  std::optional<Alternative> rather_than;
  std::vector<std::string> missing;
  Stop stopped = Stop::no;
};

struct Difference {
  std::string feature;
  std::uint32_t feature_id = 0;
  std::optional<Value> here, there;
};

class Comparison : public Answer {
 public:
  using Answer::Answer;

  bool undesired_here = false, undesired_there = false;
  std::vector<Difference> decisive;     // a smallest set
  std::vector<Difference> differences;  // in all that the decision depends on
  Stop stopped = Stop::no;
};

class Regions : public Answer {
 public:
  using Answer::Answer;

  struct Region {
    std::vector<std::pair<std::string, ValueSet>> features;  // in order of declaration
  };
  std::vector<Region> regions;  // disjoint
  std::string cells, states;    // counts, integers of any size; states may be "inf"
  Stop stopped = Stop::no;      // else the list is not complete
};

class Check : public Answer {
 public:
  using Answer::Answer;

  bool right = false;
  bool compared = true;             // false: a limit kept some claims from being asked again
  std::vector<std::string> faults;  // one sentence each
};

// ---- What a model says

struct Feature {
  std::string name;
  bool numeric = false, integer = false, ordered = false;
  std::optional<Number> low, high;  // of a numeric domain
  std::vector<Value> values;        // of another
  bool fixed = false, caused = false, observed = false, may_be_set = false;
  enum class Direction { any, up, down } direction = Direction::any;
  std::string price;  // as behind `cost`
  std::string unit, label;
  std::uint32_t line = 0;
};

struct Rule {
  RuleRef ref;
  std::string text;     // as written
  std::string feature;  // of a causal rule: what it is about
};

// The model for other tools.
enum class ExportFormat { clingo, scasp, json };

// ---- Who answers

// A record by the model that it carries: was it altered, does its answer hold? `source` names it in
// messages. Throws InputError for a text that is no record.
Check check_record(std::string_view record, const std::string& source = "record",
                   const Control& control = {});

class Decision {
 public:
  // Throws InputError with every fault of the text; `name` stands for its file in messages.
  static Decision parse(std::string text, const std::string& name = "model");
  // The same for a file.
  static Decision load(const std::string& file);

  const std::string& text() const;
  const std::string& name() const;
  const std::string& sha256() const;  // of the text
  const std::vector<Diagnostic>& warnings() const;
  std::vector<Feature> features() const;
  std::vector<Rule> rules() const;
  std::string undesired() const;  // the atom, such as "reject_loan(x)"
  // What people call the undesired decision, or the other one, by #classes; "" where the model does
  // not say.
  std::string label(bool undesired) const;

  // Features that look protected by their names: sex, marital status (docs/letters.md). `tested`:
  // by rules of the decision; `may_change`: nothing in the model keeps ways from changing it.
  struct LooksProtected {
    std::string feature = {};
    bool tested = false, may_change = false;
  };
  std::vector<LooksProtected> looks_protected() const;

  // Throws InputError with all that is wrong: unknown features, values outside their domain.
  Person person(const std::vector<Field>& fields, const std::string& source = "command line") const;
  // A JSON object; null is missing.
  Person person_from_json(std::string_view text, const std::string& source = "record") const;
  // Row `number`, from 1, of a table; how it is read is found out.
  Person person_from_row(const Table& table, std::uint64_t number) const;

  // Throws InputError for names that the model does not have, OptionsError for options that exclude
  // each other; then compiles what questions with them need, unless that is at hand.
  void prepare(const Options& options) const;

  // What would change the decision?
  Recourse recourse(const Person& person, const Options& options = {},
                    const Control& control = {}) const;
  // Why is it as it is?
  Why why(const Person& person, const WhyOptions& options = {}, const Control& control = {}) const;
  // Why is it so for the one and not for the other?
  Comparison compare(const Person& here, const Person& there, const Control& control = {}) const;
  // Everything that would have the other decision; with a person, what there is a path to.
  Regions counterfactuals(const std::optional<Person>& person, const Options& options = {},
                          const Control& control = {}) const;
  // Is this answer right? `answer`: what Recourse::json() or Answer::record() gave, here or on
  // another day; `source` names it in messages.
  Check check(std::string_view answer, const std::string& source = "answer",
              const Control& control = {}) const;

  // The letter about the decision: its reasons, and ways to another one on a sheet of their own
  // (letter.h). Throws InputError for a template, settings or codes that cannot be used.
  Letter letter(const Person& person, const LetterOptions& how, const Options& options = {},
                const Control& control = {}) const;
  // The same for each row of a table.
  LettersDone letters(const Table& table, const TakeLetter& take, const LetterOptions& how,
                      const Options& options = {}, const Control& control = {}) const;

  // ---- Tables (table.h)

  // The decision about every row. Bad rows get none; throws InputError for a table that has no
  // feature of the model, Stopped at a limit.
  Predictions predict(const Table& table, const PredictOptions& options = {},
                      const Control& control = {}) const;
  // Recourse for every row, in order, whatever the number of threads. The rows of the output are
  // handed to `take` in pieces that end at line ends, by one thread at a time.
  BatchDone batch(const Table& table, const TakePiece& take, const BatchOptions& how = {},
                  const Options& options = {}, const Control& control = {}) const;
  // The same into a file, which appears whole or not at all; a run that a limit ends can be
  // resumed.
  BatchDone batch_file(const Table& table, const std::string& output, const BatchOptions& how = {},
                       const Options& options = {}, const Control& control = {}) const;
  // What recourse looks like for all people in the table, and for groups of them.
  Audit audit(const Table& table, const AuditOptions& how = {}, const Options& options = {},
              const Control& control = {}) const;
  // Of a part of a table: few rows that stand for all others. An audit of the rows of all parts,
  // in the order of their first numbers and with their texts in the column `counted`, is that of
  // the whole table, and so are parts of parts. Throws Stopped at a limit.
  std::vector<CountedRow> audit_parts(const Table& table, const AuditOptions& how = {},
                                      const Options& options = {},
                                      const Control& control = {}) const;
  // The usual measures of counterfactuals of any tool, for the rows of a table.
  Evaluation evaluate(const Table& rows, const std::vector<CounterfactualSource>& counterfactuals,
                      const EvaluateOptions& how = {}, const Options& options = {},
                      const Control& control = {}) const;

  // `steps`: the horizon of a clingo program; without it, it is complete. Throws OptionsError for
  // what a format cannot take.
  std::string export_to(ExportFormat format, const std::optional<Person>& person = {},
                        const Options& options = {}, std::optional<std::uint32_t> steps = {}) const;

  // The parts that other headers of the library build on.
  const std::shared_ptr<const detail::Shared>& shared() const { return shared_; }

 private:
  explicit Decision(std::shared_ptr<const detail::Shared> shared);
  friend struct detail::Shared;
  std::shared_ptr<const detail::Shared> shared_;
};

}  // namespace cogs
