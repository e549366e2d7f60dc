// SPDX-License-Identifier: Apache-2.0
// Reads DOCX: the body with its notes and comments, then the text of headers and footers. Reads the
// other parts, each note once.
#include "pipeline/extract/office/docx.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/extract/extract_types.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/office/office_comments.hpp"
#include "pipeline/extract/office/office_graphics.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

using Relationships = std::vector<Relationship>;

// The same header occurs in several parts (first page, even pages): once is enough.
void add_edges(OpcPackage& package, const Relationships& parts, const DocxStyles& styles,
               PageBuilder& builder) {
  std::set<std::string> seen;
  for (const Relationship& part : parts) {
    const bool edge = part.type == "header" || part.type == "footer";
    if (!edge || !package.has(part.target)) continue;
    const XmlDocument document = package.xml(part.target);
    CollectedPage collected;
    PageBuilder own(collected);
    DocxNumbering no_numbers;
    DocxBody(styles, no_numbers, own, nullptr).add_part(::xmlDocGetRootElement(document.get()));
    own.end_page();
    const std::string& text = collected.text();
    if (seen.insert(text).second) builder.paragraph(text);
  }
}

// Adds the blocks of a document inside another one to the page of that one.
class BlocksOfPage : public PageSink {
 public:
  explicit BlocksOfPage(PageBuilder& builder) : builder_(builder) {}

  void page(Page page) override {
    std::string_view rest = page.text;
    std::size_t at = 0;
    for (const Block& block : page.blocks) {
      rest.remove_prefix(utf8::byte_offset(rest, block.start - at));
      const std::string_view text = utf8::substr(rest, 0, block.end - block.start);
      at = block.start;
      switch (block.kind) {
        case BlockKind::Heading:
          builder_.heading(block.level, text);
          break;
        case BlockKind::Paragraph:
          builder_.paragraph(text);
          break;
        case BlockKind::ListItem:
          builder_.list_item(text);
          break;
        case BlockKind::TableRow:
          builder_.table_row(text);
      }
    }
  }

 private:
  PageBuilder& builder_;
};

void read_chunk(std::string_view bytes, PageBuilder& builder) {
  const std::string_view start = trim(bytes.substr(0, 1024));
  const std::string lower = ascii_lower(start);
  if (start.starts_with("PK")) {
    read_word(bytes, false, builder);
  } else if (start.starts_with("{\\rtf")) {
    read_rtf(bytes, builder);
  } else if (lower.starts_with("mime-version:") || lower.find("content-type: multipart/") == 0) {
    read_mhtml(bytes, builder);
  } else if (lower.find("<html") != std::string::npos || lower.find("<body") != std::string::npos ||
             lower.find("<p") != std::string::npos || lower.find("<div") != std::string::npos) {
    read_html(bytes, builder);
  } else {
    read_plain_text(bytes, builder);
  }
}

}  // namespace

void read_word(std::string_view bytes, bool chunks, PageBuilder& builder) {
  OpcPackage package(bytes, "Word document");
  add_core_properties(package, builder);
  const std::string main = package.main_part();
  const Relationships parts = package.relationships(main);
  DocxStyles styles;
  DocxNumbering numbering;
  if (const auto name = OpcPackage::target_of(parts, "styles"); name && package.has(*name)) {
    const XmlDocument document = package.xml(*name);
    styles = DocxStyles(::xmlDocGetRootElement(document.get()));
  }
  if (const auto name = OpcPackage::target_of(parts, "numbering"); name && package.has(*name)) {
    const XmlDocument document = package.xml(*name);
    numbering = DocxNumbering(::xmlDocGetRootElement(document.get()));
  }
  DocxExtras extras(package, parts, styles, numbering, chunks);
  {
    const XmlDocument document = package.xml(main);
    DocxBody(styles, numbering, builder, &extras).add_part(::xmlDocGetRootElement(document.get()));
  }
  extras.write_rest(builder);
  add_edges(package, parts, styles, builder);
  builder.end_page();
}

void read_docx(std::string_view bytes, PageBuilder& builder) {
  read_word(bytes, true, builder);
}

DocxExtras::DocxExtras(OpcPackage& package, const std::vector<Relationship>& parts,
                       const DocxStyles& styles, DocxNumbering& numbering, bool chunks)
    : package_(package), parts_(parts), styles_(styles), numbering_(numbering), chunks_(chunks) {
  read_notes("footnotes", footnotes_);
  read_notes("endnotes", endnotes_);
  read_comments();
}

std::string DocxExtras::text_of(const xmlNode* part) const {
  CollectedPage collected;
  PageBuilder own(collected);
  DocxBody body(styles_, numbering_, own, nullptr);
  body.add_part(part);
  own.end_page();
  return clean_text(collected.text());
}

// Word's own notes (the lines between text and notes) have a type and nothing to read.
void DocxExtras::read_notes(const std::string& type, Notes& notes) {
  const auto name = OpcPackage::target_of(parts_, type);
  if (!name || !package_.has(*name)) return;
  const XmlDocument document = package_.xml(*name);
  for (const xmlNode* note = ::xmlDocGetRootElement(document.get())->children; note != nullptr;
       note = note->next) {
    if (note->type != XML_ELEMENT_NODE) continue;
    if (!attribute(note, "type").empty() && attribute(note, "type") != "normal") continue;
    notes.try_emplace(number_attribute(note, "id", 0), Note{text_of(note)});
  }
}

void DocxExtras::read_comments() {
  const auto name = OpcPackage::target_of(parts_, "comments");
  if (!name || !package_.has(*name)) return;
  const XmlDocument document = package_.xml(*name);
  for (const xmlNode* comment = ::xmlDocGetRootElement(document.get())->children;
       comment != nullptr; comment = comment->next) {
    if (name_of(comment) != "comment") continue;
    comments_.try_emplace(number_attribute(comment, "id", 0),
                          comment_line(attribute(comment, "author"), {}, text_of(comment)));
  }
}

bool DocxExtras::is_reference(std::string_view name) {
  return name == "footnoteReference" || name == "endnoteReference" || name == "commentReference" ||
         name == "chart" || name == "relIds" || name == "altChunk";
}

void DocxExtras::write_note(const char* kind, Notes& notes, std::size_t& count,
                            const xmlNode* reference, PageBuilder& builder) const {
  const auto note = notes.find(number_attribute(reference, "id", 0));
  if (note == notes.end() || std::exchange(note->second.written, true)) return;
  const std::string number = std::to_string(++count);
  if (!note->second.text.empty()) {
    builder.paragraph(std::string(kind) + " " + number + ": " + note->second.text);
  }
}

void DocxExtras::write_chunk(const xmlNode* reference, PageBuilder& builder) {
  const Relationship* part = OpcPackage::referred(parts_, reference, "id");
  if (!chunks_ || part == nullptr || !package_.has(part->target)) return;
  BlocksOfPage blocks(builder);
  PageBuilder own(blocks);
  read_chunk(package_.part(part->target), own);
}

void DocxExtras::write(const xmlNode* reference, PageBuilder& builder) {
  const std::string_view name = name_of(reference);
  if (name == "footnoteReference") {
    write_note("Footnote", footnotes_, footnote_count_, reference, builder);
  } else if (name == "endnoteReference") {
    write_note("Endnote", endnotes_, endnote_count_, reference, builder);
  } else if (name == "commentReference") {
    const auto comment = comments_.find(number_attribute(reference, "id", 0));
    if (comment == comments_.end()) return;
    builder.paragraph(std::exchange(comment->second, {}));
  } else if (name == "altChunk") {
    write_chunk(reference, builder);
  } else {
    add_graphic_of(package_, parts_, reference, builder);
  }
}

void DocxExtras::write_rest(PageBuilder& builder) const {
  for (const Notes* notes : {&footnotes_, &endnotes_}) {
    for (const auto& [id, note] : *notes) {
      if (!note.written) builder.paragraph(note.text);
    }
  }
}

}  // namespace assay::extract
