// SPDX-License-Identifier: Apache-2.0
// Computes what a run's assessments would be under other thresholds. Changes nothing.
#include <charconv>
#include <cmath>
#include <map>

#include "core/base/thresholds.hpp"
#include "db/store/assessments.hpp"
#include "db/store/render.hpp"
#include "db/store/runs.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

using Counts = std::map<AssessmentStatus, std::int64_t>;

std::optional<double> fraction_of(const fcgi::Query& query, std::string_view name) {
  const auto text = query.get(name);
  if (!text) return std::nullopt;
  double value = 0;
  const char* end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || !(value > 0 && value <= 1)) {
    refuse_field(name, "must be a number above 0 and up to 1");
  }
  return value;
}

Thresholds thresholds_of(const fcgi::Query& query, const store::runs::Run& run) {
  const Thresholds wanted{fraction_of(query, "complete").value_or(run.threshold_complete),
                          fraction_of(query, "partial").value_or(run.threshold_partial)};
  if (!valid(wanted) && query.get("partial")) refuse_field("partial", "must not be above complete");
  if (!valid(wanted)) refuse_field("complete", "must not be below the run's threshold for PARTIAL");
  return wanted;
}

Json render(const Thresholds& limits) {
  return Json::object().set("complete", limits.complete).set("partial", limits.partial);
}

Json render(const Counts& counts) {
  Json json = Json::object();
  for (const auto status : {AssessmentStatus::Complete, AssessmentStatus::Partial,
                            AssessmentStatus::Missing, AssessmentStatus::Failed}) {
    const auto found = counts.find(status);
    json.set(to_text(status), found == counts.end() ? 0 : found->second);
  }
  return json;
}

Json change(const store::assessments::Assessment& assessment, AssessmentStatus to) {
  return Json::object()
      .set("assessmentId", assessment.id.value)
      .set("requirementId", assessment.requirement_id)
      .set("title", assessment.title)
      .set("confidence", assessment.confidence)
      .set("from", to_text(assessment.status))
      .set("to", to_text(to));
}

}  // namespace

Response runs_what_if(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  const auto run = found(store::runs::find(tx, context.tenant, id), context, tx, kRun, id.value);
  const Thresholds wanted = thresholds_of(context.query, run);
  Counts now;
  Counts then;
  Json changes = Json::array();
  for (const auto& assessment : store::assessments::list(tx, context.tenant, id)) {
    const bool cited = assessment.citations.size() > 0;
    const auto to = status_under(assessment.status, assessment.confidence, cited, wanted);
    ++now[assessment.status];
    ++then[to];
    if (to != assessment.status) changes.push(change(assessment, to));
  }
  const Thresholds pinned{run.threshold_complete, run.threshold_partial};
  return Response::json(
      200,
      Json::object()
          .set("runId", id.value)
          .set("from", Json::object().set("thresholds", render(pinned)).set("counts", render(now)))
          .set("thresholds", render(wanted))
          .set("counts", render(then))
          .set("changes", changes));
}

}  // namespace assay::handlers
