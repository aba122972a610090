// SPDX-License-Identifier: Apache-2.0
#include "batch/questions.h"

namespace cogs::batch {

namespace {

constexpr std::size_t most_searches = 256;  // kept at once, beside the common one
constexpr std::size_t bytes_of_common = std::size_t{24} << 20;
constexpr std::size_t bytes_of_each = std::size_t{64} << 10;

}  // namespace

Questions::Questions(const model::Model& model, const path::Options& run,
                     const base::Limits& a_person)
    : model_(model),
      run_(run),
      a_person_(a_person),
      common_(std::make_unique<path::SharedSearch>(model, run, a_person, bytes_of_common)) {}

path::SharedSearch& Questions::search_for(const ConstraintTexts& texts) {
  std::string key = key_of(texts);
  if (key.empty()) return *common_;
  const auto known = by_text_.find(key);
  if (known != by_text_.end()) return *known->second;
  const path::Options options = with_constraints(model_, run_, texts);
  if (by_text_.size() >= most_searches) {
    for (const auto& [text, search] : by_text_) {
      searches_ += search->searches();
      personal_ += search->personal();
    }
    by_text_.clear();
  }
  auto search = std::make_unique<path::SharedSearch>(model_, options, a_person_, bytes_of_each);
  return *by_text_.emplace(std::move(key), std::move(search)).first->second;
}

std::uint64_t Questions::searches() const {
  std::uint64_t sum = searches_ + common_->searches();
  for (const auto& [text, search] : by_text_) sum += search->searches();
  return sum;
}

std::uint64_t Questions::personal() const {
  std::uint64_t sum = personal_ + common_->personal();
  for (const auto& [text, search] : by_text_) sum += search->personal();
  return sum;
}

}  // namespace cogs::batch
