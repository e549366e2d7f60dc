// SPDX-License-Identifier: Apache-2.0
// Compares versions by criterion number and requirement label.
#include "db/packs/version_difference.hpp"

#include <map>

namespace assay::packs {
namespace {

using store::packs::Criterion;
using store::packs::NewVersion;
using store::packs::Requirement;

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
