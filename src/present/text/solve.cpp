// SPDX-License-Identifier: Apache-2.0
#include "present/text/solve.h"

#include <algorithm>
#include <cstdio>

#include "present/export/program_text.h"
#include "present/text/solve_human.h"

namespace cogs::present {

namespace {

using logic::Literal;
using logic::NodeKind;
using logic::ProofNode;
using logic::Support;

Tone tone_of(const Literal& literal) {
  if (literal.negated) return literal.classical ? Tone::plain : Tone::doubtful;
  return literal.classical ? Tone::bad : Tone::strong;
}

std::string comment(const std::string& words, const TextStyle& style) {
  return toned(Tone::faint, "% " + words, style) + "\n";
}

std::string ruler(const TextStyle& style) {
  std::string line;
  for (std::size_t i = 10; i < std::max<std::size_t>(style.width, 30); ++i) line += "―";
  return comment(line, style);
}

std::string heading(std::uint64_t number, std::optional<double> seconds, const TextStyle& style) {
  char time[32] = "-";
  if (seconds) std::snprintf(time, sizeof time, "%.3f", *seconds);
  const std::string words = "Answer " + grouped_digits(number) + " (" + time + " sec)";
  const std::size_t width = std::max<std::size_t>(style.width, 30) - 8;
  const std::size_t blanks = width > words.size() + 1 ? (width - 1 - words.size()) / 2 : 1;
  return toned(Tone::faint, "%", style) + std::string(blanks, ' ') +
         toned(Tone::strong, words, style) + "\n";
}

// Column after column, as many as fit.
std::string model_table(const AnswerView& view, const TextStyle& style) {
  const auto& literals = view.literals();
  std::vector<std::string> cells;
  std::vector<std::size_t> widths;
  std::size_t longest = 0;
  for (const Literal& literal : literals) {
    cells.push_back(view.literal(literal));
    widths.push_back(display_width(cells.back()));
    longest = std::max(longest, widths.back());
  }
  if (cells.empty()) return "{\n}\n";
  const std::size_t count = cells.size();
  const std::size_t most_columns = std::max<std::size_t>(1, style.width / (longest + 3));
  const std::size_t rows = (count + most_columns - 1) / most_columns;
  const std::size_t columns = (count + rows - 1) / rows;
  const std::size_t column_width = std::min(longest + 3, style.width / columns);
  std::string out = "{ ";
  for (std::size_t row = 0; row < rows; ++row) {
    if (row > 0) out += "  ";
    for (std::size_t i = row; i < count; i += rows) {
      out += toned(tone_of(literals[i]), cells[i], style);
      const bool ends_line = i + rows >= count;
      if (row + 1 < rows || !ends_line) out += ",";
      if (!ends_line && widths[i] + 1 < column_width) out.append(column_width - widths[i] - 1, ' ');
    }
    out += "\n";
  }
  return out + "}\n";
}

std::string tree(const AnswerView& view, const SolveTextOptions& options, const TextStyle& style) {
  const std::vector<ShownNode> shown = shown_proof(view.program(), view.answer(), options.detail);
  // A line is followed by ∧ if a sibling of its node, or of a node above that ends here, comes
  // next: that is, if the next line is no deeper.
  std::string out;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const ProofNode& node = view.answer().proof[shown[i].node];
    const std::string text = proof_node_text(view, shown[i]);
    const bool is_literal = node.kind == NodeKind::literal && node.support == Support::proved;
    out += proof_margin(shown[i].depth + 1, 3);
    out += is_literal ? toned(tone_of(node.literal), text, style) : text;
    if (!shown[i].children.empty()) {
      out += " ←\n";
    } else {
      out += i + 1 < shown.size() ? " ∧\n" : ".\n";
    }
  }
  return out;
}

std::string bindings_text(const AnswerView& view, const TextStyle& style) {
  const std::vector<logic::Binding> bindings = view.bindings();
  if (bindings.empty()) {
    const char* verdict = view.answer().undecided ? "not decided" : "true";
    return comment("No bindings", style) + toned(Tone::strong, verdict, style) + "\n";
  }
  std::string out = comment("Bindings", style);
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    out += safe_text(bindings[i].variable) + " = " +
           view.term(bindings[i].value, logic::argument_priority);
    out += i + 1 < bindings.size() ? ",\n" : "\n";
  }
  return out;
}

// "3@2, 5@1": by descending priority.
std::string costs_text(const logic::Answer& answer, const TextStyle& style) {
  std::string costs;
  for (const logic::Cost& cost : answer.costs) {
    costs += (costs.empty() ? "" : ", ") + std::to_string(cost.value) + "@" +
             std::to_string(cost.priority);
  }
  return comment("Cost (weight@priority)" + std::string(answer.optimal ? ", the least" : ""),
                 style) +
         toned(Tone::strong, costs, style) + "\n";
}

}  // namespace

std::string grouped_digits(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, ",");
  }
  return digits;
}

std::string proof_margin(std::uint32_t depth, std::size_t per_level) {
  constexpr std::uint32_t deepest = 60;
  if (depth <= deepest) return std::string(depth * per_level, ' ');
  return std::string(deepest * per_level, ' ') + "[level " + grouped_digits(depth) + "] ";
}

std::string proof_node_text(const AnswerView& view, const ShownNode& shown) {
  const ProofNode& node = view.answer().proof[shown.node];
  switch (node.kind) {
    case NodeKind::query: return "query";
    case NodeKind::checks: return "o_nmr_check";
    case NodeKind::check: return "not o_chk_" + std::to_string(shown.number);
    case NodeKind::builtin:
    case NodeKind::aggregate:
    case NodeKind::element:
    case NodeKind::cost: return view.wide_term(node.term);
    case NodeKind::literal: break;
    case NodeKind::clause_fails: {
      const Literal& above = view.answer().proof[shown.above].literal;
      std::string out = "not ";
      out +=
          safe_text(name_text("o_" + std::string(above.classical ? "-" : "") +
                              view.terms().name(above.atom) + "_" + std::to_string(shown.number)));
      const auto arguments = view.terms().arguments(above.atom);
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        out += (i == 0 ? "(" : ",") + view.term(arguments[i]);
      }
      return out + (arguments.empty() ? "" : ")");
    }
  }
  const std::string text = view.literal(node.literal);
  switch (node.support) {
    case Support::proved: return text;
    case Support::repeated: return "proved(" + text + ")";
    case Support::assumed: return "chs(" + text + ")";
    case Support::abduced: return "abduced(" + text + ")";
    case Support::chosen: return "chosen(" + text + ")";
  }
  return text;
}

std::string query_heading(const logic::Program& program, const SolveTextOptions& options,
                          const TextStyle& style) {
  if (!program.query && program.language == logic::Language::clingo) {
    return comment("Answer sets", style);
  }
  std::string out = comment("Query", style);
  if (options.human) return out + query_words(program, style);
  out += "?- ";
  const char* separator = "";
  if (program.query) {
    for (const logic::Goal& goal : *program.query) {
      if (is_internal(program.terms.name(goal.term))) continue;
      out += separator + safe_text(goal_text(program, goal));
      separator = ",\n   ";
    }
  }
  return out + ".\n";
}

std::string answer_text(const logic::Program& program, const logic::Answer& answer,
                        std::uint64_t number, std::optional<double> seconds,
                        const SolveTextOptions& options, const TextStyle& style) {
  const AnswerView view(program, answer, options.tree, options.decimals);
  std::string out = ruler(style) + heading(number, seconds, style) + ruler(style);
  if (options.tree) {
    out += comment("Justification", style);
    out += options.human ? proof_words(view, options.detail, style) + "\n"
                         : tree(view, options, style);
  }
  out += comment("Model", style);
  out += options.human ? model_words(view, style) : model_table(view, style);
  if (!answer.costs.empty()) out += costs_text(answer, style);
  if (answer.undecided) {
    out += comment("Not decided: whether any numbers meet the constraints", style);
  }
  return program.query || !answer.whole_set ? out + bindings_text(view, style) : out;
}

}  // namespace cogs::present
