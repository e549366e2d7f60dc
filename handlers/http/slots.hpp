// SPDX-License-Identifier: Apache-2.0
// Limits how many requests of one kind hold processes at once on one machine, over all processes of
// the pool: those being worked on, and those waiting.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/io.hpp"

namespace assay::handlers {

class Slots {
 public:
  struct Limits {
    std::size_t places;                  // worked on at once
    std::size_t waiting;                 // beyond these, a request is refused at once
    std::chrono::milliseconds patience;  // how long a request waits for a place
    std::size_t per_tenant = 0;          // of both, for one tenant; 0: no limit
  };
  // Creates lock files beside the path given, named after it and the kind. busy: the message of a
  // refusal. Throws IoError when they cannot be created.
  Slots(const std::string& beside, std::string_view kind, Limits limits, std::string busy);

  // A place, held while this object lives. When a process dies, the kernel releases its place.
  class Slot {
   public:
    Slot(FileDescriptor share, int seat) noexcept : share_(std::move(share)), seat_(seat) {}
    Slot(Slot&& other) noexcept
        : share_(std::move(other.share_)),
          seat_(std::exchange(other.seat_, -1)),
          place_(std::exchange(other.place_, -1)) {}
    Slot& operator=(Slot&&) = delete;
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    ~Slot();

   private:
    friend class Slots;
    FileDescriptor share_;  // locked for the tenant
    int seat_;              // the owner of these files is Slots
    int place_ = -1;
  };

  // Throws Failure UNAVAILABLE with retryAfterSeconds when no place becomes free in time, too many
  // requests wait already, or the tenant has its share. tenant: "" before sign-in.
  [[nodiscard]] Slot take(std::string_view tenant = {}) const;
  // The same, but nullopt instead of the failure.
  [[nodiscard]] std::optional<Slot> take_if_any(std::string_view tenant = {}) const;

 private:
  [[nodiscard]] std::optional<FileDescriptor> share_of(std::string_view tenant) const;

  std::string prefix_;  // of the lock files
  Limits limits_;
  std::string busy_;
  std::vector<FileDescriptor> seats_;  // one for each request that is worked on or waits
  std::vector<FileDescriptor> places_;
};

// The kinds of slots. Each kind may hold only part of the default pool of four processes per core,
// so a flood of one kind does not keep the other routes waiting.
struct AllSlots {
  // Slots of this machine, with lock files beside that path.
  explicit AllSlots(const std::string& beside);

  Slots passwords;    // a hash takes 19 MiB and a core for its time
  Slots searches;     // answered by the pipeline
  Slots inspections;  // an uploaded archive is inflated completely
  Slots drawings;     // a page of a document is drawn
  Slots providers;    // exchanges with the identity provider, through the pipeline
};

}  // namespace assay::handlers
