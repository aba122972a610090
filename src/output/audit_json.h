// SPDX-License-Identifier: Apache-2.0
//
// An audit as JSON (contract.md, `cogs.audit/1`).
#pragma once

#include <string>

#include "batch/audit.h"
#include "model/model.h"
#include "output/json_value.h"
#include "path/path.h"

namespace cogs::output {

// What was asked for, beside what was found.
struct AuditQuestion {
  const model::Model& model;
  std::string data, policy;  // files; no policy: ""
  const path::Options& options;
  const batch::ConstraintColumns& columns;  // with constraints of each row
};

JsonValue audit_json(const AuditQuestion& question, const batch::AuditReport& report, bool timing);

}  // namespace cogs::output
