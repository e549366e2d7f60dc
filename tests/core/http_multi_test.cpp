// SPDX-License-Identifier: Apache-2.0
// Many requests at once on one thread: each gets its own answer, and slow ones delay no others.
#include "core/http/http_client.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/model_server.hpp"

namespace assay::http {
namespace {

using namespace std::chrono_literals;
using test::ModelExchange;
using test::ModelServer;

Request post(const ModelServer& server, const std::string& body) {
  Request request;
  request.method = "POST";
  request.url = server.base_url();
  request.body = body;
  return request;
}

TEST(HttpExchanges, EachCallerGetsItsOwnAnswer) {
  ModelServer server([](const ModelExchange& exchange) {
    std::this_thread::sleep_for(20ms);
    exchange.answer(200, exchange.body().dump());
  });
  Exchanges exchanges;
  std::atomic<int> own{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 16; ++i) {
      threads.emplace_back([&, i] {
        for (int n = 0; n < 5; ++n) {
          const std::string body = "[" + std::to_string(i) + "," + std::to_string(n) + "]";
          const auto answer = exchanges.exchange(post(server, body));
          if (answer && answer->status == 200 && answer->body == body) ++own;
        }
      });
    }
  }
  EXPECT_EQ(own, 80);
  EXPECT_GT(server.max_at_once(), 4);
}

TEST(HttpExchanges, OneThatHangsHoldsUpNobody) {
  ModelServer server([](const ModelExchange& exchange) {
    if (exchange.body().size() == 0) return exchange.linger(20'000);
    exchange.answer(200, "there");
  });
  Exchanges exchanges;
  std::jthread hanging([&] {
    Request request = post(server, "[]");
    request.timeout = 1500ms;
    const auto answer = exchanges.exchange(request);
    EXPECT_FALSE(answer);
    EXPECT_EQ(answer.error(), Problem::Timeout);
  });
  while (server.requests() == 0) std::this_thread::sleep_for(1ms);
  const auto from = std::chrono::steady_clock::now();
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(exchanges.exchange(post(server, "[1]")));
  EXPECT_LT(std::chrono::steady_clock::now() - from, 1s);
}

TEST(HttpExchanges, IsCancelledByItsCallerOrItsEnd) {
  ModelServer server([](const ModelExchange& exchange) { exchange.linger(20'000); });
  auto exchanges = std::make_unique<Exchanges>();
  std::atomic<bool> cancelled{false};
  const auto ask = [&](const std::function<bool()>& when) {
    Request request = post(server, "[]");
    request.timeout = 20s;
    request.cancelled = when;
    const auto answer = exchanges->exchange(request);
    EXPECT_FALSE(answer);
    EXPECT_EQ(answer.error(), Problem::Cancelled);
  };
  const auto from = std::chrono::steady_clock::now();
  std::jthread first([&] { ask([&cancelled] { return cancelled.load(); }); });
  std::jthread second([&] { ask({}); });
  while (server.requests() < 2) std::this_thread::sleep_for(1ms);
  cancelled = true;
  first.join();
  exchanges.reset();
  second.join();
  EXPECT_LT(std::chrono::steady_clock::now() - from, 5s);
}

TEST(HttpExchanges, TellsProblemsAsTheClientDoes) {
  Exchanges exchanges;
  Request request;
  request.url = "ftp://example.org/";
  EXPECT_EQ(exchanges.exchange(request).error(), Problem::Url);
  request.url = "http://127.0.0.1:" + std::to_string(test::closed_port()) + "/";
  EXPECT_EQ(exchanges.exchange(request).error(), Problem::Connection);
  request.allowed = [](const sockaddr&) { return true; };
  EXPECT_THROW(static_cast<void>(exchanges.exchange(request)), std::invalid_argument);
}

}  // namespace
}  // namespace assay::http
