// SPDX-License-Identifier: Apache-2.0
// JSON: slices of the frozen record, byte for byte, so nothing is lost. Takes canonical JSON apart
// without building all of it: walks over the text once, counting brackets and skipping strings.
#include "pipeline/export/report_data.hpp"

#include <stdexcept>

#include "core/json/json.hpp"
#include "pipeline/export/export_formats.hpp"

namespace assay::exports {
namespace {

[[noreturn]] void refuse() {
  throw std::runtime_error("this is not the JSON that was expected");
}

// The offset after the string that starts at `at`.
std::size_t after_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  refuse();
}

// The offset after the value that starts at `at`.
std::size_t after_value(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = after_string(text, at);
      if (depth == 0) return at;
      continue;
    }
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') {
      if (depth == 0) return at;  // the bracket closes the enclosing value
      if (--depth == 0) return at + 1;
    }
    if (c == ',' && depth == 0) return at;
    ++at;
  }
  if (depth != 0) refuse();
  return at;
}

void require_brackets(std::string_view text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) refuse();
}

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

std::vector<std::pair<std::string_view, std::string_view>> members(std::string_view object) {
  require_brackets(object, '{', '}');
  std::vector<std::pair<std::string_view, std::string_view>> found;
  std::size_t at = 1;
  while (at + 1 < object.size()) {
    if (object[at] != '"') refuse();
    const std::size_t name_end = after_string(object, at);
    if (name_end >= object.size() || object[name_end] != ':') refuse();
    const std::size_t value_end = after_value(object, name_end + 1);
    if (value_end >= object.size()) refuse();  // it took the closing bracket
    found.emplace_back(object.substr(at + 1, name_end - at - 2),
                       object.substr(name_end + 1, value_end - name_end - 1));
    at = value_end + 1;
  }
  return found;
}

std::string_view member(std::string_view object, std::string_view name) {
  for (const auto& [key, value] : members(object)) {
    if (key == name) return value;
  }
  return "null";
}

std::vector<std::string_view> elements(std::string_view array) {
  require_brackets(array, '[', ']');
  std::vector<std::string_view> found;
  std::size_t at = 1;
  while (at + 1 < array.size()) {
    const std::size_t end = after_value(array, at);
    if (end == at || end >= array.size()) refuse();
    found.push_back(array.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

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
