// SPDX-License-Identifier: Apache-2.0
// Every fault that a model's server can have, simulated by our own server: each ends as it should,
// and when it should. The pauses between tries are shorter than the real ones; times that servers
// name, the time to connect and the requirement's budget are real.
#include <gtest/gtest.h>

#include <thread>

#include "tests/llm/fixture.hpp"
#include "tests/support/model_server.hpp"

namespace assay::test {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds kBudget{3000};

void expect_within(milliseconds took, milliseconds expected) {
  EXPECT_GE(took, expected - 500ms);
  EXPECT_LE(took, expected + 500ms);
}

// The evaluation of one requirement against a server that follows the script.
struct Played {
  explicit Played(ModelServer::Script script, milliseconds budget = kBudget,
                  const llm::Policy& policy = quick_policy())
      : server(std::move(script)),
        client(settings_for(server.base_url()), policy),
        judged(judge(client, budget)) {}
  ModelServer server;
  llm::Client client;
  Judged judged;
};

// ---- 429
// -----------------------------------------------------------------------------------------

TEST(RateLimit, APauseThatFitsIsWaitedFor) {
  const Played played([](const ModelExchange& exchange) {
    if (exchange.number() == 1) return exchange.answer(429, "{}", "Retry-After: 1\r\n");
    exchange.say(good_answer());
  });
  EXPECT_EQ(played.judged.code, "") << played.judged.message;
  EXPECT_EQ(played.server.requests(), 2U);
  EXPECT_EQ(played.judged.calls.at(0).error_code, "llm_rate_limited");
  EXPECT_EQ(played.judged.calls.at(1).error_code, "");
  expect_within(played.judged.took, 1000ms);
}

TEST(RateLimit, APauseThatDoesNotFitFailsAtOnce) {
  const Played played(
      [](const ModelExchange& exchange) { exchange.answer(429, "{}", "Retry-After: 30\r\n"); });
  EXPECT_EQ(played.judged.code, "llm_rate_limited");
  EXPECT_EQ(played.server.requests(), 1U);
  expect_within(played.judged.took, 0ms);
}

TEST(RateLimit, HoldsForAllRequestsToThatServer) {
  ModelServer server([](const ModelExchange& exchange) {
    if (exchange.number() == 1) return exchange.answer(429, "{}", "Retry-After: 1\r\n");
    exchange.say(good_answer());
  });
  llm::Client client(settings_for(server.base_url()), quick_policy());
  Judged first;
  std::thread one([&] { first = judge(client, kBudget); });
  while (server.requests() == 0) std::this_thread::sleep_for(5ms);
  std::this_thread::sleep_for(100ms);
  const Judged second = judge(client, kBudget);
  one.join();
  EXPECT_EQ(first.code + second.code, "");
  EXPECT_EQ(server.requests(), 3U) << "the second asked once, when the pause was over";
  expect_within(second.took, 900ms);
}

TEST(RateLimit, WithoutAPauseNamedItIsTriedThreeTimes) {
  const Played played([](const ModelExchange& exchange) { exchange.answer(429, "{}"); });
  EXPECT_EQ(played.judged.code, "llm_rate_limited");
  EXPECT_EQ(played.server.requests(), 3U);
}

// ---- failing and absent servers
// ------------------------------------------------------------------

class Failing : public ::testing::TestWithParam<int> {};

TEST_P(Failing, IsTriedThreeTimes) {
  const Played played([](const ModelExchange& exchange) { exchange.answer(GetParam(), "oops"); });
  EXPECT_EQ(played.judged.code, "llm_unavailable");
  EXPECT_NE(played.judged.message.find(std::to_string(GetParam())), std::string::npos);
  EXPECT_EQ(played.server.requests(), 3U);
  ASSERT_EQ(played.judged.calls.size(), 3U);
  EXPECT_EQ(played.judged.calls[0].http_status, GetParam());
  expect_within(played.judged.took, 100ms);
}
INSTANTIATE_TEST_SUITE_P(Statuses, Failing, ::testing::Values(500, 502, 503));

TEST(Failing, IsForgivenWhenItRecovers) {
  const Played played([](const ModelExchange& exchange) {
    if (exchange.number() < 3) return exchange.answer(503, "oops");
    exchange.say(good_answer());
  });
  EXPECT_EQ(played.judged.code, "") << played.judged.message;
  EXPECT_EQ(played.server.requests(), 3U);
}

TEST(Failing, AResetConnectionIsTriedThreeTimes) {
  const Played played([](const ModelExchange& exchange) { exchange.reset(); });
  EXPECT_EQ(played.judged.code, "llm_unavailable");
  EXPECT_EQ(played.judged.calls.size(), 3U);
  expect_within(played.judged.took, 100ms);
}

TEST(Failing, NobodyListensAndNoSuchName) {
  for (const std::string& url : {"http://127.0.0.1:" + std::to_string(closed_port()) + "/v1",
                                 std::string("http://no-such-host.invalid/v1")}) {
    llm::Client client(settings_for(url), quick_policy());
    const Judged judged = judge(client, 10s);
    EXPECT_EQ(judged.code, "llm_unavailable") << url;
    EXPECT_EQ(judged.calls.size(), 3U) << url;
  }
}

TEST(Failing, TheBreakerOpensAfterFiveAndOneProbeClosesIt) {
  std::atomic<bool> well{false};
  ModelServer server([&well](const ModelExchange& exchange) {
    if (well) return exchange.say(good_answer());
    exchange.answer(500, "oops");
  });
  llm::Client client(settings_for(server.base_url()), quick_policy());
  EXPECT_EQ(judge(client, kBudget).code, "llm_unavailable");
  EXPECT_EQ(server.requests(), 3U);
  // Fails twice more, which opens the breaker; then waits for the probe, which fails.
  const Judged second = judge(client, kBudget);
  EXPECT_EQ(second.code, "llm_unavailable");
  EXPECT_EQ(server.requests(), 6U);
  expect_within(second.took, 700ms);
  // Open: no request is sent.
  const Judged short_of_time = judge(client, 200ms);
  EXPECT_EQ(short_of_time.code, "llm_unavailable");
  expect_within(short_of_time.took, 0ms);
  EXPECT_EQ(server.requests(), 6U);
  well = true;
  const Judged recovered = judge(client, kBudget);
  EXPECT_EQ(recovered.code, "") << recovered.message;
  EXPECT_EQ(server.requests(), 7U);
  expect_within(recovered.took, 600ms);
}

// ---- silence
// ---------------------------------------------------------------------------------------

TEST(Silence, AServerThatHangsIsLeftWhenTheTimeIsOver) {
  const Played played([](const ModelExchange& exchange) { exchange.linger(20'000); });
  EXPECT_EQ(played.judged.code, "timeout");
  EXPECT_EQ(played.judged.calls.size(), 1U);
  expect_within(played.judged.took, kBudget);
}

TEST(Silence, AServerThatDripsIsLeftWhenTheTimeIsOver) {
  const Played played([](const ModelExchange& exchange) {
    bool there = exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{");
    while (there) {
      there = exchange.send(" ");
      std::this_thread::sleep_for(50ms);
    }
  });
  EXPECT_EQ(played.judged.code, "timeout");
  expect_within(played.judged.took, kBudget);
}

TEST(Silence, AnAddressThatTakesNoConnectionIsGivenUpSooner) {
  llm::Policy policy = quick_policy();
  policy.connect_timeout = 300ms;
  // TEST-NET-1, which never answers; an immediate "unreachable" works as well.
  llm::Client client(settings_for("https://192.0.2.1/v1"), policy);
  const Judged judged = judge(client, 10s);
  EXPECT_EQ(judged.code, "llm_unavailable");
  EXPECT_EQ(judged.calls.size(), 3U);
  EXPECT_LE(judged.took, 1700ms);
}

// ---- bad answers
// -----------------------------------------------------------------------------------

TEST(BadAnswer, GarbageIsRepairedOnceByAsking) {
  std::string repair;
  const Played played([&repair](const ModelExchange& exchange) {
    if (exchange.number() == 1) return exchange.say("I think it is complete.");
    repair = exchange.last_message();
    exchange.say(good_answer());
  });
  EXPECT_EQ(played.judged.code, "") << played.judged.message;
  EXPECT_EQ(played.server.requests(), 2U);
  EXPECT_NE(repair.find("not one JSON object"), std::string::npos) << repair;
  EXPECT_EQ(played.judged.calls.at(0).error_code, "llm_bad_output");
}

TEST(BadAnswer, GarbageTwiceFails) {
  for (const std::string& body :
       {std::string("<html>proxy</html>"), std::string("{\"choices\":[]}"), std::string("[]"),
        std::string()}) {
    const Played played([&body](const ModelExchange& exchange) { exchange.answer(200, body); });
    EXPECT_EQ(played.judged.code, "llm_bad_output") << body;
    EXPECT_EQ(played.server.requests(), 2U) << body;
    expect_within(played.judged.took, 0ms);
  }
}

TEST(BadAnswer, AConfidenceThatIsNoneIsRefusedAndNeverMended) {
  for (const std::string bad :
       {"NaN", "-1", "1.7", "\"high\"", "null", "1e999", "true", "-0.0001"}) {
    std::string text = good_answer(0.5);
    const std::size_t at = text.rfind("0.5");
    text.replace(at, 3, bad);
    const Played played([&text](const ModelExchange& exchange) { exchange.say(text); });
    EXPECT_EQ(played.judged.code, "llm_bad_output") << bad;
    EXPECT_EQ(played.server.requests(), 2U) << bad;
    EXPECT_EQ(played.judged.message.find("NaN"), std::string::npos) << "its words are not repeated";
  }
}

TEST(BadAnswer, AnAnswerCutOffGetsTwiceTheRoomOnce) {
  std::vector<std::int64_t> room;
  const auto script = [&room](bool well) {
    return [&room, well](const ModelExchange& exchange) {
      room.push_back(exchange.body().get("max_tokens").as_integer().value_or(0));
      if (well && exchange.number() == 2) return exchange.say(good_answer());
      exchange.say("{\"confidence\": 0.", "length");
    };
  };
  const Played helped(script(true));
  EXPECT_EQ(helped.judged.code, "") << helped.judged.message;
  ASSERT_EQ(room.size(), 2U);
  EXPECT_EQ(room[1], 2 * room[0]);
  const Played cut(script(false));
  EXPECT_EQ(cut.judged.code, "llm_truncated");
  EXPECT_EQ(cut.server.requests(), 2U);
}

TEST(BadAnswer, ARefusedRequestIsNotRepeated) {
  for (const int status : {401, 403, 404, 302}) {
    const Played played([status](const ModelExchange& exchange) {
      exchange.answer(status, R"({"error":{"message":"bad key sk-canary-0123456789"}})");
    });
    EXPECT_EQ(played.judged.code, "llm_refused") << status;
    EXPECT_EQ(played.server.requests(), 1U) << status;
    EXPECT_EQ(played.judged.calls.at(0).response.find("sk-canary"), std::string::npos);
  }
}

}  // namespace
}  // namespace assay::test
