// SPDX-License-Identifier: Apache-2.0
// Reads and checks the tree of requirement nodes. Builds titles, guidance and expected evidence of
// CISO Assistant requirements.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/packs/ciso_framework.hpp"
#include "core/packs/parse_report.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::array<std::string_view, 12> kNodeKeys{"urn",
                                                     "assessable",
                                                     "depth",
                                                     "parent_urn",
                                                     "ref_id",
                                                     "name",
                                                     "description",
                                                     "annotation",
                                                     "typical_evidence",
                                                     "questions",
                                                     "reference_controls",
                                                     "implementation_groups"};

CisoNode read_node(YamlObject source, Tally& left_out) {
  CisoNode node{std::move(source), {}, {}, {}, {}};
  const YamlObject& from = node.source;
  node.urn = ascii_lower(from.required_text("urn"));
  node.ref_id = collapsed(from.text("ref_id"));
  node.name = from.text("name");
  node.description = from.text("description");
  node.assessable = from.flag("assessable");
  for (std::size_t i = 0; i < from.node().size(); ++i) {
    const std::string& key = from.node().key(i);
    if (std::find(kNodeKeys.begin(), kNodeKeys.end(), key) != kNodeKeys.end()) continue;
    if (from.node().at(i).is_null()) continue;
    left_out.leave_out("requirement nodes have " + quoted(key) + ", which is not kept",
                       from.path());
  }
  return node;
}

void find_parents(CisoTree& tree) {
  std::unordered_map<std::string, int> by_urn;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const CisoNode& node = tree.nodes[i];
    const auto [other, fresh] = by_urn.emplace(node.urn, static_cast<int>(i));
    if (fresh) continue;
    const CisoNode& first = tree.nodes[static_cast<std::size_t>(other->second)];
    refuse(
        node.source.line(), node.source.path_of("urn"),
        quoted(node.urn) + " appears twice, first in line " + std::to_string(first.source.line()));
  }
  for (CisoNode& node : tree.nodes) {
    const std::string urn = ascii_lower(node.source.text("parent_urn"));
    if (urn.empty()) continue;
    const auto parent = by_urn.find(urn);
    if (parent == by_urn.end()) {
      refuse(node.source.line(), node.source.path_of("parent_urn"),
             "no node has the urn " + quoted(urn));
    }
    node.parent = parent->second;
  }
}

// Fills parents_first; nodes not reachable from a root form a cycle.
void put_in_order(CisoTree& tree) {
  std::vector<std::vector<int>> children(tree.nodes.size());
  std::vector<int> level(tree.nodes.size(), 0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const int parent = tree.nodes[i].parent;
    if (parent == kNone) {
      tree.parents_first.push_back(static_cast<int>(i));
      level[i] = 1;
    } else {
      children[static_cast<std::size_t>(parent)].push_back(static_cast<int>(i));
    }
  }
  for (std::size_t next = 0; next < tree.parents_first.size(); ++next) {
    const auto at = static_cast<std::size_t>(tree.parents_first[next]);
    if (level[at] > kDeepest) {
      refuse(tree.nodes[at].source.line(), tree.nodes[at].source.path_of("parent_urn"),
             "is more than 64 nodes below its root");
    }
    for (const int child : children[at]) {
      level[static_cast<std::size_t>(child)] = level[at] + 1;
      tree.parents_first.push_back(child);
    }
  }
  const auto unreached = std::find(level.begin(), level.end(), 0);
  if (unreached == level.end()) return;
  const YamlObject& source = tree.nodes[static_cast<std::size_t>(unreached - level.begin())].source;
  refuse(source.line(), source.path_of("parent_urn"), "its parents form a cycle");
}

constexpr std::size_t kLongestLeadIn = 1000;  // bytes; anything longer is a text, not a lead-in

std::vector<std::string> question_texts(const YamlObject& node) {
  std::vector<std::string> texts;
  const auto questions = node.find("questions");
  if (!questions) return texts;
  if (questions->is_text()) refuse(questions->line(), node.path_of("questions"), "must be a map");
  for (std::size_t i = 0; i < questions->size(); ++i) {
    const std::string key = questions->is_map() ? questions->key(i) : std::to_string(i);
    std::string text =
        YamlObject(questions->at(i), node.path_of("questions") + '[' + key + ']').text("text");
    if (!text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

std::string joined(const std::vector<std::string>& items, std::string_view between) {
  std::string out;
  for (const std::string& item : items) {
    if (!out.empty()) out += between;
    out += item;
  }
  return out;
}

}  // namespace

std::string CisoNode::shown() const {
  return quoted(titled(ref_id, name.empty() ? heading_of(description) : collapsed(name)));
}

CisoTree read_ciso_nodes(const YamlObject& framework, Tally& left_out) {
  CisoTree tree;
  const auto list = framework.find("requirement_nodes");
  if (!list) refuse(framework.line(), framework.path_of("requirement_nodes"), "is missing");
  if (!list->is_list()) {
    refuse(list->line(), framework.path_of("requirement_nodes"), "must be a list of maps");
  }
  std::vector<YamlObject> sources = framework.objects("requirement_nodes");
  tree.nodes.reserve(sources.size());
  for (YamlObject& source : sources) tree.nodes.push_back(read_node(std::move(source), left_out));
  find_parents(tree);
  put_in_order(tree);
  for (auto at = tree.parents_first.rbegin(); at != tree.parents_first.rend(); ++at) {
    const CisoNode& node = tree.nodes[static_cast<std::size_t>(*at)];
    if (node.parent == kNone || !(node.assessable || node.assessable_below)) continue;
    tree.nodes[static_cast<std::size_t>(node.parent)].assessable_below = true;
  }
  return tree;
}

CisoRequirements::CisoRequirements(const CisoTree& tree, const YamlObject& framework,
                                   const CisoLibrary& library, Report& report, Tally& tally)
    : tree_(tree), library_(library), tally_(tally) {
  read_groups(framework);
  find_lead_ins();
  place_texts_below(report);
}

void CisoRequirements::read_groups(const YamlObject& framework) {
  for (const YamlObject& group : framework.objects("implementation_groups_definition")) {
    group_names_.emplace(group.text("ref_id"), collapsed(group.text("name")));
    for (std::size_t i = 0; i < group.node().size(); ++i) {
      const std::string& key = group.node().key(i);
      if (key == "ref_id" || key == "name" || group.node().at(i).is_null()) continue;
      tally_.leave_out("implementation groups have " + quoted(key) + ", which is not kept",
                       group.path());
    }
  }
}

// "processed lawfully" continues "Personal data shall be:", also across levels.
void CisoRequirements::find_lead_ins() {
  lead_ins_.resize(tree_.nodes.size());
  for (const int index : tree_.parents_first) {
    const CisoNode& node = tree_.nodes[static_cast<std::size_t>(index)];
    if (!leads_in(node.statement()) || node.statement().size() > kLongestLeadIn) continue;
    std::string& mine = lead_ins_[static_cast<std::size_t>(index)];
    if (node.parent != kNone) mine = lead_ins_[static_cast<std::size_t>(node.parent)];
    if (mine.size() + node.statement().size() > kLongestLeadIn) mine.clear();
    if (!mine.empty()) mine += ' ';
    mine += collapsed(node.statement());
  }
}

// Nodes that are not assessable and have nothing assessable below become examples and notes of the
// requirement above them; without one they are skipped.
void CisoRequirements::place_texts_below(Report& report) {
  texts_below_.resize(tree_.nodes.size());
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const CisoNode& node = tree_.nodes[i];
    if (node.assessable || node.assessable_below) continue;
    const int above = tree_.nearest_above(static_cast<int>(i), [](const CisoNode& other) {
      return other.assessable || other.assessable_below;
    });
    const bool belongs = above != kNone && tree_.nodes[static_cast<std::size_t>(above)].assessable;
    if (!belongs) {
      report.skipped.push_back(
          {node.source.path(), "not assessable, and nothing below it is: " + node.shown()});
      continue;
    }
    std::string& text = texts_below_[static_cast<std::size_t>(above)];
    add_paragraph(text, titled(node.name, node.description));
    add_paragraph(text, node.source.text("annotation"));
    tally_.add("nodes that are not assessable became guidance of the requirement above them",
               node.source.path());
  }
}

std::string CisoRequirements::title(const CisoNode& node,
                                    const std::vector<std::string>& questions) const {
  std::string own = titled(collapsed(node.name), node.description);
  const CisoNode* parent =
      node.parent == kNone ? nullptr : &tree_.nodes[static_cast<std::size_t>(node.parent)];
  if (!own.empty()) {
    if (node.description.starts_with("[Withdrawn")) {
      tally_.add("requirements are marked as withdrawn", node.source.path());
    }
    const bool goes_on = node.name.empty() && parent != nullptr &&
                         !lead_ins_[static_cast<std::size_t>(node.parent)].empty();
    if (!goes_on) return own;
    tally_.add("requirements begin with the text of the node above, which they continue",
               node.source.path());
    return lead_ins_[static_cast<std::size_t>(node.parent)] + ' ' + own;
  }
  tally_.add(
      "requirements have neither name nor description; their titles were made from their "
      "questions, annotation or label",
      node.source.path());
  if (!questions.empty()) return joined(questions, "\n");
  if (const std::string annotation = node.source.text("annotation"); !annotation.empty()) {
    return heading_of(annotation);
  }
  const std::string label = node.ref_id.empty() ? urn_tail(node.urn) : node.ref_id;
  return parent == nullptr ? label : titled(heading_of(parent->statement()), label);
}

std::string CisoRequirements::guidance(int index, const std::vector<std::string>& questions) const {
  const CisoNode& node = tree_.nodes[static_cast<std::size_t>(index)];
  std::string text = node.source.text("annotation");
  if (!questions.empty()) {
    add_paragraph(text, "Questions:\n- " + joined(questions, "\n- "));
    tally_.add(
        "requirements have questions; their texts became guidance, their choices are not "
        "kept",
        node.source.path());
  }
  add_paragraph(text, texts_below_[static_cast<std::size_t>(index)]);
  std::vector<std::string> groups = node.source.texts("implementation_groups");
  if (groups.empty()) return text;
  for (std::string& group : groups) {
    const auto name = group_names_.find(group);
    if (name != group_names_.end() && !name->second.empty()) group += " (" + name->second + ")";
  }
  add_paragraph(text, "Implementation groups: " + joined(groups, ", "));
  tally_.add("requirements name implementation groups; they are in the guidance",
             node.source.path());
  return text;
}

std::vector<std::string> CisoRequirements::evidence(const CisoNode& node) const {
  std::vector<std::string> items = lines_as_items(node.source.text("typical_evidence"));
  for (const std::string& urn : node.source.texts("reference_controls")) {
    const auto control = library_.control_evidence.find(ascii_lower(urn));
    if (control == library_.control_evidence.end() || control->second.empty()) {
      tally_.leave_out("references to reference controls are not kept", node.source.path());
      continue;
    }
    items.insert(items.end(), control->second.begin(), control->second.end());
    tally_.add("references to reference controls became expected evidence", node.source.path());
  }
  keep_unique(items);
  return items;
}

Requirement CisoRequirements::read(int index) const {
  const CisoNode& node = tree_.nodes[static_cast<std::size_t>(index)];
  const std::vector<std::string> questions = question_texts(node.source);
  Requirement out;
  out.title = title(node, questions);
  out.expected_evidence = evidence(node);
  out.guidance = guidance(index, questions);
  out.source_key = node.urn;
  return out;
}

}  // namespace assay::packs
