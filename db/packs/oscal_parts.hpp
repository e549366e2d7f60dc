// SPDX-License-Identifier: Apache-2.0
// The parts of an OSCAL control: its statement, its objectives, what an assessor examines, and what
// is said beside them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "db/packs/json_object.hpp"
#include "db/packs/oscal_prose.hpp"
#include "db/packs/tally.hpp"

namespace assay::packs {

// The value of the first property of this name, of one of these classes ("" is none), in the order
// of the classes; "" where there is none.
[[nodiscard]] std::string oscal_prop(const JsonObject& holder, std::string_view name,
                                     const std::vector<std::string_view>& classes = {""});

// What parts are by their names; early catalogs (1.0) name them otherwise than later ones.
[[nodiscard]] bool oscal_is_objective(std::string_view name);
[[nodiscard]] bool oscal_is_method(std::string_view name);
[[nodiscard]] bool oscal_is_objects(std::string_view name);
// Does this assessment method look at documents?
[[nodiscard]] bool oscal_examines(const JsonObject& method);
[[nodiscard]] bool oscal_withdrawn(const JsonObject& control);

struct OscalObjective {
  std::string path;
  std::string id;     // "" where the catalog gives none
  std::string label;  // likewise
  std::string prose;
  std::string lead;               // texts above that end with a colon: its own goes on from them
  std::string above;              // the other texts of the objectives it is a part of
  std::vector<std::string> for_;  // ids of the statement items that it assesses
};

struct OscalParts {
  std::string statement;
  std::unordered_map<std::string, std::string> statement_items;  // by part id, with what is below
  std::string guidance;
  std::vector<std::string> examine;        // kinds of documents
  std::vector<OscalObjective> objectives;  // those without objectives of their own
};

// Reads the parts of one control. Throws Refusal.
[[nodiscard]] OscalParts read_oscal_parts(const JsonObject& control, OscalProse& prose,
                                          Tally& tally, OutputBudget& budget);

// A part's label, title and prose, with the parts below it on lines of their own.
[[nodiscard]] std::string folded_part(const JsonObject& part, OscalProse& prose,
                                      OutputBudget& budget);

}  // namespace assay::packs
