// SPDX-License-Identifier: Apache-2.0
// Classifies answers as taken, retry or refused.
#include "pipeline/trace/collector_answer.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/http/http_client.hpp"
#include "core/json/json.hpp"

namespace assay::trace {
namespace {

using std::chrono::seconds;

constexpr seconds kLongestWait{300};

// partialSuccess.rejectedSpans, a 64-bit integer: a string in JSON, though some write a number.
std::int64_t rejected_of(std::string_view body) {
  const auto answer = Json::parse(body);
  if (!answer) return 0;
  const Json count = answer->get("partialSuccess").get("rejectedSpans");
  if (const auto number = count.as_integer()) return *number;
  const std::string text = count.as_string().value_or("");
  std::int64_t number = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  return done.ec == std::errc() && done.ptr == text.data() + text.size() ? number : 0;
}

bool may_pass(http::Problem problem) {
  return problem == http::Problem::Connection || problem == http::Problem::Resolve ||
         problem == http::Problem::Timeout;
}

bool may_pass(int status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

}  // namespace

std::optional<seconds> parse_retry_after(std::string_view text, Timestamp now) {
  return http::parse_retry_after(text, now, kLongestWait);
}

Verdict judge(const Result<http::Response, http::Problem>& answer, std::size_t spans_sent,
              Timestamp now) {
  Verdict verdict;
  if (!answer) {
    if (may_pass(answer.error())) verdict.next = Verdict::Next::Again;
    return verdict;
  }
  if (answer->status >= 200 && answer->status < 300) {
    verdict.next = Verdict::Next::Taken;
    verdict.rejected = std::clamp<std::int64_t>(rejected_of(answer->body), 0,
                                                static_cast<std::int64_t>(spans_sent));
  } else if (may_pass(answer->status)) {
    verdict.next = Verdict::Next::Again;
    const auto header = answer->headers.find("retry-after");
    if (header != answer->headers.end()) {
      verdict.wait_least = parse_retry_after(header->second, now);
    }
  }
  return verdict;
}

}  // namespace assay::trace
