// SPDX-License-Identifier: Apache-2.0
// Files and pipes: an owning descriptor, and calls that either finish or throw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace assay {

// A system call that failed for good: what was attempted, and errno.
class IoError : public std::runtime_error {
 public:
  IoError(const std::string& what, int error_number);
  [[nodiscard]] int error_number() const noexcept { return error_number_; }
  // The disk is full or its quota is used up.
  [[nodiscard]] bool no_space() const noexcept;

 private:
  int error_number_;
};

class FileDescriptor {
 public:
  FileDescriptor() noexcept = default;
  explicit FileDescriptor(int fd) noexcept : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { reset(); }

  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool open() const noexcept { return fd_ >= 0; }
  void reset() noexcept;
  // The caller owns it from now on.
  void release() noexcept { fd_ = -1; }

 private:
  int fd_ = -1;
};

// All throw IoError. Every descriptor made here is close-on-exec.
[[nodiscard]] FileDescriptor open_for_reading(const std::string& path);
// Reads up to buffer.size() bytes, retrying on EINTR; 0 means end of file.
[[nodiscard]] std::size_t read_some(int fd, std::span<std::byte> buffer);
// The same from that place of a file, whose own position does not move.
[[nodiscard]] std::size_t read_some_at(int fd, std::span<std::byte> buffer, std::int64_t offset);
void write_all(int fd, std::span<const std::byte> bytes);
void write_all(int fd, std::string_view text);
// fsync; a failure is final (the kernel may have dropped the pages) and never retried.
void sync_to_disk(int fd);
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace assay
