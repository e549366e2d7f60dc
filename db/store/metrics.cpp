// SPDX-License-Identifier: Apache-2.0
// SQL of metrics.
#include "db/store/metrics.hpp"

namespace assay::store::metrics {
namespace {

using pg::Statement;

constexpr Statement kAdd{"metrics_add", R"sql(
INSERT INTO pipeline_counter AS c (metric, labels, value)
SELECT n.metric, n.labels, n.value::double precision
FROM unnest($1::text[], $2::text[], $3::text[]) AS n (metric, labels, value)
ORDER BY n.metric COLLATE "C", n.labels COLLATE "C"
ON CONFLICT (metric, labels) DO UPDATE SET value = c.value + excluded.value)sql"};

constexpr Statement kRead{"metrics_read", "SELECT metric, labels, value FROM pipeline_counter"};

constexpr Statement kQueue{"metrics_queue",
                           "SELECT kind, state, items, oldest_s,"
                           " micros(oldest_at) AS oldest_at FROM queue_figures() "
                           "ORDER BY kind, state"};

// Like queue_figures(), for the rows visible to the transaction's tenant.
constexpr Statement kOwnQueue{"metrics_own_queue", R"sql(
SELECT kind, state, count(*) AS items, micros(min(created_at)) AS oldest_at,
  greatest(0, extract(epoch FROM clock_timestamp() - min(created_at)))::double precision AS oldest_s
FROM work_item WHERE state IN ('ready', 'running') GROUP BY kind, state
ORDER BY kind, state)sql"};

constexpr Statement kWorkers{"metrics_workers", R"sql(
SELECT count(*) AS alive FROM worker
WHERE seen_at > clock_timestamp() - $1 * interval '1 second')sql"};

std::vector<QueueFigure> figures_of(const pg::Rows& rows) {
  std::vector<QueueFigure> figures;
  for (const pg::Row row : rows) {
    figures.push_back({row.text("kind"), row.text("state"), row.integer("items"),
                       row.real("oldest_s"), row.timestamp("oldest_at")});
  }
  return figures;
}

}  // namespace

void add(pg::Tx& tx, const Figures& figures) {
  if (figures.empty()) return;
  std::vector<std::string> metrics;
  std::vector<std::string> labels;
  std::vector<std::string> values;
  for (const auto& [key, value] : figures) {
    metrics.push_back(key.first);
    labels.push_back(key.second);
    values.push_back(pg::Params(value).values().front().text);
  }
  static_cast<void>(tx.run(kAdd, metrics, labels, values));
}

Figures read(pg::Tx& tx) {
  Figures figures;
  for (const pg::Row row : tx.run(kRead)) {
    figures[{row.text("metric"), row.text("labels")}] = row.real("value");
  }
  return figures;
}

std::vector<QueueFigure> queue(pg::Tx& tx) {
  return figures_of(tx.run(kQueue));
}

std::vector<QueueFigure> own_queue(pg::Tx& tx) {
  return figures_of(tx.run(kOwnQueue));
}

std::int64_t live_workers(pg::Tx& tx, std::int64_t seconds) {
  return tx.run(kWorkers, seconds)[0].integer("alive");
}

}  // namespace assay::store::metrics
