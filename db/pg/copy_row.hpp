// SPDX-License-Identifier: Apache-2.0
// Reads the messages of COPY TO in PostgreSQL's binary format (documentation of COPY, "Binary
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
  // Reads the next message; returns true if it held a row. The first message begins with a header,
  // the last is an end mark. Throws std::logic_error for bytes that are not in this format.
  [[nodiscard]] bool read(std::string_view message);
  // The row read last; valid as long as its message.
  [[nodiscard]] std::span<const std::optional<std::string_view>> fields() const { return fields_; }

 private:
  std::vector<std::optional<std::string_view>> fields_;
  bool begun_ = false;
};

// A signed integer in network order, 2, 4 or 8 bytes wide.
[[nodiscard]] std::int64_t network_integer(std::string_view bytes);

}  // namespace assay::pg
