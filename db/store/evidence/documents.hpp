// SPDX-License-Identifier: Apache-2.0
// Documents: the record, its progress through the stages, listing and deletion; what they use of
// a tenant's quotas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::documents {

struct Document {
  DocumentId id;
  TenantId tenant;
  // The oldest archive that holds it; none for a document that was uploaded directly.
  std::optional<DocumentId> parent;
  std::string original_filename;
  std::string file_type;
  std::string content_type;
  std::int64_t size_bytes = 0;
  std::string sha256;
  DocumentStatus status = DocumentStatus::Uploaded;
  std::optional<UserId> uploaded_by;
  Timestamp uploaded_at;
  std::optional<Timestamp> extracted_at;
  std::optional<Timestamp> parsed_at;
  std::optional<Timestamp> indexed_at;
  std::optional<Timestamp> ready_at;
  std::optional<Timestamp> failed_at;
  std::optional<std::string> failure_code;
  std::optional<std::string> failure_reason;
  std::optional<std::int64_t> page_count;
  std::optional<std::int64_t> chunk_count;
  std::int64_t child_count = 0;  // of an archive: the documents that it holds; see archives.hpp
  std::int64_t cited_by = 0;     // number of requirements; see runs/briefs.hpp
  std::int64_t progress_done = 0;
  std::int64_t progress_total = 0;
  std::int64_t reading = 1;  // the number of the reading in use; see rereadings.hpp
  // Of the reader that read it; none before that, and if an earlier release did.
  std::optional<std::int64_t> reader_version;
};

struct NewDocument {
  DocumentId id;
  std::string original_filename;
  std::string file_type;
  std::string content_type;
  std::int64_t size_bytes = 0;
  std::string sha256;
  std::optional<UserId> uploaded_by;
};

// Inserts a document that was uploaded directly, unless the tenant already has one with the same
// bytes. Returns true if inserted.
[[nodiscard]] bool insert(pg::Tx& tx, const TenantId& tenant, const NewDocument& document);
[[nodiscard]] std::optional<Document> find(pg::Tx& tx, const TenantId& tenant,
                                           const DocumentId& id);
[[nodiscard]] std::optional<Document> find_by_sha256(pg::Tx& tx, const TenantId& tenant,
                                                     const std::string& sha256);
// Locks the row until the transaction ends; nullopt if it is gone.
[[nodiscard]] std::optional<Document> lock(pg::Tx& tx, const TenantId& tenant,
                                           const DocumentId& id);

struct Filter {
  std::optional<DocumentStatus> status;
  std::optional<std::string> file_type;
  std::optional<std::string> name_contains;  // case-insensitive
  std::optional<DocumentId> parent;          // an archive that holds it, not necessarily the oldest
  std::optional<bool> cited;                 // see Document::cited_by
  std::optional<bool> reading;               // neither READY nor FAILED yet
  std::optional<bool> top_level;             // uploaded directly, not only held by archives
};
// Place in the list: newest upload first, then by id.
struct Position {
  Timestamp uploaded_at;
  DocumentId id;
};
[[nodiscard]] std::vector<Document> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                         const std::optional<Position>& after, int limit);
[[nodiscard]] pg::Later<std::int64_t> count(pg::Tx& tx, const TenantId& tenant,
                                            const Filter& filter);

// Sets the detected type of an UPLOADED document; returns false if it is not UPLOADED.
[[nodiscard]] bool set_type(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
                            const std::string& file_type, const std::string& content_type);

// Stage stamps. Each advances the document only from the preceding stage; returns whether it did.
[[nodiscard]] bool mark_extracted(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
                                  std::int64_t page_count, const std::string& file_type,
                                  std::int64_t reader_version);
[[nodiscard]] bool mark_parsed(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
                               std::int64_t chunk_count);
[[nodiscard]] bool mark_indexed(pg::Tx& tx, const TenantId& tenant, const DocumentId& id);
[[nodiscard]] bool mark_ready(pg::Tx& tx, const TenantId& tenant, const DocumentId& id);
// From any stage before READY. reason is a sentence for a person.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
                               std::string_view code, std::string_view reason,
                               std::int64_t reader_version);
// Sets a FAILED document back to UPLOADED, clears its later stamps and removes its pages,
// chunks and facts. Returns false if it is not FAILED.
[[nodiscard]] bool reset(pg::Tx& tx, const TenantId& tenant, const DocumentId& id);
void set_progress(pg::Tx& tx, const TenantId& tenant, const DocumentId& id, std::int64_t done,
                  std::int64_t total);

// Marks the document as also uploaded directly: it is no longer deleted with its archives.
void note_own_upload(pg::Tx& tx, const TenantId& tenant, const DocumentId& id);
// Removes the documents and everything read from them; archives that hold one no longer do.
void remove(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& ids);
// When the document was deleted or erased, by itself or with its archive; nullopt if no entry of
// the trail tells. Entries of earlier releases name only the archive.
[[nodiscard]] std::optional<Timestamp> deleted_at(pg::Tx& tx, const TenantId& tenant,
                                                  const DocumentId& id);
// Held to the end of the transaction by whoever stores a file before the row that needs it is
// there, and by whoever removes one that no row needs.
void lock_blob(pg::Tx& tx, const TenantId& tenant, const std::string& sha256);
// A file that a row of the tenant names.
struct StoredFile {
  std::string sha256;
  std::int64_t size_bytes = 0;
};
// Each once, in the order of their hashes.
[[nodiscard]] std::vector<StoredFile> stored_files(pg::Tx& tx, const TenantId& tenant);
// Whether any document, corpus or export of the tenant still needs the stored file.
[[nodiscard]] bool uses_blob(pg::Tx& tx, const TenantId& tenant, const std::string& sha256);

}  // namespace assay::store::documents

namespace assay::store::quotas {

struct Usage {
  std::int64_t documents = 0;
  std::int64_t bytes = 0;   // of the stored files
  std::int64_t chunks = 0;  // of documents that have been chunked; others count once they are
};

[[nodiscard]] Usage usage(pg::Tx& tx, const TenantId& tenant);
// The same, with what this transaction has added. Until it ends, others wait here, so that
// additions at the same time cannot exceed a quota together. Call it after everything is added.
[[nodiscard]] Usage lock_usage(pg::Tx& tx, const TenantId& tenant);

}  // namespace assay::store::quotas
