// SPDX-License-Identifier: Apache-2.0
// JSON: slices of the frozen record, byte for byte, so nothing is lost.
#include "core/json/json.hpp"
#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/report_data.hpp"

namespace assay::exports {
namespace {

Json review_json(const Review& review) {
  return Json::object()
      .set("verdict", review.verdict)
      .set("status", review.status ? Json(to_text(*review.status)) : Json())
      .set("note", review.note)
      .set("reviewer", review.reviewer)
      .set("createdAt", to_iso8601(review.at));
}

// The assessment as it was made, with its reviews.
std::string assessment(const Finding& finding) {
  if (finding.reviews.empty()) return std::string(finding.record);
  Json reviews = Json::array();
  for (const Review& review : finding.reviews) reviews.push(review_json(review));
  std::string whole(finding.record.substr(0, finding.record.size() - 1));
  return whole + ",\"reviews\":" + reviews.dump() + "}";
}

Json document_json(const Document& document) {
  return Json::object()
      .set("id", document.id)
      .set("originalFilename", document.file_name)
      .set("fileType", document.file_type)
      .set("sha256Hash", document.sha256)
      .set("chunkCount", document.chunk_count)
      .set("deleted", document.deleted)
      .set("citationCount", document.quoted);
}

Json head(const Report& report) {
  Json counts = Json::object();
  for (std::size_t i = 0; i < report.counts.size(); ++i) {
    counts.set(to_text(static_cast<AssessmentStatus>(i)), report.counts.at(i));
  }
  Json documents = Json::array();
  for (const Document& document : report.documents) documents.push(document_json(document));
  return Json::object()
      .set("format", "assay-export/1")
      .set("tenant", Json::object().set("id", report.tenant_id).set("name", report.tenant_name))
      .set("pack", Json::object()
                       .set("id", report.pack_id)
                       .set("name", report.pack_name)
                       .set("version", report.pack_version)
                       .set("criteriaVersionId", report.criteria_version_id))
      .set("snapshotHash", report.snapshot_hash)
      .set("counts", counts)
      .set("documents", documents);
}

}  // namespace

void write_json(const Report& report, const Output& output) {
  Buffer out(output);
  const std::string opening = head(report).dump();
  out << std::string_view(opening).substr(0, opening.size() - 1);
  for (const std::string_view name : {"run", "criteria", "requirements", "tasks"}) {
    out << ",\"" << name << "\":" << member(*report.content, name);
  }
  out << ",\"assessments\":[";
  std::string_view separator;
  for (const Criterion& criterion : report.criteria) {
    for (const Finding& finding : criterion.findings) {
      output.check();
      out << separator << assessment(finding);
      separator = ",";
    }
  }
  out << "]}\n";
  out.flush();
}

}  // namespace assay::exports
