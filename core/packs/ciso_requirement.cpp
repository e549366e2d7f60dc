// SPDX-License-Identifier: Apache-2.0
// Builds titles, guidance and expected evidence of CISO Assistant requirements.
#include "core/packs/ciso_framework.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

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
      tally_.add("requirements say that they are withdrawn", node.source.path());
    }
    const bool goes_on = node.name.empty() && parent != nullptr &&
                         !lead_ins_[static_cast<std::size_t>(node.parent)].empty();
    if (!goes_on) return own;
    tally_.add("requirements begin with the words of the node above that they go on from",
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
