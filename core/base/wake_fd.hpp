// SPDX-License-Identifier: Apache-2.0
// Wakes a thread that waits in poll(2).
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "core/base/io.hpp"

namespace assay {

// A descriptor that stays readable once it is set.
class WakeFd {
 public:
  WakeFd() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!fd_.open()) throw IoError("eventfd", errno);
  }
  [[nodiscard]] int get() const noexcept { return fd_.get(); }
  // Throws IoError.
  void set() const {
    const std::uint64_t one = 1;
    if (::write(fd_.get(), &one, sizeof one) < 0 && errno != EAGAIN) {
      throw IoError("write eventfd", errno);
    }
  }

 private:
  FileDescriptor fd_;
};

}  // namespace assay
