// SPDX-License-Identifier: Apache-2.0
#include "logic/program/read_program.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "logic/program/program_draft.h"
#include "logic/program/read_clingo.h"
#include "logic/syntax/lexer.h"

namespace cogs::logic {

FileId ProgramDraft::add_file(std::string path, std::string text) {
  const FileId id(program.files.size());
  Program::File& file = program.files.emplace_back();
  file.path = std::move(path);
  file.text = std::move(text);
  if (file.text.size() > Source::most_bytes) {
    unlocated.push_back(
        {base::Severity::error, file.path, {}, "the file is larger than 4 GB", {}, {}});
    file.text.clear();
  }
  file.source = std::make_unique<Source>(file.text, file.path);
  messages.emplace_back(*file.source);
  return id;
}

void ProgramDraft::define(PredicateId id) {
  if (id.index() >= defined.size()) defined.resize(id.index() + 1 + id.index() / 2);
  defined[id.index()] = true;
}

void ProgramDraft::finish() {
  bool failed = !unlocated.empty();
  for (const Messages& of_file : messages) failed = failed || of_file.has_errors();
  std::vector<base::Diagnostic> errors = std::move(unlocated), warnings;
  bool more_errors = false;
  for (Messages& of_file : messages) {
    std::size_t count = 0;
    for (base::Diagnostic& d : failed ? of_file.take_errors() : of_file.take_warnings()) {
      // Behind twenty errors of a file, a note that there are more.
      const bool note = count == Messages::most_shown && d.place.line == 0;
      const bool error = d.severity == base::Severity::error;
      count += error || note ? 1 : 0;
      more_errors = more_errors || note;
      if (!note && (error || options.warn)) (error ? errors : warnings).push_back(std::move(d));
    }
  }
  if (!failed) {
    std::move(warnings.begin(), warnings.end(), std::back_inserter(program.warnings));
    return;
  }
  if (errors.size() > Messages::most_shown || more_errors) {
    errors.resize(std::min(errors.size(), Messages::most_shown));
    const std::string file = errors.back().file;
    errors.push_back({base::Severity::warning, file, {}, "more errors are not shown", {}, {}});
  }
  std::move(warnings.begin(), warnings.end(), std::back_inserter(errors));
  throw base::InputError(std::move(errors));
}

namespace {

// The query of a text of its own: `?- p(X).`, `p(X).` or `p(X)`.
void read_query_text(ProgramDraft& draft, const std::string& text) {
  // Its full stop stands on a line of its own only where a comment may be in front of it.
  const std::string stop = text.find('%') == std::string::npos ? " ." : "\n.";
  const FileId file = draft.add_file("query", text + stop);
  Messages& messages = draft.of(file);
  Terms& terms = draft.program.terms;
  draft.query.reset();
  if (!check_encoding(*draft.program.files[file.index()].source, messages)) return;
  TermParser parser(*draft.program.files[file.index()].source, terms, messages);
  try {
    if (parser.peek_is("?-")) parser.take();
    const TermId goals = parser.parse(most_priority);
    parser.expect_stop("an operator or the end of the query");
    if (parser.peek().kind == TokenKind::stop) parser.take();
    if (!parser.at_end()) {
      parser.fail(parser.peek().span, "there is more behind the end of the query",
                  "join goals with a comma");
    }
    const TermId query = terms.add_compound(terms.symbol("?-"), {&goals, 1}, terms[goals].span);
    draft.query = Statement{query, file, terms[goals].span, false};
  } catch (TermParser::Failure) {
  }
}

void read_clingo_query(ProgramDraft& draft, const std::string& text) {
  const bool whole = text.find("?-") != std::string::npos;
  const bool stopped = text.find_last_not_of(" \t\n") == text.rfind('.');
  const FileId file =
      draft.add_file("query", (whole ? "" : "?- ") + text + (stopped ? "\n" : "\n."));
  if (!check_encoding(*draft.program.files[file.index()].source, draft.of(file))) return;
  draft.query_text = file;
  read_clingo(draft, file, [](const std::string&, Span) {});
}

Program read(const ReadOptions& options, const std::function<void(ProgramDraft&)>& statements) {
  Program program;
  ProgramDraft draft(program, options);
  statements(draft);
  if (program.language == Language::clingo) {
    if (options.query) read_clingo_query(draft, *options.query);
    set_constants(draft);
    replace_constants(draft);
    check_program(draft);
    draft.finish();
    return program;
  }
  if (options.query) read_query_text(draft, *options.query);
  set_constants(draft);
  convert(draft);
  convert_query(draft);
  add_library(draft);
  check_program(draft);
  draft.finish();
  return program;
}

}  // namespace

Program read_program(const std::vector<std::string>& paths, const ReadFile& read_file,
                     const ReadOptions& options) {
  return read(options, [&](ProgramDraft& draft) { read_statements(draft, paths, read_file); });
}

Program read_program_text(std::string text, std::string path, const ReadOptions& options) {
  const ReadFile only = [&](const std::string& wanted) -> std::optional<std::string> {
    if (wanted == path) return text;
    return std::nullopt;
  };
  return read_program({path}, only, options);
}

void set_query(Program& program, const std::string& text, const ReadOptions& options) {
  const auto query = std::move(program.query);
  const FileId query_file = program.query_file;
  program.query.reset();
  try {
    ProgramDraft draft(program, options);
    for (const Clause& clause : program.clauses) {
      if (clause.has_head) draft.define(clause.predicate);
    }
    if (program.language == Language::clingo) {
      for (const SpecialHead& head : program.special_heads) {
        for (const Element& element : head.elements) {
          for (const Goal& atom : element.literal) draft.define(atom.predicate);
        }
      }
      read_clingo_query(draft, text);
      replace_constants(draft);
      check_program(draft);
      return draft.finish();
    }
    read_query_text(draft, text);
    convert_query(draft);
    add_library(draft);
    check_program(draft);
    draft.finish();
  } catch (const base::InputError&) {
    program.query = query;
    program.query_file = query_file;
    throw;
  }
}

}  // namespace cogs::logic
