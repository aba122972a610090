// SPDX-License-Identifier: Apache-2.0
#include <cogs/decision.h>

#include "api/convert.h"
#include "api/shared.h"
#include "json/write.h"
#include "present/export/clingo.h"
#include "present/export/scasp.h"
#include "present/json/model.h"

namespace cogs {

std::string Decision::export_to(ExportFormat format, const std::optional<Person>& person,
                                const Options& options, std::optional<std::uint32_t> steps) const {
  return api::guarded([&]() -> std::string {
    const model::Model& model = shared_->model();
    if (steps && (format != ExportFormat::clingo || !person)) {
      throw OptionsError("a number of steps needs the format clingo and a record");
    }
    const path::Options run = api::resolved(model, options);
    if (format != ExportFormat::clingo && run != path::Options()) {
      throw OptionsError("options of a run go with the format clingo alone");
    }
    std::optional<model::Record> record;
    if (person) record = shared_->seen(*person)->record;
    switch (format) {
      case ExportFormat::clingo: return present::export_clingo(model, record, run, steps);
      case ExportFormat::scasp: return present::export_scasp(model, record);
      case ExportFormat::json: break;
    }
    if (record) throw OptionsError("the format json takes no record");
    return json::to_text(present::model_json(model)) + "\n";
  });
}

}  // namespace cogs
