// SPDX-License-Identifier: Apache-2.0
// Who may do what: roles, the cross-tenant rule, and telling an absent thing from a foreign one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

// The things that a request names by identifier. id_name is the path part's and the details' name.
struct Kind {
  std::string_view name;     // as the database's tenant_of() knows it
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
inline constexpr Kind kStarter{"user", "User", "startedBy"};  // of a run
inline constexpr Kind kCorpus{"corpus", "Corpus", "corpusId"};
inline constexpr Kind kExport{"export", "Export", "exportId"};
inline constexpr Kind kReproduction{"reproduction", "Reproduction", "reproductionId"};
inline constexpr Kind kIngestion{"ingestion", "Ingestion", "ingestionId"};

// Parameters of the audit trail that name a thing of any kind, or an actor: a user or a token.
inline constexpr std::string_view kObjectParameter = "objectId";
inline constexpr std::string_view kActorParameter = "actor";

// 403 CROSS_TENANT_ACCESS_DENIED; dispatch records it in the trail of the session's tenant.
class CrossTenantDenied : public Failure {
 public:
  // object_type: a Kind's name or "tenant". parameter: what named it, "runId".
  CrossTenantDenied(const Config& config, std::string_view object_type, std::string_view parameter,
                    const std::string& id);
  // For a route over all tenants: none is named.
  explicit CrossTenantDenied(const Config& config);
  [[nodiscard]] const std::string& object_type() const noexcept { return object_type_; }
  [[nodiscard]] const std::string& object_id() const noexcept { return object_id_; }

 private:
  std::string object_type_;
  std::string object_id_;
};

// Whether a session of that role may reach into another tenant at all.
[[nodiscard]] bool may_cross_tenants(bool super_admin_mode, Role role);
// The same for a request. An API token acts in its own tenant alone, whatever its role.
[[nodiscard]] bool may_cross(const Context& context);
// Why not: what the 403 says. The setting comes first, whatever the role.
[[nodiscard]] std::string_view cross_tenant_refusal(bool super_admin_mode);

// Throws Failure FORBIDDEN {requiredRole}.
void require_role(const Session& session, Role least);
// The access rule of a route. A SUPER_ADMIN is no more than an ADMIN while SUPER_ADMIN_MODE is off:
// what only that role may do then ends with CrossTenantDenied.
void require_access(const Context& context, Role least);

// Whether the session may see figures summed over all tenants. They name no tenant, so the role is
// enough, whether or not SUPER_ADMIN_MODE lets it reach into other tenants.
[[nodiscard]] bool sees_all_tenants(const Session& session);

// 403 FORBIDDEN for what no role would allow: requiredRole is null.
[[noreturn]] void refuse_whatever_role(std::string message);
// For what opens or closes an account: throws FORBIDDEN for an API token. One that leaked must not
// become a lasting access that its deletion does not end.
void require_person(const Session& session);
// For what a person does to the own account: throws what require_person() throws, and
// VALIDATION_ERROR for a SUPER_ADMIN who names another tenant.
void require_own_account(const Context& context);

// The tenant that the request acts on: named by tenantId (in the query or the path), by a resource
// in the path or a filter, or the session's own. Throws CrossTenantDenied, and NOT_FOUND for a
// tenant that does not exist.
[[nodiscard]] TenantId tenant_acted_on(const Context& context);

// Ends a request whose resource is not in the tenant acted on: CrossTenantDenied when it is
// another's and the session may not cross, else NOT_FOUND.
[[noreturn]] void throw_absent(const Context& context, pg::Tx& tx, const Kind& kind,
                               const std::string& id);
// The same for an identifier that only filters: returns when the thing is the tenant's or nobody's.
void refuse_foreign(const Context& context, pg::Tx& tx, const Kind& kind, const std::string& id);
// The same for kObjectParameter or kActorParameter, where the request has it.
void refuse_foreign_named_by(const Context& context, pg::Tx& tx, std::string_view parameter);

// The identifier in the path; malformed is as good as absent.
template <class IdType>
[[nodiscard]] IdType path_id(const Context& context, const Kind& kind) {
  const std::string& text = context.path.get(kind.id_name);
  const auto id = IdType::parse(text);
  if (!id) throw Failure(not_found(kind.title, kind.id_name, text));
  return *id;
}

// The record looked up, or the end of the request.
template <class T>
[[nodiscard]] T found(std::optional<T> record, const Context& context, pg::Tx& tx, const Kind& kind,
                      const std::string& id) {
  if (!record) throw_absent(context, tx, kind, id);
  return std::move(*record);
}

}  // namespace assay::handlers
