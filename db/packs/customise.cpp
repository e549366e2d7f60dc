// SPDX-License-Identifier: Apache-2.0
// Applies changes to a copy of the base.
#include "db/packs/customise.hpp"

#include <algorithm>

#include "db/packs/arrange.hpp"
#include "db/packs/members.hpp"
#include "db/packs/version_difference.hpp"

namespace assay::packs {
namespace {

using store::packs::Criterion;
using store::packs::NewVersion;
using store::packs::Requirement;

class Editor {
 public:
  explicit Editor(NewVersion& version) : version_(version) {}

  void apply(Members& change) {
    const std::string op = change.text("op");
    const bool requirement = change.has("requirementId");
    if (op == "add") return requirement ? add_requirement(change) : add_criterion(change);
    if (op == "change") return requirement ? change_requirement(change) : change_criterion(change);
    if (op == "remove") return requirement ? remove_requirement(change) : remove_criterion(change);
    change.complain("op", "must be add, change or remove");
  }

 private:
  using Requirements = std::vector<Requirement>;
  using Criteria = std::vector<Criterion>;

  Requirements::iterator find_requirement(const std::string& label) {
    return std::find_if(version_.requirements.begin(), version_.requirements.end(),
                        [&](const Requirement& r) { return r.requirement_id == label; });
  }
  Criteria::iterator find_criterion(int number) {
    return std::find_if(version_.criteria.begin(), version_.criteria.end(),
                        [&](const Criterion& c) { return c.criterion_id == number; });
  }
  // The requirement that the change names; end() and a complaint if there is none.
  Requirements::iterator named_requirement(Members& change) {
    const auto found = find_requirement(change.text("requirementId"));
    if (found == version_.requirements.end()) {
      change.complain("requirementId", "is not in the version");
    }
    return found;
  }
  Criteria::iterator named_criterion(Members& change) {
    const auto found = find_criterion(change.positive("criterionId"));
    if (found == version_.criteria.end()) change.complain("criterionId", "is not in the version");
    return found;
  }

  void add_requirement(Members& change);
  void change_requirement(Members& change);
  void remove_requirement(Members& change);
  void add_criterion(Members& change);
  void change_criterion(Members& change);
  void remove_criterion(Members& change);

  NewVersion& version_;
};

void Editor::add_requirement(Members& change) {
  change.allow({"op", "requirementId", "criterionId", "title", "subcheckLabel", "expectedEvidence",
                "guidance", "after"});
  Requirement requirement;
  requirement.requirement_id = change.text("requirementId");
  if (find_requirement(requirement.requirement_id) != version_.requirements.end()) {
    change.complain("requirementId", "is already in the version");
  }
  const auto criterion = named_criterion(change);
  if (criterion == version_.criteria.end()) return;
  requirement.criterion_id = criterion->criterion_id;
  requirement.criterion_title = criterion->title;
  requirement.title = change.text("title");
  requirement.subcheck_label = change.optional_text("subcheckLabel");
  requirement.expected_evidence = change.texts("expectedEvidence");
  requirement.guidance = change.optional_text("guidance").value_or("");
  auto place = version_.requirements.end();
  if (const auto after = change.optional_text("after")) {
    place = find_requirement(*after);
    if (place == version_.requirements.end() || place->criterion_id != requirement.criterion_id) {
      return change.complain("after", "is not a requirement of that criterion");
    }
    ++place;
  }
  version_.requirements.insert(place, std::move(requirement));
}

void Editor::change_requirement(Members& change) {
  change.allow({"op", "requirementId", "criterionId", "title", "subcheckLabel", "expectedEvidence",
                "guidance"});
  const auto requirement = named_requirement(change);
  if (requirement == version_.requirements.end()) return;
  if (change.has("criterionId")) {
    const auto criterion = named_criterion(change);
    if (criterion == version_.criteria.end()) return;
    requirement->criterion_id = criterion->criterion_id;
    requirement->criterion_title = criterion->title;
  }
  if (change.has("title")) requirement->title = change.text("title");
  if (change.has("subcheckLabel")) {
    requirement->subcheck_label = change.optional_text("subcheckLabel");
  }
  if (change.has("expectedEvidence")) {
    requirement->expected_evidence = change.texts("expectedEvidence");
  }
  if (change.has("guidance")) {
    requirement->guidance = change.optional_text("guidance").value_or("");
  }
}

void Editor::remove_requirement(Members& change) {
  change.allow({"op", "requirementId"});
  const auto requirement = named_requirement(change);
  if (requirement != version_.requirements.end()) version_.requirements.erase(requirement);
}

void Editor::add_criterion(Members& change) {
  change.allow({"op", "criterionId", "criterionTitle", "criterionDescription", "label"});
  Criterion criterion;
  criterion.criterion_id = change.positive("criterionId");
  if (find_criterion(criterion.criterion_id) != version_.criteria.end()) {
    change.complain("criterionId", "is already in the version");
  }
  criterion.title = change.text("criterionTitle");
  criterion.description = change.optional_text("criterionDescription").value_or("");
  criterion.label = change.optional_text("label").value_or("");
  version_.criteria.push_back(std::move(criterion));
}

void Editor::change_criterion(Members& change) {
  change.allow({"op", "criterionId", "criterionTitle", "criterionDescription", "label"});
  const auto criterion = named_criterion(change);
  if (criterion == version_.criteria.end()) return;
  if (change.has("criterionTitle")) {
    criterion->title = change.text("criterionTitle");
    for (Requirement& requirement : version_.requirements) {
      if (requirement.criterion_id == criterion->criterion_id) {
        requirement.criterion_title = criterion->title;
      }
    }
  }
  if (change.has("criterionDescription")) {
    criterion->description = change.optional_text("criterionDescription").value_or("");
  }
  if (change.has("label")) criterion->label = change.optional_text("label").value_or("");
}

void Editor::remove_criterion(Members& change) {
  change.allow({"op", "criterionId"});
  const auto criterion = named_criterion(change);
  if (criterion == version_.criteria.end()) return;
  const auto used =
      std::find_if(version_.requirements.begin(), version_.requirements.end(),
                   [&](const Requirement& r) { return r.criterion_id == criterion->criterion_id; });
  if (used != version_.requirements.end()) {
    return change.complain("criterionId", "still has the requirement " + used->requirement_id +
                                              "; remove its requirements first");
  }
  version_.criteria.erase(criterion);
}

}  // namespace

Result<Customised> customise(const NewVersion& base, const Json& changes) {
  if (!changes.is_array() || changes.size() == 0 || changes.size() > kMaxChanges) {
    return invalid_field("changes", "must be an array of 1 to 5000 changes");
  }
  Customised customised{base, {}};
  Editor editor(customised.content);
  std::optional<Error> complaint;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Members change(changes.at(i), "changes[" + std::to_string(i) + ']', complaint);
    editor.apply(change);
    if (complaint) return std::move(*complaint);
  }
  if (customised.content.requirements.empty()) {
    return invalid_field("changes", "leave no requirement in the version");
  }
  arrange(customised.content);
  if (auto error = unfit(customised.content)) return std::move(*error);
  customised.report = difference(base, customised.content);
  return customised;
}

}  // namespace assay::packs
