// SPDX-License-Identifier: Apache-2.0
// The text of tasks: the open sub-checks, what weakens the evidence, and what would show each.
#include "pipeline/assess/explain/explanation.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/assess/explain/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

constexpr std::size_t kTitlePoints = 200;
constexpr std::size_t kNamedTerms = 5;

// The kind of document that usually shows what the sub-check asks for.
std::string_view kind_for(std::string_view sub_check) {
  const auto stems = text::index_stems(sub_check);
  for (const auto& [document, asked] : kEvidenceKinds) {
    if (std::ranges::find_first_of(stems, asked) != stems.end()) return document;
  }
  return "a document in force that states it, or a dated record that shows it";
}

std::string cut(std::string text) {
  if (utf8::length(text) <= kTitlePoints) return text;
  return std::string(utf8::substr(text, 0, kTitlePoints - 1)) + "\u2026";
}

std::string listed(const Json& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size() && i < kNamedTerms; ++i) {
    out += (i > 0 ? ", " : "") + words.at(i).as_string().value_or("");
  }
  return out;
}

std::string open_point(const Json& check) {
  const std::string text = check.get("text").as_string().value_or("");
  const bool partly = check.get("citations").size() > 0;
  std::string out = "- " + text + "\n";
  out += partly ? "  The evidence shows it only in part.\n" : "  No evidence was found.\n";
  const std::string missing = listed(check.get("missingTerms"));
  if (!missing.empty()) out += "  Not mentioned: " + missing + ".\n";
  return out + "  Would show it: " + std::string(kind_for(text)) + ".\n";
}

std::vector<Json> open_checks(const Json& details) {
  std::vector<Json> out;
  const Json checks = details.get("subchecks");
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (checks.at(i).get("met").as_bool() != true) out.push_back(checks.at(i));
  }
  return out;
}

std::string weaknesses(const Json& details) {
  std::string out;
  const Json list = details.get("weakened");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string quote = list.at(i).get("quote").as_string().value_or("");
    out += "- " + list.at(i).get("rule").as_string().value_or("") + ": \"" + cut(quote) + "\"\n";
  }
  return out;
}

// How a task begins, and its title.
struct Opening {
  std::string_view sentence;
  std::string verb;
};

Opening opening(AssessmentStatus status) {
  switch (status) {
    case AssessmentStatus::Partial:
      return {"The evidence addresses this requirement only in part.",
              "Complete the evidence for "};
    case AssessmentStatus::Failed:
      return {"This requirement could not be assessed; assess it by hand or run again.",
              "Assess by hand "};
    default:
      return {"No sufficient evidence was found for this requirement.", "Provide evidence for "};
  }
}

}  // namespace

TaskText remediation_task(const RequirementText& requirement, AssessmentStatus status,
                          const Verdict& verdict) {
  TaskText out;
  const std::string title = text::collapsed(requirement.title);
  const auto [sentence, verb] = opening(status);
  const std::string label =
      requirement.requirement_id.empty() ? "" : requirement.requirement_id + ": ";
  out.title = cut(verb + label + title);
  out.description = std::string(sentence) + "\nRequirement " + label + title + "\n";
  const auto open = open_checks(verdict.details);
  if (!open.empty()) {
    out.description += "\nOpen points:\n";
    for (const Json& check : open) out.description += open_point(check);
  } else if (status != AssessmentStatus::Failed) {
    out.description +=
        "\nOpen: the requirement as a whole.\n  Would show it: " + std::string(kind_for(title)) +
        ".\n";
  }
  const std::string weak = weaknesses(verdict.details);
  if (!weak.empty()) out.description += "\nWhat weakens the evidence found:\n" + weak;
  if (!requirement.expected_evidence.empty()) {
    out.description +=
        "\nUsual evidence: " + text::collapsed(requirement.expected_evidence) + ".\n";
  }
  return out;
}

}  // namespace assay::assess
