// SPDX-License-Identifier: Apache-2.0
// Maps each error code to its name and HTTP status.
#include "core/base/error.hpp"

#include <array>

namespace assay {
namespace {

struct Entry {
  ErrorCode code;
  std::string_view name;
  int http_status;
};

constexpr std::array kCatalogue{
    Entry{ErrorCode::ValidationError, "VALIDATION_ERROR", 400},
    Entry{ErrorCode::Unauthorized, "UNAUTHORIZED", 401},
    Entry{ErrorCode::Forbidden, "FORBIDDEN", 403},
    Entry{ErrorCode::CrossTenantAccessDenied, "CROSS_TENANT_ACCESS_DENIED", 403},
    Entry{ErrorCode::NotFound, "NOT_FOUND", 404},
    Entry{ErrorCode::MethodNotAllowed, "METHOD_NOT_ALLOWED", 405},
    Entry{ErrorCode::Conflict, "CONFLICT", 409},
    Entry{ErrorCode::IdempotencyMismatch, "IDEMPOTENCY_MISMATCH", 409},
    Entry{ErrorCode::Gone, "GONE", 410},
    Entry{ErrorCode::PreconditionFailed, "PRECONDITION_FAILED", 412},
    Entry{ErrorCode::PayloadTooLarge, "PAYLOAD_TOO_LARGE", 413},
    Entry{ErrorCode::UnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", 415},
    Entry{ErrorCode::ArchiveLimitExceeded, "ARCHIVE_LIMIT_EXCEEDED", 422},
    Entry{ErrorCode::ArchiveUnsafe, "ARCHIVE_UNSAFE", 422},
    Entry{ErrorCode::LimitExceeded, "LIMIT_EXCEEDED", 422},
    // 460: https://tus.io/protocols/resumable-upload#checksum
    Entry{ErrorCode::ChecksumMismatch, "CHECKSUM_MISMATCH", 460},
    Entry{ErrorCode::RateLimited, "RATE_LIMITED", 429},
    Entry{ErrorCode::Internal, "INTERNAL", 500},
    Entry{ErrorCode::SnapshotIntegrityFailure, "SNAPSHOT_INTEGRITY_FAILURE", 500},
    Entry{ErrorCode::Unavailable, "UNAVAILABLE", 503},
    Entry{ErrorCode::InsufficientStorage, "INSUFFICIENT_STORAGE", 507},
};

const Entry& entry_of(ErrorCode code) {
  for (const Entry& entry : kCatalogue) {
    if (entry.code == code) return entry;
  }
  return kCatalogue.back();
}

}  // namespace

std::string_view error_name(ErrorCode code) {
  return entry_of(code).name;
}

int error_http_status(ErrorCode code) {
  return entry_of(code).http_status;
}

Error invalid_field(std::string_view field, std::string_view issue) {
  Json item = Json::object();
  item.set("field", field).set("issue", issue);
  Json details = Json::object();
  details.set("fields", Json::array().push(item));
  std::string message(field);
  message.append(": ").append(issue);
  return {ErrorCode::ValidationError, std::move(message), std::move(details)};
}

Error not_found(std::string_view what, std::string_view id_name, std::string_view id) {
  std::string message(what);
  message.append(" not found");
  Json details = Json::object();
  details.set(id_name, id);
  return {ErrorCode::NotFound, std::move(message), std::move(details)};
}

}  // namespace assay
