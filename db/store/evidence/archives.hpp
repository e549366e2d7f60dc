// SPDX-License-Identifier: Apache-2.0
// Archives: the files that each holds, their documents, and what is deleted with an archive.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_types.hpp"
#include "db/store/evidence/documents.hpp"

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
// these documents; one with text of its own, as an e-mail message has, stays beside them. Without
// duplicates, in no particular order.
[[nodiscard]] std::vector<DocumentId> expand(pg::Tx& tx, const TenantId& tenant,
                                             const std::vector<DocumentId>& ids);

}  // namespace assay::store::archives
