// SPDX-License-Identifier: Apache-2.0
//
// cogs letter MODEL PERSON --template T -o letter.html: the notice that goes with a decision.
#include <cogs/decision.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/instance.h"
#include "cli/reader_options.h"
#include "cli/run_options.h"
#include "cli/table_options.h"
#include "present/text/predict.h"

namespace cogs::cli {

namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string model, table_file, form, settings_file, codes, policy, date, id, errors;
  std::string language = "en";
  std::vector<std::string> instance, settings, columns;
  bool no_ways = false, print_template = false;
  RunOptions run;
  TableOptions table;
  CommonOptions common;
};

void check(const Arguments& arguments) {
  arguments.common.check();
  if (arguments.print_template) return;
  if (!arguments.date.empty()) check_date("--date", arguments.date);
  if (arguments.model.empty()) throw UsageError("a letter is about a model: MODEL is required");
  if (arguments.instance.empty() == arguments.table_file.empty()) {
    throw UsageError("give either a person or --table DATA.csv");
  }
  const bool all = !arguments.table_file.empty();
  if (all && arguments.common.output_file.empty()) {
    throw UsageError("--table needs -o FOLDER: there is a letter for each row");
  }
  if (!all && (!arguments.errors.empty() || !arguments.columns.empty())) {
    throw UsageError("--errors and --set-column are for --table");
  }
  if (all && !arguments.id.empty()) {
    throw UsageError("--id is of one letter; with --table write --set-column reference=COLUMN");
  }
}

std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError(option + " takes NAME=..., not '" + text + "'");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

bool is_built_in(const std::string& form) {
  const std::vector<std::string> names = built_in_letters();
  return std::find(names.begin(), names.end(), form) != names.end();
}

LetterForm form_of(const Arguments& arguments) {
  if (is_built_in(arguments.form)) {
    return built_in_letter(arguments.form, language_of(arguments.language));
  }
  return {read_input(arguments.form), name_of_input(arguments.form)};
}

LetterOptions letter_options(const Arguments& arguments) {
  LetterOptions how;
  how.form = form_of(arguments);
  how.settings = {{"date", arguments.date.empty() ? today() : arguments.date}};
  if (!arguments.settings_file.empty()) {
    for (auto& setting : read_letter_settings(read_input(arguments.settings_file),
                                              name_of_input(arguments.settings_file))) {
      how.settings.push_back(std::move(setting));
    }
  }
  for (const std::string& text : arguments.settings) {
    how.settings.push_back(assignment("--set", text));
  }
  if (!arguments.id.empty()) how.settings.emplace_back("reference", arguments.id);
  for (const std::string& text : arguments.columns) {
    how.columns.push_back(assignment("--set-column", text));
  }
  how.codes_file = arguments.codes;
  if (!arguments.policy.empty()) {
    how.policy = read_input(arguments.policy);
    how.policy_name = arguments.policy;
  }
  how.ways = !arguments.no_ways;
  return how;
}

Diagnostic problem(const std::string& file, const std::string& message,
                   Diagnostic::Severity severity = Diagnostic::Severity::error) {
  Diagnostic d;
  d.severity = severity;
  d.file = file;
  d.message = message;
  return d;
}

// Refused for a reason that somebody can do something about, or by a limit.
ExitCode refuse(const Letter& letter, const std::string& source, const CommonOptions& common) {
  const std::string first = "no letter: " + letter.refusals.front().message;
  const bool cut = letter.outcome() != Outcome::no;
  if (cut || !letter.due) {
    common.warn({problem(source, first, Diagnostic::Severity::warning)});
    return exit_code(letter);
  }
  std::vector<Diagnostic> problems;
  for (const LetterRefusal& refusal : letter.refusals) {
    problems.push_back(problem(source, "no letter: " + refusal.message));
  }
  throw InputError(std::move(problems));
}

ExitCode write_one(const Arguments& arguments, const Decision& decision, const LetterOptions& how) {
  const CommonOptions& common = arguments.common;
  const Person person =
      read_instance(decision, arguments.instance, common, arguments.table.given());
  const Letter letter = decision.letter(person, how, arguments.run.given(), common.control());
  common.warn(letter.warnings);
  if (common.json) common.print(letter.json({common.timing}));
  if (!letter.refusals.empty()) return refuse(letter, person.source(), common);
  if (!common.json) {
    common.deliver(letter.html());
  } else if (!common.output_file.empty()) {
    base::write_text_file(common.output_file, letter.html());
  }
  return answered;
}

// The folder appears whole or not at all: it is filled under another name.
class NewFolder {
 public:
  explicit NewFolder(const std::string& name) : name_(name), part_(name + ".part") {
    if (fs::exists(name_) && !(fs::is_directory(name_) && fs::is_empty(name_))) {
      throw InputError({problem(name, "the folder is there already, and is not empty")});
    }
    std::error_code error;
    fs::remove_all(part_, error);
    if (!fs::create_directories(part_, error)) {
      throw InputError({problem(name, "the folder cannot be made: " + error.message())});
    }
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder() {
    std::error_code error;
    if (!finished_) fs::remove_all(part_, error);
  }

  // Files need not be on the disk one by one: nothing is there until the folder has its name.
  void write(const std::string& file, const std::string& text) {
    const fs::path path = fs::path(part_) / file;
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw InputError({problem(path.string(), "cannot be written")});
  }
  void finish() {
    std::error_code error;
    fs::remove(name_, error);
    fs::rename(part_, name_, error);
    if (error) throw InputError({problem(name_, "cannot be written: " + error.message())});
    finished_ = true;
  }

 private:
  std::string name_, part_;
  bool finished_ = false;
};

std::string file_name(std::uint64_t row) {
  std::string number = std::to_string(row);
  if (number.size() < 6) number.insert(0, 6 - number.size(), '0');
  return "letter-" + number + ".html";
}

ExitCode write_all(const Arguments& arguments, const Decision& decision, const LetterOptions& how) {
  constexpr std::size_t most_said = 20;
  const CommonOptions& common = arguments.common;
  NewFolder folder(common.output_file);
  std::vector<Diagnostic> problems;
  std::string list = "row,reference,status,file,codes\n", errors = "row,message\n";
  const auto failed = [&](std::uint64_t row, const std::string& message) {
    errors += std::to_string(row) + "," + present::csv_field(message) + "\n";
    if (problems.size() < most_said) {
      problems.push_back(problem(arguments.table_file + ":" + std::to_string(row), message));
    }
  };
  const auto take = [&](const RowLetter& one) {
    const Letter& letter = one.letter;
    for (const Diagnostic& d : one.problems) failed(letter.row, d.message);
    std::string status = "bad", file, codes;
    if (one.problems.empty()) {
      status = !letter.due ? "not due" : letter.refusals.empty() ? "written" : "refused";
      if (letter.due && letter.refusals.empty()) {
        file = file_name(letter.row);
        folder.write(file, letter.html());
        for (const LetterReason& reason : letter.reasons) {
          codes += (codes.empty() ? "" : ";") + reason.code;
        }
      }
      if (status == "refused") {
        for (const LetterRefusal& refusal : letter.refusals) {
          failed(letter.row, "no letter: " + refusal.message);
        }
      }
    }
    list += std::to_string(letter.row) + "," + present::csv_field(letter.reference) + "," + status +
            "," + file + "," + present::csv_field(codes) + "\n";
    return true;
  };
  const LettersDone done = decision.letters(arguments.table.table(arguments.table_file), take, how,
                                            arguments.run.given(), common.control());
  const bool cut =
      done.stopped == Stop::time || done.stopped == Stop::memory || done.stopped == Stop::cancelled;
  if (cut) {
    common.warn({problem(arguments.table_file, "a limit was reached: no letters were written",
                         Diagnostic::Severity::warning)});
    return done.stopped == Stop::cancelled ? interrupted : limit_reached;
  }
  if (!problems.empty() && arguments.errors.empty()) {
    problems.back().help = "--errors FILE lists such rows and writes the other letters";
    throw InputError(std::move(problems));
  }
  folder.write("letters.csv", list);
  folder.finish();
  if (!arguments.errors.empty()) base::write_text_file(arguments.errors, errors);
  const std::string summary = std::to_string(done.rows) + " rows: " + std::to_string(done.written) +
                              " letters, " + std::to_string(done.not_due) +
                              " with nothing to give notice of, " + std::to_string(done.refused) +
                              " refused, " + std::to_string(done.bad) + " bad\n";
  if (common.json) {
    common.print("{\"schema\": \"cogs.letters/1\", \"rows\": " + std::to_string(done.rows) +
                 ", \"written\": " + std::to_string(done.written) + ", \"not_due\": " +
                 std::to_string(done.not_due) + ", \"refused\": " + std::to_string(done.refused) +
                 ", \"bad\": " + std::to_string(done.bad) + "}\n");
  } else if (!common.quiet) {
    common.print(summary);
  }
  return done.stopped == Stop::effort ? limit_reached : answered;
}

ExitCode run(const Arguments& arguments) {
  check(arguments);
  const CommonOptions& common = arguments.common;
  const std::string own_form = is_built_in(arguments.form) ? "" : arguments.form;
  if (arguments.print_template) {
    common.keep({own_form});
    common.deliver(form_of(arguments).text);
    return answered;
  }
  std::vector<std::string> inputs = input_files(arguments.model, arguments.instance);
  for (const std::string& file : {arguments.table_file, arguments.settings_file, arguments.codes,
                                  arguments.policy, own_form}) {
    inputs.push_back(file);
  }
  common.keep(inputs, {arguments.errors});
  const Decision decision = load_decision(arguments.model, common);
  const LetterOptions how = letter_options(arguments);
  return arguments.table_file.empty() ? write_one(arguments, decision, how)
                                      : write_all(arguments, decision, how);
}

}  // namespace

void add_letter(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "letter", "The notice that goes with a decision: reasons, and ways on a separate sheet");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "The model, a .cogs file")->option_text(" ");
  command
      ->add_option("INSTANCE", arguments->instance,
                   "NAME=VALUE ..., a JSON file, - for JSON on standard input, or DATA.csv:ROW")
      ->option_text(" ");
  command
      ->add_option("--template", arguments->form, "regulation-b, gdpr, or a file (docs/letters.md)")
      ->option_text("T")
      ->required();
  add_language_option(*command, arguments->language);
  command->add_flag("--print-template", arguments->print_template,
                    "Print the template, to make your own of it");
  command->add_option("--table", arguments->table_file, "A letter for each row of a CSV file")
      ->option_text("DATA");
  command->add_option("--set", arguments->settings, "What the template asks for by name")
      ->option_text("NAME=TEXT")
      ->allow_extra_args(false);
  command->add_option("--settings", arguments->settings_file, "The same, lines `name = text`")
      ->option_text("FILE");
  command
      ->add_option("--set-column", arguments->columns,
                   "With --table: the same from a column of each row")
      ->option_text("NAME=COL")
      ->allow_extra_args(false);
  command
      ->add_option("--codes", arguments->codes,
                   "The texts of reasons, by a CSV file: feature,when,code,text")
      ->option_text("FILE");
  command
      ->add_option("--policy", arguments->policy,
                   "Lines `protected FEATURE`: no letter where the decision rests on it; `allowed "
                   "FEATURE`: it looks protected, and may be used")
      ->option_text("FILE");
  command->add_option("--date", arguments->date, "Of the letter, such as 2026-11-16 (today)")
      ->option_text("DATE");
  command->add_option("--id", arguments->id, "How the letter names the case")->option_text("TEXT");
  command->add_flag("--no-ways", arguments->no_ways, "Without the sheet of ways");
  command
      ->add_option("--errors", arguments->errors,
                   "With --table: list rows without a letter here, and write the others")
      ->option_text("FILE");
  add_run_options(*command, arguments->run, Ways::many);
  add_table_options(*command, arguments->table);
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Examples:\n"
      "  cogs letter loan.cogs loans.csv:17 --template regulation-b --codes codes.csv \\\n"
      "    --settings office.txt --id 2026-000417 -o letter.html\n"
      "  cogs letter loan.cogs --table loans.csv --template gdpr --settings office.txt -o letters\n"
      "  cogs letter --template regulation-b --print-template -o own.letter\n"
      "Exit code: 0 written, 1 the decision is not the undesired one, 3 refused (a reason without\n"
      "text, a protected one, a setting that is missing), 4 a limit.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
