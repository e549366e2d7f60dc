// SPDX-License-Identifier: Apache-2.0
// Lets other daemons judge some of a run's requirements. The run's own daemon keeps its claim for
// the whole run: it hands out batches while others have room, judges the rest itself, takes back
// what nobody has begun, and goes on to the next step when all are assessed. So a run is ended by
// one claim, however many daemons judged, and a batch that fails or is lost costs only time.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "db/store/work/batches.hpp"
#include "pipeline/jobs/runs/run_evaluate.hpp"
#include "pipeline/jobs/runs/run_job.hpp"

namespace assay::jobs {

// The requirements of the state without an assessment, by index.
[[nodiscard]] std::vector<std::size_t> unassessed(pg::Tx& tx, const RunState& state);

// What a batch's work item holds: {runId, gone, inputs}. gone: the documents deleted since the run
// was created; inputs: the hash of each requirement's input, by its record's id.
[[nodiscard]] Json batch_payload(const RunState& state,
                                 const std::vector<std::size_t>& requirements);
// The record ids of a batch's requirements.
[[nodiscard]] std::set<RequirementRecordId> requirements_of(const Json& payload);
// Whether this state has the same inputs. Then the results are the same, whoever judges.
[[nodiscard]] bool same_inputs(const RunState& state, const Json& payload);

// For one thread.
class Sharing {
 public:
  // How often to look whether somebody needs work, and whether others have ended.
  static constexpr std::chrono::milliseconds kLook{200};

  // After an earlier worker, takes back its batches that nobody works on.
  Sharing(const JobContext& context, const RunState& state);

  // What this daemon judges at first: all requirements without an assessment that no other daemon
  // is judging.
  [[nodiscard]] const std::vector<std::size_t>& own() const noexcept { return own_; }

  // Call it between results. at_once: how many are evaluated at once here. Hands out batches, or
  // adds to the pool what was taken back. Waits for others, at most kLook, when there is nothing
  // else to do. False once every requirement has its assessment.
  [[nodiscard]] bool goes_on(EvaluationPool& pool, std::size_t at_once);

 private:
  using Clock = std::chrono::steady_clock;

  void hand_out(EvaluationPool& pool, std::size_t at_once);
  // Returns false if there was nothing to take back.
  bool take_back(EvaluationPool& pool);
  // How long this daemon judges before others may help.
  [[nodiscard]] std::chrono::milliseconds alone() const;
  // Number of requirements of the next batch; 0 if too few are left.
  [[nodiscard]] std::size_t next_size(const EvaluationPool& pool, std::size_t at_once) const;
  void count_others();
  [[nodiscard]] store::batches::Counts batches() const;
  [[nodiscard]] std::vector<std::size_t> indices_of(const std::vector<Json>& payloads) const;

  const JobContext& context_;
  const RunState& state_;
  std::vector<std::size_t> own_;
  bool shared_ = false;   // whether others have had a batch
  bool refused_ = false;  // whether a batch has failed: no more are handed out
  const Clock::time_point begun_ = Clock::now();
  Clock::time_point looked_ = begun_;
  std::optional<Clock::time_point> counted_;
  std::size_t others_ = 0;  // other daemons that are alive
};

}  // namespace assay::jobs
