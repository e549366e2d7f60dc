// SPDX-License-Identifier: Apache-2.0
// Reads the checkpoint file from its end and appends to it.
#include "db/store/checkpoint_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/base/io.hpp"

namespace assay::store::audit {
namespace {

constexpr std::size_t kStep = std::size_t{64} << 10U;

off_t size_of(int fd, const std::string& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw IoError("stat " + path, errno);
  return status.st_size;
}

std::string read_at(int fd, off_t at, std::size_t count, const std::string& path) {
  std::string bytes(count, '\0');
  for (std::size_t done = 0; done < count;) {
    const ssize_t got =
        ::pread(fd, bytes.data() + done, count - done, at + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw IoError("read " + path, got == 0 ? EIO : errno);
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

// The start of the line that ends before `end`; 0 for the first one.
off_t line_start(int fd, off_t end, const std::string& path) {
  while (end > 0) {
    const auto count = static_cast<std::size_t>(std::min<off_t>(end, kStep));
    const std::string piece = read_at(fd, end - static_cast<off_t>(count), count, path);
    const std::size_t newline = piece.rfind('\n');
    end -= static_cast<off_t>(count);
    if (newline != std::string::npos) return end + static_cast<off_t>(newline) + 1;
  }
  return 0;
}

}  // namespace

std::optional<std::string> last_line(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return std::nullopt;
  const FileDescriptor file = open_for_reading(path);
  const off_t whole = line_start(file.get(), size_of(file.get(), path), path);
  if (whole == 0) return std::nullopt;
  const off_t start = line_start(file.get(), whole - 1, path);
  return read_at(file.get(), start, static_cast<std::size_t>(whole - 1 - start), path);
}

void append_lines(const std::string& path, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0640));
  if (!file.open()) throw IoError("open " + path, errno);
  const off_t size = size_of(file.get(), path);
  const off_t whole = line_start(file.get(), size, path);
  if (whole != size && ::ftruncate(file.get(), whole) != 0) throw IoError("cut " + path, errno);
  std::string text;
  for (const std::string& line : lines) text.append(line).push_back('\n');
  write_all(file.get(), text);
  sync_to_disk(file.get());
}

void for_each_line(const std::string& path, const std::function<bool(const std::string&)>& take) {
  const FileDescriptor file = open_for_reading(path);
  std::string line;
  std::array<std::byte, kStep> buffer{};
  for (;;) {
    const std::size_t count = read_some(file.get(), buffer);
    if (count == 0) break;
    std::string_view piece(reinterpret_cast<const char*>(buffer.data()), count);
    for (std::size_t end = piece.find('\n'); end != std::string_view::npos;
         end = piece.find('\n')) {
      line.append(piece.substr(0, end));
      if (!take(line)) return;
      line.clear();
      piece.remove_prefix(end + 1);
    }
    line.append(piece);
  }
  if (!line.empty()) static_cast<void>(take(line));
}

}  // namespace assay::store::audit
