// SPDX-License-Identifier: Apache-2.0
#include "present/sheets/answer_sheets.h"

#include <algorithm>
#include <set>

#include "explain/tested_reasons.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using explain::ProofNode;
using explain::ProofNodeId;
using path::Status;

Sheet begun(const PlainWords& words, const model::Record& record, bool undesired) {
  const Phrases& say = words.phrases();
  return {say.language(),
          say(Phrase::decision, {words.decision_of(record, undesired)}),
          !undesired,
          {}};
}

// Reasons of one weight are in the order of declaration; that is no ranking, and is said.
std::string tie_words(const Phrases& say, const std::vector<explain::Reason>& reasons) {
  std::string out;
  for (std::size_t from = 0; from < reasons.size();) {
    std::size_t to = from;
    std::vector<std::string> numbers;
    while (to < reasons.size() && reasons[to].contingency == reasons[from].contingency) {
      numbers.push_back(std::to_string(++to));
    }
    if (numbers.size() == reasons.size() && numbers.size() > 1) return say(Phrase::all_tied);
    if (numbers.size() > 1) {
      out += (out.empty() ? "" : " ") + say(Phrase::some_tied, {say.listed(numbers)});
    }
    from = to;
  }
  return out;
}

SheetItem reason_item(const PlainWords& words, const WhyReport& report,
                      const explain::Reason& reason, const Reader& reader, bool undesired) {
  const Phrases& say = words.phrases();
  SheetItem item;
  item.text = sentence(words.state(reason.feature, report.record[reason.feature.index()])) + ".";
  if (report.codes) {
    const explain::ReasonCode* code = explain::code_of(*report.codes, report.record, reason);
    if (code && !code->text.empty()) {
      item.details.push_back(item.text);
      item.text =
          say(Phrase::reason_code, {safe_text(code->code), without_stop(safe_text(code->text))}) +
          ".";
    }
  }
  if (!undesired) {
    if (reader.sees_thresholds()) {
      item.details.push_back(say(Phrase::would_turn, {words.set(reason.feature, reason.needed)}));
    }
    return item;
  }
  std::vector<std::string> others;
  for (const auto& [other, value] : reason.others) others.push_back(words.feature(other));
  if (reader.sees_thresholds()) item.details.push_back(words.needed(reason));
  if (report.model.feature(reason.feature).fixed) {
    item.details.push_back(say(Phrase::reason_fixed));
  } else if (others.empty()) {
    item.details.push_back(say(Phrase::reason_alone));
  } else {
    item.details.push_back(say(reason.only ? Phrase::reason_together : Phrase::reason_for_example,
                               {say.listed(others)}));
  }
  return item;
}

SheetSection reasons_part(const PlainWords& words, const WhyReport& report, const Reader& reader,
                          bool undesired) {
  const Phrases& say = words.phrases();
  SheetSection section{"reasons", say(undesired ? Phrase::why_heading : Phrase::rests_heading), {}};
  if (report.reasons.exhausted != base::Exhausted::no) {
    section.note(say(Phrase::reasons_cut));
    return section;
  }
  // As in letters: what the rules that decided did not look at is no reason.
  const std::vector<explain::Reason> reasons =
      undesired ? explain::tested_reasons(report.model, report.proof, report.reasons.reasons)
                : report.reasons.reasons;
  if (reasons.empty()) {
    section.say(say(Phrase::no_influence));
    return section;
  }
  SheetBlock list{SheetBlock::Kind::steps, {}, {}};
  for (const explain::Reason& reason : reasons) {
    list.items.push_back(reason_item(words, report, reason, reader, undesired));
  }
  section.blocks.push_back(std::move(list));
  const std::string ties = undesired ? tie_words(say, reasons) : "";
  if (!ties.empty()) section.say(ties);
  return section;
}

// The tests below a node whose outcome made it so, each once, the first few.
std::vector<std::string> facts_below(const PlainWords& words, const WhyReport& report,
                                     ProofNodeId top) {
  constexpr std::size_t few = 8;
  std::vector<std::string> facts;
  std::vector<bool> seen(report.proof.nodes.size());
  std::vector<ProofNodeId> waiting = {top};
  while (!waiting.empty() && facts.size() < few) {
    const ProofNodeId id = waiting.back();
    waiting.pop_back();
    if (seen[id.index()]) continue;
    seen[id.index()] = true;
    const ProofNode& node = report.proof.node(id);
    if (node.kind == ProofNode::Kind::test) {
      const model::FeatureId feature = explain::test_of(report.model, node).feature;
      std::string fact = sentence(words.state(feature, report.record[feature.index()])) + ".";
      if (std::find(facts.begin(), facts.end(), fact) == facts.end()) {
        facts.push_back(std::move(fact));
      }
    }
    waiting.insert(waiting.end(), node.children.rbegin(), node.children.rend());
  }
  return facts;
}

// Every rule of the decision that applies or, where none does, all of them.
SheetSection rules_part(const PlainWords& words, const WhyReport& report) {
  const Phrases& say = words.phrases();
  SheetSection section{"rules", say(Phrase::rules_heading), {}};
  const ProofNode& root = report.proof.node(report.proof.root);
  if (!root.truth) section.say(say(Phrase::no_rule_applies, {words.decision_by(root.atom, true)}));
  SheetBlock list{SheetBlock::Kind::list, {}, {}};
  std::vector<base::Place> shown;
  for (const ProofNodeId id : root.children) {
    const ProofNode& node = report.proof.node(id);
    const base::Place place = report.model.rules[node.rule].place;
    if (std::find(shown.begin(), shown.end(), place) != shown.end()) continue;
    shown.push_back(place);
    const std::string rule = words.rule(model::RuleId(node.rule));
    list.items.push_back({say(node.truth ? Phrase::rule_applies : Phrase::rule_fails, {rule}),
                          facts_below(words, report, id)});
  }
  if (!list.items.empty()) section.blocks.push_back(std::move(list));
  return section;
}

SheetSection rather_part(const PlainWords& words, const WhyReport& report) {
  const Phrases& say = words.phrases();
  const WhyReport::Rather& rather = *report.rather;
  const std::string name = words.decision_by(rather.atom, true);
  SheetSection section{"rather", sentence(name), {}};
  if (rather.proof.node(rather.proof.root).truth) {
    section.say(say(Phrase::rather_holds, {name}));
  } else if (rather.alternative.exhausted != base::Exhausted::no) {
    section.note(say(Phrase::rather_cut, {name}));
  } else if (!rather.alternative.possible) {
    section.say(say(Phrase::rather_never, {name}));
  } else {
    std::vector<std::string> changes;
    for (const auto& change : rather.alternative.changes) {
      changes.push_back(say(Phrase::rather_part, {words.feature(change.feature),
                                                  words.set(change.feature, change.values),
                                                  words.own_value(change.feature, change.from)}));
    }
    section.say(say(Phrase::rather_takes, {name, say.listed(changes)}));
  }
  return section;
}

// What could make the answer another one, first of all.
void add_notes(const PlainWords& words, const path::Result& result, const Reader& reader,
               SheetSection& section) {
  const Phrases& say = words.phrases();
  if (!result.missing.empty()) {
    std::vector<std::string> names;
    for (const path::FeatureId id : result.missing) names.push_back(words.feature(id));
    section.note(say(Phrase::missing_note, {say.listed(names)}));
  }
  if (reader.audience != Audience::clerk) return;
  constexpr std::size_t few = 4;
  std::size_t said = 0;
  for (const path::Broken& broken : result.start_breaks) {
    if (broken.kind == path::Broken::Kind::denial || said++ == few) continue;
    section.note(
        say(Phrase::exception_note, {words.causal_rule(model::CausalRuleId(broken.rule))}));
  }
}

SheetItem step_item(const PlainWords& words, const path::Transition& transition,
                    const explain::StepReasons* step, const Reader& reader, bool priced) {
  const Phrases& say = words.phrases();
  SheetItem item;
  for (const path::Change& action : transition.actions) {
    std::string text = words.action(action);
    if (priced && action.cost) text += " (" + say(Phrase::price, {words.cost(*action.cost)}) + ")";
    text += ".";
    if (item.text.empty()) {
      item.text = std::move(text);
    } else {
      item.details.push_back(say(Phrase::same_time, {text}));
    }
  }
  for (const path::Effect& effect : transition.effects) {
    std::string text = words.effect(effect) + ".";
    if (reader.audience == Audience::clerk && !effect.rules.empty()) {
      std::vector<std::string> rules;
      for (const model::CausalRuleId rule : effect.rules) rules.push_back(words.causal_rule(rule));
      text += " " + say(Phrase::because, {say.listed(rules)});
    }
    item.doubtful = item.doubtful || !effect.certain;
    item.details.push_back(std::move(text));
  }
  if (!step) return item;
  if (reader.audience == Audience::clerk) {
    for (const explain::Need& need : step->needed) {
      if (need.kind != explain::Need::Kind::decision) continue;
      for (const model::RuleId rule : need.rules) {
        item.details.push_back(say(Phrase::without_step_rules, {words.rule(rule)}));
      }
    }
  }
  if (!step->goal && step->undesired) {
    item.details.push_back(say(Phrase::still, {words.decision(true)}));
  }
  return item;
}

// Ways of the same cost, as "1 and 2".
std::string same_cost_words(const Phrases& say, const std::vector<path::Path>& paths) {
  std::string out;
  for (std::size_t from = 0; from < paths.size();) {
    std::size_t to = from;
    std::vector<std::string> numbers;
    while (to < paths.size() && paths[to].cost == paths[from].cost) {
      numbers.push_back(std::to_string(++to));
    }
    if (numbers.size() > 1) {
      out += (out.empty() ? "" : " ") + say(Phrase::same_cost, {say.listed(numbers)});
    }
    from = to;
  }
  return out;
}

}  // namespace

SheetSection ways_section(const PlainWords& words, const model::Model& model,
                          const path::Options& options, const path::Result& result,
                          const explain::RecourseReasons& reasons, const Reader& reader) {
  const Phrases& say = words.phrases();
  SheetSection section{"ways", say(Phrase::ways_heading), {}};
  const bool clerk = reader.audience == Audience::clerk;
  if (result.status == Status::already) {
    section.say(say(Phrase::nothing_to_change));
    return section;
  }
  if (result.status == Status::none) {
    section.say(say(Phrase::no_way));
    if (result.blockers.empty()) return section;
    if (result.blockers.front().kind == path::BlockerKind::decision) {
      section.say(say(Phrase::no_way_ever));
      return section;
    }
    section.say(say(result.blockers.size() == 1 ? Phrase::one_blocker : Phrase::some_blockers));
    SheetBlock list{SheetBlock::Kind::list, {}, {}};
    for (const path::Blocker& blocker : result.blockers) {
      list.items.push_back({sentence(words.blocker(blocker)) + "."});
    }
    section.blocks.push_back(std::move(list));
    return section;
  }
  if (result.paths.empty()) {
    section.note(say(Phrase::stopped_without));
    return section;
  }
  const bool several = result.paths.size() > 1;
  if (result.status == Status::gave_up) {
    section.note(say(Phrase::stopped_with));
  } else if (!result.paths.front().optimal) {
    section.note(say(Phrase::not_proved));
  }
  if (several) {
    section.say(say(Phrase::several_ways, {std::to_string(result.paths.size())}) + ".");
  }
  const auto goal = options.desired ? options.desired : model.desired;
  for (std::size_t i = 0; i < result.paths.size(); ++i) {
    const path::Path& path = result.paths[i];
    std::string head = several ? say(Phrase::way_heading, {std::to_string(i + 1)}) + ": " : "";
    head += say.counted(Phrase::steps, path.transitions.size());
    if (clerk) {
      head +=
          ", " + say(path.optimal ? Phrase::cost_proved : Phrase::cost, {words.cost(path.cost)});
    }
    section.say(head + ".");
    // As prominent as the steps, and in front of them.
    if (!path.certain) section.note(say(Phrase::not_certain));
    SheetBlock steps{SheetBlock::Kind::steps, {}, {}};
    for (std::size_t k = 0; k < path.transitions.size(); ++k) {
      const explain::StepReasons* step =
          i < reasons.paths.size() && k < reasons.paths[i].size() ? &reasons.paths[i][k] : nullptr;
      const path::Transition& transition = path.transitions[k];
      const bool priced = clerk && std::any_of(transition.actions.begin(), transition.actions.end(),
                                               [&](const path::Change& change) {
                                                 return !model.feature(change.feature).price.flat();
                                               });
      steps.items.push_back(step_item(words, transition, step, reader, priced));
    }
    section.blocks.push_back(std::move(steps));
    const std::string reached = goal ? words.decision_by(*goal, true)
                                : path.transitions.empty()
                                    ? words.decision(false)
                                    : words.decision_of(path.transitions.back().state, false);
    section.say(say(Phrase::after_that, {reached}));
  }
  if (several) {
    const std::string same = same_cost_words(say, result.paths);
    if (!same.empty()) section.say(same);
  }
  if (!clerk) section.say(say(Phrase::no_offer));
  return section;
}

Sheet why_sheet(const WhyReport& report, const Reader& reader) {
  PlainWords words(report.model, reader.language);
  words.about(report.written);
  const bool undesired = report.proof.node(report.proof.root).truth;
  Sheet sheet = begun(words, report.record, undesired);
  sheet.sections.push_back(reasons_part(words, report, reader, undesired));
  if (reader.audience == Audience::clerk) sheet.sections.push_back(rules_part(words, report));
  if (report.rather) sheet.sections.push_back(rather_part(words, report));
  return sheet;
}

Sheet recourse_sheet(const WhyReport& why, const path::Options& options, const path::Result& result,
                     const explain::RecourseReasons& reasons, const Reader& reader) {
  PlainWords words(why.model, reader.language);
  words.about(why.written);
  Sheet sheet = begun(words, why.record, result.undesired);
  SheetSection notes{"notes", "", {}};
  add_notes(words, result, reader, notes);
  if (!notes.blocks.empty()) sheet.sections.push_back(std::move(notes));
  if (result.undesired) {
    sheet.sections.push_back(reasons_part(words, why, reader, true));
    if (reader.audience == Audience::clerk) sheet.sections.push_back(rules_part(words, why));
  }
  sheet.sections.push_back(ways_section(words, why.model, options, result, reasons, reader));
  return sheet;
}

Sheet compare_sheet(const model::Model& model, const explain::Contrast& contrast,
                    const Reader& reader) {
  const PlainWords words(model, reader.language);
  const Phrases& say = words.phrases();
  const auto decided = [&](bool undesired, const std::optional<model::AtomId>& held) {
    return held                     ? words.decision_by(*held, true)
           : contrast.about_classes ? words.decision(false)
                                    : words.decision(undesired);
  };
  Sheet sheet{say.language(),
              say(Phrase::compare_title, {decided(contrast.here, contrast.here_class),
                                          decided(contrast.there, contrast.there_class)}),
              contrast.about_classes || !contrast.here,
              {}};
  SheetSection section{"difference", say(Phrase::difference_heading), {}};
  if (contrast.exhausted != base::Exhausted::no) {
    section.note(say(Phrase::difference_cut));
  } else if (contrast.here == contrast.there) {
    section.say(say(Phrase::same_decision));
  } else {
    SheetBlock list{SheetBlock::Kind::list, {}, {}};
    for (const explain::Difference& difference : contrast.decisive) {
      const std::string name = words.feature(difference.feature);
      const std::string here = words.value(difference.feature, difference.here);
      if (reader.audience == Audience::clerk) {
        const std::string there = words.value(difference.feature, difference.there);
        list.items.push_back({sentence(say(Phrase::difference, {name, here, there})) + "."});
        continue;
      }
      const bool numbers = difference.here && difference.there && difference.here->number &&
                           difference.there->number && model.feature(difference.feature).numeric();
      const bool date = !model.feature(difference.feature).notation.date.empty();
      const Phrase phrase = !numbers ? Phrase::difference_other
                            : *difference.here->number < *difference.there->number
                                ? (date ? Phrase::difference_later : Phrase::difference_higher)
                                : (date ? Phrase::difference_earlier : Phrase::difference_lower);
      list.items.push_back(
          {sentence(words.said_of(difference.feature, phrase, {name, here})) + "."});
    }
    section.blocks.push_back(std::move(list));
    const std::size_t rest = contrast.differences.size() - contrast.decisive.size();
    if (rest > 0) section.say(say.counted(Phrase::difference_rest, rest));
  }
  sheet.sections.push_back(std::move(section));
  return sheet;
}

}  // namespace cogs::present
