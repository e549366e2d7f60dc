// SPDX-License-Identifier: Apache-2.0
// Runs many slow HTTP exchanges at once: one thread (libcurl's multi interface) and one set of
// connections for all callers.
#pragma once

#include <memory>

#include "core/http/http_client.hpp"

namespace assay::http {

class Exchanges {
 public:
  // Throws std::runtime_error when libcurl cannot be set up.
  Exchanges();
  Exchanges(const Exchanges&) = delete;
  Exchanges& operator=(const Exchanges&) = delete;
  // Ends exchanges in progress with Problem::Cancelled. No call may begin after this.
  ~Exchanges();

  // Waits for the response, as Client::exchange() does; callable from any number of threads. The
  // request's functions are called on this object's thread. Throws std::invalid_argument for a
  // request with an address rule, since connections are shared.
  [[nodiscard]] Result<Response, Problem> exchange(const Request& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::http
