// SPDX-License-Identifier: Apache-2.0
//
// cogs solve PROGRAM...: answers to the query of a logic program. The options are those of
// s(CASP), so that its command lines work unchanged, and the common ones.
#include <unistd.h>

#include <memory>

#include "base/text_file.h"
#include "cli/solve_run.h"
#include "present/export/program_text.h"
#include "present/text/diagnostic.h"

namespace cogs::cli {

namespace {

const char* const show_group = "Showing answers";
const char* const run_group = "Running the program";
const char* const scasp_group = "Accepted for s(CASP), without effect here";

std::uint64_t parse_count(const std::string& option, const std::string& text) {
  const std::optional<base::Number> number = base::Number::parse(text);
  const auto count = number ? number->to_int64() : std::nullopt;
  if (!count || *count < 0) {
    throw UsageError(option + " takes a whole number, 0 or more, not '" + text + "'");
  }
  return static_cast<std::uint64_t>(*count);
}

void add_count(CLI::App& command, const std::string& names, const std::string& option,
               const std::string& help, const char* group,
               const std::function<void(std::uint64_t)>& set) {
  command
      .add_option_function<std::string>(
          names, [option, set](const std::string& text) { set(parse_count(option, text)); }, help)
      ->option_text("N")
      ->group(group);
}

void check(const SolveArguments& arguments) {
  arguments.common.check();
  arguments.common.keep(arguments.programs, {arguments.html_file});
  const auto excludes = [](bool a, bool b, const char* what) {
    if (a && b) throw UsageError(std::string(what) + " exclude each other");
  };
  excludes(arguments.positive, arguments.brief, "--pos (or --mid) and --short");
  excludes(arguments.positive, arguments.all, "--pos (or --mid) and --long");
  excludes(arguments.brief, arguments.all, "--short and --long");
  excludes(arguments.interactive, arguments.code, "-i and --code");
  excludes(arguments.interactive, !arguments.common.output_file.empty(), "-i and -o");
  excludes(arguments.interactive, !arguments.html_file.empty(), "-i and --html");
  excludes(arguments.common.json, !arguments.html_file.empty(), "--json and --html");
  excludes(arguments.common.json, arguments.clingo_format == 2, "--json and --outf=2");
  if (arguments.clingo_format != 0 && arguments.clingo_format != 2) {
    throw UsageError("--outf takes 0 (text) or 2 (JSON)");
  }
  if (arguments.width && *arguments.width != 0 && *arguments.width < 10) {
    throw UsageError("--width takes at least 10 columns");
  }
  if (arguments.interactive) {
    for (const std::string& program : arguments.programs) {
      if (program == "-") throw UsageError("-i reads queries where - would read the program");
    }
  }
}

std::string code_of(const engine::Program& program, const SolveArguments& arguments) {
  present::CodeOptions options;
  options.duals = !arguments.brief;
  options.checks = !arguments.no_checks && !arguments.brief;
  options.plain_duals = arguments.plain_duals;
  options.odd_loops = !arguments.no_odd_loops;
  const std::string code = present::code_text(program, options);
  std::string safe;  // line by line: line ends are the text's own
  for (std::size_t at = 0; at < code.size();) {
    const auto end = std::min(code.find('\n', at), code.size());
    safe += present::safe_text(std::string_view(code).substr(at, end - at));
    if (end < code.size()) safe += '\n';
    at = end + 1;
  }
  return safe;
}

// Options that programs of clingo's language leave nothing to do.
void check_clingo(const SolveArguments& arguments) {
  const auto refuse = [](const char* option, const char* why) {
    throw UsageError(std::string(option) +
                     " cannot be used with a program of clingo's language: " + why);
  };
  if (arguments.code) refuse("--code", "it has no dual clauses");
  if (arguments.engine == "goal") refuse("--engine=goal", "it is grounded");
}

ExitCode run(const SolveArguments& arguments) {
  check(arguments);
  engine::Program program = engine::load_program(arguments.programs, arguments.read_options());
  arguments.common.warn(program.warnings);
  const bool clingo = program.language == engine::Language::clingo;
  if (clingo) check_clingo(arguments);
  if (arguments.closed_world && !clingo) engine::close_world(program);
  if (arguments.code) {
    arguments.common.deliver(code_of(program, arguments));
    return answered;
  }
  if (arguments.interactive) return run_interactively(std::move(program), arguments);
  if (!program.query && !clingo) {
    base::Diagnostic d;
    d.file = arguments.programs.back();
    d.message = "the program has no query";
    d.help = "end it with `?- GOAL.`, give --query='GOAL', or ask with -i";
    throw base::InputError(std::move(d));
  }
  return run_query(program, arguments, true);
}

void add_asking(CLI::App& command, SolveArguments& arguments) {
  command.add_option("PROGRAM", arguments.programs, "Files of the program; - for standard input")
      ->option_text(" ")
      ->required();
  add_count(command, "-s,-n", "-s", "At most so many answers, 0 for all (default: 1)", "Options",
            [&arguments](std::uint64_t n) { arguments.most_answers = n; });
  command.add_option("--query", arguments.query, "Ask this instead of the program's query")
      ->option_text("GOALS");
  command.add_flag("-i,--interactive", arguments.interactive, "Ask queries one after the other");
  command.add_flag("--code", arguments.code, "Print the program with its dual clauses, and stop");
}

void add_showing(CLI::App& command, SolveArguments& arguments) {
  const auto flag = [&](const char* names, bool& target, const char* help) {
    command.add_flag(names, target, help)->group(show_group);
  };
  command
      .add_flag_callback(
          "--tree", [&arguments] { arguments.tree_form = "usual"; },
          "Say why: the proof of each answer; --tree=full: with the goals before those that fail")
      ->group(show_group);
  command.add_flag_callback("--tree-full", [&arguments] { arguments.tree_form = "full"; })
      ->group("");
  flag("--human", arguments.human, "In words, by the #pred templates of the program");
  flag("--pos,--mid", arguments.positive, "Leave negated literals out of the proof");
  flag("--short", arguments.brief, "The proof without details; --code without duals");
  flag("--long", arguments.all, "The whole proof");
  command
      .add_option_function<std::string>(
          "--html", [&arguments](const std::string& file) { arguments.html_file = file; },
          "Write a page for the browser to this file (- for standard output)")
      ->option_text("FILE")
      ->group(show_group);
  command.add_option("--outf", arguments.clingo_format, "2: JSON in the shape of clingo")
      ->option_text("N")
      ->group(show_group);
  command.add_option("-r", arguments.decimals, "Fractions as decimals: digits, or `float`")
      ->option_text("DIGITS")
      ->group(show_group);
  add_count(command, "--width", "--width", "Columns of the text", show_group,
            [&arguments](std::uint64_t n) { arguments.width = n; });
  command
      .add_flag_callback(
          "--no-color", [&arguments] { arguments.common.color = "never"; },
          "The same as --color never")
      ->group(show_group);
  flag("--no-warnings", arguments.no_warnings, "No warnings about the program");
  flag("--stats", arguments.statistics, "Say on standard error what the search did");
}

void add_running(CLI::App& command, SolveArguments& arguments) {
  const auto flag = [&](const char* names, bool& target, const char* help) {
    command.add_flag(names, target, help)->group(run_group);
  };
  command
      .add_option("-c,--const", arguments.constants,
                  "NAME=VALUE in place of what #const says (s(CASP)'s -c is something else)")
      ->option_text("NAME=VALUE")
      ->allow_extra_args(false)
      ->group(run_group);
  command
      .add_option("--unknown", arguments.unknown, "Undefined predicates: fail, warning or error")
      ->option_text("WHAT")
      ->check(CLI::IsMember({"fail", "warning", "error"}))
      ->group(run_group);
  flag("--no-nmr", arguments.no_checks, "Check neither denials nor odd loops");
  flag("--no-olon", arguments.no_odd_loops, "Do not check odd loops");
  flag("--closed-world", arguments.closed_world,
       "Variables of negated goals range over the program's constants, as in clingo");
  flag("--check", arguments.check, "Let an independent checker judge every answer");
  add_count(command, "--max-depth", "--max-depth", "Limit of the depth of a proof (exit 4)",
            run_group, [&arguments](std::uint64_t n) { arguments.most_depth = n; });
  add_count(command, "--max-steps", "--max-steps", "Limit of the goals tried (exit 4)", run_group,
            [&arguments](std::uint64_t n) { arguments.most_steps = n; });
  command
      .add_option_function<std::string>(
          "--timeout",
          [&arguments](const std::string& text) {
            arguments.common.time_limit = parse_seconds("--timeout", text);
          },
          "The same as --time-limit")
      ->option_text("SECONDS")
      ->group(run_group);
  command.add_option("--engine", arguments.engine, "auto, ground or goal (how answers are found)")
      ->option_text("NAME")
      ->check(CLI::IsMember({"auto", "ground", "goal"}))
      ->group(run_group);
  command
      .add_option("--language", arguments.language,
                  "scasp or clingo; auto: clingo's by what only clingo has, or without a query")
      ->option_text("NAME")
      ->check(CLI::IsMember({"auto", "scasp", "clingo"}))
      ->group(run_group);
  command
      .add_option("--opt-mode", arguments.optimize,
                  "With costs: opt (one of least cost), optN (all of them), ignore")
      ->option_text("MODE")
      ->check(CLI::IsMember({"opt", "optN", "ignore"}))
      ->group(run_group);
  flag("--clingo-exit-codes", arguments.clingo_exit_codes,
       "10 answered, 20 no answer, 30 all answers, +1 cut short, 65 bad input");
}

// Options that choose between ways of s(CASP) to get at the same answers.
void add_accepted(CLI::App& command, SolveArguments& arguments) {
  command.add_flag("-d,--plaindual", arguments.plain_duals, "Shorter dual clauses in --code")
      ->group(show_group);
  const std::string accepted = "Accepted";
  for (const char* names :
       {"--dcc", "-u,--unicode", "-w,--warning", "-m,--minimal", "--assume", "--raw",
        "-f,--trace_fails", "--trace_dcc", "--variant", "--css", "--script", "--style"}) {
    command.add_flag(names, accepted)->group(scasp_group);
  }
  command.add_option("--forall", accepted)
      ->option_text("NAME")
      ->check(CLI::IsMember({"all", "all_c", "prev", "sasp"}))
      ->group(scasp_group);
  command.add_option("--collapse", accepted)->option_text("N")->group(scasp_group);
}

// --json is a flag that may have a file: --json, --json=FILE.
void replace_json_flag(CLI::App& command, SolveArguments& arguments) {
  command.remove_option(command.get_option("--json"));
  command
      .add_flag_callback(
          "--json", [&arguments] { arguments.common.json = true; },
          "Write one JSON object; --json=FILE writes it to a file")
      ->group("Common options");
  command
      .add_option_function<std::string>("--json-file",
                                        [&arguments](const std::string& file) {
                                          arguments.common.json = true;
                                          arguments.json_file = file;
                                        })
      ->group("");
}

}  // namespace

// s(CASP) takes --color and --json with or without a value; both need a plain form first.
void spell_solve_arguments(std::vector<std::string>& words) {
  const auto is_when = [](const std::string& word) {
    return word == "auto" || word == "always" || word == "never";
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string& word = words[i];
    if (word == "--") return;
    if (word == "--color" && !(i + 1 < words.size() && is_when(words[i + 1]))) {
      word = "--color=always";
    } else if (word.rfind("--json=", 0) == 0) {
      word = "--json-file=" + word.substr(7);
    } else if (word == "--tree=full") {
      word = "--tree-full";
    }
  }
}

engine::ReadOptions SolveArguments::read_options() const {
  engine::ReadOptions options;
  for (const std::string& constant : constants) {
    const auto equals = constant.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw UsageError("-c takes NAME=VALUE, not '" + constant + "'");
    }
    options.constants.emplace_back(constant.substr(0, equals), constant.substr(equals + 1));
  }
  if (!query.empty()) options.query = query;
  options.warn = !no_warnings && !common.quiet;
  options.unknown = unknown == "fail"    ? engine::Unknown::fail
                    : unknown == "error" ? engine::Unknown::error
                                         : engine::Unknown::warning;
  options.language = language == "scasp"    ? engine::ReadLanguage::scasp
                     : language == "clingo" ? engine::ReadLanguage::clingo
                     : interactive || code  ? engine::ReadLanguage::by_signs
                                            : engine::ReadLanguage::without_query;
  return options;
}

engine::SolveOptions SolveArguments::solve_options() const {
  engine::SolveOptions options;
  options.limits = common.limits_of_each();
  options.most_depth = most_depth;
  options.most_steps = most_steps;
  options.denials = !no_checks;
  options.odd_loops = !no_odd_loops;
  options.proofs = tree() || !html_file.empty();
  options.full_proofs = tree_form == "full";
  options.check = check;
  options.shown_only = !check;
  options.engine = engine == "ground" ? engine::Engine::ground
                   : engine == "goal" ? engine::Engine::goal_directed
                                      : engine::Engine::automatic;
  options.optimize = optimize == "optN"     ? engine::Optimize::all_best
                     : optimize == "ignore" ? engine::Optimize::ignore
                                            : engine::Optimize::best;
  return options;
}

present::ProofDetail SolveArguments::detail() const {
  if (positive) return present::ProofDetail::positive;
  if (brief) return present::ProofDetail::brief;
  return all ? present::ProofDetail::all : present::ProofDetail::usual;
}

present::SolveTextOptions SolveArguments::text_options() const {
  present::SolveTextOptions options;
  options.tree = tree();
  options.human = human;
  options.detail = detail();
  if (decimals == "float") {
    options.decimals = 15;
  } else if (!decimals.empty()) {
    const std::uint64_t digits = parse_count("-r", decimals);
    if (digits < 1 || digits > 100) throw UsageError("-r takes 1 to 100 digits, or `float`");
    options.decimals = static_cast<int>(digits);
  }
  return options;
}

present::SolveJsonOptions SolveArguments::json_options() const {
  present::SolveJsonOptions options;
  options.tree = tree();
  options.timing = common.timing;
  options.detail = detail();
  options.decimals = text_options().decimals;
  options.version = COGS_VERSION;
  options.inputs = programs;
  return options;
}

void add_solve(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("solve", "Answers to the query of a logic program");
  auto arguments = std::make_shared<SolveArguments>();
  add_asking(*command, *arguments);
  add_showing(*command, *arguments);
  add_running(*command, *arguments);
  add_common_options(*command, arguments->common, Limited::yes);
  replace_json_flag(*command, *arguments);
  add_accepted(*command, *arguments);
  command->footer(
      "Example:\n"
      "  cogs solve birds.pl --query='flies(X)' -s0 --tree\n"
      "Exit code: 0 answered, 1 no answer, 3 bad input, 4 a limit or not decided,\n"
      "130 interrupted.");
  command->callback([arguments, &chosen] {
    chosen = [arguments]() -> ExitCode {
      if (!arguments->clingo_exit_codes) return run(*arguments);
      try {
        return run(*arguments);
      } catch (const base::InputError& error) {
        base::write_all(STDERR_FILENO, present::diagnostics_text(
                                           error.diagnostics(), arguments->common.message_style()));
        return static_cast<ExitCode>(65);
      }
    };
  });
}

}  // namespace cogs::cli
