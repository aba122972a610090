// SPDX-License-Identifier: Apache-2.0
//
// cogs check MODEL ANSWER.json: a verdict on an answer or an explanation record.
#include <cogs/decision.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "json/value.h"
#include "json/write.h"
#include "present/words/safe_text.h"

namespace cogs::cli {

namespace {

struct CheckArguments {
  std::string model, answer;
  CommonOptions common;
};

// Every record in the folder, by the model that it carries and, where there is one, by MODEL.
ExitCode check_folder(const CheckArguments& arguments, const std::optional<Decision>& decision,
                      const std::string& folder) {
  const CommonOptions& common = arguments.common;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".json") {
      files.push_back(entry.path().string());
    }
  }
  if (files.empty()) {
    throw base::InputError(base::error_about(folder, "there is no record in this folder",
                                             "records are files whose names end in .json"));
  }
  std::sort(files.begin(), files.end());
  json::Value list = json::Value::array();
  std::string text;
  std::size_t right = 0, wrong = 0, unread = 0;
  bool stopped = false;
  for (const std::string& file : files) {
    json::Value one = json::Value::object();
    one.add("file", json::Value::string(std::filesystem::path(file).filename().string()));
    json::Value faults = json::Value::array();
    std::string verdict;
    try {
      const std::string record = read_input(file);
      const Check found = decision ? decision->check(record, file, common.control())
                                   : check_record(record, file, common.control());
      common.warn(found.warnings);
      stopped = stopped || !found.compared;
      ++(found.right ? right : wrong);
      verdict = !found.right ? "wrong" : found.compared ? "right" : "not compared: a limit";
      for (const std::string& fault : found.faults) faults.add(json::Value::string(fault));
      one.add("right", json::Value::boolean(found.right));
    } catch (const InputError& error) {
      ++unread;
      verdict = "no record";
      one.add("right", json::Value());
      for (const Diagnostic& d : error.diagnostics()) faults.add(json::Value::string(d.message));
    }
    text += present::safe_text(file) + ": " + verdict + "\n";
    for (const json::Value& fault : faults.items()) {
      text += "  " + present::safe_text(fault.text()) + "\n";
    }
    one.add("faults", std::move(faults));
    list.add(std::move(one));
  }
  text += std::to_string(files.size()) + " files: " + std::to_string(right) + " right, " +
          std::to_string(wrong) + " wrong, " + std::to_string(unread) + " no records\n";
  if (common.json) {
    json::Value object = json::Value::object();
    object.add("schema", json::Value::string("cogs.check_folder/1"));
    object.add("files", std::move(list));
    object.add("right", json::Value::number(std::uint64_t{right}));
    object.add("wrong", json::Value::number(std::uint64_t{wrong}));
    object.add("no_records", json::Value::number(std::uint64_t{unread}));
    text = json::to_text(object) + "\n";
  }
  common.deliver(text);
  if (unread > 0) return bad_input;
  return wrong > 0 ? answered_no : stopped ? limit_reached : answered;
}

ExitCode run(const CheckArguments& arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  const bool alone = arguments.answer.empty();
  const std::string& what = alone ? arguments.model : arguments.answer;
  if (alone && !std::filesystem::exists(what)) {
    throw base::InputError(base::error_about(what, "there is no such folder"));
  }
  if (alone && !std::filesystem::is_directory(what)) {
    throw UsageError("give a model and an answer, or a folder of records");
  }
  common.keep({arguments.model, arguments.answer});
  std::optional<Decision> decision;
  if (!alone) decision = load_decision(arguments.model, common);
  if (std::filesystem::is_directory(what)) return check_folder(arguments, decision, what);
  const Check found = decision->check(read_input(what), name_of_input(what), common.control());
  common.warn(found.warnings);
  common.deliver(common.written(found));
  return exit_code(found);
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("check", "Is this answer right? (an independent checker)");
  auto arguments = std::make_shared<CheckArguments>();
  command
      ->add_option("MODEL", arguments->model,
                   "The model, a .cogs file; or a folder of records, which carry theirs")
      ->option_text(" ")
      ->required();
  command
      ->add_option("ANSWER", arguments->answer,
                   "What recourse --json or --record wrote, in a file, - for standard input, or a "
                   "folder of records")
      ->option_text(" ");
  add_common_options(*command, arguments->common, Limited::by_effort_too);
  command->footer(
      "Example:\n"
      "  cogs recourse loan.cogs john.json --json -o answer.json\n"
      "  cogs check loan.cogs answer.json\n"
      "  cogs why loan.cogs john.json --record john.record.json\n"
      "  cogs check loan.cogs john.record.json\n"
      "  cogs check records/\n"
      "Exit code: 0 it is right, 1 it is not, 3 it is no answer.");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
