// SPDX-License-Identifier: Apache-2.0
#include "output/why_json.h"

#include <algorithm>

#include "output/proof_words.h"
#include "output/test_words.h"
#include "output/value_json.h"
#include "output/words.h"

namespace cogs::output {

namespace {

using explain::ProofNode;
using explain::ProofNodeId;

class ProofWriter {
 public:
  ProofWriter(const model::Model& model, const model::Record& record, const explain::Proof& proof)
      : model_(model), record_(record), proof_(proof), words_(model, record) {}

  JsonValue write(ProofNodeId id) {
    const ProofNode& node = proof_.node(id);
    JsonValue object = JsonValue::object();
    object.add("goal", JsonValue::string(goal_text(model_, record_, node)));
    object.add("truth", JsonValue::string(node.truth ? "true" : "false"));
    object.add("rule", node.kind == ProofNode::Kind::rule
                           ? JsonValue::number(std::uint64_t{model_.rules[node.rule].place.line})
                           : JsonValue());
    // Atoms that could only rest on each other: the circle is cut where it closes.
    const bool circle = std::find(open_.begin(), open_.end(), id) != open_.end();
    object.add("text",
               JsonValue::string(words_(node) + (circle ? ": it would rest on itself" : "")));
    if (node.kind == ProofNode::Kind::test) object.add("fact", fact(node));
    JsonValue children = JsonValue::array();
    if (!circle) {
      open_.push_back(id);
      for (const ProofNodeId child : node.children) children.add(write(child));
      open_.pop_back();
    }
    object.add("children", std::move(children));
    return object;
  }

 private:
  JsonValue fact(const ProofNode& node) const {
    const model::FeatureTest& test = explain::test_of(model_, node);
    const model::Feature& feature = model_.feature(test.feature);
    JsonValue object = JsonValue::object();
    object.add("feature", JsonValue::string(feature.name));
    object.add("value", value_json(feature, record_[test.feature.index()]));
    object.add("compared", JsonValue::string(test_text(feature, test)));
    return object;
  }

  const model::Model& model_;
  const model::Record& record_;
  const explain::Proof& proof_;
  ProofWords words_;
  std::vector<ProofNodeId> open_;
};

JsonValue reasons_json(const WhyReport& report) {
  JsonValue reasons = JsonValue::array();
  for (const explain::Reason& reason : report.reasons.reasons) {
    JsonValue object = reason_json(report.model, report.record, reason);
    if (report.codes) {
      const explain::ReasonCode* code = explain::code_of(*report.codes, report.record, reason);
      object.add("code", code ? JsonValue::string(code->code) : JsonValue());
      object.add("code_text", code ? JsonValue::string(code->text) : JsonValue());
    }
    reasons.add(std::move(object));
  }
  return reasons;
}

JsonValue decision_json(const model::Model& model, model::AtomId atom, bool holds,
                        const explain::Proof& proof) {
  JsonValue rules = JsonValue::array();
  const ProofNode& root = proof.node(proof.root);
  for (const ProofNodeId child : root.children) {
    if (root.truth) {
      rules.add(JsonValue::number(std::uint64_t{model.rules[proof.node(child).rule].place.line}));
    }
  }
  JsonValue object = JsonValue::object();
  object.add("undesired", JsonValue::boolean(atom == model.undesired ? holds : false));
  object.add("atom", JsonValue::string(model.atoms[atom.index()].text));
  object.add("rules", std::move(rules));
  return object;
}

JsonValue about_model(const model::Model& model) {
  JsonValue about = JsonValue::object();
  about.add("path", JsonValue::string(model.path));
  about.add("sha256", JsonValue::string(model.sha256));
  return about;
}

}  // namespace

JsonValue reason_json(const model::Model& model, const model::Record& record,
                      const explain::Reason& reason) {
  const model::Feature& feature = model.feature(reason.feature);
  JsonValue object = JsonValue::object();
  object.add("feature", JsonValue::string(feature.name));
  object.add("value", value_json(feature, record[reason.feature.index()]));
  object.add("responsibility",
             JsonValue::string(
                 reason.contingency == 0 ? "1" : "1/" + std::to_string(reason.contingency + 1)));
  object.add("needed", value_set_json(feature, reason.needed));
  JsonValue others = JsonValue::object();
  for (const auto& [other, value] : reason.others) {
    others.add(model.feature(other).name, value_json(model.feature(other), value));
  }
  object.add("with", std::move(others));
  return object;
}

JsonValue why_json(const WhyReport& report) {
  const model::Model& model = report.model;
  const ProofNode& root = report.proof.node(report.proof.root);
  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.why/1"));
  object.add("model", about_model(model));
  object.add("start", record_json(model, report.record));
  object.add("decision", decision_json(model, root.atom, root.truth, report.proof));
  object.add("proof", ProofWriter(model, report.record, report.proof).write(report.proof.root));
  object.add("reasons", reasons_json(report));
  if (report.reasons.exhausted != base::Exhausted::no) {
    object.add("reasons_complete", JsonValue::boolean(false));
  }
  if (report.rather) {
    const auto& rather = *report.rather;
    JsonValue changes = JsonValue::array();
    for (const auto& change : rather.alternative.changes) {
      const model::Feature& feature = model.feature(change.feature);
      JsonValue part = JsonValue::object();
      part.add("feature", JsonValue::string(feature.name));
      part.add("from", value_json(feature, change.from));
      part.add("to", value_json(feature, change.example));
      part.add("values", value_set_json(feature, change.values));
      changes.add(std::move(part));
    }
    JsonValue other = JsonValue::object();
    other.add("atom", JsonValue::string(model.atoms[rather.atom.index()].text));
    other.add("holds", JsonValue::boolean(rather.proof.node(rather.proof.root).truth));
    other.add("possible", JsonValue::boolean(rather.alternative.possible));
    if (rather.alternative.exhausted != base::Exhausted::no) {
      other.add("complete", JsonValue::boolean(false));
    }
    other.add("changes", std::move(changes));
    other.add("proof", ProofWriter(model, report.record, rather.proof).write(rather.proof.root));
    object.add("rather_than", std::move(other));
  }
  return object;
}

JsonValue compare_json(const model::Model& model, const model::Record& here,
                       const model::Record& there, const explain::Contrast& contrast) {
  const auto differences = [&](const std::vector<explain::Difference>& list) {
    JsonValue array = JsonValue::array();
    for (const explain::Difference& difference : list) {
      const model::Feature& feature = model.feature(difference.feature);
      JsonValue part = JsonValue::object();
      part.add("feature", JsonValue::string(feature.name));
      part.add("a", value_json(feature, difference.here));
      part.add("b", value_json(feature, difference.there));
      array.add(std::move(part));
    }
    return array;
  };
  JsonValue object = JsonValue::object();
  object.add("schema", JsonValue::string("cogs.compare/1"));
  object.add("model", about_model(model));
  object.add("atom", JsonValue::string(model.atoms[model.undesired.index()].text));
  object.add("a", record_json(model, here));
  object.add("b", record_json(model, there));
  object.add("undesired", JsonValue::array({JsonValue::boolean(contrast.here),
                                            JsonValue::boolean(contrast.there)}));
  object.add("decisive", differences(contrast.decisive));
  object.add("differences", differences(contrast.differences));
  if (contrast.exhausted != base::Exhausted::no) {
    object.add("complete", JsonValue::boolean(false));
  }
  return object;
}

}  // namespace cogs::output
