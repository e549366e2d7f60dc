// SPDX-License-Identifier: Apache-2.0
// A request received over FastCGI. Private to this folder: only this folder uses libfcgi.
#pragma once

#include <fcgiapp.h>

#include <string>
#include <vector>

#include "fcgi/request.hpp"

namespace assay::fcgi {

class FcgiRequest : public Request {
 public:
  // raw must stay accepted while this lives. Reads REQUEST_METHOD, REQUEST_URI (as sent, not
  // normalised by the web server), REMOTE_ADDR and HTTP_*.
  explicit FcgiRequest(FCGX_Request& raw);

  [[nodiscard]] std::vector<std::string> header_values(std::string_view name) const override;
  [[nodiscard]] std::size_t read_body(std::span<std::byte> buffer) override;

 private:
  FCGX_Request& raw_;
};

}  // namespace assay::fcgi
