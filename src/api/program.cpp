// SPDX-License-Identifier: Apache-2.0
#include <cogs/program.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "api/convert.h"
#include "api/running.h"
#include "api/shared.h"
#include "base/stopwatch.h"
#include "base/text_file.h"
#include "engine/solve.h"
#include "present/html/solve.h"
#include "present/json/solve.h"
#include "present/text/solve.h"
#include "present/words/answer_view.h"

namespace cogs {

namespace detail {

// A program with its own query is read once; another query means reading the texts, which are kept,
// once more.
struct ProgramData {
  ProgramOptions options;
  std::vector<std::string> files;
  std::map<std::string, std::optional<std::string>> texts;  // by path; nullopt: cannot be read
  bool includes = false;                                    // or is a text by itself
  std::shared_ptr<const logic::Program> program;
  std::vector<Diagnostic> warnings;
};

}  // namespace detail

namespace {

logic::ReadOptions hidden(const ProgramOptions& options) {
  logic::ReadOptions out;
  out.constants = options.constants;
  out.warn = options.warn;
  out.unknown = options.unknown == ProgramOptions::Unknown::fail    ? logic::Unknown::fail
                : options.unknown == ProgramOptions::Unknown::error ? logic::Unknown::error
                                                                    : logic::Unknown::warning;
  return out;
}

Stop shown(logic::Cut cut) {
  switch (cut) {
    case logic::Cut::no:
    case logic::Cut::undecided:
    case logic::Cut::size: break;  // no limit; Solutions says so beside
    case logic::Cut::time: return Stop::time;
    case logic::Cut::memory: return Stop::memory;
    case logic::Cut::cancelled: return Stop::cancelled;
    case logic::Cut::depth:
    case logic::Cut::steps: return Stop::effort;
  }
  return Stop::no;
}

struct TimedAnswer {
  logic::Answer answer;
  double seconds = 0;
};

struct SolutionsAnswered : detail::Answered {
  std::shared_ptr<const logic::Program> asked;
  std::vector<std::string> files;
  SolveOptions options;
  std::vector<TimedAnswer> answers;
  present::SolveSummary summary;

  Outcome outcome() const override {
    if (summary.cut == logic::Cut::cancelled) return Outcome::cancelled;
    if (summary.cut != logic::Cut::no || summary.undecided > 0) return Outcome::stopped;
    return answers.empty() ? Outcome::no : Outcome::yes;
  }
  std::string json(const JsonOptions& how) const override {
    present::SolveJsonOptions inside;
    inside.tree = options.tree;
    inside.timing = how.timing;
    inside.version = api::version();
    inside.inputs = files;
    present::SolveJson json(*asked, inside);
    for (const TimedAnswer& one : answers) json.add(one.answer, one.seconds);
    return json.finish(summary);
  }
  std::string text(const TextOptions& how) const override {
    const present::TextStyle style = api::hidden(how.style);
    present::SolveTextOptions inside;
    inside.tree = options.tree || how.form == TextOptions::Form::tree;
    inside.human = options.human;
    std::string out = present::query_heading(*asked, inside, style);
    std::uint64_t number = 0;
    for (const TimedAnswer& one : answers) {
      out += present::answer_text(*asked, one.answer, ++number, one.seconds, inside, style) + "\n";
    }
    return out;
  }
  bool has_html() const override { return true; }
  std::string html(const base::Limits&, const Reader&) const override {
    present::SolveHtmlOptions inside;
    inside.text.tree = true;
    inside.text.human = options.human;
    inside.inputs = files;
    present::SolveHtml page(*asked, std::move(inside));
    for (const TimedAnswer& one : answers) page.add(one.answer, one.seconds);
    return page.finish(summary);
  }
};

Solution shown(const logic::Program& program, const logic::Answer& answer) {
  const present::AnswerView view(program, answer, true);
  Solution out;
  out.undecided = answer.undecided;
  for (const logic::Binding& binding : view.bindings()) {
    out.bindings.push_back({binding.variable, view.term(binding.value)});
  }
  for (const logic::Literal& literal : view.literals()) {
    out.literals.push_back(view.literal(literal));
  }
  for (const logic::TermId constraint : answer.constraints) {
    out.constraints.push_back(logic::canonical_text(answer.terms, constraint));
  }
  for (const logic::ProofNode& node : answer.proof) {
    Solution::Node next;
    switch (node.kind) {
      case logic::NodeKind::query: next.kind = Solution::Node::Kind::query; break;
      case logic::NodeKind::literal: next.kind = Solution::Node::Kind::literal; break;
      case logic::NodeKind::builtin: next.kind = Solution::Node::Kind::builtin; break;
      case logic::NodeKind::clause_fails: next.kind = Solution::Node::Kind::clause_fails; break;
      case logic::NodeKind::checks: next.kind = Solution::Node::Kind::checks; break;
      case logic::NodeKind::check: next.kind = Solution::Node::Kind::check; break;
      case logic::NodeKind::aggregate: next.kind = Solution::Node::Kind::aggregate; break;
      case logic::NodeKind::element: next.kind = Solution::Node::Kind::element; break;
      case logic::NodeKind::cost: next.kind = Solution::Node::Kind::cost; break;
    }
    const bool has_term =
        node.kind == logic::NodeKind::builtin || node.kind == logic::NodeKind::aggregate ||
        node.kind == logic::NodeKind::element || node.kind == logic::NodeKind::cost;
    if (node.kind == logic::NodeKind::literal) next.text = view.literal(node.literal);
    if (has_term) next.text = view.wide_term(node.term);
    next.assumed = node.support == logic::Support::assumed;
    next.children = node.children;
    out.proof.push_back(std::move(next));
  }
  return out;
}

// `from_files`: texts that are not kept yet are read, and kept.
std::shared_ptr<const logic::Program> read(detail::ProgramData& data, const std::string& query,
                                           bool from_files) {
  logic::ReadOptions options = hidden(data.options);
  if (!query.empty()) options.query = query;
  auto program = std::make_shared<logic::Program>();
  if (!data.includes) {
    const std::string& name = data.files.front();
    *program = logic::read_program_text(*data.texts.at(name), name, options);
  } else {
    const auto text_of = [&](const std::string& path) -> std::optional<std::string> {
      const auto known = data.texts.find(path);
      if (known != data.texts.end()) return known->second;
      if (!from_files) return std::nullopt;
      const bool wanted = std::find(data.files.begin(), data.files.end(), path) != data.files.end();
      std::optional<std::string>& text = data.texts[path];
      try {
        text = base::read_text_file(api::plain_name(path));
      } catch (const base::InputError&) {
        if (wanted) throw;  // of one that is included, the reader says that it is not there
      }
      return text;
    };
    *program = logic::read_program(data.files, text_of, options);
  }
  if (data.options.closed_world && program->query) engine::close_world(*program);
  return program;
}

}  // namespace

Program::Program(std::shared_ptr<const detail::ProgramData> data) : data_(std::move(data)) {}

Program Program::parse(const std::string& text, const std::string& name,
                       const ProgramOptions& options) {
  return api::guarded([&] {
    auto data = std::make_shared<detail::ProgramData>();
    data->options = options;
    data->files = {name};
    data->texts[name] = text;
    data->program = read(*data, "", false);
    data->warnings = api::shown(data->program->warnings);
    return Program(std::move(data));
  });
}

Program Program::load(const std::vector<std::string>& files, const ProgramOptions& options) {
  return api::guarded([&] {
    auto data = std::make_shared<detail::ProgramData>();
    data->options = options;
    data->files = files;
    data->includes = true;
    data->program = read(*data, "", true);
    data->warnings = api::shown(data->program->warnings);
    return Program(std::move(data));
  });
}

const std::vector<Diagnostic>& Program::warnings() const { return data_->warnings; }

Solutions Program::solve(const std::string& query, const SolveOptions& options,
                         const Control& control) const {
  return api::guarded([&] {
    const api::Running running(control);
    auto answered = std::make_shared<SolutionsAnswered>();
    answered->files = data_->files;
    answered->options = options;
    if (query.empty()) {
      answered->asked = data_->program;
    } else {
      detail::ProgramData again = *data_;
      answered->asked = read(again, query, false);
    }
    const logic::Program& program = *answered->asked;
    if (!program.query) {
      throw base::InputError(
          base::error_about(data_->files.front(), "the program has no query", "give one"));
    }
    logic::SolveOptions inside;
    inside.limits = running.limits();
    inside.most_depth = options.most_depth;
    inside.most_steps = options.most_steps;
    inside.denials = options.denials;
    inside.odd_loops = options.odd_loops;
    inside.check = options.check;
    inside.engine = options.engine == SolveOptions::Engine::ground ? logic::Engine::ground
                    : options.engine == SolveOptions::Engine::goal_directed
                        ? logic::Engine::goal_directed
                        : logic::Engine::automatic;
    const base::Stopwatch watch;
    base::Budget budget(running.limits());
    logic::Solver solver(program, inside);
    present::SolveSummary& summary = answered->summary;
    double asked = 0;
    while (options.most_answers == 0 || summary.answers < options.most_answers) {
      if (budget.exhausted_now()) {
        summary.cut = budget.reason() == base::Exhausted::cancelled ? logic::Cut::cancelled
                      : budget.reason() == base::Exhausted::memory  ? logic::Cut::memory
                                                                    : logic::Cut::time;
        break;
      }
      std::optional<logic::Answer> answer = solver.next();
      const double now = watch.seconds();
      if (!answer) {
        summary.cut = solver.cut();
        summary.complete = summary.cut == logic::Cut::no;
        break;
      }
      answered->answers.push_back({std::move(*answer), now - asked});
      asked = now;
      ++summary.answers;
      summary.undecided += answered->answers.back().answer.undecided ? 1 : 0;
    }
    summary.seconds = watch.seconds();
    summary.statistics = solver.statistics();
    if (summary.statistics.refused > 0) {
      throw std::logic_error("the checker refused an answer: " + summary.statistics.refusal);
    }
    Solutions out(answered);
    for (const TimedAnswer& one : answered->answers) {
      out.answers.push_back(shown(program, one.answer));
    }
    out.complete = summary.complete;
    out.undecided = summary.cut == logic::Cut::undecided;
    out.too_large = summary.cut == logic::Cut::size;
    out.stopped = shown(summary.cut);
    out.checked = summary.statistics.checked;
    out.unchecked = summary.statistics.unchecked;
    out.seconds = summary.seconds;
    if (!query.empty()) out.warnings = api::shown(program.warnings);
    return out;
  });
}

}  // namespace cogs
