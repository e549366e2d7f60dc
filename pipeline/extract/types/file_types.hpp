// SPDX-License-Identifier: Apache-2.0
// Detects a document's type: by content (libmagic, and a look into containers), and for kinds of
// text also by name. Recognises archives by their first bytes, e-mail messages, mailboxes and saved
// web pages by their headers.
#pragma once

#include <magic.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/c_handle.hpp"
#include "core/extract/extractor.hpp"
#include "pipeline/extract/zip/zip_archive.hpp"

namespace assay::extract {

// libmagic with its database loaded. Throws std::runtime_error if there is none.
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

// The type of an OpenDocument (or EPUB) content type, templates included; empty for others.
[[nodiscard]] std::string open_document_type(std::string_view content_type);
// "docx", "odt", "jar"; "zip" if the container is a plain archive. name: tells apart kinds that no
// part of theirs does.
[[nodiscard]] std::string container_type(const ZipArchive& zip, std::string_view name = {});
// "doc", "xls", "ppt", "msg", "vsd" by the streams of a compound file; "bin" for others, and
// kEncryptedOffice for a document under a password.
inline constexpr std::string_view kEncryptedOffice = "encrypted";
[[nodiscard]] std::string compound_type(std::string_view bytes, std::string_view name);
// The type of archive to unpack the bytes as ("zip", "tar", "7z" and so on); empty for documents,
// ZIP containers among them, and for broken ones that are not named like an archive.
[[nodiscard]] std::string_view unpacked_as(std::string_view bytes, std::string_view name);
// Lower case, without the dot; empty if there is none.
[[nodiscard]] std::string extension_of(std::string_view name);
// "application/pdf" for "pdf"; "application/octet-stream" if the type is not known.
[[nodiscard]] std::string content_type_of(std::string_view file_type);
// "a PDF", "a Word document (DOCX)", "plain text": for use in sentences.
[[nodiscard]] std::string described(std::string_view file_type);

// As many bytes tell an archive from a document.
inline constexpr std::size_t kArchiveHeadBytes = 512;

// "zip", "tar", "7z", "gz", "bz2" or "xz"; empty if the bytes begin like none of them. A ZIP may
// still be a document (container_type), and what is compressed may be a TAR or a single file.
[[nodiscard]] std::string_view archive_type(std::string_view bytes);

// "eml", "mbox", "mhtml"; empty for other texts, letters with "From:" lines among them. head: the
// beginning, at least 512 bytes if there are as many. name: lets a message with few headers pass.
[[nodiscard]] std::string_view mail_type(std::string_view head, std::string_view name);
// Whether the text begins with the line between two messages of a mailbox: "From a@b Mon Jun 1
// 10:00:00 2009".
[[nodiscard]] bool is_from_line(std::string_view text);

// "pages", "numbers", "key", "apk", "jar", "kmz"; "bin" for a container of another program; "zip"
// for a plain archive.
[[nodiscard]] std::string package_type(const ZipArchive& zip, std::string_view name);

}  // namespace assay::extract
