// SPDX-License-Identifier: Apache-2.0
// A request as handlers see it, independent of its source: FastCGI, or values in a test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fcgi/url.hpp"

namespace assay::fcgi {

// How much of a body is read at a time.
inline constexpr std::size_t kBodyStep = std::size_t{64} << 10U;

struct Header {
  std::string name;
  std::string value;
};

class Request {
 public:
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  virtual ~Request() = default;

  [[nodiscard]] const std::string& method() const noexcept { return method_; }
  // Path and query, or why the request's target is refused.
  [[nodiscard]] const Result<Target>& target() const noexcept { return target_; }
  // The client's address as reported by the web server; "" if unknown.
  [[nodiscard]] const std::string& remote_address() const noexcept { return remote_address_; }

  // All values sent under this name (any case), in order; usually at most one.
  [[nodiscard]] virtual std::vector<std::string> header_values(std::string_view name) const = 0;
  // nullopt unless sent exactly once.
  [[nodiscard]] std::optional<std::string> header(std::string_view name) const;
  // "" if absent.
  [[nodiscard]] std::string content_type() const;
  // nullopt if the request lacks it or it is invalid.
  [[nodiscard]] std::optional<std::int64_t> content_length() const;

  // Reads the next bytes of the body into the buffer; returns 0 at its end.
  [[nodiscard]] virtual std::size_t read_body(std::span<std::byte> buffer) = 0;

 protected:
  Request(std::string method, std::string_view raw_target, std::string remote_address);

 private:
  std::string method_;
  Result<Target> target_;
  std::string remote_address_;
};

// Reads the rest of a small body. Throws Failure PAYLOAD_TOO_LARGE beyond the limit.
[[nodiscard]] std::string read_whole_body(Request& request, std::size_t limit);

// A request built from values, for tests of everything above the web server.
class ValueRequest : public Request {
 public:
  struct Values {
    std::string method = "GET";
    std::string target = "/";
    std::vector<Header> headers = {};
    std::string body = {};
    std::string remote_address = "127.0.0.1";
    std::size_t step = kBodyStep;  // maximum bytes per read_body
  };
  explicit ValueRequest(Values values);

  [[nodiscard]] std::vector<std::string> header_values(std::string_view name) const override;
  [[nodiscard]] std::size_t read_body(std::span<std::byte> buffer) override;

 private:
  std::vector<Header> headers_;
  std::string body_;
  std::size_t step_;
  std::size_t at_ = 0;
};

}  // namespace assay::fcgi
