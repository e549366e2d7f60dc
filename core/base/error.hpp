// SPDX-License-Identifier: Apache-2.0
// Errors: the catalogue that a client can receive (api "Error codes"), the value that carries one,
// and a result that is a value or an error.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

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
  Gone,
  IdempotencyMismatch,
  PreconditionFailed,
  PayloadTooLarge,
  UnsupportedMediaType,
  ArchiveLimitExceeded,
  ArchiveUnsafe,
  LimitExceeded,
  ChecksumMismatch,
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

// A value or the reason why there is none, for callers that are expected to branch on it.

// T and E must differ. E is Error unless a module has a narrower reason of its own.
template <class T, class E = Error>
class [[nodiscard]] Result {
 public:
  // Implicit on purpose: `return value;` and `return error;` both read well.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT
  Result(E error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  [[nodiscard]] bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  // Precondition of value() and the operators: ok(). Of error(): !ok().
  [[nodiscard]] T& value() & { return std::get<0>(state_); }
  [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }
  [[nodiscard]] const E& error() const { return std::get<1>(state_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, E> state_;
};

}  // namespace assay
