// SPDX-License-Identifier: Apache-2.0
#include "present/json/audit.h"

#include <charconv>

#include "json/value.h"
#include "present/json/recourse.h"
#include "present/words/constraint_columns.h"

namespace cogs::present {

namespace {

using batch::GroupValue;
using batch::Span;
using batch::Statistics;

json::Value decimal_json(double value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 6).ptr;
  std::string digits(text, end);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  return json::Value::number_text(digits == "-0" ? "0" : digits);
}

json::Value count_json(std::uint64_t count) { return json::Value::number(count); }

json::Value span_json(const Span& span) {
  return json::Value::array({decimal_json(span.low), decimal_json(span.high)});
}

json::Value share_json(std::uint64_t count, std::uint64_t of) {
  json::Value object = json::Value::object();
  object.add("count", count_json(count)).add("of", count_json(of));
  object.add("share", of == 0 ? json::Value()
                              : decimal_json(static_cast<double>(count) / static_cast<double>(of)));
  object.add("interval", of == 0 ? json::Value() : span_json(batch::share_interval(count, of)));
  return object;
}

json::Value ratio_json(const std::optional<batch::Ratio>& ratio) {
  if (!ratio) return {};
  json::Value interval;
  if (ratio->interval) {
    const std::optional<double>& high = ratio->interval->high;
    interval = json::Value::array(
        {decimal_json(ratio->interval->low), high ? decimal_json(*high) : json::Value()});
  }
  json::Value object = json::Value::object();
  object.add("to", count_json(ratio->to)).add("ratio", decimal_json(ratio->value));
  object.add("interval", std::move(interval));
  object.add("below_four_fifths", json::Value::boolean(ratio->below_four_fifths));
  return object;
}

json::Value actual_json(const batch::ActualCounts& counts) {
  json::Value object = json::Value::object();
  object.add("undesired", share_json(counts.undesired, counts.rows));
  object.add("decided", share_json(counts.decided, counts.rows));
  object.add("wrongly", share_json(counts.wrongly, counts.rows - counts.undesired));
  object.add("missed", share_json(counts.missed, counts.undesired));
  return object;
}

json::Value lines_json(const std::vector<std::uint32_t>& lines) {
  json::Value list = json::Value::array();
  for (const std::uint32_t line : lines) list.add(count_json(line));
  return list;
}

json::Value texts_json(const std::vector<std::string>& texts) {
  json::Value list = json::Value::array();
  for (const std::string& text : texts) list.add(json::Value::string(text));
  return list;
}

class AuditJson {
 public:
  AuditJson(const AuditQuestion& question, const batch::AuditReport& report)
      : question_(question), model_(question.model), report_(report) {}

  json::Value write(bool timing) const {
    json::Value model = json::Value::object();
    model.add("path", json::Value::string(model_.path));
    model.add("sha256", json::Value::string(model_.sha256));
    json::Value object = json::Value::object();
    object.add("schema", json::Value::string("cogs.audit/1"));
    object.add("model", std::move(model));
    object.add("data", json::Value::string(question_.data));
    path::Options run = question_.options;
    run.top = 1;  // how many ways are looked at is the member `ways`
    object.add("options", options_json(model_, run));
    object.add("columns", constraint_columns_json(question_.columns));
    object.add("ways", count_json(report_.ways));
    object.add("finished", json::Value::boolean(report_.exhausted == base::Exhausted::no));
    object.add("rows", count_json(report_.rows));
    object.add("bad_rows", count_json(report_.bad));
    object.add("not_reached", count_json(report_.not_reached));
    object.add("all", statistics(report_.all));
    if (report_.actual) {
      object.add("actual_column", json::Value::string(report_.actual_column));
      object.add("actual", actual_json(*report_.actual));
    }
    object.add("examples", examples());
    json::Value by = json::Value::array();
    for (const batch::AuditGrouping& grouping : report_.by) by.add(group_list(grouping));
    object.add("by", std::move(by));
    object.add("policy", policy());
    if (timing) {
      json::Value search = json::Value::object();
      search.add("searches", count_json(report_.searches));
      object.add("search", std::move(search));
    }
    return object;
  }

 private:
  json::Value name(std::uint32_t feature) const {
    return json::Value::string(model_.features[feature].name);
  }
  json::Value names(const batch::Features& features) const {
    json::Value list = json::Value::array();
    for (const std::uint32_t feature : features) list.add(name(feature));
    return list;
  }

  json::Value statistics(const Statistics& s) const {
    json::Value object = json::Value::object();
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

  static json::Value costs(const Statistics& s) {
    json::Value list = json::Value::array();
    for (const batch::CostCount& count : s.costs) {
      json::Value one = json::Value::object();
      one.add("cost", json::Value::number(count.cost)).add("people", count_json(count.people));
      list.add(std::move(one));
    }
    return list;
  }

  static json::Value quantiles(const Statistics& s) {
    const auto end = [](const std::optional<base::Number>& number) {
      return number ? json::Value::number(*number) : json::Value();
    };
    json::Value list = json::Value::array();
    for (const batch::CostQuantile& quantile : s.quantiles) {
      json::Value one = json::Value::object();
      one.add("percent", count_json(quantile.percent));
      one.add("cost", json::Value::number(quantile.cost));
      one.add("interval", json::Value::array({end(quantile.low), end(quantile.high)}));
      list.add(std::move(one));
    }
    return list;
  }

  static json::Value changes(const Statistics& s) {
    json::Value list = json::Value::array();
    for (const auto& [count, people] : s.changes) {
      json::Value one = json::Value::object();
      one.add("direct", count_json(count)).add("people", count_json(people));
      list.add(std::move(one));
    }
    return list;
  }

  json::Value features(const Statistics& s) const {
    json::Value list = json::Value::array();
    for (const batch::FeatureUse& use : s.features) {
      json::Value one = json::Value::object();
      one.add("feature", name(use.feature)).add("direct", count_json(use.direct));
      one.add("effect", count_json(use.effect)).add("alone", count_json(use.alone));
      list.add(std::move(one));
    }
    return list;
  }

  json::Value sets(const Statistics& s) const {
    json::Value list = json::Value::array();
    for (const batch::SetUse& use : s.sets) {
      json::Value one = json::Value::object();
      one.add("features", names(use.features)).add("best", count_json(use.best));
      one.add("open", count_json(use.open));
      list.add(std::move(one));
    }
    return list;
  }

  json::Value covers(const Statistics& s) const {
    json::Value list = json::Value::array();
    for (const batch::Cover& cover : s.covers) {
      json::Value one = json::Value::object();
      one.add("percent", count_json(cover.percent)).add("features", names(cover.features));
      one.add("covers", share_json(cover.people, s.found));
      one.add("smallest", json::Value::boolean(cover.smallest));
      list.add(std::move(one));
    }
    return list;
  }

  json::Value blockers(const Statistics& s) const {
    json::Value list = json::Value::array();
    for (const batch::BlockerUse& use : s.blockers) {
      json::Value one = blocker_json(model_, use.blocker);
      one.add("people", count_json(use.people));
      list.add(std::move(one));
    }
    return list;
  }

  json::Value broken_lines(const Statistics& s) const {
    json::Value list = json::Value::array();
    for (const batch::BrokenRule& broken : s.broken_rules) {
      json::Value one = broken_json(model_, broken.what);
      one.add("rows", count_json(broken.rows));
      list.add(std::move(one));
    }
    return list;
  }

  json::Value examples() const {
    json::Value list = json::Value::array();
    for (const batch::BrokenExamples& examples : report_.examples) {
      json::Value rows = json::Value::array();
      for (const std::uint64_t row : examples.rows) rows.add(count_json(row));
      json::Value one = broken_json(model_, examples.what);
      one.add("rows", std::move(rows));
      list.add(std::move(one));
    }
    return list;
  }

  static json::Value group_value(const GroupValue& value) {
    json::Value object = json::Value::object();
    switch (value.kind) {
      case GroupValue::Kind::value: object.add("value", json::Value::string(value.text)); break;
      case GroupValue::Kind::missing: object.add("value", json::Value()); break;
      case GroupValue::Kind::band:
        object.add("from", json::Value::number(value.low))
            .add("to", json::Value::number(value.high));
        break;
      case GroupValue::Kind::others: object.add("others", json::Value::boolean(true)); break;
    }
    return object;
  }

  json::Value group_list(const batch::AuditGrouping& grouping) const {
    json::Value groups = json::Value::array();
    for (const batch::AuditGroup& group : grouping.groups) {
      json::Value values = json::Value::array(), one = json::Value::object();
      for (const GroupValue& value : group.values) values.add(group_value(value));
      one.add("values", std::move(values)).add("small", json::Value::boolean(group.small));
      one.add("rank", group.rank ? count_json(*group.rank) : json::Value());
      json::Value difference;
      if (group.to_the_rest) {
        difference = json::Value::object();
        difference.add("share", decimal_json(group.to_the_rest->value));
        difference.add("interval", span_json(group.to_the_rest->interval));
      }
      one.add("difference", std::move(difference));
      json::Value ratios = json::Value::object();
      ratios.add("decision", ratio_json(group.decision_ratio));
      ratios.add("recourse", ratio_json(group.recourse_ratio));
      one.add("ratios", std::move(ratios));
      if (group.actual) one.add("actual", actual_json(*group.actual));
      one.add("statistics", statistics(group.statistics));
      groups.add(std::move(one));
    }
    json::Value object = json::Value::object();
    object.add("columns", texts_json(grouping.columns));
    object.add("in_bands", texts_json(grouping.in_bands));
    object.add("pooled", count_json(grouping.pooled));
    object.add("groups", std::move(groups));
    return object;
  }

  json::Value policy() const {
    if (!report_.has_policy) return {};
    json::Value list = json::Value::array();
    for (const batch::PolicyFinding& finding : report_.policy) {
      const bool proxy = finding.entry.kind == batch::PolicyKind::proxy;
      json::Value one = json::Value::object();
      one.add("name", json::Value::string(finding.entry.name));
      one.add("kind", json::Value::string(proxy ? "proxy" : "protected"));
      one.add("feature", json::Value::boolean(finding.entry.feature.has_value()));
      one.add("decision_lines", lines_json(finding.decision_lines));
      one.add("causal_lines", lines_json(finding.causal_lines));
      json::Value through = json::Value::array();
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

json::Value audit_json(const AuditQuestion& question, const batch::AuditReport& report,
                       bool timing) {
  return AuditJson(question, report).write(timing);
}

}  // namespace cogs::present
