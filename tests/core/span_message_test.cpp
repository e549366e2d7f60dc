// SPDX-License-Identifier: Apache-2.0
// Messages that carry spans from the API to the pipeline.
#include "core/trace/span_message.hpp"

#include <gtest/gtest.h>

#include "core/base/ids.hpp"

namespace assay::trace {
namespace {

TEST(SpanMessage, IsReadAsTheSpanItWasMadeOf) {
  Span span;
  span.trace_id = new_trace_id();
  span.span_id = new_span_id();
  span.started_at = from_micros(1'000'000);
  span.ended_at = from_micros(2'000'000);
  span.name = request_span_name("POST", "/api/runs");
  span.kind = Kind::Server;
  span.parent_span_id = new_span_id();
  span.status = Status::Error;
  span.attributes.set("http.route", "/api/runs")
      .set("db.time.ms", 1.5)
      .set("error.type", "internal")
      .set("url.query", "q=plan");
  span.status_message = error_sentence("internal", {}, 500);
  const auto clean = scrub(span);
  const auto read = from_message(to_message(*clean));
  ASSERT_TRUE(read);
  EXPECT_EQ(to_message(*read), to_message(*clean));
  EXPECT_EQ((*read)->name, "POST /api/runs");
  EXPECT_EQ((*read)->kind, Kind::Server);
  EXPECT_EQ((*read)->parent_span_id, span.parent_span_id);
  EXPECT_EQ((*read)->ended_at, span.ended_at);
  EXPECT_EQ((*read)->status_message, span.status_message);
  EXPECT_EQ((*read)->dropped_attributes, 1);
}

TEST(SpanMessage, ThatIsNoneIsRefusedAndOneThatSaysTooMuchIsScrubbed) {
  for (const char* bad : {"", "x", "[]", "{}", R"({"traceId": 7, "attributes": {}})",
                          R"({"traceId": "a", "spanId": "b", "attributes": []})"}) {
    EXPECT_FALSE(from_message(bad)) << bad;
  }
  const auto read = from_message(R"({"traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
    "spanId": "00f067aa0ba902b7", "name": "GET /api/plan.pdf of Acme", "kind": 2,
    "startedAt": -5, "endedAt": 9e99, "status": 77, "statusMessage": "CANARY",
    "attributes": {"http.route": "CANARY", "x": "CANARY"}})");
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)->name, "unnamed");
  EXPECT_EQ(to_message(*read).find("CANARY"), std::string::npos);
}

}  // namespace
}  // namespace assay::trace
