// SPDX-License-Identifier: Apache-2.0
// assayctl tenant erase: removes a tenant with all its records, and keeps a signed statement of
// where its trail ended.
#include <chrono>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/blob/blob_store.hpp"
#include "core/crypto/ed25519.hpp"
#include "db/pg/database_clock.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/audit/checkpoints.hpp"
#include "db/store/audit/erased_tenants.hpp"
#include "db/store/evidence/retention.hpp"
#include "db/wire/render.hpp"
#include "db/wire/render_admin.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

namespace fs = std::filesystem;
namespace trail = store::audit;

// How often a checkpoint is made again because the trail moved on after it.
constexpr int kErasureTries = 5;
constexpr int kShownHolds = 20;

const std::string& audit_key(const Config& config) {
  if (config.audit_key_file.empty()) {
    throw Failure(invalid_field("ASSAY_AUDIT_KEY_FILE", "names no file"));
  }
  return config.audit_key_file;
}

void require_unheld(pg::Tx& tx, const TenantId& tenant) {
  const auto holds =
      store::legal_holds::list(tx, tenant, {false, std::nullopt}, {.limit = kShownHolds}).rows;
  if (holds.empty()) return;
  throw Failure(
      ErrorCode::Conflict, "A legal hold forbids this: " + holds.front().reason,
      Json::object().set("legalHolds", store::render::list(holds, store::render::legal_hold)));
}

// Writes the last entry of the tenant's trail. False if the tenant was erased already.
bool record_erasure(pg::Connection& connection, const TenantId& tenant,
                    const std::string& confirmed) {
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  const auto found = store::tenants::find(tx, tenant);
  if (!found && trail::erased_line(tx, tenant)) return false;
  if (!found) throw Failure(not_found("Tenant", "tenantId", tenant.value));
  if (found->name != confirmed) {
    throw Failure(invalid_field("--confirm", "is not the name of this tenant"));
  }
  require_unheld(tx, tenant);
  audit(tx, tenant, "tenant.erase", "tenant", tenant.value,
        Json::object().set("name", found->name));
  tx.commit();
  return true;
}

struct Erased {
  Json rows;                       // how many went, by table
  std::vector<std::string> files;  // SHA-256 of what is to go from the store
};

// nullopt if something was added to the trail since the checkpoint.
std::optional<Erased> erase_after(pg::Connection& connection, const TenantId& tenant,
                                  const trail::Checkpoint& seen, const ed25519::KeyPair& keys) {
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  const auto head = trail::lock_tenant(tx, tenant);
  if (!head) throw Failure(not_found("Tenant", "tenantId", tenant.value));
  const auto same = [&](const trail::Head& one) {
    return one.tenant == tenant && one.sequence == head->sequence && one.hash == head->hash;
  };
  if (std::none_of(seen.heads.begin(), seen.heads.end(), same)) return std::nullopt;
  const std::string line = trail::sign_erased(*head, seen.number, pg::database_time(tx), keys);
  Erased erased;
  erased.files = store::tenant_data::stored_files(tx, tenant);
  const auto going = store::tenant_data::files_being_removed(tx, tenant);
  erased.files.insert(erased.files.end(), going.begin(), going.end());
  erased.rows = trail::erase_tenant(tx, tenant, line);
  tx.commit();
  return erased;
}

// What is left under the tenant's name goes too: copies, and files of uploads that came too late.
void remove_files(const Config& config, const TenantId& tenant,
                  const std::vector<std::string>& hashes) {
  const BlobStore blobs(config.blob_dir, config.object_store, BlobStore::Copies::None);
  for (const std::string& hash : hashes) {
    static_cast<void>(blobs.remove(tenant, hash, std::chrono::seconds::zero()));
  }
  fs::remove_all(fs::path(config.blob_dir) / tenant.value);
}

}  // namespace

int tenant_erase(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  const std::string& confirmed = arguments.required("--confirm");
  const ed25519::KeyPair keys = key_file::load_or_create(audit_key(config));
  pg::Connection connection = connect(config);
  std::optional<Erased> erased;
  if (!record_erasure(connection, tenant, confirmed)) {
    remove_files(config, tenant, {});  // an earlier call ended before it had
    print(Json::object().set("tenantId", tenant.value));
    return 0;
  }
  std::int64_t ended = 0;
  for (int tries = 0; !erased && tries < kErasureTries; ++tries) {
    const auto made = trail::write_checkpoint(connection, keys, config.checkpoint_file, {});
    if (!made) throw std::logic_error("no checkpoint was made");
    ended = made->number;
    erased = erase_after(connection, tenant, *made, keys);
  }
  if (!erased) {
    throw Failure(ErrorCode::Conflict,
                  "The tenant is in use: its trail keeps growing. Disable its users first.");
  }
  remove_files(config, tenant, erased->files);
  const auto after = trail::write_checkpoint(connection, keys, config.checkpoint_file, {});
  print(Json::object()
            .set("tenantId", tenant.value)
            .set("rows", erased->rows)
            .set("files", erased->files.size())
            .set("trailEndedIn", ended)
            .set("checkpoint", after ? Json(after->number) : Json()));
  return 0;
}

}  // namespace assay::ctl
