// SPDX-License-Identifier: Apache-2.0
//
// A store with many records: how long it takes to fill, to open, and to search.
//
//   store_bench FILE RECORDS
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "store/sqlite_store.h"

using namespace cogs::store;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Filing one(std::uint64_t i) {
  Filing out;
  out.kind = "recourse";
  out.actor = "bench";
  out.subject = "loan/1";
  // As long as the record of a small model without the model's text.
  out.payload = "{\"n\":" + std::to_string(i) + ",\"pad\":\"" + std::string(2000, 'x') + "\"}";
  AnswerRow row;
  row.kind = i % 1000 == 0 ? "why" : "recourse";
  row.series = "loan";
  row.version = 1 + i / 100000;
  row.reference = "2026-" + std::to_string(i);
  row.undesired = i % 3 != 0;
  row.status = i % 5000 == 0 ? "none" : "found";
  row.cost = "2";
  out.changes.push_back(FileAnswer{row});
  return out;
}

void ask(Store& store, const char* name, const RecordQuery& query) {
  double most = 0;
  std::size_t found = 0;
  for (int i = 0; i < 20; ++i) {
    const auto begin = Clock::now();
    found = store.records(query).size();
    most = std::max(most, since(begin));
  }
  std::printf("%-28s %4zu found, worst of 20: %.2f ms\n", name, found, most * 1000);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto wanted = static_cast<std::uint64_t>(std::atoll(words[2]));
  {
    const auto store = open_sqlite_store({words[1], "bench", true});
    const auto begin = Clock::now();
    std::atomic<std::uint64_t> done{0};
    std::uint64_t there = store->size();
    for (std::uint64_t i = there; i < wanted; ++i) {
      while (i - there > done + 2000) std::this_thread::yield();
      store->file(one(i), [&](const Receipt*, std::exception_ptr) { ++done; });
    }
    while (done < wanted - there) std::this_thread::yield();
    if (wanted > there) {
      std::printf("filled: %.0f records a second\n",
                  static_cast<double>(wanted - there) / since(begin));
    }
  }
  const auto begin = Clock::now();
  const auto store = open_sqlite_store({words[1], "bench", true});
  std::printf("opened with %llu records: %.1f ms\n", static_cast<unsigned long long>(store->size()),
              since(begin) * 1000);
  RecordQuery query;
  ask(*store, "the newest", query);
  query.reference = "2026-" + std::to_string(wanted / 2);
  ask(*store, "by reference", query);
  query = {};
  query.status = "none";
  ask(*store, "by status", query);
  query = {};
  query.kind = "why";
  ask(*store, "by kind, one in a thousand", query);
  query = {};
  query.series = "other";
  ask(*store, "by a series without records", query);
  query = {};
  query.before = wanted / 2;
  ask(*store, "a page from the middle", query);
  query = {};
  query.to = "2001-01-01";
  ask(*store, "by a time before all", query);
  return 0;
}
