// SPDX-License-Identifier: Apache-2.0
// Parses fields and records.
#include "core/base/csv_records.hpp"

#include <utility>

namespace assay {

std::optional<CsvRecord> CsvRecords::next() {
  if (at_ >= text_.size()) return std::nullopt;
  CsvRecord record{line_, {}};
  for (;;) {
    record.fields.push_back(field());
    if (record.fields.size() > max_fields_) {
      note(line_, "has more than " + std::to_string(max_fields_) + " fields");
      at_ = text_.size();
      return std::nullopt;
    }
    if (at_ >= text_.size()) return record;
    if (text_[at_] != separator_) break;
    ++at_;
  }
  line_break();
  return record;
}

void CsvRecords::note(std::size_t line, std::string issue) {
  if (!fault_) fault_ = CsvFault{line, std::move(issue)};
}

void CsvRecords::line_break() {
  const bool pair = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
  at_ += pair ? 2 : 1;
  ++line_;
}

bool CsvRecords::ends_field() const {
  return at_ >= text_.size() || text_[at_] == separator_ || text_[at_] == '\n' ||
         text_[at_] == '\r';
}

std::string CsvRecords::field() {
  std::string value;
  if (at_ < text_.size() && text_[at_] == '"') quoted(value);
  const std::size_t start = at_;
  while (!ends_field()) {
    if (text_[at_] == '"') {
      note(line_, "has a quote inside a field that does not begin with one");
    }
    ++at_;
  }
  return value.append(text_.substr(start, at_ - start));
}

void CsvRecords::quoted(std::string& value) {
  const std::size_t begun = line_;
  for (++at_; at_ < text_.size();) {
    const char c = text_[at_];
    if (c == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      value.push_back('"');
      at_ += 2;
    } else if (c == '"') {
      ++at_;
      if (!ends_field()) {
        note(line_, "has text after a closing quote; double quotes inside fields");
      }
      return;
    } else if (c == '\n' || c == '\r') {
      line_break();
      value.push_back('\n');
    } else {
      value.push_back(c);
      ++at_;
    }
  }
  note(begun, "opens a quote that is never closed");
}

}  // namespace assay
