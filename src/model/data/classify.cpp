// SPDX-License-Identifier: Apache-2.0
#include "model/data/classify.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "model/data/rows_where.h"

namespace cogs::model {

namespace {

// The one constant of an atom such as label(X,'good'); null for reject_loan(X).
const Value* value_of(const Atom& atom) {
  const Value* found = nullptr;
  for (const std::optional<Value>& argument : atom.arguments) {
    if (!argument) continue;
    if (found) return nullptr;
    found = &*argument;
  }
  return found;
}

}  // namespace

ClassNames class_names(const Model& model) {
  ClassNames classes;
  const Atom& undesired = model.atoms[model.undesired.index()];
  const Value* value = value_of(undesired);
  const auto add = [&](const std::string& name, std::optional<AtomId> atom) {
    if (std::find(classes.names.begin(), classes.names.end(), name) != classes.names.end()) return;
    classes.names.push_back(name);
    classes.atoms.push_back(atom);
  };
  if (!value) {
    add(undesired.predicate, model.undesired);
    if (model.desired) {
      add(model.atoms[model.desired->index()].predicate, model.desired);
      return classes;
    }
    add("not " + undesired.predicate, std::nullopt);
    classes.otherwise = 1;
    return classes;
  }
  add(value->text, model.undesired);
  const auto concluded = [&](const std::string& name) -> std::optional<AtomId> {
    for (const Rule& rule : model.rules) {
      const Atom& atom = model.atoms[rule.head.index()];
      const Value* constant = value_of(atom);
      if (atom.predicate == undesired.predicate && constant && constant->text == name &&
          atom.arguments.size() == undesired.arguments.size()) {
        return rule.head;
      }
    }
    return std::nullopt;
  };
  const bool named = model.classes && model.classes->predicate == undesired.predicate;
  if (named) {
    for (const std::string& name : model.classes->values) add(name, concluded(name));
  }
  for (const Rule& rule : model.rules) {
    const Atom& atom = model.atoms[rule.head.index()];
    const Value* constant = value_of(atom);
    if (atom.predicate == undesired.predicate && constant) {
      add(constant->text, concluded(constant->text));
    }
  }
  const auto with_rules = static_cast<std::size_t>(
      std::count_if(classes.atoms.begin(), classes.atoms.end(),
                    [](const std::optional<AtomId>& atom) { return atom.has_value(); }));
  if (classes.names.size() == 2 && with_rules == 1) {
    classes.otherwise = classes.atoms[0] ? 1 : 0;
  } else if (with_rules == 1) {
    classes.otherwise = static_cast<std::uint32_t>(classes.names.size());
    add("not " + value->text, std::nullopt);
  }
  return classes;
}

std::vector<std::uint32_t> classify(const Model& model, const BoundTable& table, unsigned threads) {
  const ClassNames classes = class_names(model);
  std::vector<std::vector<Literal>> bodies;
  std::vector<std::uint32_t> class_of_body;
  for (std::size_t i = 0; i < classes.atoms.size(); ++i) {
    if (!classes.atoms[i]) continue;
    bodies.push_back({AtomTest{*classes.atoms[i], false}});
    class_of_body.push_back(static_cast<std::uint32_t>(i));
  }
  const std::vector<RowSet> sets = rows_where(model, table, bodies, threads);
  std::vector<std::uint32_t> of_row(table.rows, classes.otherwise);
  for (std::size_t b = sets.size(); b-- > 0;) {  // the first class has the last word
    for (std::size_t w = 0; w < sets[b].size(); ++w) {
      const std::uint64_t word = sets[b][w];
      std::uint32_t* out = of_row.data() + w * 64;
      if (word == ~std::uint64_t{0}) {
        std::fill_n(out, 64, class_of_body[b]);
        continue;
      }
      for (std::uint64_t rest = word; rest != 0; rest &= rest - 1) {
        out[std::countr_zero(rest)] = class_of_body[b];
      }
    }
  }
  return of_row;
}

}  // namespace cogs::model
