// SPDX-License-Identifier: Apache-2.0
// Reads the parts of an OSCAL control: its statement, its objectives, what an assessor examines,
// and the accompanying guidance.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "db/packs/json_object.hpp"
#include "db/packs/oscal_prose.hpp"
#include "db/packs/tally.hpp"

namespace assay::packs {

// The value of the first property with this name and one of these classes ("" is none), in the
// order of the classes; "" if there is none.
[[nodiscard]] std::string oscal_prop(const JsonObject& holder, std::string_view name,
                                     const std::vector<std::string_view>& classes = {""});

// Classify parts by name; early catalogs (1.0) use other names than later ones.
[[nodiscard]] bool oscal_is_objective(std::string_view name);
[[nodiscard]] bool oscal_is_method(std::string_view name);
[[nodiscard]] bool oscal_is_objects(std::string_view name);
// Whether this assessment method examines documents.
[[nodiscard]] bool oscal_examines(const JsonObject& method);
[[nodiscard]] bool oscal_withdrawn(const JsonObject& control);

struct OscalObjective {
  std::string path;
  std::string id;     // "" if the catalog gives none
  std::string label;  // likewise
  std::string prose;
  std::string lead;               // texts above ending with a colon, which its own continues
  std::string above;              // the other texts of its parent objectives
  std::vector<std::string> for_;  // ids of the statement items that it assesses
};

struct OscalParts {
  std::string statement;
  std::unordered_map<std::string, std::string> statement_items;  // by part id, including sub-items
  std::string guidance;
  std::vector<std::string> examine;        // kinds of documents
  std::vector<OscalObjective> objectives;  // those without objectives of their own
};

// Reads the parts of one control. Throws Refusal.
[[nodiscard]] OscalParts read_oscal_parts(const JsonObject& control, OscalProse& prose,
                                          Tally& tally, OutputBudget& budget);

// A part's label, title and prose, followed by the parts below it on separate lines.
[[nodiscard]] std::string folded_part(const JsonObject& part, OscalProse& prose,
                                      OutputBudget& budget);

}  // namespace assay::packs
