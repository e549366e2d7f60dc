// SPDX-License-Identifier: Apache-2.0
// Stores originals under their tenant and SHA-256, in a directory or in an object store. Checks
// that stored bytes are unchanged, and reports free space.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"
#include "core/base/io.hpp"
#include "core/blob/object_store.hpp"

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
  bool sent_ = false;
};

// Layout: <root>/<tenant>/<first two digits>/<sha256>, and <root>/tmp/ for blobs in progress, on
// one file system so that a rename is atomic. Any number of processes share it. Throws IoError.
//
// With an object store, the same names are its keys, and the files under the root, except those in
// tmp/, are copies of objects that this host has recently stored or checked. Copies older than
// kCopyLife are not used, so changes by other hosts and removed objects are noticed soon.
class BlobStore {
 public:
  // A copy is not used after the first age and removed after the second: a caller that was given
  // one has time to open it.
  static constexpr std::chrono::minutes kCopyLife{10};
  static constexpr std::chrono::minutes kCopyGone{15};

  enum class Copies { Keep, None };

  explicit BlobStore(std::filesystem::path root,
                     const std::optional<ObjectStoreSettings>& objects = std::nullopt,
                     Copies copies = Copies::Keep);

  [[nodiscard]] IncomingBlob receive() const;
  // Does the slow part of keep() in advance, for callers that hold locks during keep().
  // Precondition: blob.finish() was called.
  void send(const TenantId& tenant, IncomingBlob& blob) const;
  // Makes the blob durable under its name: fsync, rename, fsync of the directory; or as an object.
  // Keeping the same bytes twice is harmless. Precondition: blob.finish() was called.
  void keep(const TenantId& tenant, IncomingBlob& blob) const;
  // The path of the file or of the copy, which need not exist.
  [[nodiscard]] std::filesystem::path path_of(const TenantId& tenant,
                                              const std::string& sha256) const;
  // Throws IoError (ENOENT) if there is no such blob, StoreUnavailable if that cannot be known, and
  // IoError (EBADMSG) if the object's bytes have a different hash.
  [[nodiscard]] FileDescriptor open(const TenantId& tenant, const std::string& sha256) const;
  // Makes sure that a copy of the object stays at path_of() for at least five minutes. Does nothing
  // without an object store. Throws as open().
  void fetch(const TenantId& tenant, const std::string& sha256) const;
  // Whether the store has a blob of that size, by its name alone.
  [[nodiscard]] bool has(const TenantId& tenant, const std::string& sha256,
                         std::int64_t size) const;
  enum class Removal { Gone, TooYoung };
  // Removes the blob unless it was stored more recently than the grace period. Gone: it does not
  // exist now.
  [[nodiscard]] Removal remove(const TenantId& tenant, const std::string& sha256,
                               std::chrono::seconds grace) const;
  // Removes files in tmp/ not written to for this long (left by killed processes), and copies that
  // are too old; returns how many.
  std::size_t sweep(std::chrono::seconds incoming_older_than) const;
  // Writes, reads and removes a test object. Throws IoError that names the problem.
  void probe() const;
  // "s3://bucket/prefix", or the directory.
  [[nodiscard]] std::string name() const;

 private:
  [[nodiscard]] static std::string key_of(const TenantId& tenant, const std::string& sha256);
  // Throws as open().
  [[nodiscard]] IncomingBlob download(const TenantId& tenant, const std::string& sha256) const;
  void place(const TenantId& tenant, IncomingBlob& blob) const;
  void place_copy(const TenantId& tenant, IncomingBlob& blob) const;
  [[nodiscard]] bool has_copy(const TenantId& tenant, const std::string& sha256) const;
  [[nodiscard]] std::size_t sweep_copies() const;

  std::filesystem::path root_;
  std::unique_ptr<ObjectStore> objects_;  // null: originals are files
  Copies copies_;
  mutable std::atomic<std::int64_t> swept_{0};  // seconds of the monotonic clock
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
