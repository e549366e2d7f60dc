// SPDX-License-Identifier: Apache-2.0
// Converts OSCAL prose to plain text: inserts parameters and reduces internal links to their words.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/packs/json_object.hpp"
#include "db/packs/refusal.hpp"

namespace assay::packs {

class OscalProse {
 public:
  // Adds the parameters of a catalog, group or control. Refuses duplicate ids.
  void add_params(const JsonObject& holder);

  // {{ insert: param, ID }} becomes "[...]" with the parameter's values, otherwise its choices, its
  // label or its id. Throws Refusal when the file's texts grow beyond the budget.
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

}  // namespace assay::packs
