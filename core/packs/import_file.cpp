// SPDX-License-Identifier: Apache-2.0
// Detects the format, and applies the rules common to packs of all formats.
#include "core/packs/import_file.hpp"
#include "core/base/io.hpp"
#include "core/json/utf8.hpp"
#include "core/packs/json_object.hpp"
#include "core/packs/pack_content.hpp"
#include "core/packs/requirement_table.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

Error unknown_format() {
  return {ErrorCode::UnsupportedMediaType,
          "Packs cannot be imported from this format. Formats: native JSON (assay-pack/1), OSCAL "
          "catalog or resolved profile in JSON, CISO Assistant library YAML, or CSV or XLSX with "
          "the header criterionId,criterionTitle,criterionDescription,requirementId,subcheckLabel,"
          "title",
          {}};
}

Error refused_workbook(const ExtractFailure& failure) {
  switch (failure.problem) {
    case ExtractProblem::ArchiveLimit:
      return {ErrorCode::ArchiveLimitExceeded, failure.reason, failure.details};
    case ExtractProblem::ArchiveUnsafe:
      return {ErrorCode::ArchiveUnsafe, failure.reason, failure.details};
    case ExtractProblem::Unsupported:
    case ExtractProblem::TypeMismatch: {
      Error error = unknown_format();
      error.message = failure.reason + ' ' + error.message;
      return error;
    }
    case ExtractProblem::ReaderFault:
      return {ErrorCode::Internal, failure.reason, {}};
    default:
      return invalid_field("file", failure.reason);
  }
}

// A ZIP, or the compound file that wraps a password-protected workbook.
bool begins_like_office(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06") ||
         bytes.starts_with("\xD0\xCF\x11\xE0");
}

std::string_view without_bom(std::string_view bytes) {
  if (bytes.starts_with(utf8::kByteOrderMark)) bytes.remove_prefix(utf8::kByteOrderMark.size());
  return bytes;
}

Result<Import> read_json_pack(std::string_view text) {
  const auto document = read_json(text);
  if (!document) return document.error();
  if (looks_like_oscal(*document)) return import_oscal(*document);
  if (!document->is_object() || !document->has("format")) return unknown_format();
  auto version = read_native(*document);
  if (!version) return version.error();
  Import import;
  import.packs.push_back(std::move(*version));
  return import;
}

// Even a library that is broken before its "objects" must get an error that says what is wrong.
bool named_like_yaml(std::string_view file_name) {
  const std::string name = ascii_lower(file_name);
  return name.ends_with(".yaml") || name.ends_with(".yml");
}

Result<Import> read_text(std::string_view bytes, std::string_view file_name) {
  const std::string_view text = without_bom(bytes);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return invalid_field("file", "is empty");
  if (text[start] == '{' || text[start] == '[') return read_json_pack(text);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") || begins_like_csv(text)) {
    auto table = read_csv(bytes);
    if (!table) return table.error();
    return read_table(*table);
  }
  if (looks_like_ciso_library(text) || named_like_yaml(file_name)) {
    return parse_ciso_library(bytes);
  }
  return unknown_format();
}

Result<Import> read_bytes(int fd, std::string_view file_name, const Extractor& extractor) {
  const std::string bytes = read_file("/proc/self/fd/" + std::to_string(fd));
  if (!begins_like_office(bytes)) return read_text(bytes, file_name);
  auto sheets = extractor.tables(fd, file_name);
  if (!sheets) return refused_workbook(sheets.error());
  return read_workbook(std::move(*sheets));
}

// Returns "Controls 2026" for "exports/Controls 2026.xlsx".
std::string name_of_file(std::string_view file_name) {
  file_name.remove_prefix(file_name.find_last_of("/\\") + 1);
  const std::size_t dot = file_name.rfind('.');
  if (dot != std::string_view::npos && dot > 0) file_name = file_name.substr(0, dot);
  return file_name.empty() ? "Pack" : std::string(file_name);
}

std::optional<Error> take_names(const Names& names, std::string_view file_name, Import& import) {
  if ((names.pack || names.version) && import.packs.size() != 1) {
    return invalid_field(names.pack ? "name" : "version",
                         "can only be given for a file with one pack; this one has " +
                             std::to_string(import.packs.size()));
  }
  for (NewVersion& version : import.packs) {
    if (names.pack) version.pack_name = *names.pack;
    if (names.version) version.version = *names.version;
    if (version.pack_name.empty()) version.pack_name = name_of_file(file_name);
  }
  return std::nullopt;
}

}  // namespace

Result<Import> import_file(int fd, std::string_view file_name, const Names& names,
                           const Extractor& extractor) {
  Result<Import> import = read_bytes(fd, file_name, extractor);
  if (!import) return import;
  if (auto error = take_names(names, file_name, *import)) return std::move(*error);
  for (NewVersion& version : import->packs) {
    arrange(version);
    if (auto error = first_error(version)) return std::move(*error);
  }
  for (const MappingSet& set : import->mapping_sets) {
    if (auto error = first_error(set)) return std::move(*error);
  }
  return import;
}

}  // namespace assay::packs
