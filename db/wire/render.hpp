// SPDX-License-Identifier: Apache-2.0
// Renders records as the JSON that clients see. No other code knows the wire names of their fields.
// The API's answers and the frozen snapshots both use it, so the two cannot differ. Absent values
// are null, never omitted, unless a member is marked with ?.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/ids.hpp"
#include "core/base/time.hpp"
#include "core/json/json.hpp"

namespace assay {
struct DocumentFact;
}
namespace assay::packs {
struct Criterion;
struct NewVersion;
struct Requirement;
}  // namespace assay::packs

namespace assay::store {
namespace archives {
struct Member;
}
namespace assessments {
struct Assessment;
}
namespace audit {
struct Break;
struct Entry;
struct Head;
}  // namespace audit
namespace bindings {
struct Binding;
}
namespace briefs {
struct Brief;
}
namespace calibrations {
struct Calibration;
}
namespace content {
struct Chunk;
struct Pictures;
struct StoredPage;
struct StoredWords;
}  // namespace content
namespace corpora {
struct Activation;
struct Corpus;
}  // namespace corpora
namespace documents {
struct Document;
}
namespace expansions {
struct Expansion;
}
namespace exports {
struct Export;
}
namespace glossaries {
struct Glossary;
}
namespace ingestions {
struct Ingestion;
}
namespace left_out {
struct Document;
}
namespace llm_exchanges {
struct Exchange;
}
namespace mappings {
struct Set;
}
namespace packs {
using assay::packs::Criterion;
using assay::packs::NewVersion;
using assay::packs::Requirement;
struct Version;
}  // namespace packs
namespace rereadings {
struct Rereading;
}
namespace reproductions {
struct Reproduction;
}
namespace reviews {
struct Review;
}
namespace runs {
struct PinnedDocument;
struct Run;
struct Step;
}  // namespace runs
namespace tasks {
struct Task;
}
namespace tenants {
struct Tenant;
}
namespace users {
struct User;
}
}  // namespace assay::store

namespace assay::store::render {

// ISO 8601 in UTC; null if it has not happened.
[[nodiscard]] Json at(Timestamp when);
[[nodiscard]] Json at(const std::optional<Timestamp>& when);
template <class Kind>
[[nodiscard]] Json id(const std::optional<Id<Kind>>& value) {
  return value ? Json(value->value) : Json();
}
// An array of the results of `one` for each item.
template <class T, class F>
[[nodiscard]] Json list(const std::vector<T>& items, F one) {
  Json array = Json::array();
  for (const T& item : items) array.push(one(item));
  return array;
}
// {complete, partial}
[[nodiscard]] Json thresholds(double complete, double partial);
// The difference between two renderings of an object, for the audit trail: {field: {from, to}}, for
// these fields. A null rendering (the object did not exist, or is gone) has null fields.
[[nodiscard]] Json changed(const Json& before, const Json& after,
                           std::initializer_list<std::string_view> fields);

// Evidence. document_status has only the stamps, with progress {stage, done, total}; stage is
// EXTRACTION, CHUNKING, EMBEDDING or INDEXING, null once the document is READY or FAILED.
[[nodiscard]] Json document(const documents::Document& document);
[[nodiscard]] Json document_status(const documents::Document& document);
[[nodiscard]] Json page(const content::StoredPage& page);
// {status, requestedAt, failedAt, failureCode, failureReason}
[[nodiscard]] Json rereading(const rereadings::Rereading& rereading);
// An array of {name, value, date, ambiguous, origin, place?}
[[nodiscard]] Json document_facts(const std::vector<DocumentFact>& facts);
// {pageNumber, startOffset, width, height, rotation, missing, words: [{text, start, end, x, y,
// width, height, confidence?}]}. missing: why there are no places, if there are none.
[[nodiscard]] Json page_words(int number, const content::StoredWords& stored,
                              std::string_view missing);
// {ocrPages, ocrConfidence, pagesWithoutText}
[[nodiscard]] Json pictures(const content::Pictures& pictures);
[[nodiscard]] Json chunk(const content::Chunk& chunk);
// The same with {replaced}.
[[nodiscard]] Json chunk_of_any_reading(const content::Chunk& one);
// {path, documentId?, outcome, reason?} of each.
[[nodiscard]] Json archive_members(const std::vector<archives::Member>& members);
[[nodiscard]] Json corpus(const corpora::Corpus& corpus);
[[nodiscard]] Json ingestion(const ingestions::Ingestion& ingestion);
[[nodiscard]] Json activation(const corpora::Activation& activation);

// Packs. bound_pack is what every user sees of a binding, and binding what an administrator sees.
[[nodiscard]] Json bound_pack(const bindings::Binding& binding);
[[nodiscard]] Json binding(const bindings::Binding& binding);
// changed() for two of them: version, thresholds and evaluator.
[[nodiscard]] Json changed_binding(const Json& before, const Json& after);
[[nodiscard]] Json criterion(const packs::Criterion& criterion);
[[nodiscard]] Json requirement(const packs::Requirement& requirement);
// The same with expectedEvidence, an array of text, as evaluators read it.
[[nodiscard]] Json frozen_requirement(const packs::Requirement& requirement);
// The specification's fields and those that packs take from their sources: for a criterion label,
// for a requirement expectedEvidence, guidance, sourceKey.
[[nodiscard]] Json full_criterion(const packs::Criterion& criterion);
[[nodiscard]] Json full_requirement(const packs::Requirement& requirement);
// version_content is version with packId, changes (those that made it from its base), and full
// criteria and requirements, each with its expansion if it has one.
[[nodiscard]] Json version(const packs::Version& version);
[[nodiscard]] Json version_content(
    const packs::Version& version, const packs::NewVersion& content,
    const std::map<RequirementRecordId, expansions::Expansion>& expansions);
[[nodiscard]] Json mapping_set(const mappings::Set& set);
[[nodiscard]] Json glossary(const glossaries::Glossary& glossary);
// {phrases, model, promptVersion, createdAt}; of a run, with requirementRecordId.
[[nodiscard]] Json expansion(const expansions::Expansion& expansion);
[[nodiscard]] Json pinned_expansion(const expansions::Expansion& expansion);
[[nodiscard]] Json calibration(const calibrations::Calibration& calibration);

// Runs and their results.
[[nodiscard]] Json run(const runs::Run& run);
[[nodiscard]] Json step(const RunId& run, const runs::Step& step);
[[nodiscard]] Json pinned_document(const runs::PinnedDocument& document);
[[nodiscard]] Json left_out(const left_out::Document& document);
[[nodiscard]] Json llm_exchange(const llm_exchanges::Exchange& exchange);
[[nodiscard]] Json assessment(const assessments::Assessment& assessment);
[[nodiscard]] Json brief(const briefs::Brief& brief);
[[nodiscard]] Json review(const reviews::Review& review);
[[nodiscard]] Json task(const tasks::Task& task);
[[nodiscard]] Json run_export(const exports::Export& made);
[[nodiscard]] Json reproduction(const reproductions::Reproduction& made);

// Tenants, users and the audit trail.
[[nodiscard]] Json tenant(const tenants::Tenant& tenant);
[[nodiscard]] Json account(const users::User& user);
[[nodiscard]] Json audit_entry(const TenantId& tenant, const audit::Entry& entry);
[[nodiscard]] Json audit_head(const audit::Head& head);
[[nodiscard]] Json audit_break(const audit::Break& broken);

}  // namespace assay::store::render
