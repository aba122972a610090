// SPDX-License-Identifier: Apache-2.0
#include "present/json/read_proof.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "json/value.h"
#include "present/words/test_words.h"

namespace cogs::present {

namespace {

using explain::ProofNode;
using explain::ProofNodeId;
using Kind = json::Value::Kind;

class ProofReader {
 public:
  ProofReader(const model::Model& model, ReadProof& out)
      : model_(model), out_(out), rules_of_(model.atoms.size()) {
    for (std::uint32_t i = 0; i < model.atoms.size(); ++i) {
      atoms_.emplace(model.atoms[i].text, model::AtomId(i));
    }
    for (std::uint32_t i = 0; i < model.rules.size(); ++i) {
      rules_of_[model.rules[i].head.index()].push_back(i);
    }
  }

  // The tree, and the parts of it that stand beside it because they would be too deep in it.
  void proof(const json::Value& json, const std::string& where) {
    if (const auto root = atom(json, where)) out_.proof.root = *root;
    const json::Value* more = json.find("more");
    if (!more) return;
    if (!more->is(Kind::array)) {
      fault(where, "'more' must be a list");
      return;
    }
    std::size_t number = 0;
    for (const json::Value& part : more->items()) {
      atom(part, where + "/more/" + std::to_string(number++));
    }
  }

 private:
  std::optional<ProofNodeId> atom(const json::Value& json, const std::string& where) {
    const auto truth = truth_of(json, where);
    if (!truth) return std::nullopt;
    const auto found = atoms_.find(member_text(json, "goal"));
    if (found == atoms_.end()) return fault(where, "the model has no such goal");
    const model::AtomId id = found->second;
    // An atom has one node, however often the tree shows it.
    const auto [known, first] = nodes_.try_emplace(id);
    if (first) {
      ProofNode node;
      node.kind = ProofNode::Kind::atom;
      node.truth = *truth;
      node.atom = id;
      known->second.id = put(node);
    }
    const ProofNodeId here = known->second.id;
    if (out_.proof.node(here).truth != *truth) {
      return fault(where, "this is said to hold and not to hold");
    }
    const json::Value* elsewhere = json.find("elsewhere");
    if (known->second.read || (elsewhere && elsewhere->truth())) return here;
    known->second.read = true;
    std::vector<std::uint32_t> used;
    each_child(json, where, here, [&](const json::Value& child, const std::string& at) {
      return rule(child, at, id, used);
    });
    return here;
  }

  std::nullopt_t fault(const std::string& where, const std::string& sentence) {
    out_.faults.push_back(where + ": " + sentence);
    return std::nullopt;
  }

  static std::string member_text(const json::Value& json, const char* name) {
    const json::Value* found = json.find(name);
    return found && found->is(Kind::string) ? found->text() : "";
  }

  std::optional<bool> truth_of(const json::Value& json, const std::string& where) {
    const std::string truth = member_text(json, "truth");
    if (truth == "true" || truth == "false") return truth == "true";
    return fault(where, "'truth' is \"true\" or \"false\"");
  }

  ProofNodeId put(ProofNode node) {
    out_.proof.nodes.push_back(std::move(node));
    return ProofNodeId(static_cast<std::uint32_t>(out_.proof.nodes.size() - 1));
  }

  template <class Read>
  void each_child(const json::Value& json, const std::string& where, ProofNodeId parent,
                  Read read) {
    const json::Value* children = json.find("children");
    if (!children || !children->is(Kind::array)) {
      fault(where, "'children' must be a list");
      return;
    }
    std::size_t number = 0;
    for (const json::Value& child : children->items()) {
      const std::string at = where + "/children/" + std::to_string(number++);
      if (const std::optional<ProofNodeId> id = read(child, at)) {
        out_.proof.nodes[parent.index()].children.push_back(*id);
      }
    }
  }

  std::optional<ProofNodeId> rule(const json::Value& json, const std::string& where,
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
    each_child(json, where, here, [&](const json::Value& child, const std::string& at) {
      return literal(child, at, *index, next);
    });
    return here;
  }

  // One statement can stand for several rules: then the one with these literals.
  std::optional<std::uint32_t> find_rule(const json::Value& json, model::AtomId head,
                                         const std::vector<std::uint32_t>& used) const {
    const json::Value* line = json.find("rule");
    std::optional<std::uint32_t> first;
    if (!line) return first;
    for (const std::uint32_t i : rules_of_[head.index()]) {
      if (line->text() != std::to_string(model_.rules[i].place.line) ||
          std::find(used.begin(), used.end(), i) != used.end()) {
        continue;
      }
      if (fits(json, i)) return i;
      if (!first) first = i;
    }
    return first;
  }

  bool fits(const json::Value& json, std::uint32_t rule) const {
    const json::Value* children = json.find("children");
    std::size_t next = 0;
    return children && std::all_of(children->items().begin(), children->items().end(),
                                   [&](const json::Value& child) {
                                     const auto found = find_literal(child, rule, next);
                                     next = found ? *found + 1 : next;
                                     return found.has_value();
                                   });
  }

  // The first literal from `next` on that the node speaks of.
  std::optional<std::size_t> find_literal(const json::Value& json, std::uint32_t rule,
                                          std::size_t next) const {
    const json::Value* fact = json.find("fact");
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

  std::optional<ProofNodeId> literal(const json::Value& json, const std::string& where,
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
  std::unordered_map<std::string_view, model::AtomId> atoms_;  // by text
  std::vector<std::vector<std::uint32_t>> rules_of_;           // by atom
  struct Known {
    ProofNodeId id;
    bool read = false;  // what it rests on
  };
  std::map<model::AtomId, Known> nodes_;
};

}  // namespace

ReadProof read_proof_json(const model::Model& model, const json::Value& json,
                          const std::string& where) {
  ReadProof read;
  ProofReader reader(model, read);
  reader.proof(json, where);
  return read;
}

}  // namespace cogs::present
