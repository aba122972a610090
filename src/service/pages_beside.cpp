// SPDX-License-Identifier: Apache-2.0
//
// Several people beside each other: their values, decisions and ways; of two, what makes the
// difference.
#include <algorithm>

#include "service/actions.h"
#include "service/letters.h"
#include "service/page.h"

namespace cogs::service {

namespace {

constexpr std::size_t most_beside = 6;

std::string value_of(const FiledPerson& one, const std::string& feature) {
  for (const auto& [name, value] : one.values) {
    if (name == feature) return value;
  }
  return {};
}

std::string way_words(const Recourse& way) {
  if (way.status == Status::already) return "nothing needs to change";
  if (way.status == Status::none) return "no way (proved)";
  if (way.paths.empty()) return "the search was stopped";
  std::string out = "<ol>";
  for (const Step& step : way.paths[0].steps) {
    out += "<li>";
    bool first = true;
    for (const Change& change : step.actions) {
      out += (first ? "" : ", ") + words(change.feature + ": " + change.to.text);
      first = false;
    }
    for (const Effect& effect : step.effects) {
      out += "<br><span class=\"soft\">then " + words(effect.feature + ": " + effect.to.text) +
             "</span>";
    }
    out += "</li>";
  }
  return out + "</ol><p class=\"soft\">cost " + words(way.paths[0].cost.text) + "</p>";
}

std::string differences(const Comparison& found, const std::string& here,
                        const std::string& there) {
  if (found.undesired_here == found.undesired_there) {
    return "<p>Both have the same decision.</p>\n";
  }
  std::vector<std::vector<std::string>> rows;
  for (const Difference& one : found.decisive) {
    rows.push_back({words(one.feature), one.here ? words(one.here->text) : "not known",
                    one.there ? words(one.there->text) : "not known"});
  }
  return "<p>A smallest set of values that would turn one decision into the other:</p>\n" +
         table("Values that make the difference", {"feature", words(here), words(there)}, rows);
}

}  // namespace

void page_beside(Core& core, Call& call) {
  std::vector<std::uint64_t> wanted;
  for (const auto& [name, value] : call.query) {
    const auto seq = name == "r" ? store::whole_number(value) : std::nullopt;
    if (seq && std::find(wanted.begin(), wanted.end(), *seq) == wanted.end()) {
      wanted.push_back(*seq);
    }
  }
  if (wanted.size() < 2 || wanted.size() > most_beside) {
    throw Problem(422, "Mark between two and six records");
  }
  std::vector<FiledPerson> people;
  for (const std::uint64_t seq : wanted) people.push_back(filed_person(core, seq));
  const std::string series = people[0].row.answer.series;
  for (const FiledPerson& one : people) {
    if (one.row.answer.series != series) {
      throw Problem(422, "These records are about different models");
    }
  }
  const auto model = core.models.active(series);
  std::vector<std::string> head = {"feature"}, names;
  std::vector<std::string> decisions = {"<strong>decision</strong>"},
                           ways = {"<strong>way</strong>"};
  std::vector<Person> now;
  for (const FiledPerson& one : people) {
    const std::string name = one.row.answer.reference.empty()
                                 ? "#" + std::to_string(one.row.entry.seq)
                                 : one.row.answer.reference;
    names.push_back(name);
    std::string query = "series=" + url_encoded(series);
    std::vector<Field> fields;
    for (const auto& [feature, value] : one.values) {
      query += "&v." + url_encoded(feature) + "=" + url_encoded(value);
      fields.push_back({feature, value});
    }
    head.push_back(link("/whatif?" + query, name));
    now.push_back(model->decision.person(fields, name));
    const Recourse way = model->decision.recourse(now.back(), {}, core.control());
    const std::string label = model->decision.label(way.undesired);
    decisions.push_back(std::string("<span class=\"") + (way.undesired ? "no" : "yes") + "\">" +
                        (!label.empty()  ? words(label)
                         : way.undesired ? "undesired"
                                         : "not undesired") +
                        "</span>");
    ways.push_back(way_words(way));
  }
  std::vector<std::vector<std::string>> rows = {decisions, ways};
  for (const Feature& feature : model->decision.features()) {
    std::vector<std::string> row = {words(label_of(feature))};
    bool differs = false;
    for (const FiledPerson& one : people) {
      const std::string value = value_of(one, feature.name);
      differs = differs || value != value_of(people[0], feature.name);
      row.push_back(value.empty() ? "not known" : words(value));
    }
    if (differs) {
      for (std::string& cell : row) cell = "<strong>" + cell + "</strong>";
    }
    rows.push_back(std::move(row));
  }
  std::string content = "<h1>Beside each other</h1>\n<p class=\"soft\">" + words(series) +
                        ", by version " + std::to_string(model->version) +
                        " · values that differ are bold · a name opens what-if</p>\n" +
                        table("People", head, rows);
  if (people.size() == 2) {
    const Comparison found = model->decision.compare(now[0], now[1], core.control());
    content +=
        section("difference", "What makes the difference", differences(found, names[0], names[1]));
  }
  call.send_page(framed({"Beside each other", "records", content, series}));
}

}  // namespace cogs::service
