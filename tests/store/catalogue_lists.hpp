// SPDX-License-Identifier: Apache-2.0
// The lists used by the rules of the catalogue. Add a new table to the list of its kind (record or
// not), and a table without tenant_id or a new SECURITY DEFINER function to theirs as well, each
// with the reason.
#pragma once

#include <array>
#include <string_view>

namespace assay::test {

struct Exception {
  std::string_view name;
  std::string_view reason;
};

// Tables without tenant_id whose rows are separated by their own policies.
inline constexpr std::array kOtherwiseApart{
    Exception{"tenant", "its id is the tenant: a transaction sees its own row"},
    Exception{"pack", "shared, or of owner_tenant_id"},
    Exception{"criteria_version", "shared, or of owner_tenant_id"},
    Exception{"criterion", "shared, or of owner_tenant_id, which is its version's"},
    Exception{"requirement", "shared, or of owner_tenant_id, which is its version's"},
    Exception{"requirement_expansion", "shared, or of owner_tenant_id, which is its requirement's"},
    Exception{"mapping_set", "shared, or of owner_tenant_id"},
    Exception{"mapping", "shared, or of owner_tenant_id, which is its set's"},
};

// Tables that contain nothing of any tenant.
inline constexpr std::array kOfNobody{
    Exception{"schema_migration", "which migrations were applied"},
    Exception{"signing_key", "the installation's keys"},
    Exception{"login_failure", "counted before anybody's tenant is known"},
    Exception{"oidc_attempt", "sign-ins under way: nobody's tenant is known yet"},
    Exception{"worker", "pipeline daemons"},
    Exception{"audit_checkpoint", "signed hashes of all chains together"},
    Exception{"pipeline_counter", "sums over the installation"},
    Exception{"event_key", "public keys of pipelines"},
    Exception{"host_key", "public keys that all hosts share"},
    Exception{"email_sender", "whether there is a mail server"},
    Exception{"erased_tenant", "where trails of tenants ended that are no more"},
};

// Functions that run as the owner, and so see the rows of all tenants.
inline constexpr std::array kDefiners{
    Exception{"users_by_email", "sign-in knows an address but no tenant yet"},
    Exception{"tenant_of", "tells whose an id is, and nothing else of the row"},
    Exception{"all_tenants", "SUPER_ADMIN's list: names and times"},
    Exception{"tenant_count", "how long that list is"},
    Exception{"tenant_named", "sign-in by a provider knows a tenant's name but not its id"},
    Exception{"api_token_by_hash", "a request with a token names no tenant yet"},
    Exception{"users_of_browser", "a sign-in knows the secret of its browser but no tenant yet"},
    Exception{"audit_append", "the only writer of the trail; for the transaction's tenant alone"},
    Exception{"audit_heads", "where all chains stand, for checkpoints: numbers and hashes"},
    Exception{"take_span_outbox", "the exporter takes spans of all tenants"},
    Exception{"queue_figures", "sums over the queue"},
    Exception{"failure_figures", "sums over what failed"},
    Exception{"worker_figures", "how many items each daemon holds"},
    Exception{"storage_figures", "sums over what is stored"},
    Exception{"queue_due_webhooks", "maintenance queues webhooks of all tenants; returns how many"},
    Exception{"queue_due_retention", "maintenance queues all tenants with rules; returns how many"},
    Exception{"erase_tenant", "removes a tenant with its records; for the owner alone"},
    Exception{"forget_events", "maintenance removes old events of all tenants; returns how many"},
    Exception{"queue_due_emails", "maintenance queues e-mail of all tenants; returns how many"},
    Exception{"queue_email_digests",
              "maintenance queues digests for all tenants; returns how many"},
    Exception{"forget_uploads",
              "maintenance forgets expired uploads of all tenants; returns how many"},
    Exception{"forget_emails", "maintenance removes old e-mail of all tenants; returns how many"},
};

// Policies on tenant tables with a condition other than "the transaction's tenant".
inline constexpr std::array kOtherPolicies{
    Exception{"work_item.all_rows", "the pipeline claims across tenants"},
    Exception{"work_turn.all_rows", "the pipeline claims across tenants"},
};

// Every table is of one of these four kinds.
// Records: the service's roles may add rows, and nobody changes or removes one.
inline constexpr std::array kRecords{
    Exception{"audit_log", "the trail"},
    Exception{"audit_checkpoint", "what was signed"},
    Exception{"run_document", "pins of a run"},
    Exception{"run_document_left_out", "what a run did not search"},
    Exception{"run_requirement", "pins of a run"},
    Exception{"run_expansion", "pins of a run"},
    Exception{"requirement_expansion", "pinned by runs"},
    Exception{"run_snapshot", "the frozen run"},
    Exception{"run_span", "the trace of a run"},
    Exception{"assessment", "results of a run"},
    Exception{"assessment_review", "decisions of people"},
    Exception{"llm_exchange", "what a model was asked, and what it answered"},
    Exception{"task_run", "which run found which gap"},
    Exception{"calibration", "pinned by runs"},
    Exception{"glossary", "pinned by runs"},
    Exception{"corpus", "its title and source"},
    Exception{"corpus_activation", "pinned by runs"},
    Exception{"pack", "its name and source"},
    Exception{"criteria_version", "pinned by runs"},
    Exception{"criterion", "part of a version"},
    Exception{"requirement", "part of a version"},
    Exception{"mapping_set", "as it was imported"},
    Exception{"mapping", "part of a set"},
    Exception{"erased_document", "what went in an erasure"},
    Exception{"erased_export", "whose file went"},
    Exception{"erased_tenant", "that it was, and where its trail ended"},
};
// Rows that end: nobody removes one, only named columns change, and none changes after the end.
inline constexpr std::array kEnding{
    Exception{"run", ""},          Exception{"run_step", ""},         Exception{"export", ""},
    Exception{"reproduction", ""}, Exception{"corpus_ingestion", ""}, Exception{"erasure", ""},
    Exception{"legal_hold", ""},
};
// Rows that stay, of which only some columns change.
inline constexpr std::array kStaying{
    Exception{"audit_head", "moves one entry forward at a time"},
    Exception{"task", "people work on it; what it is about never changes"},
};
// Not records: the current state.
inline constexpr std::array kState{
    Exception{"schema_migration", "kept by the migrations themselves, with their checksums"},
    Exception{"tenant", "its name changes"},
    Exception{"app_user", "accounts"},
    Exception{"signing_key", "keys rotate"},
    Exception{"refresh_token", "sign-ins"},
    Exception{"login_failure", "forgotten by age"},
    Exception{"idempotency_key", "forgotten by age"},
    Exception{"api_token", "tokens are deleted"},
    Exception{"oidc_attempt", "sign-ins under way"},
    Exception{"external_identity", "accounts"},
    Exception{"scim_user", "what a provider says of accounts"},
    Exception{"pack_binding", "what the next run is judged by"},
    Exception{"document", "evidence can be deleted; runs keep what they cite"},
    Exception{"document_page", "part of a document"},
    Exception{"chunk", "part of a document"},
    Exception{"document_rereading", "how far reading a document again is"},
    Exception{"chunk_embedding", "part of a document"},
    Exception{"corpus_passage",
              "written anew when reading is resumed; runs keep what they were given"},
    Exception{"corpus_passage_vector", "part of a passage"},
    Exception{"standing_assessment", "follows from runs and assessments"},
    Exception{"standing_citation", "follows from runs and assessments"},
    Exception{"work_item", "the queue"},
    Exception{"worker", "daemons that are alive"},
    Exception{"span_outbox", "spans on their way"},
    Exception{"pipeline_counter", "sums"},
    Exception{"work_turn", "when a tenant was served last"},
    Exception{"archive_member", "goes with its archive"},
    Exception{"upload", "goes on until it is a document, and is then forgotten by age"},
    Exception{"upload_piece", "part of an upload"},
    Exception{"known_browser", "forgotten by age"},
    Exception{"event_key", "a key that was lost is replaced"},
    Exception{"host_key", "a key that was lost is replaced"},
    Exception{"retention", "administrators change it"},
    Exception{"webhook", "administrators change and delete them"},
    Exception{"event", "forgotten by age; the trail has what happened"},
    Exception{"event_delivery", "goes with its event or its webhook"},
    Exception{"email_sender", "mail servers come and go"},
    Exception{"email_choice", "users change it"},
    Exception{"email", "forgotten by age"},
};

}  // namespace assay::test
