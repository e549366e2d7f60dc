// SPDX-License-Identifier: Apache-2.0
// Unpacks a ZIP upload: its files become documents of their own, all of them or none.
#pragma once

#include "db/store/documents.hpp"
#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Whether the stored ZIP is a bundle of files (and not, say, a broken DOCX). Throws JobFailure.
[[nodiscard]] bool is_archive(const JobContext& context,
                              const store::documents::Document& document);

// UPLOADED -> READY, without chunks of its own; ends the item. Skips files that the tenant already
// has. Throws JobFailure, with nothing stored.
void unpack_archive(const JobContext& context, const store::documents::Document& document);

}  // namespace assay::jobs
