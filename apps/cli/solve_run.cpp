// SPDX-License-Identifier: Apache-2.0
#include "cli/solve_run.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>

#include "base/text_file.h"
#include "present/html/solve.h"
#include "present/words/words.h"

namespace cogs::cli {

namespace {

using engine::Answer;
using engine::Cut;
using engine::Program;
using present::SolveSummary;

// Where answers go. add() is false when nobody reads any more.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual bool add(const Answer& answer, std::uint64_t number, double seconds) = 0;
  virtual bool wants_more() { return true; }
  virtual void finish(const SolveSummary& summary) = 0;
};

// Text goes out as it comes; into a file, when it is whole.
class TextSink : public Sink {
 public:
  TextSink(const Program& program, const SolveArguments& arguments, bool may_ask)
      : program_(program),
        arguments_(arguments),
        may_ask_(may_ask),
        style_(arguments.common.result_style(arguments.width)) {
    write(present::query_heading(program, arguments.text_options(), style_));
  }

  bool add(const Answer& answer, std::uint64_t number, double seconds) override {
    const std::optional<double> shown =
        arguments_.common.timing ? std::optional<double>(seconds) : std::nullopt;
    std::string text =
        present::answer_text(program_, answer, number, shown, arguments_.text_options(), style_);
    if (may_ask_) {
      text.pop_back();  // the question follows the last binding
    } else {
      text += "\n";
    }
    return write(text);
  }

  bool wants_more() override { return !may_ask_ || cli::wants_more(); }

  void finish(const SolveSummary&) override {
    if (!arguments_.common.output_file.empty()) arguments_.common.deliver(kept_);
  }

 private:
  bool write(const std::string& text) {
    if (!arguments_.common.output_file.empty()) {
      kept_ += text;
      return true;
    }
    const int error = base::write_all(STDOUT_FILENO, text);
    if (error == EPIPE) return false;
    if (error != 0) {
      base::Diagnostic d;
      d.file = "standard output";
      d.message = std::string("cannot write the result: ") + std::strerror(error);
      throw base::InputError(std::move(d));
    }
    return true;
  }

  const Program& program_;
  const SolveArguments& arguments_;
  bool may_ask_;
  present::TextStyle style_;
  std::string kept_;
};

// Formats that are one whole: they are written at the end.
template <class Format>
class WholeSink : public Sink {
 public:
  WholeSink(Format format, const SolveArguments& arguments, std::string file)
      : format_(std::move(format)), arguments_(arguments), file_(std::move(file)) {}

  bool add(const Answer& answer, std::uint64_t, double seconds) override {
    format_.add(answer, seconds);
    return true;
  }

  void finish(const SolveSummary& summary) override {
    const std::string result = format_.finish(summary);
    if (file_.empty() || file_ == "-") {
      arguments_.common.deliver(result);
    } else {
      base::write_text_file(file_, result);
    }
  }

 private:
  Format format_;
  const SolveArguments& arguments_;
  std::string file_;
};

std::unique_ptr<Sink> make_sink(const Program& program, const SolveArguments& arguments,
                                bool may_ask) {
  if (!arguments.html_file.empty()) {
    present::SolveHtmlOptions options;
    options.text = arguments.text_options();
    options.timing = arguments.common.timing;
    options.inputs = arguments.programs;
    return std::make_unique<WholeSink<present::SolveHtml>>(
        present::SolveHtml(program, std::move(options)), arguments, arguments.html_file);
  }
  if (arguments.clingo_format == 2) {
    return std::make_unique<WholeSink<present::SolveClingoJson>>(
        present::SolveClingoJson(program, arguments.json_options()), arguments,
        arguments.json_file);
  }
  if (arguments.common.json) {
    return std::make_unique<WholeSink<present::SolveJson>>(
        present::SolveJson(program, arguments.json_options()), arguments, arguments.json_file);
  }
  return std::make_unique<TextSink>(program, arguments, may_ask);
}

std::string exact_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", seconds);
  return std::string(text) + " seconds";
}

// What the checker of --check has to say.
void report_checks(const engine::SolveStatistics& s, const SolveArguments& arguments) {
  if (!arguments.check) return;
  if (s.refused > 0) {
    base::write_all(STDERR_FILENO, "cogs solve: this is a bug in cogs: the checker refused " +
                                       present::counted(s.refused, "answer") +
                                       " (not shown): " + present::safe_text(s.refusal) + "\n");
  }
  if (s.checked + s.unchecked == 0) return;
  std::string text = "the checker accepts " + present::counted(s.checked, "answer");
  if (s.unchecked > 0) {
    text += ", and " + std::to_string(s.unchecked) + " that it could not judge in full";
  }
  say(arguments, text);
}

void report(const Program& program, const SolveSummary& summary, const SolveArguments& arguments,
            bool was_asking) {
  const std::string time =
      arguments.common.timing ? " (" + exact_seconds(summary.seconds) + ")" : "";
  if (summary.cut != Cut::no) {
    const std::string when =
        summary.answers == 0
            ? "before an answer was found; there may be some"
            : "after " + present::counted(summary.answers, "answer") + "; there may be more";
    say(arguments, "stopped by " + present::limit_words(summary.cut) + " " + when + time);
  } else if (summary.answers > 0 && summary.answers == summary.undecided) {
    say(arguments, "not decided: there may be no numbers that meet the constraints" + time);
  } else if (summary.answers == 0) {
    say(arguments,
        (program.query ? "no answer: the query holds in no answer set" : "there is no answer set") +
            time);
  } else if (summary.complete && was_asking) {
    say(arguments, "there are no more answers");
  } else if (summary.complete) {
    const bool best = arguments.optimize == "opt" && summary.optimal;
    arguments.common.note(std::string("cogs solve: ") +
                          (best ? "no answer set costs less" : "these are all answers") + time);
  }
  report_checks(summary.statistics, arguments);
  if (!arguments.statistics) return;
  const engine::SolveStatistics& s = summary.statistics;
  std::string text = s.engine + " engine: " + std::to_string(s.goals) + " goals, " +
                     std::to_string(s.choices) + " choices, " + std::to_string(s.backtracks) +
                     " backtracks, " + std::to_string(s.duplicates) + " duplicates, " +
                     std::to_string(s.peak_bytes / 1024) + " kB";
  if (s.ground_clauses > 0) {
    text += ", " + std::to_string(s.ground_atoms) + " ground atoms, " +
            std::to_string(s.ground_clauses) + " ground clauses";
  }
  base::write_all(STDERR_FILENO, "cogs solve: " + text + time + "\n");
}

ExitCode solve_exit_code(const SolveSummary& summary, const SolveArguments& arguments) {
  if (summary.statistics.refused > 0) return bug;
  if (arguments.clingo_exit_codes) {
    // As clasp: 10 satisfiable, 20 exhausted, 1 interrupted, and their sums.
    const int code = (summary.answers > summary.undecided ? 10 : 0) +
                     (summary.complete && summary.undecided == 0 ? 20 : 0) +
                     (summary.cut != Cut::no || summary.undecided > 0 ? 1 : 0);
    return static_cast<ExitCode>(code);
  }
  if (summary.cut == Cut::cancelled) return interrupted;
  if (summary.cut != Cut::no || summary.undecided > 0) return limit_reached;
  return summary.answers > 0 ? answered : answered_no;
}

}  // namespace

void say(const SolveArguments& arguments, const std::string& message) {
  if (arguments.common.quiet) return;
  base::write_all(STDERR_FILENO, "cogs solve: " + message + "\n");
}

ExitCode run_query(const Program& program, const SolveArguments& arguments, bool may_ask) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  const bool text = arguments.html_file.empty() && !arguments.common.json &&
                    arguments.clingo_format == 0 && arguments.common.output_file.empty();
  may_ask = may_ask && text && !arguments.most_answers && ::isatty(STDIN_FILENO) != 0 &&
            ::isatty(STDOUT_FILENO) != 0;
  const std::uint64_t most = arguments.most_answers.value_or(may_ask ? 0 : 1);

  const auto begin = Clock::now();
  engine::Solver solver(program, arguments.solve_options());
  const std::unique_ptr<Sink> sink = make_sink(program, arguments, may_ask);
  SolveSummary summary;
  for (;;) {
    // The engine looks at the clock while it searches; showing answers takes time as well.
    const auto asked = Clock::now();
    if (arguments.common.time_limit && since(begin) > *arguments.common.time_limit) {
      summary.cut = Cut::time;
      break;
    }
    if (interrupt_has_come()) {
      summary.cut = Cut::cancelled;
      break;
    }
    const std::optional<Answer> answer = solver.next();
    if (!answer) {
      summary.cut = solver.cut();
      summary.complete = summary.cut == Cut::no;
      break;
    }
    ++summary.answers;
    // The only answer set that was asked for: one of least cost.
    summary.optimal = answer->optimal;
    summary.complete = answer->optimal && arguments.optimize == "opt" && answer->bindings.empty();
    if (answer->undecided) ++summary.undecided;
    if (!sink->add(*answer, summary.answers, since(asked))) break;
    if (summary.answers == most || !sink->wants_more()) break;
  }
  summary.seconds = since(begin);
  summary.statistics = solver.statistics();
  sink->finish(summary);
  report(program, summary, arguments, may_ask);
  return solve_exit_code(summary, arguments);
}

}  // namespace cogs::cli
