// SPDX-License-Identifier: Apache-2.0
// assayctl audit: checkpoints, full verification of the trail and its signatures, export.
#include <filesystem>
#include <iostream>
#include <thread>

#include "core/base/error.hpp"
#include "core/crypto/ed25519.hpp"
#include "db/store/audit/checkpoints.hpp"
#include "db/store/audit/erased_tenants.hpp"
#include "db/store/audit/host_keys.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "db/wire/render.hpp"
#include "db/wire/whole_trail.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

namespace trail = store::audit;

const std::string& key_path(const Config& config) {
  if (config.audit_key_file.empty()) {
    throw Failure(invalid_field("ASSAY_AUDIT_KEY_FILE", "names no file"));
  }
  return config.audit_key_file;
}

// The trusted keys come from outside the database: from the named file, or from the file next to
// the installation's own key.
trail::CheckWish wish_of(const Config& config, const Arguments& arguments) {
  trail::CheckWish wish;
  if (arguments.flag("--tenant")) wish.tenant = tenant_option(arguments);
  const auto keys = arguments.optional("--public-key");
  wish.keys = key_file::read_public_keys(keys ? *keys : key_path(config) + ".pub");
  if (const auto file = arguments.optional("--checkpoints")) {
    wish.file = *file;
  } else if (std::filesystem::exists(config.checkpoint_file)) {
    wish.file = config.checkpoint_file;
  }
  wish.copy = arguments.optional("--against").value_or("");
  return wish;
}

// The findings on everything, as of one moment.
struct Findings {
  trail::Checked checkpoints;
  std::int64_t tenants = 0;
  std::int64_t erased = 0;  // tenants that were erased, as proved
  std::int64_t entries = 0;
  Json broken = Json::array();  // one for each tenant with a broken chain
};

void look_at(pg::Tx& tx, const TenantId& tenant, Findings& findings) {
  tx.act_for(tenant);
  const auto& seen = findings.checkpoints.witnesses[tenant];
  const trail::ChainVerdict verdict = trail::verify_trail(tx, tenant, seen);
  ++findings.tenants;
  findings.entries += verdict.entries;
  if (!verdict.first_broken) return;
  Json broken = store::render::audit_break(*verdict.first_broken);
  findings.broken.push(broken.set("tenantId", tenant.value));
}

// A tenant that checkpoints have seen and that was erased.
void look_at_erased(pg::Tx& tx, const TenantId& tenant, const trail::CheckWish& wish,
                    Findings& findings) {
  const auto& seen = findings.checkpoints.witnesses[tenant];
  const std::string fault = trail::fault_in_erasure(tx, tenant, seen, wish.keys);
  if (fault.empty()) {
    ++findings.erased;
    return;
  }
  Json broken = store::render::audit_break({0, std::nullopt, fault});
  findings.broken.push(broken.set("tenantId", tenant.value));
}

Findings look(pg::Connection& connection, const trail::CheckWish& wish) {
  pg::Tx tx(connection, pg::Access::Snapshot);
  Findings findings;
  findings.checkpoints = trail::check_checkpoints(tx, wish);
  std::vector<TenantId> tenants = trail::tenants_with_trail(tx);
  if (wish.tenant) tenants = {*wish.tenant};
  std::vector<TenantId> gone;  // in checkpoints, but no longer in the database
  for (const auto& [tenant, seen] : findings.checkpoints.witnesses) {
    if (std::find(tenants.begin(), tenants.end(), tenant) == tenants.end()) {
      gone.push_back(tenant);
    }
  }
  for (const TenantId& tenant : gone) {
    if (trail::erased_line(tx, tenant)) {
      look_at_erased(tx, tenant, wish, findings);
    } else {
      look_at(tx, tenant, findings);
    }
  }
  for (const TenantId& tenant : tenants) look_at(tx, tenant, findings);
  tx.commit();
  return findings;
}

// A checkpoint made between reading the table and reading the file looks like a difference, so the
// check runs again after one.
Findings look_twice(pg::Connection& connection, const trail::CheckWish& wish) {
  Findings findings = look(connection, wish);
  if (!findings.checkpoints.first_broken) return findings;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  return look(connection, wish);
}

Json render(const Findings& findings, const trail::CheckWish& wish) {
  Json checkpoints = Json::object();
  checkpoints.set("checked", findings.checkpoints.checkpoints)
      .set("file", wish.file.empty() ? Json() : Json(wish.file))
      .set("against", wish.copy.empty() ? Json() : Json(wish.copy));
  // Only a warning: it may be right for a new installation. The operator knows.
  const bool unproven = findings.entries > 0 && findings.checkpoints.checkpoints == 0;
  checkpoints.set("warning", unproven
                                 ? Json("No checkpoint has seen any of these entries. If any were "
                                        "made before, they are gone: verify --against a copy")
                                 : Json());
  const auto& broken = findings.checkpoints.first_broken;
  checkpoints.set("firstBroken", broken ? Json::object()
                                              .set("where", broken->where)
                                              .set("number", broken->number)
                                              .set("reason", broken->reason)
                                        : Json());
  return Json::object()
      .set("verified", !broken && findings.broken.size() == 0)
      .set("tenants", findings.tenants)
      .set("erasedTenants", findings.erased)
      .set("entries", findings.entries)
      .set("checkpoints", checkpoints)
      .set("firstBroken", findings.broken);
}

}  // namespace

int audit_init(const Config& config, const Arguments& /*arguments*/) {
  const ed25519::KeyPair keys = key_file::load_or_create(key_path(config));
  print(Json::object()
            .set("keyFile", config.audit_key_file)
            .set("publicKeyFile", config.audit_key_file + ".pub")
            .set("publicKey", key_file::public_pem(keys.public_key)));
  return 0;
}

int audit_checkpoint(const Config& config, const Arguments& arguments) {
  const ed25519::KeyPair keys = key_file::load_or_create(key_path(config));
  pg::Connection connection = connect(config);
  const auto signer = arguments.flag("--new-key") ? trail::Signer::New : trail::Signer::AsBefore;
  const auto made =
      trail::write_checkpoint(connection, keys, config.checkpoint_file, trail::Due{}, signer);
  if (!made) throw std::logic_error("no checkpoint was made");
  if (signer == trail::Signer::New) {
    pg::Tx tx(connection, pg::Access::ReadWrite);
    static_cast<void>(store::host_keys::adopt(tx, {"audit", config.audit_key_file}));
    tx.commit();
  }
  print(made->statement);
  return 0;
}

int audit_verify(const Config& config, const Arguments& arguments) {
  const trail::CheckWish wish = wish_of(config, arguments);
  pg::Connection connection = connect(config);
  const Json verdict = render(look_twice(connection, wish), wish);
  print(verdict);
  return verdict.get("verified").as_bool().value_or(false) ? 0 : 1;
}

int audit_export(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  std::optional<trail::Head> head;
  {
    pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
    require_tenant(tx, tenant);
    head = trail::head(tx, tenant);
    if (!head) throw Failure(ErrorCode::Conflict, "the head of the tenant's trail is missing");
    ctl::audit(tx, tenant, "audit.export", "tenant", tenant.value);
    tx.commit();
  }
  trail::Export lines(connection, tenant, {}, *head);
  for (bool more = true; more;) {
    std::string piece;
    more = lines.next(piece);
    std::cout << piece;
  }
  return std::cout.flush() ? 0 : 1;
}

}  // namespace assay::ctl
