// SPDX-License-Identifier: Apache-2.0
// Accepts, answers and ends requests over libfcgi.
#include "fcgi/server.hpp"

#include <fcgiapp.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <string>
#include <vector>

#include "core/base/stop.hpp"
#include "core/base/unix_socket.hpp"
#include "core/trace/log.hpp"
#include "fcgi/request.hpp"

namespace assay::fcgi {
namespace {

// A request received over FastCGI.
class FcgiRequest : public Request {
 public:
  // raw must stay accepted while this lives. Reads REQUEST_METHOD, REQUEST_URI (as sent, not
  // normalised by the web server), REMOTE_ADDR and HTTP_*.
  explicit FcgiRequest(FCGX_Request& raw);

  [[nodiscard]] std::vector<std::string> header_values(std::string_view name) const override;

 private:
  [[nodiscard]] std::size_t receive_body(std::span<std::byte> buffer) override;

  FCGX_Request& raw_;
};

std::string parameter(const FCGX_Request& raw, const char* name) {
  const char* value = FCGX_GetParam(name, raw.envp);
  return value == nullptr ? std::string() : std::string(value);
}

// "If-None-Match" -> "HTTP_IF_NONE_MATCH"; CGI passes two headers without the prefix.
std::string parameter_name(std::string_view header) {
  std::string name;
  for (const char c : header) {
    if (c == '-') {
      name.push_back('_');
    } else {
      name.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    }
  }
  if (name == "CONTENT_TYPE" || name == "CONTENT_LENGTH") return name;
  return "HTTP_" + name;
}

FcgiRequest::FcgiRequest(FCGX_Request& raw)
    : Request(parameter(raw, "REQUEST_METHOD"), parameter(raw, "REQUEST_URI"),
              parameter(raw, "REMOTE_ADDR")),
      raw_(raw) {}

std::vector<std::string> FcgiRequest::header_values(std::string_view name) const {
  const std::string wanted = parameter_name(name) + "=";
  std::vector<std::string> found;
  for (char** entry = raw_.envp; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    // The web server passes CONTENT_TYPE and CONTENT_LENGTH even when empty: treat them as absent.
    if (text.starts_with(wanted) && (text.size() > wanted.size() || wanted.starts_with("HTTP_"))) {
      found.emplace_back(text.substr(wanted.size()));
    }
  }
  return found;
}

std::size_t FcgiRequest::receive_body(std::span<std::byte> buffer) {
  const auto most = std::min<std::size_t>(buffer.size(), std::numeric_limits<int>::max());
  const int count =
      FCGX_GetStr(reinterpret_cast<char*>(buffer.data()), static_cast<int>(most), raw_.in);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

constexpr int kBacklog = 1024;

bool is_listening_socket(int fd) {
  int listening = 0;
  socklen_t size = sizeof listening;
  return ::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening != 0;
}

// Sleeps until a connection waits or a stop is requested. A plain blocking accept would miss a
// signal that arrives just before it; EPOLLEXCLUSIVE wakes one process of the pool, not all.
class Sleeper {
 public:
  explicit Sleeper(int listener) : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (!epoll_.open()) throw IoError("epoll_create1", errno);
    watch(listener, EPOLLIN | EPOLLEXCLUSIVE);
    if (stop::wake_fd() >= 0) watch(stop::wake_fd(), EPOLLIN);
  }
  void sleep() const {
    epoll_event event{};
    if (::epoll_wait(epoll_.get(), &event, 1, -1) < 0 && errno != EINTR) {
      throw IoError("epoll_wait", errno);
    }
  }

 private:
  void watch(int fd, std::uint32_t events) const {
    epoll_event event{};
    event.events = events;
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0)
      throw IoError("epoll_ctl", errno);
  }
  FileDescriptor epoll_;
};

// Holds back SIGTERM and SIGINT while it lives. libfcgi takes an interrupted read for the end of
// the request: its body would be cut short, or its connection closed without an answer.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGINT);
    const int error = ::pthread_sigmask(SIG_BLOCK, &held, &before_);
    if (error != 0) throw IoError("pthread_sigmask", error);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  // A signal that came meanwhile is handled here. This cannot fail: the mask is a former one.
  ~SignalsHeld() { static_cast<void>(::pthread_sigmask(SIG_SETMASK, &before_, nullptr)); }

 private:
  sigset_t before_{};
};

// An accepted request: the destructor always finishes it.
class Exchange {
 public:
  explicit Exchange(FCGX_Request& raw) : raw_(raw) {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() { FCGX_Finish_r(&raw_); }

  // Returns false when the web server is gone; there is then no one to answer.
  bool write(std::string_view text) {
    started_ = true;
    while (!text.empty()) {
      constexpr std::size_t kMax = 1U << 30U;
      const auto count = static_cast<int>(std::min(text.size(), kMax));
      if (FCGX_PutStr(text.data(), count, raw_.out) != count) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }
  [[nodiscard]] bool started() const noexcept { return started_; }

 private:
  FCGX_Request& raw_;
  bool started_ = false;
};

void send(Exchange& exchange, const Response& response, std::string_view method) {
  if (!exchange.write(response.head()) || !response.sends_body(method)) return;
  if (!response.producer()) {
    exchange.write(response.body());
    return;
  }
  std::string piece;
  for (bool more = true; more;) {
    piece.clear();
    more = response.producer()(piece);
    if (!exchange.write(piece)) return;
  }
}

// The last line of defence: expected errors have already become responses.
void send_last_resort(Exchange& exchange, const FCGX_Request& raw, const LastResort& last_resort) {
  if (exchange.started()) return;
  const char* id = FCGX_GetParam("HTTP_X_REQUEST_ID", raw.envp);
  const char* method = FCGX_GetParam("REQUEST_METHOD", raw.envp);
  send(exchange, last_resort(id == nullptr ? std::nullopt : std::optional<std::string>(id)),
       method == nullptr ? "GET" : method);
}

// Returns false if the process must not continue.
bool answer_one(FCGX_Request& raw, const Answer& answer, const LastResort& last_resort) {
  Exchange exchange(raw);
  try {
    FcgiRequest request(raw);
    const Response response = answer(request);
    send(exchange, response, request.method());
    return !response.ends_process();
  } catch (const std::exception& error) {
    log::error("request_crashed", {{"what", error.what()}});
  } catch (...) {
    log::error("request_crashed", {{"what", "an exception of unknown type"}});
  }
  send_last_resort(exchange, raw, last_resort);
  return false;
}

}  // namespace

FileDescriptor listening_socket(const std::string& path) {
  FileDescriptor socket =
      is_listening_socket(STDIN_FILENO) ? FileDescriptor(STDIN_FILENO) : listen_at(path, kBacklog);
  const int flags = ::fcntl(socket.get(), F_GETFL);
  if (flags < 0 || ::fcntl(socket.get(), F_SETFL, flags | O_NONBLOCK) != 0) {
    throw IoError("fcntl " + path, errno);
  }
  return socket;
}

namespace {

enum class Next { Accept, Sleep, End };

// Accepts and answers one request.
Next serve_one(FCGX_Request& raw, const Answer& answer, const LastResort& last_resort) {
  const SignalsHeld held;
  const int result = FCGX_Accept_r(&raw);
  if (result == 0) return answer_one(raw, answer, last_resort) ? Next::Accept : Next::End;
  const int error = -result;
  if (error == EAGAIN || error == EWOULDBLOCK) return Next::Sleep;
  if (error != EINTR && error != ECONNABORTED) throw IoError("FCGX_Accept_r", error);
  return Next::Accept;
}

}  // namespace

int serve(const FileDescriptor& listener, const Answer& answer, const LastResort& last_resort) {
  if (FCGX_Init() != 0) throw IoError("FCGX_Init", errno);
  FCGX_Request raw{};
  if (FCGX_InitRequest(&raw, listener.get(), FCGI_FAIL_ACCEPT_ON_INTR) != 0) {
    throw IoError("FCGX_InitRequest", errno);
  }
  const Sleeper sleeper(listener.get());
  while (!stop::requested()) {
    switch (serve_one(raw, answer, last_resort)) {
      case Next::Accept:
        break;
      case Next::Sleep:
        sleeper.sleep();
        break;
      case Next::End:
        return 1;
    }
  }
  return 0;
}

}  // namespace assay::fcgi
