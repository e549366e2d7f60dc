// SPDX-License-Identifier: Apache-2.0
// Lists the claims this daemon holds, so that one heartbeat renews them all and each job learns
// when its own is lost.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "db/store/work.hpp"

namespace assay::jobs {

struct HeldClaim {
  explicit HeldClaim(store::work::Claim held) : claim(std::move(held)) {}
  const store::work::Claim claim;
  // Set once another worker may have the item: the job must then discard its result.
  std::atomic<bool> lost{false};
};

// Safe from any thread.
class ActiveClaims {
 public:
  using Held = std::shared_ptr<HeldClaim>;

  // The claim is in progress from construction to destruction.
  class Entry {
   public:
    Entry(ActiveClaims& claims, store::work::Claim claim)
        : claims_(claims), held_(std::make_shared<HeldClaim>(std::move(claim))) {
      claims_.add(held_);
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { claims_.remove(held_); }
    [[nodiscard]] HeldClaim& held() const noexcept { return *held_; }

   private:
    ActiveClaims& claims_;
    Held held_;
  };

  [[nodiscard]] std::vector<Held> all() const {
    const std::lock_guard lock(mutex_);
    return held_;
  }
  [[nodiscard]] bool empty() const {
    const std::lock_guard lock(mutex_);
    return held_.empty();
  }

 private:
  void add(const Held& held) {
    const std::lock_guard lock(mutex_);
    held_.push_back(held);
  }
  void remove(const Held& held) {
    const std::lock_guard lock(mutex_);
    std::erase(held_, held);
  }

  mutable std::mutex mutex_;
  std::vector<Held> held_;
};

}  // namespace assay::jobs
