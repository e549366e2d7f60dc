// SPDX-License-Identifier: Apache-2.0
// Files, pipes and sockets: an owning descriptor, and calls that either finish or throw.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/time.hpp"

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

 private:
  int fd_ = -1;
};

// All throw IoError. Every descriptor made here is close-on-exec.
[[nodiscard]] FileDescriptor open_for_reading(const std::string& path);
// Reads up to buffer.size() bytes, retrying on EINTR; 0 means end of file.
[[nodiscard]] std::size_t read_some(int fd, std::span<std::byte> buffer);
void write_all(int fd, std::span<const std::byte> bytes);
void write_all(int fd, std::string_view text);
// fsync; a failure is final (the kernel may have dropped the pages) and never retried.
void sync_to_disk(int fd);
[[nodiscard]] std::string read_file(const std::string& path);

// Unix sockets that carry messages: a length in 4 bytes, big-endian, and that many bytes. Used by
// both sides of the pipeline's socket.

// Listens at path with mode 0660. Replaces a socket file that nobody serves; throws IoError
// (EADDRINUSE) if somebody serves it.
[[nodiscard]] FileDescriptor listen_at(const std::string& path);

// Whether the other side has closed its end.
[[nodiscard]] bool hung_up(int socket) noexcept;

// The next message; nullopt if the other side left, was too slow, or sent a length above `most`.
[[nodiscard]] std::optional<std::string> receive_message(int socket, std::size_t most,
                                                         const Deadline& deadline);
// Returns false when the other side left or was too slow.
[[nodiscard]] bool send_message(int socket, std::string_view message, const Deadline& deadline);

}  // namespace assay
