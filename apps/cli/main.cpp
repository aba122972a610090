// SPDX-License-Identifier: Apache-2.0
//
// cogs: parses the command line, runs the command, and turns whatever went wrong into a message
// on standard error and an exit code of the contract.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <iterator>
#include <new>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "present/text/diagnostic.h"

namespace cogs::cli {

namespace {

const char* const short_help =
    "cogs finds the cheapest realistic way to the other decision.\n"
    "\n"
    "  cogs demo                            a short tour, no files needed\n"
    "  cogs look DATA.csv                   what is in this table?\n"
    "  cogs learn DATA.csv --label COL ...  which rules make this decision?\n"
    "  cogs import FILE -o MODEL            a model of another library, as it is\n"
    "  cogs why MODEL INSTANCE              why this decision?\n"
    "  cogs compare MODEL A B               why was A turned down and B not?\n"
    "  cogs causes MODEL DATA.csv           which features depend on which?\n"
    "  cogs costs MODEL DATA.csv            what does a change cost?\n"
    "  cogs review MODEL                    is each proposed rule a cause?\n"
    "  cogs features MODEL -o FEATURES.csv  who may change what, for a spreadsheet\n"
    "  cogs predict MODEL DATA.csv          the decision for each row\n"
    "  cogs recourse MODEL INSTANCE         what would change the decision?\n"
    "  cogs counterfactuals MODEL           every way to the other decision\n"
    "  cogs batch MODEL DATA.csv -o OUT     recourse for every row of a file\n"
    "  cogs audit MODEL DATA.csv -o PAGE    who has recourse, at what cost?\n"
    "  cogs evaluate MODEL ROWS.csv CF.csv  how good are these counterfactuals?\n"
    "  cogs check MODEL ANSWER.json         is this answer right?\n"
    "  cogs solve PROGRAM                   answers of a logic program\n"
    "  cogs export MODEL --to clingo        the model for other tools\n"
#ifdef COGS_SERVE
    "  cogs serve MODEL                     all this in the browser, with a store\n"
    "  cogs log verify BUNDLE               was anything altered that was filed?\n"
#endif
    "  cogs completion bash|zsh|fish        completion for your shell\n"
    "\n"
    "cogs COMMAND --help says more.\n";

void print(int descriptor, const std::string& text) { base::write_all(descriptor, text); }

// Messages obey --color even where the command line could not be parsed.
present::TextStyle message_style(int argc, char** argv) {
  CommonOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--color" && i + 1 < argc) options.color = argv[i + 1];
    if (word.rfind("--color=", 0) == 0) options.color = word.substr(8);
  }
  return options.message_style();
}

int complain(const std::string& prefix, const std::string& message, const std::string& help,
             ExitCode code, const present::TextStyle& style) {
  base::Diagnostic d;
  d.file = prefix;
  d.message = message;
  d.help = help;
  print(STDERR_FILENO, present::diagnostic_text(d, style));
  return code;
}

std::string command_words(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "cogs" : "cogs " + chosen.front()->get_name();
}

int report_usage(const CLI::App& app, const std::string& message, std::string help,
                 const present::TextStyle& style) {
  if (help.empty()) help = "see " + command_words(app) + " --help";
  return complain(command_words(app), message, help, usage, style);
}

// What is left over after parsing: an option that the command does not have, or a word too many.
int report_unexpected(const CLI::App& app, const present::TextStyle& style) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::string word;
  for (const std::string& rest : app.remaining(true)) {
    if (word.empty() || (word[0] != '-' && rest[0] == '-')) word = rest;
  }
  if (word.empty() || word[0] != '-') {
    return report_usage(app, "'" + word + "' is one word too many", "", style);
  }
  word = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::string near = base::nearest_name(word, names);
  return report_usage(app, "there is no option '" + word + "'",
                      near.empty() ? "" : "did you mean '" + near + "'?", style);
}

Stop api_reason(base::Exhausted exhausted) {
  switch (exhausted) {
    case base::Exhausted::no: return Stop::no;
    case base::Exhausted::time: return Stop::time;
    case base::Exhausted::memory: return Stop::memory;
    case base::Exhausted::cancelled: return Stop::cancelled;
    case base::Exhausted::effort: return Stop::effort;
  }
  return Stop::no;
}

int report_stop(Stop reason, const present::TextStyle& style) {
  if (reason == Stop::cancelled) {
    return complain("cogs", "interrupted before there was a result", "", interrupted, style);
  }
  const bool effort = reason == Stop::effort;
  const std::string which = reason == Stop::time ? "time" : "memory";
  const std::string limit = effort ? "the limit of effort" : "the " + which + " limit";
  return complain("cogs", limit + " was reached before there was a result",
                  effort ? "see --effort" : "see --" + which + "-limit", limit_reached, style);
}

struct Command {
  const char* name;
  void (*add)(CLI::App& app, Action& chosen);
};

const Command all_commands[] = {
    // clang-format off
    {"demo", add_demo},
    {"look", add_look},
    {"learn", add_learn},
    {"import", add_import},
    {"why", add_why},
    {"compare", add_compare},
    {"causes", add_causes},
    {"costs", add_costs},
    {"review", add_review},
    {"features", add_features},
    {"predict", add_predict},
    {"recourse", add_recourse},
    {"counterfactuals", add_counterfactuals},
    {"letter", add_letter},
    {"batch", add_batch},
    {"merge", add_merge},
    {"audit", add_audit},
    {"evaluate", add_evaluate},
    {"check", add_check},
    {"solve", add_solve},
    {"export", add_export},
#ifdef COGS_SERVE
    {"serve", add_serve},
    {"log", add_log},
#endif
    {"completion", add_completion},
    // clang-format on
};

// Half of a short run would be spent on the options of commands that were not asked for: where
// the first word is a command, the parser knows that one alone. Completion speaks of all.
bool is_needed(const Command& command, const std::string& first_word) {
  if (first_word == command.name || first_word == "completion") return true;
  return std::none_of(std::begin(all_commands), std::end(all_commands),
                      [&](const Command& other) { return first_word == other.name; });
}

void set_up(CLI::App& app, Action& chosen, const std::string& first_word) {
  app.name("cogs");
  app.set_version_flag("--version", std::string("cogs ") + COGS_VERSION, "Print the version");
  app.set_help_flag("-h,--help", "Print this help");
  app.require_subcommand(0, 1);
  for (const Command& command : all_commands) {
    if (is_needed(command, first_word)) command.add(app, chosen);
  }
  for (CLI::App* command : app.get_subcommands({})) {
    command->set_version_flag("--version", std::string("cogs ") + COGS_VERSION,
                              "Print the version");
    command->get_formatter()->column_width(32);
  }
  app.footer("cogs COMMAND --help says more and has an example.");
}

// A first word that is no command deserves better than "not expected".
std::string unknown_command(const CLI::App& app, const std::string& word) {
  if (word.empty() || word[0] == '-') return {};
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == word) return {};
    names.push_back(command->get_name());
  }
  const std::string near = base::nearest_name(word, names);
  return near.empty() ? "run cogs to see the commands" : "did you mean '" + near + "'?";
}

int run(int argc, char** argv) {
  if (argc < 2) {
    print(STDOUT_FILENO, short_help);
    return answered;
  }
  const present::TextStyle style = message_style(argc, argv);
  CLI::App app("Least-cost, causally consistent recourse for rule-based decisions.");
  Action chosen;
  try {
    set_up(app, chosen, argv[1]);
    const std::string help = unknown_command(app, argv[1]);
    if (!help.empty()) {
      return complain("cogs", std::string("there is no command '") + argv[1] + "'", help, usage,
                      style);
    }
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words[0] == "solve") spell_solve_arguments(words);
    std::reverse(words.begin(), words.end());  // the parser takes them from the back
    app.parse(std::move(words));
    return chosen ? chosen() : answered;
  } catch (const CLI::CallForHelp&) {
    const auto commands = app.get_subcommands();
    print(STDOUT_FILENO, commands.empty() ? app.help() : commands.front()->help("cogs"));
    return answered;
  } catch (const CLI::CallForVersion&) {
    print(STDOUT_FILENO, std::string("cogs ") + COGS_VERSION + "\n");
    return answered;
  } catch (const CLI::ExtrasError&) {
    return report_unexpected(app, style);
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error.what(), "", style);
  } catch (const UsageError& error) {
    return report_usage(app, error.what(), "", style);
  } catch (const OptionsError& error) {
    return report_usage(app, error.what(), "", style);
  } catch (const InputError& error) {
    print(STDERR_FILENO, to_text(error.diagnostics(), {style.width, style.color}));
    return bad_input;
  } catch (const Stopped& stopped) {
    return report_stop(stopped.reason(), style);
  } catch (const base::InputError& error) {
    print(STDERR_FILENO, present::diagnostics_text(error.diagnostics(), style));
    return bad_input;
  } catch (const base::Stopped& stopped) {
    return report_stop(api_reason(stopped.reason), style);
  } catch (const std::bad_alloc&) {
    return complain("cogs", "out of memory", "", limit_reached, style);
  } catch (const std::exception& error) {
    return complain("cogs", std::string("this is a bug in cogs: ") + error.what(),
                    "please report it with the command and its input", bug, style);
  }
}

}  // namespace

}  // namespace cogs::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is seen where it is written to
  return cogs::cli::run(argc, argv);
}
