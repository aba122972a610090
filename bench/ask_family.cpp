// SPDX-License-Identifier: Apache-2.0
#include "ask_family.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "engine/engine.h"
#include "measure.h"

namespace cogs::bench {

namespace {

void ask_model(const Family& family, const FamilyRun& run, double& patience, std::FILE* out) {
  const Generated generated = generate(family, records_to_draw(run));
  const double began = cpu_seconds();
  const model::Model model = engine::parse_model(generated.model, "generated");
  const path::Search search(model, {});
  std::fprintf(out, "prepared %.9f\n", cpu_seconds() - began);
  path::Options only_first;
  only_first.first = true;
  const path::Search first(model, only_first);
  const path::Verifier verifier(model);
  std::uint32_t asked = 0;
  for (std::uint32_t r = 0; r < generated.records.size() && asked < run.records; ++r) {
    if (patience <= 0) {
      std::fputs("impatient\n", out);
      return;
    }
    const double before = cpu_seconds();
    const model::Record record = model::read_record(model, generated.records[r]);
    Answer answer = ask(search, verifier, record, run.limit);
    patience -= cpu_seconds() - before;
    if (answer.status == "already") continue;
    if (run.first) ask_first(first, verifier, record, run.limit, answer);
    ++asked;
    std::fprintf(out, "asked %llu %u %s\n", static_cast<unsigned long long>(family.seed), r,
                 to_line(answer).c_str());
    std::fflush(out);
  }
}

}  // namespace

std::vector<double> FamilyAnswers::seconds() const {
  std::vector<double> all;
  for (const AskedRecord& record : asked) all.push_back(record.answer.seconds);
  return all;
}

std::size_t FamilyAnswers::count(const std::string& status) const {
  return static_cast<std::size_t>(
      std::count_if(asked.begin(), asked.end(),
                    [&](const AskedRecord& record) { return record.answer.status == status; }));
}

FamilyAnswers ask_family(const Family& family, const FamilyRun& run) {
  const Child child = run_in_child([&](std::FILE* out) {
    double patience = run.patience;
    for (std::uint32_t m = 0; m < run.models; ++m) {
      Family one = family;
      one.seed += m;
      ask_model(one, run, patience, out);
    }
  });
  if (child.exit_code != 0) throw std::runtime_error("the search of a family ended early");
  FamilyAnswers answers;
  answers.peak_mb = child.peak_mb;
  std::vector<double> prepared;
  for (const std::string& line : child.lines) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "prepared") {
      words >> prepared.emplace_back();
    } else if (word == "impatient") {
      answers.complete = false;
    } else {
      AskedRecord record{};
      words >> record.seed >> record.number;
      std::string rest;
      std::getline(words, rest);
      record.answer = from_line(rest);
      answers.asked.push_back(std::move(record));
    }
  }
  answers.prepare_seconds = median(prepared);
  return answers;
}

std::vector<AskedRecord> sample_of(std::vector<AskedRecord> asked, std::size_t size) {
  std::stable_sort(asked.begin(), asked.end(), [](const AskedRecord& a, const AskedRecord& b) {
    return a.answer.seconds > b.answer.seconds;
  });
  std::vector<AskedRecord> sample;
  size = std::min(size, asked.size());
  for (std::size_t s = 0; s < size; ++s) sample.push_back(asked[s * asked.size() / size]);
  return sample;
}

model::Record Questions::record(const AskedRecord& asked) {
  const Entry& entry = of(asked.seed);
  return model::read_record(entry.model, entry.generated.records[asked.number]);
}

Questions::Entry& Questions::of(std::uint64_t seed) {
  std::unique_ptr<Entry>& entry = entries_[seed];
  if (!entry) {
    Family one = family_;
    one.seed = seed;
    entry = std::make_unique<Entry>();
    entry->generated = generate(one, records_to_draw(run_));
    entry->model = engine::parse_model(entry->generated.model, "generated");
  }
  return *entry;
}

}  // namespace cogs::bench
