// SPDX-License-Identifier: Apache-2.0
// Cutting pages into chunks and embedding chunks: the same for evidence and for corpora.
#pragma once

#include <string>
#include <vector>

#include "core/page.hpp"
#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Chunks that fit the encoder's window: at least one, and not more than the settings allow; else
// JobFailure. Text without a word (rows of brackets, lines of dots) is in none of them.
[[nodiscard]] std::vector<text::Chunk> cut(const JobContext& context,
                                           const std::vector<Page>& pages);

// What is embedded of a chunk: its heading path and content, as far as the window reaches.
[[nodiscard]] std::string text_to_embed(const Services& services, const std::string& heading_path,
                                        const std::string& content);

// Row-major, one unit vector per text. Looks at the claim between batches.
[[nodiscard]] std::vector<float> embed(const JobContext& context,
                                       const std::vector<std::string>& texts);

}  // namespace assay::jobs
