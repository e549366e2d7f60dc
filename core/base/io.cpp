// SPDX-License-Identifier: Apache-2.0
// System calls that are retried or throw.
#include "core/base/io.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>

namespace assay {

IoError::IoError(const std::string& what, int error_number)
    : std::runtime_error(what + ": " + std::strerror(error_number)), error_number_(error_number) {}

bool IoError::no_space() const noexcept {
  return error_number_ == ENOSPC || error_number_ == EDQUOT;
}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

void FileDescriptor::reset() noexcept {
  // On Linux close frees the descriptor even when it reports an error; durability is fsync's job.
  if (fd_ >= 0) static_cast<void>(::close(fd_));
  fd_ = -1;
}

FileDescriptor open_for_reading(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw IoError("open " + path, errno);
  return FileDescriptor(fd);
}

std::size_t read_some(int fd, std::span<std::byte> buffer) {
  for (;;) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw IoError("read", errno);
  }
}

std::size_t read_some_at(int fd, std::span<std::byte> buffer, std::int64_t offset) {
  for (;;) {
    const ssize_t got = ::pread(fd, buffer.data(), buffer.size(), offset);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw IoError("pread", errno);
  }
}

void write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      throw IoError("write", errno);
    }
  }
}

void write_all(int fd, std::string_view text) {
  write_all(fd, std::as_bytes(std::span(text.data(), text.size())));
}

void sync_to_disk(int fd) {
  if (::fsync(fd) != 0) throw IoError("fsync", errno);
}

std::string read_file(const std::string& path) {
  const FileDescriptor file = open_for_reading(path);
  std::string content;
  std::array<std::byte, 65536> buffer{};
  for (;;) {
    const std::size_t count = read_some(file.get(), buffer);
    if (count == 0) return content;
    content.append(reinterpret_cast<const char*>(buffer.data()), count);
  }
}

}  // namespace assay
