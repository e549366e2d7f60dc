// SPDX-License-Identifier: Apache-2.0
// Compares the free space with what must stay free.
#include "handlers/http/free_space.hpp"

#include "core/blob/blob_store.hpp"

namespace assay::handlers {
namespace {

constexpr std::int64_t kReservedPart = 8;
constexpr std::int64_t kRetryAfterSeconds = 60;

}  // namespace

bool space_is_low(const Config& config) {
  return disk_space(config.blob_dir).free_bytes < config.min_free_bytes;
}

void require_room(const Context& context) {
  const Config& config = context.services.config;
  const std::int64_t incoming = context.request.content_length().value_or(0);
  const std::int64_t reserved = config.min_free_bytes / kReservedPart;
  if (disk_space(config.blob_dir).free_bytes - incoming < reserved) throw Failure(no_room());
}

Error no_room() {
  return {ErrorCode::InsufficientStorage,
          "The server has no room left on its disk. Try again once there is",
          Json::object().set("retryAfterSeconds", kRetryAfterSeconds)};
}

}  // namespace assay::handlers
