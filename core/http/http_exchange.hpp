// SPDX-License-Identifier: Apache-2.0
// One exchange on a libcurl easy handle: its options, callbacks and outcome. Used by both ways to
// run one: alone (http_client) and many at once (http_multi).
#pragma once

#include <curl/curl.h>

#include <exception>

#include "core/base/c_handle.hpp"
#include "core/http/http_client.hpp"

namespace assay::http {

using Easy = CHandle<CURL, curl_easy_cleanup>;

// Returns a new handle; initialises libcurl before the first one. Throws std::bad_alloc.
[[nodiscard]] Easy new_easy();

// Sets up the handle on construction. The request and the exchange must not move until the transfer
// has ended.
class Exchange {
 public:
  Exchange(CURL* easy, const Request& request);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Call once, after the transfer ended with this code. Rethrows what a callback threw.
  [[nodiscard]] Result<Response, Problem> outcome(CURLcode code);

  // Called by libcurl's callbacks.
  [[nodiscard]] bool take_body(std::span<const char> data) noexcept;
  void take_header(std::string_view line);
  [[nodiscard]] curl_socket_t open_socket(const curl_sockaddr& address);
  [[nodiscard]] bool cancelled() const;

 private:
  [[nodiscard]] bool keep_body(std::span<const char> data);
  [[nodiscard]] Problem problem_of(CURLcode code) const;

  CURL* easy_;
  const Request& request_;
  CHandle<curl_slist, curl_slist_free_all> headers_;
  Response response_;
  std::size_t received_ = 0;
  bool too_large_ = false;
  bool refused_ = false;
  bool connected_ = false;     // or tried to
  bool answered_ = false;      // with an HTTP status line
  int status_ = 0;             // of the last one
  std::exception_ptr thrown_;  // by a callback; no exception may cross libcurl
};

}  // namespace assay::http
