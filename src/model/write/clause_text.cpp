// SPDX-License-Identifier: Apache-2.0
#include "model/write/clause_text.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "logic/syntax/messages.h"
#include "logic/syntax/term_parser.h"

namespace cogs::model {

namespace {

using logic::TermId;
using logic::TermKind;

// One reading of a short text.
struct Reading {
  explicit Reading(const std::string& text, const std::string& file = "")
      : source(text, file), messages(source), parser(source, terms, messages) {}

  std::optional<TermId> clause() {
    try {
      const TermId term = parser.parse(logic::most_priority);
      parser.expect_stop();
      return term;
    } catch (logic::TermParser::Failure) {
      return std::nullopt;
    }
  }

  std::string head_of(TermId clause) const {
    const TermId head = terms.is(clause, ":-", 2) ? terms.argument(clause, 0) : clause;
    const bool named = terms[head].kind == TermKind::compound || terms[head].kind == TermKind::atom;
    return named && !terms.is(clause, ":-", 1) ? terms.name(head) : "";
  }

  logic::Source source;
  logic::Terms terms;
  logic::Messages messages;
  logic::TermParser parser;
};

std::optional<Value> constant_of(const Reading& reading, TermId id) {
  const logic::Terms& terms = reading.terms;
  switch (terms[id].kind) {
    case TermKind::atom:
    case TermKind::string: return Value::of(terms.name(id));
    case TermKind::number: return Value::of(std::string(reading.source.text(terms[id].span)));
    case TermKind::compound:
      // -5 is an operator and its argument.
      if (terms.is(id, "-", 1) && terms.is_number(terms.argument(id, 0))) {
        return Value::of(-terms.number(terms.argument(id, 0)));
      }
      return std::nullopt;
    case TermKind::variable: return std::nullopt;
  }
  return std::nullopt;
}

void add_key(const logic::Terms& terms, TermId id, std::map<std::string, std::string>& variables,
             std::string& out) {
  const logic::Term& term = terms[id];
  switch (term.kind) {
    case TermKind::variable: {
      const std::string& name = terms.name(id);
      const std::string fresh = "_" + std::to_string(variables.size());
      out += name == "_" ? name : variables.emplace(name, fresh).first->second;
      return;
    }
    case TermKind::number: out += terms.number(id).text(); return;
    case TermKind::atom:
    case TermKind::string:
    case TermKind::compound: break;
  }
  out += std::to_string(terms.name(id).size()) + ":" + terms.name(id);
  if (term.arity == 0) return;
  out += "(";
  for (const TermId argument : terms.arguments(id)) {
    add_key(terms, argument, variables, out);
    out += ",";
  }
  out += ")";
}

}  // namespace

std::string clause_on_one_line(const std::string& clause) {
  Reading reading(clause);
  std::string out;
  // Whatever stands between two tokens is one blank, or nothing.
  try {
    while (!reading.parser.at_end()) {
      const logic::Token token = reading.parser.take();
      if (token.kind == logic::TokenKind::bad) return clause;
      if (token.after_space && !out.empty()) out += " ";
      out += reading.source.text(token.span);
    }
  } catch (logic::TermParser::Failure) {
    return clause;
  }
  return out;
}

std::string head_name(const std::string& clause) {
  Reading reading(clause);
  const std::optional<TermId> term = reading.clause();
  return term ? reading.head_of(*term) : "";
}

std::string one_clause_head(const std::string& text, const std::string& file) {
  Reading reading(text, file);
  std::optional<TermId> term;
  try {
    term = reading.parser.parse(logic::most_priority);
    if (!reading.parser.at_end()) reading.parser.expect_stop();
    if (!reading.parser.at_end()) reading.parser.fail_unexpected("the end of the rule");
  } catch (logic::TermParser::Failure) {
    throw base::InputError(reading.messages.take_errors());
  }
  if (reading.messages.has_errors()) throw base::InputError(reading.messages.take_errors());
  return reading.head_of(*term);
}

std::string declared_name(const std::string& statement) {
  Reading reading(statement);
  try {
    for (int i = 0; i < 2 && !reading.parser.at_end(); ++i) reading.parser.take();  // # causal
    const logic::TokenKind kind = reading.parser.peek().kind;
    if (kind != logic::TokenKind::name && kind != logic::TokenKind::quoted_name) return {};
    return reading.terms.text(reading.parser.peek().symbol);
  } catch (logic::TermParser::Failure) {
    return {};
  }
}

std::string clause_key(const std::string& clause) {
  Reading reading(clause);
  const std::optional<TermId> term = reading.clause();
  if (!term) return clause;
  const logic::Terms& terms = reading.terms;
  std::map<std::string, std::string> variables;
  std::string out;
  if (!terms.is(*term, ":-", 2)) {
    add_key(terms, *term, variables, out);
    return out;
  }
  add_key(terms, terms.argument(*term, 0), variables, out);
  for (const TermId goal : terms.conjuncts(terms.argument(*term, 1))) {
    out += "\n";
    add_key(terms, goal, variables, out);
  }
  return out;
}

std::vector<ClauseMention> mentions_of(const std::string& clause) {
  Reading reading(clause);
  std::vector<ClauseMention> mentions;
  const std::optional<TermId> term = reading.clause();
  if (!term) return mentions;
  const logic::Terms& terms = reading.terms;
  std::vector<TermId> goals;
  if (terms.is(*term, ":-", 2)) {
    goals = terms.conjuncts(terms.argument(*term, 1));
    goals.push_back(terms.argument(*term, 0));
  } else {
    goals = terms.is(*term, ":-", 1) ? terms.conjuncts(terms.argument(*term, 0))
                                     : std::vector<TermId>{*term};
  }
  std::map<std::string, std::vector<std::size_t>> bound;  // mentions by their variable
  std::vector<TermId> comparisons;
  for (TermId goal : goals) {
    if (terms.is(goal, "not", 1) || terms.is(goal, "\\+", 1)) goal = terms.argument(goal, 0);
    if (terms[goal].kind != TermKind::compound && terms[goal].kind != TermKind::atom) continue;
    if (terms[goal].arity == 2 && logic::infix_operator(terms.name(goal))) {
      comparisons.push_back(goal);
      continue;
    }
    ClauseMention mention{terms.name(goal), {}};
    for (const TermId argument : terms.arguments(goal)) {
      if (terms.is_variable(argument)) bound[terms.name(argument)].push_back(mentions.size());
      if (auto value = constant_of(reading, argument)) {
        mention.constants.push_back(*std::move(value));
      }
    }
    mentions.push_back(std::move(mention));
  }
  for (const TermId goal : comparisons) {
    for (const auto& [variable, constant] :
         {std::pair{terms.argument(goal, 0), terms.argument(goal, 1)},
          {terms.argument(goal, 1), terms.argument(goal, 0)}}) {
      if (!terms.is_variable(variable)) continue;
      const auto value = constant_of(reading, constant);
      if (!value) continue;
      for (const std::size_t mention : bound[terms.name(variable)]) {
        mentions[mention].constants.push_back(*value);
      }
    }
  }
  return mentions;
}

std::string plain_text(const std::string& written) {
  Reading reading(written);
  try {
    const TermId term = reading.parser.parse(logic::most_priority);
    const TermKind kind = reading.terms[term].kind;
    if (reading.parser.at_end() && (kind == TermKind::string || kind == TermKind::atom)) {
      return reading.terms.name(term);
    }
  } catch (logic::TermParser::Failure) {
    return written;
  }
  return written;
}

}  // namespace cogs::model
