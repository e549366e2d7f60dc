// SPDX-License-Identifier: Apache-2.0
// Implements the model's server with plain sockets and threads.
#include "tests/support/model_server.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <utility>

namespace assay::test {
namespace {

// The head and the body of a request; an empty head if the client stayed silent.
std::pair<std::string, std::string> read_request(int fd) {
  std::string bytes;
  std::array<char, 65'536> buffer{};
  std::size_t end = std::string::npos;
  std::size_t wanted = 0;
  while (end == std::string::npos || bytes.size() < end + wanted) {
    pollfd ready{fd, POLLIN, 0};
    if (::poll(&ready, 1, 5000) != 1) return {};
    const ssize_t count = ::recv(fd, buffer.data(), buffer.size(), 0);
    if (count <= 0) return {};
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
    const std::size_t at = bytes.find("\r\n\r\n");
    if (end != std::string::npos || at == std::string::npos) continue;
    end = at + 4;
    const std::size_t length = bytes.find("Content-Length: ");
    if (length < end) wanted = std::stoul(bytes.substr(length + 16));
  }
  return {bytes.substr(0, end), bytes.substr(end)};
}

}  // namespace

Json ModelExchange::body() const {
  return Json::parse(body_).value_or(Json());
}

std::string ModelExchange::last_message() const {
  const Json messages = body().get("messages");
  if (messages.size() == 0) return {};
  return messages.at(messages.size() - 1).get("content").as_string().value_or("");
}

std::string ModelExchange::question() const {
  return body().get("messages").at(1).get("content").as_string().value_or("");
}

bool ModelExchange::send(std::string_view bytes) const {
  return send_bytes(fd_, bytes);
}

void ModelExchange::answer(int status, std::string_view body, std::string_view headers) const {
  ended_();
  send(response_text(status, body, headers));
}

void ModelExchange::say(std::string_view content, std::string_view finish_reason) const {
  const Json choice =
      Json::object()
          .set("index", 0)
          .set("finish_reason", finish_reason)
          .set("message", Json::object().set("role", "assistant").set("content", content));
  answer(200,
         Json::object()
             .set("model", "made-up-model-2026-11")
             .set("choices", Json::array().push(choice))
             .set("usage", Json::object().set("prompt_tokens", 1000).set("completion_tokens", 200))
             .dump());
}

void ModelExchange::reset() const {
  const struct ::linger hard { 1, 0 };
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
}

void ModelExchange::linger(int milliseconds) const {
  wait_for_client(fd_, milliseconds);
}

ModelServer::ModelServer(Script script)
    : script_(std::move(script)), listener_(listen_on_loopback(port_)) {
  thread_ = std::thread([this] { serve(); });
}

ModelServer::~ModelServer() {
  stopping_ = true;
  thread_.join();
  for (std::thread& exchange : exchanges_) exchange.join();
}

std::string ModelServer::base_url() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/v1";
}

void ModelServer::serve() {
  while (!stopping_) {
    FileDescriptor connection = next_connection(listener_);
    if (!connection.open()) continue;
    exchanges_.emplace_back([this, own = std::move(connection)] { serve_one(own.get()); });
  }
}

void ModelServer::serve_one(int fd) {
  auto [head, body] = read_request(fd);
  if (head.empty()) return;
  const int now = ++under_way_;
  for (int most = max_at_once_; most < now && !max_at_once_.compare_exchange_weak(most, now);) {
  }
  bool over = false;
  const auto ended = [this, &over] {
    if (!over) --under_way_;
    over = true;
  };
  script_(ModelExchange(fd, std::move(head), std::move(body), ++requests_, ended));
  ended();
}

}  // namespace assay::test
