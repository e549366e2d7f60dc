// SPDX-License-Identifier: Apache-2.0
// Cursors: base64url of "list|number" or "list|micros|id".
#include "handlers/http/cursor.hpp"

#include <charconv>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"

namespace assay::handlers::cursor {
namespace {

// The part after "list|" in the decoded text.
std::optional<std::string> payload(std::string_view list, std::string_view text) {
  auto decoded = from_base64url(text);
  if (!decoded || !decoded->starts_with(list) || decoded->size() <= list.size() ||
      (*decoded)[list.size()] != '|') {
    return std::nullopt;
  }
  return decoded->substr(list.size() + 1);
}

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t number = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  if (done.ec != std::errc() || done.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

// A range that PostgreSQL can hold: a forged cursor beyond it would be a database error.
bool within_calendar(std::int64_t micros) {
  constexpr std::int64_t kMax = 4'102'444'800'000'000;  // the year 2100
  return micros >= 0 && micros < kMax;
}

}  // namespace

std::string encode(std::string_view list, const Keyset& place) {
  std::string text(list);
  text.append("|").append(std::to_string(to_micros(place.at))).append("|").append(place.id);
  return to_base64url(text);
}

std::optional<Keyset> decode(std::string_view list, std::string_view text) {
  const auto parts = payload(list, text);
  const std::size_t bar = parts ? parts->find('|') : std::string::npos;
  if (bar == std::string::npos) return std::nullopt;
  const auto micros = number_of(std::string_view(*parts).substr(0, bar));
  std::string id = parts->substr(bar + 1);
  if (!micros || !within_calendar(*micros) || !is_uuid(id)) return std::nullopt;
  return Keyset{from_micros(*micros), std::move(id)};
}

std::string encode_number(std::string_view list, std::int64_t number) {
  return to_base64url(std::string(list) + "|" + std::to_string(number));
}

std::optional<std::int64_t> decode_number(std::string_view list, std::string_view text) {
  const auto part = payload(list, text);
  const auto number = part ? number_of(*part) : std::nullopt;
  if (!number || *number < 0) return std::nullopt;
  return number;
}

}  // namespace assay::handlers::cursor
