// SPDX-License-Identifier: Apache-2.0
//
// What all pages of the server share: the frame with its navigation, and small pieces of HTML. Text
// gets onto a page by present::html_text or html_words alone.
#pragma once

#include <cogs/decision.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/message.h"
#include "service/core.h"

namespace cogs::service {

struct PageParts {
  std::string title;    // plain text
  std::string place;    // the entry of the navigation: "case", "records", ...
  std::string content;  // HTML
  std::string series;   // of the model that the page is about; "": none
  bool signed_in = true;
};
std::string framed(const PageParts& parts);

std::string error_page(int status, const std::string& title, const std::string& detail,
                       const std::vector<Diagnostic>& diagnostics, const std::string& instance,
                       bool signed_in, const std::string& back = "/");

// ---- Pieces

std::string text(std::string_view plain);  // safe between tags and in attributes
std::string words(std::string_view plain);
std::string section(const std::string& id, const std::string& heading, const std::string& content);
// Cells are HTML.
std::string table(const std::string& label, const std::vector<std::string>& head,
                  const std::vector<std::vector<std::string>>& rows);
std::string link(const std::string& path, const std::string& plain);
std::string hidden(const std::string& name, const std::string& value);
// A field of a form: values, and the HTML that they are shown as.
std::string select_of(const std::string& name, const std::string& label, const std::string& chosen,
                      const std::vector<std::pair<std::string, std::string>>& all);
std::string url_encoded(std::string_view plain);

// A choice of one of the tables; `chosen`: its number, 0 for none.
std::string dataset_select(Core& core, std::uint64_t chosen = 0);

// The series that a page is about: the query's, or the first one. Throws StoreError of kind
// missing.
std::string series_of(Core& core, const std::vector<http::Header>& fields);

// ---- Forms about a person: v.FEATURE, lock.FEATURE, low.FEATURE, high.FEATURE, cost.FEATURE

struct AskedForm {
  std::vector<std::pair<std::string, std::string>> values;  // as typed
  Options options;
  bool given = false;  // some value was
  std::string reference;
};
AskedForm asked_form(const Decision& decision, const std::vector<http::Header>& fields);
Person person_of(const Decision& decision, const AskedForm& form);
// The same form as a query: "v.debt=5000&lock.age=1".
std::string as_query(const std::string& series, const std::vector<http::Header>& fields);

std::string label_of(const Feature& feature);

// The form of what-if with its answer. `path`: where the page is; `fields`: the form, with what
// values were before (was.FEATURE) and the series; `about`: HTML above it.
std::string what_if_content(const Decision& decision, const AskedForm& form,
                            const std::vector<http::Header>& fields, const Recourse& way,
                            const std::string& path, const std::string& fragment,
                            const std::string& about);
// "a way, cost 2"
std::string answer_words(const store::AnswerRow& answer);

}  // namespace cogs::service
