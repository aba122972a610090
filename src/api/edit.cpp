// SPDX-License-Identifier: Apache-2.0
//
// What gives another model: what people say about features, prices from a table, causes and their
// review.
#include <cogs/learn.h>

#include <utility>

#include "api/convert.h"
#include "api/edits.h"
#include "api/shared.h"
#include "api/tables.h"
#include "base/stopwatch.h"
#include "engine/causes.h"
#include "engine/costs.h"
#include "engine/features.h"
#include "engine/review.h"
#include "json/write.h"
#include "model/write/write_model.h"
#include "present/json/causes.h"
#include "present/rows/feature_sheet.h"
#include "present/text/causes.h"
#include "present/text/costs.h"
#include "present/text/review.h"
#include "present/words/rule_words.h"

namespace cogs {

using detail::Answered;
using detail::Shared;
using SharedRef = std::shared_ptr<const Shared>;

namespace api {

std::vector<model::FeatureRow> rows_of(const FeatureEdits& edits,
                                       std::vector<base::Diagnostic>& warnings) {
  std::vector<model::FeatureRow> rows;
  if (edits.sheet) {
    model::FeatureSheet sheet = model::read_feature_sheet(*edits.sheet, edits.sheet_name);
    warnings.insert(warnings.end(), sheet.warnings.begin(), sheet.warnings.end());
    rows = std::move(sheet.rows);
  }
  for (const FeatureSaying& one : edits.said) {
    using What = FeatureSaying::What;
    using engine::Freedom;
    const auto freedom = [&](Freedom what) {
      rows.push_back(engine::say_freedom(one.feature, what, one.origin));
    };
    const auto part = [&](model::PartKind kind, const std::string& text) {
      rows.push_back(engine::say(one.feature, kind, text, one.origin));
    };
    switch (one.what) {
      case What::free: freedom(Freedom::free); break;
      case What::fixed: freedom(Freedom::fixed); break;
      case What::may_increase: freedom(Freedom::increase); break;
      case What::may_decrease: freedom(Freedom::decrease); break;
      case What::caused: freedom(Freedom::caused); break;
      case What::may_be_set: part(model::PartKind::may_be_set, "yes"); break;
      case What::cost: part(model::PartKind::cost, one.text); break;
      case What::domain: part(model::PartKind::domain, one.text); break;
    }
  }
  return rows;
}

Decision reread(std::string text, const std::string& name) {
  auto shared = std::make_shared<Shared>(std::move(text), name);
  shared->warnings = shown(shared->model().warnings);
  return Shared::decision(std::move(shared));
}

}  // namespace api

namespace {

// What names the file that a model was saved to.
struct EditAnswered : Answered {
  std::string written;

  Outcome outcome() const override { return Outcome::yes; }
  virtual std::shared_ptr<const Answered> saved_to(const std::string& file) const = 0;
};

template <class Own>
struct Saved : EditAnswered {
  std::shared_ptr<const Answered> saved_to(const std::string& file) const override {
    auto copy = std::make_shared<Own>(static_cast<const Own&>(*this));
    copy->written = file;
    return copy;
  }
};

struct FeaturesAnswered : Saved<FeaturesAnswered> {
  SharedRef shared;  // as it is now
  std::string sheet;
  std::vector<model::FeatureId> changed;

  std::string json(const JsonOptions&) const override {
    return api::as_page(present::features_json(report()));
  }
  std::string text(const TextOptions& how) const override {
    return present::features_text(report(), api::hidden(how.style));
  }

 private:
  present::FeaturesReport report() const {
    return {.model = shared->model(), .sheet = sheet, .changed = changed, .written = written};
  }
};

struct CostsAnswered : Saved<CostsAnswered> {
  SharedRef shared;  // before
  std::string data;
  model::ScaleBy by = model::ScaleBy::percentile;
  engine::CostsResult result;

  std::string json(const JsonOptions& how) const override {
    return api::as_page(present::costs_json(report(how.timing)));
  }
  std::string text(const TextOptions& how) const override {
    return present::costs_text(report(true), api::hidden(how.style));
  }

 private:
  present::CostsReport report(bool timing) const {
    present::CostsReport out{shared->model(), data,        result.rows, result.features, by,
                             written,         std::nullopt};
    if (timing) out.read_seconds = result.read_seconds;
    return out;
  }
};

struct CausesAnswered : Saved<CausesAnswered> {
  SharedRef shared;  // before
  std::string data;
  bool all = false;
  engine::CausesResult found;

  std::string json(const JsonOptions& options) const override {
    present::CausesJsonOptions how{all, {}, {}};
    if (options.timing) {
      how.read_seconds = found.read_seconds;
      how.search_seconds = found.search_seconds;
    }
    return api::as_page(present::causes_json(shared->model(), data, found.causes, written, how));
  }
  std::string text(const TextOptions& how) const override {
    std::string out =
        present::causes_text(shared->model(), found.causes, {all}, api::hidden(how.style));
    if (!written.empty() && !found.causes.features.empty()) {
      out += "\nThey are in " + present::safe_text(written) + ". Next: cogs review " +
             present::safe_text(written) + "\n";
    }
    return out;
  }
};

struct ReviewAnswered : Answered {
  SharedRef shared;
  std::vector<present::ReviewedRule> rules;
  base::Exhausted exhausted = base::Exhausted::no;

  Outcome outcome() const override { return api::outcome_of(exhausted); }
  std::string json(const JsonOptions&) const override {
    return api::as_page(present::review_json(shared->model(), rules));
  }
  std::string text(const TextOptions& how) const override {
    return present::review_list_text(shared->model(), rules, api::hidden(how.style));
  }
};

}  // namespace

void Edited::saved_to(const std::string& file) {
  const auto* made = dynamic_cast<const EditAnswered*>(made_.get());
  if (!made) throw OptionsError("this answer is empty: no question was asked");
  made_ = made->saved_to(file);
}

std::optional<std::string> ordered_domain(const std::string& order) {
  return engine::ordered_domain(order);
}

std::string feature_sheet(const Decision& decision) {
  return present::feature_sheet(decision.shared()->model());
}

Answer describe_features(const Decision& decision) {
  auto made = std::make_shared<FeaturesAnswered>();
  made->shared = decision.shared();
  return Answer(made);
}

Edited change_features(const Decision& decision, const FeatureEdits& edits) {
  return api::guarded([&] {
    std::vector<base::Diagnostic> said;
    const model::Model& before = decision.shared()->model();
    const auto rows = api::rows_of(edits, said);
    model::ChangedFeatures now = engine::change_features(before, rows);
    Decision after = api::reread(model::write_model(now.model), before.path);
    auto made = std::make_shared<FeaturesAnswered>();
    made->shared = after.shared();
    made->sheet = edits.sheet ? edits.sheet_name : "";
    made->changed = now.changed;
    Edited out(made);
    out.changed = !now.changed.empty();
    out.changed_features = api::names(before, now.changed);
    out.warnings = api::shown(said);
    out.decision = std::move(after);
    return out;
  });
}

Edited scale_costs(const Decision& decision, const Table& table, const CostsOptions& options,
                   const Control& control) {
  return api::guarded([&] {
    const api::Running running(control);
    const model::Model& model = decision.shared()->model();
    engine::CostsOptions inside;
    inside.scale.by =
        options.log_percentile ? model::ScaleBy::log_percentile : model::ScaleBy::percentile;
    inside.scale.points = options.points;
    inside.scale.replace = options.replace;
    if (!options.fixed_part.empty()) {
      inside.scale.fixed_part = model::Number::parse(options.fixed_part);
      if (!inside.scale.fixed_part || inside.scale.fixed_part->sign() < 0) {
        throw OptionsError("the fixed part of a price is a number from 0, not '" +
                           options.fixed_part + "'");
      }
    }
    if (options.only && !options.except.empty()) {
      throw OptionsError("`only` and `except` exclude each other");
    }
    inside.only = options.only;
    inside.except = options.except;
    auto made = std::make_shared<CostsAnswered>();
    made->shared = decision.shared();
    made->data = table.name();
    made->by = inside.scale.by;
    const base::Stopwatch watch;
    const table::Table read = api::loaded(model, table, control, running);
    const double seconds = watch.seconds();
    made->result = engine::scale_costs(model, read, inside);
    made->result.read_seconds = seconds;
    Edited out(made);
    out.changed = made->result.changed;
    out.decision = api::reread(made->result.text, model.path);
    for (const model::ScaledFeature& one : made->result.features) {
      if (one.outcome == model::ScaledFeature::Outcome::scaled) {
        out.changed_features.push_back(model.feature(one.feature).name);
      }
    }
    out.warnings = api::shown(made->result.warnings);
    return out;
  });
}

Proposed propose_causes(const Decision& decision, const Table& table, const CausesOptions& options,
                        const Control& control) {
  return api::guarded([&] {
    const api::Running running(control);
    const model::Model& model = decision.shared()->model();
    for (const double share : {options.precision, options.recall}) {
      if (!(share > 0.5 && share <= 1)) {
        throw OptionsError("precision and recall are shares above 0.5, such as 0.9");
      }
    }
    engine::CausesOptions inside;
    inside.search.search.precision = options.precision;
    inside.search.search.recall = options.recall;
    inside.search.search.longest_body = options.longest_body;
    inside.search.threads = control.threads;
    inside.search.limits = running.limits();
    if (!options.label.empty()) inside.label = options.label;
    inside.effects = options.effects;
    inside.no_effects = options.no_effects;
    inside.most_features = options.most_features;
    auto made = std::make_shared<CausesAnswered>();
    made->shared = decision.shared();
    made->data = table.name();
    made->all = options.all;
    const base::Stopwatch watch;
    const table::Table read = api::loaded(model, table, control, running);
    const double seconds = watch.seconds();
    made->found = engine::propose_causes(model, read, inside);
    made->found.read_seconds = seconds;
    engine::ModelText more = engine::add_proposals(model, made->found);
    Proposed out(made);
    out.changed = more.changed;
    out.decision = api::reread(std::move(more.text), model.path);
    for (const model::SuggestedFeature& feature : made->found.causes.features) {
      for (const model::SuggestedCause& cause : feature.causes) {
        for (const model::SuggestedRule& rule : cause.rules) {
          out.proposals.push_back({rule.id, model.feature(feature.feature).name, rule.text});
        }
      }
    }
    out.warnings = api::shown(made->found.warnings);
    return out;
  });
}

std::vector<ReviewItem> review_items(const Decision& decision) {
  const model::Model& model = decision.shared()->model();
  std::vector<ReviewItem> out;
  for (const model::ReviewItem& item : model::review_items(model)) {
    ReviewItem next;
    next.id = item.id;
    next.status = item.status == model::ReviewStatus::approved   ? ReviewItem::Status::approved
                  : item.status == model::ReviewStatus::rejected ? ReviewItem::Status::rejected
                                                                 : ReviewItem::Status::proposed;
    next.feature = model.feature(item.feature).name;
    next.mode = model::mode_name(item.mode);
    next.rule = item.rule;
    next.evidence = item.evidence;
    next.by = item.by;
    next.on = item.on;
    next.reason = item.reason;
    out.push_back(std::move(next));
  }
  return out;
}

Decision review(const Decision& decision, const std::vector<Verdict>& verdicts) {
  return api::guarded([&] {
    std::vector<model::Verdict> inside;
    for (const Verdict& verdict : verdicts) {
      model::Verdict next{.id = verdict.id};
      if (verdict.approve) {
        next.status =
            *verdict.approve ? model::ReviewStatus::approved : model::ReviewStatus::rejected;
      }
      if (verdict.mode) {
        next.mode = model::mode_named(*verdict.mode);
        if (!next.mode) {
          throw OptionsError("'" + *verdict.mode + "' is not a mode: they are if, only_if and iff");
        }
      }
      next.rule = verdict.rule;
      next.by = verdict.by;
      next.on = verdict.on;
      next.reason = verdict.reason;
      inside.push_back(std::move(next));
    }
    const model::Model& before = decision.shared()->model();
    const model::Model after = model::apply_verdicts(before, inside);
    return api::reread(model::write_model(after), before.path);
  });
}

Answer review_list(const Decision& decision, const std::optional<Table>& table,
                   const Control& control) {
  return api::guarded([&] {
    const api::Running running(control);
    const model::Model& model = decision.shared()->model();
    std::optional<table::Table> read;
    if (table) read = api::loaded(model, *table, control, running);
    auto made = std::make_shared<ReviewAnswered>();
    made->shared = decision.shared();
    base::Budget budget(running.limits());
    const table::Table* shown_table = read ? &*read : nullptr;
    for (const model::ReviewItem& item : model::review_items(model)) {
      // At a limit the rules themselves remain.
      if (shown_table && budget.exhausted_now()) shown_table = nullptr;
      made->rules.push_back(api::look_at(model, item, shown_table, running.limits()));
    }
    made->exhausted = budget.reason();
    Answer out(made);
    if (read) out.warnings = api::shown(read->warnings);
    return out;
  });
}

}  // namespace cogs
