// SPDX-License-Identifier: Apache-2.0
// The sample files, and queries on an import for tests.
#include "tests/packs/samples.hpp"

#include <gtest/gtest.h>

namespace assay::packs {

std::string library_head() {
  return R"(urn: urn:test:risk:library:garden
locale: en
ref_id: GARDEN
name: Garden Rules
description: Rules for gardens.
copyright: Nobody in particular
version: 3
provider: Test
)";
}

std::string library_of(std::string_view nodes) {
  return library_head() + R"(objects:
  framework:
    urn: urn:test:risk:framework:garden
    ref_id: GARDEN
    name: Garden Rules
    requirement_nodes:
)" + std::string(nodes);
}

std::string sample_library() {
  return library_head() + R"(objects:
  reference_controls:
    - urn: urn:test:risk:function:garden:rc-1
      ref_id: RC.1
      name: Watering plan
      typical_evidence: |
        - watering plan
        - watering log
  threats:
    - urn: urn:test:risk:threat:garden:slug
  frameworks:
    - urn: URN:test:risk:framework:Garden
      ref_id: GARDEN
      name: Garden Rules
      description: Framework text
      min_score: 1
      implementation_groups_definition:
        - {ref_id: B, name: Basic, description: null}
      requirement_nodes:
        - urn: urn:test:risk:req_node:garden:w
          assessable: false
          depth: 1
          ref_id: W
          name: Water
        - urn: urn:test:risk:req_node:garden:w.1
          assessable: true
          depth: 2
          parent_urn: urn:test:risk:req_node:garden:w
          ref_id: W.1
          name: Watering
          description: Plants are watered daily.
          annotation: Early in the morning is best.
          typical_evidence: "watering log\n\n* photographs"
          implementation_groups: [B]
          reference_controls:
            - urn:test:risk:function:garden:RC-1
            - urn:other:risk:function:doc:unknown
          questions:
            urn:test:risk:req_node:garden:w.1:question:1:
              type: unique_choice
              text: Is there a log?
              choices: []
        - urn: urn:test:risk:req_node:garden:node3
          assessable: true
          depth: 2
          parent_urn: urn:test:risk:req_node:garden:W
          description: "The gardener shall:"
        - urn: urn:test:risk:req_node:garden:w.2.a
          assessable: true
          depth: 3
          parent_urn: urn:test:risk:req_node:garden:node3
          ref_id: W.2.a
          description: keep the pond clean;
          translations: {fr: {description: propre}}
        - urn: urn:test:risk:req_node:garden:example
          assessable: false
          depth: 3
          parent_urn: urn:test:risk:req_node:garden:w.1
          name: Example
          description: A can of ten litres.
        - urn: urn:test:risk:req_node:garden:s
          assessable: false
          depth: 1
          ref_id: S
          description: |-
            Soil:
            All that concerns soil.
        - urn: urn:test:risk:req_node:garden:s.1
          assessable: true
          depth: 2
          parent_urn: urn:test:risk:req_node:garden:s
          ref_id: 3.10
          name: Compost
        - urn: urn:test:risk:req_node:garden:s.2
          assessable: true
          depth: 2
          parent_urn: urn:test:risk:req_node:garden:s
          ref_id: S.2
        - urn: urn:test:risk:req_node:garden:preamble
          assessable: false
          depth: 1
          name: Preamble
          description: Gardens are good.
        - urn: urn:test:risk:req_node:garden:alone
          assessable: true
          depth: 1
          ref_id: X
          description: A fence stands all round.
  requirement_mapping_sets:
    - urn: urn:test:risk:req_mapping_set:garden-to-field
      name: garden to field
      source_framework_urn: urn:test:risk:framework:Garden
      target_framework_urn: urn:test:risk:framework:field
      requirement_mappings:
        - source_requirement_urn: urn:test:risk:req_node:garden:w.1
          target_requirement_urn: urn:test:risk:req_node:field:1
          relationship: subset
          rationale: semantic
          strength_of_relationship: 7
          annotation: seen from the garden
        - source_requirement_urn: urn:test:risk:req_node:garden:w.1
          target_requirement_urn: urn:test:risk:req_node:field:1
          relationship: subset
          rationale: semantic
          strength_of_relationship: 7
          annotation: seen from the garden
        - source_requirement_urn: urn:test:risk:req_node:garden:s.1
          target_requirement_urn: urn:test:risk:req_node:field:2
          relationship: not_related
        - source_requirement_urn: urn:test:risk:req_node:garden:s.2
          target_requirement_urn: urn:test:risk:req_node:field:2
          relationship: equal
)";
}

std::string catalog_of(std::string_view controls) {
  return R"({"catalog": {"uuid": "0A5D0E1C-0000-4000-8000-000000000001",
  "metadata": {"title": "Test Catalog", "version": "1", "oscal-version": "1.1.2"},
  "groups": [{"id": "g", "title": "Group", "controls": )" +
         std::string(controls) + "}]}}\n";
}

Requirement requirement(const Result<Import>& import, std::string_view label) {
  if (!import.ok()) {
    ADD_FAILURE() << import.error().message;
    return {};
  }
  for (const auto& pack : import.value().packs) {
    for (const auto& found : pack.requirements) {
      if (found.requirement_id == label) return found;
    }
  }
  ADD_FAILURE() << "no requirement " << label;
  return {};
}

bool warned(const Import& import, std::string_view part) {
  for (const std::string& warning : import.report.warnings) {
    if (warning.find(part) != std::string::npos) return true;
  }
  return false;
}

bool skipped(const Import& import, std::string_view path, std::string_view reason) {
  for (const Skipped& entry : import.report.skipped) {
    if (entry.path == path && entry.reason.find(reason) != std::string::npos) return true;
  }
  return false;
}

std::string refusal_of(const Result<Import>& import) {
  return import.ok() ? "accepted" : import.error().message;
}

}  // namespace assay::packs
