// SPDX-License-Identifier: Apache-2.0
// Checks uploads and free space, and answers with stored files.
#include "handlers/http/file_transfer.hpp"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>

#include "core/base/io.hpp"
#include "core/blob/blob_store.hpp"
#include "core/json/utf8.hpp"
#include "core/trace/log.hpp"
#include "fcgi/header_value.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

constexpr std::size_t kMaxNameBytes = 255;

// Whether the file may be an archive, which inspection unpacks completely. The reader looks closer
// (pipeline/extract/types/archive_type.cpp).
bool may_be_archive(const FileDescriptor& file) {
  constexpr std::size_t kTarMark = 257;
  constexpr std::string_view kTar = "ustar";
  std::array<char, kTarMark + kTar.size()> first{};
  const ssize_t count = ::pread(file.get(), first.data(), first.size(), 0);
  if (count < 0) throw IoError("pread", errno);
  const std::string_view bytes(first.data(), static_cast<std::size_t>(count));
  constexpr std::array<std::string_view, 5> kBeginnings{"PK", "7z\xBC\xAF", "\x1F\x8B", "BZh",
                                                        "\xFD"
                                                        "7zXZ"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [bytes](std::string_view one) { return bytes.starts_with(one); }) ||
         bytes.ends_with(kTar);
}

}  // namespace

std::string stored_name(const std::string& sent, std::string_view field) {
  std::string name;
  const std::size_t slash = sent.find_last_of("/\\");
  for (const char c : sent.substr(slash == std::string::npos ? 0 : slash + 1)) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) name.push_back(c);
  }
  name = utf8::repair(name);
  const bool dots = name.find_first_not_of(" .") == std::string::npos;
  if (dots || !utf8::visible(name)) refuse_field(field, "has no file name");
  return std::string(utf8::prefix(utf8::shown(name), kMaxNameBytes));
}

Inspection inspect(const Context& context, const IncomingBlob& blob, const std::string& name) {
  const Services& services = context.services;
  constexpr std::int64_t kRetryAfterSeconds = 30;
  const FileDescriptor file = open_for_reading(blob.path().string());
  // Other files are inspected in milliseconds, and many of them arrive at once.
  std::optional<Slots::Slot> slot;
  if (may_be_archive(file)) slot.emplace(services.slots.inspections.take(context.tenant.value));
  const auto result = services.extractor.inspect(file.get(), name);
  if (result) return *result;
  const ExtractFailure& failure = result.error();
  switch (failure.problem) {
    case ExtractProblem::ArchiveLimit:
      throw Failure(ErrorCode::ArchiveLimitExceeded, failure.reason, failure.details);
    case ExtractProblem::ArchiveUnsafe:
      throw Failure(ErrorCode::ArchiveUnsafe, failure.reason, failure.details);
    case ExtractProblem::Timeout:
      throw Failure(ErrorCode::Unavailable, "Checking the file took too long; try again later",
                    Json::object().set("retryAfterSeconds", kRetryAfterSeconds));
    case ExtractProblem::Empty:
      refuse_field("file", failure.reason);
    default:
      log::warning("inspection_failed", {{"problem", extract_problem_name(failure.problem)},
                                         {"reason", failure.reason}});
      return {"bin", "application/octet-stream", false};
  }
}

namespace {

constexpr std::int64_t kReservedPart = 8;
constexpr std::int64_t kRoomRetryAfterSeconds = 60;

}  // namespace

bool space_is_low(const Config& config) {
  return disk_space(config.blob_dir).free_bytes < config.min_free_bytes;
}

void require_room(const Context& context) {
  require_room(context, context.request.content_length().value_or(0));
}

void require_room(const Context& context, std::int64_t bytes) {
  const Config& config = context.services.config;
  const std::int64_t reserved = config.min_free_bytes / kReservedPart;
  if (disk_space(config.blob_dir).free_bytes - bytes < reserved) throw Failure(no_room());
}

Error no_room() {
  return {ErrorCode::InsufficientStorage,
          "The server has no room left on its disk. Try again once there is",
          Json::object().set("retryAfterSeconds", kRoomRetryAfterSeconds)};
}

namespace {

std::string tag_of_file(std::string_view sha256) {
  return "\"" + std::string(sha256) + "\"";
}

// Whether nginx refuses the range: a single one that starts after the end. Any other range counts
// as sent.
bool behind_end(const fcgi::Request& request, std::string_view tag, std::int64_t size_bytes) {
  constexpr std::string_view kUnit = "bytes=";
  const auto range = request.header("Range");
  // With If-Range of another version, the whole file is sent (RFC 9110, section 13.1.5).
  const auto version = request.header("If-Range");
  if (!range || !range->starts_with(kUnit) || (version && *version != tag)) return false;
  const char* const end = range->data() + range->size();
  std::int64_t first = 0;
  const auto read = std::from_chars(range->data() + kUnit.size(), end, first);
  const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
  return read.ec == std::errc() && first >= size_bytes && rest.starts_with('-') &&
         rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

}  // namespace

fcgi::Response stored_file(const TenantId& tenant, const std::string& sha256,
                           std::string_view content_type, std::string_view file_name) {
  // The layout of core/blob/blob_store.hpp, below the internal location of nginx.
  const std::string location = "/_blobs/" + tenant.value + "/" + sha256.substr(0, 2) + "/" + sha256;
  fcgi::Response response = fcgi::Response::internal_file(location, content_type);
  response.set("Content-Disposition", fcgi::attachment_disposition(file_name))
      .set("ETag", tag_of_file(sha256));
  return response;
}

bool sends_bytes_of(const fcgi::Request& request, std::string_view sha256,
                    std::int64_t size_bytes) {
  if (request.method() == "HEAD") return false;
  const auto known = request.header("If-None-Match");
  const std::string tag = tag_of_file(sha256);
  return !(known && names_tag(*known, tag)) && !behind_end(request, tag, size_bytes);
}

std::optional<std::string> issue_with_bytes(const Context& context, const std::string& sha256) {
  switch (context.services.blob_check.state_of(context.tenant, sha256)) {
    case BlobState::Intact:
      return std::nullopt;
    case BlobState::Altered:
      return "the stored bytes have a different SHA-256";
    case BlobState::Missing:
      return "the stored file is missing";
  }
  return std::nullopt;
}

void record_download(const Context& context, pg::Tx& tx, const store::documents::Document& document,
                     std::optional<int> page) {
  const auto issue = issue_with_bytes(context, document.sha256);
  Json detail = Json::object().set("sha256", document.sha256);
  if (page) detail.set("pageNumber", *page);
  if (issue) detail.set("issue", *issue);
  record(context, tx,
         {.action = "document.download",
          .object_type = "document",
          .object_id = document.id.value,
          .outcome = issue ? store::audit::Outcome::Error : store::audit::Outcome::Allow,
          .detail = detail});
  if (!issue) return;
  tx.commit();
  log::error("original_integrity_failure", {{"documentId", document.id.value}, {"issue", *issue}});
  throw Failure(ErrorCode::SnapshotIntegrityFailure, "The stored file is not what was uploaded",
                Json::object().set("documentId", document.id.value).set("issue", *issue));
}

}  // namespace assay::handlers
