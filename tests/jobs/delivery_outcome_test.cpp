// SPDX-License-Identifier: Apache-2.0
// What an answer of a receiver means, and how long until the next try.
#include "pipeline/jobs/events/delivery.hpp"

#include <gtest/gtest.h>

namespace assay::test {
namespace {

using jobs::Exchanged;
using jobs::Outcome;
using std::chrono::seconds;

const Timestamp kAt = from_iso8601("2026-01-02T03:04:05Z").value();

Outcome after_status(int status, int earlier = 0,
                     std::map<std::string, std::string, std::less<>> headers = {}) {
  http::Response response;
  response.status = status;
  response.headers = std::move(headers);
  return jobs::outcome_of({response, "answer", std::chrono::milliseconds(7)}, earlier, 0, kAt);
}

TEST(DeliveryOutcome, AnySuccessIsDelivered) {
  for (const int status : {200, 201, 202, 204, 299}) {
    const Outcome outcome = after_status(status);
    EXPECT_EQ(outcome.attempt.status, DeliveryStatus::Delivered) << status;
    EXPECT_FALSE(outcome.attempt.error);
    EXPECT_EQ(outcome.attempt.response_status, status);
    EXPECT_EQ(outcome.attempt.response_body, "answer");
  }
}

TEST(DeliveryOutcome, AnythingElseIsTriedAgain) {
  for (const int status : {100, 199, 300, 301, 308, 400, 401, 404, 409, 410, 429, 500, 503}) {
    const Outcome outcome = after_status(status);
    EXPECT_EQ(outcome.attempt.status, DeliveryStatus::Pending) << status;
    EXPECT_TRUE(outcome.attempt.error);
    EXPECT_EQ(outcome.attempt.next_in, seconds(5)) << status;
    EXPECT_EQ(outcome.gone, status == 410);
  }
  const Outcome none = jobs::outcome_of({http::Problem::Refused, "", {}}, 0, 0, kAt);
  EXPECT_EQ(none.attempt.status, DeliveryStatus::Pending);
  EXPECT_EQ(none.attempt.error, "Nothing was delivered: the host's address is not allowed.");
  EXPECT_FALSE(none.attempt.response_status);
}

TEST(DeliveryOutcome, TriesGetRarerAndEnd) {
  const std::vector<int> wanted{5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(after_status(500, static_cast<int>(i)).attempt.next_in, seconds(wanted[i])) << i;
  }
  const Outcome last = after_status(500, static_cast<int>(wanted.size()));
  EXPECT_EQ(last.attempt.status, DeliveryStatus::Failed);
  EXPECT_EQ(wanted.size() + 1, static_cast<std::size_t>(jobs::kMaxDeliveryAttempts));
}

TEST(DeliveryOutcome, JitterAddsUpToATenth) {
  http::Response response;
  response.status = 500;
  const auto with = [&](double jitter) {
    return jobs::outcome_of({response, "", {}}, 1, jitter, kAt).attempt.next_in;
  };
  EXPECT_EQ(with(0), seconds(300));
  EXPECT_EQ(with(0.5), seconds(315));
  EXPECT_EQ(with(1), seconds(330));
}

TEST(DeliveryOutcome, AReceiverMayAskForMoreTimeButNotForLess) {
  EXPECT_EQ(after_status(503, 0, {{"retry-after", "120"}}).attempt.next_in, seconds(120));
  EXPECT_EQ(after_status(429, 1, {{"retry-after", "120"}}).attempt.next_in, seconds(300));
  EXPECT_EQ(
      after_status(503, 0, {{"retry-after", "Fri, 02 Jan 2026 03:05:05 GMT"}}).attempt.next_in,
      seconds(60));
  EXPECT_EQ(after_status(503, 0, {{"retry-after", "99999999"}}).attempt.next_in, seconds(86400));
  EXPECT_EQ(after_status(503, 0, {{"retry-after", "soon"}}).attempt.next_in, seconds(5));
}

TEST(DeliveryOutcome, ShowsWhatCanBeShown) {
  http::Response response;
  response.status = 200;
  const Outcome outcome =
      jobs::outcome_of({response, std::string("a\0b\x1b[2J\n\xff", 9), {}}, 0, 0, kAt);
  EXPECT_EQ(outcome.attempt.response_body, "ab [2J\n\xef\xbf\xbd");
}

}  // namespace
}  // namespace assay::test
