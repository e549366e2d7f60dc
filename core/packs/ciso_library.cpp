// SPDX-License-Identifier: Apache-2.0
// Reads the outer part of a CISO Assistant library: its description and its objects. Reads CISO
// Assistant mapping sets.
#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "core/packs/ciso_framework.hpp"
#include "core/packs/import_file.hpp"
#include "core/packs/parse_report.hpp"
#include "core/packs/wording.hpp"
#include "core/packs/yaml_document.hpp"

namespace assay::packs {
namespace {

constexpr std::array<std::string_view, 6> kLibraryKeys{"urn",       "name",    "description",
                                                       "copyright", "version", "objects"};
constexpr std::array<std::string_view, 2> kFrameworks{"framework", "frameworks"};
constexpr std::array<std::string_view, 2> kMappingSets{"requirement_mapping_set",
                                                       "requirement_mapping_sets"};
constexpr std::array<std::string_view, 2> kControls{"reference_control", "reference_controls"};

// "threats (16), risk_matrix (1)".
std::string contents(const YamlObject& objects) {
  std::string out;
  for (std::size_t i = 0; i < objects.node().size(); ++i) {
    const YamlNode value = objects.node().at(i);
    if (value.is_null() || out.size() > 200) continue;
    if (!out.empty()) out += ", ";
    out += objects.node().key(i) + " (" + std::to_string(value.is_list() ? value.size() : 1) + ")";
  }
  return out.empty() ? "nothing" : out;
}

CisoLibrary read_head(const YamlObject& file) {
  CisoLibrary library;
  static_cast<void>(file.required_text("urn"));
  library.name = collapsed(file.required_text("name"));
  library.version = file.required_text("version");
  library.description = file.text("description");
  library.copyright = file.text("copyright");
  return library;
}

void read_controls(const YamlObject& objects, CisoLibrary& library, Tally& tally) {
  for (const std::string_view key : kControls) {
    for (const YamlObject& control : objects.objects(key)) {
      library.control_evidence.emplace(ascii_lower(control.required_text("urn")),
                                       lines_as_items(control.text("typical_evidence")));
      tally.add("reference controls are not kept, apart from their typical evidence",
                control.path());
    }
  }
}

// Reports everything in the library and its objects that has no place in a pack.
void report_left_out(const YamlObject& file, const YamlObject& objects, Report& report) {
  std::string names;
  for (std::size_t i = 0; i < file.node().size(); ++i) {
    const std::string& key = file.node().key(i);
    if (one_of(kLibraryKeys, key) || file.node().at(i).is_null() || names.size() > 400) continue;
    names += (names.empty() ? "" : ", ") + key;
  }
  if (!names.empty()) report.warnings.push_back("library members that are not kept: " + names);
  const std::string locale = ascii_lower(file.text("locale"));
  if (!locale.empty() && !locale.starts_with("en")) {
    report.warnings.push_back("locale " + quoted(locale) +
                              ": the built-in evaluator reads English only");
  }
  for (std::size_t i = 0; i < objects.node().size(); ++i) {
    const std::string& key = objects.node().key(i);
    if (one_of(kFrameworks, key) || one_of(kMappingSets, key) || one_of(kControls, key)) continue;
    const YamlNode value = objects.node().at(i);
    if (value.is_null()) continue;
    const std::size_t count = value.is_list() ? value.size() : 1;
    report.skipped.push_back(
        {objects.path_of(key), std::to_string(count) + " of a kind that is not kept"});
  }
}

// Refuses packs with the same name and mapping sets with the same urn.
void refuse_twins(const Import& import) {
  std::unordered_set<std::string_view> names;
  for (const auto& pack : import.packs) {
    if (names.insert(pack.pack_name).second) continue;
    refuse("objects", "two frameworks are called " + quoted(pack.pack_name));
  }
  std::unordered_set<std::string_view> urns;
  for (const MappingSet& set : import.mapping_sets) {
    if (urns.insert(set.source_key).second) continue;
    refuse("objects", "two mapping sets have the urn " + quoted(set.source_key));
  }
}

Import read_library(const YamlObject& file) {
  Import import;
  const auto holder = file.find("objects");
  if (!holder) refuse(file.line(), "objects", "is missing: not a CISO Assistant library");
  const YamlObject objects(*holder, "objects");
  CisoLibrary library = read_head(file);
  report_left_out(file, objects, import.report);
  Tally tally;
  OutputBudget budget;
  read_controls(objects, library, tally);
  for (const std::string_view key : kFrameworks) {
    for (const YamlObject& framework : objects.objects(key)) {
      import_ciso_framework(framework, library, import, tally, budget);
    }
  }
  for (const std::string_view key : kMappingSets) {
    for (const YamlObject& set : objects.objects(key)) import_ciso_mappings(set, import, tally);
  }
  refuse_twins(import);
  if (import.packs.empty() && import.mapping_sets.empty()) {
    refuse(objects.line(), "objects",
           "holds no framework with assessable nodes and no mapping set, but " + contents(objects));
  }
  tally.write(import.report);
  return import;
}

constexpr std::array<std::string_view, 5> kKeptOfSet{
    "urn", "name", "source_framework_urn", "target_framework_urn", "requirement_mappings"};
constexpr std::array<std::string_view, 6> kKeptOfMapping{"source_requirement_urn",
                                                         "target_requirement_urn",
                                                         "relationship",
                                                         "rationale",
                                                         "strength_of_relationship",
                                                         "annotation"};

std::optional<int> strength_of(const YamlObject& source) {
  const std::string text = source.text("strength_of_relationship");
  if (text.empty()) return std::nullopt;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > 100) {
    refuse(source.line(), source.path_of("strength_of_relationship"),
           "must be a whole number from 0 to 100");
  }
  return value;
}

// Reports the members of a set or mapping that have no place in it.
template <std::size_t N>
void count_left_out(const YamlObject& source, const std::array<std::string_view, N>& kept,
                    std::string_view what, Tally& tally) {
  for (std::size_t i = 0; i < source.node().size(); ++i) {
    const std::string& key = source.node().key(i);
    if (std::find(kept.begin(), kept.end(), key) != kept.end()) continue;
    if (source.node().at(i).is_null()) continue;
    tally.leave_out(std::string(what) + " have " + quoted(key) + ", which is not kept",
                    source.path());
  }
}

Mapping read_mapping(const YamlObject& source, Tally& tally) {
  Mapping mapping;
  mapping.source = ascii_lower(source.required_text("source_requirement_urn"));
  mapping.target = ascii_lower(source.required_text("target_requirement_urn"));
  mapping.relationship = ascii_lower(source.required_text("relationship"));
  mapping.strength = strength_of(source);
  mapping.rationale = source.text("rationale");
  add_paragraph(mapping.rationale, source.text("annotation"));
  count_left_out(source, kKeptOfMapping, "mappings", tally);
  return mapping;
}

bool same(const Mapping& a, const Mapping& b) {
  return std::tie(a.relationship, a.strength, a.rationale) ==
         std::tie(b.relationship, b.strength, b.rationale);
}

// Adds the mapping, or reports why not: a pair of requirements has only one link.
void keep(Mapping mapping, const std::string& path,
          std::unordered_map<std::string, std::size_t>& pairs, MappingSet& set, Report& report,
          Tally& tally) {
  if (std::find(kRelationships.begin(), kRelationships.end(), mapping.relationship) ==
      kRelationships.end()) {
    report.skipped.push_back({path,
                              "the relationship is not supported (equal, subset, "
                              "superset and intersect are): " +
                                  quoted(mapping.relationship)});
    return;
  }
  const auto [first, fresh] =
      pairs.emplace(mapping.source + '\n' + mapping.target, set.mappings.size());
  if (fresh) {
    set.mappings.push_back(std::move(mapping));
  } else if (same(set.mappings[first->second], mapping)) {
    tally.add("mappings repeat an earlier one of the same set and were merged with it", path);
  } else {
    report.skipped.push_back({path, "an earlier link joins the same two requirements"});
  }
}

}  // namespace

bool looks_like_ciso_library(std::string_view text) {
  return text.starts_with("objects:") || text.find("\nobjects:") != std::string_view::npos ||
         text.find("\robjects:") != std::string_view::npos;
}

Result<Import> parse_ciso_library(std::string_view text) {
  const auto document = YamlDocument::parse(text);
  if (!document) return document.error();
  try {
    return read_library(YamlObject((*document).root(), ""));
  } catch (const ParseError& refused) {
    return refused.error();
  }
}

void import_ciso_mappings(const YamlObject& set, Import& import, Tally& tally) {
  MappingSet out;
  out.source_key = ascii_lower(set.required_text("urn"));
  out.name = collapsed(set.text("name"));
  if (out.name.empty()) out.name = set.text("ref_id");
  if (out.name.empty()) out.name = out.source_key;
  out.source_framework = ascii_lower(set.required_text("source_framework_urn"));
  out.target_framework = ascii_lower(set.required_text("target_framework_urn"));
  if (!set.find("requirement_mappings")) {
    refuse(set.line(), set.path_of("requirement_mappings"), "is missing");
  }
  count_left_out(set, kKeptOfSet, "mapping sets", tally);
  std::unordered_map<std::string, std::size_t> pairs;
  for (const YamlObject& source : set.objects("requirement_mappings")) {
    keep(read_mapping(source, tally), source.path(), pairs, out, import.report, tally);
  }
  import.mapping_sets.push_back(std::move(out));
}

}  // namespace assay::packs
