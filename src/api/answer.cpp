// SPDX-License-Identifier: Apache-2.0
#include <cogs/answer.h>

#include <utility>

#include "api/convert.h"
#include "api/shared.h"
#include "present/text/diagnostic.h"

namespace cogs {

namespace {

const detail::Answered& made_of(const std::shared_ptr<const detail::Answered>& made) {
  if (!made) throw OptionsError("this answer is empty: no question was asked");
  return *made;
}

std::string words_of(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics) {
    if (d.severity != Diagnostic::Severity::error) continue;
    const std::string place = d.line > 0 ? ":" + std::to_string(d.line) : "";
    return (d.file.empty() ? "" : d.file + place + ": ") + d.message;
  }
  return "bad input";
}

const char* words_of(Stop why) {
  switch (why) {
    case Stop::no: break;
    case Stop::time: return "the time limit was reached before there was a result";
    case Stop::memory: return "the memory limit was reached before there was a result";
    case Stop::effort: return "the limit of effort was reached before there was a result";
    case Stop::cancelled: return "cancelled before there was a result";
  }
  return "stopped";
}

}  // namespace

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : Error(words_of(diagnostics)), diagnostics_(std::move(diagnostics)) {}

Stopped::Stopped(Stop why) : Error(words_of(why)), reason_(why) {}

std::string to_text(const std::vector<Diagnostic>& diagnostics, const TextStyle& style) {
  std::vector<base::Diagnostic> inside;
  for (const Diagnostic& d : diagnostics) inside.push_back(api::hidden(d));
  return present::diagnostics_text(inside, api::hidden(style));
}

Number parse_number(const std::string& text) {
  const std::optional<base::Number> number = base::Number::parse(text);
  if (!number) {
    Diagnostic d;
    d.message = "'" + text + "' is no number";
    throw InputError({d});
  }
  return api::shown(*number);
}

Answer::Answer(std::shared_ptr<const detail::Answered> made) : made_(std::move(made)) {}

Outcome Answer::outcome() const { return made_of(made_).outcome(); }

std::string Answer::json(const JsonOptions& options) const { return made_of(made_).json(options); }

std::string Answer::text(const TextOptions& options, const Control& control) const {
  const api::Running running(control);
  return api::guarded([&] { return made_of(made_).text(options, running.limits()); });
}

bool Answer::has_html() const { return made_of(made_).has_html(); }

std::string Answer::fragment() const { return made_of(made_).fragment(); }

std::string Answer::html(const Control& control, const Reader& reader) const {
  const api::Running running(control);
  return api::guarded([&] { return made_of(made_).html(running.limits(), reader); });
}

std::string Answer::record(const Control& control, const Filed& filed) const {
  const api::Running running(control);
  return api::guarded([&] { return made_of(made_).record(running.limits(), filed); });
}

namespace detail {

std::string Answered::html(const base::Limits&, const Reader&) const {
  throw OptionsError("there is no page for this answer");
}

std::string Answered::fragment() const {
  throw OptionsError("there is no part of a page for this answer");
}

std::string Answered::record(const base::Limits&, const Filed&) const {
  throw OptionsError("there is no explanation record of this answer");
}

}  // namespace detail

}  // namespace cogs
