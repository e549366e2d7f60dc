// SPDX-License-Identifier: Apache-2.0
// Joins the parts of a statement, and formats array literals and numeric parameters.
#include "db/pg/statement.hpp"

#include <array>
#include <charconv>

#include "core/base/digest.hpp"

namespace assay::pg {
namespace {

// PostgreSQL array literal: every element is quoted, so that none is read as NULL or as syntax.
template <class Items, class Write>
std::string array_literal(const Items& items, Write write) {
  std::string out = "{";
  for (const auto& item : items) {
    if (out.size() > 1) out.push_back(',');
    write(item, out);
  }
  out.push_back('}');
  return out;
}

}  // namespace

std::string Sql::text() const {
  std::string all;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i > 0) all += ' ';
    all += parts_.at(i);
  }
  return all;
}

void Params::add(double value) {
  std::array<char, 32> buffer{};
  const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  values_.push_back({std::string(buffer.data(), done.ptr)});
}

void Params::add(const std::vector<std::string>& items) {
  values_.push_back({array_literal(items, [](const std::string& item, std::string& out) {
    out.push_back('"');
    for (const char c : item) {
      if (c == '"' || c == '\\') out.push_back('\\');
      out.push_back(c);
    }
    out.push_back('"');
  })});
}

void Params::add(const std::vector<std::int64_t>& items) {
  values_.push_back({array_literal(
      items, [](std::int64_t item, std::string& out) { out.append(std::to_string(item)); })});
}

void Params::add(const std::vector<Bytes>& items) {
  values_.push_back({array_literal(items, [](const Bytes& item, std::string& out) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(item.value.data());
    out.append(R"("\\x)").append(to_hex({data, item.value.size()})).push_back('"');
  })});
}

}  // namespace assay::pg
