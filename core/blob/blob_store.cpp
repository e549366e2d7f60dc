// SPDX-License-Identifier: Apache-2.0
// Writes, finds and removes blobs: as files, or as objects with copies on this host.
#include "core/blob/blob_store.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/io.hpp"
#include "core/trace/log.hpp"

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
  std::error_code ignored;  // there is no one to report to; sweep() removes it later
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

BlobStore::BlobStore(fs::path root, const std::optional<ObjectStoreSettings>& objects,
                     Copies copies)
    : root_(std::move(root)),
      objects_(objects ? std::make_unique<ObjectStore>(*objects) : nullptr),
      copies_(copies) {}

std::string BlobStore::name() const {
  return objects_ ? objects_->name() : root_.string();
}

std::string BlobStore::key_of(const TenantId& tenant, const std::string& sha256) {
  return tenant.value + "/" + sha256.substr(0, 2) + "/" + sha256;
}

fs::path BlobStore::path_of(const TenantId& tenant, const std::string& sha256) const {
  return root_ / key_of(tenant, sha256);
}

void BlobStore::send(const TenantId& tenant, IncomingBlob& blob) const {
  if (!objects_ || blob.sent_) return;
  const FileDescriptor file = open_for_reading(blob.path_.string());
  objects_->put(key_of(tenant, blob.sha256_), file.get(), blob.size_, blob.sha256_);
  blob.sent_ = true;
}

void BlobStore::keep(const TenantId& tenant, IncomingBlob& blob) const {
  if (!objects_) return place(tenant, blob);
  // A process that has removed the same bytes since they were sent did not know of this blob.
  if (blob.sent_) blob.sent_ = has(tenant, blob.sha256_, blob.size_);
  send(tenant, blob);
  place_copy(tenant, blob);
}

void BlobStore::place(const TenantId& tenant, IncomingBlob& blob) const {
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

void BlobStore::place_copy(const TenantId& tenant, IncomingBlob& blob) const {
  if (copies_ == Copies::None) return;
  place(tenant, blob);
  // Hosts without a pipeline have no other occasion.
  const std::int64_t now = std::chrono::duration_cast<std::chrono::seconds>(
                               std::chrono::steady_clock::now().time_since_epoch())
                               .count();
  std::int64_t last = swept_.load();
  constexpr std::int64_t kEvery = 300;
  if (now - last >= kEvery && swept_.compare_exchange_strong(last, now)) {
    static_cast<void>(sweep_copies());  // how many matters to nobody here
  }
}

bool BlobStore::has_copy(const TenantId& tenant, const std::string& sha256) const {
  if (copies_ == Copies::None) return false;  // those under the root are another store's
  std::error_code error;
  const auto written = fs::last_write_time(path_of(tenant, sha256), error);
  return !error && fs::file_time_type::clock::now() - written < kCopyLife;
}

IncomingBlob BlobStore::download(const TenantId& tenant, const std::string& sha256) const {
  const std::string key = key_of(tenant, sha256);
  IncomingBlob blob = receive();
  if (!objects_->get(key, [&blob](std::span<const std::byte> bytes) { blob.write(bytes); })) {
    throw IoError("GET " + name() + key, ENOENT);
  }
  if (blob.finish() != sha256) {
    throw IoError("GET " + name() + key + ": the bytes have a different SHA-256", EBADMSG);
  }
  return blob;
}

FileDescriptor BlobStore::open(const TenantId& tenant, const std::string& sha256) const {
  if (!objects_) return open_for_reading(path_of(tenant, sha256).string());
  if (has_copy(tenant, sha256)) return open_for_reading(path_of(tenant, sha256).string());
  const IncomingBlob blob = download(tenant, sha256);
  return open_for_reading(blob.path().string());  // lives on without a name
}

void BlobStore::fetch(const TenantId& tenant, const std::string& sha256) const {
  if (!objects_ || copies_ == Copies::None || has_copy(tenant, sha256)) return;
  IncomingBlob blob = download(tenant, sha256);
  place_copy(tenant, blob);
}

bool BlobStore::has(const TenantId& tenant, const std::string& sha256, std::int64_t size) const {
  if (objects_) {
    const auto object = objects_->find(key_of(tenant, sha256));
    return object && object->size == size;
  }
  std::error_code error;
  const auto found = fs::file_size(path_of(tenant, sha256), error);
  return !error && static_cast<std::int64_t>(found) == size;
}

void BlobStore::probe() const {
  if (!objects_) return;
  const std::string text = new_uuid();
  IncomingBlob blob = receive();
  blob.write(std::as_bytes(std::span(text)));
  const std::string key = "probe/" + blob.finish();
  const FileDescriptor file = open_for_reading(blob.path().string());
  objects_->put(key, file.get(), blob.size(), blob.sha256());
  std::string found;
  const bool there = objects_->get(key, [&found](std::span<const std::byte> bytes) {
    found.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  objects_->remove(key);
  if (!there || found != text) throw IoError(name() + ": the stored object did not come back", EIO);
}

}  // namespace assay
