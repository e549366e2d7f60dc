// SPDX-License-Identifier: Apache-2.0
// The text of tasks: the open sub-checks, what weakens the evidence, and what would show each.
#include "pipeline/assess/explain/explanation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kTitlePoints = 200;
constexpr std::size_t kNamedTerms = 5;

// Stems in a sub-check, and the kind of document that usually shows such a thing. The first line
// that fits is taken.
struct EvidenceKind {
  std::array<std::string_view, 6> stems;
  std::string_view document;
};
constexpr std::array kEvidenceKinds{
    EvidenceKind{{"contract", "agreement", "oblig", "claus", "dpa", ""},
                 "a signed contract or agreement that holds the clause"},
    EvidenceKind{{"train", "awar", "cours", "educ", "", ""},
                 "a training record with names and dates"},
    EvidenceKind{{"approv", "sign", "endors", "adopt", "", ""},
                 "the approved document with the approver's name and the date of approval"},
    EvidenceKind{{"restor", "exercis", "drill", "rehears", "test", ""},
                 "a dated report of the test or exercise with its result"},
    EvidenceKind{{"review", "audit", "assess", "reassess", "evalu", ""},
                 "dated records of the reviews or assessments with their outcome"},
    EvidenceKind{{"scan", "vulner", "patch", "remedi", "", ""},
                 "scan reports and the records of what was remedied, with dates"},
    EvidenceKind{{"encrypt", "instal", "restrict", "enforc", "configur", "separ"},
                 "a configuration export or screenshot, or the standard that prescribes it"},
    EvidenceKind{{"monitor", "log", "logon", "alert", "backup", ""},
                 "the configuration or schedule and an excerpt of recent records"},
    EvidenceKind{{"inventori", "regist", "asset", "owner", "list", ""},
                 "the current register or list with every field filled in"},
    EvidenceKind{{"disabl", "withdrawn", "revok", "leaver", "account", ""},
                 "the procedure and dated records of its use"},
    EvidenceKind{{"record", "track", "evid", "kept", "report", ""},
                 "dated records that show it was done"},
    EvidenceKind{{"polici", "procedur", "defin", "scheme", "plan", "rule"},
                 "an approved policy, procedure or plan that states it"}};

std::string_view kind_for(std::string_view sub_check) {
  const auto stems = text::index_stems(sub_check);
  for (const EvidenceKind& kind : kEvidenceKinds) {
    for (const std::string& stem : stems) {
      if (std::ranges::find(kind.stems, stem) != kind.stems.end()) return kind.document;
    }
  }
  return "a document in force that states it, or a dated record that shows it";
}

std::string label_of(const RequirementText& requirement) {
  return requirement.requirement_id.empty() ? "" : requirement.requirement_id + ": ";
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

std::string_view opening(AssessmentStatus status) {
  switch (status) {
    case AssessmentStatus::Partial:
      return "The evidence addresses this requirement only in part.";
    case AssessmentStatus::Failed:
      return "This requirement could not be assessed; assess it by hand or run again.";
    default:
      return "No sufficient evidence was found for this requirement.";
  }
}

std::string_view verb(AssessmentStatus status) {
  switch (status) {
    case AssessmentStatus::Partial:
      return "Complete the evidence for ";
    case AssessmentStatus::Failed:
      return "Assess by hand ";
    default:
      return "Provide evidence for ";
  }
}

}  // namespace

TaskText remediation_task(const RequirementText& requirement, AssessmentStatus status,
                          const Verdict& verdict) {
  TaskText out;
  const std::string title = text::collapsed(requirement.title);
  out.title = cut(std::string(verb(status)) + label_of(requirement) + title);
  out.description =
      std::string(opening(status)) + "\nRequirement " + label_of(requirement) + title + "\n";
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
