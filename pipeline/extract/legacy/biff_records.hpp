// SPDX-License-Identifier: Apache-2.0
// The records of an Excel 5.0-2003 workbook ([MS-XLS] 2.1.4), and texts that go on over several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  Row = 0x0208,
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

}  // namespace assay::extract
