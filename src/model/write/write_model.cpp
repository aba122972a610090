// SPDX-License-Identifier: Apache-2.0
#include "model/write/write_model.h"

#include <cassert>

#include "logic/syntax/term.h"

namespace cogs::model {

namespace {

using logic::atom_text;
using logic::quoted_text;

std::string bound_text(const std::optional<Number>& bound, const char* unbounded) {
  return bound ? bound->text() : unbounded;
}

std::string domain_text(const Domain& domain) {
  if (const NumericDomain* numbers = std::get_if<NumericDomain>(&domain)) {
    return (numbers->integer ? "integer " : "real ") + bound_text(numbers->low, "-inf") + ".." +
           bound_text(numbers->high, "inf");
  }
  std::string out = "{";
  for (const SetValue& value : std::get<SetDomain>(domain).values) {
    if (out.size() > 1) out += std::get<SetDomain>(domain).ordered ? " < " : ", ";
    if (std::get<SetDomain>(domain).is_others(value.value)) {
      out += other_values;
      continue;
    }
    // A number must stay one without quotes, and a numeral in quotes must keep them.
    out += value.unquoted_number ? value.value.text
           : value.value.number  ? quoted_text(value.value.text, '\'')
                                 : atom_text(value.value.text);
  }
  return out + "}";
}

const char* symbol(Comparison comparison) {
  switch (comparison) {
    case Comparison::less: return " < ";
    case Comparison::less_equal: return " =< ";
    case Comparison::greater: return " > ";
    case Comparison::greater_equal: return " >= ";
    case Comparison::equal: return " = ";
    case Comparison::not_equal: return " \\= ";
  }
  return "";
}

class BodyWriter {
 public:
  explicit BodyWriter(const Model& model) : model_(model) {}

  std::string atom(AtomId id) const {
    const Atom& atom = model_.atoms[id.index()];
    std::string out = atom_text(atom.predicate);
    for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
      out += i == 0 ? "(" : ",";
      out += atom.arguments[i] ? constant_text(*atom.arguments[i]) : "X";
    }
    return atom.arguments.empty() ? out : out + ")";
  }

  // The feature with its value, or with a variable and the comparisons in `body_`.
  std::string feature(FeatureId id, const std::vector<Condition>& conditions, bool head = false) {
    const std::string name = atom_text(model_.feature(id).name);
    const bool numeric = model_.feature(id).numeric();
    const auto written = [&](const Condition& condition) {
      return numeric ? condition.constant.number->text() : constant_text(condition.constant);
    };
    if (conditions.empty()) return name + (head ? "(X,V)" : "(X,_)");
    const Condition& first = conditions[0];
    if (conditions.size() == 1 && first.comparison == Comparison::equal && !first.negated) {
      return name + "(X," + written(first) + ")";
    }
    const std::string variable = head ? "V" : "N" + std::to_string(++variables_);
    for (const Condition& condition : conditions) {
      const std::string test = variable + symbol(condition.comparison) + written(condition);
      comparisons_.push_back(condition.negated ? "not(" + test + ")" : test);
    }
    return name + "(X," + variable + ")";
  }

  void scored(const ScoreTest& test, bool negated) {
    const std::string variable = "S" + std::to_string(++variables_);
    const std::string name = atom_text(model_.score(test.score).name);
    add(test.probability ? "probability(X," + name + "," + variable + ")"
                         : name + "(X," + variable + ")");
    add(variable + symbol(negated ? opposite(test.comparison) : test.comparison) +
        test.constant.text());
  }

  void take_comparisons() {
    for (std::string& comparison : comparisons_) add(comparison);
    comparisons_.clear();
  }

  void add(const std::string& literal) { body_ += (body_.empty() ? "" : ", ") + literal; }

  std::string body(const std::vector<Literal>& literals) {
    take_comparisons();
    for (const Literal& literal : literals) {
      if (const AtomTest* test = std::get_if<AtomTest>(&literal)) {
        if (const std::optional<ScoreTest>& score = model_.atoms[test->atom.index()].score) {
          scored(*score, test->negated);
        } else {
          add((test->negated ? "not " : "") + atom(test->atom));
        }
        continue;
      }
      const FeatureTest& test = std::get<FeatureTest>(literal);
      const std::string written = feature(test.feature, test.conditions);
      assert(!test.negated || comparisons_.empty());
      add((test.negated ? "not " : "") + written);
      take_comparisons();
    }
    return body_;
  }

 private:
  const Model& model_;
  std::string body_;
  std::vector<std::string> comparisons_;
  int variables_ = 0;
};

std::string clause(const std::string& head, const std::string& body) {
  return body.empty() ? head + "." : head + " :- " + body + ".";
}

}  // namespace

std::string constant_text(const Value& value) {
  const bool decimal = value.number && value.text[0] != '+' &&
                       value.text.find_first_not_of("-0123456789.") == std::string::npos;
  return decimal ? value.text : atom_text(value.text);
}

std::string write_model(const Model& model) {
  std::string out;
  for (const Statement& statement : model.document.statements) {
    out += statement.before;
    out += statement.text;
  }
  return out + model.document.after;
}

std::string format_feature(const Feature& feature) {
  std::string out = "#feature " + atom_text(feature.name) + " : " + domain_text(feature.domain);
  if (feature.fixed) out += ", fixed";
  if (feature.direction == Direction::up) out += ", may increase";
  if (feature.direction == Direction::down) out += ", may decrease";
  if (feature.caused) out += ", caused";
  if (feature.may_be_set) out += ", may be set";
  if (feature.price != Price()) out += ", cost " + price_text(feature.price);
  if (feature.observed) out += ", observed";
  if (!feature.unit.empty()) out += ", unit " + quoted_text(feature.unit, '"');
  if (feature.step) out += ", step " + feature.step->text();
  if (!feature.label.empty()) out += ", label " + quoted_text(feature.label, '"');
  if (!feature.source.empty()) out += ", source " + quoted_text(feature.source, '"');
  const table::Notation& notation = feature.notation;
  if (!notation.missing.empty() || notation.texts_are_missing) {
    std::string marks;
    for (const std::string& mark : notation.missing) {
      marks += (marks.empty() ? "" : ", ") + constant_text(Value::of(mark));
    }
    if (notation.texts_are_missing)
      marks += (marks.empty() ? "" : ", ") + std::string(other_values);
    out += ", missing {" + marks + "}";
  }
  if (notation.decimal_comma) out += ", decimal \",\"";
  if (!notation.date.empty()) out += ", date " + quoted_text(notation.date, '"');
  return out + ".";
}

std::string format_causal_mode(const Feature& feature) {
  const char* mode = feature.mode == CausalMode::iff   ? "iff"
                     : feature.mode == CausalMode::if_ ? "if"
                                                       : "only_if";
  return "#causal " + atom_text(feature.name) + " : " + mode + ".";
}

std::string format_rule(const Model& model, const Rule& rule) {
  BodyWriter writer(model);
  const std::string head = writer.atom(rule.head);
  return clause(head, writer.body(rule.body));
}

std::string format_causal_rule(const Model& model, const CausalRule& rule) {
  BodyWriter writer(model);
  const std::string head = writer.feature(rule.feature, rule.head, true);
  return clause(head, writer.body(rule.body));
}

std::string format_denial(const Model& model, const Denial& denial) {
  const std::string body = BodyWriter(model).body(denial.body);
  return ":- " + (body.empty() ? "true" : body) + ".";
}

std::string format_rule_note(const RuleNote& note) {
  std::string entries;
  bool has_status = false;
  for (const auto& [key, value] : note.entries) {
    has_status |= key == "status";
    const bool status = key == "status" && note.status != ReviewStatus::none;
    const char* names[] = {"", "proposed", "approved", "rejected"};
    const std::string written = status ? names[static_cast<int>(note.status)] : value;
    entries += ", " + key + (written.empty() ? "" : " " + written);
  }
  if (!has_status && note.status != ReviewStatus::none) {
    const char* names[] = {"", "proposed", "approved", "rejected"};
    entries = ", status " + std::string(names[static_cast<int>(note.status)]) + entries;
  }
  return "#rule " + atom_text(note.id) + entries + ".";
}

std::string format_model(const Model& model) {
  std::string out;
  const BodyWriter writer(model);
  for (const Feature& feature : model.features) out += format_feature(feature) + "\n";
  out += "#undesired " + writer.atom(model.undesired) + ".\n";
  if (model.desired) out += "#desired " + writer.atom(*model.desired) + ".\n";
  for (const Feature& feature : model.features) {
    if (feature.mode != CausalMode::iff) out += format_causal_mode(feature) + "\n";
  }
  for (const Rule& rule : model.rules) out += format_rule(model, rule) + "\n";
  for (const CausalRule& rule : model.causal_rules) out += format_causal_rule(model, rule) + "\n";
  for (const Denial& denial : model.denials) out += format_denial(model, denial) + "\n";
  return out;
}

}  // namespace cogs::model
