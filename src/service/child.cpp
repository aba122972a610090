// SPDX-License-Identifier: Apache-2.0
#include "service/child.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <thread>

namespace cogs::service {

namespace {

// Sanitizers take terabytes of addresses for themselves: a limit of addresses would end every job.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool addresses_tell_memory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool addresses_tell_memory = false;
#else
constexpr bool addresses_tell_memory = true;
#endif
#else
constexpr bool addresses_tell_memory = true;
#endif

void limit(pid_t process, const ChildLimits& limits) {
  const rlimit memory{limits.memory, limits.memory};
  const auto whole = static_cast<rlim_t>(limits.seconds) * 4 + 1;  // of all its threads
  const rlimit time{whole, whole};
  const rlimit no_core{0, 0};  // it would hold what people sent
  if (addresses_tell_memory) prlimit(process, RLIMIT_AS, &memory, nullptr);
  prlimit(process, RLIMIT_CPU, &time, nullptr);
  prlimit(process, RLIMIT_CORE, &no_core, nullptr);
}

}  // namespace

pid_t start_child(const std::string& program, const std::vector<std::string>& words,
                  const std::string& folder, const ChildLimits& limits) {
  std::vector<std::string> all = {program};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  char quiet[] = "NO_COLOR=1";
  char* environment[] = {quiet, nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addchdir_np(&files, folder.c_str());  // results name files, not folders
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, 2, "err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  // The server waits for the signals that end it and blocks them; its children are to end by them.
  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  const int error = posix_spawn(&process, program.c_str(), &files, &how, arguments.data(),
                                static_cast<char**>(environment));
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return 0;
  limit(process, limits);
  return process;
}

ChildEnd run_child(const std::string& program, const std::vector<std::string>& words,
                   const std::string& folder, const ChildLimits& limits) {
  using Clock = std::chrono::steady_clock;
  ChildEnd out;
  const pid_t process = start_child(program, words, folder, limits);
  if (process == 0) return out;
  out.started = true;
  const auto last =
      Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(limits.seconds * 1000));
  int status = 0;
  auto pause = std::chrono::milliseconds(1);
  while (waitpid(process, &status, WNOHANG) == 0) {
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(20));
    if (Clock::now() > last && !out.late) {
      out.late = true;
      kill(process, SIGKILL);
    }
  }
  if (WIFEXITED(status)) out.code = WEXITSTATUS(status);
  out.words = beginning_of(folder + "/err", 4000);
  return out;
}

std::string beginning_of(const std::string& file, std::size_t most) {
  std::ifstream in(file, std::ios::binary);
  std::string out(most, '\0');
  in.read(out.data(), static_cast<std::streamsize>(most));
  out.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
  return out;
}

}  // namespace cogs::service
