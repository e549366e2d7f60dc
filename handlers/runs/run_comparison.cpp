// SPDX-License-Identifier: Apache-2.0
// Compares two runs: the pins first, then requirement by requirement.
#include "handlers/runs/run_comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "db/store/runs/assessments.hpp"
#include "db/store/runs/runs.hpp"
#include "db/wire/render.hpp"

namespace assay::handlers {
namespace {

using store::assessments::Assessment;
using store::runs::PinnedDocument;

enum class Change { Unchanged, Improved, Worsened, Confidence, Failed, Evaluated, Added, Removed };
constexpr std::array<std::string_view, 8> kChanges{
    "UNCHANGED", "IMPROVED", "WORSENED", "CONFIDENCE", "FAILED", "EVALUATED", "ADDED", "REMOVED"};
std::string_view name_of(Change change) {
  return kChanges.at(static_cast<std::size_t>(change));
}

// Confidences are stored with four decimals.
constexpr double kSameConfidence = 0.00005;

int rank(AssessmentStatus status) {
  switch (status) {
    case AssessmentStatus::Complete:
      return 2;
    case AssessmentStatus::Partial:
      return 1;
    default:
      return 0;
  }
}

Change change_of(const Assessment& from, const Assessment& to) {
  if (from.status != to.status) {
    if (to.status == AssessmentStatus::Failed) return Change::Failed;
    if (from.status == AssessmentStatus::Failed) return Change::Evaluated;
    return rank(to.status) > rank(from.status) ? Change::Improved : Change::Worsened;
  }
  return std::abs(from.confidence - to.confidence) < kSameConfidence ? Change::Unchanged
                                                                     : Change::Confidence;
}

// The pins of a run, by their names in its record.
std::vector<std::pair<std::string_view, Json>> pins_of(const store::runs::Run& run) {
  const auto text_or_null = [](const auto& id) { return id ? Json(id->value) : Json(); };
  return {{"criteriaVersionId", Json(run.criteria_version.value)},
          {"evaluator", Json(run.evaluator)},
          {"evaluatorVersion", Json(run.evaluator_version)},
          {"calibrationVersion", Json(run.calibration_version)},
          {"glossaryVersion", Json(run.glossary_version)},
          {"model", Json(run.model)},
          {"thresholdComplete", Json(run.threshold_complete)},
          {"thresholdPartial", Json(run.threshold_partial)},
          {"similarityThreshold", Json(run.similarity_threshold)},
          {"corpusActivationId", text_or_null(run.corpus_activation)}};
}

class Comparison {
 public:
  Comparison(const ComparedRun& from, const ComparedRun& to) : from_(from), to_(to) {
    const auto before = pins_of(from.run);
    const auto after = pins_of(to.run);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i].second.canonical() == after[i].second.canonical()) continue;
      differing_.insert(before[i].first);
      pins_.push(Json::object()
                     .set("pin", before[i].first)
                     .set("from", before[i].second)
                     .set("to", after[i].second));
    }
    other_documents_ = only_in(to.documents, from.documents).size() > 0 ||
                       only_in(from.documents, to.documents).size() > 0;
    for (const PinnedDocument& document : from.documents) hashes_from_[document.id] = &document;
    for (const PinnedDocument& document : to.documents) hashes_to_[document.id] = &document;
    for (const auto& one : from.expansions) phrases_from_[one.requirement] = one.phrases;
    for (const auto& one : to.expansions) phrases_to_[one.requirement] = one.phrases;
  }

  [[nodiscard]] Json result() {
    std::map<std::string, const Assessment*> later;
    for (const Assessment& assessment : to_.assessments) {
      later.emplace(assessment.requirement_id, &assessment);
    }
    std::set<std::string> seen;
    for (const Assessment& before : from_.assessments) {
      seen.insert(before.requirement_id);
      const auto found = later.find(before.requirement_id);
      add(&before, found == later.end() ? nullptr : found->second);
    }
    for (const Assessment& after : to_.assessments) {
      if (!seen.contains(after.requirement_id)) add(nullptr, &after);
    }
    Json summary = Json::object();
    for (const std::string_view name : kChanges) summary.set(name, counts_[name]);
    return Json::object()
        .set("from", store::render::run(from_.run))
        .set("to", store::render::run(to_.run))
        .set("pins", pins_)
        .set("documents", Json::object()
                              .set("added", only_in(to_.documents, from_.documents))
                              .set("gone", only_in(from_.documents, to_.documents)))
        .set("summary", summary)
        .set("requirements", requirements_);
  }

 private:
  using Documents = std::map<DocumentId, const PinnedDocument*>;
  using Phrases = std::map<RequirementRecordId, std::vector<std::string>>;

  // The documents whose bytes the other run did not have.
  static Json only_in(const std::vector<PinnedDocument>& documents,
                      const std::vector<PinnedDocument>& others) {
    std::set<std::string> hashes;
    for (const PinnedDocument& other : others) hashes.insert(other.sha256);
    Json out = Json::array();
    for (const PinnedDocument& document : documents) {
      if (!hashes.contains(document.sha256)) out.push(store::render::pinned_document(document));
    }
    return out;
  }

  static const PinnedDocument* document_of(const Json& citation, const Documents& documents) {
    const auto id = citation.get("documentId").as_string();
    const auto found = id ? documents.find(DocumentId{*id}) : documents.end();
    return found == documents.end() ? nullptr : found->second;
  }

  static std::string key_of(const Json& citation, const Documents& documents) {
    const PinnedDocument* document = document_of(citation, documents);
    return (document == nullptr ? "" : document->sha256) + "/" +
           citation.get("text").as_string().value_or("");
  }

  // The citations of `one` that `other` does not have.
  static Json cited_only_in(const Assessment* one, const Documents& documents,
                            const Assessment* other, const Documents& others) {
    std::set<std::string> known;
    for (std::size_t i = 0; other != nullptr && i < other->citations.size(); ++i) {
      known.insert(key_of(other->citations.at(i), others));
    }
    Json out = Json::array();
    for (std::size_t i = 0; one != nullptr && i < one->citations.size(); ++i) {
      const Json citation = one->citations.at(i);
      if (known.contains(key_of(citation, documents))) continue;
      const PinnedDocument* document = document_of(citation, documents);
      Json cited = Json::object()
                       .set("documentId", citation.get("documentId"))
                       .set("originalFilename",
                            document == nullptr ? Json() : Json(document->original_filename))
                       .set("pageNumber", citation.get("pageNumber"))
                       .set("text", citation.get("text"));
      if (citation.has("pageLabel")) cited.set("pageLabel", citation.get("pageLabel"));
      out.push(cited);
    }
    return out;
  }

  static std::vector<std::string> phrases_of(const Phrases& all,
                                             const RequirementRecordId& requirement) {
    const auto found = all.find(requirement);
    return found == all.end() ? std::vector<std::string>{} : found->second;
  }

  static Json side(const Assessment* assessment) {
    if (assessment == nullptr) return {};
    return Json::object()
        .set("assessmentId", assessment->id.value)
        .set("status", to_text(assessment->status))
        .set("confidence", assessment->confidence);
  }

  void why(Json& reasons, std::string_view code, std::string_view text) const {
    reasons.push(Json::object().set("code", code).set("text", text));
  }

  // The possible reasons for the difference. Empty when nothing changed.
  [[nodiscard]] Json reasons(const Assessment* before, const Assessment* after, const Json& added,
                             const Json& gone) const {
    Json out = Json::array();
    if (before == nullptr || after == nullptr) {
      why(out, "REQUIREMENT",
          before == nullptr ? "The first run did not judge this requirement"
                            : "The second run did not judge this requirement");
      return out;
    }
    if (added.size() > 0) why(out, "EVIDENCE_ADDED", "Evidence is cited that was not cited before");
    if (gone.size() > 0) why(out, "EVIDENCE_GONE", "Evidence cited before is no longer cited");
    if (before->title != after->title) why(out, "WORDING", "The requirement's wording has changed");
    const bool thresholds =
        differing_.contains("thresholdComplete") || differing_.contains("thresholdPartial");
    if (thresholds && before->status != after->status) {
      why(out, "THRESHOLDS", "The thresholds have changed");
    }
    if (before->status == AssessmentStatus::Failed || after->status == AssessmentStatus::Failed) {
      why(out, "EVALUATION",
          "One of the evaluations failed, which says nothing about the evidence");
    }
    if (differing_.contains("similarityThreshold")) {
      why(out, "SIMILARITY", "The similarity threshold has changed");
    }
    if (differing_.contains("criteriaVersionId")) {
      why(out, "CRITERIA_VERSION", "The pack's version has changed");
    }
    if (differing_.contains("evaluator") || differing_.contains("evaluatorVersion") ||
        differing_.contains("model")) {
      why(out, "EVALUATOR", "A different evaluator, evaluator version or model judged it");
    }
    if (differing_.contains("calibrationVersion")) {
      why(out, "CALIBRATION", "The calibration of the confidence has changed");
    }
    if (differing_.contains("glossaryVersion")) {
      why(out, "GLOSSARY", "The glossary has changed");
    }
    if (phrases_of(phrases_from_, before->requirement) !=
        phrases_of(phrases_to_, after->requirement)) {
      why(out, "EXPANSION", "The search used different phrases of a language model");
    }
    if (differing_.contains("corpusActivationId")) {
      why(out, "CORPUS", "A different regulatory text was in force");
    }
    if (other_documents_) {
      why(out, "DOCUMENTS", "Different documents were searched, which changes the weight of words");
    }
    return out;
  }

  void add(const Assessment* before, const Assessment* after) {
    Change change = before == nullptr ? Change::Added : Change::Removed;
    if (before != nullptr && after != nullptr) change = change_of(*before, *after);
    ++counts_[name_of(change)];
    const Json added = cited_only_in(after, hashes_to_, before, hashes_from_);
    const Json gone = cited_only_in(before, hashes_from_, after, hashes_to_);
    const Assessment& named = after == nullptr ? *before : *after;
    requirements_.push(Json::object()
                           .set("requirementId", named.requirement_id)
                           .set("title", named.title)
                           .set("criterionId", named.criterion_id)
                           .set("change", name_of(change))
                           .set("from", side(before))
                           .set("to", side(after))
                           .set("why", change == Change::Unchanged
                                           ? Json::array()
                                           : reasons(before, after, added, gone))
                           .set("evidence", Json::object().set("added", added).set("gone", gone)));
  }

  const ComparedRun& from_;
  const ComparedRun& to_;
  std::set<std::string_view> differing_;
  Json pins_ = Json::array();
  bool other_documents_ = false;
  Documents hashes_from_;
  Documents hashes_to_;
  Phrases phrases_from_;
  Phrases phrases_to_;
  std::map<std::string_view, std::int64_t> counts_;
  Json requirements_ = Json::array();
};

}  // namespace

Json compare(const ComparedRun& from, const ComparedRun& to) {
  return Comparison(from, to).result();
}

}  // namespace assay::handlers
