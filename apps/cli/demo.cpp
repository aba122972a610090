// SPDX-License-Identifier: Apache-2.0
//
// cogs demo: what is this? The loan model, a person who is turned down, and the way out.
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/demo_model.h"
#include "engine/engine.h"
#include "output/recourse_json.h"
#include "output/recourse_text.h"
#include "output/words.h"

namespace cogs::cli {

namespace {

std::string indented(const std::string& text) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto end = std::min(text.find('\n', at), text.size());
    if (end > at) out += "    " + text.substr(at, end - at);
    out += "\n";
    at = end + 1;
  }
  return out;
}

ExitCode run(const CommonOptions& common) {
  common.check();
  const model::Model model = engine::parse_model(demo_model, "loan.cogs");
  const std::vector<model::Field> fields = {
      {"age", "31"}, {"debt", "5000"}, {"bank_balance", "40000"}, {"credit_score", "599"}};
  const model::Record john = model::read_record(model, fields);
  const path::Result result = engine::find_recourse(model, john, {}, common.limits());
  if (common.json) {
    const output::RecourseJsonOptions how{common.timing};
    common.deliver(output::to_text(output::recourse_json(model, john, {}, result, how)) + "\n");
    return answered;
  }

  const output::TextStyle style = common.result_style();
  const auto title = [&](const std::string& text) {
    return toned(output::Tone::strong, text, style) + "\n\n";
  };
  std::string record, command = "cogs recourse loan.cogs";
  for (std::size_t i = 0; i < fields.size(); ++i) {
    record += (i == 0 ? "" : ", ") + output::feature_words(model.features[i]) + " " +
              output::value_words(model.features[i], john[i]);
    command += " " + fields[i].name + "=" + fields[i].value;
  }
  std::string out;
  out += title("1. A bank decides by rules. They are a model, a text file such as loan.cogs:");
  out += indented(demo_model) + "\n";
  out += title("2. John asks for a loan.");
  out += output::wrapped("    ", record, style) + "\n";
  out += title("3. What would change the answer?");
  out += "    $ " + command + "\n\n";
  output::TextStyle narrow = style;
  narrow.width -= 4;
  out += indented(output::recourse_text(model, john, {}, result, narrow)) + "\n";
  out += output::wrapped(
      "",
      "Nobody sets a credit score: it follows from its cause, and so it is no step of its "
      "own. Every answer is checked by a second program that shares no code with the search.",
      style);
  out += output::wrapped("", "Next: cogs recourse --help, cogs counterfactuals --help.", style);
  common.deliver(out);
  return answered;
}

}  // namespace

void add_demo(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("demo", "What is this? A short tour, no files needed");
  auto common = std::make_shared<CommonOptions>();
  add_common_options(*command, *common, Limited::yes);
  command->footer("Example:\n  cogs demo");
  command->callback([common, &chosen] { chosen = [common] { return run(*common); }; });
}

}  // namespace cogs::cli
