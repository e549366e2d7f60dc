// SPDX-License-Identifier: Apache-2.0
// Reads an EPUB book: one page for each chapter, by the readers of HTML and SVG.
#include "pipeline/extract/epub/epub_package.hpp"
#include "pipeline/extract/page/formats.hpp"

namespace assay::extract {

void read_epub(std::string_view bytes, PageBuilder& builder) {
  EpubPackage book(bytes);
  for (const FileProperty& one : book.properties()) builder.property(one.name, one.value);
  builder.end_properties();
  builder.heading(1, book.title());
  for (const EpubChapter& chapter : book.chapters()) {
    const std::string content = book.bytes_of(chapter);
    if (chapter.drawing) {
      read_svg(content, builder);
    } else {
      read_html(content, builder);
    }
  }
}

}  // namespace assay::extract
