// SPDX-License-Identifier: Apache-2.0
// The exporter against collectors that accept, refuse, are busy, hang up, hang, or do not exist.
#include "pipeline/trace/exporter.hpp"

#include <gtest/gtest.h>

#include "core/base/ids.hpp"
#include "core/trace/log.hpp"
#include "tests/trace/fake_collector.hpp"

namespace assay::trace {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = std::chrono::steady_clock;
using test::FakeCollector;

std::vector<CleanSpan> some_spans(std::size_t count) {
  std::vector<CleanSpan> spans;
  for (std::size_t i = 0; i < count; ++i) {
    Span span;
    span.trace_id = new_trace_id();
    span.span_id = new_span_id();
    span.name = kRunSpan;
    spans.push_back(scrub(span).value());
  }
  return spans;
}

CleanSpan request_span() {
  Span span;
  span.trace_id = new_trace_id();
  span.span_id = new_span_id();
  span.name = request_span_name("GET", "/api/runs");
  span.kind = Kind::Server;
  return scrub(span).value();
}

ExporterSettings quick(const std::string& url) {
  ExporterSettings settings;
  settings.endpoint = url;
  settings.batch_wait = milliseconds(50);
  settings.first_pause = milliseconds(20);
  settings.timeout = milliseconds(2'000);
  return settings;
}

std::size_t spans_in(const FakeCollector::Received& request) {
  const Json body = Json::parse(request.body).value();
  return body.get("resourceSpans").at(0).get("scopeSpans").at(0).get("spans").size();
}

class ExporterTest : public ::testing::Test {
 protected:
  ExporterTest() { log::configure("trace-test", log::Level::Error); }

  // The exporter's counts after it sent three spans to a collector with that script.
  Exporter::Counts after_three(FakeCollector& collector, std::size_t requests) {
    Exporter exporter(quick(collector.url()), new_uuid());
    exporter.take(some_spans(3));
    static_cast<void>(collector.wait_for(requests));
    exporter.stop(seconds(5));
    EXPECT_EQ(collector.received().size(), requests);
    return exporter.counts();
  }
};

TEST_F(ExporterTest, SendsBatchesOfAtMostFiveHundredAndTwelve) {
  FakeCollector collector([](std::size_t) { return FakeCollector::answer("200 OK"); });
  Exporter exporter(quick(collector.url()), new_uuid());
  exporter.take(some_spans(1200));
  exporter.stop(seconds(5));
  const auto requests = collector.received();
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_EQ(spans_in(requests[0]), 512U);
  EXPECT_EQ(spans_in(requests[2]), 176U);
  EXPECT_TRUE(requests[0].head.starts_with("POST /v1/traces HTTP/1.1"));
  EXPECT_NE(requests[0].head.find("Content-Type: application/json"), std::string::npos);
  EXPECT_EQ(exporter.counts().exported, 1200);
  EXPECT_EQ(exporter.counts().dropped, 0);
}

TEST_F(ExporterTest, NeverRepeatsWhatWasRefused) {
  for (const char* status : {"400 Bad Request", "413 Content Too Large", "401 Unauthorized",
                             "500 Internal Server Error", "302 Found"}) {
    FakeCollector collector(
        [status](std::size_t) { return FakeCollector::answer(status, "Retry-After: 0\r\n"); });
    const auto counts = after_three(collector, 1);
    EXPECT_EQ(counts.dropped, 3) << status;
    EXPECT_EQ(counts.exported, 0) << status;
  }
}

TEST_F(ExporterTest, TriesAgainWhenTheCollectorIsBusyOrHangsUp) {
  for (const std::string status : {"429 Too Many Requests", "502 Bad Gateway",
                                   "503 Service Unavailable", "504 Gateway Timeout", ""}) {
    FakeCollector collector([&status](std::size_t n) {
      if (n > 1) return FakeCollector::answer("200 OK");
      return status.empty() ? "" : FakeCollector::answer(status);
    });
    const auto counts = after_three(collector, 3);
    EXPECT_EQ(counts.exported, 3) << status;
    EXPECT_EQ(counts.dropped, 0) << status;
    const auto requests = collector.received();
    EXPECT_EQ(requests[0].body, requests[2].body);
  }
}

TEST_F(ExporterTest, WaitsAsLongAsRetryAfterAsks) {
  FakeCollector collector([](std::size_t n) {
    return n > 0 ? FakeCollector::answer("200 OK")
                 : FakeCollector::answer("429 Too Many Requests", "Retry-After: 1\r\n");
  });
  EXPECT_EQ(after_three(collector, 2).exported, 3);
  const auto requests = collector.received();
  EXPECT_GE(requests[1].at - requests[0].at, milliseconds(990));
}

TEST_F(ExporterTest, APartialSuccessIsCountedAndNeverRepeated) {
  for (const char* body : {R"({"partialSuccess":{"rejectedSpans":"2","errorMessage":"no"}})",
                           R"({"partialSuccess":{"rejectedSpans":2}})"}) {
    FakeCollector collector(
        [body](std::size_t) { return FakeCollector::answer("200 OK", "", body); });
    const auto counts = after_three(collector, 1);
    EXPECT_EQ(counts.rejected, 2);
    EXPECT_EQ(counts.exported, 1);
    EXPECT_EQ(counts.dropped, 0);
  }
}

TEST_F(ExporterTest, ABlackHoleHoldsUpNobodyAndTheQueueStaysBounded) {
  // The kernel accepts its connections, but it never reads or answers.
  FakeCollector collector([](std::size_t) {
    std::this_thread::sleep_for(milliseconds(1'500));
    return "";
  });
  ExporterSettings settings = quick(collector.url());
  settings.timeout = seconds(30);
  Exporter exporter(settings, new_uuid());
  const auto begun = Clock::now();
  for (int i = 0; i < 20; ++i) exporter.take(some_spans(500));
  EXPECT_LT(Clock::now() - begun, seconds(1));
  EXPECT_GE(exporter.counts().dropped, 10'000 - 2048 - 512);
  const auto stopping = Clock::now();
  exporter.stop(milliseconds(300));
  EXPECT_LT(Clock::now() - stopping, seconds(3));
  EXPECT_EQ(exporter.counts().dropped + exporter.counts().exported, 10'000);
}

TEST_F(ExporterTest, GivesABatchUpInTheEnd) {
  FakeCollector collector(
      [](std::size_t) { return FakeCollector::answer("503 Service Unavailable"); });
  ExporterSettings settings = quick(collector.url());
  settings.give_up = milliseconds(100);
  Exporter exporter(settings, new_uuid());
  exporter.take(some_spans(3));
  const auto deadline = Clock::now() + seconds(5);
  while (exporter.counts().dropped < 3 && Clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_EQ(exporter.counts().dropped, 3);
}

TEST_F(ExporterTest, SpansOfRequestsTakeHalfOfTheQueueAndBelongToTheApi) {
  FakeCollector collector([](std::size_t) { return FakeCollector::answer("200 OK"); });
  ExporterSettings settings = quick(collector.url());
  settings.max_queued = 10;
  settings.batch_wait = seconds(60);
  Exporter exporter(settings, new_uuid());
  exporter.take(some_spans(2));
  for (int i = 0; i < 20; ++i) exporter.offer(request_span());
  EXPECT_EQ(exporter.counts().dropped, 17);
  exporter.take(some_spans(5));
  EXPECT_EQ(exporter.counts().dropped, 17);
  exporter.stop(seconds(5));
  const auto requests = collector.received();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(spans_in(requests[0]), 7U);
  EXPECT_NE(requests[0].body.find(R"("stringValue":"assay-pipeline")"), std::string::npos);
  EXPECT_EQ(spans_in(requests[1]), 3U);
  EXPECT_NE(requests[1].body.find(R"("stringValue":"assay-api")"), std::string::npos);
}

TEST_F(ExporterTest, SwitchedOffItSendsAndDropsNothing) {
  Exporter exporter(quick("off"), new_uuid());
  exporter.take(some_spans(5000));
  exporter.stop(seconds(1));
  EXPECT_EQ(exporter.counts().dropped, 0);
  EXPECT_EQ(exporter.counts().exported, 0);
}

}  // namespace
}  // namespace assay::trace
