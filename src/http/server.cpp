// SPDX-License-Identifier: Apache-2.0
//
// All of Boost is in this file, which takes long to compile.
#include "http/server.h"

#include <utility>  // before Boost: 1.74 needs it with C++20

#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/file_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unordered_set>

#include "base/small_letters.h"

namespace cogs::http {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace wire = boost::beast::http;
using tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using Parser = wire::request_parser<wire::string_body>;
using FileParser = wire::request_parser<wire::file_body>;

std::string small(beast::string_view text) {
  return base::in_small_letters({text.data(), text.size()});
}

void take_head(const Parser::value_type& message, Request& out) {
  const auto method = message.method_string();
  out.method.assign(method.data(), method.size());
  const auto target = message.target();
  out.target.assign(target.data(), target.size());
  out.version = static_cast<int>(message.version());
  for (const auto& field : message) {
    const auto value = field.value();
    out.headers.emplace_back(small(field.name_string()), std::string(value.data(), value.size()));
  }
}

template <class AnyParser>
std::size_t fields_of(const AnyParser& parser) {
  std::size_t out = 0;
  for (const auto& field : parser.get()) {
    static_cast<void>(field);
    ++out;
  }
  return out;
}

std::chrono::nanoseconds seconds(double count) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(count * 1e9));
}

Refusal refusal_of(const beast::error_code& error) {
  if (error == wire::error::body_limit) return {413, "the body is too large"};
  if (error == wire::error::header_limit || error == wire::error::buffer_overflow) {
    return {431, "the head of the request is too large"};
  }
  if (error == wire::error::bad_version) return {505, "this is neither HTTP/1.0 nor HTTP/1.1"};
  return {400, "this is no request of HTTP/1.1"};
}

constexpr std::size_t slowest_body = 1 << 20;  // bytes a second of what goes on beyond the deadline

std::string problem_text(int status, const std::string& words) {
  // `words` are sentences of this folder: nothing in them needs an escape.
  return "{\"type\": \"about:blank\", \"title\": \"" + std::string(status_words(status)) +
         "\", \"status\": " + std::to_string(status) + ", \"detail\": \"" + words + "\"}\n";
}

constexpr std::string_view usual_headers =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src "
    "'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
    "'none'; "
    "require-trusted-types-for 'script'; trusted-types cogs\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

std::string head_text(const Response& response, std::uint64_t length, bool close, bool with_length,
                      bool plain_old) {
  std::string out = plain_old ? "HTTP/1.0 " : "HTTP/1.1 ";
  out +=
      std::to_string(response.status) + " " + std::string(status_words(response.status)) + "\r\n";
  if (!response.type.empty()) out += "Content-Type: " + response.type + "\r\n";
  if (with_length) out += "Content-Length: " + std::to_string(length) + "\r\n";
  bool cached = false;
  for (const Header& header : response.headers) {
    cached = cached || header.first == "Cache-Control";
    out += header.first + ": " + header.second + "\r\n";
  }
  if (!cached) out += "Cache-Control: no-store\r\n";
  out += usual_headers;
  out +=
      close ? "Connection: close\r\n\r\n" : (plain_old ? "Connection: keep-alive\r\n\r\n" : "\r\n");
  return out;
}

}  // namespace

struct Server::Inside {
  class Session;
  struct Ending;
  struct Context {
    std::unordered_set<Session*> sessions;  // of the context's thread; outlives what `io` holds
    asio::io_context io{1};
    std::vector<std::unique_ptr<tcp::acceptor>> acceptors;
  };

  ServerOptions options;
  Handler handler;
  std::vector<std::unique_ptr<Context>> contexts;
  std::uint16_t port = 0;
  std::vector<std::string> hosts, origins;
  std::atomic<bool> stopping{false};
  std::atomic<std::uint64_t> accepted{0}, refused{0}, answered{0}, timeouts{0}, open{0};
  std::mutex addresses_mutex;
  std::map<std::string, std::size_t> addresses;

  void listen();
  void accept(Context& context, tcp::acceptor& acceptor);
  void begin(Context& context, tcp::socket socket);
  bool admit(const asio::ip::address& address);
  void leave(const std::string& address);
  void run(Context& context) { context.io.run(); }
};

// After a stop: ends the context when the last connection is gone, or the time is up.
struct Server::Inside::Ending : std::enable_shared_from_this<Ending> {
  Ending(Context& ended, Clock::time_point last)
      : context(ended), timer(ended.io), deadline(last) {}

  void look() {
    if (context.sessions.empty() || Clock::now() >= deadline) return context.io.stop();
    timer.expires_after(std::chrono::milliseconds(10));
    timer.async_wait([self = shared_from_this()](beast::error_code) { self->look(); });
  }

  Context& context;
  asio::steady_timer timer;
  Clock::time_point deadline;
};

// One connection. All of its members are touched by the thread of its context alone.
class Server::Inside::Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Inside& server, Context& context, tcp::socket socket, std::string peer)
      : server_(server), context_(context), stream_(std::move(socket)), peer_(std::move(peer)) {
    context_.sessions.insert(this);
    ++server_.open;
  }
  ~Session() {
    context_.sessions.erase(this);
    --server_.open;
    server_.leave(peer_);
  }

  void read_head() {
    if (server_.stopping) return close();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(server_.options.limits.head_bytes));
    parser_->body_limit(server_.options.limits.largest_body);
    idle_ = buffer_.size() == 0;
    stream_.expires_after(seconds(server_.options.limits.head_seconds));
    wire::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                              self->on_head(error);
                            });
  }

  // Nothing was asked yet: nobody loses anything.
  void close_if_idle() {
    if (idle_) close();
  }

  void send(Response response) {
    if (streaming_) return;
    close_after_ = close_after_ || server_.stopping;
    const bool head_only = request_.method == "HEAD";
    std::uint64_t length = response.body.size();
    if (response.body_file && !open_body(*response.body_file, length)) {
      response = {500, "application/problem+json", problem_text(500, "the file is gone"), {}};
      length = response.body.size();
    }
    out_ = head_text(response, length, close_after_,
                     response.status != 304 && response.status != 204, request_.version == 10);
    if (head_only) {
      sending_left_ = 0;
    } else {
      out_ += response.body;
      sent_file_ = response.body_file;
    }
    count(response.status);
    stream_.expires_after(seconds(server_.options.limits.write_seconds));
    asio::async_write(stream_, asio::buffer(out_),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        self->on_written(error);
                      });
  }

  void open_stream(const Response& head) {
    streaming_ = true;
    count(head.status);
    send_piece(head_text(head, 0, true, false, request_.version == 10));
  }
  void send_piece(std::string piece) {
    pieces_.push_back(std::move(piece));
    if (pieces_.size() > 10000) return close();  // who does not read is left
    if (pieces_.size() == 1) write_piece();
  }
  void end_stream() {
    ending_ = true;
    if (pieces_.empty()) close();
  }

  std::shared_ptr<std::atomic<bool>> closed() const { return closed_; }
  asio::io_context& io() { return context_.io; }

 private:
  void count(int status) {
    ++server_.answered;
    if (server_.options.served) {
      const auto passed = Clock::now() - began_;
      server_.options.served(
          request_, status,
          static_cast<std::uint64_t>(
              std::chrono::duration_cast<std::chrono::microseconds>(passed).count()));
    }
  }

  void on_head(beast::error_code error) {
    idle_ = false;
    began_ = Clock::now();
    request_ = {};
    request_.peer = peer_;
    if (error == beast::error::timeout) {
      ++server_.timeouts;
      return close();
    }
    if (error) {
      const bool spoken = error.category() == make_error_code(wire::error::bad_version).category();
      const bool gone =
          !spoken || error == wire::error::end_of_stream || error == wire::error::partial_message;
      return gone ? close() : refuse(refusal_of(error));
    }
    take_head(parser_->get(), request_);
    if (const auto refusal = check_head(request_, server_.hosts)) return refuse(*refusal);
    if (const auto refusal = check_site(request_, server_.origins)) return refuse(*refusal);
    close_after_ = !parser_->get().keep_alive();
    // The parser has compared the length with the largest that any request may have, and compares
    // chunks with this from now on.
    std::size_t limit = server_.options.body_limit ? server_.options.body_limit(request_) : 0;
    if (limit == 0) limit = server_.options.limits.body_bytes;
    const auto length = parser_->content_length();
    if (length && *length > limit) return refuse({413, "the body is too large"});
    parser_->body_limit(limit);
    fields_ = fields_of(*parser_);
    // Large bodies have longer, but not for ever.
    body_seconds_ = server_.options.limits.body_seconds +
                    static_cast<double>(limit) / static_cast<double>(slowest_body);
    if (server_.options.body_file && !parser_->is_done() && !into_file()) {
      return refuse({507, "there is no room for the body"});
    }
    stream_.expires_after(seconds(body_seconds_));
    const bool done = file_parser_ ? file_parser_->is_done() : parser_->is_done();
    if (request_.count("expect") > 0 && !done) return go_on();
    read_body();
  }

  // What comes from now on is written to a file, if one is wanted; false: it cannot be.
  bool into_file() {
    const std::string name = server_.options.body_file(request_);
    if (name.empty()) return true;
    request_.body_file =
        std::shared_ptr<const std::string>(new std::string(name), [](const std::string* file) {
          std::remove(file->c_str());
          delete file;
        });
    file_parser_.emplace(std::move(*parser_));
    parser_.reset();
    beast::error_code error;
    file_parser_->get().body().open(name.c_str(), beast::file_mode::write_new, error);
    return !error;
  }

  void go_on() {
    out_ = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(stream_, asio::buffer(out_),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        if (error) return self->close();
                        self->stream_.expires_after(seconds(self->body_seconds_));
                        self->read_body();
                      });
  }

  void read_body() {
    if (file_parser_) {
      return wire::async_read(stream_, buffer_, *file_parser_,
                              [self = shared_from_this()](beast::error_code error, std::size_t) {
                                self->on_file(error);
                              });
    }
    if (parser_->is_done()) return on_body({});
    wire::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) {
                       self->on_body(error);
                     });
  }

  void on_body(beast::error_code error) {
    if (error == beast::error::timeout) {
      ++server_.timeouts;
      return refuse({408, "the body did not come in time"});
    }
    if (error) return refuse(refusal_of(error));
    if (fields_of(*parser_) != fields_) return refuse({400, "trailers are not taken"});
    request_.body = std::move(parser_->get().body());
    parser_.reset();
    stream_.expires_never();  // the handler's time is the service's matter
    handle();
  }

  void on_file(beast::error_code error) {
    const std::size_t fields = fields_of(*file_parser_);
    file_parser_.reset();  // closes the file
    if (error == beast::error::timeout) {
      ++server_.timeouts;
      return refuse({408, "the body did not come in time"});
    }
    if (error == boost::system::errc::no_space_on_device) {
      return refuse({507, "there is no room for the body"});
    }
    if (error) return refuse(refusal_of(error));
    if (fields != fields_) return refuse({400, "trailers are not taken"});
    stream_.expires_never();
    handle();
  }

  void handle();

  void refuse(const Refusal& refusal) {
    ++server_.refused;
    close_after_ = drain_ = true;
    parser_.reset();
    file_parser_.reset();
    request_.body_file.reset();
    send({refusal.status,
          "application/problem+json",
          problem_text(refusal.status, refusal.words),
          {}});
  }

  bool open_body(const std::string& file, std::uint64_t& length) {
    std::error_code failure;
    length = std::filesystem::file_size(file, failure);
    sending_.close();
    sending_.clear();
    if (!failure) sending_.open(file, std::ios::binary);
    sending_left_ = !failure && sending_.is_open() ? length : 0;
    return !failure && sending_.is_open();
  }
  void send_more() {
    constexpr std::uint64_t piece = 64 * 1024;
    out_.resize(static_cast<std::size_t>(std::min(piece, sending_left_)));
    sending_.read(out_.data(), static_cast<std::streamsize>(out_.size()));
    if (!sending_) return close();  // it is shorter than was said: the other side sees that
    sending_left_ -= out_.size();
    stream_.expires_after(seconds(server_.options.limits.write_seconds));
    asio::async_write(stream_, asio::buffer(out_),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        self->on_written(error);
                      });
  }

  void on_written(beast::error_code error) {
    if (error == beast::error::timeout) ++server_.timeouts;
    if (error) return close();
    if (sending_left_ > 0) return send_more();
    if (sent_file_) {
      sending_.close();
      sent_file_.reset();
    }
    if (close_after_) return drain_ ? drain() : close();
    out_.clear();
    if (out_.capacity() > 16384) out_.shrink_to_fit();
    request_ = {};
    read_head();
  }

  // Whoever is still sending would not see the answer if we hung up: what comes is read for a
  // moment, and forgotten.
  void drain() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    stream_.expires_after(std::chrono::seconds(2));
    drain_more();
  }
  void drain_more() {
    constexpr std::size_t most = std::size_t{16} << 20;
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(16384),
                            [self = shared_from_this()](beast::error_code error, std::size_t read) {
                              self->drained_ += read;
                              if (error || self->drained_ > most) return self->close();
                              self->drain_more();
                            });
  }

  void write_piece() {
    stream_.expires_after(seconds(server_.options.limits.write_seconds));
    asio::async_write(stream_, asio::buffer(pieces_.front()),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        if (error) return self->close();
                        self->pieces_.pop_front();
                        if (!self->pieces_.empty()) return self->write_piece();
                        self->stream_.expires_never();
                        if (self->ending_) self->close();
                      });
  }

  void close() {
    *closed_ = true;
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.close();
  }

  Inside& server_;
  Context& context_;
  beast::tcp_stream stream_;
  std::string peer_;
  beast::flat_buffer buffer_{64 * 1024};
  boost::optional<Parser> parser_;
  boost::optional<FileParser> file_parser_;
  Request request_;
  std::string out_;
  std::deque<std::string> pieces_;
  std::shared_ptr<std::atomic<bool>> closed_ = std::make_shared<std::atomic<bool>>(false);
  Clock::time_point began_;
  double body_seconds_ = 0;
  std::size_t fields_ = 0;
  std::size_t drained_ = 0;
  std::ifstream sending_;
  std::uint64_t sending_left_ = 0;
  std::shared_ptr<const std::string> sent_file_;  // goes with its last holder, if it is to go
  bool idle_ = true, close_after_ = false, drain_ = false, streaming_ = false, ending_ = false;
};

namespace {

template <class Session>
class SessionStream : public Stream {
 public:
  explicit SessionStream(std::shared_ptr<Session> session)
      : session_(std::move(session)), closed_(session_->closed()) {}
  ~SessionStream() override { close(); }
  void send(std::string piece) override {
    if (is_closed()) return;
    asio::post(session_->io(), [session = session_, piece = std::move(piece)]() mutable {
      session->send_piece(std::move(piece));
    });
  }
  void close() override {
    if (!session_) return;
    asio::post(session_->io(), [session = session_] { session->end_stream(); });
    session_.reset();
  }
  bool is_closed() const override { return !session_ || *closed_; }

 private:
  std::shared_ptr<Session> session_;
  std::shared_ptr<std::atomic<bool>> closed_;
};

template <class Session>
class SessionReply : public Reply {
 public:
  explicit SessionReply(std::shared_ptr<Session> session) : session_(std::move(session)) {}
  ~SessionReply() override {
    if (session_)
      send({500, "application/problem+json", problem_text(500, "no answer was given"), {}});
  }
  void send(Response response) override {
    const auto session = std::exchange(session_, nullptr);
    if (!session) return;
    asio::dispatch(session->io(), [session, response = std::move(response)]() mutable {
      session->send(std::move(response));
    });
  }
  std::shared_ptr<Stream> open_stream(Response head) override {
    const auto session = std::exchange(session_, nullptr);
    if (!session) return nullptr;
    asio::post(session->io(), [session, head = std::move(head)] { session->open_stream(head); });
    return std::make_shared<SessionStream<Session>>(session);
  }

 private:
  std::shared_ptr<Session> session_;
};

}  // namespace

void Server::Inside::Session::handle() {
  const auto reply = std::make_shared<SessionReply<Session>>(shared_from_this());
  Request request = std::move(request_);
  request_ = {};  // what is kept is for the log
  request_.method = request.method;
  request_.target = request.target;
  request_.version = request.version;
  if (const auto trace = request.header("traceparent"); !trace.empty()) {
    request_.headers.emplace_back("traceparent", trace);
  }
  server_.handler(std::move(request), reply);
}

void Server::Inside::listen() {
  const unsigned count = options.threads > 0 ? options.threads : 1;
  for (unsigned i = 0; i < count; ++i) contexts.push_back(std::make_unique<Context>());
  port = options.port;
  for (std::size_t a = 0; a < options.addresses.size(); ++a) {
    beast::error_code error;
    const auto address = asio::ip::make_address(options.addresses[a], error);
    if (error) throw std::runtime_error("'" + options.addresses[a] + "' is no address");
    for (const auto& context : contexts) {
      auto acceptor = std::make_unique<tcp::acceptor>(context->io);
      const tcp::endpoint where(address, port);
      acceptor->open(where.protocol(), error);
      if (!error) acceptor->set_option(asio::socket_base::reuse_address(true), error);
      if (!error && count > 1) {
        using reuse_port = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
        acceptor->set_option(reuse_port(true), error);
      }
      if (!error && address.is_v6()) acceptor->set_option(asio::ip::v6_only(true), error);
      if (!error) acceptor->bind(where, error);
      if (!error) acceptor->listen(1024, error);
      if (error) {
        if (a > 0) break;  // a machine without IPv6
        throw std::runtime_error("cannot listen on " + options.addresses[a] + " port " +
                                 std::to_string(port) + ": " + error.message());
      }
      if (port == 0) port = acceptor->local_endpoint().port();
      context->acceptors.push_back(std::move(acceptor));
    }
  }
  std::vector<std::string> names = {"localhost", "127.0.0.1", "[::1]"};
  for (const std::string& address : options.addresses) {
    if (address != "0.0.0.0" && address != "::" && address != "127.0.0.1" && address != "::1") {
      names.push_back(address.find(':') == std::string::npos ? address : "[" + address + "]");
    }
  }
  for (const std::string& name : names) {
    hosts.push_back(name + ":" + std::to_string(port));
    origins.push_back("http://" + hosts.back());
    if (port == 80) {
      hosts.push_back(name);
      origins.push_back("http://" + name);
    }
  }
  hosts.insert(hosts.end(), options.more_hosts.begin(), options.more_hosts.end());
  origins.insert(origins.end(), options.more_origins.begin(), options.more_origins.end());
  for (const auto& context : contexts) {
    for (const auto& acceptor : context->acceptors) accept(*context, *acceptor);
  }
}

void Server::Inside::accept(Context& context, tcp::acceptor& acceptor) {
  acceptor.async_accept([this, &context, &acceptor](beast::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted || stopping) return;
    if (!error) {
      ++accepted;
      begin(context, std::move(socket));
      return accept(context, acceptor);
    }
    // Out of descriptors, most likely: some are free again in a moment.
    auto timer = std::make_shared<asio::steady_timer>(context.io, std::chrono::milliseconds(50));
    timer->async_wait([this, &context, &acceptor, timer](beast::error_code) {
      if (!stopping) accept(context, acceptor);
    });
  });
}

void Server::Inside::begin(Context& context, tcp::socket socket) {
  beast::error_code error;
  const auto peer = socket.remote_endpoint(error);
  if (error || !admit(peer.address())) {
    ++refused;
    return;  // closed by its destructor
  }
  socket.set_option(tcp::no_delay(true), error);
  std::make_shared<Session>(*this, context, std::move(socket), peer.address().to_string())
      ->read_head();
}

bool Server::Inside::admit(const asio::ip::address& address) {
  const std::lock_guard lock(addresses_mutex);
  if (open >= options.limits.connections) return false;
  std::size_t& count = addresses[address.to_string()];
  if (!address.is_loopback() && count >= options.limits.of_address) return false;
  ++count;
  return true;
}

void Server::Inside::leave(const std::string& address) {
  const std::lock_guard lock(addresses_mutex);
  const auto found = addresses.find(address);
  if (found != addresses.end() && --found->second == 0) addresses.erase(found);
}

Server::Server(ServerOptions options, Handler handler) : inside_(std::make_unique<Inside>()) {
  inside_->options = std::move(options);
  inside_->handler = std::move(handler);
  inside_->listen();
}

Server::~Server() {
  stop();
  // What still waits holds sessions, which know their context and the rest of us.
  for (const auto& context : inside_->contexts) context->io.stop();
  inside_->contexts.clear();
}

std::uint16_t Server::port() const { return inside_->port; }
const std::vector<std::string>& Server::hosts() const { return inside_->hosts; }

void Server::run() {
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < inside_->contexts.size(); ++i) {
    threads.emplace_back([this, i] { inside_->run(*inside_->contexts[i]); });
  }
  inside_->run(*inside_->contexts[0]);
  for (std::thread& thread : threads) thread.join();
}

void Server::stop() {
  if (inside_->stopping.exchange(true)) return;
  for (const auto& one : inside_->contexts) {
    Inside::Context* context = one.get();
    asio::post(context->io, [this, context] {
      for (const auto& acceptor : context->acceptors) acceptor->close();
      const std::vector<Inside::Session*> all(context->sessions.begin(), context->sessions.end());
      for (Inside::Session* session : all) {
        const auto kept = session->weak_from_this().lock();
        if (kept) kept->close_if_idle();
      }
      std::make_shared<Inside::Ending>(*context,
                                       Clock::now() + seconds(inside_->options.limits.stop_seconds))
          ->look();
    });
  }
}

Figures Server::figures() const {
  return {inside_->accepted, inside_->refused, inside_->answered, inside_->timeouts, inside_->open};
}

Parsed parse_request(std::string_view bytes, const std::vector<std::string>& hosts,
                     const Limits& limits) {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(limits.head_bytes));
  parser.body_limit(limits.body_bytes);
  Parsed out;
  beast::error_code error;
  Request request;
  bool head_taken = false;
  std::size_t fields = 0;
  while (!parser.is_done()) {
    const std::size_t used = parser.put(asio::buffer(bytes.substr(out.used)), error);
    out.used += used;
    if (parser.is_header_done() && !head_taken && (!error || error == wire::error::need_more)) {
      head_taken = true;
      take_head(parser.get(), request);
      fields = fields_of(parser);
      if (const auto refusal = check_head(request, hosts)) {
        out.result = *refusal;
        return out;
      }
    }
    if (error == wire::error::need_more || (!error && used == 0)) {
      out.needs_more = true;
      out.result = Refusal{400, "the request is not complete"};
      return out;
    }
    if (error) {
      out.result = refusal_of(error);
      return out;
    }
  }
  if (fields_of(parser) != fields) {
    out.result = Refusal{400, "trailers are not taken"};
    return out;
  }
  request.body = std::move(parser.get().body());
  out.result = std::move(request);
  return out;
}

}  // namespace cogs::http
