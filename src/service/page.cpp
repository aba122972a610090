// SPDX-License-Identifier: Apache-2.0
#include "service/page.h"

#include "present/html/page.h"
#include "service/assets.h"

namespace cogs::service {

namespace {

struct Place {
  const char *place, *path, *name;
};
constexpr Place places[] = {
    {"case", "/", "Case"},           {"whatif", "/whatif", "What if"},
    {"cases", "/cases", "Cases"},    {"records", "/records", "Records"},
    {"log", "/log", "Log"},          {"learn", "/learn", "Learn"},
    {"review", "/review", "Review"}, {"versions", "/versions", "Versions"},
    {"audits", "/audits", "Audits"},
};

}  // namespace

std::string text(std::string_view plain) { return present::html_text(plain); }
std::string words(std::string_view plain) { return present::html_words(plain); }

std::string framed(const PageParts& parts) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>" +
      text(parts.title) + " · cogs</title>\n";
  out += "<link rel=\"stylesheet\" href=\"" + asset_link("page.css") + "\">\n";
  out += "<link rel=\"stylesheet\" href=\"" + asset_link("app.css") + "\">\n";
  out += "<script src=\"" + asset_link("boot.js") + "\"></script>\n";
  out += "<script src=\"" + asset_link("page.js") + "\" defer></script>\n";
  out +=
      "<script type=\"module\" src=\"" + asset_link("app.js") + "\"></script>\n</head>\n<body>\n";
  out +=
      "<a class=\"skip\" href=\"#main\">To the content</a>\n<header class=\"top\">\n"
      "<p class=\"brand\"><a href=\"/\">cogs</a></p>\n";
  if (parts.signed_in) {
    out += "<nav aria-label=\"Pages\"><ul>\n";
    const std::string query = parts.series.empty() ? "" : "?series=" + url_encoded(parts.series);
    for (const Place& place : places) {
      out += "<li><a href=\"" + std::string(place.path) + text(query) + "\"" +
             (parts.place == place.place ? " aria-current=\"page\"" : "") + ">" + place.name +
             "</a></li>\n";
    }
    out +=
        "</ul></nav>\n<form method=\"post\" action=\"/sign-out\"><button>Sign "
        "out</button></form>\n";
  }
  return out + "</header>\n<main id=\"main\" tabindex=\"-1\">\n" + parts.content +
         "</main>\n</body>\n</html>\n";
}

std::string error_page(int status, const std::string& title, const std::string& detail,
                       const std::vector<Diagnostic>& diagnostics, const std::string& instance,
                       bool signed_in, const std::string& back) {
  std::string content = "<h1>" + words(title) + "</h1>\n";
  if (diagnostics.empty() && !detail.empty()) content += "<p>" + words(detail) + "</p>\n";
  if (!diagnostics.empty()) {
    content += "<ul class=\"blockers\">\n";
    for (const Diagnostic& d : diagnostics) {
      content += "<li>" + words(d.message);
      if (!d.help.empty()) content += "<br><span class=\"soft\">" + words(d.help) + "</span>";
      content += "</li>\n";
    }
    content += "</ul>\n";
  }
  if (!instance.empty()) {
    content += "<p class=\"soft\">The log has more under " + text(instance) + ".</p>\n";
  }
  content += status == 401 && back == "/"
                 ? "<p>" + link("/sign-in", "Sign in") + "</p>\n"
                 : "<p>" + link(back, back == "/" ? "Back to the case" : "Back") + "</p>\n";
  return framed({title, "", content, "", signed_in});
}

std::string section(const std::string& id, const std::string& heading, const std::string& content) {
  return "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">" + words(heading) +
         "</h2>\n" + content + "</section>\n";
}

std::string table(const std::string& label, const std::vector<std::string>& head,
                  const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                    text(label) + "\">\n<table class=\"list\">\n<thead><tr>";
  for (const std::string& name : head) out += "<th scope=\"col\">" + name + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    out += "<tr>";
    for (const std::string& cell : row) out += "<td dir=\"auto\">" + cell + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n";
}

std::string link(const std::string& path, const std::string& plain) {
  return "<a href=\"" + text(path) + "\">" + words(plain) + "</a>";
}

std::string dataset_select(Core& core, std::uint64_t chosen) {
  std::string out = "<label>Table <select name=\"dataset\">";
  for (const store::Dataset& dataset : core.store->datasets()) {
    out += "<option value=\"" + std::to_string(dataset.id) + "\"" +
           (dataset.id == chosen ? " selected>" : ">") + words(dataset.name) + "</option>";
  }
  return out + "</select></label>";
}

std::string hidden(const std::string& name, const std::string& value) {
  return "<input type=\"hidden\" name=\"" + text(name) + "\" value=\"" + text(value) + "\">";
}

std::string select_of(const std::string& name, const std::string& label, const std::string& chosen,
                      const std::vector<std::pair<std::string, std::string>>& all) {
  std::string out = "<div class=\"field\"><label for=\"" + name + "\">" + label +
                    "</label><select id=\"" + name + "\" name=\"" + name + "\">";
  for (const auto& [value, shown] : all) {
    out += "<option value=\"" + value + "\"" + (value == chosen ? " selected" : "") + ">" + shown +
           "</option>";
  }
  return out + "</select></div>\n";
}

std::string url_encoded(std::string_view plain) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : plain) {
    const auto byte = static_cast<unsigned char>(c);
    const bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_' || c == '.' || c == '~';
    if (safe) {
      out += c;
    } else {
      out += '%';
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  return out;
}

std::string series_of(Core& core, const std::vector<http::Header>& fields) {
  for (const http::Header& field : fields) {
    if (field.first == "series" && !field.second.empty()) return field.second;
  }
  for (const ModelFile& model : core.options.models) return model.series;
  for (const std::string& series : core.models.series()) return series;
  throw store::StoreError(store::StoreError::Kind::missing,
                          "there is no model yet; learn one from a table first");
}

AskedForm asked_form(const Decision& decision, const std::vector<http::Header>& fields) {
  AskedForm out;
  const auto after = [](const std::string& name, std::string_view begin) {
    return name.starts_with(begin) ? name.substr(begin.size()) : std::string();
  };
  const auto range_of = [&](const std::string& feature) -> Options::Range& {
    for (Options::Range& range : out.options.ranges) {
      if (range.feature == feature) return range;
    }
    Options::Range range;
    range.feature = feature;
    return out.options.ranges.emplace_back(std::move(range));
  };
  static_cast<void>(decision);
  for (const auto& [name, value] : fields) {
    if (name == "reference") out.reference = value;
    if (value.empty()) continue;
    if (const auto feature = after(name, "v."); !feature.empty()) {
      out.values.emplace_back(feature, value);
      out.given = true;
    } else if (const auto locked = after(name, "lock."); !locked.empty()) {
      out.options.fix.push_back(locked);
    } else if (const auto low = after(name, "low."); !low.empty()) {
      range_of(low).low = value;
    } else if (const auto high = after(name, "high."); !high.empty()) {
      range_of(high).high = value;
    } else if (const auto cost = after(name, "cost."); !cost.empty()) {
      out.options.costs.push_back({cost, value});
    }
  }
  out.options.top = 3;
  return out;
}

Person person_of(const Decision& decision, const AskedForm& form) {
  std::vector<Field> fields;
  for (const auto& [name, value] : form.values) fields.push_back({name, value});
  return decision.person(fields, form.reference.empty() ? "the form" : form.reference);
}

std::string as_query(const std::string& series, const std::vector<http::Header>& fields) {
  std::string out = "series=" + url_encoded(series);
  for (const auto& [name, value] : fields) {
    if (value.empty() || name == "series" || name == "reference" ||
        name.find('.') == std::string::npos)
      continue;
    out += "&" + url_encoded(name) + "=" + url_encoded(value);
  }
  return out;
}

std::string label_of(const Feature& feature) {
  return feature.label.empty() ? feature.name : feature.label;
}

}  // namespace cogs::service
