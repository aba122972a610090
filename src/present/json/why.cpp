// SPDX-License-Identifier: Apache-2.0
#include "present/json/why.h"

#include "explain/score_report.h"
#include "json/value.h"
#include "model/class_labels.h"
#include "present/json/value.h"
#include "present/words/proof_words.h"
#include "present/words/test_words.h"
#include "present/words/words.h"

namespace cogs::present {

namespace {

using explain::ProofNode;
using explain::ProofNodeId;

// The proof as a tree. An atom that is used again is written again, as long as the whole stays
// small; and what would be nested too deep for readers of JSON is written beside the tree, in
// "more" of the root. A node whose children stand in another place says "elsewhere".
class ProofWriter {
 public:
  ProofWriter(const model::Model& model, const model::Record& record, const explain::Proof& proof)
      : model_(model),
        record_(record),
        proof_(proof),
        words_(model, record),
        open_(proof.nodes.size()),
        begun_(proof.nodes.size()) {}

  json::Value write() {
    json::Value tree = write(proof_.root, 0);
    if (left_out_.empty()) return tree;
    most_repeated_ = 0;  // in "more" each atom stands once
    json::Value more = json::Value::array();
    for (std::size_t next = 0; next < left_out_.size(); ++next) {
      if (!begun_[left_out_[next].index()]) more.add(write(left_out_[next], 0));
    }
    if (!more.items().empty()) tree.add("more", std::move(more));
    return tree;
  }

 private:
  static constexpr std::size_t deepest = 200;  // nodes; each is two levels of JSON

  json::Value write(ProofNodeId id, std::size_t depth) {
    const ProofNode& node = proof_.node(id);
    const std::size_t at = id.index();
    ++written_;
    // Atoms that could only rest on each other: the circle is cut where it closes.
    const bool circle = open_[at];
    const bool atom = node.kind == ProofNode::Kind::atom && !node.children.empty() && !circle;
    const bool too_deep = atom && depth >= deepest;
    const bool elsewhere = too_deep || (atom && begun_[at] && written_ > most_repeated_);
    if (too_deep) left_out_.push_back(id);
    const char* remark = circle      ? ": it would rest on itself"
                         : elsewhere ? " (shown elsewhere)"
                                     : "";
    json::Value object = json::Value::object();
    object.add("goal", json::Value::string(goal_text(model_, record_, node)));
    object.add("truth", json::Value::string(node.truth ? "true" : "false"));
    object.add("rule", node.kind == ProofNode::Kind::rule
                           ? json::Value::number(std::uint64_t{model_.rules[node.rule].place.line})
                           : json::Value());
    object.add("text", json::Value::string(words_(node) + remark));
    if (node.kind == ProofNode::Kind::test) object.add("fact", fact(node));
    json::Value children = json::Value::array();
    if (!circle && !elsewhere) {
      open_[at] = begun_[at] = true;
      for (const ProofNodeId child : node.children) children.add(write(child, depth + 1));
      open_[at] = false;
    }
    object.add("children", std::move(children));
    if (elsewhere) object.add("elsewhere", json::Value::boolean(true));
    return object;
  }

  json::Value fact(const ProofNode& node) const {
    const model::FeatureTest& test = explain::test_of(model_, node);
    const model::Feature& feature = model_.feature(test.feature);
    json::Value object = json::Value::object();
    object.add("feature", json::Value::string(feature.name));
    object.add("value", value_json(feature, record_[test.feature.index()]));
    object.add("compared", json::Value::string(test_text(feature, test)));
    return object;
  }

  const model::Model& model_;
  const model::Record& record_;
  const explain::Proof& proof_;
  ProofWords words_;
  std::vector<bool> open_, begun_;
  std::vector<ProofNodeId> left_out_;  // of the tree, as it would be too deep
  std::size_t written_ = 0;
  std::size_t most_repeated_ = 10000;  // nodes, up to which atoms are written again
};

json::Value reasons_json(const WhyReport& report) {
  json::Value reasons = json::Value::array();
  for (const explain::Reason& reason : report.reasons.reasons) {
    json::Value object = reason_json(report.model, report.record, reason);
    if (report.codes) {
      const explain::ReasonCode* code = explain::code_of(*report.codes, report.record, reason);
      object.add("code", code ? json::Value::string(code->code) : json::Value());
      object.add("code_text", code ? json::Value::string(code->text) : json::Value());
    }
    reasons.add(std::move(object));
  }
  return reasons;
}

json::Value scores_json(const WhyReport& report) {
  const model::Model& model = report.model;
  json::Value scores = json::Value::array();
  for (const explain::ScoreReport& each : report.score_reports()) {
    const model::Score& score = model.score(each.score);
    json::Value object = json::Value::object();
    object.add("score", json::Value::string(score.between ? model.score(score.between->of).name
                                                          : score.name));
    if (score.between) {
      json::Value classes = json::Value::array();
      for (const std::uint32_t which : {score.between->first, score.between->second}) {
        classes.add(json::Value::string(model.score(score.between->of).classes[which]));
      }
      object.add("classes", std::move(classes));
    }
    object.add("test", json::Value::string(model.atoms[each.atom.index()].text));
    object.add("truth", json::Value::boolean(each.passed));
    object.add("points", json::Value::number(each.sum));
    object.add("needed", each.bound ? json::Value::number(*each.bound) : json::Value());
    object.add("missing", each.missing ? json::Value::number(*each.missing) : json::Value());
    if (!score.unit.empty()) object.add("unit", json::Value::string(score.unit));
    json::Value losses = json::Value::array();
    for (const explain::ScoreLoss& loss : each.losses) {
      const model::Feature& feature = model.feature(loss.feature);
      json::Value part = json::Value::object();
      part.add("feature", json::Value::string(feature.name));
      part.add("value", value_json(feature, report.record[loss.feature.index()]));
      part.add("points", json::Value::number(loss.points));
      if (loss.best) part.add("best", value_json(feature, *loss.best));
      losses.add(std::move(part));
    }
    object.add("lost", std::move(losses));
    json::Value parts = json::Value::array();
    for (const explain::ScorePart& part : each.parts) {
      json::Value one = json::Value::object(), features = json::Value::array();
      for (const model::FeatureId id : part.features) {
        features.add(json::Value::string(model.feature(id).name));
      }
      one.add("features", std::move(features));
      one.add("points", json::Value::number(part.points));
      parts.add(std::move(one));
    }
    object.add("base", json::Value::number(each.base));
    object.add("parts", std::move(parts));
    scores.add(std::move(object));
  }
  return scores;
}

void add_score_answers(const model::Model& model, const ScoreAnswers& answers,
                       json::Value& object) {
  using LostAgainst = explain::Against::Kind;
  if (answers.against.kind != LostAgainst::best) {
    object.add("against", json::Value::string(answers.against.kind == LostAgainst::neutral
                                                  ? "neutral"
                                                  : answers.against_words));
  }
  if (answers.sufficient) {
    json::Value one = json::Value::object(), features = json::Value::array();
    for (const model::FeatureId id : answers.sufficient->features) {
      features.add(json::Value::string(model.feature(id).name));
    }
    one.add("features", std::move(features));
    one.add("minimal", json::Value::boolean(answers.sufficient->minimal));
    object.add("sufficient", std::move(one));
  }
  if (answers.shapley.empty()) return;
  json::Value all = json::Value::array();
  for (const explain::Shapley& each : answers.shapley) {
    json::Value one = json::Value::object(), shares = json::Value::array();
    one.add("score", json::Value::string(model.score(each.score).name));
    one.add("points", json::Value::number(each.sum));
    one.add("mean", json::Value::number(each.mean));
    for (const explain::ShapleyShare& share : each.shares) {
      json::Value part = json::Value::object();
      part.add("feature", json::Value::string(model.feature(share.feature).name));
      part.add("points", json::Value::number(share.points));
      shares.add(std::move(part));
    }
    one.add("shares", std::move(shares));
    all.add(std::move(one));
  }
  object.add("shapley", std::move(all));
}

json::Value decision_json(const model::Model& model, model::AtomId atom, bool holds,
                          const explain::Proof& proof) {
  json::Value rules = json::Value::array();
  const ProofNode& root = proof.node(proof.root);
  for (const ProofNodeId child : root.children) {
    if (root.truth) {
      rules.add(json::Value::number(std::uint64_t{model.rules[proof.node(child).rule].place.line}));
    }
  }
  json::Value object = json::Value::object();
  object.add("undesired", json::Value::boolean(atom == model.undesired ? holds : false));
  object.add("atom", json::Value::string(model.atoms[atom.index()].text));
  const std::string label =
      holds ? model::class_label(model, atom) : model::other_class_label(model, atom);
  if (!label.empty()) object.add("label", json::Value::string(label));
  object.add("rules", std::move(rules));
  return object;
}

json::Value about_model(const model::Model& model) {
  json::Value about = json::Value::object();
  about.add("path", json::Value::string(model.path));
  about.add("sha256", json::Value::string(model.sha256));
  return about;
}

}  // namespace

json::Value reason_json(const model::Model& model, const model::Record& record,
                        const explain::Reason& reason) {
  const model::Feature& feature = model.feature(reason.feature);
  json::Value object = json::Value::object();
  object.add("feature", json::Value::string(feature.name));
  object.add("value", value_json(feature, record[reason.feature.index()]));
  object.add("responsibility",
             json::Value::string(
                 reason.contingency == 0 ? "1" : "1/" + std::to_string(reason.contingency + 1)));
  object.add("needed", value_set_json(feature, reason.needed));
  json::Value others = json::Value::object();
  for (const auto& [other, value] : reason.others) {
    others.add(model.feature(other).name, value_json(model.feature(other), value));
  }
  object.add("with", std::move(others));
  return object;
}

json::Value why_json(const WhyReport& report) {
  const model::Model& model = report.model;
  const ProofNode& root = report.proof.node(report.proof.root);
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.why/1"));
  object.add("model", about_model(model));
  object.add("start", record_json(model, report.record));
  object.add("decision", decision_json(model, root.atom, root.truth, report.proof));
  object.add("proof", ProofWriter(model, report.record, report.proof).write());
  object.add("reasons", reasons_json(report));
  if (!model.scores.empty()) object.add("scores", scores_json(report));
  if (report.scores) add_score_answers(model, *report.scores, object);
  if (report.reasons.exhausted != base::Exhausted::no) {
    object.add("reasons_complete", json::Value::boolean(false));
  }
  if (report.rather) {
    const auto& rather = *report.rather;
    json::Value changes = json::Value::array();
    for (const auto& change : rather.alternative.changes) {
      const model::Feature& feature = model.feature(change.feature);
      json::Value part = json::Value::object();
      part.add("feature", json::Value::string(feature.name));
      part.add("from", value_json(feature, change.from));
      part.add("to", value_json(feature, change.example));
      part.add("values", value_set_json(feature, change.values));
      changes.add(std::move(part));
    }
    json::Value other = json::Value::object();
    other.add("atom", json::Value::string(model.atoms[rather.atom.index()].text));
    other.add("holds", json::Value::boolean(rather.proof.node(rather.proof.root).truth));
    other.add("possible", json::Value::boolean(rather.alternative.possible));
    if (rather.alternative.exhausted != base::Exhausted::no) {
      other.add("complete", json::Value::boolean(false));
    }
    other.add("changes", std::move(changes));
    other.add("proof", ProofWriter(model, report.record, rather.proof).write());
    object.add("rather_than", std::move(other));
  }
  return object;
}

json::Value compare_json(const model::Model& model, const model::Record& here,
                         const model::Record& there, const explain::Contrast& contrast) {
  const auto differences = [&](const std::vector<explain::Difference>& list) {
    json::Value array = json::Value::array();
    for (const explain::Difference& difference : list) {
      const model::Feature& feature = model.feature(difference.feature);
      json::Value part = json::Value::object();
      part.add("feature", json::Value::string(feature.name));
      part.add("a", value_json(feature, difference.here));
      part.add("b", value_json(feature, difference.there));
      array.add(std::move(part));
    }
    return array;
  };
  json::Value object = json::Value::object();
  object.add("schema", json::Value::string("cogs.compare/1"));
  object.add("model", about_model(model));
  const bool classes = contrast.about_classes;
  const model::AtomId atom = !classes               ? model.undesired
                             : contrast.there_class ? *contrast.there_class
                                                    : *contrast.here_class;
  object.add("atom", json::Value::string(model.atoms[atom.index()].text));
  object.add("a", record_json(model, here));
  object.add("b", record_json(model, there));
  object.add("undesired", json::Value::array({json::Value::boolean(!classes && contrast.here),
                                              json::Value::boolean(!classes && contrast.there)}));
  const auto label = [&](bool undesired, const std::optional<model::AtomId>& held) {
    return held      ? model::class_label(model, *held)
           : classes ? std::string()
                     : model::decision_label(model, undesired);
  };
  const std::string here_label = label(contrast.here, contrast.here_class);
  const std::string there_label = label(contrast.there, contrast.there_class);
  if (!here_label.empty() && !there_label.empty()) {
    object.add("labels", json::Value::array(
                             {json::Value::string(here_label), json::Value::string(there_label)}));
  }
  object.add("decisive", differences(contrast.decisive));
  object.add("differences", differences(contrast.differences));
  if (contrast.exhausted != base::Exhausted::no) {
    object.add("complete", json::Value::boolean(false));
  }
  return object;
}

}  // namespace cogs::present
