// SPDX-License-Identifier: Apache-2.0
// SQL of archives and their files.
#include "db/store/evidence/documents.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace assay::store::archives {
namespace {

using pg::Statement;

constexpr std::string_view kDeleted =
    "The document was deleted. Upload the archive again to bring it back.";
constexpr std::string_view kNotUnpacked = "The archive could not be unpacked.";

constexpr Statement kClear{"archive_clear",
                           "DELETE FROM archive_member WHERE tenant_id = $1 AND archive_id = $2"};

constexpr Statement kInsert{"archive_insert", R"sql(
INSERT INTO archive_member (tenant_id, archive_id, position, path, sha256, document_id, outcome,
  reason)
SELECT $1, $2, f.position - 1, f.path, nullif(f.sha256, ''), nullif(f.document_id, '')::uuid,
  f.outcome, nullif(f.reason, '')
FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
  WITH ORDINALITY AS f (path, sha256, document_id, outcome, reason, position)
RETURNING 1)sql"};

// While the archive is not unpacked yet, distinguishes a file whose bytes are already stored from
// one that is still to be stored.
constexpr Statement kMembers{"archive_members", R"sql(
SELECT m.path, m.outcome, m.reason, coalesce(m.document_id, p.id) AS document_id,
  m.document_id IS NULL AND p.id IS NOT NULL AS known, a.status
FROM archive_member m
JOIN document a ON a.tenant_id = m.tenant_id AND a.id = m.archive_id
LEFT JOIN document p ON p.tenant_id = m.tenant_id AND p.sha256 = m.sha256
  AND a.status NOT IN ('READY', 'FAILED')
WHERE m.tenant_id = $1 AND m.archive_id = $2
ORDER BY m.position)sql"};

constexpr Statement kInsertDocuments{"archive_insert_documents", R"sql(
INSERT INTO document (tenant_id, id, original_filename, file_type, content_type, size_bytes, sha256,
  uploaded_by, uploaded_itself)
SELECT $1, f.id, f.name, f.file_type, f.content_type, f.size_bytes, f.sha256, $8, false
FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
  AS f (id, name, file_type, content_type, size_bytes, sha256)
ORDER BY f.sha256
ON CONFLICT (tenant_id, sha256) DO NOTHING
RETURNING id)sql"};

// Protects the documents from deletion, not from processing.
constexpr Statement kLockByHash{"archive_lock_by_hash", R"sql(
SELECT id, sha256, status FROM document WHERE tenant_id = $1 AND sha256 = ANY ($2::text[])
ORDER BY sha256 FOR KEY SHARE)sql"};

constexpr Statement kBrought{"archive_brought", R"sql(
SELECT DISTINCT document_id FROM archive_member
WHERE tenant_id = $1 AND archive_id = $2 AND outcome = 'STORED' AND document_id IS NOT NULL)sql"};

constexpr Statement kReopen{"archive_reopen", R"sql(
UPDATE document a SET status = 'UPLOADED', extracted_at = NULL, parsed_at = NULL, indexed_at = NULL,
  ready_at = NULL, page_count = NULL, chunk_count = NULL, progress_done = 0, progress_total = 0
WHERE a.tenant_id = $1 AND a.id = $2 AND a.status = 'READY' AND a.file_type = ANY ($3::text[])
  AND (a.progress_total > (SELECT count(*) FROM archive_member m
         WHERE m.tenant_id = $1 AND m.archive_id = $2 AND m.document_id IS NOT NULL)
       OR EXISTS (SELECT FROM archive_member m
         JOIN document d ON d.tenant_id = m.tenant_id AND d.id = m.document_id
         WHERE m.tenant_id = $1 AND m.archive_id = $2 AND d.status = 'FAILED')))sql"};

constexpr Statement kGoingWith{"archive_going_with", R"sql(
SELECT d.id, d.original_filename, d.sha256, d.size_bytes, coalesce(d.chunk_count, 0) AS chunk_count
FROM document d
WHERE d.tenant_id = $1 AND (d.id = ANY ($2::uuid[])
  OR NOT d.uploaded_itself
    AND EXISTS (SELECT FROM archive_member m
      WHERE m.tenant_id = $1 AND m.archive_id = ANY ($2::uuid[]) AND m.document_id = d.id)
    AND NOT EXISTS (SELECT FROM archive_member m
      WHERE m.tenant_id = $1 AND m.document_id = d.id AND m.archive_id <> ALL ($2::uuid[])))
ORDER BY d.id)sql"};

constexpr Statement kLockMembers{"archive_lock_members", R"sql(
SELECT d.id FROM document d
WHERE d.tenant_id = $1 AND d.id IN (SELECT m.document_id FROM archive_member m
  WHERE m.tenant_id = $1 AND m.archive_id = ANY ($2::uuid[]))
ORDER BY d.sha256 FOR UPDATE)sql"};

constexpr Statement kHolding{"archive_holding", R"sql(
SELECT DISTINCT archive_id AS id FROM archive_member
WHERE tenant_id = $1 AND document_id = ANY ($2::uuid[]) AND archive_id <> ALL ($2::uuid[])
ORDER BY 1)sql"};

constexpr Statement kWithMembers{"archive_with_members", R"sql(
SELECT $2::uuid AS id UNION SELECT document_id FROM archive_member
WHERE tenant_id = $1 AND archive_id = $2 AND document_id IS NOT NULL)sql"};

constexpr Statement kExpand{"archive_expand", R"sql(
WITH held AS (
  SELECT m.archive_id, m.document_id FROM archive_member m
  JOIN document a ON a.tenant_id = m.tenant_id AND a.id = m.archive_id AND a.status = 'READY'
  JOIN document d ON d.tenant_id = m.tenant_id AND d.id = m.document_id AND d.status = 'READY'
  WHERE d.chunk_count > 0 AND m.tenant_id = $1 AND m.archive_id = ANY ($2::uuid[]))
SELECT id FROM unnest($2::uuid[]) AS named (id) WHERE id NOT IN (SELECT archive_id FROM held)
UNION SELECT document_id FROM held UNION SELECT d.id FROM document d
WHERE d.tenant_id = $1 AND d.id = ANY ($2::uuid[]) AND d.chunk_count > 0)sql"};

// Rows of archive_member, column by column.
struct Columns {
  std::vector<std::string> paths, hashes, documents, outcomes, reasons;

  void add(const std::string& path, const std::string& sha256, const std::string& document,
           Outcome outcome, const std::string& reason) {
    paths.push_back(path);
    hashes.push_back(sha256);
    documents.push_back(document);
    outcomes.emplace_back(to_text(outcome));
    reasons.push_back(reason);
  }
  void insert(pg::Tx& tx, const TenantId& tenant, const DocumentId& archive) const {
    static_cast<void>(
        tx.run(kInsert, tenant, archive, paths, hashes, documents, outcomes, reasons));
  }
};

Member read_member(const pg::Row& row) {
  Member member;
  member.path = row.text("path");
  member.document = row.optional_id<DocumentId>("document_id");
  member.reason = row.optional_text("reason");
  const auto status = row.state<DocumentStatus>("status");
  const bool ended = status == DocumentStatus::Ready || status == DocumentStatus::Failed;
  if (member.reason) {
    member.outcome = Outcome::LeftOut;
  } else if (!member.document && ended) {
    member.outcome = Outcome::LeftOut;
    member.reason = status == DocumentStatus::Ready ? kDeleted : kNotUnpacked;
  } else if (row.boolean("known") || row.view("outcome") == to_text(Outcome::Duplicate)) {
    member.outcome = Outcome::Duplicate;
  }
  return member;
}

Item read_item(const pg::Row& row) {
  return {row.id<DocumentId>("id"), row.text("original_filename"), row.text("sha256"),
          row.integer("size_bytes"), row.integer("chunk_count")};
}

// The distinct documents of an archive's files, with the first path of each.
std::vector<const documents::NewDocument*> distinct(const std::vector<Unpacked>& files) {
  std::vector<const documents::NewDocument*> found;
  std::set<std::string_view> seen;
  for (const Unpacked& file : files) {
    if (file.document && seen.insert(file.document->sha256).second) {
      found.push_back(&*file.document);
    }
  }
  return found;
}

std::vector<DocumentId> insert_missing(pg::Tx& tx, const TenantId& tenant,
                                       const std::vector<const documents::NewDocument*>& wanted) {
  std::vector<DocumentId> ids;
  std::vector<std::string> names, types, contents, hashes;
  std::vector<std::int64_t> sizes;
  for (const documents::NewDocument* one : wanted) {
    ids.push_back(one->id);
    names.push_back(one->original_filename);
    types.push_back(one->file_type);
    contents.push_back(one->content_type);
    sizes.push_back(one->size_bytes);
    hashes.push_back(one->sha256);
  }
  if (wanted.empty()) return {};
  return pg::ids_of<DocumentId>(tx.run(kInsertDocuments, tenant, ids, names, types, contents, sizes,
                                       hashes, wanted.front()->uploaded_by));
}

struct Known {
  DocumentId id;
  DocumentStatus status = DocumentStatus::Uploaded;
};
using KnownByHash = std::unordered_map<std::string, Known>;

KnownByHash lock_by_hash(pg::Tx& tx, const TenantId& tenant,
                         const std::vector<const documents::NewDocument*>& wanted) {
  std::vector<std::string> hashes;
  hashes.reserve(wanted.size());
  for (const documents::NewDocument* one : wanted) hashes.push_back(one->sha256);
  KnownByHash known;
  for (const pg::Row row : tx.run(kLockByHash, tenant, hashes)) {
    known.emplace(row.text("sha256"),
                  Known{row.id<DocumentId>("id"), row.state<DocumentStatus>("status")});
  }
  return known;
}

// Removes a document's id from the set of those that the archive added: of several files with the
// same bytes the first is the one that was stored.
Outcome outcome_of(const DocumentId& id, std::set<std::string>& brought) {
  return brought.erase(id.value) > 0 ? Outcome::Stored : Outcome::Duplicate;
}

}  // namespace

std::string_view to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::Stored:
      return "STORED";
    case Outcome::Duplicate:
      return "DUPLICATE";
    case Outcome::LeftOut:
      break;
  }
  return "LEFT_OUT";
}

void expect(pg::Tx& tx, const TenantId& tenant, const DocumentId& archive,
            const std::vector<ArchiveFile>& files) {
  Columns rows;
  std::set<std::string_view> seen;
  for (const ArchiveFile& file : files) {
    Outcome outcome = Outcome::LeftOut;
    if (file.left_out.empty()) {
      outcome = seen.insert(file.sha256).second ? Outcome::Stored : Outcome::Duplicate;
    }
    rows.add(file.path, file.sha256, "", outcome, file.left_out);
  }
  rows.insert(tx, tenant, archive);
}

std::vector<Member> members(pg::Tx& tx, const TenantId& tenant, const DocumentId& archive) {
  return pg::all_of(tx.run(kMembers, tenant, archive), read_member);
}

std::optional<Linked> unpack(pg::Tx& tx, const TenantId& tenant, const DocumentId& archive,
                             const std::vector<Unpacked>& files) {
  const auto wanted = distinct(files);
  Linked linked{insert_missing(tx, tenant, wanted), {}};
  const KnownByHash known = lock_by_hash(tx, tenant, wanted);
  if (known.size() != wanted.size()) return std::nullopt;
  std::set<std::string> brought;
  for (const DocumentId& id : linked.inserted) brought.insert(id.value);
  for (const pg::Row row : tx.run(kBrought, tenant, archive))
    brought.insert(row.text("document_id"));
  Columns rows;
  for (const Unpacked& file : files) {
    if (!file.document) {
      rows.add(file.path, "", "", Outcome::LeftOut, file.left_out);
      continue;
    }
    const DocumentId& id = known.at(file.document->sha256).id;
    rows.add(file.path, file.document->sha256, id.value, outcome_of(id, brought), "");
  }
  static_cast<void>(tx.run(kClear, tenant, archive));
  rows.insert(tx, tenant, archive);
  for (const auto& [hash, one] : known) {
    if (one.status == DocumentStatus::Failed) linked.failed.push_back(one.id);
  }
  return linked;
}

bool reopen(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  return tx.run(kReopen, tenant, id, archive_types()).affected() == 1;
}

std::vector<Item> going_with(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  return going_with(tx, tenant, std::vector<DocumentId>{id});
}

std::vector<Item> going_with(pg::Tx& tx, const TenantId& tenant,
                             const std::vector<DocumentId>& ids) {
  return pg::all_of(tx.run(kGoingWith, tenant, ids), read_item);
}

void lock_members(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& archives) {
  static_cast<void>(tx.run(kLockMembers, tenant, archives));
}

std::vector<DocumentId> holding(pg::Tx& tx, const TenantId& tenant,
                                const std::vector<DocumentId>& ids) {
  return pg::ids_of<DocumentId>(tx.run(kHolding, tenant, ids));
}

std::vector<DocumentId> with_members(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  return pg::ids_of<DocumentId>(tx.run(kWithMembers, tenant, id));
}

std::vector<DocumentId> expand(pg::Tx& tx, const TenantId& tenant,
                               const std::vector<DocumentId>& ids) {
  return pg::ids_of<DocumentId>(tx.run(kExpand, tenant, ids));
}

}  // namespace assay::store::archives
