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
constexpr int kSlotRetryAfterSeconds = 1;

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

// Locks the first free file. nullopt when all are held.
std::optional<HeldLock> lock_one(const std::vector<FileDescriptor>& files) {
  for (const FileDescriptor& file : files) {
    if (lock(file.get())) return HeldLock(file.get());
  }
  return std::nullopt;
}

std::size_t per_core() {
  return std::max<std::size_t>(2, std::thread::hardware_concurrency());
}

// Half of the pool for a kind of which one tenant must leave something to the others.
Slots::Limits half(milliseconds patience) {
  return {per_core(), per_core(), patience, per_core() + per_core() / 2};
}

}  // namespace

HeldLock::~HeldLock() {
  if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_UN) != 0) {
    log::error("slot_not_released", {{"errno", errno}});
  }
}

Seats::Seats(std::string prefix, std::size_t count, std::size_t per_tenant)
    : prefix_(std::move(prefix)), per_tenant_(per_tenant), files_(open_files(prefix_, count)) {}

std::optional<FileDescriptor> Seats::share_of(std::string_view tenant) const {
  if (tenant.empty() || per_tenant_ == 0) return FileDescriptor();
  const std::size_t number = std::hash<std::string_view>{}(tenant) % kShares;
  for (std::size_t i = 0; i < per_tenant_; ++i) {
    FileDescriptor file =
        open_file(prefix_ + "tenant-" + std::to_string(number) + "-" + std::to_string(i));
    if (lock(file.get())) return file;
  }
  return std::nullopt;
}

std::optional<Seats::Seat> Seats::take(std::string_view tenant) const {
  auto share = share_of(tenant);
  if (!share) return std::nullopt;
  auto held = lock_one(files_);
  if (!held) return std::nullopt;
  return Seat{std::move(*share), std::move(*held)};
}

Slots::Slots(const std::string& beside, std::string_view kind, const Seats& all, Limits limits,
             std::string busy)
    : all_(&all),
      kind_(kind),
      limits_(limits),
      busy_(std::move(busy)),
      seats_(beside + "." + std::string(kind) + "-seat-", limits.places + limits.waiting,
             limits.per_tenant),
      places_(open_files(beside + "." + std::string(kind) + "-", limits.places)) {}

RateLimit Slots::limit() const {
  const std::size_t all = limits_.places + limits_.waiting;
  return {.name = kind_,
          .allowed = static_cast<std::int64_t>(limits_.per_tenant > 0 ? limits_.per_tenant : all)};
}

std::optional<Slots::Slot> Slots::take_if_any(std::string_view tenant) const {
  auto seat = seats_.take(tenant);
  if (!seat) return std::nullopt;
  auto among_all = all_->take(tenant);
  if (!among_all) return std::nullopt;
  const Deadline deadline(limits_.patience);
  for (;;) {
    if (auto place = lock_one(places_)) {
      return Slot{std::move(*among_all), std::move(*seat), std::move(*place)};
    }
    if (deadline.passed()) return std::nullopt;
    std::this_thread::sleep_for(kPause);
  }
}

Slots::Slot Slots::take(std::string_view tenant) const {
  auto slot = take_if_any(tenant);
  if (slot) return std::move(*slot);
  throw Failure(ErrorCode::Unavailable, busy_, limit().reached(kSlotRetryAfterSeconds));
}

AllSlots::AllSlots(const std::string& beside)
    : all_(beside + ".slow-", 3 * per_core(), 2 * per_core()),
      passwords(beside, "password", all_, {2, 2 * per_core() - 2, milliseconds(10'000)},
                "Too many sign-ins are in progress; try again shortly"),
      searches(beside, "search", all_, half(milliseconds(500)),
               "Too many searches are in progress; try again shortly"),
      inspections(beside, "inspection", all_, half(milliseconds(5000)),
                  "Too many files are being checked; try again shortly"),
      drawings(beside, "drawing", all_, half(milliseconds(5000)),
               "Too many pages are being drawn; try again shortly"),
      records(beside, "records", all_, {1, per_core(), milliseconds(5000), per_core()},
              "Too many records are being verified; try again shortly"),
      providers(beside, "provider", all_, {per_core(), 0, milliseconds(0)},
                "Too many sign-ins are in progress; try again shortly") {}

}  // namespace assay::handlers
