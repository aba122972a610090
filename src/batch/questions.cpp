// SPDX-License-Identifier: Apache-2.0
#include "batch/questions.h"

#include <algorithm>

#include "path/read_options.h"
#include "table/csv_rules.h"

namespace cogs::batch {

namespace {

constexpr std::size_t most_searches = 256;  // kept at once, beside the common one
constexpr std::size_t bytes_of_common = std::size_t{24} << 20;
constexpr std::size_t bytes_of_each = std::size_t{64} << 10;

// The parts of all cells, each cell with ';' between its parts.
template <class Use>
void for_each_part(const std::vector<std::string>& cells, Use&& use) {
  for (const std::string& cell : cells) {
    std::string_view rest = cell;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view part = table::without_blanks(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!part.empty()) use(part);
    }
  }
}

[[noreturn]] void fail(const std::string& message, const std::string& help) {
  throw base::InputError(base::error_about("", message, help));
}

std::pair<std::string, std::string_view> assignment(std::string_view part, const char* form) {
  const std::size_t equals = part.find('=');
  if (equals == std::string_view::npos) {
    fail("a constraint must look like " + std::string(form) + ", not '" + std::string(part) + "'",
         "parts of a cell are separated by ';'");
  }
  return {std::string(table::without_blanks(part.substr(0, equals))),
          table::without_blanks(part.substr(equals + 1))};
}

std::optional<path::Number> range_end(std::string_view text, std::string_view infinite) {
  text = table::without_blanks(text);
  if (text.empty() || text == infinite) return std::nullopt;
  const auto number = path::Number::parse(text);
  if (!number) fail("'" + std::string(text) + "' is not a number", "write feature=lo..hi");
  return number;
}

path::OptionTexts read_texts(const Questions::Texts& cells) {
  path::OptionTexts texts;
  for_each_part(cells.fix, [&](auto part) { texts.fix.push_back({std::string(part)}); });
  for_each_part(cells.allow, [&](auto part) { texts.allow.push_back({std::string(part)}); });
  for_each_part(cells.only, [&](auto part) {
    if (!texts.only) texts.only.emplace();
    texts.only->push_back({std::string(part)});
  });
  for_each_part(cells.range, [&](auto part) {
    const auto [feature, ends] = assignment(part, "debt=0..1000");
    const std::size_t dots = ends.find("..");
    if (dots == std::string_view::npos) {
      fail("'" + std::string(part) + "' is not a range", "write feature=lo..hi");
    }
    path::OptionTexts::Range& range = texts.ranges.emplace_back();
    range.feature.text = feature;
    range.low = range_end(ends.substr(0, dots), "-inf");
    range.high = range_end(ends.substr(dots + 2), "inf");
  });
  for_each_part(cells.cost, [&](auto part) {
    const auto [feature, text] = assignment(part, "debt=3");
    const auto cost = path::Number::parse(std::string(text));
    if (!cost || cost->sign() <= 0) {
      fail("the cost '" + std::string(text) + "' is not a number above 0", "write feature=number");
    }
    texts.costs.push_back({{feature}, *cost});
  });
  return texts;
}

void add_new(std::vector<model::FeatureId>& features, const std::vector<model::FeatureId>& own) {
  for (const model::FeatureId id : own) {
    if (std::find(features.begin(), features.end(), id) == features.end()) features.push_back(id);
  }
}

// A row's own ranges and costs stand in for those of the run.
template <class Option>
void put_over(std::vector<Option>& options, const std::vector<Option>& own) {
  std::erase_if(options, [&](const Option& option) {
    return std::any_of(own.begin(), own.end(),
                       [&](const Option& mine) { return mine.feature == option.feature; });
  });
  options.insert(options.end(), own.begin(), own.end());
}

}  // namespace

Questions::Questions(const model::Model& model, const BatchOptions& options)
    : model_(model),
      options_(options),
      common_(std::make_unique<path::SharedSearch>(model, options.run, options.person_limits,
                                                   bytes_of_common)) {}

path::SharedSearch& Questions::search_for(const Texts& texts) {
  std::string key;
  for (const auto* cells : {&texts.fix, &texts.allow, &texts.only, &texts.range, &texts.cost}) {
    for (const std::string& cell : *cells) key += cell + '\x1F';
    key += '\x1E';
  }
  if (std::all_of(key.begin(), key.end(), [](char c) { return c == '\x1F' || c == '\x1E'; })) {
    return *common_;
  }
  const auto known = by_text_.find(key);
  if (known != by_text_.end()) return *known->second;

  // A row's own constraints come on top of those of the run.
  const path::Options own = path::read_options(model_, read_texts(texts), "");
  path::Options options = options_.run;
  add_new(options.fix, own.fix);
  add_new(options.allow, own.allow);
  put_over(options.ranges, own.ranges);
  put_over(options.costs, own.costs);
  if (own.only && options.only) {
    std::erase_if(*options.only, [&](model::FeatureId id) {
      return std::find(own.only->begin(), own.only->end(), id) == own.only->end();
    });
  } else if (own.only) {
    options.only = own.only;
  }
  if (const std::string why = path::contradiction(model_, options); !why.empty()) fail(why, "");
  if (by_text_.size() >= most_searches) {
    for (const auto& [text, search] : by_text_) {
      searches_ += search->searches();
      personal_ += search->personal();
    }
    by_text_.clear();
  }
  auto search =
      std::make_unique<path::SharedSearch>(model_, options, options_.person_limits, bytes_of_each);
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
