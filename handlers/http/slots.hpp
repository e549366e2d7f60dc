// SPDX-License-Identifier: Apache-2.0
// Limits how many slow requests hold processes at once on one machine, over all processes of the
// pool: those being worked on, and those waiting. Each kind has a limit, and all kinds together.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/io.hpp"
#include "handlers/http/rate_limit.hpp"

namespace assay::handlers {

// One of the locks of a set of lock files. When a process dies, the kernel releases its locks.
class HeldLock {
 public:
  HeldLock() = default;
  explicit HeldLock(int descriptor) noexcept : descriptor_(descriptor) {}
  HeldLock(HeldLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  HeldLock& operator=(HeldLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  HeldLock(const HeldLock&) = delete;
  HeldLock& operator=(const HeldLock&) = delete;
  ~HeldLock();

 private:
  int descriptor_ = -1;  // owned by the set
};

// Seats for requests. A tenant may be limited to some of them.
class Seats {
 public:
  // Creates lock files with that prefix. per_tenant: 0 for no limit. Throws IoError.
  Seats(std::string prefix, std::size_t count, std::size_t per_tenant);

  struct Seat {
    FileDescriptor share;  // locked for the tenant
    HeldLock lock;
  };
  // nullopt when all seats, or those of the tenant, are taken. tenant: "" before sign-in.
  [[nodiscard]] std::optional<Seat> take(std::string_view tenant) const;

 private:
  [[nodiscard]] std::optional<FileDescriptor> share_of(std::string_view tenant) const;

  std::string prefix_;
  std::size_t per_tenant_;
  std::vector<FileDescriptor> files_;
};

class Slots {
 public:
  struct Limits {
    std::size_t places;                  // worked on at once
    std::size_t waiting;                 // beyond these, a request is refused at once
    std::chrono::milliseconds patience;  // how long a request waits for a place
    std::size_t per_tenant = 0;          // of both, for one tenant; 0: no limit
  };
  // Creates lock files next to the path given, named after it and the kind. all: the seats of all
  // kinds together; must outlive this. busy: the message of a refusal. Throws IoError when they
  // cannot be created.
  Slots(const std::string& beside, std::string_view kind, const Seats& all, Limits limits,
        std::string busy);

  // A place, held while this object lives.
  struct Slot {
    Seats::Seat among_all;
    Seats::Seat seat;
    HeldLock place;
  };

  // The limit as clients see it: how many requests are accepted at once from one tenant, or from
  // all together if the limit is not per tenant.
  [[nodiscard]] RateLimit limit() const;

  // Throws Failure UNAVAILABLE with limit().reached() when no place becomes free in time, too many
  // requests wait already, or the tenant has its share. tenant: "" before sign-in.
  [[nodiscard]] Slot take(std::string_view tenant = {}) const;
  // The same, but nullopt instead of the failure.
  [[nodiscard]] std::optional<Slot> take_if_any(std::string_view tenant = {}) const;

 private:
  const Seats* all_;
  std::string kind_;
  Limits limits_;
  std::string busy_;
  Seats seats_;  // one for each request that is worked on or waits
  std::vector<FileDescriptor> places_;
};

// The kinds of slots. A kind may hold half of the default pool of four processes per core, and all
// kinds together three quarters, so whatever floods, some processes answer the other routes.
class AllSlots {
  Seats all_;  // before those that use it

 public:
  // Slots of this machine, with lock files next to that path.
  explicit AllSlots(const std::string& beside);

  Slots passwords;    // a hash takes 19 MiB and a core for its time
  Slots searches;     // answered by the pipeline
  Slots inspections;  // an uploaded archive is inflated completely
  Slots drawings;     // a page of a document is drawn
  Slots records;    // the trail is verified or exported, or a run replayed: the longer, the slower
  Slots providers;  // exchanges with the identity provider, through the pipeline
};

}  // namespace assay::handlers
