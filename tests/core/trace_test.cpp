// SPDX-License-Identifier: Apache-2.0
// Identifiers of spans, the traceparent header, and the closed vocabulary of errors.
#include "core/trace/trace.hpp"

#include <gtest/gtest.h>

namespace assay::trace {
namespace {

const std::string kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kSpan = "00f067aa0ba902b7";

TEST(TraceParent, OfVersionZeroIsRead) {
  const auto parent = parse_traceparent("00-" + kTrace + "-" + kSpan + "-01");
  ASSERT_TRUE(parent);
  EXPECT_EQ(parent->trace_id, kTrace);
  EXPECT_EQ(parent->span_id, kSpan);
  EXPECT_EQ(parent->flags, 1);
  EXPECT_EQ(parse_traceparent("00-" + kTrace + "-" + kSpan + "-a7")->flags, 0xa7);
}

TEST(TraceParent, OfALaterVersionIsReadAsFarAsZeroGoes) {
  EXPECT_TRUE(parse_traceparent("01-" + kTrace + "-" + kSpan + "-01"));
  EXPECT_TRUE(parse_traceparent("cc-" + kTrace + "-" + kSpan + "-01-what-comes-later"));
  EXPECT_FALSE(parse_traceparent("cc-" + kTrace + "-" + kSpan + "-01what-comes-later"));
}

TEST(TraceParent, ThatIsMalformedIsIgnored) {
  const std::string zeros = std::string(32, '0');
  for (const std::string& bad :
       {std::string(), "00-" + kTrace + "-" + kSpan, "00-" + kTrace + "-" + kSpan + "-1",
        "00-" + kTrace + "-" + kSpan + "-01-more", "00-" + kTrace + "-" + kSpan + "-01 ",
        "ff-" + kTrace + "-" + kSpan + "-01", "0g-" + kTrace + "-" + kSpan + "-01",
        "00-" + kTrace + "-" + kSpan + "-0G", "00-" + zeros + "-" + kSpan + "-01",
        "00-" + kTrace + "-" + zeros.substr(0, 16) + "-01", "00_" + kTrace + "-" + kSpan + "-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + kSpan + "-01",
        "00-" + kTrace.substr(1) + "--" + kSpan + "-01",
        "00-" + kTrace + "-" + kSpan + "-01,00-" + kTrace + "-" + kSpan + "-01"}) {
    EXPECT_FALSE(parse_traceparent(bad)) << bad;
  }
}

TEST(TraceParent, IsWrittenAsItIsRead) {
  for (const std::string flags : {"00", "01", "a7"}) {
    const std::string header = "00-" + kTrace + "-" + kSpan + "-" + flags;
    EXPECT_EQ(traceparent(*parse_traceparent(header)), header);
  }
  EXPECT_TRUE(parse_traceparent("00-" + kTrace + "-" + kSpan + "-01")->sampled());
  EXPECT_TRUE(parse_traceparent("00-" + kTrace + "-" + kSpan + "-03")->sampled());
  EXPECT_FALSE(parse_traceparent("00-" + kTrace + "-" + kSpan + "-02")->sampled());
}

TEST(RequestSpans, AreNamedByMethodAndRoute) {
  EXPECT_EQ(request_span_name("GET", "/api/runs/{runId}"), "GET /api/runs/{runId}");
  EXPECT_EQ(request_span_name("PATCH", ""), "PATCH");
  EXPECT_EQ(request_span_name("BREW", "/api/runs"), "HTTP /api/runs");
  EXPECT_EQ(method_name("BREW"), "_OTHER");
  for (const char* name : {"GET", "HTTP", "GET /api/openapi.json", "HTTP /api/legal-holds",
                           "POST /api/scim/v2/Users/{userId}"}) {
    EXPECT_TRUE(is_request_span_name(name)) << name;
  }
  for (const char* name :
       {"", "get /api/runs", "_OTHER", "GET ", "GET /", "GET /api/", "GET /srv/plan",
        "GET /api/runs/", "GET /api/a b", "GET /api/{}", "GET /api/{a1}", "GET /api/plan?x=1",
        "GET /api/documents/f47ac10b-58cc-4372-a567-0e02b2c3d479", "GET /api/runs/17"}) {
    EXPECT_FALSE(is_request_span_name(name)) << name;
  }
}

TEST(SpanIds, AreTheSameForTheSameNameAndNeverZero) {
  EXPECT_EQ(named_span_id("a"), named_span_id("a"));
  EXPECT_NE(named_span_id("a"), named_span_id("b"));
  EXPECT_TRUE(is_span_id(named_span_id("a")));
  EXPECT_FALSE(is_span_id("0000000000000000"));
  EXPECT_FALSE(is_span_id("00F067AA0BA902B7"));
  EXPECT_FALSE(is_trace_id(kSpan));
  const Parent evaluation = RunTrace{kTrace, "run"}.evaluation("requirement");
  EXPECT_EQ(evaluation.span_id, requirement_span_id("run", "requirement"));
  EXPECT_NE(llm_span_id(evaluation.span_id, 1), llm_span_id(evaluation.span_id, 2));
}

TEST(ErrorVocabulary, HasASentenceForEveryClassAndNothingElse) {
  EXPECT_EQ(error_class("timeout"), "timeout");
  EXPECT_EQ(error_class("Timeout at line 3"), "unknown");
  const std::string timeout = error_sentence("timeout");
  EXPECT_EQ(fixed_error_text("timeout", "disk /srv/secret is full"), timeout);
  EXPECT_EQ(fixed_error_text("timeout", timeout + ": page 3 says so"), timeout);
  EXPECT_EQ(fixed_error_text("timeout", error_sentence("internal")), timeout);
  const std::string serialization = error_sentence("database", "40001");
  EXPECT_NE(serialization.find("(SQLSTATE 40001)"), std::string::npos);
  EXPECT_EQ(fixed_error_text("database", serialization), serialization);
  const std::string answered = error_sentence("http", {}, 503);
  EXPECT_EQ(fixed_error_text("http", answered), answered);
  EXPECT_EQ(error_sentence("http", {}, 299), error_sentence("http"));
  EXPECT_EQ(error_sentence("database", "ZZZZZ"), error_sentence("database"));
  EXPECT_EQ(fixed_error_text("http", "Another service answered with an error (HTTP 1234)"),
            error_sentence("http"));
}

}  // namespace
}  // namespace assay::trace
