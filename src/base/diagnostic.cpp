// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostic.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace cogs::base {

namespace {

std::string summary(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics) {
    if (d.severity != Severity::error) continue;
    std::string where = d.file;
    if (d.place.line > 0) {
      where += ":" + std::to_string(d.place.line) + ":" + std::to_string(d.place.column);
    }
    return where.empty() ? d.message : where + ": " + d.message;
  }
  return "bad input";
}

std::string folded(const std::string& word) {
  std::string out;
  for (unsigned char c : word) {
    if (c != '_' && c != '-' && c != ' ') out.push_back(static_cast<char>(std::tolower(c)));
  }
  return out;
}

// Edit distance with swaps of neighbours, the commonest slips of typing.
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        now[j] = std::min(now[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

Diagnostic error_about(std::string file, std::string message, std::string help) {
  return {Severity::error, std::move(file), {}, std::move(message), std::move(help), {}};
}

Diagnostic warning_about(std::string file, std::string message, std::string help) {
  return {Severity::warning, std::move(file), {}, std::move(message), std::move(help), {}};
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(std::move(diagnostics)), what_(summary(diagnostics_)) {}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;  // names beyond this are not typing slips
  if (word.empty() || word.size() > longest) return {};
  const std::string wanted = folded(word);
  std::string best;
  std::size_t best_edits = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest) continue;
    const std::size_t distance = edits(wanted, folded(candidate));
    if (distance < best_edits) {
      best_edits = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace cogs::base
