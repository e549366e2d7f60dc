// SPDX-License-Identifier: Apache-2.0
// Assembles a CISO Assistant framework: criteria, requirements, their labels and their order.
#include "db/packs/ciso_framework.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "core/json/utf8.hpp"
#include "db/packs/ciso_criteria.hpp"
#include "db/packs/ciso_nodes.hpp"
#include "db/packs/ciso_requirement.hpp"
#include "db/packs/wording.hpp"

namespace assay::packs {
namespace {

using store::packs::NewVersion;
using store::packs::Requirement;

constexpr std::array<std::string_view, 5> kFrameworkKeys{
    "urn", "name", "description", "requirement_nodes", "implementation_groups_definition"};

constexpr std::size_t kLongestTail = 60;  // bytes: people read and type labels

// The label of each assessable node by index: its ref_id if unique, otherwise the tail of its urn,
// with the node's number added if that label is taken.
std::vector<std::string> labels(const CisoTree& tree, Tally& tally) {
  std::vector<std::string> out(tree.nodes.size());
  std::unordered_map<std::string, std::size_t> taken;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const CisoNode& node = tree.nodes[i];
    if (!node.assessable || node.ref_id.empty()) continue;
    const auto [first, fresh] = taken.emplace(node.ref_id, i);
    if (!fresh) {
      refuse(node.source.line(), node.source.path_of("ref_id"),
             quoted(node.ref_id) + " appears twice, first in line " +
                 std::to_string(tree.nodes[first->second].source.line()));
    }
    out[i] = node.ref_id;
  }
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const CisoNode& node = tree.nodes[i];
    if (!node.assessable || !node.ref_id.empty()) continue;
    tally.add("requirements have no ref_id; their label is the end of their urn",
              node.source.path());
    out[i] = utf8::prefix(urn_tail(node.urn), kLongestTail);
    if (taken.emplace(out[i], i).second) continue;
    out[i] += '~' + std::to_string(i);
    if (!taken.emplace(out[i], i).second) {
      refuse(node.source.line(), node.source.path_of("ref_id"),
             "is missing, and " + quoted(out[i]) + " is another node's");
    }
  }
  return out;
}

std::size_t bytes_of(const Requirement& requirement) {
  std::size_t bytes = requirement.title.size() + requirement.guidance.size();
  for (const std::string& item : requirement.expected_evidence) bytes += item.size();
  return bytes;
}

NewVersion head_of(const YamlObject& framework, const CisoLibrary& library) {
  NewVersion version;
  version.source_key = ascii_lower(framework.required_text("urn"));
  version.pack_name = collapsed(framework.text("name"));
  if (version.pack_name.empty()) version.pack_name = library.name;
  version.description = framework.text("description");
  if (version.description.empty()) version.description = library.description;
  version.copyright = library.copyright;
  version.version = library.version;
  return version;
}

// Reports headings above the criteria, which have only one level.
void report_headings(const CisoTree& tree, const CisoCriteria& criteria, Report& report) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const CisoNode& node = tree.nodes[i];
    if (node.assessable || !node.assessable_below || criteria.criterion_of[i] != 0) continue;
    report.skipped.push_back(
        {node.source.path(),
         "a heading above other headings; criteria have one level: " + node.shown()});
  }
}

void count_left_out(const YamlObject& framework, Tally& tally) {
  for (std::size_t i = 0; i < framework.node().size(); ++i) {
    const std::string& key = framework.node().key(i);
    if (std::find(kFrameworkKeys.begin(), kFrameworkKeys.end(), key) != kFrameworkKeys.end())
      continue;
    if (framework.node().at(i).is_null()) continue;
    tally.leave_out("frameworks have " + quoted(key) + ", which is not kept", framework.path());
  }
}

}  // namespace

void import_ciso_framework(const YamlObject& framework, const CisoLibrary& library, Import& import,
                           Tally& tally, OutputBudget& budget) {
  NewVersion version = head_of(framework, library);
  count_left_out(framework, tally);
  const CisoTree tree = read_ciso_nodes(framework, tally);
  CisoCriteria found = find_ciso_criteria(tree, version.pack_name, budget);
  if (found.criteria.empty()) {
    import.report.skipped.push_back({framework.path(), "none of its nodes is assessable"});
    return;
  }
  report_headings(tree, found, import.report);
  const std::vector<std::string> label = labels(tree, tally);
  const CisoRequirements texts(tree, framework, library, import.report, tally);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!tree.nodes[i].assessable) continue;
    Requirement requirement = texts.read(static_cast<int>(i));
    budget.spend(bytes_of(requirement), tree.nodes[i].source.path());
    requirement.requirement_id = label[i];
    requirement.criterion_id = found.criterion_of[i];
    requirement.criterion_title =
        found.criteria[static_cast<std::size_t>(requirement.criterion_id) - 1].title;
    budget.spend(requirement.criterion_title.size(), tree.nodes[i].source.path());
    version.requirements.push_back(std::move(requirement));
  }
  // Keeps a criterion's requirements together, as in an export, so that both have the same order.
  std::stable_sort(
      version.requirements.begin(), version.requirements.end(),
      [](const Requirement& a, const Requirement& b) { return a.criterion_id < b.criterion_id; });
  version.criteria = std::move(found.criteria);
  import.packs.push_back(std::move(version));
}

}  // namespace assay::packs
