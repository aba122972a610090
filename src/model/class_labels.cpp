// SPDX-License-Identifier: Apache-2.0
#include "model/class_labels.h"

#include <algorithm>
#include <optional>

#include "model/read/draft.h"

namespace cogs::model {

namespace {

// The name of the atom's class among those of #classes; nullopt: it is about something else.
std::optional<std::string> class_of(const Model& model, AtomId id) {
  const Atom& atom = model.atoms[id.index()];
  if (!model.classes || model.classes->predicate != atom.predicate) return std::nullopt;
  const Value* found = nullptr;
  for (const auto& argument : atom.arguments) {
    if (!argument) continue;
    if (found) return std::nullopt;
    found = &*argument;
  }
  return found ? found->text : "yes";
}

}  // namespace

std::string class_label(const Model& model, AtomId atom) {
  const std::optional<std::string> name = class_of(model, atom);
  if (!name) return {};
  const auto& values = model.classes->values;
  const auto at = std::find(values.begin(), values.end(), *name);
  return at == values.end() ? "" : model.classes->labels[at - values.begin()];
}

std::string other_class_label(const Model& model, AtomId atom) {
  const std::optional<std::string> name = class_of(model, atom);
  if (!name || model.classes->values.size() != 2) return {};
  const auto& values = model.classes->values;
  if (values[0] == *name) return model.classes->labels[1];
  return values[1] == *name ? model.classes->labels[0] : "";
}

std::string other_class(const Model& model, AtomId id) {
  const std::optional<std::string> name = class_of(model, id);
  const Atom& atom = model.atoms[id.index()];
  const bool valued = std::any_of(atom.arguments.begin(), atom.arguments.end(),
                                  [](const auto& argument) { return argument.has_value(); });
  if (!name || !valued || model.classes->values.size() != 2) return {};
  const auto& values = model.classes->values;
  if (values[0] != *name && values[1] != *name) return {};
  const std::string& other = values[0] == *name ? values[1] : values[0];
  const bool has_rules = std::any_of(model.rules.begin(), model.rules.end(), [&](const Rule& rule) {
    return class_of(model, rule.head) == other;
  });
  return has_rules ? "" : other;
}

std::string decision_label(const Model& model, bool undesired) {
  return undesired ? class_label(model, model.undesired)
                   : other_class_label(model, model.undesired);
}

// Words that could never be shown are a mistake.
void check_classes(Draft& draft) {
  const Model& model = draft.model;
  if (!model.classes) return;
  const Classes& classes = *model.classes;
  const bool words = std::any_of(classes.labels.begin(), classes.labels.end(),
                                 [](const std::string& label) { return !label.empty(); });
  if (!words) return;
  const Atom& undesired = model.atoms[model.undesired.index()];
  if (classes.predicate != undesired.predicate) {
    draft.messages.error(draft.classes_span, "#classes gives words for `" + classes.predicate +
                                                 "`, but the decision is `" + undesired.predicate +
                                                 "`");
    return;
  }
  const std::optional<std::string> name = class_of(model, model.undesired);
  const auto& values = classes.values;
  if (!name || std::find(values.begin(), values.end(), *name) != values.end()) return;
  const bool valued =
      std::any_of(undesired.arguments.begin(), undesired.arguments.end(),
                  [](const std::optional<Value>& argument) { return argument.has_value(); });
  draft.messages.error(draft.classes_span, "#classes does not have the class of " + undesired.text,
                       valued ? "it is " + *name
                              : "write {yes: \"Declined\", no: \"Approved\"}: `" +
                                    undesired.predicate + "` holds, or it does not");
}

}  // namespace cogs::model
