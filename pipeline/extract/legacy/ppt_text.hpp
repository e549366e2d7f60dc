// SPDX-License-Identifier: Apache-2.0
// Texts of a PowerPoint 97-2003 presentation: titles, bodies and others, with their bullets
// ([MS-PPT] 2.9).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

enum class PptTextKind : std::uint8_t {
  Title = 0,
  Body = 1,
  Notes = 2,
  Other = 4,
  CentredBody = 5,
  CentredTitle = 6,
  HalfBody = 7,
  QuarterBody = 8
};

struct PptText {
  PptTextKind kind = PptTextKind::Other;
  std::string text;           // UTF-8; paragraphs end in '\r', lines in '\v'
  std::vector<bool> bullets;  // by paragraph, as far as the text says
  [[nodiscard]] bool title() const {
    return kind == PptTextKind::Title || kind == PptTextKind::CentredTitle;
  }
};

// The texts among the records of a container, in order. outline: the texts that a shape may refer
// to. Throws CompoundError.
[[nodiscard]] std::vector<PptText> ppt_texts(std::string_view records,
                                             const std::vector<PptText>& outline);

// In one piece, its paragraphs separated by line breaks.
[[nodiscard]] std::string plain_ppt_text(const PptText& text);
// Adds paragraphs and list items.
void add_ppt_text(const PptText& text, PageBuilder& builder);

}  // namespace assay::extract
