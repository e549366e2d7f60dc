// SPDX-License-Identifier: Apache-2.0
// Finds the facts of a document: in the file's own properties, in its name, and in its text, where
// documents usually say such things (cover, document control, first paragraphs, last page).
#pragma once

#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "core/extract/extract_types.hpp"

namespace assay::facts {

// At most so many different values of one name are kept, in order of reading.
inline constexpr std::size_t kMaxOfOneName = 5;

// By name, then in the order of metadata, file's name, text. Values that contradict each other stay
// side by side: which one holds is for people to say. file_name: as uploaded; may be a path.
[[nodiscard]] std::vector<DocumentFact> find_facts(std::string_view file_name,
                                                   const std::vector<FileProperty>& properties,
                                                   const std::vector<Page>& pages);

}  // namespace assay::facts
