// SPDX-License-Identifier: Apache-2.0
// The layout of the request counters: for each route, and for paths without a route, and for each
// status class, the buckets, then the sum in microseconds. A gauge for each figure of disk,
// database, checkpoints and backups. A figure that cannot be read is left out, so that an alert can
// detect its absence.
#include "handlers/metrics.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/io.hpp"
#include "core/blob/blob_store.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/checkpoints.hpp"
#include "db/store/work/figures.hpp"
#include "handlers/routes.hpp"

namespace assay::handlers {
namespace {

void expose_gauge(prometheus::Exposition& exposition, std::string_view name, std::string_view help,
                  double value) {
  exposition.family(name, "gauge", help);
  exposition.sample(name, "", value);
}

void expose_gauge(prometheus::Exposition& exposition, std::string_view name, std::string_view help,
                  std::int64_t value) {
  expose_gauge(exposition, name, help, static_cast<double>(value));
}

std::optional<DiskSpace> space_of(const std::string& folder) {
  try {
    return disk_space(folder);
  } catch (const IoError& error) {
    log::warning("disk_space_unknown", {{"error", error.what()}});
    return std::nullopt;
  }
}

// `assayctl backup` and jobs of administrators change the time of this file. 0: there is none.
std::int64_t last_backup(const Config& config) {
  const auto note = std::filesystem::path(config.blob_dir).parent_path() / "last-backup";
  struct stat there {};
  return ::stat(note.c_str(), &there) == 0 ? static_cast<std::int64_t>(there.st_mtim.tv_sec) : 0;
}

using std::chrono::microseconds;

constexpr std::array kBounds{
    microseconds(1'000),     microseconds(2'500),     microseconds(5'000),
    microseconds(10'000),    microseconds(25'000),    microseconds(50'000),
    microseconds(100'000),   microseconds(250'000),   microseconds(500'000),
    microseconds(1'000'000), microseconds(2'500'000), microseconds(10'000'000)};
constexpr std::size_t kBuckets = kBounds.size() + 1;  // the last is +Inf
constexpr std::size_t kFields = kBuckets + 1;
constexpr std::array<std::string_view, 4> kClasses{"2xx", "3xx", "4xx", "5xx"};

std::size_t rows() {
  return routes().size() + 1;
}

std::size_t first_field(std::size_t row, std::size_t status_class) {
  return (row * kClasses.size() + status_class) * kFields;
}

// The two counters behind those of the routes.
std::size_t sent_spans() {
  return first_field(rows(), 0);
}

std::size_t lost_spans() {
  return sent_spans() + 1;
}

std::string layout() {
  std::string text = "requests 1";
  for (const Route& route : routes()) {
    text.append("\n").append(route.method).append(" ").append(route.pattern);
  }
  for (const microseconds bound : kBounds) text.append(" ").append(std::to_string(bound.count()));
  return text.append("\nspans sent, spans lost");
}

std::unique_ptr<SharedCounters> open_counters(const std::string& file) {
  const std::size_t count = lost_spans() + 1;
  try {
    return std::make_unique<SharedCounters>(file, layout(), count);
  } catch (const IoError& error) {
    log::warning("metrics_not_shared", {{"error", error.what()}});
    return std::make_unique<SharedCounters>(count);
  }
}

std::string labels_of(std::size_t row, std::size_t status_class) {
  const bool known = row < routes().size();
  std::string labels = "method=\"";
  labels.append(known ? routes()[row].method : "other").append("\",route=\"");
  labels.append(known ? routes()[row].pattern : "other").append("\",status=\"");
  return labels.append(kClasses.at(status_class)).append("\"");
}

double seconds(microseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

void expose_host(prometheus::Exposition& exposition, const Config& config) {
  if (const auto space = space_of(config.blob_dir)) {
    expose_gauge(exposition, "assay_storage_size_bytes", "Size of the file system of stored files",
                 space->total_bytes);
    expose_gauge(exposition, "assay_storage_free_bytes", "Free space of that file system",
                 space->free_bytes);
  }
  expose_gauge(exposition, "assay_last_backup_timestamp_seconds",
               "Unix time of the last backup on this host, 0 if there is none",
               last_backup(config));
}

void expose_database(prometheus::Exposition& exposition, pg::Tx& tx) {
  const store::server::Usage usage = store::server::usage(tx);
  expose_gauge(exposition, "assay_database_bytes", "Size of the database", usage.database_bytes);
  expose_gauge(exposition, "assay_database_connections", "Connections to the database",
               usage.connections);
  expose_gauge(exposition, "assay_database_max_connections",
               "Connections that the database server allows", usage.max_connections);
  if (const auto age = store::audit::checkpoint_age(tx)) {
    expose_gauge(exposition, "assay_checkpoint_age_seconds",
                 "Time since the newest checkpoint of the audit trail", *age);
  }
}

RequestMetrics::RequestMetrics(const std::string& file) : counters_(open_counters(file)) {}

void RequestMetrics::observe(std::optional<std::size_t> row, int status,
                             microseconds time) noexcept {
  const auto status_class = static_cast<std::size_t>(std::clamp(status / 100, 2, 5) - 2);
  const std::size_t first = first_field(row.value_or(routes().size()), status_class);
  const auto* const bucket = std::lower_bound(kBounds.begin(), kBounds.end(), time);
  counters_->add(first + static_cast<std::size_t>(bucket - kBounds.begin()), 1);
  counters_->add(first + kBuckets,
                 static_cast<std::uint64_t>(std::max(time, microseconds(0)).count()));
}

void RequestMetrics::observe_span(bool sent) noexcept {
  counters_->add(sent ? sent_spans() : lost_spans(), 1);
}

void RequestMetrics::expose(prometheus::Exposition& exposition) const {
  constexpr std::string_view kName = "assay_http_request_seconds";
  const std::string name(kName);
  exposition.family(kName, "histogram", "Time until the response to a request begins");
  for (std::size_t at = 0; at < rows() * kClasses.size(); ++at) {
    const std::size_t first = at * kFields;
    const std::string labels = labels_of(at / kClasses.size(), at % kClasses.size());
    std::uint64_t seen = 0;
    std::array<std::uint64_t, kBuckets> up_to{};
    for (std::size_t i = 0; i < kBuckets; ++i) up_to[i] = seen += counters_->get(first + i);
    if (seen == 0) continue;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      const std::string bound =
          i < kBounds.size() ? prometheus::number(seconds(kBounds[i])) : "+Inf";
      exposition.sample(name + "_bucket", labels + ",le=\"" + bound + "\"",
                        static_cast<double>(up_to[i]));
    }
    const auto sum = microseconds(static_cast<std::int64_t>(counters_->get(first + kBuckets)));
    exposition.sample(name + "_sum", labels, seconds(sum));
    exposition.sample(name + "_count", labels, static_cast<double>(seen));
  }
  constexpr std::string_view kSpans = "assay_request_spans_total";
  exposition.family(kSpans, "counter", "Spans of requests, by whether the pipeline took them");
  exposition.sample(kSpans, "result=\"sent\"", static_cast<double>(counters_->get(sent_spans())));
  exposition.sample(kSpans, "result=\"lost\"", static_cast<double>(counters_->get(lost_spans())));
}

}  // namespace assay::handlers
