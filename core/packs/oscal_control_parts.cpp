// SPDX-License-Identifier: Apache-2.0
// Sorts the parts of a control by their names. Early catalogs (1.0) use "objective", "assessment"
// and "objects" for the later assessment-objective, -method and -objects.
#include <algorithm>

#include "core/packs/oscal_catalog.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kLongestLead = 1000;  // bytes

class PartReader {
 public:
  PartReader(OscalProse& prose, Tally& tally, OutputBudget& budget)
      : prose_(prose), tally_(tally), budget_(budget) {}

  OscalParts read(const JsonObject& control) {
    for (const JsonObject& part : control.objects("parts")) {
      const std::string name = part.required_text("name");
      if (oscal_is_objective(name)) {
        objective(part, "", "");
      } else if (oscal_is_method(name)) {
        method(part);
      } else if (name == "statement") {
        add_paragraph(out_.statement, statement_item(part));
      } else {
        if (name != "guidance") {
          tally_.add("parts called " + quoted(name) + " became guidance", part.path());
        }
        add_paragraph(out_.guidance, folded_part(part, prose_, budget_));
      }
    }
    keep_unique(out_.examine);
    return std::move(out_);
  }

 private:
  // Stores each item of the statement with its sub-items, for the objectives that assess it.
  std::string statement_item(const JsonObject& part) {
    std::string text = headline(part);
    for (const JsonObject& below : part.objects("parts")) {
      const std::string line = statement_item(below);
      if (!text.empty() && !line.empty()) text += '\n';
      text += line;
    }
    budget_.spend(text.size(), part.path());
    const std::string id = part.text("id");
    if (!id.empty()) out_.statement_items.emplace(id, text);
    return text;
  }

  std::string headline(const JsonObject& part) {
    const std::string label = oscal_prop(part, "label");
    const std::string prose = prose_.plain(part.text("prose"), part.path(), budget_);
    return label.empty() || prose.empty() ? prose : label + ' ' + prose;
  }

  void objective(const JsonObject& part, const std::string& lead, const std::string& above) {
    OscalObjective found;
    found.path = part.path();
    found.id = part.text("id");
    found.label = oscal_prop(part, "label", {"sp800-53a", "", "sp800-53"});
    found.prose = objective_text(part);
    found.lead = lead;
    found.above = above;
    budget_.spend(found.path.size() + lead.size() + above.size(), found.path);
    for (const JsonObject& link : part.objects("links")) {
      const std::string href = link.text("href");
      if (link.text("rel") == "assessment-for" && href.starts_with('#')) {
        found.items.push_back(href.substr(1));
      }
    }
    if (!objectives_below(part, found)) out_.objectives.push_back(std::move(found));
  }

  // "Determine if" addresses the assessor, not the organisation.
  std::string objective_text(const JsonObject& part) {
    constexpr std::string_view kToAssessor = "Determine if ";
    std::string text = prose_.plain(part.text("prose"), part.path(), budget_);
    if (text.starts_with(kToAssessor)) text.erase(0, kToAssessor.size());
    return text;
  }

  // Reads the parts of an objective; returns true if some are objectives themselves.
  bool objectives_below(const JsonObject& part, const OscalObjective& objective_above) {
    std::string lead = objective_above.lead;
    std::string above = objective_above.above;
    const std::string& text = objective_above.prose;
    const bool leads = leads_in(text) && lead.size() + text.size() < kLongestLead;
    if (leads) {
      lead += (lead.empty() ? "" : " ") + collapsed(text);
    } else {
      add_paragraph(above, text);
    }
    budget_.spend(above.size(), part.path());
    bool found = false;
    for (const JsonObject& below : part.objects("parts")) {
      const std::string name = below.required_text("name");
      if (oscal_is_objective(name)) {
        found = true;
        objective(below, lead, above);
      } else if (oscal_is_method(name)) {
        method(below);
      } else {
        tally_.add("parts called " + quoted(name) + " inside objectives became guidance",
                   below.path());
        add_paragraph(out_.guidance, folded_part(below, prose_, budget_));
      }
    }
    if (found && !text.empty()) {
      tally_.add(leads ? "objectives introduce those below them; their text is in the titles"
                       : "objectives with others below them have a text; it is in the guidance",
                 part.path());
    }
    return found;
  }

  void method(const JsonObject& part) {
    if (!oscal_examines(part)) {
      tally_.leave_out("assessment methods other than EXAMINE are not kept", part.path());
      return;
    }
    for (const JsonObject& below : part.objects("parts")) {
      if (oscal_is_objects(below.required_text("name"))) objects(below);
    }
  }

  void objects(const JsonObject& part) {
    std::string text = folded_part(part, prose_, budget_);
    // Revision 4 writes "[SELECT FROM: policy; procedures]".
    constexpr std::string_view kSelect = "[SELECT FROM:";
    if (text.starts_with(kSelect)) {
      text.erase(0, kSelect.size());
      if (text.ends_with('.')) text.pop_back();
      if (text.ends_with(']')) text.pop_back();
      std::replace(text.begin(), text.end(), ';', '\n');
    }
    for (std::string& item : lines_as_items(text)) {
      while (item.ends_with(';') || item.ends_with(',') || item.ends_with('.')) item.pop_back();
      if (!item.empty()) out_.examine.push_back(std::move(item));
    }
  }

  OscalProse& prose_;
  Tally& tally_;
  OutputBudget& budget_;
  OscalParts out_;
};

}  // namespace

bool oscal_is_objective(std::string_view name) {
  return name == "assessment-objective" || name == "objective";
}

bool oscal_is_method(std::string_view name) {
  return name == "assessment-method" || name == "assessment";
}

bool oscal_is_objects(std::string_view name) {
  return name == "assessment-objects" || name == "objects";
}

bool oscal_examines(const JsonObject& method) {
  std::string kind = ascii_lower(oscal_prop(method, "method"));
  if (kind.empty()) kind = ascii_lower(method.text("title"));
  return kind == "examine";
}

bool oscal_withdrawn(const JsonObject& control) {
  return ascii_lower(oscal_prop(control, "status")) == "withdrawn";
}

std::string oscal_prop(const JsonObject& holder, std::string_view name,
                       const std::vector<std::string_view>& classes) {
  const std::vector<JsonObject> props = holder.objects("props");
  for (const std::string_view wanted : classes) {
    for (const JsonObject& prop : props) {
      if (prop.text("name") == name && prop.text("class") == wanted) return prop.text("value");
    }
  }
  return "";
}

std::string folded_part(const JsonObject& part, OscalProse& prose, OutputBudget& budget) {
  std::string text = prose.plain(part.text("prose"), part.path(), budget);
  for (const std::string& before : {part.text("title"), oscal_prop(part, "label")}) {
    if (!before.empty() && !text.starts_with(before)) text.insert(0, before + ' ');
  }
  for (const JsonObject& below : part.objects("parts")) {
    const std::string line = folded_part(below, prose, budget);
    if (!text.empty() && !line.empty()) text += '\n';
    text += line;
  }
  budget.spend(text.size(), part.path());
  return text;
}

OscalParts read_oscal_parts(const JsonObject& control, OscalProse& prose, Tally& tally,
                            OutputBudget& budget) {
  return PartReader(prose, tally, budget).read(control);
}

}  // namespace assay::packs
