// SPDX-License-Identifier: Apache-2.0
#include "store/group_commit.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cogs::store {

GroupCommit::GroupCommit(Connection& connection)
    : connection_(connection), thread_([this] { serve(); }) {}

GroupCommit::~GroupCommit() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void GroupCommit::add(Work work) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
}

GroupCommit::Figures GroupCommit::figures() {
  const std::lock_guard lock(mutex_);
  Figures out = figures_;
  out.waiting = waiting_.size();
  return out;
}

void GroupCommit::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    std::deque<Work> group;
    while (!waiting_.empty() && group.size() < most_together) {
      group.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
    }
    ++figures_.commits;
    figures_.largest = std::max<std::uint64_t>(figures_.largest, group.size());
    lock.unlock();
    write(group);
    lock.lock();
  }
}

void GroupCommit::write(std::deque<Work>& group) {
  std::vector<std::exception_ptr> failures(group.size());
  std::exception_ptr all;
  std::size_t run = 0;
  try {
    connection_.run("BEGIN IMMEDIATE");
    for (; run < group.size(); ++run) {
      store::run(connection_, "SAVEPOINT one");
      try {
        group[run].run();
        store::run(connection_, "RELEASE one");
      } catch (...) {
        failures[run] = std::current_exception();
        if (group[run].undone) group[run].undone();
        if (!connection_.in_transaction()) std::rethrow_exception(failures[run]);
        connection_.run("ROLLBACK TO one; RELEASE one");
      }
    }
    connection_.run("COMMIT");
  } catch (...) {
    all = std::current_exception();
    try {  // SQLite may have rolled back by itself, as it does when the disk is full
      if (connection_.in_transaction()) connection_.run("ROLLBACK");
    } catch (...) {
    }
    for (std::size_t i = std::min(run + 1, group.size()); i-- > 0;) {
      if (!failures[i] && group[i].undone) group[i].undone();
    }
  }
  for (std::size_t i = 0; i < group.size(); ++i) group[i].done(all ? all : failures[i]);
}

}  // namespace cogs::store
