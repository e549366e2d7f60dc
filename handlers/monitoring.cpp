// SPDX-License-Identifier: Apache-2.0
// Answers monitoring: whether the process is alive and ready, and the metrics for Prometheus.
// Metrics name routes, stages and reasons, and no tenant. A SUPER_ADMIN gets the sums over the
// installation; an ADMIN gets only the queue of its own tenant.
#include <unistd.h>
#include <algorithm>
#include <array>
#include <limits>

#include "core/extract/landlock.hpp"
#include "core/trace/counters.hpp"
#include "core/trace/log.hpp"
#include "db/migrate.hpp"
#include "db/store/work/figures.hpp"
#include "db/store/work/queue.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/metrics.hpp"

namespace assay::handlers {
namespace {

// A daemon reports with each heartbeat. After three missed ones it counts as absent.
constexpr std::int64_t kMissedHeartbeats = 3;
constexpr const char* kLowSpace = "low";

std::string database_check(Services& services) {
  try {
    const std::string mismatch = db::schema_mismatch(services.connection);
    return mismatch.empty() ? "ok" : mismatch;
  } catch (const pg::DbError& error) {
    log::error("database_error", {{"what", error.what()}, {"sqlstate", error.sqlstate()}});
    return "unreachable";
  }
}

std::string storage_check(const Config& config) {
  if (::access(config.blob_dir.c_str(), R_OK | W_OK | X_OK) != 0) return "not writable";
  return space_is_low(config) ? kLowSpace : "ok";
}

// Low space is only reported: what is stored can still be read.
bool passes(const std::string& check) {
  return check == "ok" || check == kLowSpace;
}

// Reported only, never a reason to be unready: uploads and reads work without a pipeline.
std::string pipeline_check(Services& services) {
  pg::Tx tx(services.connection, pg::Access::ReadOnly);
  const auto age = store::work::newest_worker_age(tx);
  const auto most = static_cast<double>(services.config.heartbeat.count() * kMissedHeartbeats);
  return age && *age <= most ? "ok" : "absent";
}

}  // namespace

Response health_live(Context& /*context*/) {
  return Response::json(200, Json::object().set("status", "live"));
}

Response health_ready(Context& context) {
  Json checks = Json::object();
  const std::string database = database_check(context.services);
  const std::string storage = storage_check(context.services.config);
  checks.set("database", database).set("storage", storage);
  if (!passes(database) || !passes(storage)) {
    constexpr std::int64_t kRetryAfter = 5;
    throw Failure(ErrorCode::Unavailable, "The service is not ready",
                  Json::object().set("checks", checks).set("retryAfterSeconds", kRetryAfter));
  }
  checks.set("pipeline", pipeline_check(context.services));
  // Also only reported: on a kernel without Landlock the reader has one layer less.
  checks.set("readerSandbox", reader_sandbox());
  return Response::json(200, Json::object().set("status", "ready").set("checks", checks));
}

namespace {

namespace metrics = store::metrics;

struct Family {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  bool labelled = false;  // a counter whose labels are known only when it counts
};

// The metrics that the daemons count (pipeline_counter).
constexpr std::array kCounted{
    Family{"assay_document_stage_seconds", "histogram", "Time of one stage of one document"},
    Family{"assay_run_step_seconds", "histogram", "Time of one step of one run"},
    Family{"assay_requirement_seconds", "histogram", "Time of one requirement's evaluation"},
    Family{"assay_run_seconds", "histogram", "Time of a run from its request to its end"},
    Family{"assay_llm_seconds", "histogram", "Time of one exchange with the language model"},
    Family{"assay_llm_tokens_total", "counter", "Tokens sent to the language model and back", true},
    Family{"assay_llm_cost_usd_total", "counter", "What they cost, where prices are configured"},
    Family{"assay_failures_total", "counter", "Documents, runs and requirements that failed", true},
    Family{"assay_deliveries_total", "counter", "Attempts to send an event to a webhook, by result",
           true},
    Family{"assay_emails_total", "counter", "Attempts to send an e-mail, by result", true},
    Family{"assay_checkpoint_attempts_total", "counter",
           "Checks whether a checkpoint is due, by result", true},
    Family{"assay_spans_exported_total", "counter", "Spans that a collector accepted"},
    Family{"assay_spans_dropped_total", "counter", "Spans that reached no collector"},
    Family{"assay_spans_rejected_total", "counter", "Spans that a collector rejected"},
    Family{"assay_span_attributes_dropped_total", "counter", "Attributes left out of spans"},
};

struct Sample {
  std::string name;
  std::string labels;
  double value = 0;
};

// The bound in the labels of a bucket. The sum and the count have none and sort after all buckets.
double bound_of(const Sample& sample) {
  const std::size_t at = sample.labels.find("le=\"");
  if (at == std::string::npos) return std::numeric_limits<double>::max();
  const std::string text = sample.labels.substr(at + 4);
  return text.starts_with("+Inf") ? std::numeric_limits<double>::max() : std::stod(text);
}

// The labels without the bound.
std::string series_of(const Sample& sample) {
  const std::size_t at = sample.labels.find("le=\"");
  if (at == std::string::npos) return sample.labels;
  return sample.labels.substr(0, at == 0 ? 0 : at - 1);
}

bool belongs(const std::string& name, const Family& family) {
  if (!name.starts_with(family.name)) return false;
  const std::string_view rest = std::string_view(name).substr(family.name.size());
  if (family.type != "histogram") return rest.empty();
  return rest == "_bucket" || rest == "_sum" || rest == "_count";
}

// Writes series by series: the buckets in the order of their bounds, then sum and count.
void expose_counted(prometheus::Exposition& exposition, const Figures& figures) {
  for (const Family& family : kCounted) {
    std::vector<Sample> samples;
    for (const auto& [key, value] : figures) {
      if (belongs(key.first, family)) samples.push_back({key.first, key.second, value});
    }
    if (samples.empty() && family.type == "counter" && !family.labelled) {
      samples.push_back({std::string(family.name), "", 0});
    }
    std::stable_sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
      return std::tuple(series_of(a), bound_of(a)) < std::tuple(series_of(b), bound_of(b));
    });
    exposition.family(family.name, family.type, family.help);
    for (const Sample& one : samples) exposition.sample(one.name, one.labels, one.value);
  }
}

// Kinds and states without items are exposed as 0, so that an alarm on them always has a value.
void expose_queue(prometheus::Exposition& exposition, std::vector<metrics::QueueFigure> queue) {
  for (const char* kind : {"document", "run"}) {
    for (const char* state : {"ready", "running"}) {
      const bool there = std::any_of(queue.begin(), queue.end(), [&](const auto& one) {
        return one.kind == kind && one.state == state;
      });
      if (!there) queue.push_back({kind, state, 0, 0});
    }
  }
  const auto labels = [](const metrics::QueueFigure& one) {
    return label("kind", one.kind) + "," + label("state", one.state);
  };
  exposition.family("assay_queue_items", "gauge", "Work items that are waiting or in progress");
  for (const auto& one : queue) {
    exposition.sample("assay_queue_items", labels(one), static_cast<double>(one.items));
  }
  exposition.family("assay_queue_oldest_seconds", "gauge", "Age of the oldest of them");
  for (const auto& one : queue) {
    exposition.sample("assay_queue_oldest_seconds", labels(one), one.oldest_s);
  }
}

void expose_ready(prometheus::Exposition& exposition, Services& services) {
  exposition.family("assay_ready", "gauge", "1 if this check of /api/health/ready passes, else 0");
  exposition.sample("assay_ready", label("check", "database"), passes(database_check(services)));
  exposition.sample("assay_ready", label("check", "storage"),
                    passes(storage_check(services.config)));
}

}  // namespace

Response admin_metrics(Context& context) {
  prometheus::Exposition exposition;
  const bool all = sees_all_tenants(context.session);
  {
    pg::Tx tx = context.read();
    expose_queue(exposition, all ? metrics::queue(tx) : metrics::own_queue(tx));
    exposition.family("assay_workers", "gauge", "Pipeline daemons that are alive");
    exposition.sample("assay_workers", "",
                      static_cast<double>(metrics::live_workers(
                          tx, context.services.config.heartbeat.count() * kMissedHeartbeats)));
    if (all) {
      expose_counted(exposition, metrics::read(tx));
      expose_database(exposition, tx);
    }
  }
  if (all) {
    expose_ready(exposition, context.services);
    expose_host(exposition, context.services.config);
    context.services.metrics.expose(exposition);
  }
  return Response::of_text(200, prometheus::kContentType, exposition.text());
}

}  // namespace assay::handlers
