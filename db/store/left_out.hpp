// SPDX-License-Identifier: Apache-2.0
// Documents that a run could not include, as they were when it was created.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

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

// {documentId, originalFilename, status, reason, message}
[[nodiscard]] Json render(const Document& document);

}  // namespace assay::store::left_out
