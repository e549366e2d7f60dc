// SPDX-License-Identifier: Apache-2.0
// Archives: the files that each holds, the documents these are, and what goes when one is deleted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/archive_file.hpp"
#include "db/store/documents.hpp"

namespace assay::store::archives {

enum class Outcome { Stored, Duplicate, LeftOut };

// What became of a file, or what will become of it while the archive is not unpacked yet.
struct Member {
  std::string path;
  // The document that the file is. Absent for one left out, and for one that is still to be stored.
  std::optional<DocumentId> document;
  Outcome outcome = Outcome::Stored;
  std::optional<std::string> reason;  // of LeftOut: a sentence for a person
};

// Notes the files of a new archive. Precondition: the archive was inserted in this transaction.
void expect(pg::Tx& tx, const TenantId& tenant, const DocumentId& archive,
            const std::vector<ArchiveFile>& files);
// In the archive's order; empty for a document that is no archive.
[[nodiscard]] std::vector<Member> members(pg::Tx& tx, const TenantId& tenant,
                                          const DocumentId& archive);
// {path, documentId?, outcome, reason?} of each.
[[nodiscard]] Json render(const std::vector<Member>& members);

// A file of an archive that was unpacked: a document that the archive brings if the tenant does
// not have its bytes, or the reason why it is left out.
struct Unpacked {
  std::string path;
  std::optional<documents::NewDocument> document;
  std::string left_out;
};
// The documents behind an archive's files: those inserted now, and those that were there.
struct Linked {
  std::vector<DocumentId> inserted;
  std::vector<DocumentId> failed;  // there already, and FAILED
};
// Makes the archive hold exactly these files: inserts what the tenant does not have, and links the
// rest. Documents are locked in order of their hashes, so that archives that share files do not
// wait for each other. nullopt when some of them were being deleted meanwhile: try again later.
// Precondition: the archive's row is locked.
[[nodiscard]] std::optional<Linked> unpack(pg::Tx& tx, const TenantId& tenant,
                                           const DocumentId& archive,
                                           const std::vector<Unpacked>& files);

// A READY archive of which a file is gone, FAILED, or was never linked goes back to UPLOADED, to be
// unpacked again. false for any other document.
[[nodiscard]] bool reopen(pg::Tx& tx, const TenantId& tenant, const DocumentId& id);

// A document, or one that is deleted with it.
struct Item {
  DocumentId id;
  std::string sha256;
  std::int64_t size_bytes = 0;
  std::int64_t chunk_count = 0;  // 0 while it is not known
};
// What deleting a document removes: itself, and of an archive the documents that no other archive
// holds and that were not uploaded themselves. Empty when it is not there.
[[nodiscard]] std::vector<Item> going_with(pg::Tx& tx, const TenantId& tenant,
                                           const DocumentId& id);
// The same where all of these are deleted.
[[nodiscard]] std::vector<Item> going_with(pg::Tx& tx, const TenantId& tenant,
                                           const std::vector<DocumentId>& ids);
// Locks the documents of an archive until the transaction ends.
void lock_members(pg::Tx& tx, const TenantId& tenant, const DocumentId& archive);
// A document, and of an archive each document that it holds.
[[nodiscard]] std::vector<DocumentId> with_members(pg::Tx& tx, const TenantId& tenant,
                                                   const DocumentId& id);

// The same documents with each READY archive that holds a READY document with text replaced by
// these documents. Each once, in no order.
[[nodiscard]] std::vector<DocumentId> expand(pg::Tx& tx, const TenantId& tenant,
                                             const std::vector<DocumentId>& ids);

}  // namespace assay::store::archives
