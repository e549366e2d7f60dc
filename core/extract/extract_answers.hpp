// SPDX-License-Identifier: Apache-2.0
// Single answers of assay-extract that several conversations have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/extract/extract_child.hpp"
#include "core/extract/extractor.hpp"

namespace assay {

// The type of a document; nullopt for a frame that does not say it.
[[nodiscard]] std::optional<Inspection> decode_inspection(const Frame& frame);
// Adds a file of an archive; false when the frame does not decode to one or there are too many.
[[nodiscard]] bool add_member(const Frame& frame, std::vector<ArchiveFile>& files);
// Whether the frame ends the answer and counts as many pages, files and the like as were received.
[[nodiscard]] bool done_with(const Frame& frame, std::string_view what, std::uint64_t count);

}  // namespace assay
