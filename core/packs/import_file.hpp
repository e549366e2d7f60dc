// SPDX-License-Identifier: Apache-2.0
// Reads a requirements file of any known format into packs and mappings. The only way to import,
// for the API and for assayctl. Also declares the parsers of formats other than tables, and the
// writer of the native format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/extract/extractor.hpp"
#include "core/json/json.hpp"
#include "core/packs/pack_content.hpp"

namespace assay::packs {

// The caller's names for the pack and its version, which override those in the file.
struct Names {
  std::optional<std::string> pack;
  std::optional<std::string> version;
};

// Detects the format by content: native JSON, OSCAL JSON, CISO Assistant library YAML, XLSX or CSV.
// A pack of a format without names takes the file's name, and the store chooses its version. fd: a
// regular file. Only assay-extract reads XLSX.
//
// Every pack returned can be stored: labels and numbers are unique, texts fit, and the requirements
// of a criterion are together. Errors: 400 with the path or line; 415 for an unknown format; 422 as
// for uploads.
[[nodiscard]] Result<Import> import_file(int fd, std::string_view file_name, const Names& names,
                                         const Extractor& extractor);

// {format, name, version, description?, copyright?, sourceKey?, criteria: [{criterionId,
// criterionTitle, criterionDescription?, label?, requirements: [{requirementId, title,
// subcheckLabel?, expectedEvidence?, guidance?, sourceKey?}]}]}
//
// Checks everything before anything is stored. Refuses unknown members, missing texts, duplicate
// labels and criterion numbers with the path of the member, e.g. criteria[2].requirements[0].title.
[[nodiscard]] Result<NewVersion> read_native(const Json& document);
[[nodiscard]] Result<NewVersion> parse_native(std::string_view text);

// Writes the version in that format, one line per requirement. Precondition: the requirements of a
// criterion are together, in the order of the criteria (packs::arrange, store::content_of).
[[nodiscard]] std::string export_native(const NewVersion& version);

// Imports OSCAL catalogs and resolved profiles (JSON, 1.0 to 1.2) as packs.

// Whether the root of this JSON is one of the OSCAL models.
[[nodiscard]] bool looks_like_oscal(const Json& root);

// Groups that hold controls become criteria. A control's assessment objectives that have no
// objectives of their own become requirements; a control without objectives becomes one. Withdrawn
// controls are skipped. Source keys are the ids of the parts and controls; the pack's is the uuid.
// Errors: 400 with line and column for invalid JSON, with the path for an invalid catalog, and with
// the model's name for OSCAL's other models. A profile is refused since it holds no texts: import
// its resolved catalog instead.
[[nodiscard]] Result<Import> parse_oscal(std::string_view text);
[[nodiscard]] Result<Import> import_oscal(const Json& root);

// Imports CISO Assistant libraries (YAML): frameworks become packs, mapping sets stay mapping sets.

// A cheap check by content: is there an "objects:" in the first column? Does not check validity.
[[nodiscard]] bool looks_like_ciso_library(std::string_view text);

// Each assessable node becomes exactly one requirement; urns, in lower case, are the source keys.
// Returns 400 naming line and path for a text that is not such a library or contradicts itself. A
// library with neither framework nor mapping set (presets, risk matrices, threats) is refused,
// naming its contents. Version and copyright are the library's.
[[nodiscard]] Result<Import> parse_ciso_library(std::string_view text);

}  // namespace assay::packs
