// SPDX-License-Identifier: Apache-2.0
// The words of a remediation task.
#include "pipeline/assess/remediation.hpp"

#include "core/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kTitleBytes = 180;
constexpr std::size_t kQuotedBytes = 160;

std::string cut(std::string_view text, std::size_t most) {
  const std::string flat = text::collapsed(text);
  if (flat.size() <= most) return flat;
  return std::string(utf8::prefix(flat, most)) + "…";
}

// "term, term and term" of an array of texts; "" where it is empty.
std::string listed(const Json& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out.append(i + 1 == words.size() ? " and " : ", ");
    out.append(words.at(i).as_string().value_or(""));
  }
  return out;
}

std::string open_points(const RequirementText& requirement, const Json& subchecks) {
  std::string out;
  for (std::size_t i = 0; i < subchecks.size(); ++i) {
    const Json check = subchecks.at(i);
    if (check.get("met").as_bool().value_or(false)) continue;
    out.append("- ").append(check.get("text").as_string().value_or(requirement.title));
    const std::string missing = listed(check.get("missingTerms"));
    if (!missing.empty()) out.append(" (nothing found on: ").append(missing).append(")");
    out.append("\n");
  }
  // Every part may be shown and yet none firmly enough: then the whole is the open point.
  if (out.empty()) out.append("- ").append(requirement.title).append("\n");
  return out;
}

std::string weak_points(const Json& weakened) {
  std::string out;
  for (std::size_t i = 0; i < weakened.size(); ++i) {
    const std::string quote = weakened.at(i).get("quote").as_string().value_or("");
    out.append("- ").append(weakened.at(i).get("rule").as_string().value_or(""));
    out.append(": \"").append(cut(quote, kQuotedBytes)).append("\"\n");
  }
  return out;
}

}  // namespace

TaskText remediation_task(const RequirementText& requirement, AssessmentStatus status,
                          const Verdict& verdict) {
  const bool missing = status == AssessmentStatus::Missing;
  TaskText task;
  task.title = cut((missing ? "Provide evidence for " : "Complete the evidence for ") +
                       requirement.requirement_id + ": " + requirement.title,
                   kTitleBytes);
  task.description = missing ? "No evidence was found that shows:\n"
                             : "The evidence shows this only in part. Still to be shown:\n";
  task.description.append(open_points(requirement, verdict.details.get("subchecks")));
  const std::string weak = weak_points(verdict.details.get("weakened"));
  if (!weak.empty()) task.description.append("What weakens the evidence:\n").append(weak);
  task.description.append("What would show it: ");
  task.description.append(requirement.expected_evidence.empty()
                              ? "an approved document or a dated record that states each open point"
                              : requirement.expected_evidence);
  task.description.append(".\nUpload it and start a new run.");
  return task;
}

}  // namespace assay::assess
