// SPDX-License-Identifier: Apache-2.0
// Compares stored files with their names. Removes blobs without taking one away from an upload of
// the same bytes, and sweeps what is left.
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <ctime>
#include <string_view>
#include <variant>
#include <vector>

#include "core/blob/blob_store.hpp"

namespace assay {
namespace {

constexpr std::size_t kMaxKnown = 1000;
constexpr std::size_t kPiece = std::size_t{256} * 1024;

// An object becomes a file, which it is then judged by.
std::variant<FileDescriptor, BlobState> open_if_there(const BlobStore& blobs,
                                                      const TenantId& tenant,
                                                      const std::string& sha256) {
  try {
    blobs.fetch(tenant, sha256);
    return blobs.open(tenant, sha256);
  } catch (const IoError& error) {
    if (error.error_number() == ENOENT) return BlobState::Missing;
    if (error.error_number() == EBADMSG) return BlobState::Altered;
    throw;
  }
}

bool has_sha256(int fd, std::string_view sha256) {
  Sha256 digest;
  std::vector<std::byte> piece(kPiece);
  std::int64_t offset = 0;
  while (const std::size_t got = read_some_at(fd, piece, offset)) {
    digest.update(std::span<const std::byte>(piece).first(got));
    offset += static_cast<std::int64_t>(got);
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
  const auto opened = open_if_there(blobs_, tenant, sha256);
  if (const auto* const state = std::get_if<BlobState>(&opened)) return *state;
  const int file = std::get<FileDescriptor>(opened).get();
  const std::string key = tenant.value + "/" + sha256;
  const Identity identity = identity_of(file);
  if (const auto known = known_.find(key);
      known != known_.end() && known->second.identity == identity) {
    return known->second.state;
  }
  const bool remember = settled(identity);
  const BlobState state = has_sha256(file, sha256) ? BlobState::Intact : BlobState::Altered;
  if (!remember || identity_of(file) != identity) return state;
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

namespace fs = std::filesystem;
namespace {

using Age = fs::file_time_type::duration;

Age age_of(const fs::path& file, std::error_code& error) {
  const auto written = fs::last_write_time(file, error);
  return error ? Age::zero() : fs::file_time_type::clock::now() - written;
}

void rename_if_there(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error && error != std::errc::no_such_file_or_directory) {
    throw IoError("rename " + from.string(), error.value());
  }
}

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) throw IoError("remove " + file.string(), error.value());
}

// An upload of the same bytes may rename its file into this place at any moment. So the file is
// first moved aside, then checked: a young file goes back, whoever wrote it.
BlobStore::Removal remove_old(const fs::path& file, std::chrono::seconds grace) {
  const fs::path aside = file.string() + ".gone";
  rename_if_there(file, aside);
  std::error_code error;
  const Age age = age_of(aside, error);
  if (error == std::errc::no_such_file_or_directory) return BlobStore::Removal::Gone;
  if (error) throw IoError("stat " + aside.string(), error.value());
  if (age < grace) {
    rename_if_there(aside, file);
    return BlobStore::Removal::TooYoung;
  }
  remove_file(aside);
  return BlobStore::Removal::Gone;
}

// A file may vanish between the listing and this check: its owner finished it, which is fine.
bool remove_older(const fs::path& file, Age age) {
  std::error_code gone;
  return age_of(file, gone) > age && !gone && fs::remove(file, gone);
}

}  // namespace

BlobStore::Removal BlobStore::remove(const TenantId& tenant, const std::string& sha256,
                                     std::chrono::seconds grace) const {
  if (!objects_) return remove_old(path_of(tenant, sha256), grace);
  const std::string key = key_of(tenant, sha256);
  const auto object = objects_->find(key);
  if (object && object->age < grace) return Removal::TooYoung;
  if (object) objects_->remove(key);
  remove_file(path_of(tenant, sha256));
  return Removal::Gone;
}

std::size_t BlobStore::sweep(std::chrono::seconds incoming_older_than) const {
  std::error_code error;
  std::size_t removed = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(root_ / "tmp", error)) {
    if (remove_older(entry.path(), incoming_older_than)) ++removed;
  }
  return objects_ ? removed + sweep_copies() : removed;
}

std::size_t BlobStore::sweep_copies() const {
  std::error_code error;
  std::size_t removed = 0;
  fs::recursive_directory_iterator entries(root_, error);
  for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    const bool incoming = entries.depth() == 0 && entries->path().filename() == "tmp";
    if (incoming) entries.disable_recursion_pending();
    std::error_code gone;
    if (entries->is_regular_file(gone) && remove_older(entries->path(), kCopyGone)) ++removed;
  }
  return removed;
}

}  // namespace assay
