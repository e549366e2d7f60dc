// SPDX-License-Identifier: Apache-2.0
// Defines the wire names of versions and mappings.
#include "db/store/render_packs.hpp"

#include "core/base/time.hpp"
#include "db/store/render.hpp"

namespace assay::store::render {
namespace {

// Text that a source may lack: null, never "".
Json or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json side(const mappings::Side& side) {
  return Json::object()
      .set("packId", side.pack ? Json(side.pack->value) : Json())
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

}  // namespace

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
      .set("baseVersionId", version.base ? Json(version.base->value) : Json())
      .set("shared", version.shared)
      .set("sourceKey", or_null(version.source_key))
      .set("contentHash", version.content_hash)
      .set("criteriaCount", version.criteria_count)
      .set("requirementCount", version.requirement_count)
      .set("createdAt", to_iso8601(version.created_at));
}

Json version_content(const packs::Version& version, const packs::NewVersion& content) {
  return render::version(version)
      .set("packId", version.pack.value)
      .set("changes", version.changes ? Json::parse(*version.changes).value_or(Json()) : Json())
      .set("criteria", list(content.criteria, full_criterion))
      .set("requirements", list(content.requirements, full_requirement));
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

}  // namespace assay::store::render
