// SPDX-License-Identifier: Apache-2.0
// Collects the cells of one table of an OpenDocument text or slide, and limits the effect of
// "repeated a million times".
#pragma once

#include <libxml/tree.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

// The number that an attribute such as number-columns-repeated states; at least 1, at most most.
[[nodiscard]] inline std::size_t repeats(std::string_view attribute, std::size_t most) {
  std::size_t count = 1;
  const auto parsed = std::from_chars(attribute.data(), attribute.data() + attribute.size(), count);
  if (parsed.ec == std::errc::result_out_of_range) return most;
  return parsed.ec == std::errc() ? std::clamp(count, std::size_t{1}, most) : 1;
}

// Counts the text that a document's repeated cells amount to.
class RepeatedText {
 public:
  // Throws ReadFailure (Limit) if that is more than a document may hold.
  void add(std::size_t bytes, std::size_t copies) {
    if (bytes > 0 && copies > (frames::kMaxTextBytes - total_) / bytes) {
      throw ReadFailure(ExtractProblem::Limit,
                        "The document holds more than 50 MB of text. Split it into smaller files.");
    }
    total_ += bytes * copies;
  }

 private:
  std::size_t total_ = 0;
};

class OdfTable {
 public:
  // repeated counts over the whole document, and must outlive the table.
  OdfTable(const xmlNode* node, RepeatedText& repeated) : node_(node), repeated_(repeated) {}

  // Whether each row has at most one cell: the table then only frames running text.
  [[nodiscard]] static bool one_column(const xmlNode* table);

  // For each element inside the table, in order. Those of inner tables change nothing.
  void enter(const xmlNode* node);
  void leave(const xmlNode* node);
  // Adds text to the current cell.
  void add(std::string_view text) { cell_ += text; }

  [[nodiscard]] const xmlNode* node() const { return node_; }
  // Adds the rows under their headings.
  void finish(PageBuilder& builder) const { spans_.write(builder); }

 private:
  void leave_cell(const xmlNode* node);

  const xmlNode* node_;
  RepeatedText& repeated_;
  SpanTable spans_;
  std::string cell_;
};

}  // namespace assay::extract
