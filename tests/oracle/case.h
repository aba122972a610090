// SPDX-License-Identifier: Apache-2.0
//
// One question as text: a model, a record, options, and, for kept cases, the expected answer.
//
//   % a comment
//   [model]
//   #feature a : integer 0..3. ...
//   [record]
//   a=3
//   [options]
//   --fix b
//   --range a=0..2
//   [expect]
//   found cost 1
//   ...
//
// An answer is compared as text too: `summary` shows all of it that semantics.md determines.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "model/record.h"
#include "path/path.h"

namespace cogs::oracle {

struct Case {
  std::vector<std::string> model;    // lines
  std::vector<std::string> record;   // "name=value"
  std::vector<std::string> options;  // "--fix a", one each
  std::string expected;

  std::string text() const;
};

Case read_case(const std::string& text);

// A case ready to run. Throws base::InputError where the model or the record is refused, and
// std::invalid_argument where an option is.
struct Question {
  model::Model model;
  model::Record record;
  path::Options options;
};
Question question(const Case& c);

std::string summary(const model::Model& model, const path::Path& path);
std::string summary(const model::Model& model, path::Status status,
                    const std::vector<path::Path>& paths,
                    const std::vector<path::Blocker>& blockers);
std::string summary(const path::ValueSet& values);
std::string summary(const std::vector<path::Broken>& broken);

}  // namespace cogs::oracle
