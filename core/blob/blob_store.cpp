// SPDX-License-Identifier: Apache-2.0
// Writes, checks and removes blobs.
#include "core/blob/blob_store.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <cerrno>
#include <ctime>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/io.hpp"

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

namespace {

constexpr std::size_t kMaxKnown = 1000;
constexpr std::size_t kPiece = std::size_t{256} * 1024;

std::size_t read_at(int fd, std::span<std::byte> buffer, off_t offset) {
  for (;;) {
    const ssize_t got = ::pread(fd, buffer.data(), buffer.size(), offset);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw IoError("read a stored file", errno);
  }
}

std::optional<FileDescriptor> open_if_there(const BlobStore& blobs, const TenantId& tenant,
                                            const std::string& sha256) {
  try {
    return blobs.open(tenant, sha256);
  } catch (const IoError& error) {
    if (error.error_number() == ENOENT) return std::nullopt;
    throw;
  }
}

bool has_sha256(int fd, std::string_view sha256) {
  Sha256 digest;
  std::vector<std::byte> piece(kPiece);
  off_t offset = 0;
  while (const std::size_t got = read_at(fd, piece, offset)) {
    digest.update(std::span<const std::byte>(piece).first(got));
    offset += static_cast<off_t>(got);
  }
  return to_hex(digest.finish()) == sha256;
}

}  // namespace

BlobCheck::Identity BlobCheck::identity_of(int fd) {
  struct stat found {};
  if (::fstat(fd, &found) != 0) throw IoError("stat a stored file", errno);
  return {static_cast<std::int64_t>(found.st_dev),
          static_cast<std::int64_t>(found.st_ino),
          found.st_size,
          found.st_mtim.tv_sec,
          found.st_mtim.tv_nsec,
          found.st_ctim.tv_sec,
          found.st_ctim.tv_nsec};
}

// Two changes within one tick of the file system's clock leave the same time, so a file that has
// just changed could change once more without a trace.
bool BlobCheck::settled(const Identity& identity) {
  constexpr std::int64_t kTickSeconds = 2;
  return identity[5] + kTickSeconds < std::time(nullptr);
}

BlobState BlobCheck::state_of(const TenantId& tenant, const std::string& sha256) {
  const auto file = open_if_there(blobs_, tenant, sha256);
  if (!file) return BlobState::Missing;
  const std::string key = tenant.value + "/" + sha256;
  const Identity identity = identity_of(file->get());
  if (const auto known = known_.find(key);
      known != known_.end() && known->second.identity == identity) {
    return known->second.state;
  }
  const bool remember = settled(identity);
  const BlobState state = has_sha256(file->get(), sha256) ? BlobState::Intact : BlobState::Altered;
  if (!remember || identity_of(file->get()) != identity) return state;
  if (known_.size() >= kMaxKnown) known_.clear();
  known_.insert_or_assign(key, Known{identity, state});
  return state;
}

DiskSpace disk_space(const std::string& path) {
  struct statvfs figures {};
  if (::statvfs(path.c_str(), &figures) != 0) throw IoError("statvfs " + path, errno);
  const auto bytes = [&figures](fsblkcnt_t blocks) {
    return static_cast<std::int64_t>(blocks) * static_cast<std::int64_t>(figures.f_frsize);
  };
  return {bytes(figures.f_blocks), bytes(figures.f_bavail)};
}

}  // namespace assay
