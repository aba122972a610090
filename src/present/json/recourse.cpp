// SPDX-License-Identifier: Apache-2.0
#include "present/json/recourse.h"

#include <cstdio>
#include <set>

#include "explain/prove.h"
#include "json/value.h"
#include "model/class_labels.h"
#include "model/deployed_score.h"
#include "path/places.h"
#include "present/json/value.h"
#include "present/words/blocker_words.h"

namespace cogs::present {

namespace {

using path::Status;

json::Value numbers_json(const std::vector<std::uint32_t>& lines) {
  json::Value list = json::Value::array();
  for (const std::uint32_t line : lines) list.add(json::Value::number(std::uint64_t{line}));
  return list;
}

json::Value names_json(const model::Model& model, const std::vector<model::FeatureId>& ids) {
  json::Value list = json::Value::array();
  for (const model::FeatureId id : ids) list.add(json::Value::string(model.feature(id).name));
  return list;
}

json::Value target_json(const model::Feature& feature, const path::Change& change) {
  json::Value to = json::Value::object();
  to.add("value", value_json(feature, change.to));
  if (const auto* intervals = std::get_if<std::vector<model::Interval>>(&change.range);
      intervals && intervals->size() == 1) {
    to.add("range", interval_json(intervals->front()));
    const std::string open = open_ends(intervals->front());
    if (!open.empty()) to.add("open", json::Value::string(open));
  } else {
    to.add("range", value_set_json(feature, change.range));
  }
  return to;
}

json::Value change_json(const model::Model& model, const path::Change& change) {
  const model::Feature& feature = model.feature(change.feature);
  json::Value object = json::Value::object();
  object.add("feature", json::Value::string(feature.name));
  object.add("from", value_json(feature, change.from));
  object.add("to", target_json(feature, change));
  return object;
}

json::Value effect_json(const model::Model& model, const path::Effect& effect) {
  json::Value object = change_json(model, effect);
  object.add("supported", value_set_json(model.feature(effect.feature), effect.supported));
  object.add("certain", json::Value::boolean(effect.certain));
  object.add("rules", numbers_json(path::lines_of(model, effect.rules)));
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

// Of one kind of rule but in later steps, which causal rules and denials may forbid.
std::vector<std::uint32_t> lines_of(const model::Model& model, const explain::Need& need) {
  std::vector<std::uint32_t> lines = path::lines_of(model, need.rules);
  const auto causes = path::lines_of(model, need.causes);
  const auto denials = path::lines_of(model, need.denials);
  lines.insert(lines.end(), causes.begin(), causes.end());
  lines.insert(lines.end(), denials.begin(), denials.end());
  return lines;
}

// By class: what it comes to.
json::Value class_sums_json(const model::Model& model, const model::Score& score,
                            const model::Record& record) {
  json::Value object = json::Value::object();
  const auto sums = model::class_sums(model, score, record);
  for (std::size_t c = 0; sums && c < sums->size(); ++c) {
    object.add(score.classes[c], json::Value::number((*sums)[c]));
  }
  return object;
}

// What the decision is after a transition, and what would be wrong without it.
void add_reasons(const model::Model& model, const explain::StepReasons& step, json::Value& object) {
  json::Value after = json::Value::object();
  after.add("undesired", json::Value::boolean(step.undesired));
  after.add("rules", numbers_json(path::lines_of(model, step.rules)));
  object.add("after", std::move(after));
  json::Value needs = json::Value::array();
  for (const explain::Need& need : step.needed) {
    json::Value one = json::Value::object();
    one.add("kind", json::Value::string(kind_name(need.kind)));
    one.add("feature",
            need.feature ? json::Value::string(model.feature(*need.feature).name) : json::Value());
    one.add("lines", numbers_json(lines_of(model, need)));
    one.add("step", need.step > 0 ? json::Value::number(std::uint64_t{need.step}) : json::Value());
    needs.add(std::move(one));
  }
  object.add("needed_because", std::move(needs));
}

// `reasons`: of its transitions; empty where they are not known.
json::Value path_json(const model::Model& model, const path::Path& path,
                      const std::vector<explain::StepReasons>& reasons) {
  std::uint64_t direct = 0;
  std::set<model::FeatureId> changed;
  json::Value transitions = json::Value::array();
  std::size_t step = 0;
  for (const path::Transition& transition : path.transitions) {
    json::Value actions = json::Value::array(), effects = json::Value::array();
    for (const path::Change& action : transition.actions) {
      json::Value one = change_json(model, action);
      if (action.cost) one.add("cost", json::Value::number(*action.cost));
      actions.add(std::move(one));
      changed.insert(action.feature);
      ++direct;
    }
    for (const path::Effect& effect : transition.effects) {
      effects.add(effect_json(model, effect));
      changed.insert(effect.feature);
    }
    json::Value object = json::Value::object();
    object.add("actions", std::move(actions));
    object.add("effects", std::move(effects));
    object.add("state", record_json(model, transition.state));
    if (!model.scores.empty()) {
      json::Value scores = json::Value::object();
      for (std::size_t i = 0; i < model.scores.size(); ++i) {
        if (model.scores[i].between) continue;
        if (!model.scores[i].classes.empty()) {
          scores.add(model.scores[i].name,
                     class_sums_json(model, model.scores[i], transition.state));
          continue;
        }
        scores.add(model.scores[i].name, json::Value::number(explain::score_of(
                                             model, transition.state, model::ScoreId(i))));
      }
      object.add("scores", std::move(scores));
    }
    if (step < reasons.size()) add_reasons(model, reasons[step], object);
    ++step;
    transitions.add(std::move(object));
  }
  json::Value object = json::Value::object();
  object.add("cost", json::Value::number(path.cost));
  object.add("direct", json::Value::number(direct));
  object.add("changed", json::Value::number(std::uint64_t{changed.size()}));
  object.add("optimal", json::Value::boolean(path.optimal));
  object.add("certain", json::Value::boolean(path.certain));
  object.add("checked", json::Value::boolean(path.checked));
  object.add("transitions", std::move(transitions));
  return object;
}

const char* kind_name(path::Broken::Kind kind) {
  switch (kind) {
    case path::Broken::Kind::in_vain: return "in_vain";
    case path::Broken::Kind::unsupported: return "unsupported";
    case path::Broken::Kind::denial: return "denial";
  }
  return "";
}

const char* kind_name(path::BlockerKind kind) {
  switch (kind) {
    case path::BlockerKind::fixed: return "fixed";
    case path::BlockerKind::direction: return "direction";
    case path::BlockerKind::caused: return "caused";
    case path::BlockerKind::missing: return "missing";
    case path::BlockerKind::domain: return "domain";
    case path::BlockerKind::causal_rules: return "causal_rules";
    case path::BlockerKind::denial: return "denial";
    case path::BlockerKind::option: return "option";
    case path::BlockerKind::decision: return "decision";
  }
  return "";
}

}  // namespace

json::Value broken_json(const model::Model& model, const path::Broken& broken) {
  json::Value object = json::Value::object();
  object.add("line", json::Value::number(std::uint64_t{path::place_of(model, broken).line}));
  object.add("kind", json::Value::string(kind_name(broken.kind)));
  object.add("feature", broken.feature ? json::Value::string(model.feature(*broken.feature).name)
                                       : json::Value());
  return object;
}

std::vector<RecourseAnswer::Broken> broken_claims(const model::Model& model,
                                                  const path::Result& result) {
  std::vector<RecourseAnswer::Broken> claims;
  for (const path::Broken& broken : result.start_breaks) {
    RecourseAnswer::Broken& claim = claims.emplace_back();
    claim.line = path::place_of(model, broken).line;
    claim.kind = kind_name(broken.kind);
    if (broken.feature) claim.feature = model.feature(*broken.feature).name;
  }
  return claims;
}

json::Value blocker_json(const model::Model& model, const path::Blocker& blocker) {
  json::Value object = json::Value::object();
  object.add("kind", json::Value::string(kind_name(blocker.kind)));
  object.add("feature", blocker.feature ? json::Value::string(model.feature(*blocker.feature).name)
                                        : json::Value());
  object.add("lines", numbers_json(path::lines_of(model, blocker)));
  if (!blocker.option.empty()) object.add("option", json::Value::string(option_words(blocker)));
  return object;
}

namespace {

json::Value seconds_json(double seconds) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.9f", seconds);
  return json::Value::number(base::Number::parse(buffer).value_or(0));
}

json::Value search_json(const path::Result& result) {
  json::Value object = json::Value::object();
  object.add("expanded", json::Value::number(std::uint64_t{result.expanded}));
  object.add("seconds", seconds_json(result.seconds));
  switch (result.exhausted) {
    case base::Exhausted::no: break;
    case base::Exhausted::time: object.add("stopped_by", json::Value::string("time")); break;
    case base::Exhausted::memory: object.add("stopped_by", json::Value::string("memory")); break;
    case base::Exhausted::effort: object.add("stopped_by", json::Value::string("effort")); break;
    case base::Exhausted::cancelled:
      object.add("stopped_by", json::Value::string("interrupt"));
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

json::Value options_json(const model::Model& model, const path::Options& options) {
  const auto end = [](const std::optional<model::Number>& n) {
    return n ? json::Value::number(*n) : json::Value();
  };
  json::Value object = json::Value::object();
  if (!options.fix.empty()) object.add("fix", names_json(model, options.fix));
  if (!options.allow.empty()) object.add("allow", names_json(model, options.allow));
  if (options.set_missing) object.add("set_missing", json::Value::boolean(true));
  if (options.only) object.add("only", names_json(model, *options.only));
  if (!options.ranges.empty()) {
    json::Value ranges = json::Value::object();
    for (const path::RangeOption& range : options.ranges) {
      ranges.add(model.feature(range.feature).name,
                 json::Value::array({end(range.low), end(range.high)}));
    }
    object.add("range", std::move(ranges));
  }
  if (!options.costs.empty()) {
    json::Value costs = json::Value::object();
    for (const path::CostOption& cost : options.costs) {
      costs.add(model.feature(cost.feature).name, price_json(cost.price));
    }
    object.add("cost", std::move(costs));
  }
  if (options.certain) object.add("certain", json::Value::boolean(true));
  if (options.desired) {
    object.add("desired", json::Value::string(model.atoms[options.desired->index()].text));
  }
  if (options.top != 1) object.add("top", json::Value::number(std::uint64_t{options.top}));
  if (options.all) object.add("all", json::Value::boolean(true));
  if (options.first) object.add("first", json::Value::boolean(true));
  if (options.max_length) {
    object.add("max_length", json::Value::number(std::uint64_t{*options.max_length}));
  }
  return object;
}

json::Value recourse_json(const model::Model& model, const model::Record& start,
                          const path::Options& options, const path::Result& result,
                          const RecourseJsonOptions& how, const explain::RecourseReasons& reasons) {
  json::Value about = json::Value::object();
  about.add("path", json::Value::string(model.path));
  about.add("sha256", json::Value::string(model.sha256));

  json::Value decision = json::Value::object();
  decision.add("undesired", json::Value::boolean(result.undesired));
  decision.add("atom", json::Value::string(model.atoms[model.undesired.index()].text));
  if (const std::string label = model::decision_label(model, result.undesired); !label.empty()) {
    decision.add("label", json::Value::string(label));
  }
  decision.add("rules", numbers_json(path::lines_of(model, result.deciding_rules)));

  json::Value paths = json::Value::array(), blockers = json::Value::array(),
              breaks = json::Value::array();
  for (std::size_t i = 0; i < result.paths.size(); ++i) {
    paths.add(path_json(
        model, result.paths[i],
        i < reasons.paths.size() ? reasons.paths[i] : std::vector<explain::StepReasons>()));
  }
  for (const path::Blocker& blocker : result.blockers) blockers.add(blocker_json(model, blocker));
  for (const path::Broken& broken : result.start_breaks) breaks.add(broken_json(model, broken));

  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.recourse/1"));
  object.add("model", std::move(about));
  object.add("start", record_json(model, start));
  object.add("missing", names_json(model, result.missing));
  object.add("start_consistent", json::Value::boolean(result.start_breaks.empty()));
  object.add("start_breaks", std::move(breaks));
  object.add("options", options_json(model, options));
  object.add("decision", std::move(decision));
  object.add("status", json::Value::string(status_name(result.status)));
  object.add("paths", std::move(paths));
  object.add("blockers", std::move(blockers));
  if (!reasons.limits.empty()) {
    json::Value limits = json::Value::array();
    for (const explain::ScoreLimit& limit : reasons.limits) {
      json::Value one = json::Value::object();
      one.add("test", json::Value::string(model.atoms[limit.atom.index()].text));
      one.add("points", json::Value::number(limit.now));
      one.add("needed", json::Value::number(limit.needed));
      one.add("best", json::Value::number(limit.best));
      one.add("reached", json::Value::boolean(limit.reached));
      limits.add(std::move(one));
    }
    object.add("score_limits", std::move(limits));
  }
  if (!result.fewest_blockers) object.add("fewest_blockers", json::Value::boolean(false));
  if (reasons.lifted && !reasons.lifted->paths.empty()) {
    object.add("lifted", path_json(model, reasons.lifted->paths.front(), {}));
  }
  // Where no path exists, no number bounds its cost.
  object.add("lower_bound", result.status == Status::none
                                ? json::Value()
                                : json::Value::number(result.lower_bound));
  object.add("ties_proved", json::Value::boolean(result.ties_proved));
  if (how.timing) object.add("search", search_json(result));
  return object;
}

}  // namespace cogs::present
