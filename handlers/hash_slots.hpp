// SPDX-License-Identifier: Apache-2.0
// At most two password hashes at once on one machine, however many assay-api processes there are:
// each takes 19 MiB and a core for its time.
#pragma once

#include <array>
#include <string>

#include "core/io.hpp"

namespace assay::handlers {

class HashSlots {
 public:
  // Two lock files beside the path given, named after it. Throws IoError when they cannot be made.
  explicit HashSlots(const std::string& beside);

  // Held while it lives. The kernel lets go of the slot of a process that dies.
  class Slot {
   public:
    explicit Slot(int descriptor) noexcept : descriptor_(descriptor) {}
    Slot(Slot&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Slot& operator=(Slot&&) = delete;
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    ~Slot();

   private:
    int descriptor_;  // the files' owner is HashSlots
  };

  // Waits for two seconds at most. Throws Failure UNAVAILABLE with retryAfterSeconds.
  [[nodiscard]] Slot take() const;

 private:
  static constexpr std::size_t kSlots = 2;
  std::array<FileDescriptor, kSlots> files_;
};

}  // namespace assay::handlers
