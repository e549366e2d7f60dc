// SPDX-License-Identifier: Apache-2.0
// Assessments and what belongs to each: people's reviews of it, and the exchanges with a language
// model that led to it. Briefs: the part of an assessment that a list, a tree or a queue shows,
// without its reasoning, quotes and details, which make up most of it. Standing assessments: for
// each requirement of a pack (by label), the assessment of the run that completed last.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::assessments {

struct Assessment {
  AssessmentId id;
  RunId run;
  RequirementRecordId requirement;
  AssessmentStatus status = AssessmentStatus::Missing;
  double confidence = 0;
  std::string reasoning;
  Json citations;  // array of {documentId, chunkId, text, pageNumber}
  Json details;    // object
  std::int64_t duration_ms = 0;
  Timestamp created_at;
  // Requirement's fields, filled on reading.
  std::string requirement_id;
  std::string title;
  int criterion_id = 0;
  std::string criterion_title;
  std::optional<std::string> subcheck_label;
  std::int64_t position = 0;  // in the pack
};

// Returns false, and writes nothing, if the run already has one for that requirement.
[[nodiscard]] bool insert(pg::Tx& tx, const TenantId& tenant, const Assessment& assessment);
[[nodiscard]] std::vector<Assessment> list(pg::Tx& tx, const TenantId& tenant, const RunId& run);
inline constexpr std::array kOrderKeys{
    pg::by_number("position", "r.position"),
    pg::by_number("confidence", "(a.confidence * 1000000)::bigint"),
    pg::by_text("status", "a.status")};
inline constexpr pg::Orders kOrders{kOrderKeys, false};
struct Filter {
  std::optional<AssessmentStatus> status = std::nullopt;
  std::optional<std::int64_t> criterion = std::nullopt;
};
// In pack order. Only for rendering: their citations and details are Json::verbatim().
[[nodiscard]] pg::PartOf<Assessment> page(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                          const Filter& filter, const pg::Part& part);
[[nodiscard]] std::optional<Assessment> find(pg::Tx& tx, const TenantId& tenant,
                                             const AssessmentId& id);
// Requirements that are already assessed, for resuming a run.
[[nodiscard]] std::set<RequirementRecordId> done(pg::Tx& tx, const TenantId& tenant,
                                                 const RunId& run);

}  // namespace assay::store::assessments

namespace assay::store::reviews {

struct Review {
  ReviewId id;
  AssessmentId assessment;
  RunId run;
  std::int64_t number = 0;  // from 1, within the assessment
  ReviewVerdict verdict = ReviewVerdict::Accepted;
  // The reviewer's status: the assessment's own when accepted. Never FAILED.
  AssessmentStatus status = AssessmentStatus::Missing;
  std::optional<std::string> note;
  UserId reviewer;
  std::string reviewer_email;
  Timestamp created_at;
};

// The assessment under review. Locks it, so that its reviews are written one after another.
struct Subject {
  RunId run;
  std::string requirement_id;
  AssessmentStatus status = AssessmentStatus::Missing;
};
[[nodiscard]] std::optional<Subject> lock_subject(pg::Tx& tx, const TenantId& tenant,
                                                  const AssessmentId& assessment);
[[nodiscard]] std::optional<Subject> subject(pg::Tx& tx, const TenantId& tenant,
                                             const AssessmentId& assessment);

// Inserts the review with the assessment's next number; ignores the given `number` and
// `created_at`. Precondition: the subject is locked.
[[nodiscard]] Review insert(pg::Tx& tx, const TenantId& tenant, const Review& review);

inline constexpr std::array kOrderKeys{pg::by_number("createdAt", "number")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first. Within an assessment, they are numbered as they were made.
[[nodiscard]] pg::PartOf<Review> list(pg::Tx& tx, const TenantId& tenant,
                                      const AssessmentId& assessment, const pg::Part& part);
// The last review of each reviewed assessment of the run.
[[nodiscard]] pg::Later<std::map<AssessmentId, Review>> last_of_run(pg::Tx& tx,
                                                                    const TenantId& tenant,
                                                                    const RunId& run);

}  // namespace assay::store::reviews

namespace assay::store::llm_exchanges {

// What the model was asked for: a verdict, or phrases to search with (db/store/packs).
inline constexpr std::string_view kForAssessment = "ASSESSMENT";
inline constexpr std::string_view kForExpansion = "EXPANSION";

struct Exchange {
  RequirementRecordId requirement;
  int position = 1;  // from 1, within the requirement
  std::string model;
  std::string answered_by;
  int http_status = 0;     // 0: no answer came
  std::string error_code;  // "" or a class of core/trace/trace.hpp
  std::optional<std::int64_t> tokens_in;
  std::optional<std::int64_t> tokens_out;
  std::optional<double> cost_usd;
  std::int64_t duration_ms = 0;
  std::string request;
  std::string response;
  std::string purpose{kForAssessment};
};

// Adds it after those that the run has for that requirement; ignores the given `position`.
void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Exchange& exchange);
// By requirement, in pack order, and position.
[[nodiscard]] std::vector<Exchange> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run);

}  // namespace assay::store::llm_exchanges

namespace assay::store::briefs {

// The last review.
struct Review {
  ReviewVerdict verdict = ReviewVerdict::Accepted;
  AssessmentStatus status = AssessmentStatus::Missing;  // the reviewer's own
};

struct Brief {
  AssessmentId id;
  RunId run;
  PackId pack;
  AssessmentStatus status = AssessmentStatus::Missing;
  double confidence = 0;
  std::int64_t citation_count = 0;
  bool needs_review = false;  // the evaluator asks for a review
  Timestamp created_at;
  std::optional<Review> review;
  // The requirement's fields, as the run had it.
  RequirementRecordId requirement;
  std::string requirement_id;
  std::string title;
  int criterion_id = 0;
  std::string criterion_title;
  std::optional<std::string> subcheck_label;
  std::int64_t position = 0;  // in the pack
};

// The briefs of a run in pack order, or in another order that its assessments have.
[[nodiscard]] pg::PartOf<Brief> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                       const assessments::Filter& filter, const pg::Part& part);
// A pack's standing assessments, one per requirement label that a run has assessed.
[[nodiscard]] std::vector<Brief> standing(pg::Tx& tx, const TenantId& tenant, const PackId& pack);

// A standing assessment that cites one of these documents.
struct Citing {
  Brief brief;
  Json citations;  // all of the assessment's: [{documentId, chunkId, text, pageNumber}]
};
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "a.created_at"),
    pg::by_number("confidence", "(a.confidence * 1000000)::bigint")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Citing> citing(pg::Tx& tx, const TenantId& tenant,
                                        const std::vector<DocumentId>& documents,
                                        const pg::Part& part);
[[nodiscard]] std::int64_t count_citing(pg::Tx& tx, const TenantId& tenant,
                                        const std::vector<DocumentId>& documents);

}  // namespace assay::store::briefs

namespace assay::store::standing {

// Makes the run's assessments the standing ones. Call it in the transaction that completes the run.
void replace_by(pg::Tx& tx, const TenantId& tenant, const RunId& run);

}  // namespace assay::store::standing
