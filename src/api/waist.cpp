// SPDX-License-Identifier: Apache-2.0
#include <cogs/waist.h>

#include <charconv>
#include <type_traits>
#include <utility>

#include "api/convert.h"
#include "api/options_json.h"
#include "api/shared.h"
#include "json/write.h"
#include "present/json/value.h"

namespace cogs::waist {

using api::OptionsJson;

namespace {

// Messages name options as the command line does: "--missing-value" -> "missing_value".
std::string with_names_of_members(const std::string& text) {
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && text[at] >= 'a' && text[at] <= 'z';
  };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    if (!begins || text.compare(at, 2, "--") != 0 || !is_letter(at + 2)) {
      out += text[at++];
      continue;
    }
    for (at += 2; is_letter(at) || (text[at] == '-' && is_letter(at + 1)); ++at) {
      out += text[at] == '-' ? '_' : text[at];
    }
  }
  return out;
}

void name_members(std::vector<Diagnostic>& diagnostics) {
  for (Diagnostic& d : diagnostics) {
    d.file = with_names_of_members(d.file);
    d.message = with_names_of_members(d.message);
    d.help = with_names_of_members(d.help);
  }
}

// What all functions are run by.
template <class Work>
auto asked(Work&& work) {
  try {
    auto answer = api::guarded(std::forward<Work>(work));
    if constexpr (std::is_base_of_v<Answer, decltype(answer)>) name_members(answer.warnings);
    return answer;
  } catch (const InputError& error) {
    std::vector<Diagnostic> diagnostics = error.diagnostics();
    name_members(diagnostics);
    throw InputError(std::move(diagnostics));
  } catch (const OptionsError& error) {
    throw OptionsError(with_names_of_members(error.what()));
  }
}

std::optional<Person> person_of(const Decision& decision, std::string_view person) {
  if (person.empty()) return std::nullopt;
  return decision.person_from_json(person);
}

AuditOptions audit_options(OptionsJson& given) {
  given.table();
  AuditOptions how;
  how.by = given.list("by").value_or(std::vector<std::string>());
  how.cross = given.flag("cross");
  how.policy = given.text("policy");
  how.policy_name = given.text("policy_name").value_or("policy");
  how.actual = given.text("actual").value_or("");
  how.ways = static_cast<std::uint32_t>(given.count("ways").value_or(how.ways));
  how.columns = given.columns();
  how.person_seconds = given.real("person_time_limit");
  how.leave_bad_rows_out = given.flag("leave_bad_rows_out");
  how.counted = given.text("counted").value_or("");
  return how;
}

BatchOptions batch_options(OptionsJson& options) {
  options.table();
  BatchOptions how;
  how.columns = options.columns();
  how.reasons = options.count("reasons").value_or(0);
  how.input_json_lines = options.text("input_format").value_or("csv") == "jsonl";
  how.json_lines = options.flag("jsonl");
  how.person_seconds = options.real("person_time_limit");
  how.errors = options.text("errors").value_or("");
  how.resume = options.flag("resume");
  how.signature = options.text("signature").value_or("");
  if (const auto shard = options.text("shard")) {
    const char* end = shard->data() + shard->size();
    const auto part = std::from_chars(shard->data(), end, how.shard);
    const bool slash = part.ec == std::errc() && part.ptr != end && *part.ptr == '/';
    const auto of = slash ? std::from_chars(part.ptr + 1, end, how.shards) : part;
    if (!slash || of.ec != std::errc() || of.ptr != end || how.shard < 1 ||
        how.shard > how.shards) {
      throw OptionsError("shard is I/N with I from 1 to N, such as 2/7, not '" + *shard + "'");
    }
  }
  return how;
}

FeatureEdits edits_of(OptionsJson& options) {
  using What = FeatureSaying::What;
  FeatureEdits edits;
  edits.sheet = options.text("sheet");
  const auto say = [&](const std::string& name, What what) {
    for (const std::string& feature : options.list(name).value_or(std::vector<std::string>())) {
      edits.said.push_back({feature, what, "", name});
    }
  };
  say("free", What::free);
  say("fixed", What::fixed);
  say("may_increase", What::may_increase);
  say("may_decrease", What::may_decrease);
  say("caused", What::caused);
  say("may_be_set", What::may_be_set);
  for (auto& [feature, price] : options.pairs("cost")) {
    edits.said.push_back({feature, What::cost, price, "cost"});
  }
  if (const json::Value* ordered = options.member("ordered")) {
    for (const auto& [feature, values] : ordered->members()) {
      std::string order;
      for (const json::Value& value : values.items()) {
        order += (order.empty() ? "'" : "<'") + value.text() + "'";
      }
      const auto domain = ordered_domain(order);
      if (!domain) options.refuse(values, "an order is a list of two values or more");
      edits.said.push_back({feature, What::domain, *domain, "ordered"});
    }
  }
  return edits;
}

}  // namespace

std::string describe(const Decision& decision) { return decision.export_to(ExportFormat::json); }

std::string read_person(const Decision& decision, std::string_view person,
                        const std::string& source) {
  const Person read = decision.person_from_json(person, source);
  const detail::PersonData& data = detail::Shared::of(read);
  return json::to_text(present::record_json(decision.shared()->model(), data.record),
                       json::Layout::line) +
         "\n";
}

Recourse recourse(const Decision& decision, std::string_view person, std::string_view options,
                  const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    const Options run = given.run();
    const Control inner = given.finish(control);
    return decision.recourse(decision.person_from_json(person), run, inner);
  });
}

Why why(const Decision& decision, std::string_view person, std::string_view options,
        const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    WhyOptions how;
    how.reasons = given.count("reasons").value_or(how.reasons);
    how.rather_than = given.text("rather_than").value_or("");
    how.codes = given.text("codes");
    how.against = given.text("against").value_or(how.against);
    how.sufficient = given.flag("sufficient");
    const Control inner = given.finish(control);
    return decision.why(decision.person_from_json(person), how, inner);
  });
}

Comparison compare(const Decision& decision, std::string_view here, std::string_view there,
                   std::string_view options, const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    const Control inner = given.finish(control);
    return decision.compare(decision.person_from_json(here), decision.person_from_json(there),
                            inner);
  });
}

Regions counterfactuals(const Decision& decision, std::string_view person, std::string_view options,
                        const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    const Options run = given.run();
    const Control inner = given.finish(control);
    return decision.counterfactuals(person_of(decision, person), run, inner);
  });
}

Check check(const Decision& decision, std::string_view answer, std::string_view options,
            const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    return decision.check(answer, "answer", given.finish(control));
  });
}

std::string export_to(const Decision& decision, std::string_view person, std::string_view options) {
  return asked([&] {
    OptionsJson given(options);
    const std::string to = given.text("to").value_or("");
    const auto steps = given.count("steps");
    const Options run = given.run();
    given.finish();
    if (to != "clingo" && to != "scasp" && to != "json") {
      throw OptionsError("a model is exported to clingo, scasp or json, not to '" + to + "'");
    }
    const ExportFormat format = to == "clingo"  ? ExportFormat::clingo
                                : to == "scasp" ? ExportFormat::scasp
                                                : ExportFormat::json;
    std::optional<std::uint32_t> horizon;
    if (steps) horizon = static_cast<std::uint32_t>(*steps);
    return decision.export_to(format, person_of(decision, person), run, horizon);
  });
}

Predictions predict(const Decision& decision, const Table& table, std::string_view options,
                    const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    given.table();
    PredictOptions how;
    how.label = given.text("label").value_or("");
    return decision.predict(table, how, given.finish(control));
  });
}

BatchDone batch(const Decision& decision, const Table& table, const TakePiece& take,
                std::string_view options, const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    const BatchOptions how = batch_options(given);
    const Options run = given.run();
    return decision.batch(table, take, how, run, given.finish(control));
  });
}

BatchDone batch_file(const Decision& decision, const Table& table, const std::string& output,
                     std::string_view options, const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    const BatchOptions how = batch_options(given);
    const Options run = given.run();
    return decision.batch_file(table, output, how, run, given.finish(control));
  });
}

Audit audit(const Decision& decision, const Table& table, std::string_view options,
            const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    const AuditOptions how = audit_options(given);
    const Options run = given.run();
    return decision.audit(table, how, run, given.finish(control));
  });
}

std::vector<CountedRow> audit_parts(const Decision& decision, const Table& table,
                                    std::string_view options, const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    const AuditOptions how = audit_options(given);
    const Options run = given.run();
    return decision.audit_parts(table, how, run, given.finish(control));
  });
}

Evaluation evaluate(const Decision& decision, const Table& rows,
                    const std::vector<CounterfactualSource>& counterfactuals,
                    std::string_view options, const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    given.table();
    EvaluateOptions how;
    how.columns = given.columns();
    how.row_column = given.text("row_column").value_or("");
    how.time_column = given.text("time_column").value_or("");
    how.sample = given.count("sample").value_or(how.sample);
    how.seed = given.count("seed").value_or(0);
    how.search = given.flag("search", true);
    how.each = given.flag("rows");
    how.data = given.text("data").value_or("");
    const Options run = given.run();
    return decision.evaluate(rows, counterfactuals, how, run, given.finish(control));
  });
}

namespace {

LearnOptions::Listed listed_of(OptionsJson& given) {
  const std::string listed = given.text("list_values").value_or("shared");
  if (listed == "all") return LearnOptions::Listed::all;
  if (listed == "named") return LearnOptions::Listed::named;
  if (listed == "shared") return LearnOptions::Listed::shared;
  throw OptionsError("list_values is named, shared or all, not '" + listed + "'");
}

}  // namespace

Learned learn(const Table& table, std::string_view options, const Control& control,
              const Decision* earlier) {
  return asked([&] {
    OptionsJson given(options);
    given.table();
    LearnOptions how;
    how.label = given.text("label").value_or("");
    how.undesired = given.text("undesired").value_or("");
    how.desired = given.text("desired");
    how.against_rest = given.flag("against_rest");
    how.ratio = given.real("ratio").value_or(how.ratio);
    how.tail = given.real("tail").value_or(how.tail);
    how.prune = given.flag("prune", true);
    if (const json::Value* weights = given.member("weights")) {
      for (const auto& [name, value] : weights->members()) {
        const auto number = base::Number::parse(value.text());
        if (!number || number->sign() <= 0) {
          given.refuse(value, "the weight of '" + name + "' must be a number above 0");
        }
        how.weights.emplace_back(name, number->approximate());
      }
    }
    how.seed = given.count("seed").value_or(0);
    how.holdout = given.real("holdout");
    how.test = given.text("test");
    if (const auto folds = given.count("cv")) how.folds = *folds;
    how.use = given.list("use").value_or(std::vector<std::string>());
    how.counted = given.text("counted").value_or("");
    how.listed = listed_of(given);
    if (given.flag("tune")) how.tune_seconds = 60;
    if (const auto seconds = given.real("tune_time")) how.tune_seconds = *seconds;
    if (const json::Value* said = given.member("features")) {
      OptionsJson features(json::to_text(*said, json::Layout::line), "features");
      how.features = edits_of(features);
      features.finish();
    }
    if (earlier) how.earlier = *earlier;
    return cogs::learn(table, how, given.finish(control));
  });
}

Imported import_model(const std::string& file, const Table* people, std::string_view options,
                      const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    given.table();
    ImportOptions how;
    how.format = given.text("format").value_or("");
    how.score = given.text("score").value_or(how.score);
    how.decision = given.text("decision").value_or(how.decision);
    how.undesired = given.text("undesired").value_or("");
    how.skip = given.list("skip").value_or(std::vector<std::string>());
    if (const auto threshold = given.number("threshold")) how.threshold = threshold->text();
    how.probability = given.flag("probability");
    how.unwanted_class = given.text("class").value_or("");
    how.all_trees = given.flag("all_trees");
    how.points = given.flag("points");
    how.file_in_model = given.text("file_in_model").value_or("");
    how.check = given.text("check");
    how.listed = listed_of(given);
    if (const json::Value* said = given.member("features")) {
      OptionsJson features(json::to_text(*said, json::Layout::line), "features");
      how.features = edits_of(features);
      features.finish();
    }
    return cogs::import_model(file, people ? std::optional(*people) : std::nullopt, how,
                              given.finish(control));
  });
}

Edited change_features(const Decision& decision, std::string_view edits) {
  return asked([&] {
    OptionsJson given(edits, "edits");
    const FeatureEdits said = edits_of(given);
    given.finish();
    return cogs::change_features(decision, said);
  });
}

Edited scale_costs(const Decision& decision, const Table& table, std::string_view options,
                   const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    given.table();
    CostsOptions how;
    const std::string by = given.text("by").value_or("percentile");
    if (by != "percentile" && by != "log-percentile") {
      throw OptionsError("prices go by percentile or log-percentile, not by '" + by + "'");
    }
    how.log_percentile = by != "percentile";
    how.points = given.count("points").value_or(how.points);
    how.fixed_part = given.text("fixed_part").value_or("");
    how.replace = given.flag("replace");
    how.only = given.list("only");
    how.except = given.list("except").value_or(std::vector<std::string>());
    return cogs::scale_costs(decision, table, how, given.finish(control));
  });
}

Proposed propose_causes(const Decision& decision, const Table& table, std::string_view options,
                        const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    given.table();
    CausesOptions how;
    how.precision = given.real("precision").value_or(how.precision);
    how.recall = given.real("recall").value_or(how.recall);
    how.longest_body = given.count("max_body").value_or(how.longest_body);
    how.label = given.text("label").value_or("");
    how.effects = given.list("effects").value_or(std::vector<std::string>());
    how.no_effects = given.list("no_effects").value_or(std::vector<std::string>());
    how.most_features = given.count("most").value_or(how.most_features);
    how.all = given.flag("all");
    return cogs::propose_causes(decision, table, how, given.finish(control));
  });
}

Decision review(const Decision& decision, std::string_view verdicts) {
  return asked([&] {
    OptionsJson given(verdicts, "verdicts");
    std::vector<Verdict> out;
    const auto verdict_on = [&](const std::string& id) -> Verdict& {
      for (Verdict& verdict : out) {
        if (verdict.id == id) return verdict;
      }
      return out.emplace_back(Verdict{.id = id});
    };
    for (const auto& [name, approve] : {std::pair("approve", true), std::pair("reject", false)}) {
      for (const std::string& id : given.list(name).value_or(std::vector<std::string>())) {
        Verdict& verdict = verdict_on(id);
        if (verdict.approve && *verdict.approve != approve) {
          throw OptionsError("'" + id + "' is both approved and rejected");
        }
        verdict.approve = approve;
      }
    }
    for (const auto& [id, mode] : given.pairs("mode")) verdict_on(id).mode = mode;
    for (const auto& [id, rule] : given.pairs("edit")) verdict_on(id).rule = rule;
    const std::string by = given.text("by").value_or(""), on = given.text("on").value_or(""),
                      reason = given.text("reason").value_or("");
    given.finish();
    for (Verdict& verdict : out) {
      verdict.by = by;
      verdict.on = on;
      verdict.reason = reason;
    }
    return cogs::review(decision, out);
  });
}

Table text_table(std::string text, const std::string& name, std::string_view options) {
  return api::guarded(
      [&] { return Table::text(std::move(text), name, OptionsJson(options).table()); });
}

Table file_table(const std::string& file, std::string_view options) {
  return asked([&] { return Table::file(file, OptionsJson(options).table()); });
}

Table stream_table(ArrowArrayStream* rows, const std::string& name, std::string_view options) {
  return asked([&] { return arrow_table(rows, name, OptionsJson(options).table()); });
}

ArrowAnswers stream_answers(const Decision& decision, ArrowArrayStream* rows,
                            const std::string& name, std::string_view options,
                            const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    ArrowAnswerOptions how;
    how.name = name;
    const std::string form = given.text("form").value_or("typed");
    if (form != "typed" && form != "text" && form != "json") {
      throw OptionsError("form is typed, text or json, not '" + form + "'");
    }
    how.form = form == "text"   ? ArrowAnswerOptions::Form::text
               : form == "json" ? ArrowAnswerOptions::Form::json
                                : ArrowAnswerOptions::Form::typed;
    how.repeat_input = given.flag("repeat_input");
    how.reasons = given.count("reasons").value_or(0);
    how.columns = given.columns();
    how.person_seconds = given.real("person_time_limit");
    how.ignore = given.list("ignore").value_or(std::vector<std::string>());
    const Options run = given.run();
    return ArrowAnswers(decision, rows, how, run, given.finish(control));
  });
}

Solutions solve(const Program& program, std::string_view options, const Control& control) {
  return asked([&] {
    OptionsJson given(options);
    SolveOptions how;
    const std::string query = given.text("query").value_or("");
    how.most_answers = given.count("answers").value_or(how.most_answers);
    how.most_depth = given.count("max_depth").value_or(0);
    how.most_steps = given.count("max_steps").value_or(0);
    how.denials = !given.flag("no_nmr");
    how.odd_loops = !given.flag("no_olon");
    how.tree = given.flag("tree");
    how.human = given.flag("human");
    how.check = given.flag("check");
    const std::string engine = given.text("engine").value_or("auto");
    how.engine = engine == "ground" ? SolveOptions::Engine::ground
                 : engine == "goal" ? SolveOptions::Engine::goal_directed
                                    : SolveOptions::Engine::automatic;
    return program.solve(query, how, given.finish(control));
  });
}

}  // namespace cogs::waist
