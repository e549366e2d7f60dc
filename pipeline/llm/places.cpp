// SPDX-License-Identifier: Apache-2.0
// Hands out places and takes them back.
#include "pipeline/llm/places.hpp"

#include <chrono>

namespace assay::llm {

class Places::Place final : public assess::Turn {
 public:
  explicit Place(Places& places) : places_(places) {}
  ~Place() override { places_.give_back(); }

 private:
  Places& places_;
};

std::unique_ptr<assess::Turn> Places::take(const Cancelled& cancelled) {
  constexpr std::chrono::milliseconds kLook{100};
  std::unique_lock lock(mutex_);
  const std::uint64_t own = next_++;
  waiting_.push_back(own);
  while (free_ == 0 || waiting_.front() != own) {
    if (cancelled && cancelled()) {
      std::erase(waiting_, own);
      changed_.notify_all();
      return nullptr;
    }
    changed_.wait_for(lock, kLook);
  }
  waiting_.pop_front();
  --free_;
  changed_.notify_all();
  lock.unlock();
  return std::make_unique<Place>(*this);
}

void Places::give_back() {
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  changed_.notify_all();
}

}  // namespace assay::llm
