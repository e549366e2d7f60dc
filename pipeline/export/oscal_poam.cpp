// SPDX-License-Identifier: Apache-2.0
// OSCAL plan of action and milestones: an item, a risk and an observation per remediation task.
#include "pipeline/export/oscal.hpp"
#include "pipeline/export/plain_text.hpp"

namespace assay::exports {
namespace {

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
