// SPDX-License-Identifier: Apache-2.0
// Reads documents for tests; every page passes the parent's own checks.
#include "tests/extract/read_helper.hpp"

#include <stdexcept>

#include "core/extract/extract_protocol.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/reading.hpp"
#include "pipeline/extract/sandbox/confine.hpp"

namespace assay::test {

namespace {

void read_into(Pages& sink, std::string_view file_type, std::string_view bytes) {
  static const bool warm = (extract::warm_up(), true);
  static_cast<void>(warm);
  extract::read_pages(bytes, file_type, sink);
}

}  // namespace

std::vector<FileProperty> read_properties(std::string_view file_type, std::string_view bytes) {
  Pages sink;
  read_into(sink, file_type, bytes);
  std::vector<FileProperty> found = std::move(sink.properties);
  for (const FileProperty& one : found) {
    if (!frames::decode_property(frames::encode_property(one))) {
      throw std::logic_error("the property " + one.value + " breaks its contract");
    }
  }
  return found;
}

std::vector<Page> read(std::string_view file_type, std::string_view bytes) {
  Pages sink;
  read_into(sink, file_type, bytes);
  for (const Page& page : sink.pages) {
    if (!frames::decode_page(frames::encode_page(page))) {
      throw std::logic_error("page " + std::to_string(page.number) + " breaks its contract");
    }
  }
  return std::move(sink.pages);
}

std::vector<std::string> blocks_of(const std::vector<Page>& pages) {
  std::vector<std::string> out;
  for (const Page& page : pages) {
    if (page.number > 1) out.emplace_back("--");
    for (const Block& block : page.blocks) {
      std::string kind;
      switch (block.kind) {
        case BlockKind::Heading:
          kind = "H" + std::to_string(block.level);
          break;
        case BlockKind::Paragraph:
          kind = "P";
          break;
        case BlockKind::ListItem:
          kind = "L";
          break;
        case BlockKind::TableRow:
          kind = "T";
      }
      out.push_back(kind + " " +
                    std::string(utf8::substr(page.text, block.start, block.end - block.start)));
    }
  }
  return out;
}

std::vector<std::string> read_blocks(std::string_view file_type, std::string_view bytes) {
  return blocks_of(read(file_type, bytes));
}

std::optional<ExtractFailure> failure_of(std::string_view file_type, std::string_view bytes) {
  try {
    static_cast<void>(read(file_type, bytes));
    return std::nullopt;
  } catch (const extract::ReadFailure& failure) {
    return failure.failure();
  }
}

}  // namespace assay::test
