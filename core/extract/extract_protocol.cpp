// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes frames. Decoding trusts nothing: each count is checked against the data.
#include "core/extract/extract_protocol.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/extract/frame_bytes.hpp"
#include "core/json/utf8.hpp"

namespace assay::frames {
namespace {

constexpr std::size_t kMaxSmallBytes = std::size_t{64} * 1024;
constexpr std::size_t kMaxReasonBytes = 2000;
constexpr std::size_t kMaxFaultBytes = 300;
constexpr std::size_t kCellBytes = 16;  // per cell, without its text; includes its share of the row

std::size_t max_payload(Type type) {
  switch (type) {
    case Type::Page:
      return kMaxTextBytes + kMaxBlocks * kBlockBytes + kMaxWordsBytes + kMaxLabelBytes +
             kPageBytes;
    case Type::Rows:
      return kMaxTextBytes + kMaxSheetCells * kCellBytes;
    case Type::FileData:
      return kMaxDataBytes;
    case Type::Inspection:
    case Type::FileBegin:
    case Type::FileEnd:
    case Type::Failure:
    case Type::Done:
    case Type::Sheet:
    case Type::Member:
    case Type::Progress:
    case Type::Property:
      return kMaxSmallBytes;
  }
  return 0;
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool take_cells(Reader& reader, std::uint32_t count, SheetRow& row) {
  for (std::uint32_t i = 0; i < count; ++i) {
    SheetCell cell;
    cell.column = reader.u32();
    cell.text = reader.take(reader.u32());
    const bool behind = row.cells.empty() || row.cells.back().column < cell.column;
    if (!reader.good() || !behind || cell.column >= kMaxSheetColumns) return false;
    if (!shown_text(cell.text)) return false;
    row.cells.push_back(std::move(cell));
  }
  return true;
}

}  // namespace

std::string encode_header(Header header) {
  std::string out(1, static_cast<char>(header.type));
  put_u32(header.length, out);
  return out;
}

std::optional<Header> decode_header(std::span<const std::byte> bytes) {
  Reader reader({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const unsigned type = reader.u8();
  const std::uint32_t length = reader.u32();
  if (!reader.good() || type < 1 || type > static_cast<unsigned>(Type::Property)) {
    return std::nullopt;
  }
  const Header header{static_cast<Type>(type), length};
  if (length > max_payload(header.type)) return std::nullopt;
  return header;
}

std::string encode_rows(const std::vector<SheetRow>& rows) {
  std::string out;
  for (const SheetRow& row : rows) {
    put_u32(row.number, out);
    put_u32(row.cells.size(), out);
    for (const SheetCell& cell : row.cells) {
      put_u32(cell.column, out);
      put_u32(cell.text.size(), out);
      out += cell.text;
    }
  }
  return out;
}

std::optional<std::vector<SheetRow>> decode_rows(std::string_view payload) {
  Reader reader(payload);
  std::vector<SheetRow> rows;
  while (reader.left() > 0) {
    SheetRow row;
    row.number = reader.u32();
    const std::uint32_t count = reader.u32();
    if (!reader.good() || count < 1 || count > kMaxSheetColumns) return std::nullopt;
    const std::size_t least = rows.empty() ? 1 : rows.back().number + 1;
    if (row.number < least || row.number > kMaxRowNumber) return std::nullopt;
    if (!take_cells(reader, count, row)) return std::nullopt;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string encode_member(const ArchiveFile& file) {
  Json json = Json::object();
  json.set("path", file.path);
  if (file.left_out.empty()) {
    json.set("sha256", file.sha256);
  } else {
    json.set("leftOut", file.left_out);
  }
  return json.dump();
}

std::optional<ArchiveFile> decode_member(std::string_view payload) {
  const std::optional<Json> json = Json::parse(payload);
  const auto path = json ? json->get("path").as_string() : std::nullopt;
  if (!path || !acceptable_path(*path)) return std::nullopt;
  const auto left_out = json->get("leftOut").as_string();
  if (left_out) {
    if (!shown_text(*left_out) || left_out->size() > kMaxReasonBytes) return std::nullopt;
    return ArchiveFile{*path, "", *left_out};
  }
  const auto sha256 = json->get("sha256").as_string();
  if (!sha256 || !is_sha256(*sha256)) return std::nullopt;
  return ArchiveFile{*path, *sha256, ""};
}

std::string encode_property(const FileProperty& property) {
  return Json::object().set("name", to_text(property.name)).set("value", property.value).dump();
}

std::optional<FileProperty> decode_property(std::string_view payload) {
  const std::optional<Json> json = Json::parse(payload);
  const auto name = json ? json->get("name").as_string() : std::nullopt;
  const auto value = json ? json->get("value").as_string() : std::nullopt;
  const auto known = name ? from_text<FactName>(*name) : std::nullopt;
  if (!known || !value || value->size() > kMaxPropertyBytes) return std::nullopt;
  const bool one_line = value->find_first_of("\n\t") == std::string::npos;
  if (!one_line || !shown_text(*value)) return std::nullopt;
  return FileProperty{*known, *value};
}

std::string encode_failure(const ExtractFailure& failure) {
  return Json::object()
      .set("problem", extract_problem_name(failure.problem))
      .set("reason", utf8::prefix(failure.reason, kMaxReasonBytes))
      .set("details", failure.details)
      .dump();
}

std::optional<ExtractFailure> decode_failure(std::string_view payload) {
  const std::optional<Json> json = Json::parse(payload);
  if (!json) return std::nullopt;
  const auto name = json->get("problem").as_string();
  const auto reason = json->get("reason").as_string();
  const auto problem = name ? extract_problem_of(*name) : std::nullopt;
  if (!problem || !reason || reason->empty()) return std::nullopt;
  const std::string readable = utf8::storable(*reason);
  ExtractFailure failure{*problem, std::string(utf8::prefix(readable, kMaxReasonBytes)), {}};
  const Json details = json->get("details");
  if (failure.problem == ExtractProblem::ReaderFault) {
    const std::string fault = utf8::storable(details.get("fault").as_string().value_or(""));
    failure.details = Json::object().set("fault", utf8::prefix(fault, kMaxFaultBytes));
    return failure;
  }
  if (failure.problem != ExtractProblem::ArchiveLimit) return failure;
  const auto limit = details.get("limit").as_string();
  const auto allowed = details.get("allowed").as_integer();
  const auto found = details.get("found").as_integer();
  constexpr std::array<std::string_view, 3> kLimits{"depth", "fileCount", "totalBytes"};
  const bool known = limit && std::find(kLimits.begin(), kLimits.end(), *limit) != kLimits.end();
  if (!known || !allowed || !found) return std::nullopt;
  failure.details =
      Json::object().set("limit", *limit).set("allowed", *allowed).set("found", *found);
  return failure;
}

bool acceptable_path(std::string_view path) {
  if (path.empty() || path.size() > kMaxPathBytes || !utf8::valid(path)) return false;
  for (std::size_t at = 0; at < path.size();) {
    const char32_t code = utf8::next(path, at);
    if (code == U'\\' || code == U'\t' || code == U'\n' || is_control(code)) return false;
  }
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, slash - at);
    if (part.empty() || part == "." || part == "..") return false;
    at = slash + 1;
  }
  return true;
}

}  // namespace assay::frames
