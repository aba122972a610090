// SPDX-License-Identifier: Apache-2.0
//
// Models and people: reading them, and what they say. Questions are in files of their own.
#include <cogs/decision.h>

#include <utility>

#include "api/convert.h"
#include "api/shared.h"
#include "base/text_file.h"
#include "engine/read_row.h"
#include "explain/tested_reasons.h"
#include "model/class_labels.h"
#include "model/edit/assume.h"
#include "model/price.h"
#include "model/read/json_fields.h"

namespace cogs {

namespace detail {

const PersonData& Shared::of(const Person& person) {
  if (!person.data_) throw OptionsError("nobody is asked about: the Person is empty");
  return *person.data_;
}

std::shared_ptr<const PersonData> Shared::read(model::Record record, std::string source,
                                               const std::vector<base::Diagnostic>& said,
                                               std::uint64_t row,
                                               std::vector<std::string> written) const {
  auto data = std::make_shared<PersonData>();
  data->sha256 = model().sha256;
  data->values = api::shown(model(), record);
  data->record = std::move(record);
  data->source = std::move(source);
  data->row = row;
  data->warnings = api::shown(said);
  data->written = std::move(written);
  return data;
}

std::shared_ptr<const PersonData> Shared::seen(const Person& person) const {
  const PersonData& data = of(person);
  if (data.sha256 == model().sha256) return person.data_;
  std::vector<model::Field> fields;
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    const NamedValue& value = data.values[i];
    const bool other = i < data.written.size() && !data.written[i].empty();
    if (value.value) fields.push_back({value.feature, other ? data.written[i] : value.value->text});
  }
  std::vector<base::Diagnostic> said;
  model::Record record = model::read_record(model(), fields, data.source, &said);
  return read(std::move(record), data.source, said, data.row,
              model::written_others(model(), fields));
}

}  // namespace detail

std::vector<NamedValue> Person::values() const { return detail::Shared::of(*this).values; }
const std::string& Person::source() const { return detail::Shared::of(*this).source; }
const std::vector<Diagnostic>& Person::warnings() const {
  return detail::Shared::of(*this).warnings;
}

Decision::Decision(std::shared_ptr<const detail::Shared> shared) : shared_(std::move(shared)) {}

Decision Decision::parse(std::string text, const std::string& name) {
  return api::guarded([&] {
    auto shared = std::make_shared<detail::Shared>(std::move(text), name);
    shared->warnings = api::shown(shared->model().warnings);
    return Decision(std::move(shared));
  });
}

Decision Decision::load(const std::string& file) {
  return api::guarded([&] { return parse(base::read_text_file(api::plain_name(file)), file); });
}

const std::string& Decision::text() const { return shared_->prepared.text(); }
const std::string& Decision::name() const { return shared_->model().path; }
const std::string& Decision::sha256() const { return shared_->model().sha256; }
const std::vector<Diagnostic>& Decision::warnings() const { return shared_->warnings; }

std::string Decision::undesired() const {
  const model::Model& model = shared_->model();
  return model.atoms[model.undesired.index()].text;
}

std::string Decision::label(bool undesired) const {
  return model::decision_label(shared_->model(), undesired);
}

std::vector<Decision::LooksProtected> Decision::looks_protected() const {
  const model::Model& model = shared_->model();
  const std::vector<bool> tested = explain::features_below(model, model.undesired);
  std::vector<LooksProtected> out;
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const model::Feature& feature = model.features[i];
    if (model::looks_protected(feature)) out.push_back({feature.name, tested[i], !feature.fixed});
  }
  return out;
}

std::vector<Feature> Decision::features() const {
  std::vector<Feature> out;
  for (const model::Feature& feature : shared_->model().features) {
    Feature next;
    next.name = feature.name;
    next.numeric = feature.numeric();
    next.ordered = feature.ordered();
    if (feature.numeric()) {
      const model::NumericDomain& domain = feature.numbers();
      next.integer = domain.integer;
      if (domain.low) next.low = api::shown(*domain.low);
      if (domain.high) next.high = api::shown(*domain.high);
    } else {
      for (const model::SetValue& value : feature.set().values) {
        next.values.push_back(api::shown(value.value));
      }
    }
    next.fixed = feature.fixed;
    next.caused = feature.caused;
    next.observed = feature.observed;
    next.may_be_set = feature.may_be_set;
    next.direction = feature.direction == model::Direction::up     ? Feature::Direction::up
                     : feature.direction == model::Direction::down ? Feature::Direction::down
                                                                   : Feature::Direction::any;
    next.price = model::price_text(feature.price);
    next.unit = feature.unit;
    next.label = feature.label;
    next.line = feature.place.line;
    out.push_back(std::move(next));
  }
  return out;
}

std::vector<Rule> Decision::rules() const {
  const model::Model& model = shared_->model();
  // The statement that a rule stands in: the last one that begins no later.
  const auto text_at = [&](const base::Place& place) {
    const model::Statement* found = nullptr;
    for (const model::Statement& statement : model.document.statements) {
      const bool later = std::pair(statement.place.line, statement.place.column) >
                         std::pair(place.line, place.column);
      if (!later) found = &statement;
    }
    return found ? found->text : std::string();
  };
  std::vector<Rule> out;
  for (std::uint32_t r = 0; r < model.rules.size(); ++r) {
    out.push_back({api::ref(model, model::RuleId(r)), text_at(model.rules[r].place), ""});
  }
  for (std::uint32_t r = 0; r < model.causal_rules.size(); ++r) {
    const model::CausalRule& rule = model.causal_rules[r];
    out.push_back({api::ref(model, model::CausalRuleId(r)), text_at(rule.place),
                   model.feature(rule.feature).name});
  }
  for (std::uint32_t d = 0; d < model.denials.size(); ++d) {
    out.push_back({api::ref(model, model::DenialId(d)), text_at(model.denials[d].place), ""});
  }
  return out;
}

Person Decision::person(const std::vector<Field>& fields, const std::string& source) const {
  return api::guarded([&] {
    std::vector<model::Field> inside;
    for (const Field& field : fields) inside.push_back({field.name, field.value});
    std::vector<base::Diagnostic> said;
    model::Record record = model::read_record(shared_->model(), inside, source, &said);
    Person person;
    person.data_ = shared_->read(std::move(record), source, said, 0,
                                 model::written_others(shared_->model(), inside));
    return person;
  });
}

Person Decision::person_from_json(std::string_view text, const std::string& source) const {
  return api::guarded([&] {
    std::vector<base::Diagnostic> said;
    std::vector<std::string> written;
    model::Record record = model::read_json_record(shared_->model(), text, source, &said, &written);
    Person person;
    person.data_ = shared_->read(std::move(record), source, said, 0, std::move(written));
    return person;
  });
}

Person Decision::person_from_row(const Table& table, std::uint64_t number) const {
  return api::guarded([&] {
    std::vector<base::Diagnostic> said;
    std::optional<std::string_view> text;
    if (table.arrow()) throw OptionsError("a single row is read from a file or a text");
    if (!table.is_file()) text = table.bytes();
    const TableOptions& how = table.options();
    const auto fields = engine::read_row(shared_->model(), table.name(), number, &said, text,
                                         {how.delimiter, how.header, how.encoding});
    model::Record record = model::read_record(shared_->model(), fields, table.name(), &said);
    Person person;
    person.data_ = shared_->read(std::move(record), table.name(), said, number,
                                 model::written_others(shared_->model(), fields));
    return person;
  });
}

void Decision::prepare(const Options& options) const {
  api::guarded([&] { shared_->prepared.search(api::resolved(shared_->model(), options)); });
}

}  // namespace cogs
