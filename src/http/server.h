// SPDX-License-Identifier: Apache-2.0
//
// A small server for HTTP/1.1. This header is the overview of src/http.
//
//   message.h   requests and answers
//   checks.h    what is refused before anything looks at a request
//   server.cpp  all of Boost: connections, deadlines, limits
//
//   http::Server server(options, [](http::Request request, http::ReplyPtr reply) {
//     reply->send({200, "text/plain", "hello\n"});   // at once, or later from any thread
//   });
//   server.run();                                   // until stop()
//
// Connections are served by threads that never wait for a handler: it hands longer work to others.
// Every read and every write has a deadline. What was asked is answered before a stop, for as long
// as `stop_seconds`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "http/checks.h"
#include "http/message.h"

namespace cogs::http {

struct Limits {
  std::size_t head_bytes = 16 * 1024;
  std::size_t body_bytes = 1 << 20;
  std::size_t largest_body = std::size_t{256} << 20;  // of any request, whatever `body_limit` says
  std::size_t connections = 4096, of_address = 64;    // loopback addresses may have all
  double head_seconds = 10, body_seconds = 30, write_seconds = 30, stop_seconds = 10;
};

struct ServerOptions {
  std::vector<std::string> addresses = {"127.0.0.1"};  // numbers, not names
  std::uint16_t port = 0;                              // 0: one that is free
  std::vector<std::string> more_hosts;                 // beside the addresses and localhost
  std::vector<std::string> more_origins;               // "https://cogs.example"
  unsigned threads = 1;
  Limits limits;
  // The size that the body of this request may have; 0: `limits.body_bytes`.
  std::function<std::size_t(const Request& head)> body_limit;
  // The name of a new file for the body of this request, so that it is never in memory as a whole;
  // "": it is a text of the request.
  std::function<std::string(const Request& head)> body_file;
  // Called for every answer that was begun, for the log; microseconds from the end of the head.
  std::function<void(const Request& request, int status, std::uint64_t microseconds)> served;
};

// An answer in pieces that come as they are ready. Any thread may call these.
class Stream {
 public:
  virtual ~Stream() = default;
  virtual void send(std::string piece) = 0;
  virtual void close() = 0;
  virtual bool is_closed() const = 0;  // by us, by the other side or by a deadline
};

class Reply {
 public:
  virtual ~Reply() = default;  // an answer that was never given is a 500
  virtual void send(Response response) = 0;
  virtual std::shared_ptr<Stream> open_stream(Response head) = 0;
};
using ReplyPtr = std::shared_ptr<Reply>;
using Handler = std::function<void(Request request, ReplyPtr reply)>;

struct Figures {
  std::uint64_t accepted = 0, refused = 0, answered = 0, timeouts = 0, open = 0;
};

class Server {
 public:
  // Throws std::runtime_error with a sentence if it cannot listen.
  Server(ServerOptions options, Handler handler);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  const std::vector<std::string>& hosts() const;
  void run();   // on this thread and as many more as the options say
  void stop();  // from any thread
  Figures figures() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// One request out of bytes, by the same parser and checks: for tests. `used`: the bytes of it.
struct Parsed {
  std::variant<Request, Refusal> result;
  std::size_t used = 0;
  bool needs_more = false;  // the bytes end before the request does
};
Parsed parse_request(std::string_view bytes, const std::vector<std::string>& hosts,
                     const Limits& limits = {});

}  // namespace cogs::http
