// SPDX-License-Identifier: Apache-2.0
//
// Files -> statements as terms. Directives are done at once: included files are read where they
// are included, constants are noted.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <unordered_set>
#include <utility>

#include "logic/program/program_draft.h"
#include "logic/program/read_clingo.h"
#include "logic/syntax/characters.h"
#include "logic/syntax/clingo_lexer.h"
#include "logic/syntax/lexer.h"

namespace cogs::logic {

namespace {

namespace fs = std::filesystem;

class StatementReader {
 public:
  StatementReader(ProgramDraft& draft, const ReadFile& read_file)
      : draft_(draft), read_file_(read_file) {}

  void read_path(const std::string& path, std::optional<std::string> text);

 private:
  static constexpr std::size_t most_includes = 100;  // of files in files

  void read_file(const std::string& path, std::string text);
  void read_statement(FileId file, TermParser& parser);
  void include(FileId file, const std::string& name, Span span);
  void add(FileId file, TermId term);
  std::string_view prefix_directive(FileId file, const TermParser& parser) const;

  ProgramDraft& draft_;
  const ReadFile& read_file_;
  std::vector<std::string> open_;          // files being read, the outermost first
  std::unordered_set<std::string> begun_;  // all files so far
  bool warn_singletons_ = true;
};

std::string normal(const std::string& path) { return fs::path(path).lexically_normal().string(); }

void StatementReader::read_path(const std::string& path, std::optional<std::string> text) {
  if (begun_.contains(normal(path))) return;
  if (text) {
    read_file(path, *std::move(text));
  } else {
    draft_.unlocated.push_back(
        {base::Severity::error, path, {}, "the file is missing or cannot be read", {}, {}});
  }
}

void StatementReader::read_file(const std::string& path, std::string text) {
  begun_.insert(normal(path));
  open_.push_back(normal(path));
  const bool warned = std::exchange(warn_singletons_, true);
  const FileId file = draft_.add_file(path, std::move(text));
  const Source& source = *draft_.program.files[file.index()].source;
  const bool readable = check_encoding(source, draft_.of(file));
  if (readable && draft_.program.language == Language::clingo) {
    read_clingo(draft_, file,
                [&](const std::string& name, Span span) { include(file, name, span); });
  } else if (readable) {
    TermParser parser(source, draft_.program.terms, draft_.of(file));
    while (!parser.at_end() && !draft_.of(file).flooded()) read_statement(file, parser);
  }
  warn_singletons_ = warned;
  open_.pop_back();
}

// The name in `:- initialization main.`, which is a prefix operator in Prolog and none here;
// empty if the statement has another form.
std::string_view StatementReader::prefix_directive(FileId file, const TermParser& parser) const {
  if (!parser.peek_is(":-")) return {};
  const std::string_view text = draft_.program.files[file.index()].source->text();
  std::size_t at = parser.peek().span.end;
  const auto skip_blanks = [&] {
    while (at < text.size() && is_blank(text[at])) ++at;
  };
  skip_blanks();
  const std::size_t begin = at;
  while (at < text.size() && is_word(text[at])) ++at;
  const std::string_view name = text.substr(begin, at - begin);
  const std::size_t end = at;
  skip_blanks();
  const bool argument =
      at < text.size() && (is_word(text[at]) || text[at] == '\'' || (text[at] == '-' && at > end));
  return argument ? name : std::string_view();
}

void StatementReader::read_statement(FileId file, TermParser& parser) {
  const std::string_view name = prefix_directive(file, parser);
  if (is_prefix_directive(name)) {
    parser.skip_clause();
  } else if (parser.peek_is("#") || is_own_directive(name)) {
    try {
      read_directive(draft_, file, parser,
                     [&](const std::string& path, Span span) { include(file, path, span); });
    } catch (TermParser::Failure) {
      parser.skip_clause();
    }
  } else if (const auto term = parser.read_clause()) {
    add(file, *term);
  }
}

void StatementReader::add(FileId file, TermId term) {
  Terms& terms = draft_.program.terms;
  const Statement statement{term, file, terms[term].span, warn_singletons_};
  if (terms.is(term, "?-", 1)) {
    if (!draft_.options.query) draft_.query = statement;
    return;
  }
  if (terms.is(term, ":-", 1)) {
    const TermId body = terms.argument(term, 0);
    if (terms.is(body, "style_check", 1)) {
      const TermId what = terms.argument(body, 0);
      if (terms.is(what, "-", 1) && terms.is(terms.argument(what, 0), "singleton", 0)) {
        warn_singletons_ = false;
      }
    }
  }
  draft_.statements.push_back(statement);
}

void StatementReader::include(FileId file, const std::string& name, Span span) {
  Messages& messages = draft_.of(file);
  const fs::path beside = fs::path(draft_.program.files[file.index()].path).parent_path() / name;
  for (const char* extension : {"", ".asp", ".pl", ".lp"}) {
    const std::string path = beside.string() + extension;
    const std::string key = normal(path);
    if (std::find(open_.begin(), open_.end(), key) != open_.end()) {
      messages.error(
          span,
          key == open_.back() ? "this file includes itself" : "these files include each other",
          "the way here: " + open_.front() + " and what it includes");
      return;
    }
    if (begun_.contains(key)) return;
    auto text = read_file_(path);
    if (!text) continue;
    if (open_.size() >= most_includes) {
      messages.error(span, "files are included in files too deeply");
      return;
    }
    read_file(path, *std::move(text));
    return;
  }
  messages.error(span, "the file `" + name + "` is missing or cannot be read",
                 "names are relative to the file that includes them; .asp, .pl and .lp may be "
                 "left out");
}

}  // namespace

namespace {

Language language_of(const std::vector<std::optional<std::string>>& texts,
                     const ReadOptions& options) {
  if (options.language == ReadLanguage::scasp) return Language::scasp;
  if (options.language == ReadLanguage::clingo) return Language::clingo;
  bool query = options.query.has_value();
  for (const auto& text : texts) {
    if (!text) continue;
    const LanguageSigns signs = language_signs(*text);
    if (!signs.clingo.empty()) return Language::clingo;
    query |= signs.query;
  }
  return options.language == ReadLanguage::without_query && !query ? Language::clingo
                                                                   : Language::scasp;
}

}  // namespace

void read_statements(ProgramDraft& draft, const std::vector<std::string>& paths,
                     const ReadFile& read_file) {
  std::vector<std::optional<std::string>> texts;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const bool again = std::find(paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(i),
                                 paths[i]) != paths.begin() + static_cast<std::ptrdiff_t>(i);
    texts.push_back(again ? std::nullopt : read_file(paths[i]));
  }
  draft.program.language = language_of(texts, draft.options);
  StatementReader reader(draft, read_file);
  for (std::size_t i = 0; i < paths.size(); ++i) reader.read_path(paths[i], std::move(texts[i]));
}

}  // namespace cogs::logic
