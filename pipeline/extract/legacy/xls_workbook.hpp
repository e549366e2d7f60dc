// SPDX-License-Identifier: Apache-2.0
// An Excel 5.0-2003 workbook: its records ([MS-XLS] 2.1.4), with texts that go on over several,
// what all sheets share (the list of sheets, the strings, the number formats), and the reading of
// one worksheet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/sheet_writer.hpp"

namespace assay::extract {

enum class Biff : std::uint16_t {
  Formula = 0x0006,
  Eof = 0x000A,
  DateMode = 0x0022,
  FilePass = 0x002F,
  Continue = 0x003C,
  CodePage = 0x0042,
  ColInfo = 0x007D,
  BoundSheet = 0x0085,
  MulRk = 0x00BD,
  RString = 0x00D6,
  Xf = 0x00E0,
  MergedCells = 0x00E5,
  Sst = 0x00FC,
  LabelSst = 0x00FD,
  Number = 0x0203,
  Label = 0x0204,
  BoolErr = 0x0205,
  String = 0x0207,
  RowRecord = 0x0208,
  Rk = 0x027E,
  OldFormat = 0x001E,  // of Excel 4.0 and 5.0
  Format = 0x041E,
  Bof = 0x0809,
};

// A record and those that continue it. The views are into the stream.
struct BiffRecord {
  Biff type{};
  std::string_view data;
  std::vector<std::string_view> more;
};

class BiffStream {
 public:
  // Reads from the record at `at`. bytes must outlive the records. Throws CompoundError.
  BiffStream(std::string_view bytes, std::size_t at);
  // nullopt at the end. Throws CompoundError if the stream ends inside a record.
  [[nodiscard]] std::optional<BiffRecord> next();

 private:
  [[nodiscard]] std::optional<Biff> type_ahead() const;
  std::string_view take();

  std::string_view bytes_;
  std::size_t at_;
};

// Reads on through a record's data and its continuations.
class BiffCursor {
 public:
  explicit BiffCursor(const BiffRecord& record, std::size_t at = 0);
  [[nodiscard]] bool at_end();
  // Throw CompoundError beyond the end.
  [[nodiscard]] std::uint8_t byte();
  [[nodiscard]] std::uint16_t word();
  [[nodiscard]] std::uint32_t dword();
  void skip(std::size_t count);
  // A text of Excel 97 and later with its own flags; length: the number of its characters.
  [[nodiscard]] std::string text(std::size_t length);
  // A text of Excel 5.0 and 95.
  [[nodiscard]] std::string bytes(std::size_t length);

 private:
  [[nodiscard]] std::string characters(std::size_t length, bool wide);

  std::vector<std::string_view> parts_;
  std::size_t part_ = 0;
  std::size_t at_;
};

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
  // A text that follows its length, which takes length_bytes (1 or 2) bytes.
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

class XlsSheet {
 public:
  // workbook must outlive the sheet. cells counts over the whole workbook. Throws CompoundError,
  // and ReadFailure (Limit) if there are too many cells.
  XlsSheet(std::string_view bytes, const XlsSheetPlace& place, const XlsWorkbook& workbook,
           std::size_t& cells);
  // Adds the rows that have a value, under the sheet's name.
  void write(PageBuilder& builder);

 private:
  enum class Kind : std::uint8_t { Number, Shared, Text, Bool, Error };
  struct Cell {
    std::uint16_t row;
    std::uint16_t column;
    std::uint16_t style;
    Kind kind;
    double value;  // Shared, Text: an index
  };

  void take(const BiffRecord& record);
  void add(const BiffRecord& record, Kind kind, double value);
  void add_at(std::uint16_t row, std::uint16_t column, std::uint16_t style, Kind kind,
              double value);
  void add_text(const BiffRecord& record, std::string text);
  void add_formula(const BiffRecord& record);
  void add_result_text(const BiffRecord& record);
  void add_many(const BiffRecord& record);
  void hide_columns(const BiffRecord& record);
  void add_merged(const BiffRecord& record);
  [[nodiscard]] std::string shown(const Cell& cell) const;

  const XlsSheetPlace& place_;
  const XlsWorkbook& workbook_;
  std::size_t& count_;
  std::vector<Cell> cells_;
  std::vector<std::string> texts_;
  bool result_follows_ = false;  // the last cell is a formula whose text is in the next String
  std::vector<bool> hidden_columns_;
  std::set<std::uint16_t> hidden_rows_;
  MergedCells merged_;
};

}  // namespace assay::extract
