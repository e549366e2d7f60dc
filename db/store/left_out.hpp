// SPDX-License-Identifier: Apache-2.0
// Documents that a run could not take up, as they were when it was created.
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
  // The code of its failure (core/extract_failure.hpp and others), or one of those below.
  std::string reason;
  std::optional<std::string> message;  // what a person was told of the failure
};
inline constexpr std::string_view kNotReady = "not_ready";  // it was still being read

// Notes what is not READY, or READY without text, in this transaction. An archive whose files are
// documents of their own is none of them.
void note(pg::Tx& tx, const TenantId& tenant, const RunId& run);
// By name.
[[nodiscard]] std::vector<Document> list(pg::Tx& tx, const TenantId& tenant, const RunId& run);

// {documentId, originalFilename, status, reason, message}
[[nodiscard]] Json render(const Document& document);

}  // namespace assay::store::left_out
