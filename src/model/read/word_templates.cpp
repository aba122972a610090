// SPDX-License-Identifier: Apache-2.0
#include "model/read/word_templates.h"

#include <algorithm>
#include <map>

#include "logic/syntax/characters.h"
#include "model/read/draft.h"
#include "model/read/quoted.h"

namespace cogs::model {

namespace {

using logic::TermKind;
using logic::Terms;

bool is_variable_name(std::string_view name) {
  return !name.empty() && (logic::is_upper(name[0]) || name[0] == '_');
}

WordTemplate::Argument argument_of(const Terms& terms, TermId id) {
  // A variable may also be written as an atom, p('X'), as logic programs permit.
  const TermKind kind = terms[id].kind;
  if (kind == TermKind::variable) return {terms.name(id), std::nullopt};
  if (kind == TermKind::number) return {"", Value::of(terms.number(id))};
  if (kind == TermKind::atom && is_variable_name(terms.name(id))) {
    return {terms.name(id), std::nullopt};
  }
  return {"", Value::of(terms.name(id))};
}

// What stands left of `::`, without its `not`.
TermId atom_of(const Terms& terms, TermId literal) {
  const bool negation = terms.is(literal, "not", 1) || terms.is(literal, "\\+", 1);
  return negation ? terms.argument(literal, 0) : literal;
}

bool callable(const Terms& terms, TermId id) {
  return terms[id].kind == TermKind::atom || terms[id].kind == TermKind::compound;
}

WordTemplate template_of(const Terms& terms, TermId term) {
  const TermId literal = terms.argument(term, 0);
  const TermId atom = atom_of(terms, literal);
  WordTemplate made;
  made.predicate = terms.name(atom);
  made.negated = atom != literal;
  for (const TermId argument : terms.arguments(atom)) {
    made.arguments.push_back(argument_of(terms, argument));
  }
  made.text = terms.name(terms.argument(term, 1));
  return made;
}

class TemplateChecker {
 public:
  explicit TemplateChecker(Draft& draft) : draft_(draft), terms_(draft.terms) {
    for (const Feature& feature : draft.model.features) arities_[feature.name].push_back(2);
    for (const Atom& atom : draft.model.atoms) {
      arities_[atom.predicate].push_back(atom.arguments.size());
    }
  }

  void check(TermId term) {
    const TermId literal = terms_.argument(term, 0), words = terms_.argument(term, 1);
    const TermId atom = atom_of(terms_, literal);
    if (terms_[words].kind != TermKind::atom && terms_[words].kind != TermKind::string) {
      return draft_.messages.error(draft_.span(words), "the words of a #pred are a text in quotes");
    }
    const bool form = terms_.is(literal, ",", 2) || terms_.is(literal, "-", 2) ||
                      terms_.is(literal, "-", 1) || !callable(terms_, atom);
    if (form) {
      return draft_.messages.error(draft_.span(literal),
                                   "a #pred of a model is about one literal: a feature or an atom",
                                   "write #pred debt(X, N) :: '@(X) owes @(N)'.");
    }
    for (const TermId argument : terms_.arguments(atom)) {
      if (terms_[argument].arity == 0) continue;
      return draft_.messages.error(draft_.span(argument),
                                   "an argument here is a variable or a constant");
    }
    check_places(words, template_of(terms_, term));
    check_predicate(atom);
  }

 private:
  void check_places(TermId words, const WordTemplate& made) {
    std::vector<std::string> names;
    for (const auto& argument : made.arguments) {
      if (!argument.constant && argument.variable != "_") names.push_back(argument.variable);
    }
    for (const TemplatePlace& place : places_in(made.text)) {
      if (std::find(names.begin(), names.end(), place.variable) != names.end()) continue;
      std::string there;
      for (const std::string& name : names) there += (there.empty() ? "" : ", ") + name;
      draft_.messages.error(
          draft_.span(words),
          "the words name the variable " + quoted(place.variable) + ", which " + made.predicate +
              " does not have here",
          there.empty() ? "there is no variable left of ::" : "the variables are " + there);
    }
  }

  void check_predicate(TermId atom) {
    const std::string& name = terms_.name(atom);
    const auto known = arities_.find(name);
    if (known == arities_.end()) {
      std::vector<std::string> names;
      for (const auto& [other, ignored] : arities_) names.push_back(other);
      return draft_.messages.warning(
          draft_.span(atom),
          "the model has no feature or atom " + quoted(name) + ", so these words are never used",
          did_you_mean(name, names));
    }
    const std::size_t arity = terms_[atom].arity;
    const auto& arities = known->second;
    if (std::find(arities.begin(), arities.end(), arity) != arities.end()) return;
    draft_.messages.warning(draft_.span(atom),
                            quoted(name) + " has " + std::to_string(arities.front()) +
                                " arguments in this model, so these words are never used");
  }

  Draft& draft_;
  const Terms& terms_;
  std::map<std::string, std::vector<std::size_t>> arities_;
};

}  // namespace

std::vector<TemplatePlace> places_in(std::string_view text) {
  std::vector<TemplatePlace> places;
  // Where no sign closes a type, none behind it does: looked for once, so that long texts of
  // opening signs take no longer than others.
  bool unclosed[2] = {false, false};
  for (std::size_t at = 0; at + 2 < text.size();) {
    const bool braces = text.substr(at, 2) == "{{";
    const std::string_view close = braces ? "}}" : ")";
    std::size_t name_end = at + 2;
    if (braces || text.substr(at, 2) == "@(") {
      while (name_end < text.size() && logic::is_word(text[name_end])) ++name_end;
    }
    const std::string_view name = text.substr(at + 2, name_end - at - 2);
    std::size_t end = text.npos;
    if (is_variable_name(name)) {
      if (text.substr(name_end, close.size()) == close) end = name_end;
      if (text.substr(name_end, 1) == ":" && !unclosed[braces]) {
        end = text.find(close, name_end);
        unclosed[braces] = end == text.npos;
      }
    }
    if (end == text.npos) {
      ++at;
      continue;
    }
    const std::string type(end > name_end ? text.substr(name_end + 1, end - name_end - 1) : "");
    places.push_back({at, end + close.size(), std::string(name), type});
    at = places.back().end;
  }
  return places;
}

std::vector<WordTemplate> word_templates(const Model& model) {
  std::vector<WordTemplate> templates;
  for (const Statement& statement : model.document.statements) {
    if (statement.kind != Statement::Kind::pred) continue;
    const logic::Source source(statement.text, model.path);
    Terms terms;
    logic::Messages messages(source);
    logic::TermParser parser(source, terms, messages);
    parser.take();  // #
    parser.take();  // pred
    templates.push_back(template_of(terms, parser.parse(logic::most_priority - 1)));
  }
  return templates;
}

void check_templates(Draft& draft) {
  if (draft.templates.empty()) return;
  TemplateChecker checker(draft);
  for (const TermId term : draft.templates) checker.check(term);
}

}  // namespace cogs::model
