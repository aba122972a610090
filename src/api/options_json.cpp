// SPDX-License-Identifier: Apache-2.0
#include "api/options_json.h"

#include <algorithm>
#include <limits>

#include "base/diagnostic.h"
#include "json/parse.h"

namespace cogs::api {

using Kind = json::Value::Kind;

OptionsJson::OptionsJson(std::string_view text, std::string name)
    : text_(text.empty() ? "{}" : text), name_(std::move(name)), json_(json::parse(text_, name_)) {
  if (!json_.is(Kind::object)) refuse(json_, "the options must be a JSON object");
}

void OptionsJson::refuse(const json::Value& at, const std::string& message) const {
  base::Diagnostic d = base::error_about(name_, message);
  d.place = at.place;
  d.source_line = json::source_line(text_, at.place);
  throw base::InputError(std::move(d));
}

const json::Value* OptionsJson::member(const std::string& name) {
  known_.push_back(name);
  const json::Value* found = json_.find(name);
  return found && !found->is(Kind::null) ? found : nullptr;
}

bool OptionsJson::flag(const std::string& name, bool otherwise) {
  const json::Value* found = member(name);
  if (!found) return otherwise;
  if (!found->is(Kind::boolean)) refuse(*found, "'" + name + "' must be true or false");
  return found->truth();
}

std::string OptionsJson::text_of(const json::Value& value, const std::string& name) const {
  if (value.is(Kind::string) || value.is(Kind::number)) return value.text();
  refuse(value, "'" + name + "' must be a string");
}

std::optional<std::string> OptionsJson::text(const std::string& name) {
  const json::Value* found = member(name);
  if (!found) return std::nullopt;
  return text_of(*found, name);
}

std::optional<base::Number> OptionsJson::number(const std::string& name) {
  const json::Value* found = member(name);
  if (!found) return std::nullopt;
  std::optional<base::Number> read;
  if (found->is(Kind::number) || found->is(Kind::string)) read = base::Number::parse(found->text());
  if (!read) refuse(*found, "'" + name + "' must be a number");
  return read;
}

std::optional<double> OptionsJson::real(const std::string& name) {
  const auto read = number(name);
  if (!read) return std::nullopt;
  return read->approximate();
}

std::optional<std::uint64_t> OptionsJson::count(const std::string& name) {
  const auto read = number(name);
  if (!read) return std::nullopt;
  const auto whole = read->to_int64();
  if (!whole || *whole < 0) {
    refuse(*json_.find(name), "'" + name + "' must be a whole number that is not negative");
  }
  return static_cast<std::uint64_t>(*whole);
}

std::optional<std::vector<std::string>> OptionsJson::list(const std::string& name) {
  const json::Value* found = member(name);
  if (!found) return std::nullopt;
  if (found->is(Kind::string)) return std::vector<std::string>{found->text()};
  if (!found->is(Kind::array)) refuse(*found, "'" + name + "' must be a list of strings");
  std::vector<std::string> out;
  for (const json::Value& item : found->items()) out.push_back(text_of(item, name));
  return out;
}

std::vector<std::pair<std::string, std::string>> OptionsJson::pairs(const std::string& name) {
  std::vector<std::pair<std::string, std::string>> out;
  const json::Value* found = member(name);
  if (!found) return out;
  if (!found->is(Kind::object)) refuse(*found, "'" + name + "' must be an object");
  for (const auto& [key, value] : found->members()) out.emplace_back(key, text_of(value, key));
  return out;
}

std::optional<std::string> OptionsJson::range_end(const json::Value& value) const {
  if (value.is(Kind::null)) return std::nullopt;
  return text_of(value, "range");
}

Options OptionsJson::run() {
  Options out;
  out.fix = list("fix").value_or(std::vector<std::string>());
  out.allow = list("allow").value_or(std::vector<std::string>());
  out.set_missing = flag("set_missing");
  out.only = list("only");
  if (const json::Value* ranges = member("range")) {
    if (!ranges->is(Kind::object)) refuse(*ranges, "'range' must be an object");
    for (const auto& [feature, range] : ranges->members()) {
      if (!range.is(Kind::array) || range.items().size() != 2) {
        refuse(range, "the range of '" + feature + "' must be a list of two numbers, or null");
      }
      out.ranges.push_back({feature, range_end(range.items()[0]), range_end(range.items()[1])});
    }
  }
  for (auto& [feature, price] : pairs("cost")) out.costs.push_back({feature, price});
  out.desired = text("desired").value_or("");
  out.certain = flag("certain");
  const auto whole = [&](const std::string& name) -> std::optional<std::uint32_t> {
    const auto read = count(name);
    if (!read) return std::nullopt;
    if (*read < 1 || *read > std::numeric_limits<std::uint32_t>::max()) {
      refuse(*json_.find(name), "'" + name + "' must be a whole number from 1");
    }
    return static_cast<std::uint32_t>(*read);
  };
  out.top = whole("top").value_or(1);
  out.all = flag("all");
  out.first = flag("first");
  out.max_length = whole("max_length");
  return out;
}

TableOptions OptionsJson::table() {
  TableOptions out;
  if (const auto delimiter = text("delimiter")) {
    if (*delimiter == "tab") {
      out.delimiter = '\t';
    } else if (delimiter->size() == 1) {
      out.delimiter = (*delimiter)[0];
    } else {
      refuse(*json_.find("delimiter"), "'delimiter' must be one character, or tab");
    }
  }
  if (member("header")) out.header = flag("header");
  out.numeric = list("numeric").value_or(std::vector<std::string>());
  out.categorical = list("categorical").value_or(std::vector<std::string>());
  out.ignore = list("ignore").value_or(std::vector<std::string>());
  if (const auto missing = text("missing")) {
    if (*missing != "missing" && *missing != "value") {
      refuse(*json_.find("missing"), "'missing' must be \"missing\" or \"value\"");
    }
    out.missing_is_value = *missing == "value";
  }
  out.skip_bad_rows = flag("skip_bad_rows");
  // "," for all columns, or {"amount": ","} for some.
  const auto of_columns = [&](const std::string& name) {
    TableOptions::OfColumns said;
    const json::Value* given = member(name);
    if (given == nullptr) return said;
    if (given->is(json::Value::Kind::object)) return pairs(name);
    if (given->is(json::Value::Kind::array)) {
      const auto texts = list(name);  // kept while it is gone through
      for (const std::string& each : *texts) said.emplace_back("", each);
    } else if (const auto all = text(name)) {
      said.emplace_back("", *all);
    }
    return said;
  };
  out.missing_values = of_columns("missing_values");
  out.date_formats = of_columns("date_format");
  out.decimals = of_columns("decimal");
  out.encoding = text("encoding").value_or("");
  return out;
}

ConstraintColumns OptionsJson::columns() {
  const auto of = [&](const std::string& name) {
    return list(name).value_or(std::vector<std::string>());
  };
  return {of("fix_column"), of("allow_column"), of("only_column"), of("range_column"),
          of("cost_column")};
}

Control OptionsJson::control(const Control& outer) {
  Control out = outer;
  if (const auto seconds = real("time_limit")) {
    if (*seconds < 0) refuse(*json_.find("time_limit"), "'time_limit' must not be negative");
    out.limits.seconds = out.limits.seconds ? std::min(*out.limits.seconds, *seconds) : *seconds;
  }
  if (const auto bytes = count("memory_limit")) out.limits.memory_bytes = *bytes;
  if (const auto steps = count("effort")) out.limits.effort = *steps;
  if (const auto threads = count("threads")) {
    out.threads = static_cast<unsigned>(std::min<std::uint64_t>(*threads, 1024));
  }
  return out;
}

void OptionsJson::finish() const {
  std::vector<base::Diagnostic> faults;
  for (const auto& [name, value] : json_.members()) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const std::string near = base::nearest_name(name, known_);
    base::Diagnostic d = base::error_about(name_, "there is no option '" + name + "'",
                                           near.empty() ? "" : "did you mean '" + near + "'?");
    d.place = value.name_place;
    d.source_line = json::source_line(text_, d.place);
    faults.push_back(std::move(d));
  }
  if (!faults.empty()) throw base::InputError(std::move(faults));
}

Control OptionsJson::finish(const Control& outer) {
  const Control out = control(outer);
  finish();
  return out;
}

}  // namespace cogs::api
