// SPDX-License-Identifier: Apache-2.0
//
// Bytes -> requests, by the parser and the checks of the server: whole, and cut in two, which must
// come to the same. What is taken has one Host, and one way to read its length.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/server.h"

using namespace cogs::http;

namespace {

void demand(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> hosts = {"h"};
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (int requests = 0; requests < 8 && !bytes.empty(); ++requests) {
    const Parsed parsed = parse_request(bytes, hosts);
    demand(parsed.used <= bytes.size());
    const auto* taken = std::get_if<Request>(&parsed.result);
    if (!taken) break;
    demand(taken->count("host") == 1);
    demand(taken->count("content-length") + taken->count("transfer-encoding") <= 1);
    demand(taken->target[0] == '/');
    demand(parsed.used > 0);
    form_fields(taken->query());
    form_fields(taken->body);
    percent_decoded(taken->path());
    taken->cookie("a");
    check_site(*taken, hosts);
    // One byte less is not a whole request.
    demand(parse_request(bytes.substr(0, parsed.used - 1), hosts).needs_more ||
           !std::holds_alternative<Request>(
               parse_request(bytes.substr(0, parsed.used - 1), hosts).result));
    bytes.remove_prefix(parsed.used);
  }
  return 0;
}
