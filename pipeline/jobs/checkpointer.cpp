// SPDX-License-Identifier: Apache-2.0
// Waiting, and writing.
#include "pipeline/jobs/checkpointer.hpp"

#include "core/key_file.hpp"
#include "core/log.hpp"
#include "db/store/checkpoint_writer.hpp"

namespace assay::jobs {

Checkpointer::Checkpointer(const Config& config, WorkSignal& signal)
    : config_(config), signal_(signal), connection_(config.database_url, "assay-pipeline audit") {}

void Checkpointer::run(const std::stop_token& stop) {
  // A little less than the interval, so that a clock that is slightly late skips none.
  const auto unless_younger = config_.checkpoint_interval * 9 / 10;
  while (!stop.stop_requested()) {
    attempt(unless_younger);
    signal_.pause(stop, config_.checkpoint_interval);
  }
}

void Checkpointer::write_last() {
  attempt(std::chrono::seconds(0));
}

void Checkpointer::attempt(std::chrono::seconds unless_younger) {
  if (config_.audit_key_file.empty()) return;
  try {
    const auto keys = key_file::load_or_create(config_.audit_key_file);
    const auto made =
        store::audit::write_checkpoint(connection_, keys, config_.checkpoint_file, unless_younger);
    if (made) log::info("audit_checkpoint", {{"number", made->number}, {"hash", made->hash}});
  } catch (const std::exception& error) {
    log::error("audit_checkpoint_failed", {{"error", error.what()}});
    connection_.close();
  }
}

}  // namespace assay::jobs
