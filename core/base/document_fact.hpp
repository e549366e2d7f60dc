// SPDX-License-Identifier: Apache-2.0
// Facts: what a document states about itself (its title, who approved it and when, how long it is
// valid), and where it states them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/states.hpp"

namespace assay {

// In the order in which interfaces show them.
enum class FactName {
  Title,
  Author,
  Owner,
  Version,
  State,  // the value is kDraftState, kTemplateState or kSupersededState
  ApprovedBy,
  ApprovedAt,
  EffectiveFrom,
  ValidUntil,
  ReviewDue,
  Created,
  Changed,
  Language
};
template <>
struct WireNames<FactName> {
  static constexpr std::array<std::string_view, 13> kNames{
      "title",         "author",     "owner",     "version", "state",   "approvedBy", "approvedAt",
      "effectiveFrom", "validUntil", "reviewDue", "created", "changed", "language"};
};

inline constexpr std::string_view kDraftState = "DRAFT";
inline constexpr std::string_view kTemplateState = "TEMPLATE";
inline constexpr std::string_view kSupersededState = "SUPERSEDED";

// Where a fact comes from: the metadata of the file, its name or its text.
enum class FactOrigin { Metadata, FileName, Text };
template <>
struct WireNames<FactOrigin> {
  static constexpr std::array<std::string_view, 3> kNames{"METADATA", "FILE_NAME", "TEXT"};
};

// A metadata property of a file, as written there: one line, not empty, at most
// frames::kMaxPropertyBytes.
struct FileProperty {
  FactName name = FactName::Title;
  std::string value;
};

// Words of the document's text. Offsets are code points of the whole text, as in chunks.
struct FactPlace {
  int page_number = 1;
  std::int64_t start_offset = 0;
  std::int64_t end_offset = 0;
  std::string text;
};

struct DocumentFact {
  FactName name = FactName::Title;
  std::string value;  // one line, as the document writes it
  // The day, month or year that the value names: "2025-03-12", "2025-03" or "2025".
  std::optional<std::string> date;
  bool ambiguous = false;  // "03/04/2025": it names one of two days, and nobody can tell which
  FactOrigin origin = FactOrigin::Text;
  std::optional<FactPlace> place;  // only from Text
};

}  // namespace assay
