// SPDX-License-Identifier: Apache-2.0
#include "output/read_proof_json.h"

#include <algorithm>
#include <map>
#include <optional>

#include "output/test_words.h"

namespace cogs::output {

namespace {

using explain::ProofNode;
using explain::ProofNodeId;
using Kind = JsonValue::Kind;

class ProofReader {
 public:
  ProofReader(const model::Model& model, ReadProof& out) : model_(model), out_(out) {}

  std::optional<ProofNodeId> atom(const JsonValue& json, const std::string& where) {
    const auto truth = truth_of(json, where);
    const auto found = std::find_if(
        model_.atoms.begin(), model_.atoms.end(),
        [&](const model::Atom& atom) { return atom.text == member_text(json, "goal"); });
    if (!truth) return std::nullopt;
    if (found == model_.atoms.end()) return fault(where, "the model has no such goal");
    const model::AtomId id(static_cast<std::uint32_t>(found - model_.atoms.begin()));
    // An atom has one node, however often the tree shows it.
    if (const auto known = nodes_.find(id); known != nodes_.end()) {
      if (out_.proof.node(known->second).truth != *truth) {
        return fault(where, "this is said to hold and not to hold");
      }
      return known->second;
    }
    ProofNode node;
    node.kind = ProofNode::Kind::atom;
    node.truth = *truth;
    node.atom = id;
    const ProofNodeId here = put(node);
    nodes_.emplace(id, here);
    std::vector<std::uint32_t> used;
    each_child(json, where, here, [&](const JsonValue& child, const std::string& at) {
      return rule(child, at, id, used);
    });
    return here;
  }

 private:
  std::nullopt_t fault(const std::string& where, const std::string& sentence) {
    out_.faults.push_back(where + ": " + sentence);
    return std::nullopt;
  }

  static std::string member_text(const JsonValue& json, const char* name) {
    const JsonValue* found = json.find(name);
    return found && found->is(Kind::string) ? found->text() : "";
  }

  std::optional<bool> truth_of(const JsonValue& json, const std::string& where) {
    const std::string truth = member_text(json, "truth");
    if (truth == "true" || truth == "false") return truth == "true";
    return fault(where, "'truth' is \"true\" or \"false\"");
  }

  ProofNodeId put(ProofNode node) {
    out_.proof.nodes.push_back(std::move(node));
    return ProofNodeId(static_cast<std::uint32_t>(out_.proof.nodes.size() - 1));
  }

  template <class Read>
  void each_child(const JsonValue& json, const std::string& where, ProofNodeId parent, Read read) {
    const JsonValue* children = json.find("children");
    if (!children || !children->is(Kind::array)) {
      fault(where, "'children' must be a list");
      return;
    }
    std::size_t number = 0;
    for (const JsonValue& child : children->items()) {
      const std::string at = where + "/children/" + std::to_string(number++);
      if (const std::optional<ProofNodeId> id = read(child, at)) {
        out_.proof.nodes[parent.index()].children.push_back(*id);
      }
    }
  }

  std::optional<ProofNodeId> rule(const JsonValue& json, const std::string& where,
                                  model::AtomId head, std::vector<std::uint32_t>& used) {
    const auto truth = truth_of(json, where);
    if (!truth) return std::nullopt;
    const std::optional<std::uint32_t> index = find_rule(json, head, used);
    if (!index) {
      return fault(where, "the model has no such rule for " + model_.atoms[head.index()].text);
    }
    if (member_text(json, "goal") != model_.atoms[head.index()].text) {
      return fault(where, "the rule is for " + model_.atoms[head.index()].text);
    }
    used.push_back(*index);
    ProofNode node;
    node.kind = ProofNode::Kind::rule;
    node.truth = *truth;
    node.rule = *index;
    const ProofNodeId here = put(node);
    std::size_t next = 0;
    each_child(json, where, here, [&](const JsonValue& child, const std::string& at) {
      return literal(child, at, *index, next);
    });
    return here;
  }

  // One statement can stand for several rules: then the one with these literals.
  std::optional<std::uint32_t> find_rule(const JsonValue& json, model::AtomId head,
                                         const std::vector<std::uint32_t>& used) const {
    const JsonValue* line = json.find("rule");
    std::optional<std::uint32_t> first;
    for (std::uint32_t i = 0; line && i < model_.rules.size(); ++i) {
      const model::Rule& candidate = model_.rules[i];
      if (candidate.head != head || line->text() != std::to_string(candidate.place.line) ||
          std::find(used.begin(), used.end(), i) != used.end()) {
        continue;
      }
      if (fits(json, i)) return i;
      if (!first) first = i;
    }
    return first;
  }

  bool fits(const JsonValue& json, std::uint32_t rule) const {
    const JsonValue* children = json.find("children");
    std::size_t next = 0;
    return children && std::all_of(children->items().begin(), children->items().end(),
                                   [&](const JsonValue& child) {
                                     const auto found = find_literal(child, rule, next);
                                     next = found ? *found + 1 : next;
                                     return found.has_value();
                                   });
  }

  // The first literal from `next` on that the node speaks of.
  std::optional<std::size_t> find_literal(const JsonValue& json, std::uint32_t rule,
                                          std::size_t next) const {
    const JsonValue* fact = json.find("fact");
    const std::vector<model::Literal>& body = model_.rules[rule].body;
    for (std::size_t i = next; i < body.size(); ++i) {
      if (const auto* test = std::get_if<model::FeatureTest>(&body[i])) {
        const model::Feature& feature = model_.feature(test->feature);
        if (fact && member_text(*fact, "feature") == feature.name &&
            member_text(*fact, "compared") == test_text(feature, *test)) {
          return i;
        }
      } else if (!fact && member_text(json, "goal") ==
                              model_.atoms[std::get<model::AtomTest>(body[i]).atom.index()].text) {
        return i;
      }
    }
    return std::nullopt;
  }

  std::optional<ProofNodeId> literal(const JsonValue& json, const std::string& where,
                                     std::uint32_t rule, std::size_t& next) {
    const std::optional<std::size_t> found = find_literal(json, rule, next);
    if (!found) {
      return fault(where, "the rule in line " + std::to_string(model_.rules[rule].place.line) +
                              " has no such literal here");
    }
    next = *found + 1;
    if (!json.find("fact")) return atom(json, where);
    const auto truth = truth_of(json, where);
    if (!truth) return std::nullopt;
    ProofNode node;
    node.kind = ProofNode::Kind::test;
    node.truth = *truth;
    node.rule = rule;
    node.literal = static_cast<std::uint32_t>(*found);
    return put(node);
  }

  const model::Model& model_;
  ReadProof& out_;
  std::map<model::AtomId, ProofNodeId> nodes_;
};

}  // namespace

ReadProof read_proof_json(const model::Model& model, const JsonValue& json,
                          const std::string& where) {
  ReadProof read;
  ProofReader reader(model, read);
  if (const auto root = reader.atom(json, where)) read.proof.root = *root;
  return read;
}

}  // namespace cogs::output
