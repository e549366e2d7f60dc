// SPDX-License-Identifier: Apache-2.0
// Reads JSON, also line by line (NDJSON): flat objects become rows, nesting becomes headings.
#include <algorithm>
#include <string>
#include <vector>

#include "core/json/json.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"

namespace assay::extract {
namespace {

bool scalar(const Json& value) {
  return !value.is_object() && !value.is_array();
}

std::string shown(const Json& value) {
  if (const auto text = value.as_string()) return *text;
  return value.is_null() ? std::string() : value.dump();
}

class JsonReader {
 public:
  explicit JsonReader(PageBuilder& builder) : builder_(builder) {}

  // Json::parse bounds the depth.
  void value(const Json& value, const std::string& name, int level) {
    if (value.is_object()) {
      object(value, name, level);
    } else if (value.is_array()) {
      array(value, name, level);
    } else {
      const Cell cell{name, shown(value)};
      builder_.table_row(std::span(&cell, 1));
    }
  }

 private:
  void object(const Json& value, const std::string& name, int level) {
    const std::vector<std::string> keys = value.keys();
    const bool flat = std::all_of(keys.begin(), keys.end(),
                                  [&](const std::string& key) { return scalar(value.get(key)); });
    if (!name.empty()) builder_.heading(level, name);
    const int inner = name.empty() ? level : level + 1;
    // Members with plain values belong together; a long record would be unreadable as one row.
    constexpr std::size_t kMaxInARow = 12;
    std::vector<Cell> cells;
    for (const std::string& key : keys) {
      const Json member = value.get(key);
      if (!scalar(member) || (!flat && shown(member).size() > 200)) continue;
      cells.push_back({key, shown(member)});
      if (cells.size() == kMaxInARow) row(cells);
    }
    row(cells);
    for (const std::string& key : keys) {
      const Json member = value.get(key);
      if (!scalar(member) || (!flat && shown(member).size() > 200)) this->value(member, key, inner);
    }
  }

  void row(std::vector<Cell>& cells) {
    builder_.table_row(cells);
    cells.clear();
  }

  void array(const Json& value, const std::string& name, int level) {
    if (!name.empty()) builder_.heading(level, name);
    const int inner = name.empty() ? level : level + 1;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const Json element = value.at(i);
      if (scalar(element)) {
        builder_.list_item("- " + shown(element));
      } else {
        this->value(element, "", inner);
      }
    }
  }

  PageBuilder& builder_;
};

bool read_lines(std::string_view text, JsonReader& reader) {
  std::vector<Json> values;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trim(text.substr(at, end - at));
    at = end + 1;
    if (line.empty()) continue;
    auto value = Json::parse(line);
    if (!value) return false;
    values.push_back(std::move(*value));
  }
  for (const Json& value : values) reader.value(value, "", 1);
  return true;
}

}  // namespace

void read_json(std::string_view bytes, PageBuilder& builder) {
  const std::string text = to_utf8(bytes);
  JsonReader reader(builder);
  if (const auto value = Json::parse(text)) {
    reader.value(*value, "", 1);
  } else if (!read_lines(text, reader)) {
    // Comments, trailing commas and the like: the text is still worth reading.
    return read_plain_text(bytes, builder);
  }
  builder.end_page();
}

}  // namespace assay::extract
