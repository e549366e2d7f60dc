// SPDX-License-Identifier: Apache-2.0
// Slots as locks on files.
#include "handlers/hash_slots.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <thread>

#include "core/error.hpp"
#include "core/log.hpp"
#include "core/time.hpp"

namespace assay::handlers {
namespace {

constexpr std::chrono::seconds kLongestWait{2};
constexpr std::chrono::milliseconds kPause{5};  // a hash takes about 25
constexpr int kRetryAfterSeconds = 1;

bool lock(int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK && errno != EINTR) throw IoError("flock of a password slot", errno);
  return false;
}

}  // namespace

HashSlots::HashSlots(const std::string& beside) {
  for (std::size_t i = 0; i < kSlots; ++i) {
    const std::string path = beside + ".password-" + std::to_string(i);
    files_.at(i) = FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!files_.at(i).open()) throw IoError("open " + path, errno);
  }
}

HashSlots::Slot::~Slot() {
  if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_UN) != 0) {
    log::error("password_slot_not_released", {{"errno", errno}});
  }
}

HashSlots::Slot HashSlots::take() const {
  const Deadline deadline(kLongestWait);
  while (true) {
    for (const FileDescriptor& file : files_) {
      if (lock(file.get())) return Slot(file.get());
    }
    if (deadline.passed()) break;
    std::this_thread::sleep_for(kPause);
  }
  throw Failure(ErrorCode::Unavailable, "Too many sign-ins are under way; try again shortly",
                Json::object().set("retryAfterSeconds", kRetryAfterSeconds));
}

}  // namespace assay::handlers
