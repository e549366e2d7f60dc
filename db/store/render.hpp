// SPDX-License-Identifier: Apache-2.0
// Renders records as the JSON that clients see. No other code knows the wire names of their fields.
// The API's answers and the frozen snapshots both use it, so the two cannot differ.
#pragma once

#include <vector>

#include "core/json/json.hpp"
#include "db/store/assessments.hpp"
#include "db/store/audit_verify.hpp"
#include "db/store/content.hpp"
#include "db/store/documents.hpp"
#include "db/store/packs.hpp"
#include "db/store/reviews.hpp"
#include "db/store/runs.hpp"
#include "db/store/tasks.hpp"

namespace assay::store::render {

// ISO 8601 in UTC; null if it has not happened.
[[nodiscard]] Json at(Timestamp when);
[[nodiscard]] Json at(const std::optional<Timestamp>& when);
template <class Kind>
[[nodiscard]] Json id(const std::optional<Id<Kind>>& value) {
  return value ? Json(value->value) : Json();
}

// Absent values are null, never omitted.
[[nodiscard]] Json document(const documents::Document& document);
// Only the stamps, with progress {stage, done, total}; stage is EXTRACTION, CHUNKING, EMBEDDING or
// INDEXING, null once the document is READY or FAILED.
[[nodiscard]] Json document_status(const documents::Document& document);
[[nodiscard]] Json page(const content::StoredPage& page);
[[nodiscard]] Json chunk(const content::Chunk& chunk);

[[nodiscard]] Json pack(const packs::Binding& binding);
[[nodiscard]] Json criterion(const packs::Criterion& criterion);
[[nodiscard]] Json requirement(const packs::Requirement& requirement);
// The same with expectedEvidence, an array of text, as evaluators read it.
[[nodiscard]] Json frozen_requirement(const packs::Requirement& requirement);

[[nodiscard]] Json run(const runs::Run& run);
[[nodiscard]] Json step(const RunId& run, const runs::Step& step);
// A document as a run pinned it: id, originalFilename, fileType, sha256Hash, chunkCount.
[[nodiscard]] Json pinned_document(const runs::PinnedDocument& document);
[[nodiscard]] Json assessment(const assessments::Assessment& assessment);
[[nodiscard]] Json review(const reviews::Review& review);
[[nodiscard]] Json task(const tasks::Task& task);

// render_audit.cpp
[[nodiscard]] Json audit_entry(const TenantId& tenant, const audit::Entry& entry);
[[nodiscard]] Json audit_head(const audit::Head& head);
[[nodiscard]] Json audit_break(const audit::Break& broken);

// An array of the results of `one` for each item.
template <class T, class F>
[[nodiscard]] Json list(const std::vector<T>& items, F one) {
  Json array = Json::array();
  for (const T& item : items) array.push(one(item));
  return array;
}

}  // namespace assay::store::render
