// SPDX-License-Identifier: Apache-2.0
//
// What the actions share.
#pragma once

#include <cogs/decision.h>
#include <cogs/waist.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "http/server.h"
#include "service/cases.h"
#include "service/jobs.h"
#include "service/models.h"
#include "service/service.h"
#include "service/sessions.h"
#include "store/store.h"

namespace cogs::service {

struct Core {
  Core(ServiceOptions given, std::unique_ptr<store::Store> kept);

  // Limits of a question.
  Control control() const;
  // What went wrong inside goes to the log; gives the number that the answer names.
  std::string note_failure(const std::string& where, const std::string& what) const;

  ServiceOptions options;
  std::unique_ptr<store::Store> store;
  Models models;
  Sessions sessions;
  Jobs jobs;
  Visitors visitors;
  std::mutex opening_cases;
  std::atomic<bool> stopping{false};
  std::function<http::Figures()> connections;
  std::function<std::string()> metrics;  // the text of /metrics
};

}  // namespace cogs::service
