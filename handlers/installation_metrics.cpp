// SPDX-License-Identifier: Apache-2.0
// Reads the state of disk, database, checkpoints and backups, and writes a gauge for each. A figure
// that cannot be read is left out, so that an alert on its absence can tell.
#include "handlers/installation_metrics.hpp"

#include <sys/stat.h>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/io.hpp"
#include "core/blob/blob_store.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/checkpoints.hpp"
#include "db/store/work/figures.hpp"

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
               "Connections that the database server admits", usage.max_connections);
  if (const auto age = store::audit::checkpoint_age(tx)) {
    expose_gauge(exposition, "assay_checkpoint_age_seconds",
                 "Time since the newest checkpoint of the audit trail", *age);
  }
}

}  // namespace assay::handlers
