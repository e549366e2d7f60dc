// SPDX-License-Identifier: Apache-2.0
// Adds figures up, shares them between processes, and writes them for Prometheus.
#include "core/trace/counters.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/base/digest.hpp"
#include "core/base/io.hpp"

namespace assay {

std::string label(std::string_view name, std::string_view value) {
  const bool plain =
      !value.empty() && value.size() <= 64 && std::all_of(value.begin(), value.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '_' || c == '.' || c == '-';
      });
  return std::string(name) + "=\"" + std::string(plain ? value : "other") + "\"";
}

void add_observation(Figures& figures, const std::string& metric, const std::string& labels,
                     double seconds) {
  const std::string comma = labels.empty() ? "" : ",";
  const auto bucket = [&](const std::string& bound, bool in) {
    figures[{metric + "_bucket", labels + comma + "le=\"" + bound + "\""}] += in ? 1 : 0;
  };
  for (const double bound : kSecondBounds) {
    bucket(prometheus::number(bound), seconds <= bound);
  }
  bucket("+Inf", true);
  figures[{metric + "_sum", labels}] += seconds;
  figures[{metric + "_count", labels}] += 1;
}

void Counters::add(const std::string& metric, const std::string& labels, double amount) {
  const std::lock_guard lock(mutex_);
  figures_[{metric, labels}] += amount;
}

void Counters::observe(const std::string& metric, const std::string& labels, double seconds) {
  const std::lock_guard lock(mutex_);
  add_observation(figures_, metric, labels, seconds);
}

Figures Counters::collect() {
  const std::lock_guard lock(mutex_);
  return std::exchange(figures_, {});
}

void Counters::put_back(const Figures& figures) {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, amount] : figures) figures_[key] += amount;
}

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

namespace assay::prometheus {

std::string number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, 64> buffer{};
  constexpr double kWhole = 9'007'199'254'740'992.0;  // 2^53: every whole number below is exact
  const bool whole = value == std::trunc(value) && std::abs(value) < kWhole;
  const auto done = whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                          static_cast<long long>(value))
                          : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), done.ptr};
}

void Exposition::family(std::string_view name, std::string_view type, std::string_view help) {
  text_.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
  text_.append(name).append(" ").append(type).append("\n");
}

void Exposition::sample(std::string_view name, std::string_view labels, double value) {
  text_.append(name);
  if (!labels.empty()) text_.append("{").append(labels).append("}");
  text_.append(" ").append(number(value)).append("\n");
}

}  // namespace assay::prometheus
