// SPDX-License-Identifier: Apache-2.0
// The catalogue of errors a client can receive (api "Error codes"), and the value that carries one.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "core/json/json.hpp"

namespace assay {

enum class ErrorCode {
  ValidationError,
  Unauthorized,
  Forbidden,
  CrossTenantAccessDenied,
  NotFound,
  MethodNotAllowed,
  Conflict,
  IdempotencyMismatch,
  PayloadTooLarge,
  UnsupportedMediaType,
  ArchiveLimitExceeded,
  ArchiveUnsafe,
  LimitExceeded,
  RateLimited,
  Internal,
  SnapshotIntegrityFailure,
  Unavailable,
  InsufficientStorage,
};

// "VALIDATION_ERROR" etc., as in the error body.
[[nodiscard]] std::string_view error_name(ErrorCode code);
// The code's HTTP status.
[[nodiscard]] int error_http_status(ErrorCode code);

// message is for people and reveals no internals; details is an object or null.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
  Json details;
};

// Thrown by a request handler to end the request with this error. Only handlers/dispatch catches it
// and writes the body.
class Failure : public std::exception {
 public:
  explicit Failure(Error error) : error_(std::move(error)) {}
  Failure(ErrorCode code, std::string message, Json details = {})
      : error_{code, std::move(message), std::move(details)} {}
  [[nodiscard]] const Error& error() const noexcept { return error_; }
  [[nodiscard]] const char* what() const noexcept override { return error_.message.c_str(); }

 private:
  Error error_;
};

// 400 VALIDATION_ERROR naming one field: details {fields: [{field, issue}]}.
[[nodiscard]] Error invalid_field(std::string_view field, std::string_view issue);
// 404 NOT_FOUND; details carry the identifier under its own name, e.g. {"runId": "..."}.
[[nodiscard]] Error not_found(std::string_view what, std::string_view id_name, std::string_view id);

}  // namespace assay
