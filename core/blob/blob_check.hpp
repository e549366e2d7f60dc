// SPDX-License-Identifier: Apache-2.0
// Checks that stored files still have the bytes that were stored.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/blob/blob_store.hpp"

namespace assay {

// A blob compared with its name.
enum class BlobState { Intact, Altered, Missing };

// Reads a file when it is first asked about, and again whenever its inode, size or times of change
// have changed. In between, the answer costs a few system calls, so that a client may fetch a large
// file in many ranges. For one thread only.
class BlobCheck {
 public:
  // The store must outlive this.
  explicit BlobCheck(const BlobStore& blobs) : blobs_(blobs) {}

  // Throws IoError if the file cannot be read.
  [[nodiscard]] BlobState state_of(const TenantId& tenant, const std::string& sha256);

 private:
  // Device, inode, size, times of modification and of change in seconds and nanoseconds.
  using Identity = std::array<std::int64_t, 7>;
  struct Known {
    Identity identity;
    BlobState state;
  };
  [[nodiscard]] static Identity identity_of(int fd);
  [[nodiscard]] static bool settled(const Identity& identity);

  const BlobStore& blobs_;
  std::unordered_map<std::string, Known> known_;  // by tenant and SHA-256
};

}  // namespace assay
