// SPDX-License-Identifier: Apache-2.0
// Declares all handler functions, grouped by the file that defines them. Each reads its input,
// opens one transaction, calls store functions, commits and renders; errors are thrown (Failure).
#pragma once

#include "handlers/http/context.hpp"

namespace assay::handlers {

// monitoring.cpp
Response health_live(Context& context);
Response health_ready(Context& context);
Response admin_metrics(Context& context);

// routes.cpp
Response openapi(Context& context);

// auth/auth.cpp
Response auth_login(Context& context);
Response auth_refresh(Context& context);
Response auth_logout(Context& context);
Response auth_me(Context& context);
Response auth_config(Context& context);
Response auth_password(Context& context);

// auth/oidc.cpp
Response auth_oidc_start(Context& context);
Response auth_oidc_callback(Context& context);

// auth/tokens.cpp
Response tokens_list(Context& context);
Response tokens_create(Context& context);
Response tokens_delete(Context& context);

// scim/discovery.cpp
Response scim_config(Context& context);
Response scim_resource_types_list(Context& context);
Response scim_resource_types_get(Context& context);
Response scim_schemas_list(Context& context);
Response scim_schemas_get(Context& context);

// scim/users.cpp
Response scim_users_list(Context& context);
Response scim_users_create(Context& context);
Response scim_users_get(Context& context);
Response scim_users_put(Context& context);
Response scim_users_patch(Context& context);
Response scim_users_delete(Context& context);

// scim/groups.cpp
Response scim_groups_list(Context& context);
Response scim_groups_create(Context& context);
Response scim_groups_get(Context& context);
Response scim_groups_put(Context& context);
Response scim_groups_patch(Context& context);

// evidence/upload.cpp
Response documents_upload(Context& context);
Response documents_bulk_upload(Context& context);

// evidence/uploads.cpp
Response uploads_options(Context& context);
Response uploads_create(Context& context);
Response uploads_get(Context& context);
Response uploads_append(Context& context);
Response uploads_delete(Context& context);

// runs/coverage.cpp
Response overview_get(Context& context);
Response runs_estimate(Context& context);
Response coverage_get(Context& context);

// auth/people.cpp
Response people_list(Context& context);
Response notifications_get(Context& context);
Response notifications_put(Context& context);

// evidence/documents.cpp
Response documents_list(Context& context);
Response documents_get(Context& context);
Response documents_status(Context& context);
Response documents_content(Context& context);
Response documents_chunks(Context& context);
Response documents_chunk(Context& context);
Response documents_retry(Context& context);
Response documents_delete(Context& context);
Response documents_bulk_delete(Context& context);
Response documents_citations(Context& context);
Response deletion_preview(Context& context);

// evidence/reread.cpp
Response documents_reread(Context& context);
Response documents_reread_many(Context& context);

// evidence/erasures.cpp
Response documents_erase(Context& context);
Response erasures_list(Context& context);
Response erasures_get(Context& context);
Response erasures_retry(Context& context);
Response legal_holds_list(Context& context);
Response legal_holds_create(Context& context);
Response legal_holds_get(Context& context);
Response legal_holds_release(Context& context);

// evidence/pages.cpp
Response documents_page(Context& context);
Response documents_page_words(Context& context);
Response documents_page_image(Context& context);

// evidence/search.cpp
Response search(Context& context);
Response admin_glossary_get(Context& context);
Response admin_glossary_put(Context& context);

// packs/packs.cpp
Response packs_list(Context& context);
Response criteria_list(Context& context);
Response requirements_list(Context& context);
Response pack_mappings(Context& context);
Response admin_packs_list(Context& context);
Response pack_versions_compare(Context& context);

// packs/pack_import.cpp
Response packs_import(Context& context);

// packs/pack_versions.cpp
Response pack_versions_list(Context& context);
Response pack_version_get(Context& context);
Response pack_version_export(Context& context);
Response pack_version_create(Context& context);

// runs/run_start.cpp
Response runs_start(Context& context);

// runs/runs.cpp
Response runs_list(Context& context);
Response runs_get(Context& context);
Response runs_steps(Context& context);
Response runs_assessments(Context& context);
Response runs_cancel(Context& context);
Response runs_compare(Context& context);
Response runs_what_if(Context& context);

// runs/assessments.cpp
Response assessments_get(Context& context);
Response reviews_list(Context& context);
Response reviews_create(Context& context);
Response reviews_bulk(Context& context);
Response run_reviews_create(Context& context);

// runs/tasks.cpp
Response tasks_list(Context& context);
Response tasks_get(Context& context);
Response tasks_patch(Context& context);
Response tasks_patch_many(Context& context);
Response tasks_bulk(Context& context);

// runs/reproductions.cpp
Response reproductions_create(Context& context);
Response reproductions_list(Context& context);
Response reproductions_get(Context& context);

// runs/exports.cpp
Response exports_create(Context& context);
Response exports_list(Context& context);
Response exports_get(Context& context);
Response exports_content(Context& context);

// runs/admin_runs.cpp
Response admin_run(Context& context);
Response admin_trace(Context& context);
Response admin_replay(Context& context);

// admin/audit_logs.cpp
Response admin_audit_logs(Context& context);
Response admin_audit_verify(Context& context);
Response admin_audit_export(Context& context);

// admin/operations.cpp
Response admin_operations(Context& context);

// admin/tenants.cpp
Response admin_retention_get(Context& context);
Response admin_retention_put(Context& context);
Response admin_tenants_list(Context& context);
Response admin_tenants_create(Context& context);
Response admin_tenants_get(Context& context);
Response admin_tenants_patch(Context& context);

// admin/deliveries.cpp
Response emails_list(Context& context);
Response emails_resend(Context& context);
Response webhook_deliveries_list(Context& context);
Response webhook_deliveries_redeliver(Context& context);
Response webhooks_test(Context& context);

// admin/webhooks.cpp
Response webhooks_list(Context& context);
Response webhooks_get(Context& context);
Response webhooks_create(Context& context);
Response webhooks_patch(Context& context);
Response webhooks_delete(Context& context);
Response webhooks_rotate_secret(Context& context);

// auth/users.cpp
Response admin_users_list(Context& context);
Response admin_users_create(Context& context);
Response admin_users_get(Context& context);
Response admin_users_patch(Context& context);
Response admin_users_delete(Context& context);

// packs/bindings.cpp
Response admin_bindings_list(Context& context);
Response admin_bindings_get(Context& context);
Response admin_bindings_put(Context& context);
Response admin_bindings_delete(Context& context);

// evidence/corpora.cpp
Response corpora_list(Context& context);
Response corpora_get(Context& context);
Response corpora_create(Context& context);
Response corpus_ingestions_list(Context& context);
Response corpus_ingestions_start(Context& context);
Response corpus_activations_list(Context& context);
Response corpus_activations_create(Context& context);

}  // namespace assay::handlers
