// SPDX-License-Identifier: Apache-2.0
// Holds what all sheets of an Excel 5.0-2003 workbook share: the list of sheets, the strings, the
// number formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/biff_records.hpp"

namespace assay::extract {

struct XlsSheetPlace {
  std::string name;
  std::size_t at = 0;  // of its first record in the stream
  bool hidden = false;
};

class XlsWorkbook {
 public:
  // bytes: the stream "Workbook" or "Book". Throws CompoundError, and ReadFailure if it is
  // encrypted or older.
  explicit XlsWorkbook(std::string_view bytes);

  // In workbook order, including hidden ones; without sheets of charts or macros.
  [[nodiscard]] const std::vector<XlsSheetPlace>& sheets() const { return sheets_; }
  // Empty if there is no such string.
  [[nodiscard]] const std::string& shared_string(std::size_t index) const;
  // A number as its cell style shows it.
  [[nodiscard]] std::string shown(double value, std::size_t style) const;
  // A text whose length stands before it, in length_bytes (1 or 2) bytes.
  [[nodiscard]] std::string text(const BiffRecord& record, std::size_t at,
                                 std::size_t length_bytes) const;

 private:
  void take(const BiffRecord& record);
  void add_sheet(const BiffRecord& record);
  void add_strings(const BiffRecord& record);

  bool unicode_ = true;  // Excel 97 and later
  int code_page_ = 1252;
  bool from_1904_ = false;
  std::vector<XlsSheetPlace> sheets_;
  std::vector<std::string> strings_;
  std::map<std::uint16_t, std::string> formats_;
  std::vector<std::uint16_t> styles_;  // each style's format
};

}  // namespace assay::extract
