// SPDX-License-Identifier: Apache-2.0
// Documents: the record, its progress through the stages, listing and deletion; what they use of a
// tenant's quotas. Archives: the files that each holds, their documents, and what is deleted with
// an archive.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_types.hpp"
#include "db/pg/ordered_list.hpp"
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
  std::int64_t child_count = 0;  // of an archive: the documents that it holds
  std::int64_t cited_by = 0;     // number of requirements; see runs/assessments.hpp
  std::int64_t progress_done = 0;
  std::int64_t progress_total = 0;
  std::int64_t reading = 1;  // the number of the reading in use; see content.hpp
  // The version of the reader that read it; none before that, or if an earlier release read it.
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
  std::optional<UserId> uploaded_by = std::nullopt;
  std::optional<Timestamp> from = std::nullopt;  // when it was uploaded, inclusive
  std::optional<Timestamp> to = std::nullopt;    // exclusive
};
inline constexpr std::array kOrderKeys{
    pg::by_time("uploadedAt", "d.uploaded_at"),
    pg::by_text("originalFilename", "left(lower(d.original_filename), 200)"),
    pg::by_number("sizeBytes", "d.size_bytes")};
inline constexpr pg::Orders kOrders{kOrderKeys};
[[nodiscard]] pg::PartOf<Document> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                        const pg::Part& part);
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
// What is known of a document once all of it is read.
struct Whole {
  std::int64_t page_count = 0;
  std::int64_t chunk_count = 0;
  std::string file_type;
  std::int64_t reader_version = 0;
};
// All stages at once, from UPLOADED to READY; returns whether it was UPLOADED.
[[nodiscard]] bool mark_ready_at_once(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
                                      const Whole& read);
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
// When the document was deleted or erased, by itself or with its archive; nullopt if the trail has
// no entry for that. Entries of earlier releases name only the archive.
[[nodiscard]] std::optional<Timestamp> deleted_at(pg::Tx& tx, const TenantId& tenant,
                                                  const DocumentId& id);
// Locks a stored file until the transaction ends. Taken before storing a file whose row does not
// exist yet, and before removing one that no row needs.
void lock_blob(pg::Tx& tx, const TenantId& tenant, const std::string& sha256);
// A file that a row of the tenant names.
struct StoredFile {
  std::string sha256;
  std::int64_t size_bytes = 0;
};
// Each once, in the order of their hashes.
[[nodiscard]] std::vector<StoredFile> stored_files(pg::Tx& tx, const TenantId& tenant);
// Whether any document, corpus, export or upload of the tenant still needs the stored file.
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

namespace assay::store::archives {

enum class Outcome { Stored, Duplicate, LeftOut };
// As stored and as clients see it.
[[nodiscard]] std::string_view to_text(Outcome outcome);

// A file's outcome, or its expected outcome while the archive is not unpacked yet.
struct Member {
  std::string path;
  // The file's document. Absent if the file is left out or still to be stored.
  std::optional<DocumentId> document;
  Outcome outcome = Outcome::Stored;
  std::optional<std::string> reason;  // of LeftOut: a sentence for a person
};

// Records the files of a new archive. Precondition: the archive was inserted in this transaction.
void expect(pg::Tx& tx, const TenantId& tenant, const DocumentId& archive,
            const std::vector<ArchiveFile>& files);
// In the archive's order; empty for a document that is not an archive.
[[nodiscard]] std::vector<Member> members(pg::Tx& tx, const TenantId& tenant,
                                          const DocumentId& archive);

// A file of an unpacked archive: a document, which the archive adds unless the tenant already has
// its bytes, or the reason why it is left out.
struct Unpacked {
  std::string path;
  std::optional<documents::NewDocument> document;
  std::string left_out;
};
// The documents of an archive's files: those inserted now, and those already present.
struct Linked {
  std::vector<DocumentId> inserted;
  std::vector<DocumentId> failed;  // already present, and FAILED
};
// Makes the archive hold exactly these files: inserts those that the tenant does not have and links
// the rest. Locks documents in order of their hashes, so that archives that share files do not
// deadlock. Returns nullopt if some were being deleted meanwhile: try again later. Precondition:
// the archive's row is locked.
[[nodiscard]] std::optional<Linked> unpack(pg::Tx& tx, const TenantId& tenant,
                                           const DocumentId& archive,
                                           const std::vector<Unpacked>& files);

// Sets a READY archive back to UPLOADED, to be unpacked again, if one of its files is gone, FAILED,
// or was never linked. Returns false for any other document.
[[nodiscard]] bool reopen(pg::Tx& tx, const TenantId& tenant, const DocumentId& id);

// A document, or one that is deleted with it.
struct Item {
  DocumentId id;
  std::string original_filename;
  std::string sha256;
  std::int64_t size_bytes = 0;
  std::int64_t chunk_count = 0;  // 0 while unknown
};
// The documents that deleting a document removes: itself and, for an archive or a message, the
// documents that no other one holds and that were not uploaded directly. Empty if it does not
// exist.
[[nodiscard]] std::vector<Item> going_with(pg::Tx& tx, const TenantId& tenant,
                                           const DocumentId& id);
// The same when all of these are deleted.
[[nodiscard]] std::vector<Item> going_with(pg::Tx& tx, const TenantId& tenant,
                                           const std::vector<DocumentId>& ids);
// Locks the documents of these archives until the transaction ends.
void lock_members(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& archives);
// The archives and messages, apart from these documents, whose files include one of them.
[[nodiscard]] std::vector<DocumentId> holding(pg::Tx& tx, const TenantId& tenant,
                                              const std::vector<DocumentId>& ids);
// A document and, for an archive, each document that it holds.
[[nodiscard]] std::vector<DocumentId> with_members(pg::Tx& tx, const TenantId& tenant,
                                                   const DocumentId& id);

// The same documents, with each READY archive that holds a READY document with text replaced by
// these documents. An archive with text of its own, such as an e-mail message, is kept as well.
// Without duplicates, in no particular order.
[[nodiscard]] std::vector<DocumentId> expand(pg::Tx& tx, const TenantId& tenant,
                                             const std::vector<DocumentId>& ids);

}  // namespace assay::store::archives
