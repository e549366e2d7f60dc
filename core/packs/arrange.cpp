// SPDX-License-Identifier: Apache-2.0
// Orders a version's requirements and checks its limits.
#include "core/packs/pack_content.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/json/utf8.hpp"
#include "core/packs/parse_report.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kMaxRequirements = 50'000;
constexpr std::size_t kMaxMappings = 100'000;
constexpr int kMaxStrength = 100;
constexpr std::size_t kMaxName = 300;
constexpr std::size_t kMaxLabel = 100;
constexpr std::size_t kMaxKey = 500;  // source keys are indexed
constexpr std::size_t kMaxText = 100'000;

// Checks texts; keeps the first error.
class Checks {
 public:
  void needed(const std::string& path, std::string_view text, std::size_t most) {
    if (text.empty()) add_error(path, "must not be empty");
    optional(path, text, most);
  }
  void optional(const std::string& path, std::string_view text, std::size_t most) {
    if (!utf8::valid(text)) return add_error(path, "is not UTF-8");
    if (text.find('\0') != std::string_view::npos) add_error(path, "holds a zero byte");
    if (text.size() > most && utf8::length(text) > most) {
      add_error(path, "has more than " + std::to_string(most) + " characters");
    }
  }
  // Names and codes, which people tell apart by looking at them.
  void needed_name(const std::string& path, std::string_view text, std::size_t most) {
    if (text.empty()) add_error(path, "must not be empty");
    optional_name(path, text, most);
  }
  void optional_name(const std::string& path, std::string_view text, std::size_t most) {
    optional(path, text, most);
    if (text.empty() || !utf8::valid(text)) return;
    if (const auto fault = utf8::fault_in_name(text)) add_error(path, *fault);
  }
  void add_error(const std::string& path, std::string_view issue) {
    if (!error_) error_ = invalid_field(path, issue);
  }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<Error> error_;
};

void check_criteria(const NewVersion& version, std::set<int>& numbers, Checks& checks) {
  for (const Criterion& criterion : version.criteria) {
    const std::string path = "criterion " + std::to_string(criterion.criterion_id);
    if (criterion.criterion_id < 1) checks.add_error(path, "must have a number from 1");
    if (!numbers.insert(criterion.criterion_id).second) checks.add_error(path, "appears twice");
    checks.needed(path + ".criterionTitle", criterion.title, kMaxText);
    checks.optional(path + ".criterionDescription", criterion.description, kMaxText);
    checks.optional_name(path + ".label", criterion.label, kMaxName);
  }
}

void check_requirements(const NewVersion& version, const std::set<int>& numbers, Checks& checks) {
  std::set<std::string_view> labels;
  for (const Requirement& requirement : version.requirements) {
    const std::string path = "requirement " + requirement.requirement_id;
    checks.needed_name(path + ".requirementId", requirement.requirement_id, kMaxLabel);
    if (!labels.insert(requirement.requirement_id).second) {
      checks.add_error(path, "appears twice");
    }
    if (!numbers.contains(requirement.criterion_id)) {
      checks.add_error(path + ".criterionId", "is not a criterion of the pack");
    }
    checks.needed(path + ".title", requirement.title, kMaxText);
    checks.optional_name(path + ".subcheckLabel", requirement.subcheck_label.value_or(""),
                         kMaxLabel);
    checks.optional(path + ".guidance", requirement.guidance, kMaxText);
    checks.optional_name(path + ".sourceKey", requirement.source_key, kMaxKey);
    for (const std::string& evidence : requirement.expected_evidence) {
      checks.optional(path + ".expectedEvidence", evidence, kMaxText);
    }
  }
}

bool known_relationship(std::string_view name) {
  const auto& known = kRelationships;
  return std::find(known.begin(), known.end(), name) != known.end();
}

}  // namespace

void arrange(NewVersion& version) {
  std::map<int, std::size_t> first;
  for (std::size_t i = 0; i < version.requirements.size(); ++i) {
    Requirement& requirement = version.requirements[i];
    first.try_emplace(requirement.criterion_id, i);
    if (requirement.subcheck_label && requirement.subcheck_label->empty()) {
      requirement.subcheck_label.reset();
    }
  }
  const auto place = [&](int criterion) {
    const auto found = first.find(criterion);
    return found == first.end() ? version.requirements.size() : found->second;
  };
  std::stable_sort(version.criteria.begin(), version.criteria.end(),
                   [&](const Criterion& a, const Criterion& b) {
                     const std::size_t at = place(a.criterion_id), bt = place(b.criterion_id);
                     return at != bt ? at < bt : a.criterion_id < b.criterion_id;
                   });
  std::stable_sort(version.requirements.begin(), version.requirements.end(),
                   [&](const Requirement& a, const Requirement& b) {
                     return place(a.criterion_id) < place(b.criterion_id);
                   });
}

std::optional<Error> first_error(const NewVersion& version) {
  Checks checks;
  checks.needed_name("name", version.pack_name, kMaxName);
  checks.optional_name("version", version.version, kMaxName);
  checks.optional("description", version.description, kMaxText);
  checks.optional("copyright", version.copyright, kMaxText);
  checks.optional_name("sourceKey", version.source_key, kMaxKey);
  if (version.requirements.empty()) checks.add_error("file", "has no requirements");
  if (version.requirements.size() > kMaxRequirements) {
    checks.add_error("file", "has more than 50,000 requirements; split it into several packs");
  }
  std::set<int> numbers;
  check_criteria(version, numbers, checks);
  check_requirements(version, numbers, checks);
  return checks.error();
}

std::optional<Error> first_error(const MappingSet& set) {
  Checks checks;
  const std::string whole = "mapping set " + quoted(set.source_key);
  checks.needed_name(whole + ".sourceKey", set.source_key, kMaxKey);
  checks.needed_name(whole + ".name", set.name, kMaxName);
  checks.needed_name(whole + ".sourceFramework", set.source_framework, kMaxKey);
  checks.needed_name(whole + ".targetFramework", set.target_framework, kMaxKey);
  if (set.mappings.size() > kMaxMappings) {
    checks.add_error(whole, "has more than 100,000 mappings; split it into several sets");
  }
  for (std::size_t i = 0; i < set.mappings.size() && !checks.error(); ++i) {
    const Mapping& mapping = set.mappings[i];
    const std::string path = whole + ".mappings[" + std::to_string(i) + ']';
    checks.needed_name(path + ".source", mapping.source, kMaxKey);
    checks.needed_name(path + ".target", mapping.target, kMaxKey);
    if (!known_relationship(mapping.relationship)) {
      checks.add_error(path + ".relationship", "must be equal, subset, superset or intersect");
    }
    const int strength = mapping.strength.value_or(0);
    if (strength < 0 || strength > kMaxStrength) {
      checks.add_error(path + ".strength", "must be from 0 to 100");
    }
    checks.optional(path + ".rationale", mapping.rationale, kMaxText);
  }
  return checks.error();
}

}  // namespace assay::packs
