// SPDX-License-Identifier: Apache-2.0
// The file: a header of 64 bytes (magic, SHA-256 of the layout, number of counters), then the
// counters, in the machine's own byte order.
#include "core/trace/shared_counters.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>

#include "core/base/digest.hpp"
#include "core/base/io.hpp"

namespace assay {
namespace {

constexpr std::size_t kHeaderBytes = 64;
constexpr std::string_view kMagic = "ASSAYCN1";
constexpr mode_t kMode = 0640;

static_assert(std::atomic_ref<std::uint64_t>::is_always_lock_free,
              "a lock would not reach over processes");

std::string header_of(std::string_view layout, std::size_t count) {
  const Sha256Bytes digest = sha256(layout);
  std::string header(kMagic);
  header.append(reinterpret_cast<const char*>(digest.data()), digest.size());
  header.append(reinterpret_cast<const char*>(&count), sizeof count);
  header.resize(kHeaderBytes, '\0');
  return header;
}

FileDescriptor open_file(const std::string& path, int flags) {
  FileDescriptor file(::open(path.c_str(), flags | O_RDWR | O_CREAT | O_CLOEXEC, kMode));
  if (!file.open()) throw IoError("open " + path, errno);
  return file;
}

struct stat status_of(int fd, const std::string& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw IoError("stat " + path, errno);
  return status;
}

bool has_header(int fd, const std::string& path, const std::string& header, std::size_t bytes) {
  if (static_cast<std::size_t>(status_of(fd, path).st_size) != bytes) return false;
  std::string found(header.size(), '\0');
  return ::pread(fd, found.data(), found.size(), 0) == static_cast<ssize_t>(found.size()) &&
         found == header;
}

void prepare(int fd, const std::string& path, const std::string& header, std::size_t bytes) {
  if (::ftruncate(fd, static_cast<off_t>(bytes)) != 0) throw IoError("truncate " + path, errno);
  write_all(fd, header);
}

// Tries once to open the path under its lock; nullopt if the file was replaced meanwhile.
std::optional<FileDescriptor> try_open(const std::string& path, const std::string& header,
                                       std::size_t bytes) {
  FileDescriptor file = open_file(path, 0);
  if (::flock(file.get(), LOCK_EX) != 0) throw IoError("lock " + path, errno);
  struct stat now {};
  const struct stat mine = status_of(file.get(), path);
  if (::stat(path.c_str(), &now) != 0 || now.st_ino != mine.st_ino) return std::nullopt;
  if (has_header(file.get(), path, header, bytes)) return file;
  if (mine.st_size == 0) {
    prepare(file.get(), path, header, bytes);
    return file;
  }
  const std::string fresh = path + ".new";  // only ever created under the lock
  FileDescriptor replacement = open_file(fresh, O_TRUNC);
  prepare(replacement.get(), fresh, header, bytes);
  if (::rename(fresh.c_str(), path.c_str()) != 0) throw IoError("rename " + fresh, errno);
  return replacement;
}

}  // namespace

SharedCounters::SharedCounters(const std::string& path, std::string_view layout,
                               std::size_t count) {
  const std::size_t bytes = kHeaderBytes + count * sizeof(std::uint64_t);
  const std::string header = header_of(layout, count);
  std::optional<FileDescriptor> file;
  while (!file) file = try_open(path, header, bytes);
  map(file->get(), count);
  // The mapping keeps the open file, and with it the lock, beyond the descriptor's lifetime.
  if (::flock(file->get(), LOCK_UN) != 0) throw IoError("unlock " + path, errno);
}

SharedCounters::SharedCounters(std::size_t count) {
  map(-1, count);
}

SharedCounters::~SharedCounters() {
  ::munmap(memory_, bytes_);
}

void SharedCounters::map(int fd, std::size_t count) {
  bytes_ = kHeaderBytes + count * sizeof(std::uint64_t);
  const int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, flags, fd, 0);
  if (memory_ == MAP_FAILED) throw IoError("mmap of counters", errno);
  auto* const first = static_cast<std::byte*>(memory_) + kHeaderBytes;
  counters_ = {reinterpret_cast<std::uint64_t*>(first), count};
}

void SharedCounters::add(std::size_t index, std::uint64_t amount) noexcept {
  std::atomic_ref(counters_[index]).fetch_add(amount, std::memory_order_relaxed);
}

std::uint64_t SharedCounters::get(std::size_t index) const noexcept {
  return std::atomic_ref(counters_[index]).load(std::memory_order_relaxed);
}

}  // namespace assay
