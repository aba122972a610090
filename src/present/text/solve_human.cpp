// SPDX-License-Identifier: Apache-2.0
#include "present/text/solve_human.h"

#include "present/text/solve.h"

namespace cogs::present {

namespace {

using logic::NodeKind;
using logic::ProofNode;
using logic::Support;
using logic::TermId;
using logic::TermKind;

std::string_view comparison_words(std::string_view relation) {
  if (relation == "#>") return "greater than";
  if (relation == "#>=") return "greater than or equal to";
  if (relation == "#<") return "less than";
  if (relation == "#=<") return "less than or equal to";
  return relation == "#=" ? "equal to" : "not equal to";
}

// Atoms and strings need no quotes among words.
std::string constant_words(const logic::Terms& terms, TermId id, std::string term) {
  const TermKind kind = terms[id].kind;
  const bool named = kind == TermKind::atom || kind == TermKind::string;
  return named && !terms.name(id).empty() ? safe_text(terms.name(id)) : term;
}

std::vector<std::string> excluded(const AnswerView& view, const VariableFacts& known) {
  std::vector<std::string> words;
  for (const TermId value : known.not_in) {
    words.push_back(constant_words(view.terms(), value, view.plain_term(value)));
  }
  return words;
}

// "any Y greater than 3 and less than 5"
std::string constrained_words(const AnswerView& view, const std::string& name,
                              const VariableFacts& known, std::string_view type) {
  std::string noun(type);
  std::vector<std::string> parts;
  bool numeric = false;
  if (!known.not_in.empty()) parts.push_back("not " + enumerated(excluded(view, known), "or"));
  for (const Fact& fact : known.facts) {
    switch (fact.kind) {
      case Fact::Kind::compare:
        parts.push_back(std::string(comparison_words(fact.relation)) + " " +
                        view.sum_text(fact.sum));
        numeric = true;
        break;
      case Fact::Kind::differ: parts.push_back("not equal to " + view.plain_term(fact.term)); break;
      case Fact::Kind::integer:
        if (noun.empty()) noun = "integer";
        break;
      case Fact::Kind::other: parts.push_back("such that " + view.plain_term(fact.term)); break;
    }
  }
  if (noun.empty() && name == "_") noun = numeric ? "number" : "thing";
  std::string out = "any";
  if (!noun.empty()) out += " " + noun;
  if (name != "_") out += " " + name;
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? " " : " and ") + parts[i];
  return out;
}

std::string variable_words(const AnswerView& view, const std::string& variable,
                           std::string_view type) {
  const std::string name = variable == "_" ? "_" : view.name(variable);
  const VariableFacts& known = view.facts(variable);
  if (known.empty()) {
    if (type.empty()) return name == "_" ? "anything" : name;
    return (name == "_" ? "" : name + ", ") + with_article(type);
  }
  if (!known.facts.empty()) return constrained_words(view, name, known, type);
  const std::string others = enumerated(excluded(view, known), "or");
  const bool one = known.not_in.size() == 1;
  if (name == "_") {
    return type.empty() ? "anything except for " + others
                        : "any " + std::string(type) + " except for " + others;
  }
  if (type.empty()) return name + (one ? " not equal to " : " not ") + others;
  return name + ", " + with_article(type) + (one ? " other than " : " not ") + others;
}

// Variables of a query have no constraints yet, only names.
class QueryWords {
 public:
  explicit QueryWords(const logic::Program& program)
      : program_(program), words_(program, program.terms, [this](TermId id, std::string_view type) {
          return value(id, type);
        }) {
    for (const logic::Goal& goal : *program.query) count(goal.term);
  }
  QueryWords(const QueryWords&) = delete;
  QueryWords& operator=(const QueryWords&) = delete;

  std::string goal(const logic::Goal& goal) const {
    if (goal.kind == logic::GoalKind::call) {
      const bool classical = program_.predicates[goal.predicate.index()].classical;
      return words_({goal.negated, classical, goal.term});
    }
    const auto plain = [this](TermId id) { return safe_text(term_text(program_.terms, id)); };
    return (goal.negated ? "it is not the case that " : "") + words_.builtin(goal.term, plain);
  }

 private:
  void count(TermId id) {
    std::vector<TermId> waiting{id};
    while (!waiting.empty()) {
      const TermId next = waiting.back();
      waiting.pop_back();
      if (program_.terms.is_variable(next)) ++occurrences_[program_.terms.name(next)];
      const auto below = program_.terms.arguments(next);
      waiting.insert(waiting.end(), below.begin(), below.end());
    }
  }

  std::string value(TermId id, std::string_view type) const {
    const logic::Terms& terms = program_.terms;
    if (!terms.is_variable(id)) {
      const std::string text = constant_words(terms, id, safe_text(term_text(terms, id)));
      return type.empty() ? text : "the " + std::string(type) + " " + text;
    }
    const std::string& name = terms.name(id);
    const bool single = name[0] == '_' || occurrences_.at(name) == 1;
    if (type.empty()) return single ? "anything" : name;
    return (single ? "" : name + ", ") + with_article(type);
  }

  const logic::Program& program_;
  LiteralWords words_;
  std::unordered_map<std::string, std::size_t> occurrences_;
};

}  // namespace

std::string value_words(const AnswerView& view, TermId value, std::string_view type) {
  if (view.terms().is_variable(value)) return variable_words(view, view.terms().name(value), type);
  const std::string text = constant_words(view.terms(), value, view.term(value));
  return type.empty() ? text : "the " + std::string(type) + " " + text;
}

LiteralWords words_of(const AnswerView& view) {
  return LiteralWords(view.program(), view.terms(), [&view](TermId id, std::string_view type) {
    return value_words(view, id, type);
  });
}

std::string proof_node_words(const AnswerView& view, const LiteralWords& words,
                             const ShownNode& shown) {
  const ProofNode& node = view.answer().proof[shown.node];
  switch (node.kind) {
    case NodeKind::query: return "the query holds";
    case NodeKind::checks: return "The global constraints hold";
    case NodeKind::check:
      return "the global constraint number " + std::to_string(shown.number) + " holds";
    case NodeKind::aggregate: return view.wide_term(node.term);
    case NodeKind::element: return "(" + view.wide_term(node.term) + ") counts";
    case NodeKind::cost: return "the cost is " + view.wide_term(node.term);
    case NodeKind::builtin:
      return words.builtin(node.term, [&view](TermId id) { return view.plain_term(id); });
    case NodeKind::clause_fails: {
      const logic::Literal& above = view.answer().proof[shown.above].literal;
      return "clause " + std::to_string(shown.number) + " of " +
             safe_text(view.terms().name(above.atom)) + " does not apply";
    }
    case NodeKind::literal: break;
  }
  const std::string text = words(node.literal);
  switch (node.support) {
    case Support::proved: return text;
    case Support::repeated: return text + ", justified above";
    case Support::assumed: return "it is assumed that " + text;
    case Support::abduced: return "by abduction we conclude that " + text;
    case Support::chosen: return "it is chosen that " + text;
  }
  return text;
}

std::string query_words(const logic::Program& program, const TextStyle& style) {
  std::string out = "I would like to know if\n";
  if (!program.query) return out;
  const QueryWords words(program);
  const char* separator = "";
  for (const logic::Goal& goal : *program.query) {
    if (is_internal(program.terms.name(goal.term))) continue;
    out += separator + ("   " + toned(Tone::strong, words.goal(goal), style));
    separator = ", and\n";
  }
  return out + "?\n";
}

std::string proof_words(const AnswerView& view, ProofDetail detail, const TextStyle& style) {
  const std::vector<ShownNode> shown = shown_proof(view.program(), view.answer(), detail);
  const LiteralWords words = words_of(view);
  std::vector<bool> last(shown.size(), true);  // among its siblings
  for (const ShownNode& node : shown) {
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i) last[node.children[i]] = false;
  }
  std::string out;
  for (std::size_t i = 1; i < shown.size(); ++i) {
    const ProofNode& node = view.answer().proof[shown[i].node];
    const bool doubtful = node.kind == NodeKind::literal && node.literal.negated;
    out += proof_margin(shown[i].depth, 3) + toned(doubtful ? Tone::doubtful : Tone::plain,
                                                   proof_node_words(view, words, shown[i]), style);
    out += !shown[i].children.empty() ? ", because\n" : last[i] ? "\n" : ", and\n";
  }
  return out;
}

std::string model_words(const AnswerView& view, const TextStyle& style) {
  const LiteralWords words = words_of(view);
  std::string out;
  for (const logic::Literal& literal : view.literals()) {
    out += "   • " + toned(literal.negated ? Tone::doubtful : Tone::plain, words(literal), style) +
           "\n";
  }
  return out.empty() ? "   (nothing)\n" : out;
}

}  // namespace cogs::present
