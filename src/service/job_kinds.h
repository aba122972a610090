// SPDX-License-Identifier: Apache-2.0
//
// What jobs there are, from what a person says of one to the words of the command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "service/core.h"

namespace cogs::service {

using JobParams = std::vector<std::pair<std::string, std::string>>;

// kind: learn (dataset, series, label, undesired), causes (dataset, series), audit (dataset,
// series, by), batch (dataset, series). Starts the job, filed in the log; gives its number. Throws
// Problem for what cannot be meant.
std::uint64_t begin_job(Core& core, const std::string& kind, const JobParams& params,
                        const std::string& actor);

// Keeps a table under a number of its own.
store::Dataset keep_dataset(Core& core, const std::string& name, const std::string& bytes,
                            const std::string& actor);
// The same for a file of this folder, which is taken away.
store::Dataset keep_dataset_file(Core& core, const std::string& name, const std::string& file,
                                 const std::string& actor);
std::string new_upload(const Core& core);  // the name of a file for one

// The file that a job's result is in, and its type.
std::pair<std::string, std::string> result_of(const Core& core, const store::Job& job);

}  // namespace cogs::service
