// SPDX-License-Identifier: Apache-2.0
//
// What is refused before anything else looks at a request: whatever two programs could read in two
// ways (smuggling), names of other hosts (DNS rebinding), and what pages of others ask for (CSRF).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "http/message.h"

namespace cogs::http {

struct Refusal {
  int status = 400;
  std::string words;  // one sentence; nothing of the request is repeated
};

// Of the head alone. `hosts`: "127.0.0.1:8600" and other spellings of us, in small letters.
std::optional<Refusal> check_head(const Request& head, const std::vector<std::string>& hosts);

// Whether a page of somebody else is asking. `origins`: ours, such as "http://127.0.0.1:8600".
std::optional<Refusal> check_site(const Request& head, const std::vector<std::string>& origins);

bool changes_something(const std::string& method);

}  // namespace cogs::http
