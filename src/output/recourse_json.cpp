// SPDX-License-Identifier: Apache-2.0
#include "output/recourse_json.h"

#include <cstdio>
#include <set>

#include "output/value_json.h"

namespace cogs::output {

namespace {

using path::Status;

JsonValue numbers_json(const std::vector<std::uint32_t>& lines) {
  JsonValue list = JsonValue::array();
  for (const std::uint32_t line : lines) list.add(JsonValue::number(std::uint64_t{line}));
  return list;
}

JsonValue names_json(const model::Model& model, const std::vector<model::FeatureId>& ids) {
  JsonValue list = JsonValue::array();
  for (const model::FeatureId id : ids) list.add(JsonValue::string(model.feature(id).name));
  return list;
}

JsonValue target_json(const model::Feature& feature, const path::Change& change) {
  JsonValue to = JsonValue::object();
  to.add("value", value_json(feature, change.to));
  if (const auto* intervals = std::get_if<std::vector<model::Interval>>(&change.range);
      intervals && intervals->size() == 1) {
    to.add("range", interval_json(intervals->front()));
    const std::string open = open_ends(intervals->front());
    if (!open.empty()) to.add("open", JsonValue::string(open));
  } else {
    to.add("range", value_set_json(feature, change.range));
  }
  return to;
}

JsonValue change_json(const model::Model& model, const path::Change& change) {
  const model::Feature& feature = model.feature(change.feature);
  JsonValue object = JsonValue::object();
  object.add("feature", JsonValue::string(feature.name));
  object.add("from", value_json(feature, change.from));
  object.add("to", target_json(feature, change));
  return object;
}

JsonValue effect_json(const model::Model& model, const path::Effect& effect) {
  JsonValue object = change_json(model, effect);
  object.add("supported", value_set_json(model.feature(effect.feature), effect.supported));
  object.add("certain", JsonValue::boolean(effect.certain));
  object.add("rules", numbers_json(effect.rules));
  return object;
}

const char* kind_name(explain::Need::Kind kind) {
  switch (kind) {
    case explain::Need::Kind::decision: return "decision";
    case explain::Need::Kind::not_desired: return "not_desired";
    case explain::Need::Kind::causal_rules: return "causal_rules";
    case explain::Need::Kind::denial: return "denial";
    case explain::Need::Kind::later_step: return "later_step";
  }
  return "";
}

// What the decision is after a transition, and what would be wrong without it.
void add_reasons(const model::Model& model, const explain::StepReasons& step, JsonValue& object) {
  JsonValue after = JsonValue::object();
  after.add("undesired", JsonValue::boolean(step.undesired));
  after.add("rules", numbers_json(step.rules));
  object.add("after", std::move(after));
  JsonValue needs = JsonValue::array();
  for (const explain::Need& need : step.needed) {
    JsonValue one = JsonValue::object();
    one.add("kind", JsonValue::string(kind_name(need.kind)));
    one.add("feature",
            need.feature ? JsonValue::string(model.feature(*need.feature).name) : JsonValue());
    one.add("lines", numbers_json(need.lines));
    one.add("step", need.step > 0 ? JsonValue::number(std::uint64_t{need.step}) : JsonValue());
    needs.add(std::move(one));
  }
  object.add("needed_because", std::move(needs));
}

// `reasons`: of its transitions; empty where they are not known.
JsonValue path_json(const model::Model& model, const path::Path& path,
                    const std::vector<explain::StepReasons>& reasons) {
  std::uint64_t direct = 0;
  std::set<model::FeatureId> changed;
  JsonValue transitions = JsonValue::array();
  std::size_t step = 0;
  for (const path::Transition& transition : path.transitions) {
    JsonValue actions = JsonValue::array(), effects = JsonValue::array();
    for (const path::Change& action : transition.actions) {
      actions.add(change_json(model, action));
      changed.insert(action.feature);
      ++direct;
    }
    for (const path::Effect& effect : transition.effects) {
      effects.add(effect_json(model, effect));
      changed.insert(effect.feature);
    }
    JsonValue object = JsonValue::object();
    object.add("actions", std::move(actions));
    object.add("effects", std::move(effects));
    object.add("state", record_json(model, transition.state));
    if (step < reasons.size()) add_reasons(model, reasons[step], object);
    ++step;
    transitions.add(std::move(object));
  }
  JsonValue object = JsonValue::object();
  object.add("cost", JsonValue::number(path.cost));
  object.add("direct", JsonValue::number(direct));
  object.add("changed", JsonValue::number(std::uint64_t{changed.size()}));
  object.add("optimal", JsonValue::boolean(path.optimal));
  object.add("certain", JsonValue::boolean(path.certain));
  object.add("checked", JsonValue::boolean(path.checked));
  object.add("transitions", std::move(transitions));
  return object;
}

const char* kind_name(path::BlockerKind kind) {
  switch (kind) {
    case path::BlockerKind::fixed: return "fixed";
    case path::BlockerKind::direction: return "direction";
    case path::BlockerKind::caused: return "caused";
    case path::BlockerKind::domain: return "domain";
    case path::BlockerKind::causal_rules: return "causal_rules";
    case path::BlockerKind::denial: return "denial";
    case path::BlockerKind::option: return "option";
    case path::BlockerKind::decision: return "decision";
  }
  return "";
}

}  // namespace

JsonValue blocker_json(const model::Model& model, const path::Blocker& blocker) {
  JsonValue object = JsonValue::object();
  object.add("kind", JsonValue::string(kind_name(blocker.kind)));
  object.add("feature", blocker.feature ? JsonValue::string(model.feature(*blocker.feature).name)
                                        : JsonValue());
  object.add("lines", numbers_json(blocker.lines));
  if (!blocker.option.empty()) object.add("option", JsonValue::string(blocker.option));
  return object;
}

namespace {

JsonValue seconds_json(double seconds) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.9f", seconds);
  return JsonValue::number(base::Number::parse(buffer).value_or(0));
}

JsonValue search_json(const path::Result& result) {
  JsonValue object = JsonValue::object();
  object.add("expanded", JsonValue::number(std::uint64_t{result.expanded}));
  object.add("seconds", seconds_json(result.seconds));
  switch (result.exhausted) {
    case base::Exhausted::no: break;
    case base::Exhausted::time: object.add("stopped_by", JsonValue::string("time")); break;
    case base::Exhausted::memory: object.add("stopped_by", JsonValue::string("memory")); break;
    case base::Exhausted::cancelled:
      object.add("stopped_by", JsonValue::string("interrupt"));
      break;
  }
  return object;
}

}  // namespace

const char* status_name(Status status) {
  switch (status) {
    case Status::found: return "found";
    case Status::already: return "already";
    case Status::none: return "none";
    case Status::gave_up: return "gave_up";
  }
  return "";
}

JsonValue options_json(const model::Model& model, const path::Options& options) {
  const auto end = [](const std::optional<model::Number>& n) {
    return n ? JsonValue::number(*n) : JsonValue();
  };
  JsonValue object = JsonValue::object();
  if (!options.fix.empty()) object.add("fix", names_json(model, options.fix));
  if (!options.allow.empty()) object.add("allow", names_json(model, options.allow));
  if (options.only) object.add("only", names_json(model, *options.only));
  if (!options.ranges.empty()) {
    JsonValue ranges = JsonValue::object();
    for (const path::RangeOption& range : options.ranges) {
      ranges.add(model.feature(range.feature).name,
                 JsonValue::array({end(range.low), end(range.high)}));
    }
    object.add("range", std::move(ranges));
  }
  if (!options.costs.empty()) {
    JsonValue costs = JsonValue::object();
    for (const path::CostOption& cost : options.costs) {
      costs.add(model.feature(cost.feature).name, JsonValue::number(cost.cost));
    }
    object.add("cost", std::move(costs));
  }
  if (options.certain) object.add("certain", JsonValue::boolean(true));
  if (options.desired) {
    object.add("desired", JsonValue::string(model.atoms[options.desired->index()].text));
  }
  if (options.top != 1) object.add("top", JsonValue::number(std::uint64_t{options.top}));
  if (options.all) object.add("all", JsonValue::boolean(true));
  if (options.max_length) {
    object.add("max_length", JsonValue::number(std::uint64_t{*options.max_length}));
  }
  return object;
}

JsonValue recourse_json(const model::Model& model, const model::Record& start,
                        const path::Options& options, const path::Result& result,
                        const RecourseJsonOptions& how, const explain::RecourseReasons& reasons) {
  JsonValue about = JsonValue::object();
  about.add("path", JsonValue::string(model.path));
  about.add("sha256", JsonValue::string(model.sha256));

  JsonValue decision = JsonValue::object();
  decision.add("undesired", JsonValue::boolean(result.undesired));
  decision.add("atom", JsonValue::string(model.atoms[model.undesired.index()].text));
  decision.add("rules", numbers_json(result.deciding_rules));

  JsonValue paths = JsonValue::array(), blockers = JsonValue::array();
  for (std::size_t i = 0; i < result.paths.size(); ++i) {
    paths.add(path_json(
        model, result.paths[i],
        i < reasons.paths.size() ? reasons.paths[i] : std::vector<explain::StepReasons>()));
  }
  for (const path::Blocker& blocker : result.blockers) blockers.add(blocker_json(model, blocker));

  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.recourse/1"));
  object.add("model", std::move(about));
  object.add("start", record_json(model, start));
  object.add("missing", names_json(model, result.missing));
  object.add("start_consistent", JsonValue::boolean(result.start_breaks.empty()));
  object.add("start_breaks", numbers_json(result.start_breaks));
  object.add("options", options_json(model, options));
  object.add("decision", std::move(decision));
  object.add("status", JsonValue::string(status_name(result.status)));
  object.add("paths", std::move(paths));
  object.add("blockers", std::move(blockers));
  if (reasons.lifted && !reasons.lifted->paths.empty()) {
    object.add("lifted", path_json(model, reasons.lifted->paths.front(), {}));
  }
  // Where no path exists, no number bounds its cost.
  object.add("lower_bound",
             result.status == Status::none ? JsonValue() : JsonValue::number(result.lower_bound));
  if (how.timing) object.add("search", search_json(result));
  return object;
}

}  // namespace cogs::output
