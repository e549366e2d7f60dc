// SPDX-License-Identifier: Apache-2.0
// Access control: roles, the cross-tenant rule, and how an absent thing differs from a foreign one.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "handlers/http/context.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers {

// The kinds of thing that a request names by identifier. id_name is the name of the path part and
// of the field in error details.
struct Kind {
  std::string_view name;     // as the database's tenant_of() names it
  std::string_view title;    // for people
  std::string_view id_name;  // "documentId"
};
inline constexpr Kind kDocument{"document", "Document", "documentId"};
inline constexpr Kind kRun{"run", "Run", "runId"};
// The second run of a comparison.
inline constexpr Kind kOtherRun{"run", "Run", "otherId"};
inline constexpr Kind kAssessment{"assessment", "Assessment", "assessmentId"};
inline constexpr Kind kTask{"task", "Task", "taskId"};
inline constexpr Kind kToken{"token", "Token", "tokenId"};
inline constexpr Kind kPack{"pack", "Pack", "packId"};
inline constexpr Kind kVersion{"criteria_version", "Criteria version", "criteriaVersionId"};
inline constexpr Kind kPackVersion{"criteria_version", "Version", "versionId"};
// The second version of a comparison.
inline constexpr Kind kOtherVersion{"criteria_version", "Version", "otherVersionId"};
inline constexpr Kind kRequirement{"requirement", "Requirement", "requirementId"};
inline constexpr Kind kUser{"user", "User", "userId"};
inline constexpr Kind kStarter{"user", "User", "startedBy"};    // of a run
inline constexpr Kind kUploader{"user", "User", "uploadedBy"};  // of a document
inline constexpr Kind kCorpus{"corpus", "Corpus", "corpusId"};
inline constexpr Kind kExport{"export", "Export", "exportId"};
inline constexpr Kind kReproduction{"reproduction", "Reproduction", "reproductionId"};
inline constexpr Kind kWebhook{"webhook", "Webhook", "webhookId"};
inline constexpr Kind kDelivery{"delivery", "Delivery", "deliveryId"};
inline constexpr Kind kEmail{"email", "E-mail", "emailId"};
inline constexpr Kind kErasure{"erasure", "Erasure", "erasureId"};
inline constexpr Kind kLegalHold{"legal_hold", "Legal hold", "legalHoldId"};
inline constexpr Kind kUpload{"upload", "Upload", "uploadId"};
inline constexpr Kind kIngestion{"ingestion", "Ingestion", "ingestionId"};

// Parameters of the audit trail. One names a thing of any kind, the other an actor (user or token).
inline constexpr std::string_view kObjectParameter = "objectId";
inline constexpr std::string_view kActorParameter = "actor";

// 403 CROSS_TENANT_ACCESS_DENIED; dispatch records it in the trail of the session's tenant.
class CrossTenantDenied : public Failure {
 public:
  // object_type: a Kind's name or "tenant". parameter: the one that named it, such as "runId".
  CrossTenantDenied(const Config& config, std::string_view object_type, std::string_view parameter,
                    const std::string& id);
  // For a route that covers all tenants and names none.
  explicit CrossTenantDenied(const Config& config);
  [[nodiscard]] const std::string& object_type() const noexcept { return object_type_; }
  [[nodiscard]] const std::string& object_id() const noexcept { return object_id_; }

 private:
  std::string object_type_;
  std::string object_id_;
};

// Whether a session with this role may act on another tenant at all.
[[nodiscard]] bool may_cross_tenants(bool super_admin_mode, Role role);
// The same for a request. An API token acts only in its own tenant, whatever its role.
[[nodiscard]] bool may_cross(const Context& context);
// The message of the 403. It names the setting when that is off, else the missing role.
[[nodiscard]] std::string_view cross_tenant_refusal(bool super_admin_mode);

// Throws Failure FORBIDDEN {requiredRole}.
void require_role(const Session& session, Role least);
// Enforces the access rule of a route. While SUPER_ADMIN_MODE is off, a SUPER_ADMIN has only an
// ADMIN's rights: a route for SUPER_ADMIN throws CrossTenantDenied.
void require_access(const Context& context, Role least);

// Whether the session may see figures summed over all tenants. They name no tenant, so the role is
// enough, even while SUPER_ADMIN_MODE is off.
[[nodiscard]] bool sees_all_tenants(const Session& session);

// Throws 403 FORBIDDEN for what no role allows: requiredRole is null.
[[noreturn]] void refuse_whatever_role(std::string message);
// For actions that open or close an account: throws FORBIDDEN for an API token. A leaked token must
// not gain access that outlasts its deletion.
void require_person(const Session& session);
// Throws FORBIDDEN for a SCIM token anywhere but on SCIM's routes, and there for any other session.
void require_scope(const Session& session, bool scim);
// For actions on one's own account: throws what require_person() throws, and VALIDATION_ERROR for a
// SUPER_ADMIN who names another tenant.
void require_own_account(const Context& context);

// The tenant that the request acts on: the one that tenantId names (in the query or the path), the
// owner of a resource in the path or a filter, or the session's own. Throws CrossTenantDenied, and
// NOT_FOUND for a tenant that does not exist.
[[nodiscard]] TenantId tenant_acted_on(const Context& context);

// Ends a request whose resource is not in the tenant acted on. Throws CrossTenantDenied if another
// tenant owns it and the session may not cross, else NOT_FOUND.
[[noreturn]] void throw_absent(const Context& context, pg::Tx& tx, const Kind& kind,
                               const std::string& id);
// The same check for an identifier that only filters: throws CrossTenantDenied or returns.
void refuse_foreign(const Context& context, pg::Tx& tx, const Kind& kind, const std::string& id);
// The same for kObjectParameter or kActorParameter, when the request has it.
void refuse_foreign_named_by(const Context& context, pg::Tx& tx, std::string_view parameter);

// The identifier in the path. Throws NOT_FOUND for a malformed one, as for an absent record.
template <class IdType>
[[nodiscard]] IdType path_id(const Context& context, const Kind& kind) {
  const std::string& text = context.path.get(kind.id_name);
  const auto id = IdType::parse(text);
  if (!id) throw Failure(not_found(kind.title, kind.id_name, text));
  return *id;
}

// Returns the record, or ends the request with throw_absent() when there is none.
template <class T>
[[nodiscard]] T found(std::optional<T> record, const Context& context, pg::Tx& tx, const Kind& kind,
                      const std::string& id) {
  if (!record) throw_absent(context, tx, kind, id);
  return std::move(*record);
}

// Parses identifiers in lists, where each may appear only once.

// name: of the field in errors. before: the identifiers of earlier items; this one is added. Throws
// NOT_FOUND for text that is not an identifier, and refuses a field that repeats one.
template <class IdType>
[[nodiscard]] IdType named_once(const Kind& kind, const std::string& name, const std::string& text,
                                std::set<IdType>& before) {
  const auto id = IdType::parse(text);
  if (!id) throw Failure(not_found(kind.title, name, text));
  if (!before.insert(*id).second) refuse_field(name, "is named twice");
  return *id;
}

}  // namespace assay::handlers
