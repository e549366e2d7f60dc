// SPDX-License-Identifier: Apache-2.0
// Owns the multi handle and its thread, and hands transfers over to it.
#include "core/http/http_client.hpp"

#include <algorithm>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/http/http_exchange.hpp"

namespace assay::http {
namespace {

using Multi = CHandle<CURLM, curl_multi_cleanup>;

void require(CURLMcode code) {
  if (code != CURLM_OK) throw std::runtime_error(curl_multi_strerror(code));
}

}  // namespace

struct Exchanges::State {
  // Belongs to a caller that waits for it.
  struct Transfer {
    explicit Transfer(const Request& request) : easy(new_easy()), exchange(easy.get(), request) {}
    Easy easy;
    Exchange exchange;
    std::promise<CURLcode> ended;
  };

  State() : multi(curl_multi_init()) {
    if (!multi) throw std::bad_alloc();
  }
  void run();
  void admit();
  void settle();
  void end(Transfer& transfer, CURLcode code);
  void end_all();

  Multi multi;
  std::mutex mutex;
  std::vector<Transfer*> arrived;
  bool stopping = false;
  std::vector<Transfer*> active;  // used by the thread only
  std::thread thread;
};

void Exchanges::State::admit() {
  std::vector<Transfer*> news;
  {
    const std::lock_guard lock(mutex);
    news.swap(arrived);
  }
  for (Transfer* transfer : news) {
    if (curl_multi_add_handle(multi.get(), transfer->easy.get()) == CURLM_OK) {
      active.push_back(transfer);
    } else {
      transfer->ended.set_value(CURLE_FAILED_INIT);
    }
  }
}

void Exchanges::State::end(Transfer& transfer, CURLcode code) {
  require(curl_multi_remove_handle(multi.get(), transfer.easy.get()));
  std::erase(active, &transfer);
  transfer.ended.set_value(code);  // from here on the transfer may be destroyed
}

void Exchanges::State::settle() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    const auto found = std::ranges::find_if(active, [message](const Transfer* transfer) {
      return transfer->easy.get() == message->easy_handle;
    });
    if (found != active.end()) end(**found, code);
  }
}

void Exchanges::State::end_all() {
  admit();
  while (!active.empty()) end(*active.back(), CURLE_ABORTED_BY_CALLBACK);
}

void Exchanges::State::run() {
  constexpr int kLook = 100;   // milliseconds; how often a transfer's `cancelled` is asked
  constexpr int kIdle = 1000;  // in case a wake-up is lost
  for (;;) {
    admit();
    int running = 0;
    require(curl_multi_perform(multi.get(), &running));
    settle();
    {
      const std::lock_guard lock(mutex);
      if (stopping) break;
    }
    require(curl_multi_poll(multi.get(), nullptr, 0, active.empty() ? kIdle : kLook, nullptr));
  }
  end_all();
}

Exchanges::Exchanges() {
  static_cast<void>(new_easy());  // initialises libcurl
  state_ = std::make_unique<State>();
  state_->thread = std::thread([state = state_.get()] { state->run(); });
}

Exchanges::~Exchanges() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  static_cast<void>(curl_multi_wakeup(state_->multi.get()));  // on failure it wakes up by itself
  state_->thread.join();
}

Result<Response, Problem> Exchanges::exchange(const Request& request) {
  if (request.allowed) throw std::invalid_argument("an address rule needs a connection of its own");
  State::Transfer transfer(request);
  auto ended = transfer.ended.get_future();
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->stopping) return Problem::Cancelled;
    state_->arrived.push_back(&transfer);
  }
  static_cast<void>(curl_multi_wakeup(state_->multi.get()));  // on failure it wakes up by itself
  return transfer.exchange.outcome(ended.get());
}

}  // namespace assay::http
