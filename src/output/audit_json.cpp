// SPDX-License-Identifier: Apache-2.0
#include "output/audit_json.h"

#include <charconv>

#include "output/constraint_columns.h"
#include "output/recourse_json.h"

namespace cogs::output {

namespace {

using batch::GroupValue;
using batch::Span;
using batch::Statistics;

JsonValue decimal_json(double value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 6).ptr;
  std::string digits(text, end);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  return JsonValue::number_text(digits == "-0" ? "0" : digits);
}

JsonValue count_json(std::uint64_t count) { return JsonValue::number(count); }

JsonValue span_json(const Span& span) {
  return JsonValue::array({decimal_json(span.low), decimal_json(span.high)});
}

JsonValue share_json(std::uint64_t count, std::uint64_t of) {
  JsonValue object = JsonValue::object();
  object.add("count", count_json(count)).add("of", count_json(of));
  object.add("share", of == 0 ? JsonValue()
                              : decimal_json(static_cast<double>(count) / static_cast<double>(of)));
  object.add("interval", of == 0 ? JsonValue() : span_json(batch::share_interval(count, of)));
  return object;
}

JsonValue ratio_json(const std::optional<batch::Ratio>& ratio) {
  if (!ratio) return {};
  JsonValue interval;
  if (ratio->interval) {
    const std::optional<double>& high = ratio->interval->high;
    interval = JsonValue::array(
        {decimal_json(ratio->interval->low), high ? decimal_json(*high) : JsonValue()});
  }
  JsonValue object = JsonValue::object();
  object.add("to", count_json(ratio->to)).add("ratio", decimal_json(ratio->value));
  object.add("interval", std::move(interval));
  object.add("below_four_fifths", JsonValue::boolean(ratio->below_four_fifths));
  return object;
}

JsonValue lines_json(const std::vector<std::uint32_t>& lines) {
  JsonValue list = JsonValue::array();
  for (const std::uint32_t line : lines) list.add(count_json(line));
  return list;
}

JsonValue texts_json(const std::vector<std::string>& texts) {
  JsonValue list = JsonValue::array();
  for (const std::string& text : texts) list.add(JsonValue::string(text));
  return list;
}

class AuditJson {
 public:
  AuditJson(const AuditQuestion& question, const batch::AuditReport& report)
      : question_(question), model_(question.model), report_(report) {}

  JsonValue write(bool timing) const {
    JsonValue model = JsonValue::object();
    model.add("path", JsonValue::string(model_.path));
    model.add("sha256", JsonValue::string(model_.sha256));
    JsonValue object = JsonValue::object();
    object.add("schema", JsonValue::string("cogs.audit/1"));
    object.add("model", std::move(model));
    object.add("data", JsonValue::string(question_.data));
    path::Options run = question_.options;
    run.top = 1;  // how many ways are looked at is the member `ways`
    object.add("options", options_json(model_, run));
    object.add("columns", constraint_columns_json(question_.columns));
    object.add("ways", count_json(report_.ways));
    object.add("finished", JsonValue::boolean(report_.exhausted == base::Exhausted::no));
    object.add("rows", count_json(report_.rows));
    object.add("bad_rows", count_json(report_.bad));
    object.add("not_reached", count_json(report_.not_reached));
    object.add("all", statistics(report_.all));
    object.add("examples", examples());
    JsonValue by = JsonValue::array();
    for (const batch::AuditGrouping& grouping : report_.by) by.add(group_list(grouping));
    object.add("by", std::move(by));
    object.add("policy", policy());
    if (timing) {
      JsonValue search = JsonValue::object();
      search.add("searches", count_json(report_.searches));
      object.add("search", std::move(search));
    }
    return object;
  }

 private:
  JsonValue name(std::uint32_t feature) const {
    return JsonValue::string(model_.features[feature].name);
  }
  JsonValue names(const batch::Features& features) const {
    JsonValue list = JsonValue::array();
    for (const std::uint32_t feature : features) list.add(name(feature));
    return list;
  }

  JsonValue statistics(const Statistics& s) const {
    JsonValue object = JsonValue::object();
    object.add("rows", count_json(s.rows)).add("already", count_json(s.already));
    object.add("concerned", share_json(s.concerned, s.rows));
    object.add("undesired", count_json(s.undesired));
    object.add("found", share_json(s.found, s.concerned));
    object.add("none", count_json(s.none)).add("gave_up", count_json(s.gave_up));
    object.add("certain", share_json(s.certain, s.found));
    object.add("costs", costs(s)).add("quantiles", quantiles(s)).add("changes", changes(s));
    object.add("features", features(s)).add("sets", sets(s)).add("covers", covers(s));
    object.add("more_ways", count_json(s.more_ways));
    object.add("blockers", blockers(s)).add("unexplained", count_json(s.unexplained));
    object.add("broken", share_json(s.broken, s.rows)).add("broken_lines", broken_lines(s));
    return object;
  }

  static JsonValue costs(const Statistics& s) {
    JsonValue list = JsonValue::array();
    for (const batch::CostCount& count : s.costs) {
      JsonValue one = JsonValue::object();
      one.add("cost", JsonValue::number(count.cost)).add("people", count_json(count.people));
      list.add(std::move(one));
    }
    return list;
  }

  static JsonValue quantiles(const Statistics& s) {
    const auto end = [](const std::optional<base::Number>& number) {
      return number ? JsonValue::number(*number) : JsonValue();
    };
    JsonValue list = JsonValue::array();
    for (const batch::CostQuantile& quantile : s.quantiles) {
      JsonValue one = JsonValue::object();
      one.add("percent", count_json(quantile.percent));
      one.add("cost", JsonValue::number(quantile.cost));
      one.add("interval", JsonValue::array({end(quantile.low), end(quantile.high)}));
      list.add(std::move(one));
    }
    return list;
  }

  static JsonValue changes(const Statistics& s) {
    JsonValue list = JsonValue::array();
    for (const auto& [count, people] : s.changes) {
      JsonValue one = JsonValue::object();
      one.add("direct", count_json(count)).add("people", count_json(people));
      list.add(std::move(one));
    }
    return list;
  }

  JsonValue features(const Statistics& s) const {
    JsonValue list = JsonValue::array();
    for (const batch::FeatureUse& use : s.features) {
      JsonValue one = JsonValue::object();
      one.add("feature", name(use.feature)).add("direct", count_json(use.direct));
      one.add("effect", count_json(use.effect)).add("alone", count_json(use.alone));
      list.add(std::move(one));
    }
    return list;
  }

  JsonValue sets(const Statistics& s) const {
    JsonValue list = JsonValue::array();
    for (const batch::SetUse& use : s.sets) {
      JsonValue one = JsonValue::object();
      one.add("features", names(use.features)).add("best", count_json(use.best));
      one.add("open", count_json(use.open));
      list.add(std::move(one));
    }
    return list;
  }

  JsonValue covers(const Statistics& s) const {
    JsonValue list = JsonValue::array();
    for (const batch::Cover& cover : s.covers) {
      JsonValue one = JsonValue::object();
      one.add("percent", count_json(cover.percent)).add("features", names(cover.features));
      one.add("covers", share_json(cover.people, s.found));
      one.add("smallest", JsonValue::boolean(cover.smallest));
      list.add(std::move(one));
    }
    return list;
  }

  JsonValue blockers(const Statistics& s) const {
    JsonValue list = JsonValue::array();
    for (const batch::BlockerUse& use : s.blockers) {
      JsonValue one = blocker_json(model_, use.blocker);
      one.add("people", count_json(use.people));
      list.add(std::move(one));
    }
    return list;
  }

  static JsonValue broken_lines(const Statistics& s) {
    JsonValue list = JsonValue::array();
    for (const batch::BrokenLine& broken : s.broken_lines) {
      JsonValue one = JsonValue::object();
      one.add("line", count_json(broken.line)).add("rows", count_json(broken.rows));
      list.add(std::move(one));
    }
    return list;
  }

  JsonValue examples() const {
    JsonValue list = JsonValue::array();
    for (const batch::BrokenExamples& examples : report_.examples) {
      JsonValue rows = JsonValue::array();
      for (const std::uint64_t row : examples.rows) rows.add(count_json(row));
      JsonValue one = JsonValue::object();
      one.add("line", count_json(examples.line)).add("rows", std::move(rows));
      list.add(std::move(one));
    }
    return list;
  }

  static JsonValue group_value(const GroupValue& value) {
    JsonValue object = JsonValue::object();
    switch (value.kind) {
      case GroupValue::Kind::value: object.add("value", JsonValue::string(value.text)); break;
      case GroupValue::Kind::missing: object.add("value", JsonValue()); break;
      case GroupValue::Kind::band:
        object.add("from", JsonValue::number(value.low)).add("to", JsonValue::number(value.high));
        break;
      case GroupValue::Kind::others: object.add("others", JsonValue::boolean(true)); break;
    }
    return object;
  }

  JsonValue group_list(const batch::AuditGrouping& grouping) const {
    JsonValue groups = JsonValue::array();
    for (const batch::AuditGroup& group : grouping.groups) {
      JsonValue values = JsonValue::array(), one = JsonValue::object();
      for (const GroupValue& value : group.values) values.add(group_value(value));
      one.add("values", std::move(values)).add("small", JsonValue::boolean(group.small));
      one.add("rank", group.rank ? count_json(*group.rank) : JsonValue());
      JsonValue difference;
      if (group.to_the_rest) {
        difference = JsonValue::object();
        difference.add("share", decimal_json(group.to_the_rest->value));
        difference.add("interval", span_json(group.to_the_rest->interval));
      }
      one.add("difference", std::move(difference));
      JsonValue ratios = JsonValue::object();
      ratios.add("decision", ratio_json(group.decision_ratio));
      ratios.add("recourse", ratio_json(group.recourse_ratio));
      one.add("ratios", std::move(ratios));
      one.add("statistics", statistics(group.statistics));
      groups.add(std::move(one));
    }
    JsonValue object = JsonValue::object();
    object.add("columns", texts_json(grouping.columns));
    object.add("in_bands", texts_json(grouping.in_bands));
    object.add("pooled", count_json(grouping.pooled));
    object.add("groups", std::move(groups));
    return object;
  }

  JsonValue policy() const {
    if (!report_.has_policy) return {};
    JsonValue list = JsonValue::array();
    for (const batch::PolicyFinding& finding : report_.policy) {
      const bool proxy = finding.entry.kind == batch::PolicyKind::proxy;
      JsonValue one = JsonValue::object();
      one.add("name", JsonValue::string(finding.entry.name));
      one.add("kind", JsonValue::string(proxy ? "proxy" : "protected"));
      one.add("feature", JsonValue::boolean(finding.entry.feature.has_value()));
      one.add("decision_lines", lines_json(finding.decision_lines));
      one.add("causal_lines", lines_json(finding.causal_lines));
      JsonValue through = JsonValue::array();
      for (const model::FeatureId id : finding.through) through.add(name(id.value));
      one.add("through", std::move(through));
      one.add("direct", count_json(finding.direct)).add("effect", count_json(finding.effect));
      one.add("blocks", count_json(finding.blocks));
      list.add(std::move(one));
    }
    return list;
  }

  const AuditQuestion& question_;
  const model::Model& model_;
  const batch::AuditReport& report_;
};

}  // namespace

JsonValue audit_json(const AuditQuestion& question, const batch::AuditReport& report, bool timing) {
  return AuditJson(question, report).write(timing);
}

}  // namespace cogs::output
