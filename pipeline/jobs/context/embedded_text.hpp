// SPDX-License-Identifier: Apache-2.0
// The text that a chunk's or a passage's vector is made of.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::jobs {

// Of heading path and content, without what tells its reader what to conclude, cut to what the
// encoder reads.
[[nodiscard]] inline std::string embedded_text(std::string_view heading_path,
                                               std::string_view content,
                                               const text::CountTokens& count,
                                               std::size_t max_tokens) {
  const bool told = assess::concludes(text::collapsed(heading_path));
  return text::embedding_text(told ? "" : heading_path, assess::without_conclusions(content), count,
                              max_tokens);
}

}  // namespace assay::jobs
