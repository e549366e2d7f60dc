// SPDX-License-Identifier: Apache-2.0
// Checks roles and the cross-tenant rule.
#include "handlers/http/access.hpp"

#include <array>
#include <span>

#include "db/store/access/accounts.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers {
namespace {

constexpr std::string_view kTenantParameter = "tenantId";
// Kinds that occur in paths and filters. The name of the path part or parameter identifies the
// kind.
constexpr std::array kNamedInPaths{kDocument, kRun,     kOtherRun,     kAssessment,  kTask,
                                   kToken,    kUser,    kPack,         kPackVersion, kOtherVersion,
                                   kCorpus,   kExport,  kReproduction, kWebhook,     kDelivery,
                                   kEmail,    kErasure, kLegalHold,    kUpload};
constexpr std::array kNamedInFilters{
    kDocument, Kind{kDocument.name, kDocument.title, "parentDocumentId"}, kRun, kPack, kRequirement,
    kStarter};
// The kinds that kActorParameter may name, and those that kObjectParameter may name besides
// tenants.
constexpr std::array kActors{kUser, kToken};
constexpr std::array kObjects{kDocument,  kRun,        kTask,         kToken,   kUser,
                              kPack,      kAssessment, kVersion,      kCorpus,  kRequirement,
                              kIngestion, kExport,     kReproduction, kWebhook, kDelivery,
                              kEmail,     kErasure,    kLegalHold,    kUpload};

struct Owner {
  TenantId tenant;
  std::string_view kind;
};

std::optional<TenantId> owner_of(pg::Tx& tx, const Kind& kind, const std::string& id) {
  if (!is_uuid(id)) return std::nullopt;
  return store::tenants::owner_of(tx, kind.name, id);
}

// Precondition: the session may cross tenants.
TenantId named_tenant(const Context& context, const std::string& text) {
  const auto id = TenantId::parse(text);
  if (!id) throw Failure(not_found("Tenant", kTenantParameter, text));
  pg::Tx tx(context.services.connection, pg::Access::ReadOnly, *id);
  if (!store::tenants::find(tx, *id)) {
    throw Failure(not_found("Tenant", kTenantParameter, text));
  }
  return *id;
}

// The tenant that owns the thing a parameter names, whatever its kind. A tenant's own identifier
// names that tenant.
std::optional<Owner> owner_named_by(const Context& context, pg::Tx& tx,
                                    std::string_view parameter) {
  const auto id = text_of(context.query, parameter);
  if (!id || !is_uuid(*id)) return std::nullopt;
  const bool object = parameter == kObjectParameter;
  const std::span<const Kind> kinds =
      object ? std::span<const Kind>(kObjects) : std::span<const Kind>(kActors);
  for (const Kind& kind : kinds) {
    if (auto owner = owner_of(tx, kind, *id)) return Owner{*owner, kind.name};
  }
  if (!object) return std::nullopt;
  const TenantId tenant{*id};
  tx.act_for(tenant);
  const bool exists = store::tenants::find(tx, tenant).has_value();
  tx.act_for(context.tenant.value.empty() ? context.session.tenant : context.tenant);
  if (!exists) return std::nullopt;
  return Owner{tenant, "tenant"};
}

// The tenant that the request names by its identifier, in the query or the path.
std::optional<std::string> tenant_parameter(const Context& context) {
  if (auto named = context.query.get(kTenantParameter)) return named;
  const std::string* in_path = context.path.find(kTenantParameter);
  if (in_path == nullptr) return std::nullopt;
  return *in_path;
}

// The owner of the first thing that the path or a filter names; nullopt when none has an owner.
std::optional<TenantId> owner_of_named(const Context& context) {
  pg::Tx tx(context.services.connection, pg::Access::ReadOnly);
  for (const Kind& kind : kNamedInPaths) {
    const std::string* id = context.path.find(kind.id_name);
    auto owner = id == nullptr ? std::nullopt : owner_of(tx, kind, *id);
    if (owner) return owner;
  }
  for (const Kind& kind : kNamedInFilters) {
    const auto id = context.query.get(kind.id_name);
    auto owner = id ? owner_of(tx, kind, *id) : std::nullopt;
    if (owner) return owner;
  }
  for (const std::string_view parameter : {kObjectParameter, kActorParameter}) {
    if (const auto owner = owner_named_by(context, tx, parameter)) return owner->tenant;
  }
  return std::nullopt;
}

}  // namespace

CrossTenantDenied::CrossTenantDenied(const Config& config, std::string_view object_type,
                                     std::string_view parameter, const std::string& id)
    : Failure(ErrorCode::CrossTenantAccessDenied,
              std::string(cross_tenant_refusal(config.super_admin_mode)),
              Json::object().set(parameter, id)),
      object_type_(object_type),
      object_id_(id) {}

CrossTenantDenied::CrossTenantDenied(const Config& config)
    : Failure(ErrorCode::CrossTenantAccessDenied,
              std::string(cross_tenant_refusal(config.super_admin_mode))),
      object_type_("tenant"),
      object_id_("*") {}

bool may_cross(const Context& context) {
  return !context.session.token &&
         may_cross_tenants(context.services.config.super_admin_mode, context.session.role);
}

bool may_cross_tenants(bool super_admin_mode, Role role) {
  return super_admin_mode && role == Role::SuperAdmin;
}

std::string_view cross_tenant_refusal(bool super_admin_mode) {
  return super_admin_mode ? "Cross-tenant access is denied: the SUPER_ADMIN role is required"
                          : "Cross-tenant access is denied because SUPER_ADMIN_MODE is not enabled";
}

void require_role(const Session& session, Role least) {
  if (session.role >= least) return;
  throw Failure(ErrorCode::Forbidden, "Your role does not allow this",
                Json::object().set("requiredRole", to_text(least)));
}

void require_access(const Context& context, Role least) {
  require_role(context.session, least);
  if (least == Role::SuperAdmin && !may_cross(context)) {
    throw CrossTenantDenied(context.services.config);
  }
}

bool sees_all_tenants(const Session& session) {
  return session.role == Role::SuperAdmin;
}

void refuse_whatever_role(std::string message) {
  throw Failure(ErrorCode::Forbidden, std::move(message),
                Json::object().set("requiredRole", nullptr));
}

void require_person(const Session& session) {
  if (session.token) refuse_whatever_role("An API token may not do this: sign in");
}

void require_scope(const Session& session, bool scim) {
  if (session.scim == scim) return;
  refuse_whatever_role(scim ? "This needs a SCIM token, which an administrator creates"
                            : "A SCIM token is valid only for /api/scim/v2");
}

void require_own_account(const Context& context) {
  require_person(context.session);
  if (context.tenant != context.session.tenant) {
    throw Failure(invalid_field(kTenantParameter, "must be your own tenant here"));
  }
}

TenantId tenant_acted_on(const Context& context) {
  const auto named = tenant_parameter(context);
  if (named == context.session.tenant.value) return context.session.tenant;
  if (named && may_cross(context)) return named_tenant(context, *named);
  if (named) throw CrossTenantDenied(context.services.config, "tenant", kTenantParameter, *named);
  if (!may_cross(context)) return context.session.tenant;
  return owner_of_named(context).value_or(context.session.tenant);
}

void refuse_foreign(const Context& context, pg::Tx& tx, const Kind& kind, const std::string& id) {
  const auto owner = owner_of(tx, kind, id);
  if (owner && *owner != context.tenant && !may_cross(context)) {
    throw CrossTenantDenied(context.services.config, kind.name, kind.id_name, id);
  }
}

void refuse_foreign_named_by(const Context& context, pg::Tx& tx, std::string_view parameter) {
  if (may_cross(context)) return;
  const auto owner = owner_named_by(context, tx, parameter);
  if (!owner || owner->tenant == context.tenant) return;
  throw CrossTenantDenied(context.services.config, owner->kind, parameter,
                          text_of(context.query, parameter).value());
}

void throw_absent(const Context& context, pg::Tx& tx, const Kind& kind, const std::string& id) {
  // Finding the owner reads the rows of all tenants. If these are on several servers, a transaction
  // that has written to one of them may not do so.
  tx.roll_back();
  pg::Tx of_all(context.services.connection, pg::Access::ReadOnly);
  refuse_foreign(context, of_all, kind, id);
  throw Failure(not_found(kind.title, kind.id_name, id));
}

}  // namespace assay::handlers
