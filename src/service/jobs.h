// SPDX-License-Identifier: Apache-2.0
//
// Long work: learning, causes, audits, batches. Each runs as a process of its own, the program
// itself with the arguments that a person would type, within limits of time and memory: what goes
// wrong there leaves the server alone. One runs at a time, in the order in which they came. What a
// job has written lies in a folder of its number; whoever waits is told of each change.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "http/server.h"
#include "store/store.h"

namespace cogs::service {

struct ServiceOptions;

struct JobTask {
  store::Job job;  // with its id
  // The words after the program's name; the process runs in the folder of the job.
  std::vector<std::string> arguments;
  // Run when the process has ended well, to file what came of it; gives the outcome as JSON. What
  // it throws makes the job a failed one.
  std::function<std::string(const std::string& folder)> finish;
};

class Jobs {
 public:
  Jobs(const ServiceOptions& options, store::Store& store);
  ~Jobs();

  // The folder that a job writes to; made if it is not there.
  std::string folder(std::uint64_t id) const;
  void start(JobTask task);
  void cancel(std::uint64_t id);
  // The job as it is, {"id":..., "state":...}; and the same again at each change, until it ends.
  std::string state_json(std::uint64_t id);
  void listen(std::uint64_t id, std::shared_ptr<http::Stream> stream);
  void stop();

 private:
  void serve();
  void run(JobTask& task);
  void put(store::Job& job);
  void tell(const store::Job& job, bool ended);

  const ServiceOptions& options_;
  store::Store& store_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<JobTask> waiting_;
  std::uint64_t running_ = 0;
  int process_ = 0;
  double seconds_ = 0;
  bool cancelled_ = false, stop_ = false;
  std::multimap<std::uint64_t, std::shared_ptr<http::Stream>> streams_;
  std::thread thread_;
};

std::string job_json(const store::Job& job, double seconds);

}  // namespace cogs::service
