// SPDX-License-Identifier: Apache-2.0
// Reading documents again: which are to be, how far each is, and putting a new reading in use.
// Until then the document keeps its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::rereadings {

struct Rereading {
  DocumentId document;
  std::int64_t reading = 2;  // its number
  // The stage completed, or FAILED: the document keeps its text. Never READY: then the row is gone.
  DocumentStatus stage = DocumentStatus::Uploaded;
  Timestamp requested_at;
  std::optional<std::int64_t> chunk_count;  // since PARSED
  std::optional<Timestamp> failed_at;
  std::optional<std::string> failure_code;
  std::optional<std::string> failure_reason;
};

// Which documents: READY ones with text, and FAILED ones. Archives without text are none of them.
struct Filter {
  std::optional<DocumentId> document;
  std::optional<DocumentStatus> status;
  std::optional<std::string> failure_code;
  // Read by an earlier version of the reader than this, or by one that left no version.
  std::optional<std::int64_t> before_version;
};
struct Chosen {
  std::vector<DocumentId> ready;
  std::vector<DocumentId> failed;
};
// Locks these documents until the transaction ends. Documents that are already waiting to be read
// again are among them.
[[nodiscard]] Chosen choose(pg::Tx& tx, const TenantId& tenant, const Filter& filter);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);

// Notes that these READY documents are to be read again; one that failed to be begins anew, and one
// that waits or is being read goes on. Precondition: they are locked.
void request(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& ready,
             const std::optional<UserId>& by);
// Sets FAILED documents back to UPLOADED, as documents::reset. Precondition: they are locked.
void restart(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& failed);

[[nodiscard]] std::optional<Rereading> find(pg::Tx& tx, const TenantId& tenant,
                                            const DocumentId& document);

// What was read.
struct Read {
  std::string file_type;
  std::int64_t page_count = 0;
  std::int64_t reader_version = 0;
  std::vector<DocumentFact> facts;
};
// Each advances the rereading only from the preceding stage; returns whether it did.
[[nodiscard]] bool mark_extracted(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                                  const Read& read);
[[nodiscard]] bool mark_parsed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                               std::int64_t chunk_count);
[[nodiscard]] bool mark_indexed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document);
// From any stage before FAILED; drops what was read. The document keeps its text.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                               std::string_view code, std::string_view reason);
// Puts an INDEXED reading in use: the document has its pages, chunks and facts from now on. The
// chunks of the earlier reading stay, without vectors; its pages go. Returns false if it is not
// INDEXED. Precondition: the document is locked.
[[nodiscard]] bool take_over(pg::Tx& tx, const TenantId& tenant, const DocumentId& document);

}  // namespace assay::store::rereadings
