// SPDX-License-Identifier: Apache-2.0
// Stores the originals: files named by tenant and SHA-256 under one directory.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

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

}  // namespace assay
