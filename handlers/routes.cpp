// SPDX-License-Identifier: Apache-2.0
// The rows of the route table. When two patterns match a path, the one with fewer parameters wins.
#include "handlers/routes.hpp"

#include <array>

#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace {

constexpr AccessRule kViewer = Role::Viewer;
constexpr AccessRule kMember = Role::Member;
constexpr AccessRule kAdmin = Role::Admin;
constexpr AccessRule kSuperAdmin = Role::SuperAdmin;  // and SUPER_ADMIN_MODE

// clang-format off
constexpr std::array kRoutes{
    Route{"GET",    "/api/health/live",                      kPublic, health_live},
    Route{"GET",    "/api/health/ready",                     kPublic, health_ready},
    Route{"GET",    "/api/openapi.json",                     kPublic, openapi},

    Route{"POST",   "/api/auth/login",                       kPublic, auth_login},
    Route{"POST",   "/api/auth/refresh",                     kPublic, auth_refresh},
    Route{"POST",   "/api/auth/logout",                      kPublic, auth_logout},
    Route{"GET",    "/api/auth/config",                      kPublic, auth_config},
    Route{"GET",    "/api/auth/oidc/start",                  kPublic, auth_oidc_start, "returnTo"},
    Route{"GET",    "/api/auth/oidc/callback",               kPublic, auth_oidc_callback, "code state error iss", "", true},
    Route{"GET",    "/api/auth/me",                          kViewer, auth_me},
    Route{"POST",   "/api/auth/password",                    kViewer, auth_password},

    Route{"GET",    "/api/me/notifications",                 kViewer, notifications_get},
    Route{"PUT",    "/api/me/notifications",                 kViewer, notifications_put},

    Route{"GET",    "/api/tokens",                           kViewer, tokens_list, "sort cursor limit"},
    Route{"POST",   "/api/tokens",                           kViewer, tokens_create},
    Route{"DELETE", "/api/tokens/{tokenId}",                 kViewer, tokens_delete},

    Route{"GET",    "/api/scim/v2/ServiceProviderConfig",    kAdmin,  scim_config, "", "", true, true},
    Route{"GET",    "/api/scim/v2/ResourceTypes",            kAdmin,  scim_resource_types_list, "", "", true, true},
    Route{"GET",    "/api/scim/v2/ResourceTypes/{name}",     kAdmin,  scim_resource_types_get, "", "", true, true},
    Route{"GET",    "/api/scim/v2/Schemas",                  kAdmin,  scim_schemas_list, "", "", true, true},
    Route{"GET",    "/api/scim/v2/Schemas/{name}",           kAdmin,  scim_schemas_get, "", "", true, true},
    Route{"GET",    "/api/scim/v2/Users",                    kAdmin,  scim_users_list, "filter startIndex count attributes excludedAttributes", "", true, true},
    Route{"POST",   "/api/scim/v2/Users",                    kAdmin,  scim_users_create, "attributes excludedAttributes", "{meta.location}", true, true},
    Route{"GET",    "/api/scim/v2/Users/{userId}",           kAdmin,  scim_users_get, "attributes excludedAttributes", "", true, true},
    Route{"PUT",    "/api/scim/v2/Users/{userId}",           kAdmin,  scim_users_put, "attributes excludedAttributes", "", true, true},
    Route{"PATCH",  "/api/scim/v2/Users/{userId}",           kAdmin,  scim_users_patch, "attributes excludedAttributes", "", true, true},
    Route{"DELETE", "/api/scim/v2/Users/{userId}",           kAdmin,  scim_users_delete, "", "", true, true},
    Route{"GET",    "/api/scim/v2/Groups",                   kAdmin,  scim_groups_list, "filter startIndex count attributes excludedAttributes", "", true, true},
    Route{"POST",   "/api/scim/v2/Groups",                   kAdmin,  scim_groups_create, "", "", true, true},
    Route{"GET",    "/api/scim/v2/Groups/{groupId}",         kAdmin,  scim_groups_get, "attributes excludedAttributes", "", true, true},
    Route{"PUT",    "/api/scim/v2/Groups/{groupId}",         kAdmin,  scim_groups_put, "attributes excludedAttributes", "", true, true},
    Route{"PATCH",  "/api/scim/v2/Groups/{groupId}",         kAdmin,  scim_groups_patch, "", "", true, true},

    Route{"POST",   "/api/documents/upload",                 kMember, documents_upload, "", "/api/documents/{document.id}"},
    Route{"POST",   "/api/documents/bulk-upload",            kMember, documents_bulk_upload},
    Route{"OPTIONS", "/api/documents/uploads",               kPublic, uploads_options},
    Route{"POST",   "/api/documents/uploads",                kMember, uploads_create, "", "/api/documents/uploads/{upload.id}"},
    Route{"GET",    "/api/documents/uploads/{uploadId}",     kMember, uploads_get},
    Route{"PATCH",  "/api/documents/uploads/{uploadId}",     kMember, uploads_append},
    Route{"DELETE", "/api/documents/uploads/{uploadId}",     kMember, uploads_delete},
    Route{"POST",   "/api/documents/reread",                 kAdmin,  documents_reread_many, "dryRun"},
    Route{"POST",   "/api/documents/bulk-delete",            kMember, documents_bulk_delete},
    Route{"GET",    "/api/documents",                        kViewer, documents_list, "status fileType q parentDocumentId uploadedBy from to cited reading topLevel sort cursor limit"},
    Route{"GET",    "/api/deletion-preview",                 kViewer, deletion_preview, "documentIds"},
    Route{"GET",    "/api/documents/{documentId}",           kViewer, documents_get},
    Route{"DELETE", "/api/documents/{documentId}",           kMember, documents_delete},
    Route{"GET",    "/api/documents/{documentId}/status",    kViewer, documents_status},
    Route{"GET",    "/api/documents/{documentId}/content",   kViewer, documents_content},
    Route{"GET",    "/api/documents/{documentId}/pages/{pageNumber}", kViewer, documents_page},
    Route{"GET",    "/api/documents/{documentId}/pages/{pageNumber}/words", kViewer, documents_page_words},
    Route{"GET",    "/api/documents/{documentId}/pages/{pageNumber}/image", kViewer, documents_page_image},
    Route{"GET",    "/api/documents/{documentId}/chunks",    kViewer, documents_chunks, "sort cursor limit"},
    Route{"GET",    "/api/documents/{documentId}/chunks/{chunkId}", kViewer, documents_chunk},
    Route{"GET",    "/api/documents/{documentId}/citations", kViewer, documents_citations, "sort cursor limit"},
    Route{"POST",   "/api/documents/{documentId}/retry",     kMember, documents_retry},
    Route{"POST",   "/api/documents/{documentId}/reread",    kAdmin,  documents_reread},

    Route{"POST",   "/api/documents/{documentId}/erasure",   kAdmin,  documents_erase, "", "/api/admin/erasures/{erasure.id}"},
    Route{"GET",    "/api/admin/erasures",                   kAdmin,  erasures_list, "status documentId sort cursor limit"},
    Route{"GET",    "/api/admin/erasures/{erasureId}",       kAdmin,  erasures_get},
    Route{"POST",   "/api/admin/erasures/{erasureId}/retry", kAdmin,  erasures_retry},
    Route{"GET",    "/api/admin/legal-holds",                kAdmin,  legal_holds_list, "released documentId sort cursor limit"},
    Route{"POST",   "/api/admin/legal-holds",                kAdmin,  legal_holds_create, "", "/api/admin/legal-holds/{legalHold.id}"},
    Route{"GET",    "/api/admin/legal-holds/{legalHoldId}",  kAdmin,  legal_holds_get},
    Route{"POST",   "/api/admin/legal-holds/{legalHoldId}/release", kAdmin, legal_holds_release},
    Route{"GET",    "/api/admin/retention",                  kAdmin,  admin_retention_get},
    Route{"PUT",    "/api/admin/retention",                  kAdmin,  admin_retention_put},

    Route{"GET",    "/api/overview",                         kViewer, overview_get},
    Route{"GET",    "/api/coverage",                         kViewer, coverage_get, "packId detail"},
    Route{"GET",    "/api/people",                           kViewer, people_list, "q who sort cursor limit"},

    Route{"GET",    "/api/search",                           kViewer, search, "q limit"},

    Route{"GET",    "/api/packs",                            kViewer, packs_list, "sort cursor limit"},
    Route{"GET",    "/api/packs/{packId}/mappings",          kViewer, pack_mappings, "cursor limit"},
    Route{"GET",    "/api/criteria",                         kViewer, criteria_list, "packId detail sort cursor limit"},
    Route{"GET",    "/api/requirements",                     kViewer, requirements_list, "packId criterionId detail sort cursor limit"},

    Route{"POST",   "/api/runs",                             kMember, runs_start, "", "/api/runs/{run.id}"},
    Route{"GET",    "/api/runs",                             kViewer, runs_list, "status packId startedBy from to sort cursor limit"},
    Route{"GET",    "/api/runs/estimate",                    kViewer, runs_estimate, "packId"},
    Route{"GET",    "/api/runs/{runId}",                     kViewer, runs_get},
    Route{"GET",    "/api/runs/{runId}/steps",               kViewer, runs_steps, "sort cursor limit"},
    Route{"GET",    "/api/runs/{runId}/assessments",         kViewer, runs_assessments, "status criterionId brief sort cursor limit"},
    Route{"GET",    "/api/runs/{runId}/compare/{otherId}",   kViewer, runs_compare},
    Route{"GET",    "/api/runs/{runId}/what-if",             kViewer, runs_what_if, "complete partial"},
    Route{"POST",   "/api/runs/{runId}/cancel",              kMember, runs_cancel},
    Route{"POST",   "/api/runs/{runId}/reviews",             kMember, run_reviews_create},

    Route{"POST",   "/api/assessments/bulk-reviews",         kMember, reviews_bulk},
    Route{"GET",    "/api/assessments/{assessmentId}",       kViewer, assessments_get},
    Route{"GET",    "/api/assessments/{assessmentId}/reviews", kViewer, reviews_list, "sort cursor limit"},
    Route{"POST",   "/api/assessments/{assessmentId}/reviews", kMember, reviews_create},

    Route{"GET",    "/api/tasks",                            kViewer, tasks_list, "status runId requirementId assignee dueBefore q sort cursor limit"},
    Route{"PATCH",  "/api/tasks",                            kMember, tasks_patch_many},
    Route{"POST",   "/api/tasks/bulk",                       kMember, tasks_bulk},
    Route{"GET",    "/api/tasks/{taskId}",                   kViewer, tasks_get},
    Route{"PATCH",  "/api/tasks/{taskId}",                   kMember, tasks_patch},

    Route{"POST",   "/api/runs/{runId}/exports",             kMember, exports_create, "", "/api/exports/{export.id}"},
    Route{"GET",    "/api/exports",                          kViewer, exports_list, "runId format status sort cursor limit"},
    Route{"GET",    "/api/exports/{exportId}",               kViewer, exports_get},
    Route{"GET",    "/api/exports/{exportId}/content",       kViewer, exports_content},

    Route{"GET",    "/api/admin/runs",                       kAdmin,  runs_list, "status packId startedBy from to sort cursor limit"},
    Route{"GET",    "/api/admin/runs/{runId}",               kAdmin,  admin_run},
    Route{"GET",    "/api/admin/metrics",                    kAdmin,  admin_metrics},
    Route{"GET",    "/api/admin/operations",                 kAdmin,  admin_operations},
    Route{"GET",    "/api/admin/runs/{runId}/trace",         kAdmin,  admin_trace},
    Route{"GET",    "/api/admin/runs/{runId}/replay",        kAdmin,  admin_replay},
    Route{"POST",   "/api/admin/runs/{runId}/reproduce",     kAdmin,  reproductions_create, "", "/api/admin/reproductions/{reproduction.id}"},
    Route{"GET",    "/api/admin/runs/{runId}/reproductions", kAdmin,  reproductions_list, "status sort cursor limit"},
    Route{"GET",    "/api/admin/reproductions/{reproductionId}", kAdmin, reproductions_get},
    Route{"POST",   "/api/admin/packs/import",               kAdmin,  packs_import, "dryRun bind name version"},
    Route{"GET",    "/api/admin/packs",                      kAdmin,  admin_packs_list},
    Route{"GET",    "/api/admin/packs/{packId}/versions",    kAdmin,  pack_versions_list, "sort cursor limit"},
    Route{"POST",   "/api/admin/packs/{packId}/versions",    kAdmin,  pack_version_create, "bind", "/api/admin/packs/{packId}/versions/{version.criteriaVersionId}"},
    Route{"GET",    "/api/admin/packs/{packId}/versions/{versionId}",        kAdmin, pack_version_get},
    Route{"GET",    "/api/admin/packs/{packId}/versions/{versionId}/export", kAdmin, pack_version_export},
    Route{"GET",    "/api/admin/packs/{packId}/versions/{versionId}/compare/{otherVersionId}", kAdmin, pack_versions_compare},
    Route{"GET",    "/api/admin/corpora",                    kAdmin,  corpora_list, "q packId sort cursor limit"},
    Route{"POST",   "/api/admin/corpora",                    kAdmin,  corpora_create, "", "/api/admin/corpora/{corpus.id}"},
    Route{"GET",    "/api/admin/corpora/{corpusId}",         kAdmin,  corpora_get},
    Route{"GET",    "/api/admin/corpora/{corpusId}/ingestions",  kAdmin, corpus_ingestions_list, "status sort cursor limit"},
    Route{"POST",   "/api/admin/corpora/{corpusId}/ingestions",  kAdmin, corpus_ingestions_start},
    Route{"GET",    "/api/admin/corpora/{corpusId}/activations", kAdmin, corpus_activations_list, "sort cursor limit"},
    Route{"POST",   "/api/admin/corpora/{corpusId}/activations", kAdmin, corpus_activations_create},

    Route{"GET",    "/api/admin/audit-logs",                 kAdmin,  admin_audit_logs, "runId action objectType objectId actor from to after reads sort cursor limit"},
    Route{"GET",    "/api/admin/audit-logs/verify",          kAdmin,  admin_audit_verify},
    Route{"GET",    "/api/admin/audit-logs/export",          kAdmin,  admin_audit_export, "runId action objectType objectId actor from to reads"},

    Route{"GET",    "/api/admin/tenants",                    kSuperAdmin, admin_tenants_list, "q sort cursor limit"},
    Route{"POST",   "/api/admin/tenants",                    kSuperAdmin, admin_tenants_create, "", "/api/admin/tenants/{tenant.id}"},
    Route{"GET",    "/api/admin/tenants/{tenantId}",         kAdmin,  admin_tenants_get},
    Route{"PATCH",  "/api/admin/tenants/{tenantId}",         kSuperAdmin, admin_tenants_patch},
    Route{"GET",    "/api/admin/users",                      kAdmin,  admin_users_list, "role disabled q sort cursor limit"},
    Route{"POST",   "/api/admin/users",                      kAdmin,  admin_users_create, "", "/api/admin/users/{user.id}"},
    Route{"GET",    "/api/admin/users/{userId}",             kAdmin,  admin_users_get},
    Route{"PATCH",  "/api/admin/users/{userId}",             kAdmin,  admin_users_patch},
    Route{"DELETE", "/api/admin/users/{userId}",             kAdmin,  admin_users_delete},
    Route{"GET",    "/api/admin/bindings",                   kAdmin,  admin_bindings_list, "sort cursor limit"},
    Route{"GET",    "/api/admin/bindings/{packId}",          kAdmin,  admin_bindings_get},
    Route{"PUT",    "/api/admin/bindings/{packId}",          kAdmin,  admin_bindings_put},
    Route{"DELETE", "/api/admin/bindings/{packId}",          kAdmin,  admin_bindings_delete},
    Route{"GET",    "/api/admin/glossary",                   kAdmin,  admin_glossary_get},
    Route{"PUT",    "/api/admin/glossary",                   kAdmin,  admin_glossary_put},

    Route{"GET",    "/api/admin/emails",                     kAdmin,  emails_list, "status kind userId sort cursor limit"},
    Route{"POST",   "/api/admin/emails/{emailId}/resend",    kAdmin,  emails_resend},

    Route{"GET",    "/api/admin/webhooks",                   kAdmin,  webhooks_list, "enabled sort cursor limit"},
    Route{"POST",   "/api/admin/webhooks",                   kAdmin,  webhooks_create, "", "/api/admin/webhooks/{webhook.id}"},
    Route{"GET",    "/api/admin/webhooks/{webhookId}",       kAdmin,  webhooks_get},
    Route{"PATCH",  "/api/admin/webhooks/{webhookId}",       kAdmin,  webhooks_patch},
    Route{"DELETE", "/api/admin/webhooks/{webhookId}",       kAdmin,  webhooks_delete},
    Route{"POST",   "/api/admin/webhooks/{webhookId}/test",  kAdmin,  webhooks_test},
    Route{"POST",   "/api/admin/webhooks/{webhookId}/rotate-secret", kAdmin, webhooks_rotate_secret},
    Route{"GET",    "/api/admin/webhooks/{webhookId}/deliveries", kAdmin, webhook_deliveries_list, "status eventType sort cursor limit"},
    Route{"POST",   "/api/admin/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", kAdmin, webhook_deliveries_redeliver},
};
// clang-format on

}  // namespace

std::span<const Route> routes() {
  return kRoutes;
}

Response openapi(Context& /*context*/) {
  return Response::of_text(200, "application/json; charset=utf-8", std::string(openapi_json()));
}

}  // namespace assay::handlers
