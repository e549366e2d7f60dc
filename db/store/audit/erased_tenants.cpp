// SPDX-License-Identifier: Apache-2.0
// The format of the statements, and the SQL of their table.
#include "db/store/audit/erased_tenants.hpp"

#include <algorithm>

#include "core/base/digest.hpp"

namespace assay::store::audit {
namespace {

using pg::Statement;

constexpr std::string_view kErasedType = "assay-erased-tenant-1";

constexpr Statement kLine{"erased_tenant_line", "SELECT line FROM erased_tenant WHERE id = $1"};

constexpr Statement kLockTenant{"erased_tenant_lock",
                                "SELECT id FROM tenant WHERE id = $1 FOR UPDATE"};

constexpr Statement kLockHead{"erased_tenant_lock_head", R"sql(
SELECT tenant_id, sequence, hash FROM audit_head WHERE tenant_id = $1 FOR UPDATE)sql"};

constexpr Statement kErase{"erased_tenant_erase", "SELECT erase_tenant($1, $2)::text AS counts"};

Error unsound(std::string issue) {
  return {ErrorCode::ValidationError, std::move(issue), {}};
}

}  // namespace

std::string sign_erased(const Head& head, std::int64_t checkpoint, Timestamp at,
                        const ed25519::KeyPair& keys) {
  const Json statement = Json::object()
                             .set("type", kErasedType)
                             .set("tenantId", head.tenant.value)
                             .set("sequence", head.sequence)
                             .set("hash", to_base64url(head.hash))
                             .set("checkpoint", checkpoint)
                             .set("at", to_iso8601(at))
                             .set("key", to_base64url(keys.public_key));
  return Json::object()
      .set("statement", statement)
      .set("signature", to_base64url(ed25519::sign(keys.private_key, statement.canonical())))
      .canonical();
}

Result<ErasedTenant> read_erased(const std::string& line) {
  const auto json = Json::parse(line);
  if (!json || !json->is_object() || json->canonical() != line) {
    return unsound("it is not canonical JSON");
  }
  const Json statement = json->get("statement");
  const auto tenant = TenantId::parse(statement.get("tenantId").as_string().value_or(""));
  const auto sequence = statement.get("sequence").as_integer();
  const auto hash = from_base64url(statement.get("hash").as_string().value_or(""));
  const auto key = from_base64url(statement.get("key").as_string().value_or(""));
  const auto checkpoint = statement.get("checkpoint").as_integer();
  if (!tenant || !sequence || !hash || hash->size() != 32 || !key || key->size() != 32 ||
      !checkpoint || statement.get("type").as_string() != kErasedType) {
    return unsound("its statement is not valid");
  }
  const auto signature = from_base64url(json->get("signature").as_string().value_or(""));
  if (!signature || !ed25519::verify(*key, statement.canonical(), *signature)) {
    return unsound("its signature does not match");
  }
  return ErasedTenant{Head{*tenant, *sequence, *hash}, *checkpoint,
                      statement.get("at").as_string().value_or(""), *key};
}

std::optional<std::string> erased_line(pg::Tx& tx, const TenantId& tenant) {
  return pg::first_of(tx.run(kLine, tenant), [](const pg::Row& row) { return row.text("line"); });
}

std::optional<Head> lock_tenant(pg::Tx& tx, const TenantId& tenant) {
  if (tx.run(kLockTenant, tenant).empty()) return std::nullopt;
  return pg::first_of(tx.run(kLockHead, tenant), [](const pg::Row& row) {
    return Head{row.id<TenantId>("tenant_id"), row.integer("sequence"), row.bytes("hash")};
  });
}

Json erase_tenant(pg::Tx& tx, const TenantId& tenant, const std::string& line) {
  return tx.run(kErase, tenant, line)[0].json("counts");
}

std::string fault_in_erasure(pg::Tx& tx, const TenantId& tenant, const std::vector<Witness>& seen,
                             const std::vector<std::string>& keys) {
  const auto line = erased_line(tx, tenant);
  if (!line) return "the tenant and its trail are gone, and no statement shows that it was erased";
  const auto erased = read_erased(*line);
  if (!erased) return "the statement of its erasure is broken: " + erased.error().message;
  if (!keys.empty() && std::find(keys.begin(), keys.end(), erased->key) == keys.end()) {
    return "the statement of its erasure is signed by a key that is not trusted";
  }
  const bool ended = std::any_of(seen.begin(), seen.end(), [&](const Witness& one) {
    return one.sequence == erased->head.sequence && one.hash == erased->head.hash;
  });
  const bool went_on = std::any_of(seen.begin(), seen.end(), [&](const Witness& one) {
    return one.sequence > erased->head.sequence;
  });
  if (erased->head.tenant != tenant || !ended || went_on) {
    return "its trail did not end where the statement of its erasure says";
  }
  return "";
}

}  // namespace assay::store::audit
