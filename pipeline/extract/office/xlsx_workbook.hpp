// SPDX-License-Identifier: Apache-2.0
// Holds what all sheets of a workbook share: the list of sheets, the strings, the number formats.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/extract/office/opc_package.hpp"

namespace assay::extract {

struct SheetPlace {
  std::string name;
  std::string part;
  bool hidden = false;
};

class XlsxWorkbook {
 public:
  explicit XlsxWorkbook(OpcPackage& package);

  // In workbook order, including hidden ones; without sheets of charts or macros.
  [[nodiscard]] const std::vector<SheetPlace>& sheets() const { return sheets_; }
  // Empty if there is no such string.
  [[nodiscard]] const std::string& shared_string(std::size_t index) const;
  // A number as its cell style shows it.
  [[nodiscard]] std::string shown(double value, std::size_t style) const;
  // Whether the cell style shows text in bold type.
  [[nodiscard]] bool bold(std::size_t style) const { return style < bold_.size() && bold_[style]; }

 private:
  void read_sheets(OpcPackage& package, const std::string& main,
                   const std::vector<Relationship>& parts);
  void read_strings(OpcPackage& package, const std::string& part);
  void read_styles(OpcPackage& package, const std::string& part);

  std::vector<SheetPlace> sheets_;
  std::vector<std::string> strings_;
  std::vector<std::string> formats_;  // by cell style
  std::vector<bool> bold_;            // by cell style
  bool from_1904_ = false;
};

}  // namespace assay::extract
