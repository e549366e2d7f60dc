// SPDX-License-Identifier: Apache-2.0
// Files on their way in and out: the checks of every upload, the space that must stay free, and
// downloads, with the record of who saw what.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/ids.hpp"
#include "core/blob/blob_store.hpp"
#include "core/extract/extractor.hpp"
#include "db/store/evidence/documents.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Checks that every uploaded file passes before any of it is stored: its name and its type.

// The name as sent, without directories and control characters; a character that hides becomes
// U+FFFD, as in names of archive members. Names of downloads lose more. Throws Failure 400 naming
// the field when nothing is left that can be seen.
[[nodiscard]] std::string stored_name(const std::string& sent, std::string_view field = "file");

// Refuses files that must not be stored: throws Failure 400 naming "file" for an empty one, 422 for
// an archive that breaks a rule, 503 when too many are being inspected or it takes too long. A file
// whose type is unknown because reading it fails is "bin": the pipeline then reports why, where
// people look for it. Precondition: blob.finish() was called.
[[nodiscard]] Inspection inspect(const Context& context, const IncomingBlob& blob,
                                 const std::string& name);

// Free space on the disk of the evidence: when it is low, and when new data is refused.

// Whether less than ASSAY_MIN_FREE_BYTES is left. Throws IoError.
[[nodiscard]] bool space_is_low(const Config& config);

// Throws Failure 507 when storing the request's data would leave less than an eighth of
// ASSAY_MIN_FREE_BYTES: the database, which may be on the same disk, needs that to keep working.
// Call it before storing anything.
void require_room(const Context& context);
// The same for that many bytes.
void require_room(const Context& context, std::int64_t bytes);

// 507 INSUFFICIENT_STORAGE with Retry-After.
[[nodiscard]] Error no_room();

// Downloads of files of the blob store.

// Makes nginx send the file with that SHA-256 as an attachment of that name, with the hash as ETag.
[[nodiscard]] fcgi::Response stored_file(const TenantId& tenant, const std::string& sha256,
                                         std::string_view content_type, std::string_view file_name);

// Whether the response to this request contains bytes of that file: not for HEAD, not when the
// client has it already (304), not for a range after its end. Only such a response is a download.
[[nodiscard]] bool sends_bytes_of(const fcgi::Request& request, std::string_view sha256,
                                  std::int64_t size_bytes);

// What is wrong with the stored file of the tenant acted on, for people: it is missing, or its
// bytes have another SHA-256. nullopt: nothing. Ask before any of it is sent: nginx does not.
[[nodiscard]] std::optional<std::string> issue_with_bytes(const Context& context,
                                                          const std::string& sha256);

// Records the download of a document, or of the picture of a page, in the transaction. If the
// stored bytes are not those that were uploaded, commits that instead and throws Failure
// SNAPSHOT_INTEGRITY_FAILURE.
void record_download(const Context& context, pg::Tx& tx, const store::documents::Document& document,
                     std::optional<int> page = std::nullopt);

}  // namespace assay::handlers
