// SPDX-License-Identifier: Apache-2.0
// Fuzzes the parts of an EPUB book: package document, a chapter, and the list of encrypted parts,
// separated by NUL.
#include <string>

#include "tests/extract/zip_builder.hpp"
#include "tests/fuzz/targets/pages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = assay::fuzz::view(data, size);
  assay::test::ZipBuilder book;
  book.add("META-INF/container.xml",
           "<container><rootfiles><rootfile full-path='book.opf'/></rootfiles></container>");
  book.add("book.opf", assay::fuzz::take_part(input));
  book.add("a.xhtml", assay::fuzz::take_part(input));
  const std::string_view encryption = assay::fuzz::take_part(input);
  if (!encryption.empty()) book.add("META-INF/encryption.xml", encryption);
  assay::fuzz::read(book.build(), "epub");
  return 0;
}
