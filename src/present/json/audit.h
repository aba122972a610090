// SPDX-License-Identifier: Apache-2.0
//
// An audit as JSON (contract.md, `cogs.audit/1`).
#pragma once

#include <string>

#include "batch/audit/audit.h"
#include "json/value.h"
#include "model/model.h"
#include "path/path.h"

namespace cogs::present {

// What was asked for, beside what was found.
struct AuditQuestion {
  const model::Model& model;
  std::string data, policy;  // files; no policy: ""
  const path::Options& options;
  const batch::ConstraintColumns& columns;  // with constraints of each row
};

json::Value audit_json(const AuditQuestion& question, const batch::AuditReport& report,
                       bool timing);

}  // namespace cogs::present
