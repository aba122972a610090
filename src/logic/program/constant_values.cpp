// SPDX-License-Identifier: Apache-2.0
//
// The constants of `#const`, and the values of expressions over them.
#include <algorithm>
#include <utility>

#include "logic/program/program_draft.h"
#include "logic/syntax/lexer.h"
#include "logic/syntax/rewrite_term.h"

namespace cogs::logic {

namespace {

// Numbers that would fill the memory, by repeated squaring say, are no values.
std::optional<base::Number> limited(base::Number number) {
  constexpr std::size_t most_digits = 4000;
  if (!number.to_int64() && number.text().size() > most_digits) return std::nullopt;
  return number;
}

base::Number cut_off(const base::Number& value) {
  return value.sign() < 0 ? value.ceil() : value.floor();
}

std::optional<base::Number> combined(const std::string& name, const base::Number& a,
                                     const base::Number& b, Language language) {
  if (name == "+") return limited(a + b);
  if (name == "-") return limited(a - b);
  if (name == "*") return limited(a * b);
  if (b.sign() == 0) return std::nullopt;
  const base::Number quotient = a / b;
  if (name == "/") return limited(language == Language::clingo ? cut_off(quotient) : quotient);
  if (name == "div") return quotient.floor();
  if (name == "//") return cut_off(quotient);
  if (name == "mod") return a - quotient.floor() * b;
  return std::nullopt;
}

class ConstantReader {
 public:
  explicit ConstantReader(ProgramDraft& draft)
      : draft_(draft), program_(draft.program), terms_(draft.program.terms) {}

  void define(const std::vector<ConstantLine>& lines, bool warn);

 private:
  bool define(const ConstantLine& line, bool warn);
  void wait(const ConstantLine& line);
  bool is_value(TermId value) const;
  void follow_names(TermId& value);

  ProgramDraft& draft_;
  Program& program_;
  Terms& terms_;
  // Lines whose value needs a constant that has none yet.
  std::unordered_map<Symbol, std::vector<ConstantLine>> waiting_;
};

// True if the name has a value now, from this line or an earlier one.
bool ConstantReader::define(const ConstantLine& line, bool warn) {
  const Symbol name(terms_[line.name].value);
  if (program_.constants.contains(name)) {
    if (warn) {
      draft_.of(line.file).warning(line.span, "this constant has a value already",
                                   "the first one counts");
    }
    return true;
  }
  const auto number = value_of(program_, line.value);
  if (!number) return false;
  const bool decimal = terms_[line.value].decimal;
  program_.constants.emplace(name, terms_.add_number(*number, line.span, decimal));
  return true;
}

void ConstantReader::wait(const ConstantLine& line) {
  std::vector<TermId> below{line.value};
  while (!below.empty()) {
    const TermId next = below.back();
    below.pop_back();
    const Symbol name(terms_[next].value);
    if (terms_[next].kind == TermKind::atom && !program_.constants.contains(name)) {
      waiting_[name].push_back(line);
      return;
    }
    const auto arguments = terms_.arguments(next);
    below.insert(below.end(), arguments.begin(), arguments.end());
  }
}

// A value may use constants that are defined later: such lines wait for them.
void ConstantReader::define(const std::vector<ConstantLine>& lines, bool warn) {
  std::vector<ConstantLine> ready(lines.rbegin(), lines.rend());
  while (!ready.empty()) {
    const ConstantLine line = ready.back();
    ready.pop_back();
    if (!define(line, warn)) {
      wait(line);
      continue;
    }
    const auto found = waiting_.find(Symbol(terms_[line.name].value));
    if (found == waiting_.end()) continue;
    ready.insert(ready.end(), found->second.rbegin(), found->second.rend());
    waiting_.erase(found);
  }
  // What is left are names and texts, or no values at all.
  for (const ConstantLine& line : lines) {
    const Symbol name(terms_[line.name].value);
    if (program_.constants.contains(name)) continue;
    if (!is_value(line.value)) {
      draft_.of(line.file).error(terms_[line.value].span,
                                 program_.language == Language::clingo
                                     ? "a constant is a term without variables, ranges and pools"
                                     : "a constant is a number, a name or a text");
    } else {
      program_.constants.emplace(name, line.value);
    }
  }
  waiting_.clear();
  for (const ConstantLine& line : lines) {
    const Symbol name(terms_[line.name].value);
    if (program_.constants.contains(name)) follow_names(program_.constants.at(name));
  }
}

// In clingo's language also f(a, 2*b): what is computed in it is computed where it stands.
bool ConstantReader::is_value(TermId value) const {
  if (terms_[value].kind == TermKind::variable) return false;
  if (terms_[value].kind != TermKind::compound) return true;
  if (program_.language != Language::clingo) return false;
  if (terms_.is(value, "..", 2) || terms_.name_is(value, "$pool")) return false;
  const auto arguments = terms_.arguments(value);
  return std::all_of(arguments.begin(), arguments.end(),
                     [this](TermId argument) { return is_value(argument); });
}

// #const a=b. #const b=red. makes `a` red, too. Names that only name each other stay.
void ConstantReader::follow_names(TermId& value) {
  if (terms_[value].kind == TermKind::compound) {
    value = rewrite_arguments(terms_, value, [this](TermId part) -> std::optional<TermId> {
      if (terms_[part].kind != TermKind::atom) return std::nullopt;
      const auto found = program_.constants.find(Symbol(terms_[part].value));
      if (found == program_.constants.end()) return std::nullopt;
      if (terms_[found->second].kind == TermKind::compound) return std::nullopt;
      return found->second;
    });
    return;
  }
  constexpr int most_steps = 100;
  for (int step = 0; step < most_steps && terms_[value].kind == TermKind::atom; ++step) {
    const auto found = program_.constants.find(Symbol(terms_[value].value));
    if (found == program_.constants.end()) return;
    value = found->second;
  }
}

}  // namespace

std::optional<base::Number> value_of(const Program& program, TermId term) {
  const Terms& terms = program.terms;
  const Term& it = terms[term];
  if (it.kind == TermKind::number) return terms.number(term);
  if (it.kind == TermKind::atom) {
    const auto found = program.constants.find(Symbol(it.value));
    if (found == program.constants.end()) return std::nullopt;
    if (!terms.is_number(found->second)) return std::nullopt;
    return terms.number(found->second);
  }
  if (it.kind != TermKind::compound || it.arity > 2) return std::nullopt;
  const auto a = value_of(program, terms.argument(term, 0));
  if (!a) return std::nullopt;
  const std::string& name = terms.name(term);
  if (it.arity == 1) {
    if (name == "-") return -*a;
    if (name == "+") return a;
    return std::nullopt;
  }
  const auto b = value_of(program, terms.argument(term, 1));
  if (!b) return std::nullopt;
  return combined(name, *a, *b, program.language);
}

void set_constants(ProgramDraft& draft) {
  Program& program = draft.program;
  Terms& terms = program.terms;
  std::vector<ConstantLine> given;
  for (const auto& [name, value] : draft.options.constants) {
    const FileId file = draft.add_file("constant " + name, value + "\n.");
    const Source& source = *program.files[file.index()].source;
    if (!check_encoding(source, draft.of(file))) continue;
    TermParser parser(source, terms, draft.of(file));
    const auto term = parser.read_clause();
    if (!term) continue;
    const TermId symbol = terms.add_named(TermKind::atom, terms.symbol(name), {});
    given.push_back({symbol, *term, file, terms[*term].span});
  }
  ConstantReader reader(draft);
  reader.define(given, false);
  reader.define(draft.constants, given.empty());
}

}  // namespace cogs::logic
