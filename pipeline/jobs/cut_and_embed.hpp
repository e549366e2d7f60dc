// SPDX-License-Identifier: Apache-2.0
// Cuts pages into chunks and embeds chunks, for evidence and for corpora alike.
#pragma once

#include <string>
#include <vector>

#include "core/extract/extract_types.hpp"
#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Returns at least one chunk and at most as many as the settings allow, each fitting the encoder's
// window; else throws JobFailure. Leaves out wordless text (rows of brackets, lines of dots).
[[nodiscard]] std::vector<text::Chunk> cut(const JobContext& context,
                                           const std::vector<Page>& pages);

// The text of a chunk that is embedded: its heading path and content, cut to the window.
[[nodiscard]] std::string text_to_embed(const Services& services, const std::string& heading_path,
                                        const std::string& content);

// Row-major, one unit vector per text. Checks the claim between batches.
[[nodiscard]] std::vector<float> embed(const JobContext& context,
                                       const std::vector<std::string>& texts);

}  // namespace assay::jobs
