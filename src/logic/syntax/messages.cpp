// SPDX-License-Identifier: Apache-2.0
#include "logic/syntax/messages.h"

#include <cstdint>
#include <map>
#include <utility>

namespace cogs::logic {

namespace {

// A name in a message may be as long as the file.
std::string shortened(std::string text) {
  constexpr std::size_t longest = 600;
  if (text.size() <= longest) return text;
  std::size_t cut = longest;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  text.resize(cut);
  return text + "...";
}

}  // namespace

base::Diagnostic Messages::make(base::Severity severity, Span span, std::string message,
                                std::string help) const {
  return {severity,
          source_->path(),
          source_->place(span),
          shortened(std::move(message)),
          shortened(std::move(help)),
          source_->line_of(span)};
}

void Messages::error(Span span, std::string message, std::string help) {
  if (++error_count_ > flood) return;
  errors_.push_back(make(base::Severity::error, span, std::move(message), std::move(help)));
}

void Messages::error_in_whole(std::string message, std::string help) {
  ++error_count_;
  errors_.push_back(
      {base::Severity::error, source_->path(), {}, std::move(message), std::move(help), {}});
}

void Messages::warning(Span span, std::string message, std::string help) {
  if (++warning_count_ > flood) return;
  warnings_.push_back(make(base::Severity::warning, span, std::move(message), std::move(help)));
}

std::vector<base::Diagnostic> Messages::cut(std::vector<base::Diagnostic> all, std::size_t count,
                                            const char* what) const {
  // What concerns the input as a whole (line 0) comes last: it often follows from the rest.
  // Diagnostics at one place keep their order.
  std::multimap<std::pair<std::uint32_t, std::uint32_t>, base::Diagnostic> sorted;
  for (base::Diagnostic& d : all) {
    sorted.emplace(std::pair(d.place.line - 1, d.place.column), std::move(d));
  }
  all.clear();
  for (auto& [place, d] : sorted) all.push_back(std::move(d));
  if (all.size() <= most_shown) return all;
  all.resize(most_shown);
  const std::string more = count > flood ? "more than " + std::to_string(flood - most_shown)
                                         : std::to_string(count - most_shown);
  all.push_back({base::Severity::warning,
                 source_->path(),
                 {},
                 more + " more " + what + " not shown",
                 {},
                 {}});
  return all;
}

std::vector<base::Diagnostic> Messages::take_warnings() {
  return cut(std::move(warnings_), warning_count_, "warnings");
}

std::vector<base::Diagnostic> Messages::take_errors() {
  std::vector<base::Diagnostic> all = cut(std::move(errors_), error_count_, "errors");
  for (base::Diagnostic& warning : take_warnings()) all.push_back(std::move(warning));
  return all;
}

}  // namespace cogs::logic
