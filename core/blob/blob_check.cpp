// SPDX-License-Identifier: Apache-2.0
// Hashes stored files, and remembers which were hashed.
#include "core/blob/blob_check.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assay {
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
  constexpr std::int64_t kTick_s = 2;
  return identity[5] + kTick_s < std::time(nullptr);
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

}  // namespace assay
