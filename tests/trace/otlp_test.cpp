// SPDX-License-Identifier: Apache-2.0
// The JSON of OTLP, the collector's responses, and metrics derived from spans.
#include "pipeline/trace/otlp.hpp"

#include <gtest/gtest.h>

#include "core/base/ids.hpp"
#include "pipeline/trace/feed.hpp"

namespace assay::trace {
namespace {

using std::chrono::seconds;

const std::string kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kSpan = "00f067aa0ba902b7";
const std::string kId = "01a1fdd8-b597-7408-9bb6-1d5c76186ce4";

Span failed_requirement() {
  Span span;
  span.trace_id = kTrace;
  span.span_id = kSpan;
  span.parent_span_id = "53995c3f42cd8ad8";
  span.name = kRequirementSpan;
  span.started_at = from_micros(1'767'323'045'678'912);
  span.ended_at = from_micros(1'767'323'045'778'912);
  span.status = Status::Error;
  span.status_message = "The time limit was reached";
  span.attributes = Json::object()
                        .set("run.id", kId)
                        .set("chunk.ids", Json::array().push(kId))
                        .set("latency.ms", 100)
                        .set("llm.cost.usd", 0.25)
                        .set("error.type", "timeout")
                        .set("tenant.name", "Acme");
  span.events.push_back({"error", span.ended_at, Json::object().set("error.type", "timeout")});
  span.links.push_back({"0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"});
  return span;
}

TEST(Otlp, IsWrittenByTheRulesOfItsJson) {
  const std::vector<CleanSpan> spans{scrub(failed_requirement()).value()};
  const OtlpBody body =
      otlp_body(spans, scrub_resource(Json::object().set("service.name", "assay-pipeline")));
  EXPECT_EQ(body.spans, 1U);
  EXPECT_EQ(
      body.json,
      R"({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":)"
      R"("assay-pipeline"}}]},"scopeSpans":[{"scope":{"name":"assay"},"spans":[{"traceId":)"
      R"("4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","parentSpanId":)"
      R"("53995c3f42cd8ad8","name":"requirement","kind":1,"startTimeUnixNano":)"
      R"("1767323045678912000","endTimeUnixNano":"1767323045778912000","attributes":[)"
      R"({"key":"run.id","value":{"stringValue":"01a1fdd8-b597-7408-9bb6-1d5c76186ce4"}},)"
      R"({"key":"chunk.ids","value":{"arrayValue":{"values":[{"stringValue":)"
      R"("01a1fdd8-b597-7408-9bb6-1d5c76186ce4"}]}}},)"
      R"({"key":"latency.ms","value":{"intValue":"100"}},)"
      R"({"key":"llm.cost.usd","value":{"doubleValue":0.25}},)"
      R"({"key":"error.type","value":{"stringValue":"timeout"}}],"droppedAttributesCount":1,)"
      R"("events":[{"timeUnixNano":"1767323045778912000","name":"error","attributes":[)"
      R"({"key":"error.type","value":{"stringValue":"timeout"}}]}],)"
      R"("links":[{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331",)"
      R"("attributes":[]}],"status":{"code":2,"message":"The time limit was reached"}}]}]}]})");
}

TEST(Otlp, ABodyStopsGrowingAtItsBound) {
  std::vector<CleanSpan> spans(100, scrub(failed_requirement()).value());
  const OtlpBody body = otlp_body(spans, Json::object(), 10'000);
  EXPECT_GT(body.spans, 3U);
  EXPECT_LT(body.spans, 20U);
  EXPECT_LE(body.json.size(), 10'000U);
  EXPECT_EQ(otlp_body(spans, Json::object(), 10).spans, 1U);
}

TEST(CollectorAnswer, RetryAfterIsSecondsOrADate) {
  const Timestamp now = from_iso8601("2026-01-02T03:04:05Z").value();
  EXPECT_EQ(parse_retry_after("7", now), seconds(7));
  EXPECT_EQ(parse_retry_after("0", now), seconds(0));
  EXPECT_EQ(parse_retry_after("86400", now), seconds(300));
  EXPECT_EQ(parse_retry_after("-5", now), seconds(0));
  EXPECT_EQ(parse_retry_after("Fri, 02 Jan 2026 03:04:35 GMT", now), seconds(30));
  EXPECT_EQ(parse_retry_after("Thu, 01 Jan 2026 03:04:35 GMT", now), seconds(0));
  EXPECT_EQ(parse_retry_after("soon", now), std::nullopt);
  EXPECT_EQ(parse_retry_after("", now), std::nullopt);
}

TEST(CollectorAnswer, AProblemOfTheAddressIsNotTriedAgain) {
  const auto next = [](http::Problem problem) { return judge(problem, 1, {}).next; };
  EXPECT_EQ(next(http::Problem::Url), Verdict::Next::Refused);
  EXPECT_EQ(next(http::Problem::Tls), Verdict::Next::Refused);
  EXPECT_EQ(next(http::Problem::Connection), Verdict::Next::Again);
  EXPECT_EQ(next(http::Problem::Timeout), Verdict::Next::Again);
  http::Response more;
  more.status = 200;
  more.body = R"({"partialSuccess":{"rejectedSpans":"99"}})";
  EXPECT_EQ(judge(more, 3, {}).rejected, 3);
}

TEST(Figures, OfASpanTellDurationFailureAndWhatWasDropped) {
  Figures figures;
  count_span(figures, *scrub(failed_requirement()).value());
  EXPECT_EQ((figures[{"assay_requirement_seconds_count", ""}]), 1);
  EXPECT_NEAR((figures[{"assay_requirement_seconds_sum", ""}]), 0.1, 1e-9);
  EXPECT_EQ((figures[{"assay_requirement_seconds_bucket", "le=\"0.1\""}]), 1);
  EXPECT_EQ((figures[{"assay_requirement_seconds_bucket", "le=\"0.05\""}]), 0);
  EXPECT_EQ((figures[{"assay_failures_total", "of=\"requirement\",reason=\"timeout\""}]), 1);
  EXPECT_EQ((figures[{"assay_span_attributes_dropped_total", ""}]), 1);
  EXPECT_EQ(label("reason", "a b\"c"), "reason=\"other\"");
}

}  // namespace
}  // namespace assay::trace
