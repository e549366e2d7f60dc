// SPDX-License-Identifier: Apache-2.0
// The pieces of an OSCAL catalog: prose, the parts of a control, the requirements made of a
// control, and what is left out.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/packs/json_object.hpp"
#include "core/packs/pack_content.hpp"
#include "core/packs/parse_report.hpp"

namespace assay::packs {

// Converts OSCAL prose to plain text: inserts parameters and reduces internal links to their words.
class OscalProse {
 public:
  // Adds the parameters of a catalog, group or control. Refuses duplicate ids.
  void add_params(const JsonObject& holder);

  // {{ insert: param, ID }} becomes "[...]" with the parameter's values, otherwise its choices, its
  // label or its id. Throws ParseError when the file's texts grow beyond the budget.
  [[nodiscard]] std::string plain(std::string_view prose, std::string_view path,
                                  OutputBudget& budget);

 private:
  struct Param {
    std::vector<std::string> values;
    std::vector<std::string> choices;
    bool several = false;  // of the choices
    std::string label;
    std::string resolved = {};
    bool done = false;
    bool open = false;  // being resolved: a parameter inside itself shows its id
  };
  [[nodiscard]] const std::string& insertion(const std::string& id, std::string_view path,
                                             OutputBudget& budget);

  std::unordered_map<std::string, Param> params_;
  int depth_ = 0;                                         // of parameters inside parameters
  std::unordered_map<std::string, std::string> unknown_;  // unresolved ids: "[id]"
};

// Reads the parts of an OSCAL control: its statement, its objectives, what an assessor examines,
// and the accompanying guidance.

// The value of the first property with this name and one of these classes, in the order of the
// classes ("": a property without a class); "" if there is none.
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
  std::string lead;                // texts above ending with a colon, which its own continues
  std::string above;               // the other texts of its parent objectives
  std::vector<std::string> items;  // ids of the statement items that it assesses
};

struct OscalParts {
  std::string statement;
  std::unordered_map<std::string, std::string> statement_items;  // by part id, including sub-items
  std::string guidance;
  std::vector<std::string> examine;        // kinds of documents
  std::vector<OscalObjective> objectives;  // those without objectives of their own
};

// Reads the parts of one control. Throws ParseError.
[[nodiscard]] OscalParts read_oscal_parts(const JsonObject& control, OscalProse& prose,
                                          Tally& tally, OutputBudget& budget);

// A part's label, title and prose, followed by the parts below it on separate lines.
[[nodiscard]] std::string folded_part(const JsonObject& part, OscalProse& prose,
                                      OutputBudget& budget);

// Builds requirements from one OSCAL control: one for each objective without objectives below it,
// or one for its statement if the catalog has no objectives.

// The control's usual label ("AC-2(1)"), from its label property or its id.
[[nodiscard]] std::string oscal_control_label(const JsonObject& control);

// heading: titles of the control and those it is nested in, or "" if they only repeat labels. The
// caller handles criterion and uniqueness of labels. Throws ParseError.
[[nodiscard]] std::vector<Requirement> oscal_requirements(const JsonObject& control,
                                                          const std::string& heading,
                                                          OscalParts parts, Tally& tally,
                                                          OutputBudget& budget);

// Finds the content of an OSCAL catalog that has no place in a pack, for the report.

// Counts, by kind, the unused members of catalog, metadata, groups, parameters, controls and parts,
// and the resources of the back matter. Does not look inside withdrawn controls and assessment
// methods that are left out as a whole. Precondition: the readers accepted the catalog. Throws
// ParseError if a member that they did not read has the wrong type.
void count_left_out(const JsonObject& catalog, Tally& tally);

}  // namespace assay::packs
