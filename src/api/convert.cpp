// SPDX-License-Identifier: Apache-2.0
#include "api/convert.h"

#include <algorithm>
#include <utility>

namespace cogs::api {

Diagnostic shown(const base::Diagnostic& d) {
  Diagnostic out;
  out.severity = d.severity == base::Severity::error ? Diagnostic::Severity::error
                                                     : Diagnostic::Severity::warning;
  out.file = d.file;
  out.line = d.place.line;
  out.column = d.place.column;
  out.length = d.place.length;
  out.message = d.message;
  out.help = d.help;
  out.source_line = d.source_line;
  return out;
}

std::vector<Diagnostic> shown(const std::vector<base::Diagnostic>& diagnostics) {
  std::vector<Diagnostic> out;
  for (const base::Diagnostic& d : diagnostics) out.push_back(shown(d));
  return out;
}

base::Diagnostic hidden(const Diagnostic& d) {
  base::Diagnostic out;
  out.severity =
      d.severity == Diagnostic::Severity::error ? base::Severity::error : base::Severity::warning;
  out.file = d.file;
  out.place = {d.line, d.column, d.length};
  out.message = d.message;
  out.help = d.help;
  out.source_line = d.source_line;
  return out;
}

Stop shown(base::Exhausted exhausted) {
  switch (exhausted) {
    case base::Exhausted::no: break;
    case base::Exhausted::time: return Stop::time;
    case base::Exhausted::memory: return Stop::memory;
    case base::Exhausted::cancelled: return Stop::cancelled;
    case base::Exhausted::effort: return Stop::effort;
  }
  return Stop::no;
}

present::Reader hidden(const Reader& reader) {
  present::Reader out;
  out.audience = reader.audience == Audience::analyst ? present::Audience::analyst
                 : reader.audience == Audience::clerk ? present::Audience::clerk
                                                      : present::Audience::applicant;
  out.language = reader.language == Language::spanish ? present::Language::spanish
                                                      : present::Language::english;
  out.thresholds = reader.thresholds;
  return out;
}

present::TextStyle hidden(const TextStyle& style) { return {style.width, style.color}; }

// A number's text is in lowest terms where it is a fraction; a decimal has a power of ten below.
Number shown(const base::Number& number) {
  Number out;
  out.text = number.text();
  out.approximate = number.approximate();
  const std::size_t slash = out.text.find('/');
  if (slash != std::string::npos) {
    out.numerator = out.text.substr(0, slash);
    out.denominator = out.text.substr(slash + 1);
    return out;
  }
  const int decimals = number.decimals();
  base::Number below = base::Number::power_of_ten(decimals), above = number * below;
  for (const int factor : {2, 5}) {
    for (int i = 0; i < decimals; ++i) {
      const base::Number less = above / factor;
      if (!less.is_integer()) break;
      above = less;
      below = below / factor;
    }
  }
  out.numerator = above.text();
  out.denominator = below.text();
  return out;
}

Value shown(const model::Value& value) {
  Value out{value.text};
  if (value.number) out.number = shown(*value.number);
  return out;
}

std::optional<Value> shown(const std::optional<model::Value>& value) {
  if (!value) return std::nullopt;
  return shown(*value);
}

ValueSet shown(const path::ValueSet& set) {
  ValueSet out;
  if (const auto* values = std::get_if<std::vector<model::Value>>(&set)) {
    for (const model::Value& value : *values) out.values.push_back(shown(value));
    return out;
  }
  for (const model::Interval& interval : std::get<std::vector<model::Interval>>(set)) {
    Interval next;
    if (interval.low) next.low = shown(*interval.low);
    if (interval.high) next.high = shown(*interval.high);
    next.low_open = interval.low && interval.low_open;
    next.high_open = interval.high && interval.high_open;
    out.intervals.push_back(std::move(next));
  }
  return out;
}

std::vector<NamedValue> shown(const model::Model& model, const model::Record& record) {
  std::vector<NamedValue> out;
  for (std::size_t f = 0; f < record.size(); ++f) {
    out.push_back({model.features[f].name, shown(record[f])});
  }
  return out;
}

std::vector<std::string> names(const model::Model& model,
                               const std::vector<model::FeatureId>& ids) {
  std::vector<std::string> out;
  for (const model::FeatureId id : ids) out.push_back(model.feature(id).name);
  return out;
}

RuleRef ref(const model::Model& model, model::RuleId rule) {
  return {RuleRef::Kind::decision, rule.value, model.rule(rule).place.line};
}
RuleRef ref(const model::Model& model, model::CausalRuleId rule) {
  return {RuleRef::Kind::causal, rule.value, model.rule(rule).place.line};
}
RuleRef ref(const model::Model& model, model::DenialId denial) {
  return {RuleRef::Kind::denial, denial.value, model.denial(denial).place.line};
}

namespace {

Change shown(const model::Model& model, const path::Change& change) {
  Change out;
  out.feature = model.feature(change.feature).name;
  out.feature_id = change.feature.value;
  out.from = api::shown(change.from);
  out.to = api::shown(change.to);
  out.others = api::shown(change.range);
  if (change.cost) out.cost = api::shown(*change.cost);
  return out;
}

Blocker shown(const model::Model& model, const path::Blocker& blocker) {
  Blocker out;
  switch (blocker.kind) {
    case path::BlockerKind::fixed: out.kind = Blocker::Kind::fixed; break;
    case path::BlockerKind::direction: out.kind = Blocker::Kind::direction; break;
    case path::BlockerKind::caused: out.kind = Blocker::Kind::caused; break;
    case path::BlockerKind::missing: out.kind = Blocker::Kind::missing; break;
    case path::BlockerKind::domain: out.kind = Blocker::Kind::domain; break;
    case path::BlockerKind::causal_rules: out.kind = Blocker::Kind::causal_rules; break;
    case path::BlockerKind::denial: out.kind = Blocker::Kind::denial; break;
    case path::BlockerKind::option: out.kind = Blocker::Kind::option; break;
    case path::BlockerKind::decision: out.kind = Blocker::Kind::decision; break;
  }
  if (blocker.feature) out.feature = model.feature(*blocker.feature).name;
  if (blocker.denial) out.denial = ref(model, *blocker.denial);
  out.option = blocker.option;
  return out;
}

Broken shown(const model::Model& model, const path::Broken& broken) {
  Broken out;
  switch (broken.kind) {
    case path::Broken::Kind::in_vain: out.kind = Broken::Kind::in_vain; break;
    case path::Broken::Kind::unsupported: out.kind = Broken::Kind::unsupported; break;
    case path::Broken::Kind::denial: out.kind = Broken::Kind::denial; break;
  }
  out.rule = broken.kind == path::Broken::Kind::denial
                 ? ref(model, model::DenialId(broken.rule))
                 : ref(model, model::CausalRuleId(broken.rule));
  if (broken.feature) out.feature = model.feature(*broken.feature).name;
  return out;
}

Status shown(path::Status status) {
  switch (status) {
    case path::Status::found: return Status::found;
    case path::Status::already: return Status::already;
    case path::Status::none: return Status::none;
    case path::Status::gave_up: break;
  }
  return Status::gave_up;
}

}  // namespace

std::vector<Path> shown(const model::Model& model, const std::vector<path::Path>& paths) {
  std::vector<Path> out;
  for (const path::Path& path : paths) {
    Path next;
    next.cost = shown(path.cost);
    next.optimal = path.optimal;
    next.certain = path.certain;
    next.checked = path.checked;
    for (const path::Transition& transition : path.transitions) {
      Step step;
      for (const path::Change& action : transition.actions) {
        step.actions.push_back(shown(model, action));
      }
      for (const path::Effect& effect : transition.effects) {
        Effect shown_effect{shown(model, static_cast<const path::Change&>(effect)),
                            shown(effect.supported),
                            effect.certain,
                            {}};
        for (const model::CausalRuleId rule : effect.rules) {
          shown_effect.rules.push_back(ref(model, rule));
        }
        step.effects.push_back(std::move(shown_effect));
      }
      step.state = shown(model, transition.state);
      next.steps.push_back(std::move(step));
    }
    out.push_back(std::move(next));
  }
  return out;
}

void show(const model::Model& model, const path::Result& result, Recourse& out) {
  out.status = shown(result.status);
  out.undesired = result.undesired;
  for (const model::RuleId rule : result.deciding_rules) {
    out.deciding_rules.push_back(ref(model, rule));
  }
  out.missing = names(model, result.missing);
  for (const path::Broken& broken : result.start_breaks) {
    out.start_breaks.push_back(shown(model, broken));
  }
  out.paths = shown(model, result.paths);
  for (const path::Blocker& blocker : result.blockers) {
    out.blockers.push_back(shown(model, blocker));
  }
  out.fewest_blockers = result.fewest_blockers;
  out.lower_bound = shown(result.lower_bound);
  out.ties_proved = result.ties_proved;
  out.stopped = shown(result.exhausted);
  out.expanded = result.expanded;
  out.seconds = result.seconds;
}

void show(const model::Model& model, const model::Record& record, const engine::Why& why,
          const explain::ReasonCodes* codes, Why& out) {
  out.undesired = why.proof.node(why.proof.root).truth;
  for (const explain::Reason& reason : why.reasons.reasons) {
    Reason next;
    next.feature = model.feature(reason.feature).name;
    next.feature_id = reason.feature.value;
    next.value = shown(record[reason.feature.index()]);
    next.contingency = reason.contingency;
    for (const auto& [feature, value] : reason.others) {
      next.others.push_back({model.feature(feature).name, shown(value)});
    }
    next.needed = shown(reason.needed);
    if (codes) {
      if (const explain::ReasonCode* code = explain::code_of(*codes, record, reason)) {
        next.code = code->code;
        next.code_text = code->text;
      }
    }
    out.reasons.push_back(std::move(next));
  }
  out.reasons_left_out = why.reasons.left_out;
  // The root comes first, whatever place it has inside.
  const auto count = static_cast<std::uint32_t>(why.proof.nodes.size());
  const auto root = static_cast<std::uint32_t>(why.proof.root.index());
  const auto place = [&](std::uint32_t node) {
    return node == root ? 0 : node < root ? node + 1 : node;
  };
  out.proof.resize(count);
  for (std::uint32_t n = 0; n < count; ++n) {
    const explain::ProofNode& node = why.proof.nodes[n];
    ProofNode& next = out.proof[place(n)];
    next.truth = node.truth;
    if (node.kind == explain::ProofNode::Kind::atom) {
      next.text = model.atoms[node.atom.index()].text;
    } else {
      next.kind = node.kind == explain::ProofNode::Kind::rule ? ProofNode::Kind::rule
                                                              : ProofNode::Kind::test;
      next.rule = ref(model, model::RuleId(node.rule));
    }
    if (node.kind == explain::ProofNode::Kind::test) {
      next.feature = model.feature(explain::test_of(model, node).feature).name;
    }
    for (const explain::ProofNodeId child : node.children) {
      next.children.push_back(place(static_cast<std::uint32_t>(child.index())));
    }
  }
  out.stopped = shown(why.reasons.exhausted);
}

Change shown(const model::Model& model, const explain::Alternative::Change& change) {
  Change out;
  out.feature = model.feature(change.feature).name;
  out.feature_id = change.feature.value;
  out.from = shown(change.from);
  out.to = shown(change.example);
  out.others = shown(change.values);
  return out;
}

Difference shown(const model::Model& model, const explain::Difference& difference) {
  return {model.feature(difference.feature).name, difference.feature.value, shown(difference.here),
          shown(difference.there)};
}

void show(const model::Model& model, const path::Counterfactuals& found, Regions& out) {
  for (const path::Region& region : found.regions) {
    Regions::Region next;
    for (std::size_t f = 0; f < region.features.size(); ++f) {
      next.features.emplace_back(model.features[f].name, shown(region.features[f]));
    }
    out.regions.push_back(std::move(next));
  }
  out.cells = found.cells;
  out.states = found.states;
  out.stopped = shown(found.exhausted);
}

}  // namespace cogs::api
