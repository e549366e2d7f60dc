// SPDX-License-Identifier: Apache-2.0
// Cuts batches, hands them out and takes them back; writes and reads what a batch holds.
#include "pipeline/jobs/runs/run_sharing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <thread>

#include "core/base/vocabularies.hpp"
#include "core/trace/log.hpp"
#include "db/store/runs/assessments.hpp"

namespace assay::jobs {
namespace batches = store::batches;
namespace {

// A batch should take at least as long as a run is judged alone before others help, and at most
// this many times as long. Shorter ones cost more to prepare than they save; at the end of a run,
// everybody waits for the last of the longer ones.
constexpr int kLongest = 4;
constexpr std::size_t kMaxInOne = 100;

constexpr std::chrono::seconds kCountEvery{1};

// Batches that may wait for each other daemon, so that it finds the next one at once.
constexpr std::size_t kWaitingEach = 2;

// Takes back all that waits.
constexpr int kAll = 1'000'000;

std::set<std::string> ids_in(const Json& list) {
  std::set<std::string> ids;
  for (std::size_t i = 0; i < list.size(); ++i) ids.insert(list.at(i).as_string().value_or(""));
  return ids;
}

Json gone(const RunState& state) {
  Json ids = Json::array();
  for (const store::runs::PinnedDocument& document : state.gone) ids.push(document.id.value);
  return ids;
}

}  // namespace

Json batch_payload(const RunState& state, const std::vector<std::size_t>& requirements) {
  Json inputs = Json::object();
  for (const std::size_t i : requirements) {
    inputs.set(state.inputs.at(i).text.id.value, state.inputs.at(i).hash);
  }
  return Json::object()
      .set("runId", state.run.id.value)
      .set("gone", gone(state))
      .set("inputs", inputs);
}

std::set<RequirementRecordId> requirements_of(const Json& payload) {
  std::set<RequirementRecordId> ids;
  for (const std::string& key : payload.get("inputs").keys()) ids.insert(RequirementRecordId{key});
  return ids;
}

bool same_inputs(const RunState& state, const Json& payload) {
  const Json inputs = payload.get("inputs");
  return ids_in(gone(state)) == ids_in(payload.get("gone")) &&
         state.inputs.size() == inputs.keys().size() &&
         std::ranges::all_of(state.inputs, [&inputs](const RequirementInput& input) {
           return inputs.get(input.text.id.value).as_string() == input.hash;
         });
}

Sharing::Sharing(const JobContext& context, const RunState& state)
    : context_(context), state_(state) {
  context.fenced([&](pg::Tx& tx) {
    static_cast<void>(batches::take_back(tx, context.tenant(), state.run.id, kAll));
    const auto elsewhere = indices_of(batches::running(tx, context.tenant(), state.run.id));
    shared_ = !elsewhere.empty();
    own_ = unassessed(tx, state);
    std::erase_if(own_, [&](std::size_t i) { return std::ranges::count(elsewhere, i) > 0; });
  });
}

bool Sharing::goes_on(EvaluationPool& pool, std::size_t at_once) {
  if (!pool.done()) {
    if (Clock::now() - looked_ < kLook) return true;
    looked_ = Clock::now();
    if (shared_ && pool.waiting() < at_once) {
      take_back(pool);
    } else {
      hand_out(pool, at_once);
    }
    return true;
  }
  if (!shared_) return false;
  if (take_back(pool)) return true;
  const batches::Counts counts = batches();
  if (counts.running + counts.ready > 0) {
    std::this_thread::sleep_for(kLook);
    return true;
  }
  // No batch is left, but one that failed may have left some of its requirements.
  const auto left = context_.reading([&](pg::Tx& tx) { return unassessed(tx, state_); });
  refused_ = refused_ || !left.empty();
  pool.add(left);
  return !left.empty();
}

void Sharing::hand_out(EvaluationPool& pool, std::size_t at_once) {
  if (refused_ || Clock::now() - begun_ < alone()) return;
  if (next_size(pool, at_once) == 0) return;
  count_others();
  if (others_ == 0) return;
  const batches::Counts counts = batches();
  refused_ = counts.failed > 0;
  auto ready = static_cast<std::size_t>(counts.ready);
  while (!refused_ && ready++ < kWaitingEach * others_) {
    const auto given = pool.give_up(next_size(pool, at_once));
    if (given.empty()) return;
    const Json payload = batch_payload(state_, given);
    context_.fenced([&](pg::Tx& tx) {
      batches::enqueue(tx, context_.tenant(), state_.run.id, payload,
                       state_.run.evaluator == kLlmEvaluator);
    });
    shared_ = true;
    log::debug("batch_handed_out", {{"requirements", given.size()}});
  }
}

bool Sharing::take_back(EvaluationPool& pool) {
  std::vector<Json> payloads;
  context_.fenced(
      [&](pg::Tx& tx) { payloads = batches::take_back(tx, context_.tenant(), state_.run.id, 1); });
  // Of one that went back after somebody had begun it, some may be assessed. An assessment that
  // exists already stays, so that judging it again would change nothing; it would only cost.
  const auto left = context_.reading([&](pg::Tx& tx) { return unassessed(tx, state_); });
  auto taken = indices_of(payloads);
  std::erase_if(taken, [&](std::size_t i) { return std::ranges::count(left, i) == 0; });
  pool.add(taken);
  return !payloads.empty();
}

// A helping daemon must prepare first, which takes about as long as it took this one.
std::chrono::milliseconds Sharing::alone() const {
  const auto least = context_.services().config.share_after;
  return least.count() == 0 ? least : std::max(least, state_.preparation);
}

// Guided: the fewer are left, the smaller the batches, so that all end at nearly the same time.
std::size_t Sharing::next_size(const EvaluationPool& pool, std::size_t at_once) const {
  const std::size_t waiting = pool.waiting();
  std::size_t least = at_once;
  std::size_t most = at_once;
  if (pool.taken() > 0) {
    const auto each = std::chrono::duration<double>(Clock::now() - begun_) / pool.taken();
    const auto judged_in = [&](std::chrono::duration<double> time) {
      return static_cast<std::size_t>(std::min<double>(std::ceil(time / each), kMaxInOne));
    };
    least = std::max(at_once, judged_in(alone()));
    most = std::max(least, judged_in(kLongest * alone()));
  }
  if (waiting < 2 * least) return 0;
  return std::clamp(waiting / (2 * (others_ + 1)), least, most);
}

void Sharing::count_others() {
  if (counted_ && Clock::now() - *counted_ < kCountEvery) return;
  counted_ = Clock::now();
  const auto found = context_.reading([&](pg::Tx& tx) {
    return batches::other_daemons(tx, context_.tenant(), state_.run.id,
                                  context_.services().config.lease.count());
  });
  others_ = static_cast<std::size_t>(found);
}

batches::Counts Sharing::batches() const {
  return context_.reading(
      [&](pg::Tx& tx) { return batches::count(tx, context_.tenant(), state_.run.id); });
}

std::vector<std::size_t> Sharing::indices_of(const std::vector<Json>& payloads) const {
  std::set<RequirementRecordId> wanted;
  for (const Json& payload : payloads) wanted.merge(requirements_of(payload));
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < state_.requirements.size(); ++i) {
    if (wanted.contains(state_.requirements[i].id)) indices.push_back(i);
  }
  return indices;
}

}  // namespace assay::jobs
