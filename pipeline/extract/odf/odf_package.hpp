// SPDX-License-Identifier: Apache-2.0
// Opens OpenDocument files: containers, and the flat form that is one XML file. Reads their
// properties: title, author and the like (OpenDocument 1.3, part 3, 4.3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/zip/document_package.hpp"

namespace assay::extract {

class OdfPackage {
 public:
  // document: its name in failures. Throws ReadFailure, as all members do: Broken, Limit, and
  // Encrypted if the manifest says that the content is.
  OdfPackage(std::string_view bytes, std::string document);

  // The bytes of the part that holds the text.
  [[nodiscard]] std::string content_bytes();
  // The same, parsed: the root has the element "body".
  [[nodiscard]] XmlDocument content();
  // The part that holds shared styles and masters; nullptr if there is none.
  [[nodiscard]] XmlDocument styles();
  // The part that holds the properties; nullptr if there is none. In the flat form they are in the
  // element "meta" of the content.
  [[nodiscard]] XmlDocument meta();

  // Fails: the document is damaged, since a part is what error says.
  [[noreturn]] void broken(const XmlError& error) const;

 private:
  void refuse_encrypted();
  [[nodiscard]] XmlDocument part(std::string_view name);

  std::string document_;
  std::string_view bytes_;
  std::optional<DocumentPackage> container_;  // of all but the flat form
};

// Passes on those of a container. A damaged part adds nothing: the text is what counts.
void add_odf_properties(OdfPackage& package, PageBuilder& builder);
// The same from an element "meta" below root, as the flat form has it.
void add_odf_properties(const xmlNode* root, PageBuilder& builder);

}  // namespace assay::extract
