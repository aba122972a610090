// SPDX-License-Identifier: Apache-2.0
#include <cogs/learn.h>

#include <utility>

#include "api/convert.h"
#include "api/edits.h"
#include "api/shared.h"
#include "api/tables.h"
#include "base/stopwatch.h"
#include "engine/learn.h"
#include "json/write.h"
#include "present/text/learn.h"

namespace cogs {

namespace {

struct LearnedAnswered : detail::Answered {
  std::string data, undesired;
  engine::Learned learned;

  Outcome outcome() const override { return api::outcome_of(learned.rules.stopped); }
  std::string json(const JsonOptions& how) const override {
    return json::to_text(present::learn_json(report(), how.timing)) + "\n";
  }
  std::string text(const TextOptions& how) const override {
    return present::learn_text(report(), api::hidden(how.style));
  }

 private:
  std::vector<present::LearnReport::LeftOut> left_out() const {
    std::vector<present::LearnReport::LeftOut> all;
    for (const engine::LeftOut& one : learned.left_out) {
      all.push_back({one.column, present::sign_words(one.sign, one.values, one.word)});
    }
    return all;
  }
  present::LearnReport report() const {
    return {.data = data,
            .model = learned.model,
            .rules = learned.rules,
            .undesired = undesired,
            .rows = learned.rows,
            .features = learned.features,
            .train = learned.train,
            .test = learned.test,
            .validation = learned.validation,
            .assumed = learned.assumed,
            .left_out = left_out(),
            .tuned = learned.tuned,
            .read_seconds = learned.seconds.read,
            .fit_seconds = learned.seconds.fit,
            .predict_seconds = learned.seconds.predict};
  }
};

void check(const LearnOptions& options) {
  if (options.label.empty()) throw OptionsError("learning needs the column of decisions, `label`");
  if (options.undesired.empty()) throw OptionsError("learning needs the undesired decision");
  if (options.holdout && options.test) throw OptionsError("holdout and test exclude each other");
  if (options.ratio < 0) throw OptionsError("ratio is a number that is not negative");
  if (options.tail < 0 || options.tail >= 1) {
    throw OptionsError("tail is a share of the rows, from 0 to below 1");
  }
  if (options.holdout && (*options.holdout <= 0 || *options.holdout >= 1)) {
    throw OptionsError("holdout is a share of the rows, between 0 and 1");
  }
  if (options.tune_seconds && *options.tune_seconds <= 0) {
    throw OptionsError("tuning takes more than 0 seconds");
  }
  if (options.folds && *options.folds < 2) throw OptionsError("there are 2 folds or more");
}

}  // namespace

Learned learn(const Table& table, const LearnOptions& options, const Control& control) {
  return api::guarded([&] {
    check(options);
    const api::Running running(control);
    std::vector<base::Diagnostic> said;
    engine::LearnOptions inside;
    inside.label = options.label;
    inside.undesired = options.undesired;
    inside.desired = options.desired;
    inside.class_labels = options.class_labels;
    inside.against_rest = options.against_rest;
    inside.read = api::reading(table, control, running);
    inside.rules.ratio = options.ratio;
    inside.rules.tail = options.tail;
    inside.rules.pruning = options.prune ? rules::Pruning::standard : rules::Pruning::none;
    inside.rules.weights = options.weights;
    inside.rules.seed = options.seed;
    inside.rules.threads = control.threads;
    inside.rules.limits = running.limits();
    if (control.progress) {
      inside.rules.progress = [&](double share) {
        Progress progress;
        progress.stage = Progress::Stage::learning;
        progress.share = share;
        control.progress(progress);
      };
    }
    inside.holdout = options.holdout;
    inside.test_file = options.test;
    inside.folds = options.folds;
    inside.said = api::rows_of(options.features, said);
    if (options.earlier) inside.earlier = &options.earlier->shared()->model();
    inside.use = options.use;
    inside.counted = options.counted;
    inside.listed = options.listed == LearnOptions::Listed::all     ? model::Listed::all
                    : options.listed == LearnOptions::Listed::named ? model::Listed::named
                                                                    : model::Listed::shared;
    if (options.tune_seconds) {
      inside.tune.emplace();
      inside.tune->seconds = *options.tune_seconds;
    }

    const base::Stopwatch watch;
    const table::ReadOptions read = engine::reading_for(inside);
    const table::Table rows = api::read(table, read);
    if (rows.exhausted != base::Exhausted::no) throw base::Stopped(rows.exhausted);
    const double seconds = watch.seconds();
    auto made = std::make_shared<LearnedAnswered>();
    made->data = table.name();
    // Classes are found in any capitals, as columns are.
    inside.undesired = engine::class_named(rows, inside.label, inside.undesired);
    if (inside.desired) {
      inside.desired = engine::class_named(rows, inside.label, *inside.desired);
    }
    made->undesired = inside.undesired;
    made->learned = engine::learn(rows, inside);
    made->learned.seconds.read = seconds;
    const engine::Learned& learned = made->learned;
    Learned out(made);
    out.decision = api::reread(learned.model_text, learned.model.path);
    out.rows = learned.rows;
    out.features = learned.features;
    out.rule_count = learned.rules.rules.size();
    out.train_accuracy = learned.train.accuracy;
    if (learned.test) out.test_accuracy = learned.test->accuracy;
    if (learned.validation) out.fold_accuracy = learned.validation->accuracy.mean;
    for (const engine::Learned::FailedCause& cause : learned.failed) {
      out.failed.push_back({cause.id, cause.rule, cause.precision, cause.recall});
    }
    out.stopped = api::shown(learned.rules.stopped);
    out.warnings = api::shown(said);
    for (const base::Diagnostic& d : learned.warnings) out.warnings.push_back(api::shown(d));
    return out;
  });
}

}  // namespace cogs
