// SPDX-License-Identifier: Apache-2.0
//
// What stands behind the public types: a Decision is a pointer to Shared, a Person one to
// PersonData, an answer one to an Answered. All are immutable once made.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <cogs/decision.h>

#include "api/running.h"
#include "engine/prepared.h"
#include "json/write.h"
#include "model/model.h"
#include "model/record.h"
#include "path/path.h"

namespace cogs::detail {

struct PersonData {
  std::string sha256;  // of the model that it was read by
  model::Record record;
  std::string source;
  std::uint64_t row = 0;  // of the table `source`; 0: it is none
  std::vector<NamedValue> values;
  std::vector<Diagnostic> warnings;
  std::vector<std::string> written;  // of open sets, see model/record.h
};

struct Shared {
  Shared(std::string text, const std::string& name) : prepared(std::move(text), name) {}

  const model::Model& model() const { return prepared.model(); }
  static const Shared& of(const Decision& decision) { return *decision.shared_; }
  static const PersonData& of(const Person& person);
  static Decision decision(std::shared_ptr<const Shared> shared) {
    return Decision(std::move(shared));
  }
  // The person as this model sees it.
  std::shared_ptr<const PersonData> seen(const Person& person) const;
  std::shared_ptr<const PersonData> read(model::Record record, std::string source,
                                         const std::vector<base::Diagnostic>& warnings,
                                         std::uint64_t row = 0,
                                         std::vector<std::string> written = {}) const;

  engine::Prepared prepared;
  std::vector<Diagnostic> warnings;
};

// What an answer can be written out from.
struct Answered {
  virtual ~Answered() = default;
  virtual Outcome outcome() const = 0;
  virtual std::string json(const JsonOptions& options) const = 0;
  virtual std::string text(const TextOptions& options) const = 0;
  // The same where more has to be found out for it, within limits.
  virtual std::string text(const TextOptions& options, const base::Limits&) const {
    return text(options);
  }
  virtual bool has_html() const { return false; }
  virtual std::string html(const base::Limits& limits, const Reader& reader) const;
  virtual std::string fragment() const;
  virtual std::string record(const base::Limits& limits, const Filed& filed) const;
};

}  // namespace cogs::detail

namespace cogs::api {

// Names -> ids. Throws base::InputError for names that the model does not have, OptionsError for
// options that cannot be meant together.
path::Options resolved(const model::Model& model, const Options& options);

Outcome outcome_of(base::Exhausted exhausted);

// The stages read standard input for "-"; the library reads a file of that name.
inline std::string plain_name(const std::string& file) { return file == "-" ? "./-" : file; }

// The version of the library, which records name.
std::string version();

// JSON over several lines, as a file of its own would have it.
inline std::string as_page(const json::Value& json) { return json::to_text(json) + "\n"; }

// A record as it is to be filed.
inline std::string as_filed(const json::Value& json, const Filed& filed) {
  return filed.canonical ? json::canonical_text(json) : as_page(json);
}

}  // namespace cogs::api
