// SPDX-License-Identifier: Apache-2.0
// Orders a version's requirements and checks its limits.
#include "db/packs/arrange.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/json/utf8.hpp"
#include "db/packs/refusal.hpp"

namespace assay::packs {
namespace {

using store::packs::Criterion;
using store::packs::NewVersion;
using store::packs::Requirement;

constexpr std::size_t kMaxRequirements = 50'000;
constexpr std::size_t kMaxMappings = 100'000;
constexpr int kMaxStrength = 100;
constexpr std::size_t kMaxName = 300;
constexpr std::size_t kMaxLabel = 100;
constexpr std::size_t kMaxKey = 500;  // source keys are indexed
constexpr std::size_t kMaxText = 100'000;

// Checks texts; keeps the first complaint.
class Fitness {
 public:
  void needed(const std::string& path, std::string_view text, std::size_t most) {
    if (text.empty()) complain(path, "must not be empty");
    optional(path, text, most);
  }
  void optional(const std::string& path, std::string_view text, std::size_t most) {
    if (!utf8::valid(text)) return complain(path, "is not UTF-8");
    if (text.find('\0') != std::string_view::npos) complain(path, "holds a zero byte");
    if (text.size() > most && utf8::length(text) > most) {
      complain(path, "has more than " + std::to_string(most) + " characters");
    }
  }
  // Names and codes, which people tell apart by looking at them.
  void needed_name(const std::string& path, std::string_view text, std::size_t most) {
    if (text.empty()) complain(path, "must not be empty");
    optional_name(path, text, most);
  }
  void optional_name(const std::string& path, std::string_view text, std::size_t most) {
    optional(path, text, most);
    if (text.empty() || !utf8::valid(text)) return;
    if (const auto fault = utf8::fault_in_name(text)) complain(path, *fault);
  }
  void complain(const std::string& path, std::string_view issue) {
    if (!complaint_) complaint_ = invalid_field(path, issue);
  }
  [[nodiscard]] const std::optional<Error>& complaint() const { return complaint_; }

 private:
  std::optional<Error> complaint_;
};

void check_criteria(const NewVersion& version, std::set<int>& numbers, Fitness& fitness) {
  for (const Criterion& criterion : version.criteria) {
    const std::string path = "criterion " + std::to_string(criterion.criterion_id);
    if (criterion.criterion_id < 1) fitness.complain(path, "must have a number from 1");
    if (!numbers.insert(criterion.criterion_id).second) fitness.complain(path, "appears twice");
    fitness.needed(path + ".criterionTitle", criterion.title, kMaxText);
    fitness.optional(path + ".criterionDescription", criterion.description, kMaxText);
    fitness.optional_name(path + ".label", criterion.label, kMaxName);
  }
}

void check_requirements(const NewVersion& version, const std::set<int>& numbers, Fitness& fitness) {
  std::set<std::string_view> labels;
  for (const Requirement& requirement : version.requirements) {
    const std::string path = "requirement " + requirement.requirement_id;
    fitness.needed_name(path + ".requirementId", requirement.requirement_id, kMaxLabel);
    if (!labels.insert(requirement.requirement_id).second) {
      fitness.complain(path, "appears twice");
    }
    if (!numbers.contains(requirement.criterion_id)) {
      fitness.complain(path + ".criterionId", "is not a criterion of the pack");
    }
    fitness.needed(path + ".title", requirement.title, kMaxText);
    fitness.optional_name(path + ".subcheckLabel", requirement.subcheck_label.value_or(""),
                          kMaxLabel);
    fitness.optional(path + ".guidance", requirement.guidance, kMaxText);
    fitness.optional_name(path + ".sourceKey", requirement.source_key, kMaxKey);
    for (const std::string& evidence : requirement.expected_evidence) {
      fitness.optional(path + ".expectedEvidence", evidence, kMaxText);
    }
  }
}

bool known_relationship(std::string_view name) {
  const auto& known = store::mappings::kRelationships;
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

std::optional<Error> unfit(const NewVersion& version) {
  Fitness fitness;
  fitness.needed_name("name", version.pack_name, kMaxName);
  fitness.optional_name("version", version.version, kMaxName);
  fitness.optional("description", version.description, kMaxText);
  fitness.optional("copyright", version.copyright, kMaxText);
  fitness.optional_name("sourceKey", version.source_key, kMaxKey);
  if (version.requirements.empty()) fitness.complain("file", "has no requirements");
  if (version.requirements.size() > kMaxRequirements) {
    fitness.complain("file", "has more than 50,000 requirements; split it into several packs");
  }
  std::set<int> numbers;
  check_criteria(version, numbers, fitness);
  check_requirements(version, numbers, fitness);
  return fitness.complaint();
}

std::optional<Error> unfit(const store::mappings::MappingSet& set) {
  Fitness fitness;
  const std::string whole = "mapping set " + quoted(set.source_key);
  fitness.needed_name(whole + ".sourceKey", set.source_key, kMaxKey);
  fitness.needed_name(whole + ".name", set.name, kMaxName);
  fitness.needed_name(whole + ".sourceFramework", set.source_framework, kMaxKey);
  fitness.needed_name(whole + ".targetFramework", set.target_framework, kMaxKey);
  if (set.mappings.size() > kMaxMappings) {
    fitness.complain(whole, "has more than 100,000 mappings; split it into several sets");
  }
  for (std::size_t i = 0; i < set.mappings.size() && !fitness.complaint(); ++i) {
    const store::mappings::Mapping& mapping = set.mappings[i];
    const std::string path = whole + ".mappings[" + std::to_string(i) + ']';
    fitness.needed_name(path + ".source", mapping.source, kMaxKey);
    fitness.needed_name(path + ".target", mapping.target, kMaxKey);
    if (!known_relationship(mapping.relationship)) {
      fitness.complain(path + ".relationship", "must be equal, subset, superset or intersect");
    }
    const int strength = mapping.strength.value_or(0);
    if (strength < 0 || strength > kMaxStrength) {
      fitness.complain(path + ".strength", "must be from 0 to 100");
    }
    fitness.optional(path + ".rationale", mapping.rationale, kMaxText);
  }
  return fitness.complaint();
}

}  // namespace assay::packs
