// SPDX-License-Identifier: Apache-2.0
// PowerPoint 97-2003 presentations: the order of slides, titles, lists, tables, notes and footers;
// directories that lie.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/compound_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string atom(std::uint32_t type, const std::string& data, std::uint32_t instance = 0) {
  return le16(instance << 4U) + le16(type) + le32(static_cast<std::uint32_t>(data.size())) + data;
}
std::string box(std::uint32_t type, const std::string& records, std::uint32_t instance = 0) {
  return le16((instance << 4U) | 0x0FU) + le16(type) +
         le32(static_cast<std::uint32_t>(records.size())) + records;
}
std::string text(std::uint32_t kind, const std::string& characters) {
  return atom(0x0F9F, le32(kind)) + atom(0x0FA8, characters);
}
std::string shape(const std::string& texts, const std::string& more = "") {
  return box(0xF004, more + box(0xF00D, texts));
}
std::string drawing(const std::string& shapes) {
  return box(0x040C, box(0xF002, box(0xF003, shapes)));
}
std::string slide_info(std::uint32_t master, std::uint32_t notes) {
  return atom(0x03EF, std::string(12, '\0') + le32(master) + le32(notes) + le16(1) + le16(0));
}
std::string slide(const std::string& shapes, std::uint32_t master = 0, std::uint32_t notes = 0) {
  return box(0x03EE, slide_info(master, notes) + drawing(shapes));
}
std::string place(std::uint32_t part, std::uint32_t id) {
  return atom(0x03F3, le32(part) + le32(0) + le32(0) + le32(id) + le32(0));
}
std::string list(std::uint32_t kind, const std::string& places) {
  return box(0x0FF0, places, kind);
}

// parts[0] is the document; each is numbered from 1.
std::string ppt_stream(const std::vector<std::string>& parts, std::uint32_t& last_edit) {
  std::string stream;
  std::string places;
  for (const std::string& part : parts) {
    places += le32(static_cast<std::uint32_t>(stream.size()));
    stream += part;
  }
  const auto directory = static_cast<std::uint32_t>(stream.size());
  const auto count = static_cast<std::uint32_t>(parts.size());
  stream += atom(0x1772, le32((count << 20U) | 1U) + places);
  last_edit = static_cast<std::uint32_t>(stream.size());
  return stream +
         atom(0x0FF5, le32(0) + le32(0) + le32(0) + le32(directory) + le32(1) + le32(0) + le32(0));
}
std::string user(std::uint32_t last_edit, std::uint32_t mark = 0xE391C05F) {
  return atom(0x0FF6, le32(0x14) + le32(mark) + le32(last_edit) + le32(0));
}
std::string ppt(const std::vector<std::string>& parts) {
  std::uint32_t last_edit = 0;
  const std::string stream = ppt_stream(parts, last_edit);
  return compound_file({{"PowerPoint Document", stream}, {"Current User", user(last_edit)}});
}

TEST(Ppt, ReadsSlidesInTheirOrder) {
  const std::string document = box(0x03E8, list(0, place(3, 256) + place(2, 257)));
  const std::string first = slide(shape(text(4, "Second box")) + shape(text(0, "Title")) +
                                  shape(text(1, "One\rTwo\vlines")));
  EXPECT_EQ(read_blocks("ppt", ppt({document, slide(shape(text(6, "Last"))), first})),
            (Blocks{"H1 Title", "P Second box", "L - One", "L - Two\nlines", "--", "H1 Last"}));
}

TEST(Ppt, ReadsTextsOfTheOutline) {
  const std::string outline = text(0, "In the outline") + text(1, "Point");
  const std::string document = box(0x03E8, list(0, place(2, 256) + outline));
  const std::string shapes =
      shape(atom(0x0F9E, le32(0))) + shape(atom(0x0F9E, le32(1))) + shape(atom(0x0F9E, le32(9)));
  EXPECT_EQ(read_blocks("ppt", ppt({document, slide(shapes)})),
            (Blocks{"H1 In the outline", "L - Point"}));
}

TEST(Ppt, TellsBulletsByTheirStyle) {
  // Three characters without a bullet, then the rest with one.
  const std::string style = atom(0x0FA1, le32(3) + le16(0) + le32(1) + le16(0) + le32(9) + le16(0) +
                                             le32(0x81) + le16(1) + le16(0x2022));
  const std::string document = box(0x03E8, list(0, place(2, 256)));
  EXPECT_EQ(read_blocks("ppt", ppt({document, slide(shape(text(1, "no\ryes") + style))})),
            (Blocks{"P no", "L - yes"}));
}

TEST(Ppt, ReadsTables) {
  const auto cell = [](std::int32_t left, std::int32_t top, std::int32_t right, std::int32_t bottom,
                       const std::string& value) {
    std::string place_of_cell;
    for (const std::int32_t edge : {left, top, right, bottom}) {
      place_of_cell += le32(static_cast<std::uint32_t>(edge));
    }
    return shape(text(4, value), atom(0xF00F, place_of_cell));
  };
  const std::string described = box(0xF004, atom(0xF122, le16(0x039F) + le32(1), 1));
  const std::string cells = cell(0, 0, 5, 5, "System") + cell(5, 0, 9, 5, "Owner") +
                            cell(0, 5, 5, 15, "Mail") + cell(5, 5, 9, 10, "Kay") +
                            cell(5, 10, 9, 15, "Lee");
  const std::string document = box(0x03E8, list(0, place(2, 256)));
  EXPECT_EQ(read_blocks("ppt", ppt({document, slide(box(0xF003, described + cells))})),
            (Blocks{"T System: Mail; Owner: Kay", "T System: Mail; Owner: Lee"}));
}

TEST(Ppt, TakesARowInBoldTypeForTheNamesOfATable) {
  // One paragraph, then one run of characters whose type is bold or not.
  const auto cell = [](std::uint32_t left, std::uint32_t right, std::uint32_t row,
                       const std::string& value, bool bold) {
    const auto count = le32(static_cast<std::uint32_t>(value.size() + 1));
    const std::string style =
        count + le16(0) + le32(0) + count + le32(0x00040001) + le16(bold ? 1 : 0) + le32(0);
    return shape(text(4, value) + atom(0x0FA1, style),
                 atom(0xF00F, le32(left) + le32(row) + le32(right) + le32(row + 1)));
  };
  const auto table = [&cell](bool bold) {
    const std::string described = box(0xF004, atom(0xF122, le16(0x039F) + le32(1), 1));
    const std::string cells = cell(0, 1, 0, "Class1", bold) + cell(1, 3, 0, "Class2", bold) +
                              cell(0, 1, 1, "R1", false) + cell(1, 2, 1, "R2", false) +
                              cell(2, 3, 1, "R3", false);
    const std::string document = box(0x03E8, list(0, place(2, 256)));
    return read_blocks("ppt", ppt({document, slide(box(0xF003, described + cells))}));
  };
  EXPECT_EQ(table(true), (Blocks{"T Class1: R1; Class2: R2; Class2: R3"}));
  EXPECT_EQ(table(false), (Blocks{"T Class1; Class2", "T R1; R2; R3"}));
}

TEST(Ppt, AddsNotesFootersAndMastersOnce) {
  const std::string footer =
      box(0x0FD9, atom(0x0FDA, le16(0) + le16(0x20)) + atom(0x0FBA, utf16("Internal"), 2), 3);
  const std::string document =
      box(0x03E8, footer + list(1, place(2, 1)) + list(0, place(3, 256) + place(3, 257)) +
                      list(2, place(4, 300)));
  const std::string placeholder = box(0xF011, atom(0x0BC3, le32(0) + "\1" + '\0' + le16(0)));
  const std::string master = box(0x03F8, drawing(shape(text(0, "Click to edit"), placeholder) +
                                                 shape(text(4, "Example Ltd"))));
  const std::string notes =
      box(0x03F0, drawing(shape(text(4, "number")) + shape(text(2, "Say it"))));
  EXPECT_EQ(read_blocks("ppt", ppt({document, master, slide(shape(text(0, "T")), 1, 300), notes})),
            (Blocks{"H1 T", "P Internal", "P Example Ltd", "H2 Notes", "P Say it", "--", "H1 T",
                    "H2 Notes", "P Say it"}));
}

TEST(Ppt, RefusesWhatItCannotRead) {
  const auto problem = [](const std::string& bytes) {
    const auto failure = failure_of("ppt", bytes);
    return failure ? failure->problem : ExtractProblem::Crashed;
  };
  const std::string document = box(0x03E8, list(0, place(2, 256)));
  std::uint32_t last = 0;
  const std::string good = ppt_stream({document, slide(shape(text(0, "T")))}, last);
  const auto with = [&problem](const std::string& stream, const std::string& current) {
    return problem(compound_file({{"PowerPoint Document", stream}, {"Current User", current}}));
  };
  EXPECT_EQ(with(good, user(last, 0xF3D1C4DF)), ExtractProblem::Encrypted);
  EXPECT_EQ(problem(compound_file({{"PP40", "x"}})), ExtractProblem::Unsupported);
  EXPECT_EQ(with(good, user(0x7FFFFFFF)), ExtractProblem::Broken);
  EXPECT_EQ(with(good, user(0)), ExtractProblem::Broken);
  // A directory that names more than it has, a missing slide.
  std::string lying = good;
  put(lying, lying.rfind(le32((2U << 20U) | 1U)), le32((4095U << 20U) | 1U));
  EXPECT_EQ(with(lying, user(last)), ExtractProblem::Broken);
  EXPECT_EQ(problem(ppt({document})), ExtractProblem::Broken);
  // Groups in groups.
  std::string deep = shape(text(4, "x"));
  for (int i = 0; i < 2000; ++i) deep = box(0xF003, deep);
  EXPECT_EQ(problem(ppt({document, slide(deep)})), ExtractProblem::Broken);
}

TEST(Ppt, EndsDespiteEditsInACircle) {
  const std::string document = box(0x03E8, list(0, place(2, 256)));
  std::uint32_t last = 0;
  std::string stream = ppt_stream({document, slide(shape(text(0, "T")))}, last);
  put(stream, last + 16, le32(last));
  EXPECT_EQ(read_blocks("ppt", compound_file({{"PowerPoint Document", stream},
                                              {"Current User", user(last)}})),
            Blocks{"H1 T"});
}

TEST(Ppt, FindsTheEditsWithoutTheUser) {
  const std::string document = box(0x03E8, list(0, place(2, 256)));
  std::uint32_t last = 0;
  const std::string stream = ppt_stream({document, slide(shape(text(0, "T")))}, last);
  EXPECT_EQ(read_blocks("ppt", compound_file({{"PowerPoint Document", stream}})), Blocks{"H1 T"});
}

}  // namespace
}  // namespace assay::test
