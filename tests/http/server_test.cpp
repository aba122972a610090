// SPDX-License-Identifier: Apache-2.0
#include "http/server.h"

#include <gtest/gtest.h>

namespace cogs::http {
namespace {

const std::vector<std::string> us = {"here:1"};

std::string request(const std::string& line, const std::string& more,
                    const std::string& body = "") {
  return line + "\r\nHost: here:1\r\n" + more + "\r\n" + body;
}

int status(const std::string& bytes) {
  const Parsed parsed = parse_request(bytes, us);
  if (const auto* refusal = std::get_if<Refusal>(&parsed.result)) {
    return parsed.needs_more ? 0 : refusal->status;
  }
  return 200;
}

TEST(ParseRequest, TakesWhatIsPlain) {
  const std::string bytes =
      request("POST /a?b=c HTTP/1.1", "Content-Length: 3\r\nX-Y: z\r\n", "abcGET");
  const Parsed parsed = parse_request(bytes, us);
  const auto& taken = std::get<Request>(parsed.result);
  EXPECT_EQ(taken.method, "POST");
  EXPECT_EQ(taken.path(), "/a");
  EXPECT_EQ(taken.query(), "b=c");
  EXPECT_EQ(taken.header("x-y"), "z");
  EXPECT_EQ(taken.body, "abc");
  EXPECT_EQ(parsed.used, bytes.size() - 3);  // the rest is the next request
  EXPECT_EQ(
      status(request("POST / HTTP/1.1", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n")),
      200);
  EXPECT_EQ(status(request("GET / HTTP/1.0", "")), 200);
}

// Two programs could read each of these in two ways, or it is plainly wrong.
TEST(ParseRequest, RefusesWhatCanBeReadInTwoWays) {
  const std::string chunks = "0\r\n\r\n";
  for (const char* more : {
           "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
           "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
           "Transfer-Encoding: identity\r\n",
           "Transfer-Encoding: gzip, chunked\r\n",
           "Transfer-Encoding: chunked, chunked\r\n",
           "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
           "Transfer-Encoding: chunked\r\nTransfer-encoding: identity\r\n",
           "Transfer-Encoding: \"chunked\"\r\n",
           "Transfer-Encoding: chunked;a=b\r\n",
           "Transfer-Encoding:\r\n",
           "Content-Length: 5\r\nContent-Length: 6\r\n",
           "Content-Length: 5\r\nContent-Length: 5\r\n",
           "Content-Length: 5, 5\r\n",
           "Content-Length: +5\r\n",
           "Content-Length: -5\r\n",
           "Content-Length: 0x5\r\n",
           "Content-Length: 5 5\r\n",
           "Content-Length: \r\n",
           "Content-Length: 99999999999999999999\r\n",
           "Content-Length : 5\r\n",
           "Transfer-Encoding : chunked\r\n",
           "Trailer: a\r\nTransfer-Encoding: chunked\r\n",
           "Host: here:1\r\n",
           "Host: other\r\n",
           "Expect: nothing\r\n",
           "a\nContent-Length: 5\r\n",
           "a: b\0c\r\n",
           ": a\r\n",
       }) {
    const int got = status(request("POST / HTTP/1.1", more, chunks));
    EXPECT_TRUE(got >= 400 || got == 0) << more << got;
    EXPECT_NE(got, 200) << more;
  }
  EXPECT_EQ(status(request("POST / HTTP/1.0", "Transfer-Encoding: chunked\r\n", chunks)), 400);
  EXPECT_EQ(
      status(request("POST / HTTP/1.1", "Transfer-Encoding: chunked\r\n", "0\r\na: b\r\n\r\n")),
      400);
  for (const char* body :
       {"g\r\n", "-1\r\n", "1\r\nab\r\n0\r\n\r\n", "ffffffffffffffffff\r\n", "1\nab"}) {
    EXPECT_NE(status(request("POST / HTTP/1.1", "Transfer-Encoding: chunked\r\n", body)), 200)
        << body;
  }
}

TEST(ParseRequest, RefusesOtherTargetsHostsAndVersions) {
  for (const char* line :
       {"GET http://here:1/ HTTP/1.1", "GET * HTTP/1.1", "GET /#a HTTP/1.1", "GET /\\a HTTP/1.1",
        "GET /\x80 HTTP/1.1", "GET  / HTTP/1.1", "GET / HTTP/2.0", "GET / HTTP/1.2", "GET /",
        "BREW / HTTP/1.1", "get / HTTP/1.1", "CONNECT here:1 HTTP/1.1"}) {
    EXPECT_NE(status(request(line, "")), 200) << line;
  }
  EXPECT_EQ(status("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: there\r\n\r\n"), 421);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: HERE:1\r\n\r\n"), 200);
}

TEST(ParseRequest, HasLimits) {
  EXPECT_EQ(status(request("GET / HTTP/1.1", "X: " + std::string(20000, 'y') + "\r\n")), 431);
  EXPECT_EQ(status(request("POST / HTTP/1.1", "Content-Length: 1048577\r\n")), 413);
  EXPECT_EQ(status(request("POST / HTTP/1.1", "Transfer-Encoding: chunked\r\n", "100001\r\n")),
            413);
}

TEST(CheckSite, LetsNoPageOfOthersAsk) {
  const std::vector<std::string> ours = {"http://here:1"};
  const auto refused = [&](const std::string& method, std::vector<Header> headers) {
    Request head;
    head.method = method;
    head.headers = std::move(headers);
    return check_site(head, ours).has_value();
  };
  EXPECT_FALSE(refused("POST", {}));
  EXPECT_FALSE(refused("POST", {{"origin", "http://here:1"}}));
  EXPECT_TRUE(refused("POST", {{"origin", "null"}}));
  EXPECT_TRUE(refused("POST", {{"origin", "http://here:2"}}));
  EXPECT_TRUE(refused("POST", {{"sec-fetch-site", "same-site"}, {"origin", "http://here:1"}}));
  EXPECT_TRUE(refused("POST", {{"sec-fetch-site", "cross-site"},
                               {"sec-fetch-mode", "navigate"},
                               {"sec-fetch-dest", "document"}}));
  EXPECT_FALSE(refused("GET", {{"sec-fetch-site", "cross-site"},
                               {"sec-fetch-mode", "navigate"},
                               {"sec-fetch-dest", "document"}}));
  EXPECT_TRUE(refused("GET", {{"sec-fetch-site", "cross-site"},
                              {"sec-fetch-mode", "navigate"},
                              {"sec-fetch-dest", "iframe"}}));
  EXPECT_TRUE(refused("GET", {{"sec-fetch-site", "cross-site"}, {"sec-fetch-mode", "no-cors"}}));
}

TEST(FormFields, DecodesWhatBrowsersWrite) {
  const auto fields = form_fields("a=1+2&b.c=%C3%A9&d&e=");
  ASSERT_TRUE(fields);
  EXPECT_EQ(*fields,
            (std::vector<Header>{{"a", "1 2"}, {"b.c", "\xC3\xA9"}, {"d", ""}, {"e", ""}}));
  EXPECT_FALSE(form_fields("a=%"));
  EXPECT_FALSE(form_fields("a=%0"));
  EXPECT_FALSE(form_fields("a=%00"));
  EXPECT_FALSE(form_fields("a=%ff"));
}

}  // namespace
}  // namespace cogs::http
