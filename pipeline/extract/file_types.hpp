// SPDX-License-Identifier: Apache-2.0
// Which type a document is: by content (libmagic, and a look into ZIP containers), among kinds of
// text also by name.
#pragma once

#include <magic.h>

#include <string>
#include <string_view>

#include "core/c_handle.hpp"
#include "core/extractor.hpp"
#include "pipeline/extract/zip_archive.hpp"

namespace assay::extract {

// libmagic with its database loaded. Throws std::runtime_error when there is none.
class Magic {
 public:
  Magic();
  // "image/png"; without parameters.
  [[nodiscard]] std::string mime_type(std::string_view bytes) const;

 private:
  CHandle<magic_set, magic_close> handle_;
};

struct Detected {
  Inspection inspection;
  std::string claimed;     // structured type the name claims ("docx", "pdf", "zip"), or empty
  bool mismatch = false;   // claimed, but the content is only text, unknown data or a plain ZIP
  bool encrypted = false;  // an office document inside an encrypted container
};

[[nodiscard]] Detected detect(std::string_view bytes, std::string_view name, const Magic& magic);

// "docx", "odt", "jar"; "zip" when the container is a plain archive.
[[nodiscard]] std::string container_type(const ZipArchive& zip);
// Whether bytes that begin like a ZIP are an archive to be taken apart, not a document (or a broken
// one, going by its name).
[[nodiscard]] bool is_plain_archive(std::string_view bytes, std::string_view name);
// Lower case, without the dot; empty when there is none.
[[nodiscard]] std::string extension_of(std::string_view name);
// "application/pdf" for "pdf"; "application/octet-stream" for what is not known.
[[nodiscard]] std::string content_type_of(std::string_view file_type);
// "a PDF", "a Word document (DOCX)", "plain text": for sentences.
[[nodiscard]] std::string described(std::string_view file_type);

}  // namespace assay::extract
