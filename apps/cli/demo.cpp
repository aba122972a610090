// SPDX-License-Identifier: Apache-2.0
//
// cogs demo: what is this? From a table of decisions to a way out for somebody who was turned
// down, with the commands that do each step.
#include "engine/demo.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/common_options.h"
#ifdef COGS_SERVE
#include "cli/serve_config.h"
#endif
#include "engine/explain.h"
#include "json/write.h"
#include "present/json/recourse.h"
#include "present/text/causes.h"
#include "present/text/learn.h"
#include "present/text/recourse.h"
#include "present/words/words.h"

namespace cogs::cli {

namespace {

struct DemoArguments {
  std::string folder;
  bool serve = false;
  CommonOptions common;
};

std::string indented(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto end = std::min(text.find('\n', at), text.size());
    if (end > at) out += "    " + std::string(text.substr(at, end - at));
    out += "\n";
    at = end + 1;
  }
  return out;
}

std::string first_lines(std::string_view text, std::size_t lines) {
  std::size_t end = 0;
  while (lines-- > 0 && end != std::string_view::npos) end = text.find('\n', end) + 1;
  return std::string(text.substr(0, end));
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

class Story {
 public:
  Story(const engine::Demo& demo, const present::TextStyle& style)
      : demo_(demo), style_(style), narrow_(style) {
    narrow_.width -= 4;
  }

  std::string text();

 private:
  void say(const std::string& text) { out_ += present::wrapped("", text, style_); }
  void title(const std::string& text) {
    out_ += (out_.empty() ? "" : "\n") +
            present::wrapped("", toned(present::Tone::strong, text, style_), style_) + "\n";
  }
  // Long ones go on in the next line as a shell takes them.
  void command(const std::string& text) {
    present::TextStyle shorter = style_;
    shorter.width -= 2;
    std::string lines = present::wrapped("    $ ", "cogs " + text, shorter);
    lines.pop_back();
    for (std::size_t end = 0; (end = lines.find('\n', end)) != std::string::npos; end += 3) {
      lines.insert(end, " \\");
    }
    out_ += lines + "\n\n";
  }
  void show(const std::string& text) { out_ += indented(text); }

  void table();
  void rules();
  void causes();
  void review();
  void path();

  const engine::Demo& demo_;
  present::TextStyle style_, narrow_;
  std::string out_;
};

void Story::table() {
  title("1. A bank has a table of its decisions.");
  show(first_lines(demo_.csv, 4) + "...\n");
}

void Story::rules() {
  title("2. Which rules make these decisions? Learn them.");
  command("learn " + demo_.table_file + " --label " + demo_.label + " --undesired " +
          demo_.undesired + " -o " + demo_.model_file);
  for (const model::Rule& rule : demo_.model.rules) {
    out_ += present::wrapped("    ", present::statement_at(demo_.model, rule.place), style_);
  }
  out_ += "\n";
  say("They decide " + present::percent_words(demo_.learned.train.accuracy) + " of the " +
      present::counted(demo_.learned.rows, "row") + " as the bank did.");
}

void Story::causes() {
  title("3. Which features follow from others? Data can only suggest it.");
  command("causes " + demo_.model_file + " " + demo_.table_file);
  for (const model::SuggestedFeature& feature : demo_.found.causes.features) {
    for (const model::SuggestedCause& cause : feature.causes) {
      std::vector<std::string> ids;
      for (const model::SuggestedRule& rule : cause.rules) ids.push_back(rule.id);
      out_ += present::wrapped("    " + joined(ids, ", ") + "  ",
                               present::cause_words(demo_.model, cause) + " (precision " +
                                   present::percent_words(cause.counts.precision()) + ", recall " +
                                   present::percent_words(cause.counts.recall()) + ")",
                               style_);
    }
  }
}

void Story::review() {
  title("4. A person decides which of them are causes. Nothing else has any effect.");
  command("review " + demo_.model_file + " --approve " + joined(demo_.approved, " ") + " --by " +
          demo_.reviewer);
  std::string verdict = "Approved: " + present::listed(demo_.approved) + ".";
  if (!demo_.left_open.empty()) verdict += " Left open: " + present::listed(demo_.left_open) + ".";
  out_ += present::wrapped("    ", verdict, style_);
}

void Story::path() {
  std::string record, arguments;
  for (const model::Field& field : demo_.person) {
    const auto id = demo_.model.find_feature(field.name);
    const model::Feature& feature = demo_.model.feature(*id);
    record += (record.empty() ? "" : ", ") + present::feature_words(feature) + " " +
              present::value_words(feature, demo_.record[id->index()]);
    arguments += " " + field.name + "=" + field.value;
  }
  title("5. John asks for a loan. He can work on his " + present::listed(demo_.settable) +
        "; nobody simply sets a score.");
  out_ += present::wrapped("    ", record + ".", style_) + "\n";
  command("recourse " + demo_.model_file + " --only " + joined(demo_.settable, ",") + arguments);
  show(present::recourse_text(
      demo_.model, demo_.record, demo_.options, demo_.result, narrow_,
      engine::explain_recourse(demo_.model, demo_.record, demo_.options, demo_.result)));
}

std::string Story::text() {
  table();
  rules();
  causes();
  review();
  path();
  out_ += "\n";
  say("The table was drawn from known causes (docs/demo.md), with noise and missing cells; all "
      "else was computed just now. Every path has passed a checker that has no code in common "
      "with the search.");
  return out_;
}

std::string place(const DemoArguments& arguments, const std::string& file) {
  return (std::filesystem::path(arguments.folder) / file).string();
}

void save(const engine::Demo& demo, const DemoArguments& arguments) {
  const std::string& folder = arguments.folder;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    base::Diagnostic d;
    d.file = folder;
    d.message = "cannot make this folder: " + failure.message();
    throw base::InputError(std::move(d));
  }
  base::write_text_file(place(arguments, demo.table_file), demo.csv);
  base::write_text_file(place(arguments, demo.model_file), demo.model_text);
}

#ifdef COGS_SERVE
// A folder of its own for somebody who only wants to look; it goes when the server ends.
class PassingFolder {
 public:
  PassingFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "cogs-demo-XXXXXX").string();
    if (!mkdtemp(name.data())) {
      base::Diagnostic d;
      d.file = name;
      d.message = "cannot make a folder for the demo";
      d.help = "--save FOLDER says where its files may be";
      throw base::InputError(std::move(d));
    }
    name_ = name;
  }
  ~PassingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(name_, ignored);
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};
#endif

ExitCode run(DemoArguments arguments) {
  const CommonOptions& common = arguments.common;
  common.check();
  const engine::Demo demo = engine::tell_demo(common.limits());
#ifdef COGS_SERVE
  std::optional<PassingFolder> passing;
  if (arguments.serve && arguments.folder.empty()) {
    arguments.folder = passing.emplace().name();
    common.note("The demo's files go when this ends; --save FOLDER keeps them.");
  }
#endif
  if (!arguments.folder.empty()) save(demo, arguments);
#ifdef COGS_SERVE
  if (arguments.serve) {
    ServeConfig config;
    config.models = {place(arguments, demo.model_file)};
    config.tables = {place(arguments, demo.table_file)};
    config.listen = "127.0.0.1:0";
    return serve(config);
  }
#endif
  if (common.json) {
    const present::RecourseJsonOptions how{common.timing};
    common.deliver(
        json::to_text(present::recourse_json(
            demo.model, demo.record, demo.options, demo.result, how,
            engine::explain_recourse(demo.model, demo.record, demo.options, demo.result))) +
        "\n");
    return answered;
  }
  const present::TextStyle style = common.result_style();
  std::string out = Story(demo, style).text();
  const std::string next = arguments.folder.empty()
                               ? "Next: cogs demo --save FOLDER leaves you the files to go on with."
                               : "Saved: " + present::safe_text(place(arguments, demo.table_file)) +
                                     ", " + present::safe_text(place(arguments, demo.model_file));
  out += present::wrapped("", next, style);
  common.deliver(out);
  return answered;
}

}  // namespace

void add_demo(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("demo", "What is this? A short tour, no files needed");
  auto arguments = std::make_shared<DemoArguments>();
  command->add_option("--save", arguments->folder, "Write the table and the model there")
      ->option_text("FOLDER");
#ifdef COGS_SERVE
  command->add_flag("--serve", arguments->serve,
                    "Open the story in the browser; --save FOLDER keeps its files");
#endif
  add_common_options(*command, arguments->common, Limited::yes);
  command->footer("Example:\n  cogs demo --save loans");
  command->callback([arguments, &chosen] { chosen = [arguments] { return run(*arguments); }; });
}

}  // namespace cogs::cli
