// SPDX-License-Identifier: Apache-2.0
// Reads the parts of a document that is a ZIP container, within limits for a part and for all
// parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/extract/xml/xml_document.hpp"
#include "pipeline/extract/zip/zip_archive.hpp"

namespace assay::extract {

class DocumentPackage {
 public:
  // document: its name in failures, e.g. "Word document". Throws ReadFailure, as all members do:
  // Broken, Limit (a part or all parts too large), Encrypted.
  DocumentPackage(std::string_view bytes, std::string document);

  // The inflated bytes of a part.
  [[nodiscard]] std::string part(std::string_view name);
  // The parsed part, which always has a root element.
  [[nodiscard]] XmlDocument xml(std::string_view name, Doctype doctype = Doctype::Refuse);
  [[nodiscard]] bool has(std::string_view name) const { return zip_.find(name) != nullptr; }

  // Fails: "The Word document is damaged: its container <why>".
  [[noreturn]] void broken(const std::string& why) const;
  // Fails: the document needs a password.
  [[noreturn]] void encrypted() const;

 private:
  [[nodiscard]] static ZipArchive open(std::string_view bytes, const std::string& document);

  std::string document_;
  ZipArchive zip_;
  std::uint64_t inflated_ = 0;
};

}  // namespace assay::extract
