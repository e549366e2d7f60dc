// SPDX-License-Identifier: Apache-2.0
// Asks for phrases on several threads; one thread stores, under the fence.
#include "pipeline/jobs/runs/run_expansion.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/trace/log.hpp"
#include "db/store/packs/expansions.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/run_trace.hpp"
#include "pipeline/llm/client.hpp"
#include "pipeline/llm/expansion.hpp"
#include "pipeline/llm/llm_evaluator.hpp"

namespace assay::jobs {
namespace {

namespace expansions = store::expansions;
using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// For one requirement. A server that never answers delays a run by this once: then no more are
// asked for.
constexpr milliseconds kMaxAsking{30'000};
constexpr milliseconds kLook{200};  // how often to see whether the claim is still held

struct Asked {
  std::size_t requirement = 0;  // its index in RunState::inputs
  llm::Phrases phrases;
};

// A fault of one answer. All others are the server's, which others would meet too.
bool concerns_one(const std::string& code) {
  return code.empty() || code == "llm_bad_output" || code == "llm_truncated";
}

// Asks for some requirements at once, as many as there are places before the model. Stops at the
// first fault of the server.
class Asking {
 public:
  Asking(const JobContext& context, const RunState& state, std::vector<std::size_t> missing)
      : context_(context), state_(state), missing_(std::move(missing)) {
    threads_left_ = std::min(missing_.size(), context.services().model->places().count());
    for (std::size_t i = threads_left_; i > 0; --i) {
      threads_.emplace_back([this] { run(); });
    }
  }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;
  ~Asking() { stopped_ = over_ = true; }

  // What has come since, waiting a while for it; nullopt once nothing more will.
  [[nodiscard]] std::optional<std::vector<Asked>> take() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLook, [this] { return threads_left_ == 0 || !come_.empty(); });
    if (threads_left_ == 0 && come_.empty()) return std::nullopt;
    return std::exchange(come_, {});
  }

 private:
  void run() {
    while (!stopped_) {
      const std::size_t at = next_++;
      if (at >= missing_.size()) break;
      auto asked = ask(missing_[at]);
      if (!asked) break;
      const std::string& fault = asked->phrases.error_code;
      if (!concerns_one(fault)) stopped_ = true;
      if (fault == "llm_unavailable") away_ = true;
      const std::lock_guard lock(mutex_);
      come_.push_back(std::move(*asked));
      changed_.notify_one();
    }
    const std::lock_guard lock(mutex_);
    --threads_left_;
    changed_.notify_one();
  }

  // nullopt: given up.
  [[nodiscard]] std::optional<Asked> ask(std::size_t requirement) const {
    llm::Client& model = *context_.services().model;
    const llm::Cancelled given_up = [this] {
      return over_ || away_ || context_.lost() || context_.interrupted();
    };
    const auto place = model.places().take(given_up);
    if (!place || stopped_) return std::nullopt;
    const assess::RequirementText& text = state_.inputs[requirement].text;
    const trace::RunTrace run{state_.run.trace_id, state_.run.id.value};
    // The time begins with the place, as that of an evaluation does.
    const Deadline deadline(std::min(context_.services().config.requirement_timeout, kMaxAsking));
    return Asked{requirement, llm::ask_for_phrases(model, text, deadline, given_up,
                                                   run.expansion(text.id.value))};
  }

  const JobContext& context_;
  const RunState& state_;
  const std::vector<std::size_t> missing_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};  // nothing more is begun
  std::atomic<bool> away_{false};     // the server: what is under way is not waited for
  std::atomic<bool> over_{false};     // nobody wants what is under way
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Asked> come_;
  std::size_t threads_left_ = 0;
  std::vector<std::jthread> threads_;  // last: joined first
};

void record_exchanges(const JobContext& context, pg::Tx& tx, const RunState& state,
                      const Asked& one) {
  const assess::RequirementText& text = state.inputs[one.requirement].text;
  std::vector<store::run_trace::LlmCall> spans;
  for (const assess::ModelCall& call : one.phrases.calls) {
    const auto took = call.ended - call.begun;
    store::llm_exchanges::insert(
        tx, context.tenant(), state.run.id,
        {text.id, 0, call.model, call.answered_by, call.http_status, call.error_code,
         call.tokens_in, call.tokens_out, call.cost_usd, duration_cast<milliseconds>(took).count(),
         call.request, call.response, std::string(store::llm_exchanges::kForExpansion)});
    spans.push_back({call.model, call.tokens_in, call.tokens_out, call.cost_usd, call.http_status,
                     call.error_code,
                     duration_cast<microseconds>(std::chrono::steady_clock::now() - call.ended),
                     duration_cast<microseconds>(took)});
  }
  store::run_trace::record_expansion(tx, state.run, state.retrieval_span_id,
                                     {text.id, text.requirement_id, std::move(spans)},
                                     store::runs::database_now(tx));
}

void keep(const JobContext& context, const RunState& state, const std::vector<Asked>& results) {
  if (results.empty()) return context.check();
  const std::string& model = context.services().model->settings().model;
  context.fenced([&](pg::Tx& tx) {
    for (const Asked& one : results) {
      record_exchanges(context, tx, state, one);
      if (!one.phrases.found) continue;
      expansions::insert(tx, {state.inputs[one.requirement].text.id,
                              std::string(llm::kExpansionVersion),
                              model,
                              *one.phrases.found,
                              {}});
    }
    context.progressed(tx);
  });
}

std::vector<std::size_t> without_phrases(const JobContext& context, const RunState& state) {
  const auto known = context.reading([&](pg::Tx& tx) {
    return expansions::of_requirements(tx, context.tenant(), state.run.id, llm::kExpansionVersion);
  });
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    if (!known.contains(state.inputs[i].text.id)) missing.push_back(i);
  }
  return missing;
}

// Runs that wait for a model have their own threads, whoever judges them.
void wait_with_others(const JobContext& context) {
  if (context.claim().lane == WorkLane::Waiting) return;
  context.fenced([&](pg::Tx& tx) { context.move(tx, WorkLane::Waiting); });
  throw Moved();
}

void ask_for_missing(const JobContext& context, RunState& state) {
  const auto begun = std::chrono::steady_clock::now();
  auto missing = without_phrases(context, state);
  if (missing.empty() || context.services().model == nullptr) return;
  wait_with_others(context);
  {
    Asking asking(context, state, missing);
    while (const auto come = asking.take()) keep(context, state, *come);
  }
  context.check();
  state.asking = duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun);
  missing = without_phrases(context, state);
  if (!missing.empty()) log::warning("requirements_not_expanded", {{"count", missing.size()}});
}

bool uses_expansions(const JobContext& context, const RunState& state) {
  return context.services().config.llm.expand || !state.expansions.empty();
}

// Also what an earlier worker of the run asked.
Json expansion_totals(const JobContext& context, const RunState& state) {
  const auto exchanges = context.reading(
      [&](pg::Tx& tx) { return store::llm_exchanges::of_run(tx, context.tenant(), state.run.id); });
  constexpr int kOk = 200;
  std::size_t calls = 0;
  llm::Sum tokens_in;
  llm::Sum tokens_out;
  llm::Sum cost;
  for (const auto& exchange : exchanges) {
    if (exchange.purpose != store::llm_exchanges::kForExpansion) continue;
    ++calls;
    if (exchange.http_status != kOk) continue;
    tokens_in.add(exchange.tokens_in);
    tokens_out.add(exchange.tokens_out);
    cost.add(exchange.cost_usd);
  }
  if (calls == 0) return {};
  return Json::object()
      .set("calls", calls)
      .set("tokensIn", tokens_in.count())
      .set("tokensOut", tokens_out.count())
      .set("costUsd", cost.amount());
}

}  // namespace

void expand(const JobContext& context, RunState& state) {
  if (!state.done.contains(StepName::Retrieval) && context.services().config.llm.expand) {
    ask_for_missing(context, state);
    context.fenced([&](pg::Tx& tx) {
      expansions::pin(tx, context.tenant(), state.run.id, llm::kExpansionVersion);
    });
  }
  state.expansions = context.reading(
      [&](pg::Tx& tx) { return expansions::of_run(tx, context.tenant(), state.run.id); });
}

Json expansion_refs(const JobContext& context, const RunState& state) {
  if (!uses_expansions(context, state)) return {};
  Json ids = Json::array();
  for (const auto& expansion : state.expansions) ids.push(expansion.requirement.value);
  return Json::object()
      .set("promptVersion", state.expansions.empty() ? std::string(llm::kExpansionVersion)
                                                     : state.expansions.front().prompt_version)
      .set("requirementIds", ids);
}

Json expansion_outcome(const JobContext& context, const RunState& state) {
  if (state.done.contains(StepName::Retrieval) || !uses_expansions(context, state)) return {};
  return Json::object()
      .set("requirementsWithout", state.inputs.size() - state.expansions.size())
      .set("llm", expansion_totals(context, state));
}

}  // namespace assay::jobs
