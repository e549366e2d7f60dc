// SPDX-License-Identifier: Apache-2.0
// Reads a run's frozen record into the data that reports show.
#include "pipeline/export/report_data.hpp"

#include <map>
#include <stdexcept>
#include <utility>

#include "core/json/json.hpp"

namespace assay::exports {
namespace {

Json parse(std::string_view slice) {
  auto json = Json::parse(slice);
  if (!json) throw std::runtime_error("a run's record holds what is no JSON");
  return std::move(*json);
}

std::string text(const Json& json, std::string_view name) {
  return json.get(name).as_string().value_or("");
}

std::int64_t integer(const Json& json, std::string_view name) {
  return json.get(name).as_integer().value_or(0);
}

double number(const Json& json, std::string_view name) {
  return json.get(name).as_number().value_or(0);
}

Timestamp instant(const Json& json, std::string_view name) {
  return from_iso8601(text(json, name)).value_or(Timestamp());
}

// Reads one record at a time, so that the whole is never in memory as a tree.
class Reader {
 public:
  explicit Reader(Source source) : reviews_(std::move(source.reviews)) {
    report_.content = std::make_unique<const std::string>(std::move(source.content));
    report_.tenant_name = std::move(source.tenant_name);
    report_.pack_name = std::move(source.pack_name);
    report_.pack_version = std::move(source.pack_version);
    report_.snapshot_hash = std::move(source.snapshot_hash);
    for (const auto& [name, value] : members(*report_.content)) parts_.emplace(name, value);
  }

  Report read() {
    read_run();
    read_documents();
    read_tasks();
    read_criteria();
    for (const std::string_view record : elements(part("assessments"))) {
      add(finding(record), parse(record).get("requirement"));
    }
    std::erase_if(report_.criteria, [](const Criterion& one) { return one.findings.empty(); });
    return std::move(report_);
  }

 private:
  std::string_view part(std::string_view name) const {
    const auto found = parts_.find(name);
    if (found == parts_.end()) {
      throw std::runtime_error("a run's record lacks " + std::string(name));
    }
    return found->second;
  }

  void read_run() {
    const Json run = parse(part("run"));
    report_.tenant_id = text(run, "tenantId");
    report_.run_id = text(run, "id");
    report_.pack_id = text(run, "packId");
    report_.criteria_version_id = text(run, "snapshotCriteriaVersionId");
    report_.started_at = instant(run, "startedAt");
    report_.completed_at = instant(run, "completedAt");
    report_.model = text(run, "model");
    report_.glossary_version = run.get("glossaryVersion").as_integer();
    report_.threshold_complete = number(run.get("thresholds"), "complete");
    report_.threshold_partial = number(run.get("thresholds"), "partial");
    report_.similarity_threshold = number(run, "similarityThreshold");
    report_.failure_reason = run.get("failureReason").as_string();
    report_.evaluator = text(run, "evaluator");
    const auto evaluator = parts_.find("evaluator");
    const std::string version =
        evaluator == parts_.end() ? "" : text(parse(evaluator->second), "version");
    if (!version.empty()) report_.evaluator += " " + version;
    const auto corpus = parts_.find("corpus");
    if (corpus != parts_.end())
      report_.corpus_title = parse(corpus->second).get("title").as_string();
  }

  // Skips the hashes of the documents' chunks, of which there may be many.
  void read_documents() {
    for (const std::string_view slice : elements(part("documents"))) {
      Document document;
      for (const auto& [name, value] : members(slice)) {
        if (name == "id") document.id = parse(value).as_string().value_or("");
        if (name == "originalFilename") document.file_name = parse(value).as_string().value_or("");
        if (name == "fileType") document.file_type = parse(value).as_string().value_or("");
        if (name == "sha256Hash") document.sha256 = parse(value).as_string().value_or("");
        if (name == "chunkCount") document.chunk_count = parse(value).as_integer().value_or(0);
        if (name == "deleted") document.deleted = value == "true";
      }
      by_id_.emplace(document.id, report_.documents.size());
      report_.documents.push_back(std::move(document));
    }
  }

  void read_tasks() {
    for (const std::string_view slice : elements(part("tasks"))) {
      const Json json = parse(slice);
      Task task{text(json, "id"),
                text(json, "requirementId"),
                text(json, "title"),
                text(json, "description"),
                text(json, "status"),
                json.get("assignee").as_string(),
                json.get("dueDate").as_string()};
      tasks_[task.requirement_id].push_back(std::move(task));
    }
  }

  void read_criteria() {
    for (const std::string_view slice : elements(part("criteria"))) {
      const Json json = parse(slice);
      Criterion criterion;
      criterion.id = integer(json, "criterionId");
      criterion.title = text(json, "criterionTitle");
      criterion.description = text(json, "criterionDescription");
      report_.criteria.push_back(std::move(criterion));
    }
  }

  Quote quote(const Json& citation) {
    Quote made{text(citation, "documentId"), "", text(citation, "text"),
               integer(citation, "pageNumber"), citation.get("pageLabel").as_string().value_or("")};
    const auto found = by_id_.find(made.document_id);
    if (found != by_id_.end()) {
      Document& document = report_.documents[found->second];
      made.file_name = document.file_name;
      ++document.quoted;
    }
    return made;
  }

  static SubCheck subcheck(const Json& json) {
    SubCheck made{text(json, "label"),
                  text(json, "text"),
                  json.get("met").as_bool().value_or(false),
                  number(json, "confidence"),
                  {}};
    const Json terms = json.get("missingTerms");
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (auto term = terms.at(i).as_string()) made.missing_terms.push_back(std::move(*term));
    }
    return made;
  }

  Finding finding(std::string_view record) {
    const Json json = parse(record);
    const auto status = from_text<AssessmentStatus>(text(json, "status"));
    if (!status) throw std::runtime_error("a run's record holds an unknown status");
    Finding made;
    made.record = record;
    made.id.value = text(json, "id");
    made.requirement_id = text(json, "requirementId");
    made.title = text(json.get("requirement"), "title");
    made.subcheck_label = json.get("requirement").get("subcheckLabel").as_string();
    made.status = *status;
    made.confidence = number(json, "confidence");
    made.reasoning = text(json, "reasoning");
    made.created_at = text(json, "createdAt");
    const Json citations = json.get("citations");
    for (std::size_t i = 0; i < citations.size(); ++i)
      made.quotes.push_back(quote(citations.at(i)));
    const Json details = json.get("details");
    const Json checks = details.get("subchecks");
    for (std::size_t i = 0; i < checks.size(); ++i)
      made.subchecks.push_back(subcheck(checks.at(i)));
    made.error = details.get("error").get("message").as_string();
    for (const Review& review : reviews_) {
      if (review.assessment == made.id) made.reviews.push_back(review);
    }
    const auto tasks = tasks_.find(made.requirement_id);
    if (tasks != tasks_.end()) made.tasks = tasks->second;
    return made;
  }

  Criterion& criterion_of(const Json& requirement) {
    const std::int64_t id = integer(requirement, "criterionId");
    for (Criterion& criterion : report_.criteria) {
      if (criterion.id == id) return criterion;
    }
    Criterion criterion;
    criterion.id = id;
    criterion.title = text(requirement, "criterionTitle");
    report_.criteria.push_back(std::move(criterion));
    return report_.criteria.back();
  }

  void add(Finding made, const Json& requirement) {
    Criterion& criterion = criterion_of(requirement);
    ++criterion.counts.at(static_cast<std::size_t>(made.status));
    ++report_.counts.at(static_cast<std::size_t>(made.status));
    ++report_.finding_count;
    report_.quote_count += made.quotes.size();
    if (!made.reviews.empty()) report_.reviewed = true;
    criterion.findings.push_back(std::move(made));
  }

  Report report_;
  std::vector<Review> reviews_;
  std::map<std::string_view, std::string_view> parts_;
  std::map<std::string, std::size_t> by_id_;
  std::map<std::string, std::vector<Task>> tasks_;
};

}  // namespace

Report read_report(Source source) {
  return Reader(std::move(source)).read();
}

}  // namespace assay::exports
