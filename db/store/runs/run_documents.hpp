// SPDX-License-Identifier: Apache-2.0
// The documents of a run: those it pinned, those it left out, and those its citations name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::runs {

// A document as the run pinned it.
struct PinnedDocument {
  DocumentId id;
  std::string original_filename;
  std::string file_type;
  std::string sha256;
  std::int64_t chunk_count = 0;
};
[[nodiscard]] std::vector<PinnedDocument> documents(pg::Tx& tx, const TenantId& tenant,
                                                    const RunId& id);
// Whether a run that has not ended uses the document.
[[nodiscard]] bool use_document(pg::Tx& tx, const TenantId& tenant, const DocumentId& document);
// The current state of each pinned document; deleted ones are not in the answer.
struct DocumentNow {
  bool unchanged = false;  // READY and with the pinned bytes
  std::int64_t chunks = 0;
};
[[nodiscard]] std::map<DocumentId, DocumentNow> documents_now(pg::Tx& tx, const TenantId& tenant,
                                                              const RunId& id);

}  // namespace assay::store::runs

namespace assay::store::left_out {

struct Document {
  DocumentId id;
  std::string original_filename;
  DocumentStatus status = DocumentStatus::Uploaded;
  // The code of its failure (core/extract/extract_types.hpp and others), or one of those below.
  std::string reason;
  std::optional<std::string> message;  // the failure's text for people
};
inline constexpr std::string_view kNotReady = "not_ready";  // it was still being read

// Records documents that are not READY, or READY without text, in this transaction. Skips archives
// whose files are documents of their own.
void note(pg::Tx& tx, const TenantId& tenant, const RunId& run);
// By name.
[[nodiscard]] std::vector<Document> list(pg::Tx& tx, const TenantId& tenant, const RunId& run);

}  // namespace assay::store::left_out

namespace assay::store::cited {

struct Source {
  DocumentId id;
  std::string original_filename;
  std::string file_type;
  bool present = false;  // not deleted since
};
// The named documents that the run pinned, by id.
[[nodiscard]] std::vector<Source> sources(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                          const std::vector<DocumentId>& documents);

}  // namespace assay::store::cited
