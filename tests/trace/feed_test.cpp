// SPDX-License-Identifier: Apache-2.0
// The feed between the database and the exporter: spans that do not fit into the queue stay in
// place.
#include "pipeline/trace/feed.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <thread>

#include "core/base/ids.hpp"
#include "core/base/unix_socket.hpp"
#include "core/trace/log.hpp"
#include "core/trace/span_message.hpp"
#include "db/store/runs/run_trace.hpp"
#include "tests/support/records.hpp"
#include "tests/trace/fake_collector.hpp"

namespace assay::trace {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using test::FakeCollector;

constexpr std::size_t kRoom = 100;

std::string busy(std::size_t) {
  return FakeCollector::answer("503 Service Unavailable");
}
std::string taken(std::size_t) {
  return FakeCollector::answer("200 OK");
}

class FeedTest : public ::testing::Test {
 protected:
  FeedTest() { log::configure("trace-test", log::Level::Error); }

  static ExporterSettings settings(const FakeCollector& collector) {
    ExporterSettings settings;
    settings.endpoint = collector.url();
    settings.max_queued = kRoom;
    settings.batch = kRoom / 2;
    settings.batch_wait = milliseconds(10);
    settings.first_pause = milliseconds(20);
    return settings;
  }

  // Writes spans of a new run as the pipeline does.
  static void write_spans(int count) {
    const TenantId tenant = test::new_tenant();
    const RunId run = test::new_run(tenant, test::new_pack(tenant, {"Backups exist"}), "model");
    pg::Connection connection = test::TempDatabase::shared().connect("assay_pipeline");
    pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
    for (int i = 0; i < count; ++i) {
      Span span;
      span.trace_id = new_trace_id();
      span.span_id = new_span_id();
      span.name = kRequirementSpan;
      store::spans::insert(tx, tenant, run, span);
    }
    tx.commit();
  }

  static std::string waiting() { return test::sql("SELECT count(*) AS v FROM span_outbox"); }

  const std::string database_ = test::TempDatabase::shared().conninfo("assay_pipeline");
  Counters counters_;
};

TEST_F(FeedTest, LeavesInTheTableWhatTheQueueHasNoRoomForAlsoWhenItStops) {
  write_spans(250);
  {
    FakeCollector collector(busy);
    Feed feed(database_, settings(collector), counters_);
    feed.turn();
    EXPECT_EQ(waiting(), "150");
    EXPECT_EQ(feed.counts().dropped, 0);
    static_cast<void>(collector.wait_for(2));  // the first was refused
    feed.stop(milliseconds(0));
    EXPECT_GE(std::stoi(waiting()), 100) << "no more is taken for a collector that fails";
  }
  const int left = std::stoi(waiting());
  FakeCollector collector(taken);
  Feed feed(database_, settings(collector), counters_);
  feed.start();
  for (int i = 0; i < 200 && waiting() != "0"; ++i) {
    std::this_thread::sleep_for(milliseconds(50));
  }
  feed.stop(seconds(5));
  EXPECT_EQ(waiting(), "0");
  EXPECT_EQ(feed.counts().exported, left);
  EXPECT_EQ(feed.counts().dropped, 0);
}

TEST_F(FeedTest, KeepsNothingForACollectorThatItHasGivenUpOn) {
  write_spans(250);
  FakeCollector collector(busy);
  ExporterSettings impatient = settings(collector);
  impatient.patience = milliseconds(0);
  Feed feed(database_, impatient, counters_);
  feed.turn();
  static_cast<void>(collector.wait_for(2));
  feed.turn();
  EXPECT_EQ(waiting(), "0");
  EXPECT_GT(feed.counts().dropped, 0);
  feed.stop(milliseconds(0));
}

// Waits until the condition holds.
template <class Condition>
bool soon(Condition condition) {
  for (int i = 0; i < 200; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(25));
  }
  return false;
}

TEST_F(FeedTest, TakesSpansOfRequestsAndLeavesTheSocketToTheNextDaemon) {
  const std::string inbox = ::testing::TempDir() + "assay-spans-" + std::to_string(::getpid());
  const auto send = [&inbox] {
    Span span;
    span.trace_id = new_trace_id();
    span.span_id = new_span_id();
    span.name = request_span_name("GET", "/api/runs");
    span.kind = Kind::Server;
    try {
      send_datagram(inbox, to_message(*scrub(span)));
      return true;
    } catch (const IoError&) {
      return false;
    }
  };
  FakeCollector collector(taken);
  Feed first(database_, settings(collector), counters_, inbox);
  first.start();
  ASSERT_TRUE(soon(send));
  Feed second(database_, settings(collector), counters_, inbox);
  second.start();
  EXPECT_TRUE(soon([&] { return first.counts().exported == 1; }));
  send_datagram(inbox, "nothing that anybody knows");
  first.stop(seconds(5));
  EXPECT_EQ(second.counts().exported, 0);
  ASSERT_TRUE(soon(send));
  second.stop(seconds(5));
  EXPECT_EQ(second.counts().exported, 1) << "what has arrived is sent";
  static_cast<void>(::unlink(inbox.c_str()));
}

TEST_F(FeedTest, TakesAllWhereNothingIsSent) {
  write_spans(250);
  ExporterSettings off;
  off.endpoint = "off";
  Feed feed(database_, off, counters_);
  feed.turn();
  EXPECT_EQ(waiting(), "0");
}

}  // namespace
}  // namespace assay::trace
