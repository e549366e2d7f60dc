// SPDX-License-Identifier: Apache-2.0
// Which requests are traced, and what is handed to the pipeline.
#include "handlers/http/request_trace.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/ids.hpp"
#include "core/base/unix_socket.hpp"
#include "core/trace/span_message.hpp"

namespace assay::handlers {
namespace {

const std::string kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kSpan = "00f067aa0ba902b7";

class RequestTraces : public ::testing::Test {
 protected:
  RequestTraces() {
    config_.pipeline_socket =
        ::testing::TempDir() + "assay-trace-" + std::to_string(::getpid()) + "/search.sock";
    config_.otlp_endpoint = "http://collector/v1/traces";
    static_cast<void>(::mkdir(folder().c_str(), 0700));
  }
  ~RequestTraces() override {
    static_cast<void>(::unlink(span_socket(config_).c_str()));
    static_cast<void>(::rmdir(folder().c_str()));
  }

  [[nodiscard]] std::string folder() const {
    return config_.pipeline_socket.substr(0, config_.pipeline_socket.rfind('/'));
  }
  RequestTracer tracer() { return {config_, database_}; }

  // Whether a request with that header is recorded, and the context that it gives.
  RequestTrace begun(std::vector<fcgi::Header> headers) {
    const fcgi::ValueRequest request({.headers = std::move(headers)});
    return tracer().begin(request);
  }

  Config config_;
  pg::Connection database_{"host=/nowhere", "test"};
};

TEST_F(RequestTraces, TheCallersFlagDecides) {
  config_.trace_requests = 1;
  const RequestTrace asked = begun({{"traceparent", "00-" + kTrace + "-" + kSpan + "-01"}});
  EXPECT_TRUE(asked.recorded);
  EXPECT_EQ(asked.caller, kSpan);
  EXPECT_EQ(asked.context->trace_id, kTrace);
  EXPECT_NE(asked.context->span_id, kSpan);
  const RequestTrace told_not = begun({{"traceparent", "00-" + kTrace + "-" + kSpan + "-00"}});
  EXPECT_FALSE(told_not.recorded);
  EXPECT_EQ(told_not.context->span_id, kSpan);
}

TEST_F(RequestTraces, OtherwiseAShareOfThemIsRecorded) {
  const auto recorded = [this](double share, std::vector<fcgi::Header> headers) {
    config_.trace_requests = share;
    RequestTracer tracer(config_, database_);
    const fcgi::ValueRequest request({.headers = std::move(headers)});
    int count = 0;
    for (int i = 0; i < 2'000; ++i) count += tracer.begin(request).recorded ? 1 : 0;
    return count;
  };
  EXPECT_EQ(recorded(0, {}), 0);
  EXPECT_EQ(recorded(1, {}), 2'000);
  EXPECT_NEAR(recorded(0.25, {}), 500, 120);
  const std::string good = "00-" + kTrace + "-" + kSpan + "-01";
  EXPECT_EQ(recorded(0, {{"traceparent", "00-x"}}), 0);
  EXPECT_EQ(recorded(0, {{"traceparent", good}, {"traceparent", good}}), 0);
  config_.otlp_endpoint = "off";
  EXPECT_EQ(recorded(1, {{"traceparent", good}}), 0);
}

TEST_F(RequestTraces, ASpanReachesThePipelineOrIsLost) {
  config_.trace_requests = 1;
  RequestTracer tracer(config_, database_);
  const fcgi::ValueRequest request({});
  const RequestTrace trace = tracer.begin(request);
  ASSERT_TRUE(trace.recorded);
  EXPECT_FALSE(trace.caller);
  const TenantId tenant = TenantId::fresh();
  const RequestTracer::Outcome outcome{"GET", "/api/runs/{runId}", 503, tenant};
  EXPECT_FALSE(tracer.end(trace, outcome)) << "nobody is there";
  const FileDescriptor inbox = receive_datagrams_at(span_socket(config_));
  EXPECT_TRUE(tracer.end(trace, outcome));
  const auto span = trace::from_message(next_datagram(inbox.get()).value_or(""));
  ASSERT_TRUE(span);
  EXPECT_EQ((*span)->trace_id, trace.context->trace_id);
  EXPECT_EQ((*span)->span_id, trace.context->span_id);
  EXPECT_EQ((*span)->parent_span_id, std::nullopt);
  EXPECT_EQ((*span)->name, "GET /api/runs/{runId}");
  EXPECT_EQ((*span)->kind, trace::Kind::Server);
  EXPECT_EQ((*span)->status, trace::Status::Error);
  EXPECT_EQ((*span)->status_message, "The service was not available (HTTP 503)");
  EXPECT_EQ((*span)->attributes.get("tenant.id").as_string(), tenant.value);
  EXPECT_EQ((*span)->attributes.get("http.response.status_code").as_integer(), 503);
  EXPECT_EQ((*span)->attributes.get("db.statements").as_integer(), 0);
  EXPECT_EQ((*span)->dropped_attributes, 0);
}

TEST_F(RequestTraces, ARefusedRequestIsNoErrorOfTheServer) {
  config_.trace_requests = 1;
  RequestTracer tracer(config_, database_);
  const fcgi::ValueRequest request({});
  const FileDescriptor inbox = receive_datagrams_at(span_socket(config_));
  ASSERT_TRUE(tracer.end(tracer.begin(request), {"BREW", "", 404, std::nullopt}));
  const auto span = trace::from_message(next_datagram(inbox.get()).value_or(""));
  ASSERT_TRUE(span);
  EXPECT_EQ((*span)->name, "HTTP");
  EXPECT_EQ((*span)->status, trace::Status::Unset);
  EXPECT_EQ((*span)->attributes.get("http.request.method").as_string(), "_OTHER");
  EXPECT_FALSE((*span)->attributes.has("http.route"));
  EXPECT_FALSE((*span)->attributes.has("tenant.id"));
}

}  // namespace
}  // namespace assay::handlers
