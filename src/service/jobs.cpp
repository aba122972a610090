// SPDX-License-Identifier: Apache-2.0
#include "service/jobs.h"

#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>

#include "json/parse.h"
#include "json/write.h"
#include "service/call.h"
#include "service/child.h"
#include "service/service.h"

namespace cogs::service {

namespace {

using json::Value;

constexpr std::size_t most_waiting = 100;

}  // namespace

std::string job_json(const store::Job& job, double seconds) {
  Value out = Value::object();
  out.add("id", Value::number(job.id)).add("kind", Value::string(job.kind));
  out.add("state", Value::string(job.state)).add("made", Value::string(job.made));
  if (!job.ended.empty()) out.add("ended", Value::string(job.ended));
  if (job.state == "running") {
    out.add("seconds", Value::number(static_cast<std::uint64_t>(seconds)));
  }
  out.add("params", json::parse(job.params.empty() ? "{}" : job.params, "params"));
  if (!job.outcome.empty()) out.add("outcome", json::parse(job.outcome, "outcome"));
  if (!job.error.empty()) out.add("error", Value::string(job.error));
  return json::to_text(out, json::Layout::line);
}

Jobs::Jobs(const ServiceOptions& options, store::Store& store) : options_(options), store_(store) {
  // What ran when the server ended is not running any more.
  for (store::Job& job : store_.jobs(1000)) {
    if (job.state != "running" && job.state != "queued") continue;
    job.state = "failed";
    job.error = "the server was stopped before the job ended";
    put(job);
  }
  thread_ = std::thread([this] { serve(); });
}

Jobs::~Jobs() {
  stop();
  thread_.join();
}

void Jobs::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (process_ > 0) kill(process_, SIGKILL);
    for (auto& [id, stream] : streams_) stream->close();
    streams_.clear();
  }
  wake_.notify_all();
}

std::string Jobs::folder(std::uint64_t id) const {
  const std::string out = options_.files + "/job-" + std::to_string(id);
  std::filesystem::create_directories(out);
  return out;
}

void Jobs::put(store::Job& job) {
  const bool ended = job.state != "running" && job.state != "queued";
  if (ended) job.ended = store::utc_now();
  store_.note({store::PutJob{job}});
}

void Jobs::start(JobTask task) {
  if (options_.program.empty()) throw Problem(501, "This server runs no jobs");
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting) throw Problem(503, "Too many jobs are waiting");
  }
  task.job.state = "queued";
  task.job.made = store::utc_now();
  put(task.job);
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(task));
  }
  wake_.notify_all();
}

void Jobs::cancel(std::uint64_t id) {
  store::Job ended;
  {
    const std::lock_guard lock(mutex_);
    if (running_ == id) {
      cancelled_ = true;
      if (process_ > 0) kill(process_, SIGTERM);
      return;
    }
    for (auto at = waiting_.begin(); at != waiting_.end(); ++at) {
      if (at->job.id != id) continue;
      ended = at->job;
      waiting_.erase(at);
      break;
    }
  }
  if (ended.id == 0) throw Problem(409, "The job has ended already");
  ended.state = "cancelled";
  put(ended);
  tell(ended, true);
}

std::string Jobs::state_json(std::uint64_t id) {
  const auto job = store_.job(id);
  if (!job) throw store::StoreError(store::StoreError::Kind::missing, "there is no such job");
  const std::lock_guard lock(mutex_);
  return job_json(*job, seconds_);
}

void Jobs::listen(std::uint64_t id, std::shared_ptr<http::Stream> stream) {
  // Looked at under the lock: a job that ends now is told of after this stream is known.
  const std::lock_guard lock(mutex_);
  const auto job = store_.job(id);
  if (!job) return stream->close();
  stream->send("retry: 2000\nid: 0\ndata: " + job_json(*job, seconds_) + "\n\n");
  if (stop_ || (job->state != "running" && job->state != "queued")) return stream->close();
  streams_.emplace(id, std::move(stream));
}

void Jobs::tell(const store::Job& job, bool ended) {
  const std::lock_guard lock(mutex_);
  const auto [begin, end] = streams_.equal_range(job.id);
  for (auto at = begin; at != end;) {
    at->second->send("id: " + std::to_string(static_cast<std::uint64_t>(seconds_ * 10)) +
                     "\ndata: " + job_json(job, seconds_) + "\n\n");
    if (ended) at->second->close();
    at = ended || at->second->is_closed() ? streams_.erase(at) : std::next(at);
  }
}

void Jobs::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (stop_) return;
    JobTask task = std::move(waiting_.front());
    waiting_.pop_front();
    running_ = task.job.id;
    cancelled_ = false;
    seconds_ = 0;
    lock.unlock();
    try {
      run(task);
    } catch (const std::exception& error) {  // the store, most likely: the job is lost, not we
      task.job.state = "failed";
      task.job.error = error.what();
    }
    lock.lock();
    running_ = 0;
  }
}

void Jobs::run(JobTask& task) {
  store::Job& job = task.job;
  const std::string where = folder(job.id);
  job.state = "running";
  put(job);
  tell(job, false);
  const auto began = std::chrono::steady_clock::now();
  const pid_t process = start_child(options_.program, task.arguments, where,
                                    {options_.job_seconds, options_.job_memory});
  int status = -1;
  bool late = false;
  if (process > 0) {
    {
      const std::lock_guard lock(mutex_);
      process_ = process;
      if (stop_) kill(process, SIGKILL);
    }
    for (unsigned rounds = 0; waitpid(process, &status, WNOHANG) == 0; ++rounds) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      const double passed =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
      {
        const std::lock_guard lock(mutex_);
        seconds_ = passed;
      }
      if (passed > options_.job_seconds && !late) {
        late = true;
        kill(process, SIGKILL);
      }
      if (rounds % 50 == 49) tell(job, false);
    }
    const std::lock_guard lock(mutex_);
    process_ = 0;
  }
  const bool well = WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 1);
  bool was_cancelled = false;
  {
    const std::lock_guard lock(mutex_);
    was_cancelled = cancelled_;
  }
  if (process == 0) {
    job.state = "failed";
    job.error = "the process cannot be started";
  } else if (was_cancelled) {
    job.state = "cancelled";
  } else if (late) {
    job.state = "failed";
    job.error = "the limit of time was reached";
  } else if (!well) {
    job.state = "failed";
    job.error = beginning_of(where + "/err", 4000);
    if (job.error.empty()) job.error = "the process ended without a word: a limit, most likely";
  } else {
    try {
      job.outcome = task.finish ? task.finish(where) : "{}";
      job.state = "done";
    } catch (const std::exception& error) {
      job.state = "failed";
      job.error = error.what();
    }
  }
  put(job);
  tell(job, true);
}

}  // namespace cogs::service
