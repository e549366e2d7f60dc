// SPDX-License-Identifier: Apache-2.0
// Implements slots as locks on files.
#include "handlers/http/slots.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/time.hpp"
#include "core/trace/log.hpp"

namespace assay::handlers {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPause{5};
constexpr int kRetryAfterSeconds = 1;

// Tenants share the lock files of their shares where their hashes are equal.
constexpr std::size_t kShares = 256;

FileDescriptor open_file(const std::string& path) {
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file.open()) throw IoError("open " + path, errno);
  return file;
}

std::vector<FileDescriptor> open_files(const std::string& prefix, std::size_t count) {
  std::vector<FileDescriptor> files;
  for (std::size_t i = 0; i < count; ++i) files.push_back(open_file(prefix + std::to_string(i)));
  return files;
}

bool lock(int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK && errno != EINTR) throw IoError("flock of a slot", errno);
  return false;
}

// Locks the first free file and returns it; -1 when all are held.
int lock_one(const std::vector<FileDescriptor>& files) {
  for (const FileDescriptor& file : files) {
    if (lock(file.get())) return file.get();
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
    : prefix_(beside + "." + std::string(kind)), limits_(limits), busy_(std::move(busy)) {
  seats_ = open_files(prefix_ + "-seat-", limits.places + limits.waiting);
  places_ = open_files(prefix_ + "-", limits.places);
}

Slots::Slot::~Slot() {
  unlock(place_);
  unlock(seat_);
}

std::optional<FileDescriptor> Slots::share_of(std::string_view tenant) const {
  if (tenant.empty() || limits_.per_tenant == 0) return FileDescriptor();
  const std::size_t number = std::hash<std::string_view>{}(tenant) % kShares;
  for (std::size_t i = 0; i < limits_.per_tenant; ++i) {
    FileDescriptor file =
        open_file(prefix_ + "-tenant-" + std::to_string(number) + "-" + std::to_string(i));
    if (lock(file.get())) return file;
  }
  return std::nullopt;
}

std::optional<Slots::Slot> Slots::take_if_any(std::string_view tenant) const {
  auto share = share_of(tenant);
  if (!share) return std::nullopt;
  Slot slot(std::move(*share), lock_one(seats_));
  if (slot.seat_ < 0) return std::nullopt;
  const Deadline deadline(limits_.patience);
  for (;;) {
    slot.place_ = lock_one(places_);
    if (slot.place_ >= 0) return slot;
    if (deadline.passed()) return std::nullopt;
    std::this_thread::sleep_for(kPause);
  }
}

Slots::Slot Slots::take(std::string_view tenant) const {
  auto slot = take_if_any(tenant);
  if (slot) return std::move(*slot);
  throw Failure(ErrorCode::Unavailable, busy_,
                Json::object().set("retryAfterSeconds", kRetryAfterSeconds));
}

AllSlots::AllSlots(const std::string& beside)
    : passwords(beside, "password", {2, 4 * per_core(), milliseconds(10'000)},
                "Too many sign-ins are in progress; try again shortly"),
      searches(beside, "search",
               {per_core(), per_core(), milliseconds(500), per_core() + per_core() / 2},
               "Too many searches are in progress; try again shortly"),
      inspections(beside, "inspection",
                  {per_core(), 2 * per_core(), milliseconds(5000), 3 * per_core() - 1},
                  "Too many files are being checked; try again shortly"),
      drawings(beside, "drawing",
               {per_core(), 2 * per_core(), milliseconds(5000), 3 * per_core() - 1},
               "Too many pages are being drawn; try again shortly"),
      providers(beside, "provider", {per_core(), 0, milliseconds(0)},
                "Too many sign-ins are in progress; try again shortly") {}

}  // namespace assay::handlers
