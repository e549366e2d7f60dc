// SPDX-License-Identifier: Apache-2.0
// Stores the originals: files named by tenant and SHA-256 under one directory, checks that they
// still have the bytes that were stored, and reports the space left.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"
#include "core/base/io.hpp"

namespace assay {

class BlobStore;

// Incoming bytes, hashed while they are written to a file in tmp/. The destructor removes the file
// unless BlobStore::keep was called.
class IncomingBlob {
 public:
  IncomingBlob(IncomingBlob&& other) noexcept;
  IncomingBlob& operator=(IncomingBlob&&) = delete;
  ~IncomingBlob();

  void write(std::span<const std::byte> bytes);  // throws IoError
  // Finishes writing. Returns the lower-case hex SHA-256 of everything written.
  const std::string& finish();
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  // Precondition: finish() was called.
  [[nodiscard]] const std::string& sha256() const noexcept { return sha256_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  friend class BlobStore;
  explicit IncomingBlob(std::filesystem::path path);

  std::filesystem::path path_;  // empty once kept or moved from
  FileDescriptor file_;
  Sha256 digest_;
  std::int64_t size_ = 0;
  std::string sha256_;
};

// Layout: <root>/<tenant>/<first two digits>/<sha256>, and <root>/tmp/ for blobs in progress, on
// one file system so that a rename is atomic. Any number of processes share it. Throws IoError.
class BlobStore {
 public:
  explicit BlobStore(std::filesystem::path root) : root_(std::move(root)) {}

  [[nodiscard]] IncomingBlob receive() const;
  // Makes the blob durable under its name: fsync, rename, fsync of the directory. Keeping the same
  // bytes twice is harmless. Precondition: blob.finish() was called.
  void keep(const TenantId& tenant, IncomingBlob& blob) const;
  [[nodiscard]] std::filesystem::path path_of(const TenantId& tenant,
                                              const std::string& sha256) const;
  // Throws IoError (ENOENT) if there is no such blob.
  [[nodiscard]] FileDescriptor open(const TenantId& tenant, const std::string& sha256) const;
  // Returns true if the blob existed.
  bool remove(const TenantId& tenant, const std::string& sha256) const;
  // Removes files in tmp/ not written to for this long (left by killed processes); returns how
  // many.
  std::size_t sweep_incoming(std::chrono::seconds older_than) const;

 private:
  std::filesystem::path root_;
};

// Checks that stored files still have the bytes that were stored.

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

// Reports how much space a file system has.
struct DiskSpace {
  std::int64_t total_bytes = 0;
  std::int64_t free_bytes = 0;  // available to unprivileged processes
};

// The space of the file system that holds the path. Throws IoError.
[[nodiscard]] DiskSpace disk_space(const std::string& path);

}  // namespace assay
