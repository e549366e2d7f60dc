// SPDX-License-Identifier: Apache-2.0
// The feeding thread, and the metrics counted from spans.
#include "pipeline/trace/feed.hpp"

#include <algorithm>
#include <exception>

#include "core/base/ids.hpp"
#include "core/trace/log.hpp"
#include "db/store/runs/run_trace.hpp"
#include "db/store/work/figures.hpp"

namespace assay::trace {
namespace {

constexpr int kAtOnce = 512;
constexpr std::chrono::seconds kLook{1};

std::string text_of(const Span& span, std::string_view attribute) {
  return span.attributes.get(attribute).as_string().value_or("");
}

void count_cost(Figures& figures, const Json& attributes) {
  const auto add = [&](const char* metric, const std::string& labels, std::string_view attribute) {
    if (const auto amount = attributes.get(attribute).as_number()) {
      figures[{metric, labels}] += *amount;
    }
  };
  add("assay_llm_tokens_total", label("direction", "in"), "llm.tokens.in");
  add("assay_llm_tokens_total", label("direction", "out"), "llm.tokens.out");
  add("assay_llm_cost_usd_total", "", "llm.cost.usd");
}

}  // namespace

void count_span(Figures& figures, const Span& span) {
  const double seconds = std::chrono::duration<double>(span.ended_at - span.started_at).count();
  const std::string step = text_of(span, "step.name");
  if (!step.empty()) {
    add_observation(figures, "assay_run_step_seconds", label("step", step), seconds);
  } else if (span.name == kRunSpan || span.name == kRequirementSpan || span.name == kLlmSpan) {
    add_observation(figures, "assay_" + span.name + "_seconds", "", seconds);
  }
  if (span.name == kLlmSpan) count_cost(figures, span.attributes);
  const std::string error = text_of(span, "error.type");
  if (step.empty() && !error.empty() && error != "cancelled") {
    figures[{"assay_failures_total", label("of", span.name) + "," + label("reason", error)}] += 1;
  }
  if (span.dropped_attributes > 0) {
    figures[{"assay_span_attributes_dropped_total", ""}] +=
        static_cast<double>(span.dropped_attributes);
  }
}

Feed::Feed(const DatabaseAddress& database, ExporterSettings settings, Counters& counters,
           std::string inbox)
    : counters_(counters),
      connection_(database, "assay-pipeline traces"),
      exporter_(std::move(settings), new_uuid()),
      inbox_(std::move(inbox), [this](CleanSpan span) { exporter_.offer(std::move(span)); }) {}

void Feed::start() {
  inbox_.start();
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void Feed::stop(std::chrono::milliseconds flush) {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  inbox_.stop();
  try_turn(!exporter_.failing(std::chrono::milliseconds(0)));
  exporter_.stop(flush);
  try_turn(false);  // counts the outcome of the last spans
}

void Feed::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    try_turn(true);
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, stop, kLook, [] { return false; });
  }
}

// A failure with spans must not end the daemon.
void Feed::try_turn(bool take) {
  try {
    turn(take);
  } catch (const pg::DbError& error) {
    log::debug("traces_wait", {{"error", error.what()}});  // the workers log it loudly enough
  } catch (const std::exception& error) {
    log::error("traces_failed", {{"error", error.what()}});
  }
}

int Feed::wanted() const {
  if (exporter_.given_up()) return kAtOnce;
  return static_cast<int>(std::min<std::size_t>(kAtOnce, exporter_.room()));
}

void Feed::turn(bool take) {
  while (pass_on(take ? wanted() : 0) == kAtOnce) {
  }
}

int Feed::pass_on(int most) {
  count_exports();
  const Figures mine = counters_.collect();
  std::vector<CleanSpan> spans;
  try {
    pg::Tx tx(connection_, pg::Access::ReadWrite);
    if (most > 0) spans = store::spans::take_outbox(tx, most);
    Figures all = mine;
    for (const CleanSpan& span : spans) count_span(all, *span);
    store::metrics::add(tx, all);
    tx.commit();
  } catch (const std::exception&) {
    counters_.put_back(mine);
    throw;
  }
  const int taken = static_cast<int>(spans.size());
  exporter_.take(std::move(spans));
  return taken;
}

void Feed::count_exports() {
  const Exporter::Counts now = exporter_.counts();
  const auto tell = [this](const char* metric, std::int64_t before, std::int64_t after) {
    if (after > before) counters_.add(metric, "", static_cast<double>(after - before));
  };
  tell("assay_spans_exported_total", counted_.exported, now.exported);
  tell("assay_spans_dropped_total", counted_.dropped, now.dropped);
  tell("assay_spans_rejected_total", counted_.rejected, now.rejected);
  counted_ = now;
}

}  // namespace assay::trace
