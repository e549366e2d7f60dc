// SPDX-License-Identifier: Apache-2.0
// A pack and a set of mappings between packs as values: what parsers make of a file, what the store
// keeps, and the report of what was left out and why. Nothing is dropped silently. The rules that
// every pack and mapping set must meet before it is stored, whatever its format.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/ids.hpp"

namespace assay::packs {

struct Criterion {
  int criterion_id = 0;
  std::string title;
  std::string description;
  std::string label = {};  // the source's own name for it ("AC", "PR.AA"), or ""
};

struct Requirement {
  RequirementRecordId id;
  PackId pack;
  std::string requirement_id;  // the dotted label
  int criterion_id = 0;
  std::string criterion_title;
  std::string title;
  std::optional<std::string> subcheck_label;
  std::vector<std::string> expected_evidence;
  std::string guidance = {};    // the source's remarks on the requirement, or ""
  std::string source_key = {};  // the source's stable key (urn, OSCAL id), or ""
  std::int64_t position = 0;    // in the pack
};

// A version to be stored.
struct NewVersion {
  std::string pack_name;
  std::string description;
  std::string copyright;
  std::string version;            // "": named by the date, unless the same content already exists
  std::string source_key = {};    // the framework's stable key in its source, or ""
  std::optional<TenantId> owner;  // none: shared by the installation (as assay_owner only)
  std::vector<Criterion> criteria;
  std::vector<Requirement> requirements;  // the store sets ids and pack
};

inline constexpr std::array<std::string_view, 4> kRelationships{"equal", "subset", "superset",
                                                                "intersect"};

// A link between requirements of two frameworks, named by their source keys.
struct Mapping {
  std::string source;
  std::string target;
  std::string relationship;  // one of kRelationships
  std::optional<int> strength;
  std::string rationale;
};

struct MappingSet {
  std::string source_key;  // the set's own
  std::string name;
  std::string source_framework;  // source keys of the frameworks
  std::string target_framework;
  std::vector<Mapping> mappings;
};

// A part of the file that did not become a requirement or criterion. path: its place in the
// format's own terms ("objects.framework.requirement_nodes[12]", "line 40").
struct Skipped {
  std::string path;
  std::string reason;
};

struct Report {
  std::vector<Skipped> skipped;
  std::vector<std::string> warnings;  // merged, guessed or shortened: what, where, and how
};

struct Import {
  std::vector<NewVersion> packs;
  std::vector<MappingSet> mapping_sets;
  Report report;
};

// Groups the requirements by criterion, in the order in which the criteria are first used; criteria
// without requirements come last, by number. An empty sub-label becomes none. Stored, exported and
// imported again, an arranged version keeps its content hash.
void arrange(NewVersion& version);

// The first reason why the version cannot be stored: duplicate labels or numbers, a missing
// criterion, an empty title, a text that is too long, a name or code that hides something
// (utf8::fault_in_name), more than 50,000 requirements.
[[nodiscard]] std::optional<Error> first_error(const NewVersion& version);
// The same for a set of mappings: empty, long or hiding names, an unknown relationship, a strength
// outside 0 to 100, more than 100,000 mappings.
[[nodiscard]] std::optional<Error> first_error(const MappingSet& set);

}  // namespace assay::packs
