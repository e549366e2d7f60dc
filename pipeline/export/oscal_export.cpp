// SPDX-License-Identifier: Apache-2.0
// The two OSCAL documents: assessment results, with an observation per requirement and a finding
// unless it FAILED; and the plan of action and milestones, with an item, a risk and an observation
// per remediation task.
#include "pipeline/export/oscal_export.hpp"

#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

// OSCAL has two states. The reason and the remarks tell which of ours it was.
Json status_of(const Finding& finding) {
  const bool complete = finding.status == AssessmentStatus::Complete;
  Json status = Json::object().set("state", complete ? "satisfied" : "not-satisfied");
  if (complete) return status.set("reason", "pass");
  const bool partial = finding.status == AssessmentStatus::Partial;
  return status.set("reason", partial ? "other" : "fail")
      .set("remarks", partial ? "The evidence partly addresses the requirement."
                              : "No relevant evidence was found.");
}

std::string remarks_of(const Finding& finding) {
  std::string text;
  for (const Review& review : finding.reviews) {
    if (!text.empty()) text += "\n\n";
    text += "Review by " + oscal::markup(one_line(review.reviewer)) + ", " + readable(review.at) +
            ": " + review.verdict;
    if (review.status) text += " as " + std::string(to_text(*review.status));
    if (!review.note.empty()) text += ". " + oscal::markup(review.note);
  }
  return text;
}

Json finding_json(const Report& report, const Finding& finding) {
  const std::string id = oscal::control_id(finding);
  Json made = Json::object();
  made.set("uuid", oscal::uuid(report, "finding/" + finding.id.value))
      .set("title", oscal::markup_line(finding.requirement_id + " " + finding.title))
      .set("description", oscal::markup(finding.reasoning))
      .set("props", Json::array()
                        .push(oscal::property("status", to_text(finding.status)))
                        .push(oscal::property("confidence", two_digits(finding.confidence))))
      .set("target", Json::object()
                         .set("type", "objective-id")
                         .set("target-id", id)
                         .set("title", oscal::markup_line(finding.title))
                         .set("status", status_of(finding)))
      .set("related-observations",
           Json::array().push(
               Json::object().set("observation-uuid", oscal::observation_uuid(report, finding))));
  const std::string remarks = remarks_of(finding);
  if (!remarks.empty()) made.set("remarks", remarks);
  return made;
}

Json result_properties(const Report& report) {
  Json properties = Json::array();
  properties.push(oscal::property("run-id", report.run_id))
      .push(oscal::property("evaluator", report.evaluator))
      .push(oscal::property("complete-from", two_digits(report.threshold_complete)))
      .push(oscal::property("partial-from", two_digits(report.threshold_partial)));
  if (report.snapshot_hash) {
    properties.push(oscal::property("snapshot-sha256", *report.snapshot_hash));
  }
  return properties;
}

Json result(const Report& report) {
  Json controls = Json::array();
  Json observations = Json::array();
  Json findings = Json::array();
  for (const Criterion& criterion : report.criteria) {
    for (const Finding& finding : criterion.findings) {
      controls.push(Json::object().set("control-id", oscal::control_id(finding)));
      observations.push(oscal::observation(report, finding));
      // A requirement that could not be evaluated is neither satisfied nor unsatisfied.
      if (finding.status != AssessmentStatus::Failed) findings.push(finding_json(report, finding));
    }
  }
  Json made = Json::object();
  made.set("uuid", oscal::uuid(report, "result"))
      .set("title", oscal::markup_line(report.pack_name))
      .set("description", "Evidence of " + oscal::markup(one_line(report.tenant_name)) +
                              " compared with each requirement of " +
                              oscal::markup(one_line(report.pack_name)) + ".")
      .set("start", to_iso8601(report.started_at))
      .set("end", to_iso8601(report.completed_at))
      .set("props", result_properties(report))
      .set("reviewed-controls",
           Json::object().set("control-selections",
                              Json::array().push(Json::object().set("include-controls", controls))))
      .set("observations", observations);
  if (findings.size() > 0) made.set("findings", findings);
  return made;
}

std::string risk_uuid(const Report& report, const Task& task) {
  return oscal::uuid(report, "risk/" + task.id);
}

std::string risk_status(const Task& task) {
  if (task.status == to_text(TaskStatus::Completed)) return "closed";
  return task.status == to_text(TaskStatus::InProgress) ? "remediating" : "open";
}

Json risk(const Report& report, const Finding& finding, const Task& task) {
  Json made = Json::object();
  made.set("uuid", risk_uuid(report, task))
      .set("title", oscal::markup_line(task.title))
      .set("description", oscal::markup(finding.reasoning))
      .set("statement",
           "Requirement " + oscal::markup(finding.requirement_id) +
               " is not shown to be satisfied: " + oscal::markup(one_line(finding.title)))
      .set("status", risk_status(task));
  if (task.due_date) made.set("deadline", *task.due_date + "T00:00:00Z");
  return made;
}

Json item(const Report& report, const Finding& finding, const Task& task) {
  Json properties = Json::array();
  properties.push(oscal::property("task-id", task.id))
      .push(oscal::property("task-status", task.status))
      .push(oscal::property("requirement", oscal::control_id(finding)));
  if (task.assignee) properties.push(oscal::property("assignee", *task.assignee));
  return Json::object()
      .set("uuid", oscal::uuid(report, "poam-item/" + task.id))
      .set("title", oscal::markup_line(task.title))
      .set("description", oscal::markup(task.description))
      .set("props", properties)
      .set("related-observations",
           Json::array().push(
               Json::object().set("observation-uuid", oscal::observation_uuid(report, finding))))
      .set("related-risks",
           Json::array().push(Json::object().set("risk-uuid", risk_uuid(report, task))));
}

}  // namespace

std::string assessment_results(const Report& report) {
  const Json whole =
      Json::object()
          .set("uuid", oscal::uuid(report, "assessment-results"))
          .set("metadata",
               oscal::metadata(report, report.pack_name + ": assessment of " + report.tenant_name))
          .set("import-ap", Json::object().set("href", "#" + oscal::plan_uuid(report)))
          .set("results", Json::array().push(result(report)))
          .set("back-matter", oscal::back_matter(report));
  return Json::object().set("assessment-results", whole).dump() + "\n";
}

std::optional<std::string> plan_of_action(const Report& report) {
  Json observations = Json::array();
  Json risks = Json::array();
  Json items = Json::array();
  for (const Criterion& criterion : report.criteria) {
    for (const Finding& finding : criterion.findings) {
      if (!finding.tasks.empty()) observations.push(oscal::observation(report, finding));
      for (const Task& task : finding.tasks) {
        risks.push(risk(report, finding, task));
        items.push(item(report, finding, task));
      }
    }
  }
  if (items.size() == 0) return std::nullopt;
  Json metadata =
      oscal::metadata(report, report.pack_name + ": what is to be done at " + report.tenant_name);
  const Json whole =
      Json::object()
          .set("uuid", oscal::uuid(report, "plan-of-action-and-milestones"))
          .set("metadata", metadata)
          .set("system-id", Json::object()
                                .set("identifier-type", "http://ietf.org/rfc/rfc4122")
                                .set("id", report.tenant_id))
          .set("observations", observations)
          .set("risks", risks)
          .set("poam-items", items)
          .set("back-matter", oscal::back_matter(report));
  return Json::object().set("plan-of-action-and-milestones", whole).dump() + "\n";
}

}  // namespace assay::exports
