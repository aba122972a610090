// SPDX-License-Identifier: Apache-2.0
//
// The case: a form for a person, the answer, what if, and filing it.
#include <algorithm>
#include <cmath>

#include "present/html/page.h"
#include "service/actions.h"
#include "service/cases.h"
#include "service/filing.h"
#include "service/page.h"

namespace cogs::service {

namespace {

std::string value_in(const AskedForm& form, const std::string& feature) {
  for (const auto& [name, value] : form.values) {
    if (name == feature) return value;
  }
  return {};
}

bool is_locked(const AskedForm& form, const std::string& feature) {
  return std::find(form.options.fix.begin(), form.options.fix.end(), feature) !=
         form.options.fix.end();
}

std::string range_end(const AskedForm& form, const std::string& feature, bool low) {
  for (const Options::Range& range : form.options.ranges) {
    if (range.feature == feature) return (low ? range.low : range.high).value_or("");
  }
  return {};
}

std::string cost_in(const AskedForm& form, const std::string& feature) {
  for (const Options::Cost& cost : form.options.costs) {
    if (cost.feature == feature) return cost.price;
  }
  return {};
}

// What may be said about who can change it.
std::string note_on(const Feature& feature) {
  if (feature.fixed) return "nobody can change it";
  if (feature.caused) return "follows from its causes; nobody sets it";
  if (feature.direction == Feature::Direction::up) return "may only rise";
  if (feature.direction == Feature::Direction::down) return "may only fall";
  return {};
}

std::string domain_words(const Feature& feature) {
  if (!feature.numeric) return {};
  std::string out;
  if (feature.low && feature.high) {
    out = feature.low->text + " to " + feature.high->text;
  } else if (feature.low) {
    out = "from " + feature.low->text;
  } else if (feature.high) {
    out = "up to " + feature.high->text;
  }
  return out + (feature.unit.empty() || out.empty() ? "" : " " + feature.unit);
}

std::string input_for(const Feature& feature, const std::string& value, const std::string& id,
                      const std::string& more = {}) {
  const std::string name = "name=\"v." + text(feature.name) + "\" id=\"" + id + "\"" + more;
  if (feature.numeric || feature.values.empty()) {
    return "<input " + name + " inputmode=\"" + (feature.integer ? "numeric" : "decimal") +
           "\" autocomplete=\"off\" value=\"" + text(value) + "\">";
  }
  std::string out = "<select " + name + "><option value=\"\">not known</option>";
  bool known = value.empty();
  for (const cogs::Value& one : feature.values) {
    const bool chosen = one.text == value;
    known = known || chosen;
    out += "<option" + std::string(chosen ? " selected" : "") + " value=\"" + text(one.text) +
           "\">" + words(one.text) + "</option>";
  }
  if (!known) out += "<option selected value=\"" + text(value) + "\">" + words(value) + "</option>";
  return out + "</select>";
}

std::string series_choice(Core& core, const std::string& path, const std::string& series) {
  const auto all = core.models.series();
  if (all.size() < 2) return {};
  std::string out = "<form class=\"choice\" method=\"get\" action=\"" + path +
                    "\"><label for=\"series\">Model</label> <select id=\"series\" name=\"series\">";
  for (const std::string& one : all) {
    out +=
        "<option" + std::string(one == series ? " selected" : "") + ">" + text(one) + "</option>";
  }
  return out + "</select> <button>Choose</button></form>\n";
}

std::string case_form(const Decision& decision, const AskedForm& form, const std::string& series) {
  std::string out = "<form class=\"person\" method=\"get\" action=\"/case\">\n" +
                    hidden("series", series) + "<div class=\"fields\">\n";
  std::size_t number = 0;
  for (const Feature& feature : decision.features()) {
    const std::string id = "f" + std::to_string(++number);
    const std::string domain = domain_words(feature);
    out +=
        "<div class=\"field\"><label for=\"" + id + "\">" + words(label_of(feature)) +
        (feature.unit.empty() ? "" : " <span class=\"soft\">" + words(feature.unit) + "</span>") +
        "</label>" +
        input_for(feature, value_in(form, feature.name), id,
                  domain.empty() ? "" : " aria-describedby=\"" + id + "d\"") +
        (domain.empty() ? ""
                        : "<span class=\"soft\" id=\"" + id + "d\">" + words(domain) + "</span>") +
        "</div>\n";
  }
  return out +
         "</div>\n<p class=\"actions\"><button class=\"main\">Decide</button> "
         "<button formaction=\"/whatif\">What if</button></p>\n</form>\n";
}

// Where a slider begins and ends: domains reach far beyond what people have.
struct Scale {
  double low = 0, high = 100, step = 1;
};
Scale scale_of(const Feature& feature, const std::vector<double>& marks) {
  Scale out;
  double most = 1, least = 0;
  for (const double mark : marks) {
    most = std::max(most, mark);
    least = std::min(least, mark);
  }
  out.low = feature.low ? feature.low->approximate : least * 2;
  out.high = feature.high ? feature.high->approximate : most * 2;
  if (out.low < least * 4 - 10) out.low = least * 2;
  if (out.high > most * 4 + 10) out.high = most * 2;
  const double tenth =
      std::pow(10, std::floor(std::log10(std::max(1e-9, (out.high - out.low) / 100))));
  out.step = feature.integer ? std::max(1.0, tenth) : tenth;
  out.high = out.low + std::ceil((out.high - out.low) / out.step) * out.step;
  if (feature.high) out.high = std::min(out.high, feature.high->approximate);
  return out;
}

std::string plain_number(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.12g", value);
  return buffer;
}

std::string what_if_row(const Feature& feature, const AskedForm& form, const std::string& before,
                        const std::vector<double>& marks, std::size_t number) {
  const std::string id = "w" + std::to_string(number);
  const std::string value = value_in(form, feature.name);
  const std::string note = note_on(feature);
  const std::string name = text(feature.name);
  std::string out =
      "<fieldset class=\"turn\" data-feature=\"" + name + "\">\n<legend>" +
      words(label_of(feature)) +
      (feature.unit.empty() ? "" : " <span class=\"soft\">" + words(feature.unit) + "</span>") +
      "</legend>\n<div class=\"set\">";
  out += input_for(feature, value, id, " aria-label=\"" + text(label_of(feature)) + "\"");
  if (feature.numeric) {
    const Scale scale = scale_of(feature, marks);
    out += "<input type=\"range\" class=\"slide\" aria-label=\"" + text(label_of(feature)) +
           ", slider\" min=\"" + plain_number(scale.low) + "\" max=\"" + plain_number(scale.high) +
           "\" step=\"" + plain_number(scale.step) + "\" value=\"" + text(value) + "\">";
  }
  out += "</div>\n";
  if (!before.empty() && before != value) {
    out += "<p class=\"soft\">was " + words(before) + "</p>\n";
  }
  out += hidden("was." + feature.name, before.empty() ? value : before);
  if (!note.empty()) out += "<p class=\"soft\">" + words(note) + "</p>\n";
  if (!feature.fixed) {
    out +=
        "<details><summary>May it change?</summary>\n<div class=\"limits\">"
        "<label><input type=\"checkbox\" name=\"lock." +
        name + "\" value=\"1\"" + (is_locked(form, feature.name) ? " checked" : "") +
        "> keep as it is</label>";
    if (feature.numeric) {
      out += "<label>at least <input class=\"short\" name=\"low." + name + "\" value=\"" +
             text(range_end(form, feature.name, true)) +
             "\"></label><label>at most <input class=\"short\" name=\"high." + name +
             "\" value=\"" + text(range_end(form, feature.name, false)) + "\"></label>";
    }
    if (!feature.caused) {
      out += "<label>price of a change <input class=\"short\" name=\"cost." + name +
             "\" placeholder=\"" + text(feature.price.empty() ? "1" : feature.price) +
             "\" value=\"" + text(cost_in(form, feature.name)) + "\"></label>";
    }
    out += "</div></details>\n";
  }
  return out + "</fieldset>\n";
}

// "decision(x,reject)" -> "decision reject"
std::string atom_words(const std::string& atom) {
  std::string out = atom.substr(0, atom.find('('));
  const auto comma = atom.find(',');
  if (comma == std::string::npos || !atom.ends_with(')')) return out;
  for (const char c : atom.substr(comma + 1, atom.size() - comma - 2)) {
    if (out.find(' ') == std::string::npos) out += ' ';
    if (c != '\'') out += c;
  }
  return out;
}

std::string verdict_line(const Decision& decision, const Recourse& way) {
  const auto said = [&](bool undesired) {
    const std::string label = decision.label(undesired);
    return !label.empty() ? label : (undesired ? "" : "not ") + atom_words(decision.undesired());
  };
  return std::string(
             "<p class=\"result\" id=\"result\" role=\"status\">Decision: <span data-no=\"") +
         text(said(true)) + "\" data-yes=\"" + text(said(false)) + "\" class=\"verdict " +
         (way.undesired ? "no" : "yes") + "\">" + words(said(way.undesired)) + "</span></p>\n";
}

}  // namespace

void page_sign_in(Core&, Call& call) {
  call.send_page(framed(
      {"Sign in", "",
       "<h1>Sign in</h1>\n<p>The command that started this server printed a link with a code. Open "
       "the link, or type the code here. Each code works once, within ten minutes.</p>\n"
       "<form method=\"post\" action=\"/sign-in\" id=\"sign-in\">\n<p><label "
       "for=\"once\">Code</label> "
       "<input id=\"once\" name=\"once\" required autocomplete=\"one-time-code\" "
       "spellcheck=\"false\"> "
       "<button class=\"main\">Sign in</button></p>\n</form>\n",
       "", false}));
}

void page_home(Core& core, Call& call) {
  std::string series;
  try {
    series = series_of(core, call.query);
  } catch (const store::StoreError&) {
    return call.see_other("/learn");
  }
  const auto model = core.models.active(series);
  std::string content = "<h1>A case</h1>\n<p class=\"soft\">" + words(series) + ", version " +
                        std::to_string(model->version) + " · " +
                        words(model->decision.undesired()) + "</p>\n" +
                        series_choice(core, "/", series);
  content += case_form(model->decision, asked_form(model->decision, call.query), series);
  call.send_page(framed({"A case", "case", content, series}));
}

void page_case(Core& core, Call& call) {
  const std::string series = series_of(core, call.query);
  const auto model = core.models.active(series);
  const AskedForm form = asked_form(model->decision, call.query);
  const Person person = person_of(model->decision, form);
  const Recourse way = model->decision.recourse(person, form.options, core.control());
  const std::string query = as_query(series, call.query);
  std::string content = "<p class=\"soft\">" + words(series) + ", version " +
                        std::to_string(model->version) + " · not filed</p>\n";
  content += "<div class=\"bar-actions\"><a class=\"button\" href=\"/whatif?" + text(query) +
             "\">What if</a> <a class=\"button\" href=\"/?" + text(query) +
             "\">Other values</a> <form method=\"post\" action=\"/case\">" +
             hidden("series", series);
  for (const auto& [name, value] : call.query) {
    if (name.find('.') != std::string::npos && !value.empty()) content += hidden(name, value);
  }
  content +=
      "<label>Reference <input name=\"reference\" maxlength=\"200\" placeholder=\"2026-000417\" "
      "autocomplete=\"off\"></label> <button class=\"main\">File this "
      "answer</button></form></div>\n";
  content += present::page_content(way.html(core.control()));
  call.send_page(framed({"Case", "case", content, series}));
}

void page_file_case(Core& core, Call& call) {
  const auto fields = call.form();
  const std::string series = series_of(core, fields);
  const auto model = core.models.active(series);
  const AskedForm form = asked_form(model->decision, fields);
  const Recourse way =
      model->decision.recourse(person_of(model->decision, form), form.options, core.control());
  const store::Case of = open_case(core, series, form.reference, call.actor);
  ToFile what{*model,
              "recourse",
              form.reference,
              call.actor,
              way.undesired,
              way.stopped == Stop::no,
              status_name(way.status),
              way.paths.empty() ? "" : way.paths[0].cost.text,
              {},
              of.id};
  file_answer(core, way, std::move(what),
              [call, model](const store::Receipt* receipt, const std::exception_ptr& failure) {
                if (!failure) return call.see_other("/records/" + std::to_string(receipt->seq));
                const Answered told = answered(failure);
                call.send_page(error_page(told.status, told.title, told.detail, {}, "", true),
                               told.status);
              });
}

void page_what_if(Core& core, Call& call) {
  const std::string series = series_of(core, call.query);
  const auto model = core.models.active(series);
  const AskedForm form = asked_form(model->decision, call.query);
  const Recourse way =
      model->decision.recourse(person_of(model->decision, form), form.options, core.control());
  const std::string about =
      "<p class=\"soft\">" + words(series) + ", version " + std::to_string(model->version) +
      " · nothing here is filed. Change values: the decision and the cheapest way from there "
      "follow at once.</p>\n";
  std::vector<http::Header> fields = call.query;
  fields.emplace_back("series", series);
  call.send_page(
      framed({"What if", "whatif",
              what_if_content(model->decision, form, fields, way, "/whatif", way.fragment(), about),
              series}));
}

std::string what_if_content(const Decision& decision, const AskedForm& form,
                            const std::vector<http::Header>& fields, const Recourse& way,
                            const std::string& path, const std::string& fragment,
                            const std::string& about) {
  const bool own = path != "/whatif";
  const std::string series = form_value(fields, "series");
  std::string rows;
  std::size_t number = 0;
  for (const Feature& feature : decision.features()) {
    const std::string before = form_value(fields, "was." + feature.name);
    std::vector<double> marks;
    for (const std::string& one : {before, value_in(form, feature.name)}) {
      try {
        if (!one.empty() && feature.numeric) marks.push_back(parse_number(one).approximate);
      } catch (const InputError&) {  // the person was read already: a spelling of missing
      }
    }
    for (const Path& found : way.paths) {
      for (const Step& step : found.steps) {
        for (const Change& change : step.actions) {
          if (change.feature == feature.name && change.to.number) {
            marks.push_back(change.to.number->approximate);
          }
        }
        for (const cogs::Effect& effect : step.effects) {
          if (effect.feature == feature.name && effect.to.number) {
            marks.push_back(effect.to.number->approximate);
          }
        }
      }
    }
    rows += what_if_row(feature, form, before, marks, ++number);
  }
  const std::string ask = own ? path : "/api/v1/models/" + url_encoded(series) + "/whatif";
  return "<h1>What if?</h1>\n" + about +
         "<div class=\"whatif\">\n<form id=\"whatif\" method=\"get\" action=\"" + path +
         "\" data-ask=\"" + text(ask) + "\">\n" + (own ? "" : hidden("series", series)) + rows +
         "<p class=\"actions\"><button class=\"main\" id=\"ask\">Ask</button> "
         "<button type=\"button\" data-do=\"reset\" class=\"scripted\">Reset</button>" +
         (own ? ""
              : " <button type=\"button\" data-do=\"share\" class=\"scripted\">Copy link</button> "
                "<button formaction=\"/case\">See the case</button>") +
         "</p>\n</form>\n<div class=\"answer\" id=\"answer\">\n<div id=\"live\">" +
         verdict_line(decision, way) +
         "<p class=\"soft\" id=\"timing\"></p>\n<div id=\"set\" class=\"scripted\"></div><div "
         "id=\"fragment\">" +
         fragment + "</div></div>\n</div>\n</div>\n";
}

}  // namespace cogs::service
