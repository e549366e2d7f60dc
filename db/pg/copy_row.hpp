// SPDX-License-Identifier: Apache-2.0
// Reading the messages of COPY TO in PostgreSQL's binary format (documentation of COPY, "Binary
// Format").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assay::pg {

class CopyRow {
 public:
  // Takes the next message in: true when it held a row. The first one begins with a header, the
  // last one is a mark. Throws std::logic_error for bytes that are not of this format.
  [[nodiscard]] bool read(std::string_view message);
  // Of the row read last; valid as long as its message.
  [[nodiscard]] std::span<const std::optional<std::string_view>> fields() const { return fields_; }

 private:
  std::vector<std::optional<std::string_view>> fields_;
  bool begun_ = false;
};

// A signed integer in network order, 2, 4 or 8 bytes wide.
[[nodiscard]] std::int64_t network_integer(std::string_view bytes);

}  // namespace assay::pg
