// SPDX-License-Identifier: Apache-2.0
// The records of a PowerPoint 97-2003 presentation ([MS-PPT] 2.3.1) and of its drawings, and where
// each part of it is. What a slide says: shapes that hold text, tables ([MS-ODRAW] 2.2.13), and the
// texts with their bullets ([MS-PPT] 2.9).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

enum class Ppt : std::uint16_t {
  Document = 0x03E8,
  Slide = 0x03EE,
  SlideInfo = 0x03EF,
  Notes = 0x03F0,
  SlidePlace = 0x03F3,
  Drawing = 0x040C,
  Placeholder = 0x0BC3,
  OutlineText = 0x0F9E,
  TextHeader = 0x0F9F,
  TextUnits = 0x0FA0,
  TextStyle = 0x0FA1,
  TextBytes = 0x0FA8,
  String = 0x0FBA,
  HeadersFooters = 0x0FD9,
  HeadersFootersInfo = 0x0FDA,
  SlideList = 0x0FF0,
  Edit = 0x0FF5,
  Directory = 0x1772,
  DrawingContent = 0xF002,
  Group = 0xF003,
  Shape = 0xF004,
  Anchor = 0xF00F,
  ShapeText = 0xF00D,
  ShapeData = 0xF011,
  ShapeMore = 0xF122,
};

struct PptRecord {
  Ppt type{};
  unsigned instance = 0;
  std::string_view data;  // that of a container is records
};

// The record at that place. Throws CompoundError if it does not end within the bytes.
[[nodiscard]] PptRecord ppt_record_at(std::string_view bytes, std::size_t at);

// Goes through the records of a container.
class PptRecords {
 public:
  explicit PptRecords(std::string_view bytes) : bytes_(bytes) {}
  // nullopt at the end. Throws CompoundError.
  [[nodiscard]] std::optional<PptRecord> next();

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

// The first record of that type in a container.
[[nodiscard]] std::optional<PptRecord> ppt_child(std::string_view container, Ppt type);

class PptFile {
 public:
  // Throws CompoundError, and ReadFailure if the presentation is encrypted or older.
  explicit PptFile(const CompoundFolder& root);
  [[nodiscard]] PptRecord document() const { return part(document_); }
  // A part by the number that others refer to it by. Throws CompoundError if there is none.
  [[nodiscard]] PptRecord part(std::uint32_t id) const;

 private:
  [[nodiscard]] std::size_t last_edit(const CompoundFolder& root) const;
  void read_directory(std::string_view directory);

  std::string stream_;
  std::uint32_t document_ = 0;
  std::map<std::uint32_t, std::uint32_t> places_;  // by the number of the part
};

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
  bool bold = false;          // the text itself says so of all its characters
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

struct PptShape {
  std::vector<PptText> texts;
  unsigned placeholder = 0;             // its kind; 0 for none
  std::array<std::int32_t, 4> place{};  // in its group: left, top, right, bottom
};

// Either one shape, or the cells of a table.
struct PptShapes {
  std::vector<PptShape> shapes;
  bool table = false;
};

// In the order of the drawing. slide: the records of a slide, its notes or its master. Throws
// CompoundError.
[[nodiscard]] std::vector<PptShapes> ppt_shapes(std::string_view slide,
                                                const std::vector<PptText>& outline);

void add_ppt_table(const PptShapes& table, PageBuilder& builder);

}  // namespace assay::extract
