// SPDX-License-Identifier: Apache-2.0
//
// What all answers have in common beside their typed members: they can be written out just as the
// command line does it. An answer owns all that it needs for that: the Decision that gave it may be
// gone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <cogs/error.h>
#include <cogs/limits.h>
#include <cogs/text.h>

namespace cogs {

namespace detail {
struct Answered;
}

// What the exit code of the command line says.
enum class Outcome {
  yes,        // answered; of a question with yes and no: yes
  no,         // there is no path or region (proved), two people differ in nothing that counts, an
              // answer that was checked is wrong
  stopped,    // a limit came first; what was known by then is there
  cancelled,  // the same by a cancellation
};

// How a text is laid out; `form` is about explanations alone.
struct TextOptions {
  enum class Form { prose, tree, brief };
  TextStyle style = {};
  Form form = Form::prose;  // for analysts
  Reader reader = {};
};

struct JsonOptions {
  bool timing = true;  // false: without what differs between equal runs, such as seconds
};

// What a record is filed under: an id and a time, as texts. The row of a table that the person came
// from is in the record by itself.
struct Filed {
  std::string id = {}, at = {};
  bool canonical = false;  // as checksums are taken of: one line, members sorted, no newline
};

class Answer {
 public:
  Answer() = default;
  explicit Answer(std::shared_ptr<const detail::Answered> made);

  Outcome outcome() const;
  // The object of docs/contract.md, byte for byte what the command line prints; ends with a
  // newline, as do the two others.
  std::string json(const JsonOptions& options = {}) const;
  // For people, as the command line prints it. A recourse for clerks or applicants also says why;
  // `control` is for that.
  std::string text(const TextOptions& options = {}, const Control& control = {}) const;
  // One page for a browser, without anything from the network. Throws OptionsError where there is
  // no such page. The page of a recourse also says why the decision was made; `control` is for
  // that.
  std::string html(const Control& control = {}, const Reader& reader = {}) const;
  bool has_html() const;
  // Of a recourse: its decision and ways alone, as HTML for a page that somebody else frames
  // (src/present/html/page.css is its style). Throws OptionsError for other answers.
  std::string fragment() const;
  // The explanation record (docs/contract.md, "cogs.record/1"): all that the answer rests on, the
  // model included, for `check`. Throws OptionsError for answers without one.
  std::string record(const Control& control = {}, const Filed& filed = {}) const;

  std::vector<Diagnostic> warnings;  // about what was asked

 protected:
  std::shared_ptr<const detail::Answered> made_;
};

}  // namespace cogs
