// SPDX-License-Identifier: Apache-2.0
#include "present/json/solve.h"

#include <cstdio>
#include <set>

#include "json/write.h"
#include "present/words/answer_view.h"

namespace cogs::present {

namespace {

using base::Number;
using logic::Literal;
using logic::NodeKind;
using logic::ProofNode;
using logic::Support;
using logic::TermId;
using logic::TermKind;
using logic::Terms;

std::string seconds_digits(double seconds) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6f", seconds);
  return digits;
}

// Numerator and denominator from "3", "1/3".
void write_number(const Number& number, bool decimal, std::optional<int> decimals,
                  json::Writer& json) {
  const bool rounded = decimals && !number.is_integer();
  if (rounded || decimal) {
    const std::string text = rounded ? rounded_text(number, *decimals) : number.text();
    // One third of a decimal number has no JSON number.
    if (text.find('/') == std::string::npos) {
      json.key("type").string("number").key("value").digits(text);
      return;
    }
  }
  const std::string text = number_text(number);
  const auto slash = text.find('/');
  json.key("type").string("rational").key("numerator").digits(text.substr(0, slash));
  json.key("denominator").digits(slash == std::string::npos ? "1" : text.substr(slash + 1));
}

bool is_proper_list(const Terms& terms, TermId id) {
  while (terms.is(id, "[|]", 2)) id = terms.argument(id, 1);
  return terms.is(id, "[]", 0);
}

void write_literal(const AnswerView& view, const Literal& literal, std::optional<int> decimals,
                   json::Writer& json) {
  json.key("truth");
  if (literal.negated) {
    json.string(literal.classical ? "likely" : "unlikely");
  } else {
    json.boolean(!literal.classical);
  }
  json.key("value");
  write_term_json(view.terms(), literal.atom, decimals, json);
}

void write_atom(std::string_view truth, const std::string& name, json::Writer& json) {
  json.key("truth");
  truth == "true" ? json.boolean(true) : json.string(truth);
  json.key("value").open('{').key("type").string("atom").key("value").string(name).close('}');
}

class AnswerWriter {
 public:
  AnswerWriter(const AnswerView& view, const SolveJsonOptions& options, json::Writer& json)
      : view_(view), options_(options), json_(json) {}

  void bindings() {
    json_.key("bindings").open('{');
    for (const logic::Binding& binding : view_.answer().bindings) {
      json_.key(binding.variable).open('{', json::Layout::line);
      json_.key("truth").boolean(true).key("value");
      term(binding.value);
      json_.close('}');
    }
    json_.close('}');
  }

  void model() {
    json_.key("model").open('[');
    for (const Literal& literal : view_.literals()) {
      json_.open('{', json::Layout::line);
      write_literal(view_, literal, options_.decimals, json_);
      json_.close('}');
    }
    json_.close(']');
  }

  void costs() {
    json_.key("costs").open('[');
    for (const logic::Cost& cost : view_.answer().costs) {
      json_.open('{', json::Layout::line).key("priority").digits(std::to_string(cost.priority));
      json_.key("cost").digits(std::to_string(cost.value)).close('}');
    }
    json_.close(']').key("optimal").boolean(view_.answer().optimal);
  }

  // Of the literals that are printed: does one instance hold, or do all?
  void variables() {
    std::set<std::string> names;
    for (const Literal& literal : view_.literals()) {
      for (std::string& name : variables_of(view_.terms(), literal.atom)) {
        names.insert(std::move(name));
      }
    }
    const auto& universal = view_.answer().universal;
    const std::set<std::string> all(universal.begin(), universal.end());
    json_.key("variables").open('{', json::Layout::line);
    for (const std::string& name : names) {
      json_.key(name).string(all.contains(name) ? "all" : "each");
    }
    json_.close('}');
  }

  void constraints(const FactsByVariable& facts) {
    json_.key("constraints").open('{');
    for (const auto& [name, known] : facts) {
      bool single = !known.not_in.empty();
      bool only_set = true;
      for (const Fact& fact : known.facts) {
        if (fact.several || fact.kind == Fact::Kind::other) continue;
        single = true;
        only_set = false;
      }
      if (!single) continue;
      json_.key(name).open('{', json::Layout::line);
      only_set ? not_in(known) : mixed(known);
      json_.close('}');
    }
    json_.close('}');
  }

  void relations(const FactsByVariable& facts) {
    json_.key("relations").open('[');
    for (const auto& [name, known] : facts) {
      for (const Fact& fact : known.facts) {
        if (!fact.several && fact.kind != Fact::Kind::other) continue;
        if (fact.kind != Fact::Kind::differ) {
          json_.open('{', json::Layout::line).key("constraint");
          term(fact.term);
        } else {
          json_.open('{', json::Layout::line).key("constraint").open('{');
          json_.key("type").string("compound").key("functor").string("\\=").key("args").open('[');
          json_.open('{').key("type").string("var").key("name").string(name).close('}');
          term(fact.term);
          json_.close(']').close('}');
        }
        json_.close('}');
      }
    }
    json_.close(']');
  }

  void tree() {
    const std::vector<ShownNode> shown =
        shown_proof(view_.program(), view_.answer(), options_.detail);
    if (shown.empty()) return;
    json_.key("tree");
    for (std::size_t i = 0; i < shown.size(); ++i) {
      json_.open('{').key("node").open('{', json::Layout::line);
      node(shown[i]);
      json_.close('}').key("children").open('[');
      const std::size_t next = i + 1 < shown.size() ? shown[i + 1].depth : 0;
      for (std::size_t d = shown[i].depth + 1; d > next; --d) json_.close(']').close('}');
    }
  }

 private:
  void term(TermId id) { write_term_json(view_.terms(), id, options_.decimals, json_); }

  void not_in(const VariableFacts& known) {
    json_.key("type").string("not_in").key("set").open('[');
    for (const TermId value : known.not_in) term(value);
    json_.close(']');
  }

  void mixed(const VariableFacts& known) {
    json_.key("type").string("clpq").key("constraints").open('[');
    for (const TermId value : known.not_in) {
      json_.open('{').key("type").string("\\=").key("value");
      term(value);
      json_.close('}');
    }
    for (const Fact& fact : known.facts) {
      if (fact.several || fact.kind == Fact::Kind::other) continue;
      json_.open('{');
      if (fact.kind == Fact::Kind::integer) {
        json_.key("type").string("integer");
      } else {
        json_.key("type").string(fact.relation).key("value");
        if (fact.kind == Fact::Kind::differ) {
          term(fact.term);
        } else {
          json_.open('{');
          write_number(fact.sum.constant, false, options_.decimals, json_);
          json_.close('}');
        }
      }
      json_.close('}');
    }
    json_.close(']');
  }

  void node(const ShownNode& shown) {
    const ProofNode& node = view_.answer().proof[shown.node];
    switch (node.kind) {
      case NodeKind::query: write_atom("true", "query", json_); break;
      case NodeKind::checks: write_atom("true", "o_nmr_check", json_); break;
      case NodeKind::check:
        write_atom("unlikely", "o_chk_" + std::to_string(shown.number), json_);
        break;
      case NodeKind::clause_fails: clause_fails(shown); break;
      case NodeKind::aggregate:
      case NodeKind::element:
      case NodeKind::cost:
      case NodeKind::builtin:
        json_.key("truth").boolean(true).key("value");
        term(node.term);
        break;
      case NodeKind::literal: write_literal(view_, node.literal, options_.decimals, json_); break;
    }
    if (node.support == Support::assumed) json_.key("chs").boolean(true);
    if (node.support == Support::repeated) json_.key("proved").boolean(true);
    if (node.support == Support::abduced) json_.key("abduced").boolean(true);
    if (node.support == Support::chosen) json_.key("chosen").boolean(true);
    if (!node.clause || node.clause->index() >= view_.program().clauses.size()) return;
    const logic::Clause& clause = view_.program().clauses[node.clause->index()];
    json_.key("source_file").string(view_.program().files[clause.file.index()].path);
    json_.key("source_line").number(view_.program().line_of(clause));
  }

  void clause_fails(const ShownNode& shown) {
    const Literal& above = view_.answer().proof[shown.above].literal;
    const std::string name = "o_" + std::string(above.classical ? "-" : "") +
                             view_.terms().name(above.atom) + "_" + std::to_string(shown.number);
    const auto arguments = view_.terms().arguments(above.atom);
    if (arguments.empty()) return write_atom("unlikely", name, json_);
    json_.key("truth").string("unlikely").key("value").open('{');
    json_.key("type").string("compound").key("functor").string(name).key("args").open('[');
    for (const TermId argument : arguments) term(argument);
    json_.close(']').close('}');
  }

  const AnswerView& view_;
  const SolveJsonOptions& options_;
  json::Writer& json_;
};

void write_statistics(const SolveSummary& summary, json::Writer& json) {
  const logic::SolveStatistics& s = summary.statistics;
  json.key("search").open('{', json::Layout::line);
  json.key("engine").string(s.engine).key("goals").number(s.goals);
  json.key("choices").number(s.choices).key("backtracks").number(s.backtracks);
  json.key("duplicates").number(s.duplicates);
  if (s.ground_clauses > 0) {
    json.key("ground_atoms").number(s.ground_atoms);
    json.key("ground_clauses").number(s.ground_clauses);
  }
  json.key("seconds").digits(seconds_digits(summary.seconds)).close('}');
}

}  // namespace

// What is still to be written of a term, the next one at the back.
void write_term_json(const Terms& terms, TermId top, std::optional<int> decimals,
                     json::Writer& json) {
  enum class Todo { term, list, close_array, close_both };
  std::vector<std::pair<Todo, TermId>> waiting{{Todo::term, top}};
  while (!waiting.empty()) {
    const auto [todo, id] = waiting.back();
    waiting.pop_back();
    if (todo == Todo::close_array) {
      json.close(']');
    } else if (todo == Todo::close_both) {
      json.close(']').close('}');
    } else if (todo == Todo::list) {
      if (!terms.is(id, "[|]", 2)) continue;
      waiting.emplace_back(Todo::list, terms.argument(id, 1));
      waiting.emplace_back(Todo::term, terms.argument(id, 0));
    } else if (terms[id].kind == TermKind::compound) {
      if (is_proper_list(terms, id)) {
        json.open('[', json::Layout::line);
        waiting.emplace_back(Todo::close_array, id);
        waiting.emplace_back(Todo::list, id);
        continue;
      }
      json.open('{', json::Layout::line).key("type").string("compound");
      json.key("functor").string(terms.name(id)).key("args").open('[');
      waiting.emplace_back(Todo::close_both, id);
      const auto arguments = terms.arguments(id);
      for (std::size_t i = arguments.size(); i-- > 0;) {
        waiting.emplace_back(Todo::term, arguments[i]);
      }
    } else if (terms.is(id, "[]", 0)) {
      json.open('[').close(']');
    } else {
      json.open('{', json::Layout::line);
      switch (terms[id].kind) {
        case TermKind::variable:
          json.key("type").string("var");
          if (terms.name(id) != "_") json.key("name").string(terms.name(id));
          break;
        case TermKind::number:
          write_number(terms.number(id), terms[id].decimal, decimals, json);
          break;
        case TermKind::string:
          json.key("type").string("string").key("value").string(terms.name(id));
          break;
        case TermKind::atom:
        case TermKind::compound:
          json.key("type").string("atom").key("value").string(terms.name(id));
          break;
      }
      json.close('}');
    }
  }
}

std::string cut_word(logic::Cut cut) {
  switch (cut) {
    case logic::Cut::no: return "";
    case logic::Cut::time: return "time";
    case logic::Cut::memory: return "memory";
    case logic::Cut::cancelled: return "interrupt";
    case logic::Cut::depth: return "depth";
    case logic::Cut::steps: return "steps";
    case logic::Cut::undecided: return "undecided";
    case logic::Cut::size: return "size";
  }
  return "";
}

std::string limit_words(logic::Cut cut) {
  switch (cut) {
    case logic::Cut::no: return "nothing";
    case logic::Cut::time: return "the time limit";
    case logic::Cut::memory: return "the memory limit";
    case logic::Cut::cancelled: return "an interrupt";
    case logic::Cut::depth: return "the limit on the depth of proofs";
    case logic::Cut::steps: return "the limit on steps";
    case logic::Cut::undecided: return "constraints that could not be decided";
    case logic::Cut::size: return "a term or a number too large to be written down";
  }
  return "";
}

SolveJson::SolveJson(const logic::Program& program, SolveJsonOptions options)
    : program_(program), options_(std::move(options)) {
  json_.open('{').key("schema").string("cogs.solve/1").key("solver").string("cogs");
  json_.key("version").string(options_.version).key("inputs").open('[', json::Layout::line);
  for (const std::string& input : options_.inputs) json_.string(input);
  json_.close(']').key("query").open('[');
  if (program.query) {
    for (const logic::Goal& goal : *program.query) {
      if (is_internal(program.terms.name(goal.term))) continue;
      const bool classical = goal.kind == logic::GoalKind::call &&
                             program.predicates[goal.predicate.index()].classical;
      const auto wrap = [&](const char* functor) {
        json_.open('{', json::Layout::line).key("type").string("compound");
        json_.key("functor").string(functor).key("args").open('[');
      };
      if (goal.negated) wrap("not");
      if (classical) wrap("-");
      write_term_json(program.terms, goal.term, options_.decimals, json_);
      for (int i = goal.negated + classical; i > 0; --i) json_.close(']').close('}');
    }
  }
  json_.close(']').key("answers").open('[');
}

void SolveJson::add(const logic::Answer& answer, double seconds) {
  const AnswerView view(program_, answer, options_.tree, options_.decimals);
  json_.open('{').key("answer").number(++count_);
  if (options_.timing) json_.key("time").digits(seconds_digits(seconds));
  if (answer.undecided) json_.key("undecided").boolean(true);
  AnswerWriter writer(view, options_, json_);
  writer.bindings();
  if (!answer.costs.empty()) writer.costs();
  writer.model();
  writer.variables();
  if (options_.tree) writer.tree();
  const FactsByVariable facts = variable_facts(answer, {});
  writer.constraints(facts);
  writer.relations(facts);
  json_.close('}');
}

std::string SolveJson::finish(const SolveSummary& summary) {
  json_.close(']');
  const bool cut = summary.cut != logic::Cut::no;
  json_.key("status").string(summary.answers > summary.undecided ? "found"
                             : summary.answers > 0               ? "undecided"
                             : cut                               ? "gave_up"
                                                                 : "none");
  json_.key("complete").boolean(summary.complete);
  if (cut) json_.key("stopped_by").string(cut_word(summary.cut));
  const logic::SolveStatistics& s = summary.statistics;
  if (s.checked + s.unchecked + s.refused > 0) {
    json_.key("check").open('{', json::Layout::line).key("accepted").number(s.checked);
    json_.key("not_judged").number(s.unchecked).key("refused").number(s.refused).close('}');
  }
  if (options_.timing) write_statistics(summary, json_);
  json_.close('}');
  return json_.take() + "\n";
}

SolveClingoJson::SolveClingoJson(const logic::Program& program, SolveJsonOptions options)
    : program_(program), options_(std::move(options)) {
  json_.open('{').key("Solver").string("cogs version " + options_.version);
  json_.key("Input").open('[', json::Layout::line);
  for (const std::string& input : options_.inputs) json_.string(input);
  json_.close(']').key("Call").open('[').open('{');
}

void SolveClingoJson::add(const logic::Answer& answer, double seconds) {
  const AnswerView view(program_, answer, false, options_.decimals);
  if (first_ < 0) json_.key("Witnesses").open('[');
  json_.open('{').key("Value").open('[', json::Layout::line);
  for (const Literal& literal : view.literals()) {
    if (literal.negated) continue;
    TermStyle style;
    style.decimals = options_.decimals;
    style.quote = '"';  // clingo has no quoted atoms, but strings
    json_.string((literal.classical ? "-" : "") +
                 term_text(view.terms(), literal.atom, style, logic::argument_priority));
  }
  json_.close(']');
  if (!answer.costs.empty()) {
    json_.key("Costs").open('[', json::Layout::line);
    for (const logic::Cost& cost : answer.costs) json_.digits(std::to_string(cost.value));
    json_.close(']');
    optimal_ = answer.optimal;
  }
  json_.close('}');
  if (first_ < 0) first_ = last_ + seconds;
  last_ += seconds;
}

std::string SolveClingoJson::finish(const SolveSummary& summary) {
  if (first_ >= 0) json_.close(']');
  json_.close('}').close(']');
  const bool none = summary.answers == 0 && summary.cut == logic::Cut::no;
  json_.key("Result").string(summary.answers > 0 && optimal_       ? "OPTIMUM FOUND"
                             : summary.answers > summary.undecided ? "SATISFIABLE"
                             : none                                ? "UNSATISFIABLE"
                                                                   : "UNKNOWN");
  if (summary.cut == logic::Cut::cancelled) json_.key("INTERRUPTED").number(1);
  json_.key("Models").open('{').key("Number").number(summary.answers);
  json_.key("More").string(summary.complete ? "no" : "yes").close('}');
  json_.key("Calls").number(1);
  if (options_.timing) {
    const double rest = summary.complete && summary.seconds > last_ ? summary.seconds - last_ : 0;
    json_.key("Time").open('{', json::Layout::line);
    json_.key("Total").digits(seconds_digits(summary.seconds));
    json_.key("Solve").digits(seconds_digits(summary.seconds));
    json_.key("Model").digits(seconds_digits(first_ < 0 ? 0 : first_));
    json_.key("Unsat").digits(seconds_digits(rest));
    json_.key("CPU").digits(seconds_digits(summary.seconds)).close('}');
  }
  json_.close('}');
  return json_.take() + "\n";
}

}  // namespace cogs::present
