// SPDX-License-Identifier: Apache-2.0
// Builds labels, titles and guidance of the requirements of one OSCAL control.
#include <array>

#include "core/packs/oscal_catalog.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::string_view kJoints = " ._-:";  // between the parts of a label or id

std::string_view without_joints(std::string_view text) {
  const std::size_t at = text.find_first_not_of(kJoints);
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

// "account managers are assigned; and" is a list item; as a title it loses the ending.
std::string unlisted(std::string text) {
  constexpr std::array<std::string_view, 4> kEnds{"; and", "; or", ", and", ", or"};
  for (const std::string_view end : kEnds) {
    if (text.ends_with(end)) text.resize(text.size() - end.size());
  }
  while (text.ends_with(';') || text.ends_with(',')) text.pop_back();
  return std::string(trimmed(text));
}

struct Labels {
  std::string requirement;
  std::string subcheck;
};

// Prefixes of the labels and ids of a control's objectives; read once for all of them.
struct ControlNames {
  std::string id;
  std::string own;
  std::array<std::string, 3> of_labels;
  std::array<std::string, 2> of_ids;  // in lower case
};

ControlNames names_of(const JsonObject& control) {
  const std::string own = oscal_control_label(control);
  return {control.required_text("id"),
          own,
          {oscal_prop(control, "label", {"sp800-53a"}),
           oscal_prop(control, "label", {"zero-padded"}), own},
          {ascii_lower(control.text("id")), ascii_lower(own)}};
}

// "AC-02a.[01]" inside AC-02 is the sub-check "a.[01]". An objective without a label uses its id:
// the part after the control's label or id.
Labels labels_of(const OscalObjective& objective, const ControlNames& control, std::size_t number) {
  if (!objective.label.empty()) {
    for (const std::string& prefix : control.of_labels) {
      if (!prefix.empty() && objective.label.starts_with(prefix)) {
        const std::string rest = objective.label.substr(prefix.size());
        return {objective.label, std::string(without_joints(rest))};
      }
    }
    return {objective.label, objective.label};
  }
  const std::string id = ascii_lower(objective.id);
  for (const std::string& prefix : control.of_ids) {
    const std::size_t at = id.find(prefix);
    if (at == std::string::npos) continue;
    std::string_view rest =
        without_joints(std::string_view(objective.id).substr(at + prefix.size()));
    if (rest.starts_with("obj")) rest = without_joints(rest.substr(3));
    if (rest.empty()) return {control.own, ""};
    return {control.own + '.' + std::string(rest), std::string(rest)};
  }
  if (!objective.id.empty()) return {objective.id, objective.id};
  return {control.own + '.' + std::to_string(number), std::to_string(number)};
}

std::size_t bytes_of(const std::vector<std::string>& items) {
  std::size_t bytes = 0;
  for (const std::string& item : items) bytes += item.size();
  return bytes;
}

// Explains an objective: the item of the statement it assesses, otherwise the whole statement; then
// its parent objectives, then the control's guidance. Each objective repeats them, so the budget is
// charged before they are copied.
std::string guidance_of(const OscalObjective& objective, const OscalParts& parts,
                        OutputBudget& budget) {
  std::string items;
  for (const std::string& id : objective.items) {
    const auto item = parts.statement_items.find(id);
    if (item == parts.statement_items.end()) continue;
    budget.spend(item->second.size(), objective.path);
    add_paragraph(items, item->second);
  }
  if (items.empty()) {
    budget.spend(parts.statement.size(), objective.path);
    items = parts.statement;
  }
  budget.spend(objective.above.size() + parts.guidance.size(), objective.path);
  std::string text;
  if (!items.empty()) text = "Control statement: " + items;
  add_paragraph(text, objective.above);
  add_paragraph(text, parts.guidance);
  return text;
}

Requirement of_objective(const OscalObjective& objective, const OscalParts& parts,
                         const ControlNames& control, const std::string& heading,
                         std::size_t number, Tally& tally, OutputBudget& budget) {
  budget.spend(control.own.size() + control.id.size() + heading.size() + bytes_of(parts.examine),
               objective.path);
  Labels labels = labels_of(objective, control, number);
  Requirement requirement;
  requirement.requirement_id = std::move(labels.requirement);
  if (!labels.subcheck.empty()) requirement.subcheck_label = std::move(labels.subcheck);
  const std::string lead = objective.lead.empty() ? "" : objective.lead + ' ';
  requirement.title = titled(heading, unlisted(lead + objective.prose));
  if (objective.prose.empty()) {
    tally.add("objectives have no text; their titles are those of their controls", objective.path);
    requirement.title = titled(requirement.title, requirement.requirement_id);
  }
  requirement.guidance = guidance_of(objective, parts, budget);
  requirement.expected_evidence = parts.examine;
  requirement.source_key =
      objective.id.empty() ? control.id + '#' + std::to_string(number) : objective.id;
  return requirement;
}

Requirement of_statement(const JsonObject& control, OscalParts parts, const ControlNames& names,
                         const std::string& heading, Tally& tally, OutputBudget& budget) {
  budget.spend(
      heading.size() + parts.statement.size() + parts.guidance.size() + bytes_of(parts.examine),
      control.path());
  Requirement requirement;
  requirement.requirement_id = names.own;
  requirement.title = titled(heading, parts.statement);
  if (parts.statement.empty()) {
    tally.add("controls have no statement; their titles are used instead", control.path());
    if (requirement.title.empty()) requirement.title = control.required_text("title");
  }
  requirement.guidance = std::move(parts.guidance);
  requirement.expected_evidence = std::move(parts.examine);
  requirement.source_key = names.id;
  return requirement;
}

}  // namespace

std::string oscal_control_label(const JsonObject& control) {
  const std::string label = oscal_prop(control, "label", {"", "sp800-53", "sp800-53a"});
  const std::string title = control.text("title");
  if (label.empty()) return control.required_text("id");
  // "Account Management (03.01.01)" combines title and label.
  const std::size_t at = title.size() + 2;
  if (label.size() > at + 1 && label.starts_with(title + " (") && label.ends_with(')')) {
    return label.substr(at, label.size() - at - 1);
  }
  return collapsed(label);
}

std::vector<Requirement> oscal_requirements(const JsonObject& control, const std::string& heading,
                                            OscalParts parts, Tally& tally, OutputBudget& budget) {
  std::vector<Requirement> out;
  const ControlNames names = names_of(control);
  for (const OscalObjective& objective : parts.objectives) {
    out.push_back(of_objective(objective, parts, names, heading, out.size() + 1, tally, budget));
  }
  if (out.empty()) {
    out.push_back(of_statement(control, std::move(parts), names, heading, tally, budget));
  }
  return out;
}

}  // namespace assay::packs
