// SPDX-License-Identifier: Apache-2.0
// Reads the records of a CSV text (RFC 4180). Reads irregular text as well as possible and keeps
// the first fault, so that each caller can decide how strict to be.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct CsvRecord {
  std::size_t line = 0;  // where it begins
  std::vector<std::string> fields;
};

struct CsvFault {
  std::size_t line = 0;
  std::string issue;  // worded to follow the line
};

// Lines end in LF, CRLF or CR; line breaks in quoted fields become LF. Text after a closing quote
// belongs to the field, and an unclosed quote ends with the text: both are faults.
class CsvRecords {
 public:
  // line: the number of the text's first line. Reading ends, with a fault, at a record of more
  // than max_fields. The text must outlive this.
  CsvRecords(std::string_view text, char separator, std::size_t line = 1,
             std::size_t max_fields = std::numeric_limits<std::size_t>::max())
      : text_(text), separator_(separator), line_(line), max_fields_(max_fields) {}

  // nullopt at the end.
  [[nodiscard]] std::optional<CsvRecord> next();
  // The first fault in what was read so far.
  [[nodiscard]] const std::optional<CsvFault>& fault() const { return fault_; }

 private:
  void note(std::size_t line, std::string issue);
  void line_break();
  [[nodiscard]] bool ends_field() const;
  [[nodiscard]] std::string field();
  void quoted(std::string& value);

  std::string_view text_;
  char separator_;
  std::size_t line_;
  std::size_t max_fields_;
  std::size_t at_ = 0;
  std::optional<CsvFault> fault_;
};

}  // namespace assay
