// SPDX-License-Identifier: Apache-2.0
// Walks an OSCAL catalog, and distinguishes catalogs from the other models.
#include <array>
#include <unordered_set>

#include "core/packs/import_file.hpp"
#include "core/packs/oscal_catalog.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::array<std::string_view, 8> kModels{"catalog",
                                                  "profile",
                                                  "mapping-collection",
                                                  "component-definition",
                                                  "system-security-plan",
                                                  "assessment-plan",
                                                  "assessment-results",
                                                  "plan-of-action-and-milestones"};

// The metadata texts that concern rights.
std::string copyright_of(const JsonObject& metadata) {
  std::string out;
  for (const JsonObject& prop : metadata.objects("props")) {
    const std::string name = ascii_lower(prop.text("name"));
    if (name == "copyright" || name == "license" || name == "rights") {
      add_paragraph(out, prop.text("value"));
    }
  }
  for (const JsonObject& link : metadata.objects("links")) {
    const std::string rel = link.text("rel");
    if (rel == "license" || rel == "copyright") add_paragraph(out, link.text("href"));
  }
  const std::string remarks = metadata.text("remarks");
  if (ascii_lower(remarks).find("copyright") != std::string::npos) add_paragraph(out, remarks);
  return out;
}

class CatalogReader {
 public:
  explicit CatalogReader(JsonObject catalog) : catalog_(std::move(catalog)) {}

  Import read() {
    NewVersion& pack = import_.packs.emplace_back();
    pack.source_key = ascii_lower(catalog_.required_text("uuid"));
    const JsonObject metadata = catalog_.object("metadata");
    pack.pack_name = collapsed(metadata.required_text("title"));
    pack.version = collapsed(metadata.required_text("version"));
    pack.description = metadata.text("remarks");
    pack.copyright = copyright_of(metadata);
    check_version(metadata);
    collect_params(catalog_);
    holder(catalog_, pack.pack_name, "");
    if (pack.requirements.empty()) refuse("catalog", "holds no control that is in force");
    count_left_out(catalog_, tally_);
    tally_.write(import_.report);
    return std::move(import_);
  }

 private:
  // "1.1.2", or "v1.2.2" as some files have it.
  static void check_version(const JsonObject& metadata) {
    const std::string version = metadata.text("oscal-version");
    if (version.empty() || version.starts_with("1.") || version.starts_with("v1.")) return;
    refuse(metadata.path_of("oscal-version"),
           quoted(version) + " is not supported; 1.0 to 1.2 are");
  }

  // Runs before any prose is read: parameters are used across controls.
  void collect_params(const JsonObject& at) {
    prose_.add_params(at);
    for (const char* key : {"controls", "groups"}) {
      for (const JsonObject& below : at.objects(key)) collect_params(below);
    }
  }

  // Reads a catalog or a group: its own controls under one criterion, then its groups.
  void holder(const JsonObject& group, const std::string& title, const std::string& above) {
    const std::vector<JsonObject> controls = group.objects("controls");
    const std::string description = texts_of(group);
    if (!controls.empty()) {
      criterion_ = {static_cast<int>(pack().criteria.size()) + 1, above + title, description,
                    group.path() == "catalog" ? "" : label_of(group)};
      const std::size_t before = pack().requirements.size();
      for (const JsonObject& item : controls) control(item, "");
      if (pack().requirements.size() > before) {
        pack().criteria.push_back(criterion_);
      } else {
        import_.report.skipped.push_back({group.path(), "holds no control that is in force"});
      }
    } else if (!description.empty()) {
      import_.report.skipped.push_back(
          {group.path(), "a heading above other groups; its text is not kept: " + quoted(title)});
    }
    const std::string path = group.path() == "catalog" ? "" : above + title + " / ";
    budget_.spend(path.size() + title.size(), group.path());
    for (const JsonObject& below : group.objects("groups")) {
      holder(below, collapsed(below.required_text("title")), path);
    }
  }

  static std::string label_of(const JsonObject& group) {
    return group.text("id").empty() ? oscal_prop(group, "label") : oscal_control_label(group);
  }

  std::string texts_of(const JsonObject& group) {
    std::string text;
    for (const JsonObject& part : group.objects("parts")) {
      add_paragraph(text, folded_part(part, prose_, budget_));
    }
    return text;
  }

  void control(const JsonObject& source, const std::string& above) {
    const std::string id = source.required_text("id");
    if (!ids_.insert(id).second) {
      refuse(source.path_of("id"), quoted(id) + " appears twice in the catalog");
    }
    const std::string label = oscal_control_label(source);
    const std::string title = collapsed(source.required_text("title"));
    std::string heading = title == label || title == id ? "" : title;
    if (!above.empty() && !heading.empty()) heading = above + " | " + heading;
    budget_.spend(heading.size(), source.path());
    if (oscal_withdrawn(source)) {
      import_.report.skipped.push_back({source.path(), withdrawal(source, label, title)});
    } else {
      OscalParts parts = read_oscal_parts(source, prose_, tally_, budget_);
      for (Requirement& requirement :
           oscal_requirements(source, heading, std::move(parts), tally_, budget_)) {
        add(std::move(requirement), source);
      }
    }
    for (const JsonObject& below : source.objects("controls")) {
      control(below, heading.empty() ? above : heading);
    }
  }

  void add(Requirement requirement, const JsonObject& source) {
    if (!labels_.insert(requirement.requirement_id).second) {
      tally_.add("requirements share a label with another one; their id became their label",
                 source.path());
      requirement.requirement_id = requirement.source_key;
      if (!labels_.insert(requirement.requirement_id).second) {
        refuse(source.path(), quoted(requirement.requirement_id) + " appears twice in the catalog");
      }
    }
    requirement.criterion_id = criterion_.criterion_id;
    requirement.criterion_title = criterion_.title;
    budget_.spend(criterion_.title.size(), source.path());
    pack().requirements.push_back(std::move(requirement));
  }

  static std::string withdrawal(const JsonObject& source, const std::string& label,
                                const std::string& title) {
    std::string reason = "withdrawn: " + quoted(label == title ? label : label + ' ' + title);
    for (const JsonObject& link : source.objects("links")) {
      const std::string rel = link.text("rel");
      if (rel != "incorporated-into" && rel != "moved-to") continue;
      reason += ", " + rel + ' ' + quoted(link.text("href"));
      if (reason.size() > 400) break;
    }
    return reason;
  }

  NewVersion& pack() { return import_.packs.front(); }

  JsonObject catalog_;
  Import import_;
  Tally tally_;
  OutputBudget budget_;
  OscalProse prose_;
  Criterion criterion_;  // the one being filled
  std::unordered_set<std::string> ids_;
  std::unordered_set<std::string> labels_;
};

// Names the profile's path in the error.
[[noreturn]] void refuse_profile(const JsonObject& profile) {
  constexpr std::string_view kAdvice =
      "a profile holds no control texts; import its resolved profile catalog, which the OSCAL "
      "tools make from it";
  if (!profile.value().get("modify").is_null()) {
    refuse("profile.modify", "changes to controls are not resolved here: " + std::string(kAdvice));
  }
  refuse("profile", kAdvice);
}

Import read_root(const Json& value) {
  const JsonObject root(value, "");
  if (value.has("catalog")) return CatalogReader(root.object("catalog")).read();
  if (value.has("profile")) refuse_profile(root.object("profile"));
  for (const std::string_view model : kModels) {
    if (value.has(model)) {
      refuse(model, "an OSCAL " + std::string(model) + " holds no requirements; catalogs are read");
    }
  }
  refuse("file", "is not an OSCAL catalog: the member \"catalog\" is missing");
}

}  // namespace

bool looks_like_oscal(const Json& root) {
  for (const std::string_view model : kModels) {
    if (root.get(model).is_object()) return true;
  }
  return false;
}

Result<Import> import_oscal(const Json& root) {
  try {
    return read_root(root);
  } catch (const ParseError& refused) {
    return refused.error();
  }
}

Result<Import> parse_oscal(std::string_view text) {
  const auto value = read_json(text);
  if (!value) return value.error();
  return import_oscal(*value);
}

}  // namespace assay::packs
