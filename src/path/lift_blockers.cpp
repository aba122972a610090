// SPDX-License-Identifier: Apache-2.0
#include "path/lift_blockers.h"

#include <algorithm>

namespace cogs::path {

namespace {

void lift_option(Options& options, const Blocker& blocker) {
  if (blocker.option == "fix") std::erase(options.fix, *blocker.feature);
  if (blocker.option == "range") {
    std::erase_if(options.ranges,
                  [&](const RangeOption& range) { return range.feature == *blocker.feature; });
  }
  if (blocker.option == "only") options.only.reset();
  if (blocker.option == "certain") options.certain = false;
  if (blocker.option == "max_length") options.max_length.reset();
  if (blocker.option == "desired") options.desired.reset();
}

// A number that is missing keeps its price, which is that of crossing the whole domain.
void lift_domain(Unblocked& out, const Blocker& blocker, const model::Record& start) {
  model::Feature& feature = out.model.features[blocker.feature->index()];
  if (!start[blocker.feature->index()]) {
    const auto keep = [&](model::Price& price) {
      price = model::Price::of(
          model::price_of(feature, price, std::nullopt, model::Value::of(Number(0))));
    };
    keep(feature.price);
    for (CostOption& option : out.options.costs) {
      if (option.feature == *blocker.feature) keep(option.price);
    }
  }
  auto& domain = std::get<model::NumericDomain>(feature.domain);
  domain.low = feature.out_of_score.low;
  domain.high = feature.out_of_score.high;
}

void lift(Unblocked& out, const Blocker& blocker, const model::Record& start) {
  model::Feature* feature =
      blocker.feature ? &out.model.features[blocker.feature->index()] : nullptr;
  switch (blocker.kind) {
    case BlockerKind::fixed: feature->fixed = false; break;
    case BlockerKind::direction: feature->direction = model::Direction::any; break;
    case BlockerKind::caused: feature->caused = false; break;
    case BlockerKind::missing: feature->may_be_set = true; break;
    case BlockerKind::domain: lift_domain(out, blocker, start); break;
    case BlockerKind::causal_rules: feature->caused = false; break;
    case BlockerKind::denial: break;
    case BlockerKind::option: lift_option(out.options, blocker); break;
    case BlockerKind::decision: break;
  }
}

}  // namespace

Unblocked lift_blockers(const model::Model& model, const model::Record& start,
                        const Options& options, const std::vector<Blocker>& blockers) {
  Unblocked out{model, options, {}, {}};
  out.options.top = 1;
  out.options.all = false;
  for (const Blocker& blocker : blockers) lift(out, blocker, start);
  // Rules go all at once: ids are places in these lists.
  const auto lifted = [&](const auto& is_meant) {
    return std::any_of(blockers.begin(), blockers.end(), is_meant);
  };
  out.model.causal_rules.clear();
  for (std::size_t r = 0; r < model.causal_rules.size(); ++r) {
    const model::CausalRule& rule = model.causal_rules[r];
    if (lifted([&](const Blocker& blocker) {
          return blocker.kind == BlockerKind::causal_rules && *blocker.feature == rule.feature;
        })) {
      continue;
    }
    out.model.causal_rules.push_back(rule);
    out.causal_rules.emplace_back(r);
  }
  out.model.denials.clear();
  for (std::size_t d = 0; d < model.denials.size(); ++d) {
    if (lifted([&](const Blocker& blocker) { return blocker.denial == model::DenialId(d); })) {
      continue;
    }
    out.model.denials.push_back(model.denials[d]);
    out.denials.emplace_back(d);
  }
  return out;
}

Result with_rules_of_before(const Unblocked& question, Result result) {
  for (Path& path : result.paths) {
    for (Transition& transition : path.transitions) {
      for (Effect& effect : transition.effects) {
        for (model::CausalRuleId& rule : effect.rules) rule = question.causal_rules[rule.index()];
      }
    }
  }
  for (Broken& broken : result.start_breaks) {
    broken.rule = broken.kind == Broken::Kind::denial ? question.denials[broken.rule].value
                                                      : question.causal_rules[broken.rule].value;
  }
  for (Blocker& blocker : result.blockers) {
    if (blocker.denial) blocker.denial = question.denials[blocker.denial->index()];
  }
  return result;
}

}  // namespace cogs::path
