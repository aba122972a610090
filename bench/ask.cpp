// SPDX-License-Identifier: Apache-2.0
#include "ask.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "measure.h"

namespace cogs::bench {

namespace {

const char* name(path::Status status) {
  switch (status) {
    case path::Status::found: return "found";
    case path::Status::already: return "already";
    case path::Status::none: return "none";
    case path::Status::gave_up: return "gave_up";
  }
  return "?";
}

struct Timed {
  path::Result result;
  double seconds;
};

Timed find(const path::Search& search, const model::Record& record, double limit) {
  const CpuAlarm alarm(limit);
  base::Limits limits;
  limits.cancelled = alarm.rang();
  base::Budget budget(limits);
  const double began = cpu_seconds();
  path::Result result = search.find(record, budget);
  return {std::move(result), cpu_seconds() - began};
}

}  // namespace

Answer ask(const path::Search& search, const path::Verifier& verifier, const model::Record& record,
           double limit, int repeats) {
  Answer answer;
  answer.seconds = std::numeric_limits<double>::infinity();
  path::Result result;
  for (int r = 0; r < repeats; ++r) {
    Timed timed = find(search, record, limit);
    result = std::move(timed.result);
    answer.seconds = std::min(answer.seconds, timed.seconds);
  }
  answer.status = name(result.status);
  answer.expanded = result.expanded;
  answer.ties_proved = result.ties_proved;
  answer.lower_bound = std::strtod(result.lower_bound.text().c_str(), nullptr);
  if (!result.paths.empty()) {
    const path::Path& best = result.paths.front();
    answer.cost = std::strtod(best.cost.text().c_str(), nullptr);
    answer.transitions = static_cast<std::uint32_t>(best.transitions.size());
    answer.checked = verifier.verify(record, {}, best).empty();
  }
  return answer;
}

void ask_first(const path::Search& first, const path::Verifier& verifier,
               const model::Record& record, double limit, Answer& answer) {
  const Timed timed = find(first, record, limit);
  if (timed.result.paths.empty()) return;
  answer.first_seconds = timed.seconds;
  answer.checked =
      answer.checked && verifier.verify(record, {}, timed.result.paths.front()).empty();
}

std::string to_line(const Answer& answer) {
  std::ostringstream line;
  line.precision(9);
  line << answer.status << ' ' << answer.seconds << ' ' << answer.cost.value_or(-1) << ' '
       << answer.lower_bound << ' ' << answer.transitions << ' ' << answer.expanded << ' '
       << answer.checked << ' ' << answer.ties_proved << ' ' << answer.first_seconds.value_or(-1);
  return line.str();
}

Answer from_line(const std::string& text) {
  std::istringstream line(text);
  Answer answer;
  double cost = -1, first = -1;
  line >> answer.status >> answer.seconds >> cost >> answer.lower_bound >> answer.transitions >>
      answer.expanded >> answer.checked >> answer.ties_proved >> first;
  if (cost >= 0) answer.cost = cost;
  if (first >= 0) answer.first_seconds = first;
  return answer;
}

}  // namespace cogs::bench
