// SPDX-License-Identifier: Apache-2.0
// assayctl pack: imports, lists and exports packs.
#include <iostream>

#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"
#include "core/packs/import_file.hpp"
#include "db/packs/storing.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

constexpr int kMaxVersions = 1000;  // of a pack, as listed

std::optional<TenantId> tenant_if_given(const Arguments& arguments) {
  if (!arguments.flag("--tenant")) return std::nullopt;
  return tenant_option(arguments);
}

// A transaction for the tenant, if one is given; it must exist.
pg::Tx begin(pg::Connection& connection, pg::Access access, const std::optional<TenantId>& tenant) {
  if (!tenant) return {connection, access};
  pg::Tx check(connection, pg::Access::ReadOnly, *tenant);
  require_tenant(check, *tenant);
  check.commit();
  return {connection, access, *tenant};
}

// Records in the tenant's trail, or for a shared pack in every tenant's.
void record(pg::Tx& tx, const std::optional<TenantId>& tenant, const packs::Stored& stored) {
  const auto note = [&](const std::string& type, const std::string& id, const Json& detail) {
    if (tenant) return audit(tx, *tenant, "pack.import", type, id, detail);
    audit_everywhere(tx, "pack.import", type, id, detail);
  };
  for (const auto& version : stored.packs) {
    if (version.existed) continue;
    note("criteria_version", version.criteria_version.value, packs::detail_of(version));
  }
  for (const auto& set : stored.mapping_sets) {
    if (!set.existed) note("mapping_set", set.id, packs::detail_of(set));
  }
}

void bind_all(pg::Tx& tx, const TenantId& tenant, const packs::Stored& stored) {
  for (const auto& version : stored.packs) {
    const Json changes = packs::bind(tx, tenant, version);
    audit(tx, tenant, "binding.put", "pack", version.pack.value, changes);
  }
}

store::packs::Pack find_pack(pg::Tx& tx, const std::optional<TenantId>& tenant,
                             const Arguments& arguments) {
  const std::string& text = arguments.required("--pack");
  const auto id = PackId::parse(text);
  auto pack = id ? store::packs::find_pack(tx, tenant, *id) : std::nullopt;
  if (!pack) throw Failure(not_found("Pack", "packId", text));
  return std::move(*pack);
}

store::packs::Version find_version(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                   const PackId& pack, const Arguments& arguments) {
  const auto named = arguments.optional("--version");
  const auto id =
      named ? CriteriaVersionId::parse(*named) : store::packs::newest_version(tx, tenant, pack);
  auto version = id ? store::packs::find_version(tx, tenant, pack, *id) : std::nullopt;
  if (!version) throw Failure(not_found("Version", "versionId", named.value_or("")));
  return std::move(*version);
}

}  // namespace

int pack_import(const Config& config, const Arguments& arguments) {
  const auto tenant = tenant_if_given(arguments);
  const bool bind = arguments.flag("--bind");
  if (bind && !tenant) throw Failure(invalid_field("--bind", "needs --tenant"));
  const Extractor extractor(config.extract_binary,
                            {config.extract_timeout, config.extract_memory_bytes});
  const std::string& name = arguments.file();
  const FileDescriptor file = open_for_reading(name == "-" ? "/dev/stdin" : name);
  auto import = packs::import_file(
      file.get(), name, {arguments.optional("--name"), arguments.optional("--version")}, extractor);
  if (!import) throw Failure(import.error());
  pg::Connection connection = connect(config);
  pg::Tx tx = begin(connection, pg::Access::ReadWrite, tenant);
  const auto stored = packs::store_import(tx, tenant, *import);
  if (!stored) throw Failure(stored.error());
  const bool dry_run = arguments.flag("--dry-run");
  if (!dry_run) {
    record(tx, tenant, *stored);
    if (bind) bind_all(tx, *tenant, *stored);
    tx.commit();
  }
  print(packs::import_answer(*import, *stored, dry_run));
  return 0;
}

int pack_list(const Config& config, const Arguments& arguments) {
  const auto tenant = tenant_if_given(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx = begin(connection, pg::Access::ReadOnly, tenant);
  Json packs = Json::array();
  for (const auto& pack : store::packs::packs(tx, tenant)) {
    const auto versions = store::packs::versions(tx, tenant, pack.id, {.limit = kMaxVersions}).rows;
    packs.push(Json::object()
                   .set("id", pack.id.value)
                   .set("name", pack.name)
                   .set("shared", pack.shared)
                   .set("versions", store::render::list(versions, store::render::version)));
  }
  print(Json::object().set("packs", packs));
  return 0;
}

int pack_export(const Config& config, const Arguments& arguments) {
  const auto tenant = tenant_if_given(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx = begin(connection, pg::Access::ReadWrite, tenant);
  const auto pack = find_pack(tx, tenant, arguments);
  const auto version = find_version(tx, tenant, pack.id, arguments);
  const std::string text = packs::export_native(store::packs::content_of(tx, pack, version));
  if (tenant) {
    audit(tx, *tenant, "pack.export", "criteria_version", version.id.value,
          Json::object().set("packName", pack.name).set("version", version.version));
  }
  tx.commit();
  std::cout << text;
  return 0;
}

}  // namespace assay::ctl
