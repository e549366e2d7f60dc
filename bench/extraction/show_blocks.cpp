// SPDX-License-Identifier: Apache-2.0
// Reads documents as the pipeline does, with assay-extract and assay-ocr, and shows what was found.
//
//   show_blocks EXTRACT_BINARY LANGUAGES <PATHS >RESULTS
//
// PATHS: one a line; LANGUAGES: as ASSAY_OCR_LANGUAGES, "" for no recognition. RESULTS: a JSON
// object a line, {"path", "seconds"} and {"type", "pages": [{"source", "confidence", "blocks"}]}
// or {"problem", "reason"}. A block is {"kind", "level", "text"}; of a table's row also "cells",
// [[name, value], ..] as core/extract/row_text.hpp reads it.
#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"
#include "core/extract/row_text.hpp"
#include "core/json/json.hpp"
#include "core/json/utf8.hpp"

namespace {

using namespace assay;
using Clock = std::chrono::steady_clock;

std::string_view name_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::Heading:
      return "heading";
    case BlockKind::ListItem:
      return "item";
    case BlockKind::TableRow:
      return "row";
    case BlockKind::Paragraph:
      break;
  }
  return "paragraph";
}

std::string_view name_of(PageSource source) {
  switch (source) {
    case PageSource::Picture:
      return "picture";
    case PageSource::Recognized:
      return "recognized";
    case PageSource::Text:
      break;
  }
  return "text";
}

Json cells_of_row(std::string_view row) {
  Json out = Json::array();
  for (const RowCell& cell : row_cells(row)) {
    const auto part = [row](std::size_t from, std::size_t to, bool quoted) {
      const std::string_view text = row.substr(from, to - from);
      return quoted ? unquoted(text) : std::string(text);
    };
    out.push(Json::array()
                 .push(part(cell.name_start, cell.name_end, cell.quoted_name))
                 .push(part(cell.value_start, cell.value_end, cell.quoted_value)));
  }
  return out;
}

Json shown(const Page& page) {
  Json blocks = Json::array();
  for (const Block& block : page.blocks) {
    const std::string text(utf8::substr(page.text, block.start, block.end - block.start));
    Json out = Json::object();
    out.set("kind", name_of(block.kind)).set("level", block.level).set("text", text);
    if (block.kind == BlockKind::TableRow) out.set("cells", cells_of_row(text));
    blocks.push(out);
  }
  Json out = Json::object();
  out.set("source", name_of(page.source)).set("confidence", page.confidence);
  return out.set("blocks", blocks);
}

Json read_one(const Extractor& extractor, const std::string& path) {
  Json out = Json::object();
  out.set("path", path);
  const FileDescriptor file = open_for_reading(path);
  const auto begun = Clock::now();
  const auto read = extractor.read(file.get(), path.substr(path.rfind('/') + 1));
  out.set("seconds", std::chrono::duration<double>(Clock::now() - begun).count());
  if (!read.ok()) {
    out.set("problem", extract_problem_name(read.error().problem));
    return out.set("reason", read.error().reason);
  }
  Json pages = Json::array();
  for (const Page& page : read->pages) pages.push(shown(page));
  return out.set("type", read->file_type).set("pages", pages);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: show_blocks EXTRACT_BINARY LANGUAGES <PATHS >RESULTS\n", stderr);
    return 2;
  }
  try {
    const std::string binary = argv[1];
    const Extractor extractor(binary, {},
                              recognition_of(binary, argv[2], std::chrono::seconds(60)));
    for (std::string path; std::getline(std::cin, path);) {
      std::cout << read_one(extractor, path).dump() << std::endl;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "show_blocks: %s\n", error.what());
    return 1;
  }
  return std::cout.good() ? 0 : 1;
}
