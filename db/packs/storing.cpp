// SPDX-License-Identifier: Apache-2.0
// Stores imports and reports on them.
#include "db/packs/storing.hpp"

#include <algorithm>

#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"

namespace assay::packs {
namespace {

using store::mappings::StoredSet;
using store::packs::StoredVersion;

Error conflict(const NewVersion& version) {
  return {ErrorCode::Conflict,
          "Pack " + version.pack_name + " already has a version " + version.version +
              " with different content; give this one another name with ?version=",
          Json::object().set("packName", version.pack_name).set("version", version.version)};
}

Json id_of(const std::string& id, bool known) {
  return known ? Json(id) : Json();
}

Json render(const StoredVersion& stored, bool tentative) {
  const Json version = Json::object()
                           .set("criteriaVersionId",
                                id_of(stored.criteria_version.value, stored.existed || !tentative))
                           .set("version", stored.version)
                           .set("requirementCount", stored.requirement_count);
  return Json::object()
      .set("id", id_of(stored.pack.value, stored.pack_existed || !tentative))
      .set("name", stored.pack_name)
      .set("versions", Json::array().push(version));
}

Json render(const StoredSet& stored, const MappingSet& set, bool tentative) {
  return Json::object()
      .set("id", id_of(stored.id, stored.existed || !tentative))
      .set("name", stored.name)
      .set("source", Json::object().set("sourceKey", set.source_framework))
      .set("target", Json::object().set("sourceKey", set.target_framework))
      .set("mappingCount", stored.mapping_count);
}

Json render(const Import& import) {
  std::size_t criteria = 0;
  std::size_t requirements = 0;
  for (const NewVersion& version : import.packs) {
    criteria += version.criteria.size();
    requirements += version.requirements.size();
  }
  Json skipped = Json::array();
  for (const Skipped& item : import.report.skipped) {
    skipped.push(Json::object().set("path", item.path).set("reason", item.reason));
  }
  Json warnings = Json::array();
  for (const std::string& warning : import.report.warnings) warnings.push(warning);
  Json report = Json::object();
  report.set("criteria", criteria).set("requirements", requirements);
  if (!import.mapping_sets.empty()) {
    std::size_t mappings = 0;
    for (const MappingSet& set : import.mapping_sets) mappings += set.mappings.size();
    report.set("mappings", mappings);
  }
  return report.set("skipped", skipped).set("warnings", warnings);
}

void warn(const StoredVersion& stored, Report& report) {
  if (stored.pack_differs) {
    report.warnings.push_back("pack " + stored.pack_name +
                              " already exists: its description and copyright stay as they are");
  }
}

}  // namespace

bool Stored::anything_new() const {
  return std::any_of(packs.begin(), packs.end(), [](const auto& item) { return !item.existed; }) ||
         std::any_of(mapping_sets.begin(), mapping_sets.end(),
                     [](const auto& item) { return !item.existed; });
}

Result<Stored> store_import(pg::Tx& tx, const std::optional<TenantId>& owner, Import& import) {
  Stored stored;
  for (NewVersion& version : import.packs) {
    version.owner = owner;
    const auto kept = store::packs::add_version(tx, version);
    if (!kept) return conflict(version);
    warn(*kept, import.report);
    stored.packs.push_back(*kept);
  }
  for (const MappingSet& set : import.mapping_sets) {
    stored.mapping_sets.push_back(store::mappings::add_set(tx, owner, set));
  }
  return stored;
}

Json detail_of(const StoredVersion& version) {
  return Json::object()
      .set("packId", version.pack.value)
      .set("packName", version.pack_name)
      .set("version", version.version);
}

Json detail_of(const StoredSet& set) {
  return Json::object().set("name", set.name).set("mappingCount", set.mapping_count);
}

Json bind(pg::Tx& tx, const TenantId& tenant, const StoredVersion& version) {
  const auto rendered = [&] {
    const auto binding = store::bindings::find(tx, tenant, version.pack);
    return binding ? store::render::binding(*binding) : Json();
  };
  const Json before = rendered();
  store::bindings::bind(tx, tenant, version.pack, version.criteria_version);
  return store::render::changed_binding(before, rendered());
}

Json import_answer(const Import& import, const Stored& stored, bool tentative) {
  Json answer = Json::object();
  Json packs = Json::array();
  for (const StoredVersion& item : stored.packs) packs.push(render(item, tentative));
  if (packs.size() == 1) answer.set("pack", packs.at(0));
  if (packs.size() > 1) answer.set("packs", packs);
  if (!stored.mapping_sets.empty()) {
    Json sets = Json::array();
    for (std::size_t i = 0; i < stored.mapping_sets.size(); ++i) {
      sets.push(render(stored.mapping_sets[i], import.mapping_sets.at(i), tentative));
    }
    answer.set("mappingSets", sets);
  }
  return answer.set("report", render(import));
}

}  // namespace assay::packs
