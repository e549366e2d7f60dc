// SPDX-License-Identifier: Apache-2.0
// Receives, keeps and removes stored originals.
#include "core/blob/blob_store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace assay {
namespace fs = std::filesystem;
namespace {

// Only the owner writes; the other program and nginx, which run as other users, read. The directory
// above the root keeps everyone else out. New directories are writable by the root's group (both
// programs use umask 0002), so that each program can remove what the other wrote.
constexpr mode_t kBlobMode = 0644;

void make_directories(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw IoError("mkdir " + path.string(), error.value());
}

void sync_directory(const fs::path& path) {
  const FileDescriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.open()) throw IoError("open " + path.string(), errno);
  sync_to_disk(directory.get());
}

}  // namespace

IncomingBlob::IncomingBlob(fs::path path)
    : path_(std::move(path)),
      file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kBlobMode)) {
  if (!file_.open()) throw IoError("create " + path_.string(), errno);
}

IncomingBlob::IncomingBlob(IncomingBlob&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      file_(std::move(other.file_)),
      digest_(std::move(other.digest_)),
      size_(other.size_),
      sha256_(std::move(other.sha256_)) {}

IncomingBlob::~IncomingBlob() {
  if (path_.empty()) return;
  std::error_code ignored;  // there is no one to report to; sweep_incoming removes it later
  fs::remove(path_, ignored);
}

void IncomingBlob::write(std::span<const std::byte> bytes) {
  write_all(file_.get(), bytes);
  digest_.update(bytes);
  size_ += static_cast<std::int64_t>(bytes.size());
}

const std::string& IncomingBlob::finish() {
  sha256_ = to_hex(digest_.finish());
  return sha256_;
}

IncomingBlob BlobStore::receive() const {
  const fs::path incoming = root_ / "tmp";
  make_directories(incoming);
  return IncomingBlob(incoming / new_uuid());
}

void BlobStore::keep(const TenantId& tenant, IncomingBlob& blob) const {
  const fs::path target = path_of(tenant, blob.sha256());
  sync_to_disk(blob.file_.get());
  make_directories(target.parent_path());
  std::error_code error;
  fs::rename(blob.path_, target, error);
  if (error) throw IoError("rename to " + target.string(), error.value());
  blob.path_.clear();
  blob.file_.reset();
  sync_directory(target.parent_path());
}

fs::path BlobStore::path_of(const TenantId& tenant, const std::string& sha256) const {
  return root_ / tenant.value / sha256.substr(0, 2) / sha256;
}

FileDescriptor BlobStore::open(const TenantId& tenant, const std::string& sha256) const {
  return open_for_reading(path_of(tenant, sha256).string());
}

bool BlobStore::remove(const TenantId& tenant, const std::string& sha256) const {
  std::error_code error;
  const bool removed = fs::remove(path_of(tenant, sha256), error);
  if (error) throw IoError("remove " + sha256, error.value());
  return removed;
}

std::size_t BlobStore::sweep_incoming(std::chrono::seconds older_than) const {
  std::error_code error;
  std::size_t removed = 0;
  const auto limit = fs::file_time_type::clock::now() - older_than;
  for (const fs::directory_entry& entry : fs::directory_iterator(root_ / "tmp", error)) {
    // A file may vanish between the listing and this check: its owner finished it, which is fine.
    std::error_code gone;
    const auto written = entry.last_write_time(gone);
    if (!gone && written < limit && fs::remove(entry.path(), gone)) ++removed;
  }
  return removed;
}

}  // namespace assay
