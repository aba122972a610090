// SPDX-License-Identifier: Apache-2.0
#include "cli/common_options.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <limits>

#include "base/date.h"
#include "base/diagnostic.h"
#include "base/number.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/process_memory.h"
#include "present/text/diagnostic.h"

namespace cogs::cli {

namespace {

std::atomic<bool> interrupt_came{false};

extern "C" void on_interrupt(int) { interrupt_came.store(true, std::memory_order_relaxed); }

bool terminal_takes_colour(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && (no_color == nullptr || *no_color == '\0') &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

// Texts that do not go to a terminal are the same wherever they are made: 80 columns.
std::size_t terminal_width(int descriptor) {
  constexpr std::size_t usual = 80, narrowest = 40, widest = 120;
  struct winsize size{};
  if (::isatty(descriptor) == 0 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return usual;
  if (size.ws_col == 0) return usual;
  return std::clamp<std::size_t>(size.ws_col, narrowest, widest);
}

present::TextStyle style_of(int descriptor, const std::string& color) {
  const bool wanted = color == "always" || (color == "auto" && terminal_takes_colour(descriptor));
  return {terminal_width(descriptor), wanted};
}

// "200M", "2G", "1.5GiB", "4096": bytes.
std::optional<std::size_t> parse_size(const std::string& text) {
  std::size_t end = text.find_first_not_of("0123456789.");
  if (end == std::string::npos) end = text.size();
  std::string unit = text.substr(end);
  for (char& c : unit) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (!unit.empty() && unit.back() == 'B') unit.pop_back();
  if (!unit.empty() && unit.back() == 'I') unit.pop_back();
  int shift = 0;
  if (unit == "K")
    shift = 10;
  else if (unit == "M")
    shift = 20;
  else if (unit == "G")
    shift = 30;
  else if (unit == "T")
    shift = 40;
  else if (!unit.empty())
    return std::nullopt;
  const std::optional<base::Number> number = base::Number::parse(text.substr(0, end));
  if (!number) return std::nullopt;
  const auto bytes = (*number * base::Number(std::int64_t{1} << shift)).floor().to_int64();
  if (!bytes || *bytes <= 0) return std::nullopt;
  return static_cast<std::size_t>(*bytes);
}

void add_seconds(CLI::App& command, std::optional<double>& target) {
  command
      .add_option_function<std::string>(
          "--time-limit",
          [&target](const std::string& text) { target = parse_seconds("--time-limit", text); },
          "Give up after this time, with the best so far (exit 4)")
      ->option_text("SECONDS")
      ->group("Common options");
}

void add_memory(CLI::App& command, std::optional<std::size_t>& target) {
  command
      .add_option_function<std::string>(
          "--memory-limit",
          [&target](const std::string& text) {
            target = parse_size(text);
            if (!target) {
              throw UsageError("--memory-limit takes a size such as 200M or 2G, not '" + text +
                               "'");
            }
          },
          "Give up at this size, such as 200M or 2G (exit 4)")
      ->option_text("SIZE")
      ->group("Common options");
}

void add_effort(CLI::App& command, std::optional<std::uint64_t>& target) {
  command
      .add_option_function<std::string>(
          "--effort",
          [&target](const std::string& text) {
            const auto number = base::Number::parse(text);
            const auto steps = number ? number->to_int64() : std::nullopt;
            if (!steps || *steps <= 0) {
              throw UsageError("--effort takes a number of steps, such as 1000000, not '" + text +
                               "'");
            }
            target = static_cast<std::uint64_t>(*steps);
          },
          "Give up a question after so many steps; the same everywhere (exit 4)")
      ->option_text("N")
      ->group("Common options");
}

}  // namespace

void listen_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  // Once: a second Ctrl-C ends the program at once.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigaction(SIGINT, &action, nullptr);
}

void forget_interrupt() {
  interrupt_came.store(false);
  listen_for_interrupts();
}

bool interrupt_has_come() { return interrupt_came.load(); }

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[16];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &parts)};
}

void check_date(const std::string& option, const std::string& text) {
  // The form alone, without a time of day behind it.
  constexpr std::size_t length = 10;
  if (text.size() == length && base::parse_date(text, base::iso_date)) return;
  throw base::InputError(
      base::error_about(option, "'" + text + "' is no date", "write one such as 2026-11-16"));
}

void check_time(const std::string& option, const std::string& text) {
  if (base::parse_date(text, base::iso_time)) return;
  throw base::InputError(base::error_about(option, "'" + text + "' is no time",
                                           "write one such as 2026-11-16T09:30:00Z"));
}

double parse_seconds(const std::string& option, const std::string& text) {
  const std::optional<base::Number> seconds = base::Number::parse(text);
  if (!seconds || seconds->sign() < 0) {
    throw UsageError(option + " takes seconds, such as 0.5 or 30, not '" + text + "'");
  }
  return seconds->approximate();
}

void CommonOptions::check() const {
  if (quiet && verbose) throw UsageError("-q and -v exclude each other");
}

base::Limits CommonOptions::limits_of_each() const {
  base::Limits limits;
  limits.seconds = time_limit;
  limits.memory_bytes = memory_limit;
  limits.effort = effort;
  limits.cancelled = &interrupt_came;
  limits.holds_more_than = holds_more_than;
  return limits;
}

base::Limits CommonOptions::limits() const {
  base::Limits limits = limits_of_each();
  if (limits.seconds) {
    using Clock = base::Limits::Clock;
    constexpr double longest = 1e9;
    const std::chrono::duration<double> time(std::min(*limits.seconds, longest));
    limits.deadline = started + std::chrono::duration_cast<Clock::duration>(time);
    limits.seconds.reset();
  }
  return limits;
}

Control CommonOptions::control() const {
  const base::Limits own = limits();
  Control control;
  control.limits.deadline = own.deadline;
  control.limits.memory_bytes = own.memory_bytes;
  control.limits.effort = own.effort;
  control.limits.holds_more_than = own.holds_more_than;
  control.cancelled = own.cancelled;
  control.threads = threads;
  return control;
}

present::TextStyle CommonOptions::result_style() const {
  if (output_file.empty()) return style_of(STDOUT_FILENO, color);
  return {80, color == "always"};
}

present::TextStyle CommonOptions::result_style(std::optional<std::size_t> width) const {
  present::TextStyle style = result_style();
  if (width) style.width = *width;
  return style;
}

present::TextStyle CommonOptions::message_style() const { return style_of(STDERR_FILENO, color); }

void CommonOptions::keep(const std::vector<std::string>& inputs,
                         const std::vector<std::string>& more_outputs) const {
  for (const std::string& input : inputs) {
    base::refuse_same_file(output_file, input, "the output would overwrite an input");
    for (const std::string& output : more_outputs) {
      base::refuse_same_file(output, input, "an output would overwrite an input");
    }
  }
  for (std::size_t i = 0; i < more_outputs.size(); ++i) {
    base::refuse_same_file(more_outputs[i], output_file, "two outputs are the same file");
    for (std::size_t j = 0; j < i; ++j) {
      // Neither need be there yet: z and ./z are one name.
      const auto name = [](const std::string& file) {
        return file.empty() ? file : std::filesystem::path(file).lexically_normal().string();
      };
      base::refuse_same_file(name(more_outputs[i]), name(more_outputs[j]),
                             "two outputs are the same file");
    }
  }
}

void CommonOptions::need_file_for_model() const {
  if (dash_for_output) throw UsageError("-o takes a file for the model, not standard output");
}

void CommonOptions::deliver(const std::string& result) const {
  if (!output_file.empty()) {
    base::write_text_file(output_file, result);
  } else {
    print(result);
  }
}

void CommonOptions::deliver_pieces(const std::function<void(const Write& write)>& make) const {
  if (output_file.empty()) {
    make([this](std::string_view piece) { print(piece); });
    return;
  }
  base::NewTextFile file(output_file);
  make([&](std::string_view piece) { file.write(piece); });
  file.finish();
}

void CommonOptions::print(std::string_view text) const {
  const int error = base::write_all(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE) return;  // a reader that has seen enough is no error
  base::Diagnostic d;
  d.file = "standard output";
  d.message = std::string("cannot write the result: ") + std::strerror(error);
  throw base::InputError(std::move(d));
}

void CommonOptions::warn(const std::vector<base::Diagnostic>& warnings) const {
  if (quiet) return;
  base::write_all(STDERR_FILENO, present::diagnostics_text(warnings, message_style()));
}

void CommonOptions::warn(const std::vector<Diagnostic>& warnings) const {
  if (quiet) return;
  const present::TextStyle style = message_style();
  base::write_all(STDERR_FILENO, to_text(warnings, {style.width, style.color}));
}

void CommonOptions::say(const Answer& answer) const {
  if (quiet) return;
  const present::TextStyle style = message_style();
  base::write_all(STDERR_FILENO, answer.text({{style.width, style.color}}));
}

std::string CommonOptions::written(const Answer& answer, TextOptions::Form form,
                                   const Reader& reader) const {
  if (json) return answer.json({timing});
  const present::TextStyle style = result_style();
  return answer.text({{style.width, style.color}, form, reader}, control());
}

ExitCode exit_code(const Answer& answer) {
  switch (answer.outcome()) {
    case Outcome::yes: return answered;
    case Outcome::no: return answered_no;
    case Outcome::stopped: return limit_reached;
    case Outcome::cancelled: break;
  }
  return interrupted;
}

std::string read_input(const std::string& file) { return base::read_text_file(file); }

std::string name_of_input(const std::string& file) { return file == "-" ? "standard input" : file; }

Decision load_decision(const std::string& file, const CommonOptions& common) {
  Decision decision = Decision::parse(read_input(file), file);
  common.warn(decision.warnings());
  return decision;
}

void CommonOptions::note(const std::string& line) const {
  if (verbose) base::write_all(STDERR_FILENO, line + "\n");
}

void save(Edited& edited, const std::string& model_file, const CommonOptions& common) {
  const std::string& target = common.output_file.empty() ? model_file : common.output_file;
  if (edited.changed || !common.output_file.empty()) {
    base::write_text_file(target, edited.decision->text());
  }
  edited.saved_to(target);
}

void add_model_argument(CLI::App& command, std::string& model) {
  command.add_option("MODEL", model, "The model, a .cogs file")->option_text(" ")->required();
}

std::optional<double> person_seconds(const std::string& seconds) {
  if (seconds.empty()) return std::nullopt;
  return parse_seconds("--person-time-limit", seconds);
}

void add_person_time_limit(CLI::App& command, std::string& seconds) {
  command.add_option("--person-time-limit", seconds, "Give up on a row after this time")
      ->option_text("SECONDS");
}

void add_common_options(CLI::App& command, CommonOptions& options, Limited limited) {
  const char* group = "Common options";
  command.add_flag("--json", options.json, "Write one JSON object")->group(group);
  command
      .add_option_function<std::string>(
          "-o,--output",
          [&options](const std::string& file) {
            options.dash_for_output = file == "-";
            options.output_file = options.dash_for_output ? "" : file;
          },
          "Write the result to this file (-: standard output)")
      ->option_text("FILE")
      ->group(group);
  if (limited != Limited::no) {
    // Whoever looks at limits sees interrupts too; the others end at once, as any program does.
    command.preparse_callback([](std::size_t) { listen_for_interrupts(); });
    add_seconds(command, options.time_limit);
    add_memory(command, options.memory_limit);
    if (limited == Limited::by_effort_too) add_effort(command, options.effort);
    command
        .add_flag_callback(
            "--no-timing", [&options] { options.timing = false; },
            "Leave `search` and `seconds` out")
        ->group(group);
  }
  command.add_option("--seed", options.seed, "Seed of whatever is drawn at random")
      ->option_text("N")
      ->group(group);
  command
      .add_option("--threads", options.threads, "At most so many threads; never changes a result")
      ->option_text("N")
      ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{4096}))
      ->group(group);
  command.add_flag("-q,--quiet", options.quiet, "No warnings")->group(group);
  command.add_flag("-v,--verbose", options.verbose, "Say more on standard error")->group(group);
  command.add_option("--color", options.color, "auto, always or never; NO_COLOR is heeded")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->group(group);
}

}  // namespace cogs::cli
