// SPDX-License-Identifier: Apache-2.0
//
// What one reading of a source has to say: errors and warnings in any order in, located
// diagnostics in file order out.
//
// A reader goes on after an error to find the others; take_errors() gives the first twenty of
// the file and says when there are more.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "logic/syntax/source.h"

namespace cogs::logic {

class Messages {
 public:
  static constexpr std::size_t most_shown = 20;

  explicit Messages(const Source& source) : source_(&source) {}

  void error(Span span, std::string message, std::string help = {});
  void error_in_whole(std::string message, std::string help = {});
  void warning(Span span, std::string message, std::string help = {});

  bool has_errors() const { return error_count_ > 0; }
  // So many errors that looking for more is a waste: a reader may stop.
  bool flooded() const { return error_count_ >= flood; }

  // In file order, at most `most_shown`, with a closing note if there were more.
  std::vector<base::Diagnostic> take_warnings();
  // Errors, cut in the same way, followed by the warnings. Call once.
  std::vector<base::Diagnostic> take_errors();

 private:
  static constexpr std::size_t flood = 1000;

  base::Diagnostic make(base::Severity severity, Span span, std::string message,
                        std::string help) const;
  std::vector<base::Diagnostic> cut(std::vector<base::Diagnostic> all, std::size_t count,
                                    const char* what) const;

  const Source* source_;
  std::vector<base::Diagnostic> errors_, warnings_;
  std::size_t error_count_ = 0, warning_count_ = 0;
};

}  // namespace cogs::logic
