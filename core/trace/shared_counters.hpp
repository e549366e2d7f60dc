// SPDX-License-Identifier: Apache-2.0
// Counters in a file that every process of a pool maps. Each process adds, any process reads the
// sum, and the counts outlive the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace assay {

class SharedCounters {
 public:
  // layout: text that says what each counter means. A file of another layout or size is replaced by
  // one of zeros; processes that map the old one keep using it. Throws IoError.
  SharedCounters(const std::string& path, std::string_view layout, std::size_t count);
  // Counters of this process alone, for when there can be no file.
  explicit SharedCounters(std::size_t count);
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;
  ~SharedCounters();

  // Precondition of both: index < count. Safe from any thread of any process.
  void add(std::size_t index, std::uint64_t amount) noexcept;
  [[nodiscard]] std::uint64_t get(std::size_t index) const noexcept;

 private:
  void map(int fd, std::size_t count);
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  std::span<std::uint64_t> counters_;
};

}  // namespace assay
