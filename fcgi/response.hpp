// SPDX-License-Identifier: Apache-2.0
// A response: status, headers and a body that is held whole, produced in pieces, or sent by nginx.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"
#include "fcgi/request.hpp"

namespace assay::fcgi {

// Fills the string (empty when called) with the next piece; returns false at the end. Runs after
// the head was sent, so an exception cuts the body off: the client sees an incomplete answer.
using BodyProducer = std::function<bool(std::string& piece)>;

class Response {
 public:
  explicit Response(int status = 200) : status_(status) {}
  [[nodiscard]] static Response json(int status, const Json& body);
  [[nodiscard]] static Response of_text(int status, std::string_view content_type,
                                        std::string body);
  // nginx answers with the file at that internal location (X-Accel-Redirect).
  [[nodiscard]] static Response internal_file(std::string_view location,
                                              std::string_view content_type);
  [[nodiscard]] static Response stream(int status, std::string_view content_type,
                                       BodyProducer producer);

  // Sets the only header of that name. Throws std::logic_error for a name or value that would split
  // the head (control characters): encode such text first.
  Response& set(std::string_view name, std::string_view value);
  // Adds another header of that name (Set-Cookie).
  Response& add(std::string_view name, std::string_view value);
  [[nodiscard]] const std::string* header(std::string_view name) const;

  [[nodiscard]] int status() const noexcept { return status_; }
  [[nodiscard]] const std::string& body() const noexcept { return body_; }
  [[nodiscard]] const BodyProducer& producer() const noexcept { return producer_; }

  // Ends the process once this response is sent, because a bug of unknown extent caused it.
  void end_process() noexcept { ends_process_ = true; }
  [[nodiscard]] bool ends_process() const noexcept { return ends_process_; }

  // Another form of the same content.
  void replace_body(std::string_view content_type, std::string body);

  // Makes this a 304 for the same resource: keeps headers, drops the body.
  void make_not_modified();

  // Status line and headers in FastCGI form, ending with the empty line. Includes Content-Length
  // whenever the length is known, also for HEAD; never for 204 and 304.
  [[nodiscard]] std::string head() const;
  // Whether a body may follow the head for a request of this method.
  [[nodiscard]] bool sends_body(std::string_view method) const noexcept;

 private:
  int status_;
  std::vector<Header> headers_;
  std::string body_;
  BodyProducer producer_;
  bool ends_process_ = false;
};

}  // namespace assay::fcgi
