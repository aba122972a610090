// SPDX-License-Identifier: Apache-2.0
//
// A family -> the answers for its undesired records, over several models of the family.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "ask.h"
#include "generate_model.h"

namespace cogs::bench {

struct FamilyRun {
  std::uint32_t models = 3;    // seeds family.seed, family.seed + 1, ...
  std::uint32_t records = 10;  // undesired ones of each model
  double limit = 30;           // CPU seconds for each record
  double patience = 120;       // CPU seconds for all; records beyond that are not asked
  bool first = false;          // also when there was a first path
};

struct AskedRecord {
  std::uint64_t seed;    // of its model
  std::uint32_t number;  // among the model's records
  Answer answer;
};

struct FamilyAnswers {
  std::vector<AskedRecord> asked;
  double prepare_seconds = 0;  // median time from the text to a Search that is ready
  double peak_mb = 0;
  bool complete = true;  // patience lasted

  std::vector<double> seconds() const;
  std::size_t count(const std::string& status) const;
};

// In a child of this process, so that the peak of memory is that of the family.
FamilyAnswers ask_family(const Family& family, const FamilyRun& run);

// How many records of a model to draw so that there are undesired ones enough.
inline std::uint32_t records_to_draw(const FamilyRun& run) { return 4 * run.records + 20; }

// Of these, the hardest for the search first, then evenly over the rest.
std::vector<AskedRecord> sample_of(std::vector<AskedRecord> asked, std::size_t size);

// The models and records of a family again, as ask_family made them.
class Questions {
 public:
  Questions(const Family& family, const FamilyRun& run) : family_(family), run_(run) {}

  const model::Model& model(const AskedRecord& asked) { return of(asked.seed).model; }
  model::Record record(const AskedRecord& asked);

 private:
  struct Entry {
    Generated generated;
    model::Model model;
  };

  Entry& of(std::uint64_t seed);

  Family family_;
  FamilyRun run_;
  std::map<std::uint64_t, std::unique_ptr<Entry>> entries_;  // by seed
};

}  // namespace cogs::bench
