// SPDX-License-Identifier: Apache-2.0
// A request as handlers see it, independent of its source (FastCGI, or values in a test), and the
// parser of its target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace assay::fcgi {

// Parses request targets, within limits: percent encoding, path segments and query parameters.
inline constexpr std::size_t kMaxTargetBytes = 8192;
inline constexpr std::size_t kMaxQueryParameters = 64;

enum class Plus { IsPlus, IsSpace };

// nullopt for a '%' without two hexadecimal digits, and if the result contains NUL, another control
// character below U+0020, or invalid UTF-8.
[[nodiscard]] std::optional<std::string> percent_decode(std::string_view text, Plus plus);
// Encodes everything but unreserved characters (RFC 3986 section 2.3) as %XX.
[[nodiscard]] std::string percent_encode(std::string_view text);

struct QueryParameter {
  std::string name;
  std::string value;
};

// Parameters in the order given; names are unique.
class Query {
 public:
  Query() = default;
  explicit Query(std::vector<QueryParameter> parameters) : parameters_(std::move(parameters)) {}

  // "name=" gives "", an absent parameter nullopt.
  [[nodiscard]] std::optional<std::string> get(std::string_view name) const;
  [[nodiscard]] const std::vector<QueryParameter>& all() const noexcept { return parameters_; }

 private:
  std::vector<QueryParameter> parameters_;
};

// Split before decoding, so that %2F never separates segments. "/api/runs/" and "/api/runs" differ:
// the former ends in an empty segment.
struct Target {
  std::vector<std::string> segments;
  Query query;
};

// target: the origin form, "/path?query". 400 VALIDATION_ERROR if it is malformed, over the limits,
// has "." or ".." segments, or repeats a parameter.
[[nodiscard]] Result<Target> parse_target(std::string_view target);

// A request as handlers see it, independent of its source: FastCGI, or values in a test.

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
  [[nodiscard]] std::size_t read_body(std::span<std::byte> buffer);
  // A small body as a whole; later calls return the same. Throws Failure PAYLOAD_TOO_LARGE beyond
  // the limit. Not after read_body.
  [[nodiscard]] const std::string& whole_body(std::size_t limit);
  // Whether the request can be answered again: no byte of its body is gone.
  [[nodiscard]] bool repeatable() const noexcept { return !streamed_; }

 protected:
  Request(std::string method, std::string_view raw_target, std::string remote_address);

 private:
  // As read_body.
  [[nodiscard]] virtual std::size_t receive_body(std::span<std::byte> buffer) = 0;

  std::optional<std::string> whole_body_;
  bool streamed_ = false;
  std::string method_;
  Result<Target> target_;
  std::string remote_address_;
};

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

 private:
  [[nodiscard]] std::size_t receive_body(std::span<std::byte> buffer) override;

  std::vector<Header> headers_;
  std::string body_;
  std::size_t step_;
  std::size_t at_ = 0;
};

// Reads cookies from a request (RFC 6265 section 4.2).

// The value of the first cookie with this name; nullopt when there is none.
[[nodiscard]] std::optional<std::string> cookie_of(const Request& request, std::string_view name);

}  // namespace assay::fcgi
