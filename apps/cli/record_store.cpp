// SPDX-License-Identifier: Apache-2.0
//
// --record NAME.store: an answer of the command line in the log of a server.
#include <filesystem>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "cli/record_option.h"
#include "service/filing.h"
#include "service/models.h"
#include "store/sqlite_store.h"

namespace cogs::cli {

std::string file_into_store(const std::string& file, const Recorded& recorded,
                            const std::string& reference, const Control& control) {
  try {
    const auto opened = store::open_sqlite_store({file, "cogs", true});
    const std::string series = std::filesystem::path(recorded.model_file).stem().string();
    service::Models models(*opened, base::resolved(file) + "-files", "");
    const std::uint64_t version =
        models.version_of(series, recorded.decision.text(), recorded.model_file);
    const service::InUse model{series, version, recorded.decision};
    service::ToFile what{model,           recorded.kind,      reference,
                         "command",       recorded.undesired, recorded.complete,
                         recorded.status, recorded.cost,      {}};
    const store::Receipt receipt =
        opened->file(service::filing_of(recorded.answer, std::move(what), control, 0));
    return "filed as #" + std::to_string(receipt.seq) + " of " + file;
  } catch (const store::StoreError& error) {
    throw base::InputError(base::error_about(
        file, error.what(),
        error.kind() == store::StoreError::Kind::in_use ? "ask the server that uses it" : ""));
  }
}

}  // namespace cogs::cli
