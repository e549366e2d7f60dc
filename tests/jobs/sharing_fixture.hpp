// SPDX-License-Identifier: Apache-2.0
// The fixture of tests of runs that two daemons judge: another daemon on a thread of its own, and
// what a record must be like.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "db/store/runs/run_trace.hpp"
#include "pipeline/jobs/job_table.hpp"
#include "tests/jobs/run_fixture.hpp"

namespace assay::test {

inline constexpr std::array kTitles{"accounts complete", "accounts partial", "accounts missing",
                                    "throws"};

class Shared : public RunJob {
 protected:
  Shared() {
    config_.share_after = std::chrono::milliseconds(0);
    before_evaluation_ = [](const auto&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(40));
    };
  }
  ~Shared() override { stop_helping(); }

  RunId start_many(int count = 48) {
    std::vector<std::string> titles;
    for (int i = 0; i < count; ++i) {
      titles.push_back(std::string(kTitles.at(static_cast<std::size_t>(i) % kTitles.size())) +
                       " of kind " + std::to_string(i));
    }
    return start(titles);
  }
  static void alive(const std::string& worker) {
    sql("INSERT INTO worker (id, host) VALUES ('" + worker + "', 'h') ON CONFLICT DO NOTHING");
  }
  static std::optional<store::work::Claim> claim_as(pg::Connection& connection,
                                                    const std::string& worker) {
    pg::Tx tx(connection, pg::Access::ReadWrite);
    constexpr std::array kRuns{store::work::Lane::Run};
    store::work::Limits limits{std::chrono::seconds(30), std::chrono::seconds(600)};
    limits.lanes = kRuns;
    auto claimed = store::work::claim(tx, worker, limits);
    tx.commit();
    return claimed;
  }
  // Another daemon, which does with each batch what `job` does, until it is told to stop.
  using Job = std::function<void(const jobs::JobContext&)>;
  void help(const Job& job = jobs::process_batch) {
    alive("test");
    alive("other");
    helper_ = std::jthread([this, job](const std::stop_token& stop) {
      pg::Connection connection = TempDatabase::shared().connect("assay_pipeline");
      while (!stop.stop_requested()) {
        const auto claimed = taken_ ? claim_as(connection, "other") : std::nullopt;
        if (!claimed) {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          continue;
        }
        ASSERT_EQ(claimed->kind, WorkKind::Batch);
        ++batches_;
        const jobs::HeldClaim held(*claimed);
        try {
          job(jobs::JobContext(services_, connection, held, interrupt_));
        } catch (const jobs::ClaimLost&) {
          ++lost_;
        } catch (const jobs::JobFailure& failure) {
          EXPECT_TRUE(jobs::fail_for_good(connection, *claimed, failure.code(), failure.reason()));
        }
      }
    });
  }
  // As "test", the run's own daemon.
  store::work::Claim take_run() {
    const auto claimed = claim();
    EXPECT_EQ(claimed->kind, WorkKind::Run);
    taken_ = true;
    return *claimed;
  }
  void process_shared() { with(take_run(), jobs::process_run); }
  void stop_helping() {
    helper_.request_stop();
    if (helper_.joinable()) helper_.join();
  }
  static std::string count(const std::string& what) {
    return sql("SELECT count(*) AS v FROM " + what);
  }
  // Everything that a verdict consists of, by requirement label.
  std::map<std::string, std::string> verdicts_of(const RunId& id) {
    std::map<std::string, std::string> found;
    for (const Assessment& one : assessments_of(id)) {
      Json details = Json::object();
      for (const std::string& key : one.details.keys()) {
        if (key != "inputHash") details.set(key, one.details.get(key));
      }
      found[one.requirement_id] = Json::object()
                                      .set("status", to_text(one.status))
                                      .set("confidence", one.confidence)
                                      .set("reasoning", one.reasoning)
                                      .set("citations", one.citations)
                                      .set("details", details)
                                      .canonical();
    }
    return found;
  }
  // How many spans of each name; those of one run have one trace.
  std::map<std::string, int> spans_of(const RunId& id) {
    std::map<std::string, int> found;
    const runs::Run record = run(id);
    for (const auto& seen :
         read([&](pg::Tx& tx) { return store::run_trace::trace_of(tx, record); })) {
      EXPECT_EQ(seen.span->trace_id, record.trace_id);
      ++found[seen.span->name];
    }
    return found;
  }
  // The run is complete, with one record of everything.
  void check_whole(const RunId& id, std::size_t requirements) {
    EXPECT_EQ(run(id).status, RunStatus::Completed);
    EXPECT_EQ(assessments_of(id).size(), requirements);
    EXPECT_EQ(count("run_snapshot WHERE run_id = '" + id.value + "'"), "1");
    EXPECT_EQ(count("audit_log WHERE action = 'run.completed' AND run_id = '" + id.value + "'"),
              "1");
    EXPECT_EQ(count("work_item WHERE state IN ('ready', 'running') AND (part_of = '" + id.value +
                    "' OR subject_id = '" + id.value + "')"),
              "0");
    const Json inputs = snapshot_of(id).get("inputs");
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      EXPECT_EQ(inputs.at(i).get("complete").as_bool(), true) << i;
    }
  }

  std::atomic<bool> taken_{false};  // before, the other daemon could take the run itself
  std::atomic<int> batches_{0};
  std::atomic<int> lost_{0};
  std::jthread helper_;
};

}  // namespace assay::test
