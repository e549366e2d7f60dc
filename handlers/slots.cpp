// SPDX-License-Identifier: Apache-2.0
// Implements slots as locks on files.
#include "handlers/slots.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "core/error.hpp"
#include "core/log.hpp"
#include "core/time.hpp"

namespace assay::handlers {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPause{5};
constexpr int kRetryAfterSeconds = 1;

std::vector<FileDescriptor> open_files(const std::string& prefix, std::size_t count) {
  std::vector<FileDescriptor> files;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string path = prefix + std::to_string(i);
    files.emplace_back(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!files.back().open()) throw IoError("open " + path, errno);
  }
  return files;
}

// Locks the first free file and returns it; -1 when all are held.
int lock_one(const std::vector<FileDescriptor>& files) {
  for (const FileDescriptor& file : files) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file.get();
    if (errno != EWOULDBLOCK && errno != EINTR) throw IoError("flock of a slot", errno);
  }
  return -1;
}

void unlock(int descriptor) {
  if (descriptor >= 0 && ::flock(descriptor, LOCK_UN) != 0) {
    log::error("slot_not_released", {{"errno", errno}});
  }
}

std::size_t per_core() {
  return std::max<std::size_t>(2, std::thread::hardware_concurrency());
}

}  // namespace

Slots::Slots(const std::string& beside, std::string_view kind, Limits limits, std::string busy)
    : limits_(limits), busy_(std::move(busy)) {
  const std::string prefix = beside + "." + std::string(kind);
  seats_ = open_files(prefix + "-seat-", limits.places + limits.waiting);
  places_ = open_files(prefix + "-", limits.places);
}

Slots::Slot::~Slot() {
  unlock(place_);
  unlock(seat_);
}

std::optional<Slots::Slot> Slots::take_if_any() const {
  Slot slot(lock_one(seats_), -1);
  if (slot.seat_ < 0) return std::nullopt;
  const Deadline deadline(limits_.patience);
  for (;;) {
    slot.place_ = lock_one(places_);
    if (slot.place_ >= 0) return slot;
    if (deadline.passed()) return std::nullopt;
    std::this_thread::sleep_for(kPause);
  }
}

Slots::Slot Slots::take() const {
  auto slot = take_if_any();
  if (slot) return std::move(*slot);
  throw Failure(ErrorCode::Unavailable, busy_,
                Json::object().set("retryAfterSeconds", kRetryAfterSeconds));
}

AllSlots::AllSlots(const std::string& beside)
    : passwords(beside, "password", {2, 4 * per_core(), milliseconds(10'000)},
                "Too many sign-ins are under way; try again shortly"),
      searches(beside, "search", {per_core(), per_core() / 2, milliseconds(500)},
               "Too many searches are under way; try again shortly"),
      inspections(beside, "inspection", {per_core(), 2 * per_core(), milliseconds(5000)},
                  "Too many files are being checked; try again shortly"),
      providers(beside, "provider", {per_core(), 0, milliseconds(0)},
                "Too many sign-ins are under way; try again shortly") {}

}  // namespace assay::handlers
