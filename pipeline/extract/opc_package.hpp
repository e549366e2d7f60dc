// SPDX-License-Identifier: Apache-2.0
// Reads the container of DOCX and XLSX (Open Packaging Conventions): parts, and the relationships
// between them. A part that no relationship leads to is never looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/xml_document.hpp"
#include "pipeline/extract/zip_archive.hpp"

namespace assay::extract {

struct Relationship {
  std::string id;
  std::string type;    // last part of the type's URI: "styles", "worksheet", "officeDocument"
  std::string target;  // part name without a leading slash
};

class OpcPackage {
 public:
  // document: its name in failures, e.g. "Word document". Throws ReadFailure, as all members do:
  // Broken, Limit (a part or all parts too large), Encrypted.
  OpcPackage(std::string_view bytes, std::string document);

  [[nodiscard]] std::string main_part();
  // The relationships inside the package; empty for a part without any.
  [[nodiscard]] std::vector<Relationship> relationships(std::string_view part);
  // The target of the first relationship of that type.
  [[nodiscard]] static std::optional<std::string> target_of(
      const std::vector<Relationship>& relationships, std::string_view type);

  [[nodiscard]] std::string part(std::string_view name);
  [[nodiscard]] XmlDocument xml(std::string_view name);
  [[nodiscard]] bool has(std::string_view name) const { return zip_.find(name) != nullptr; }

  [[noreturn]] void broken(const std::string& why) const;

 private:
  [[nodiscard]] static ZipArchive open(std::string_view bytes, const std::string& document);

  std::string document_;
  ZipArchive zip_;
  std::uint64_t inflated_ = 0;
};

}  // namespace assay::extract
