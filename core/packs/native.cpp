// SPDX-License-Identifier: Apache-2.0
// Reads and writes "assay-pack/1".
#include <set>

#include "core/packs/import_file.hpp"
#include "core/packs/json_object.hpp"

namespace assay::packs {
namespace {

void read_requirement(Members& item, const Criterion& criterion, std::set<std::string>& labels,
                      NewVersion& version) {
  item.allow(
      {"requirementId", "subcheckLabel", "title", "expectedEvidence", "guidance", "sourceKey"});
  Requirement requirement;
  requirement.requirement_id = item.text("requirementId");
  requirement.criterion_id = criterion.criterion_id;
  requirement.criterion_title = criterion.title;
  requirement.title = item.text("title");
  requirement.subcheck_label = item.optional_text("subcheckLabel");
  requirement.expected_evidence = item.texts("expectedEvidence");
  requirement.guidance = item.optional_text("guidance").value_or("");
  requirement.source_key = item.optional_text("sourceKey").value_or("");
  if (!labels.insert(requirement.requirement_id).second) {
    item.add_error("requirementId", "appears twice in the pack");
  }
  version.requirements.push_back(std::move(requirement));
}

void read_criterion(Members& item, std::set<int>& numbers, std::set<std::string>& labels,
                    NewVersion& version) {
  item.allow({"criterionId", "criterionTitle", "criterionDescription", "label", "requirements"});
  Criterion criterion{item.positive("criterionId"), item.text("criterionTitle"),
                      item.optional_text("criterionDescription").value_or(""),
                      item.optional_text("label").value_or("")};
  if (!numbers.insert(criterion.criterion_id).second) {
    item.add_error("criterionId", "appears twice in the pack");
  }
  for (Members& requirement : item.objects("requirements", 0)) {
    read_requirement(requirement, criterion, labels, version);
  }
  version.criteria.push_back(std::move(criterion));
}

// Appends ,"name":text unless it is empty.
void put(std::string_view name, std::string_view text, std::string& out) {
  if (!text.empty()) out.append(",\"").append(name).append("\":").append(Json(text).dump());
}

void put_requirement(const Requirement& requirement, std::string& out) {
  out.append("{\"requirementId\":").append(Json(requirement.requirement_id).dump());
  put("subcheckLabel", requirement.subcheck_label.value_or(""), out);
  put("title", requirement.title, out);
  if (!requirement.expected_evidence.empty()) {
    Json evidence = Json::array();
    for (const std::string& item : requirement.expected_evidence) evidence.push(item);
    out.append(",\"expectedEvidence\":").append(evidence.dump());
  }
  put("guidance", requirement.guidance, out);
  put("sourceKey", requirement.source_key, out);
  out.push_back('}');
}

}  // namespace

Result<NewVersion> parse_native(std::string_view text) {
  std::string why;
  const auto document = Json::parse(text, &why);
  if (!document) return invalid_field("file", "is not JSON: " + why);
  return read_native(*document);
}

Result<NewVersion> read_native(const Json& document) {
  std::optional<Error> error;
  Members pack(document, "", error);
  pack.allow({"format", "name", "version", "description", "copyright", "sourceKey", "criteria"});
  if (pack.text("format") != "assay-pack/1") pack.add_error("format", "must be assay-pack/1");

  NewVersion version;
  version.pack_name = pack.text("name");
  version.version = pack.text("version");
  version.description = pack.optional_text("description").value_or("");
  version.copyright = pack.optional_text("copyright").value_or("");
  version.source_key = pack.optional_text("sourceKey").value_or("");
  std::set<std::string> labels;
  std::set<int> numbers;
  for (Members& item : pack.objects("criteria", 1)) read_criterion(item, numbers, labels, version);
  if (version.requirements.empty()) pack.add_error("criteria", "has no requirements");
  if (error) return *error;
  return version;
}

std::string export_native(const NewVersion& version) {
  std::string out = "{\"format\":\"assay-pack/1\"";
  put("name", version.pack_name, out);
  put("version", version.version, out);
  put("description", version.description, out);
  put("copyright", version.copyright, out);
  put("sourceKey", version.source_key, out);
  out += ",\"criteria\":[";
  auto requirement = version.requirements.begin();
  for (std::size_t i = 0; i < version.criteria.size(); ++i) {
    const Criterion& criterion = version.criteria[i];
    out.append(i == 0 ? "\n" : ",\n").append("{\"criterionId\":");
    out += std::to_string(criterion.criterion_id);
    put("criterionTitle", criterion.title, out);
    put("criterionDescription", criterion.description, out);
    put("label", criterion.label, out);
    out += ",\"requirements\":[";
    for (const char* gap = "\n  "; requirement != version.requirements.end() &&
                                   requirement->criterion_id == criterion.criterion_id;
         ++requirement, gap = ",\n  ") {
      out += gap;
      put_requirement(*requirement, out);
    }
    out += "]}";
  }
  return out + "]}\n";
}

}  // namespace assay::packs
