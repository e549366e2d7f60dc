// SPDX-License-Identifier: Apache-2.0
// Reads the container of DOCX, XLSX and PPTX (Open Packaging Conventions): parts, the relationships
// between them, and the properties: title, author and the like.
#pragma once

#include <libxml/tree.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/zip/document_package.hpp"

namespace assay::extract {

struct Relationship {
  std::string id;
  std::string type;    // last part of the type's URI: "styles", "worksheet", "officeDocument"
  std::string target;  // part name without a leading slash
};

class OpcPackage : public DocumentPackage {
 public:
  using DocumentPackage::DocumentPackage;

  [[nodiscard]] std::string main_part();
  // The relationships inside the package; empty for a part without any.
  [[nodiscard]] std::vector<Relationship> relationships(std::string_view part);
  // The target of the first relationship of that type.
  [[nodiscard]] static std::optional<std::string> target_of(
      const std::vector<Relationship>& relationships, std::string_view type);
  // The relationship that an element's attribute of that local name (r:id, r:dm) refers to, or
  // nullptr.
  [[nodiscard]] static const Relationship* referred(const std::vector<Relationship>& relationships,
                                                    const xmlNode* node, std::string_view name);
};

// Passes on those that are there. A damaged part adds nothing: the text is what counts.
void add_core_properties(OpcPackage& package, PageBuilder& builder);

}  // namespace assay::extract
