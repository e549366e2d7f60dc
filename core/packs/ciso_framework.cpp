// SPDX-License-Identifier: Apache-2.0
// Makes a pack of a framework: chooses and names its criteria, numbers and labels its requirements.
#include "core/packs/ciso_framework.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "core/json/utf8.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kUrnPrefixParts = 5;  // urn:PACKAGER:risk:req_node:FRAMEWORK:
constexpr std::size_t kLongestNumbering = 20;
constexpr std::size_t kLongestSubject = 120;

// "Article 5", "Annex A.2": a name that is meaningless without the description after it.
bool is_numbering(std::string_view name) {
  const std::size_t blank = name.find(' ');
  if (name.size() > kLongestNumbering || blank == std::string_view::npos) return false;
  const std::string_view number = name.substr(blank + 1);
  return number.find_first_not_of("0123456789.IVXLC") == std::string_view::npos ||
         (number.size() < 5 && number.find_first_of("0123456789") != std::string_view::npos);
}

std::string title_of(const CisoNode& node) {
  if (!node.name.empty()) {
    const bool short_text = utf8::length(node.description) <= kLongestSubject &&
                            node.description.find('\n') == std::string::npos;
    if (is_numbering(node.name) && short_text) return titled(node.name, node.description);
    return collapsed(node.name);
  }
  if (!node.description.empty()) return heading_of(node.description);
  return node.ref_id.empty() ? urn_tail(node.urn) : node.ref_id;
}

std::string with_path(const CisoTree& tree, int index, OutputBudget& budget) {
  const CisoNode& node = tree.nodes[static_cast<std::size_t>(index)];
  std::string title = title_of(node);
  for (int at = node.parent; at != kNone; at = tree.nodes[static_cast<std::size_t>(at)].parent) {
    const std::string above = title_of(tree.nodes[static_cast<std::size_t>(at)]) + " / ";
    budget.spend(above.size(), node.source.path());
    title.insert(0, above);
  }
  return title;
}

Criterion criterion_from(const CisoNode& node, int number) {
  std::string description = node.description;
  add_paragraph(description, node.source.text("annotation"));
  return {number, title_of(node), std::move(description), node.ref_id};
}

// Titles that several criteria share are prefixed with those of their parents.
void make_distinct(const CisoTree& tree, const std::vector<int>& node_of,
                   std::vector<Criterion>& criteria, OutputBudget& budget) {
  std::unordered_map<std::string, int> uses;
  for (const auto& criterion : criteria) ++uses[criterion.title];
  for (std::size_t i = 0; i < criteria.size(); ++i) {
    if (node_of[i] == kNone || uses[criteria[i].title] < 2) continue;
    criteria[i].title = with_path(tree, node_of[i], budget);
  }
}

}  // namespace

std::string urn_tail(std::string_view urn) {
  std::size_t at = 0;
  for (std::size_t part = 0; part < kUrnPrefixParts; ++part) {
    const std::size_t colon = urn.find(':', at);
    if (colon == std::string_view::npos || colon + 1 == urn.size()) {
      const std::size_t last = urn.rfind(':');
      const bool usable = last != std::string_view::npos && last + 1 < urn.size();
      return std::string(usable ? urn.substr(last + 1) : urn);
    }
    at = colon + 1;
  }
  return std::string(urn.substr(at));
}

namespace {

struct CisoCriteria {
  std::vector<Criterion> criteria;  // numbered from 1 in order of first use
  std::vector<int> criterion_of;    // by node: its criterion's number; 0 for none
};

// Decides which nodes become criteria, and names them. framework_name: title of the criterion for
// assessable nodes with no non-assessable node above them. Throws ParseError.
CisoCriteria find_ciso_criteria(const CisoTree& tree, const std::string& framework_name,
                                OutputBudget& budget) {
  CisoCriteria out;
  out.criterion_of.assign(tree.nodes.size(), 0);
  std::vector<int> node_of;
  std::unordered_map<int, int> number_of;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!tree.nodes[i].assessable) continue;
    const int above = tree.nearest_above(static_cast<int>(i),
                                         [](const CisoNode& node) { return !node.assessable; });
    const auto [entry, fresh] = number_of.emplace(above, static_cast<int>(node_of.size()) + 1);
    if (fresh) {
      node_of.push_back(above);
      out.criteria.push_back(
          above == kNone
              ? Criterion{entry->second, framework_name, {}}
              : criterion_from(tree.nodes[static_cast<std::size_t>(above)], entry->second));
    }
    out.criterion_of[i] = entry->second;
    if (above != kNone) out.criterion_of[static_cast<std::size_t>(above)] = entry->second;
  }
  make_distinct(tree, node_of, out.criteria, budget);
  return out;
}

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
