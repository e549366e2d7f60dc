// SPDX-License-Identifier: Apache-2.0
// Wire names of packs, versions, bindings, mappings, glossaries and calibrations.
#include "db/store/packs/expansions.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"

namespace assay::store::render {
namespace {

// Text that a source may lack: null, never "".
Json or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json side(const mappings::Side& side) {
  return Json::object()
      .set("packId", id(side.pack))
      .set("name", side.pack_name)
      .set("sourceKey", side.source_key);
}

Json end(const std::optional<std::string>& label, const std::string& source_key) {
  return Json::object().set("requirementId", label).set("sourceKey", source_key);
}

Json entry(const mappings::Entry& entry) {
  return Json::object()
      .set("source", end(entry.source_requirement, entry.mapping.source))
      .set("target", end(entry.target_requirement, entry.mapping.target))
      .set("relationship", entry.mapping.relationship)
      .set("strength", entry.mapping.strength)
      .set("rationale", or_null(entry.mapping.rationale));
}

Json curve(const calibrations::Curve& curve) {
  return Json::object().set("slope", curve.slope).set("intercept", curve.intercept);
}

}  // namespace

Json bound_pack(const bindings::Binding& binding) {
  return Json::object()
      .set("id", binding.pack.value)
      .set("name", binding.name)
      .set("description", binding.description)
      .set("version", binding.version)
      .set("criteriaVersionId", binding.criteria_version.value)
      .set("requirementCount", binding.requirement_count)
      .set("thresholds", thresholds(binding.threshold_complete, binding.threshold_partial));
}

Json binding(const bindings::Binding& binding) {
  return Json::object()
      .set("packId", binding.pack.value)
      .set("packName", binding.name)
      .set("criteriaVersionId", binding.criteria_version.value)
      .set("version", binding.version)
      .set("requirementCount", binding.requirement_count)
      .set("thresholds", thresholds(binding.threshold_complete, binding.threshold_partial))
      .set("evaluator", binding.evaluator)
      .set("createdAt", at(binding.created_at))
      .set("updatedAt", at(binding.updated_at));
}

Json changed_binding(const Json& before, const Json& after) {
  return changed(before, after, {"criteriaVersionId", "version", "thresholds", "evaluator"});
}

Json criterion(const packs::Criterion& criterion) {
  return Json::object()
      .set("criterionId", criterion.criterion_id)
      .set("criterionTitle", criterion.title)
      .set("criterionDescription", criterion.description);
}

Json requirement(const packs::Requirement& requirement) {
  return Json::object()
      .set("id", requirement.id.value)
      .set("requirementId", requirement.requirement_id)
      .set("criterionId", requirement.criterion_id)
      .set("criterionTitle", requirement.criterion_title)
      .set("title", requirement.title)
      .set("subcheckLabel", requirement.subcheck_label);
}

Json frozen_requirement(const packs::Requirement& requirement) {
  Json json = render::requirement(requirement);
  json.set("expectedEvidence",
           list(requirement.expected_evidence, [](const std::string& text) { return Json(text); }));
  return json;
}

Json full_criterion(const packs::Criterion& criterion) {
  return render::criterion(criterion).set("label", or_null(criterion.label));
}

Json full_requirement(const packs::Requirement& requirement) {
  return frozen_requirement(requirement)
      .set("guidance", or_null(requirement.guidance))
      .set("sourceKey", or_null(requirement.source_key));
}

Json version(const packs::Version& version) {
  return Json::object()
      .set("criteriaVersionId", version.id.value)
      .set("version", version.version)
      .set("baseVersionId", id(version.base))
      .set("shared", version.shared)
      .set("sourceKey", or_null(version.source_key))
      .set("contentHash", version.content_hash)
      .set("criteriaCount", version.criteria_count)
      .set("requirementCount", version.requirement_count)
      .set("createdAt", at(version.created_at));
}

Json version_content(const packs::Version& version, const packs::NewVersion& content,
                     const std::map<RequirementRecordId, expansions::Expansion>& expansions) {
  const auto with_expansion = [&expansions](const packs::Requirement& requirement) {
    Json json = full_requirement(requirement);
    const auto found = expansions.find(requirement.id);
    if (found != expansions.end()) json.set("expansion", expansion(found->second));
    return json;
  };
  return render::version(version)
      .set("packId", version.pack.value)
      .set("changes", version.changes ? Json::parse(*version.changes).value_or(Json()) : Json())
      .set("criteria", list(content.criteria, full_criterion))
      .set("requirements", list(content.requirements, with_expansion));
}

Json mapping_set(const mappings::Set& set) {
  return Json::object()
      .set("id", set.id)
      .set("name", set.name)
      .set("sourceKey", set.source_key)
      .set("source", side(set.source))
      .set("target", side(set.target))
      .set("mappingCount", set.mapping_count)
      .set("entries", list(set.entries, entry));
}

Json expansion(const expansions::Expansion& expansion) {
  return Json::object()
      .set("phrases", expansions::phrases_json(expansion.phrases))
      .set("model", expansion.model)
      .set("promptVersion", expansion.prompt_version)
      .set("createdAt", at(expansion.created_at));
}

Json pinned_expansion(const expansions::Expansion& expansion) {
  return render::expansion(expansion).set("requirementRecordId", expansion.requirement.value);
}

Json glossary(const glossaries::Glossary& glossary) {
  return Json::object()
      .set("entries", glossaries::entries_json(glossary.entries))
      .set("version", glossary.version)
      .set("sha256", glossary.sha256)
      .set("updatedAt", at(glossary.created_at))
      .set("updatedBy", id(glossary.created_by));
}

Json calibration(const calibrations::Calibration& calibration) {
  Json held = Json::object();
  held.set("total", calibration.decision_count());
  for (const auto& [status, count] : calibration.decisions) held.set(to_text(status), count);
  return Json::object()
      .set("id", calibration.id.value)
      .set("version", calibration.version)
      .set("evaluatorVersion", calibration.evaluator_version)
      .set("confidence", curve(calibration.confidence))
      .set("supported", curve(calibration.supported))
      .set("decisions", held)
      .set("measured", calibration.measured)
      .set("forced", calibration.forced)
      .set("fittedAt", at(calibration.fitted_at));
}

}  // namespace assay::store::render
