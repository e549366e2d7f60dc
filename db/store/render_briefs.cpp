// SPDX-License-Identifier: Apache-2.0
// Defines the wire names of briefs.
#include "db/store/render_briefs.hpp"

#include "db/store/render.hpp"

namespace assay::store::render {

Json brief(const briefs::Brief& brief) {
  Json review;
  if (brief.review) {
    review = Json::object()
                 .set("verdict", to_text(brief.review->verdict))
                 .set("status", to_text(brief.review->status));
  }
  return Json::object()
      .set("id", brief.id.value)
      .set("runId", brief.run.value)
      .set("packId", brief.pack.value)
      .set("requirementId", brief.requirement_id)
      .set("status", to_text(brief.status))
      .set("confidence", brief.confidence)
      .set("citationCount", brief.citation_count)
      .set("needsReview", brief.needs_review)
      .set("review", review)
      .set("createdAt", at(brief.created_at))
      .set("requirement", Json::object()
                              .set("id", brief.requirement.value)
                              .set("title", brief.title)
                              .set("criterionId", brief.criterion_id)
                              .set("criterionTitle", brief.criterion_title)
                              .set("subcheckLabel", brief.subcheck_label));
}

}  // namespace assay::store::render
