// SPDX-License-Identifier: Apache-2.0
// Reads CISO Assistant mapping sets.
#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>
#include <unordered_map>

#include "core/packs/ciso_framework.hpp"
#include "core/packs/parse_report.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

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
                              "the relationship is not one that is kept (equal, subset, "
                              "superset, intersect): " +
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
    report.skipped.push_back({path, "another link of the same two requirements comes before it"});
  }
}

}  // namespace

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
