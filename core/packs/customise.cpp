// SPDX-License-Identifier: Apache-2.0
// Applies changes to a copy of the base, and compares versions by criterion number and requirement
// label.
#include "core/packs/customise.hpp"

#include <algorithm>
#include <map>

#include "core/packs/json_object.hpp"
#include "core/packs/pack_content.hpp"

namespace assay::packs {
namespace {

class Editor {
 public:
  explicit Editor(NewVersion& version) : version_(version) {}

  void apply(Members& change) {
    const std::string op = change.text("op");
    const bool requirement = change.has("requirementId");
    if (op == "add") return requirement ? add_requirement(change) : add_criterion(change);
    if (op == "change") return requirement ? change_requirement(change) : change_criterion(change);
    if (op == "remove") return requirement ? remove_requirement(change) : remove_criterion(change);
    change.add_error("op", "must be add, change or remove");
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
  // The requirement that the change names; end() and an error if there is none.
  Requirements::iterator named_requirement(Members& change) {
    const auto found = find_requirement(change.text("requirementId"));
    if (found == version_.requirements.end()) {
      change.add_error("requirementId", "is not in the version");
    }
    return found;
  }
  Criteria::iterator named_criterion(Members& change) {
    const auto found = find_criterion(change.positive("criterionId"));
    if (found == version_.criteria.end()) change.add_error("criterionId", "is not in the version");
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
    change.add_error("requirementId", "is already in the version");
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
      return change.add_error("after", "is not a requirement of that criterion");
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
    change.add_error("criterionId", "is already in the version");
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
    return change.add_error("criterionId", "still has the requirement " + used->requirement_id +
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
  std::optional<Error> error;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Members change(changes.at(i), "changes[" + std::to_string(i) + ']', error);
    editor.apply(change);
    if (error) return std::move(*error);
  }
  if (customised.content.requirements.empty()) {
    return invalid_field("changes", "leave no requirement in the version");
  }
  arrange(customised.content);
  error = first_error(customised.content);
  if (error) return std::move(*error);
  customised.report = difference(base, customised.content);
  return customised;
}

namespace {

// Adds the field's name if the values differ.
template <class T>
void compare(std::string_view name, const T& before, const T& after, Json& fields) {
  if (before != after) fields.push(name);
}

Json fields_of(const Criterion& before, const Criterion& after) {
  Json fields = Json::array();
  compare("criterionTitle", before.title, after.title, fields);
  compare("criterionDescription", before.description, after.description, fields);
  compare("label", before.label, after.label, fields);
  return fields;
}

Json fields_of(const Requirement& before, const Requirement& after) {
  Json fields = Json::array();
  compare("criterionId", before.criterion_id, after.criterion_id, fields);
  compare("title", before.title, after.title, fields);
  compare("subcheckLabel", before.subcheck_label, after.subcheck_label, fields);
  compare("expectedEvidence", before.expected_evidence, after.expected_evidence, fields);
  compare("guidance", before.guidance, after.guidance, fields);
  return fields;
}

int key_of(const Criterion& criterion) {
  return criterion.criterion_id;
}
const std::string& key_of(const Requirement& requirement) {
  return requirement.requirement_id;
}

struct Lists {
  Json added = Json::array();
  Json removed = Json::array();
  Json changed = Json::array();
};

template <class T>
Lists compare_all(std::string_view key_name, const std::vector<T>& before,
                  const std::vector<T>& after) {
  Lists lists;
  using Key = std::decay_t<decltype(key_of(before.front()))>;
  std::map<Key, const T*> left;
  for (const T& item : before) left.emplace(key_of(item), &item);
  for (const T& item : after) {
    const auto found = left.find(key_of(item));
    if (found == left.end()) {
      lists.added.push(key_of(item));
      continue;
    }
    const Json fields = fields_of(*found->second, item);
    if (fields.size() > 0) {
      lists.changed.push(Json::object().set(key_name, key_of(item)).set("fields", fields));
    }
    left.erase(found);
  }
  for (const T& item : before) {
    if (left.contains(key_of(item))) lists.removed.push(key_of(item));
  }
  return lists;
}

}  // namespace

Json difference(const NewVersion& before, const NewVersion& after) {
  const Lists criteria = compare_all("criterionId", before.criteria, after.criteria);
  const Lists requirements = compare_all("requirementId", before.requirements, after.requirements);
  const auto both = [](const Json& of_criteria, const Json& of_requirements) {
    return Json::object().set("criteria", of_criteria).set("requirements", of_requirements);
  };
  return Json::object()
      .set("added", both(criteria.added, requirements.added))
      .set("removed", both(criteria.removed, requirements.removed))
      .set("changed", both(criteria.changed, requirements.changed));
}

}  // namespace assay::packs
