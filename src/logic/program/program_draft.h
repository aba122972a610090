// SPDX-License-Identifier: Apache-2.0
//
// A program while it is being read: what the stages of read_program hand to each other. Internal
// to src/logic.
//
//   read_statements  texts      -> statements, in the order of the texts; directives are done
//   convert          statements -> clauses of the program, and its query
//   add_library      calls      -> clauses of list predicates that are called and not defined
//   check_program    program    -> what is undefined or odd reported
//
// Statements are kept as terms until all are there, because constants and the names that the
// program defines may come after their use.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logic/program/program.h"
#include "logic/program/read_program.h"
#include "logic/syntax/messages.h"
#include "logic/syntax/term_parser.h"

namespace cogs::logic {

// A clause, denial or query as it was read.
struct Statement {
  TermId term;
  FileId file;
  Span span;
  bool warn_singletons = true;
};

// #const name = value.
struct ConstantLine {
  TermId name, value;
  FileId file;
  Span span;
};

struct Call {
  FileId file;
  Span span;
};

struct ProgramDraft {
  // Facts that ranges may stand for, all together; goals that a disjunction may be written out
  // to, all together.
  static constexpr std::size_t most_expanded = 1'000'000;

  ProgramDraft(Program& a_program, const ReadOptions& the_options)
      : program(a_program), options(the_options) {
    for (const Program::File& file : program.files) messages.emplace_back(*file.source);
  }
  ProgramDraft(const ProgramDraft&) = delete;
  ProgramDraft& operator=(const ProgramDraft&) = delete;

  FileId add_file(std::string path, std::string text);
  Messages& of(FileId file) { return messages[file.index()]; }
  void define(PredicateId id);
  bool is_defined(PredicateId id) const {
    return id.index() < defined.size() && defined[id.index()];
  }
  // A clause gives it, or it may be assumed.
  bool is_known(PredicateId id) const {
    return is_defined(id) || program.predicates[id.index()].abducible;
  }
  // Throws base::InputError if there was an error; else the warnings go to the program.
  void finish();

  Program& program;
  const ReadOptions& options;
  std::deque<Messages> messages;            // one a file
  std::vector<base::Diagnostic> unlocated;  // errors that concern no text
  std::vector<Statement> statements;
  std::optional<Statement> query;
  std::optional<FileId> query_text;  // of clingo's language: the text of ReadOptions::query
  std::vector<ConstantLine> constants;
  std::vector<bool> defined;  // by predicate: a clause has it as head
  std::unordered_map<PredicateId, Call> first_calls;
  std::vector<PredicateId> called;  // in the order of first_calls' places
  std::size_t expanded = 0;
};

// The stages; each reports and goes on.
void read_statements(ProgramDraft& draft, const std::vector<std::string>& paths,
                     const ReadFile& read_file);
void set_constants(ProgramDraft& draft);
void convert(ProgramDraft& draft);
void convert_query(ProgramDraft& draft);
void add_library(ProgramDraft& draft);
void check_program(ProgramDraft& draft);

// A file of directives may include others: the path as it is written and its place.
using Include = std::function<void(const std::string& path, Span span)>;
// `#name ...` up to its full stop. Throws TermParser::Failure after reporting.
void read_directive(ProgramDraft& draft, FileId file, TermParser& parser, const Include& include);
// Directives that may be written as in Prolog: `:- abducible p(X).`
bool is_own_directive(std::string_view name);
// Whether `:- name` with these arguments is a directive of Prolog that means nothing here.
bool is_prolog_directive(std::string_view name, std::size_t arity);
// Directives of Prolog that are written as prefix operators: `:- initialization main.`
bool is_prefix_directive(std::string_view name);

// The value of `1`, `n`, `2*n-1`; nullopt if it is not a number.
std::optional<base::Number> value_of(const Program& program, TermId term);
// The clauses of one statement: ranges in the head and `;` in the body are written out.
void convert_clause(ProgramDraft& draft, const Statement& statement);
// Singleton variables, and variables that only negated goals have.
void warn_of_variables(ProgramDraft& draft, const Statement& statement);

}  // namespace cogs::logic
