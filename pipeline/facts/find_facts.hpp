// SPDX-License-Identifier: Apache-2.0
// Finds the facts of a document: in the file's own properties, in its name, and in its text, where
// documents usually state them (cover, document control, first paragraphs, last page). Facts of the
// text follow their label ("Owner: CISO", a row of a form) or are in a sentence of the document
// about itself ("This policy was approved by the board on 12 March 2025"). Determines the language
// by its commonest words.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "core/extract/extract_types.hpp"
#include "pipeline/facts/fact_list.hpp"
#include "pipeline/facts/front_text.hpp"

namespace assay::facts {

// ISO 639-1: "en", "de", "fr", "es", "it", "nl" or "pt". nullopt if there are too few words to
// tell, or two languages are about as likely.
[[nodiscard]] std::optional<std::string_view> text_language(const std::vector<Page>& pages);

void add_labelled(const FrontText& front, FactList& found);
void add_spoken(const FrontText& front, FactList& found);

// At most this many different values of one name are kept, in order of reading.
inline constexpr std::size_t kMaxOfOneName = 5;

// By name, then in the order of metadata, file's name, text. Contradictory values are all kept:
// people decide which one holds. file_name: as uploaded; may be a path.
[[nodiscard]] std::vector<DocumentFact> find_facts(std::string_view file_name,
                                                   const std::vector<FileProperty>& properties,
                                                   const std::vector<Page>& pages);

}  // namespace assay::facts
