// SPDX-License-Identifier: Apache-2.0
// Walks the catalog separately from the readers and compares each object with the members that they
// use.
#include <algorithm>
#include <initializer_list>

#include "core/packs/oscal_catalog.hpp"
#include "core/packs/parse_report.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

using Names = std::initializer_list<std::string_view>;

// An empty list or object has no content that could be lost.
bool says_nothing(const Json& value) {
  return value.is_null() || ((value.is_array() || value.is_object()) && value.size() == 0);
}

class LeftOut {
 public:
  explicit LeftOut(Tally& tally) : tally_(tally) {}

  void catalog(const JsonObject& catalog) {
    members(catalog, "the catalog has",
            {"uuid", "metadata", "params", "groups", "controls", "parts", "back-matter"});
    const JsonObject metadata = catalog.object("metadata");
    members(metadata, "the metadata have",
            {"title", "version", "oscal-version", "remarks", "props", "links"});
    props(metadata, "the metadata have", {"copyright", "license", "rights"});
    links(metadata, "the metadata have", {"license", "copyright"});
    for (const JsonObject& part : catalog.objects("parts")) folded(part);
    if (!catalog.value().get("back-matter").is_null()) back_matter(catalog.object("back-matter"));
    below(catalog);
  }

 private:
  void members(const JsonObject& object, std::string_view subject, Names kept) {
    for (const std::string& key : object.value().keys()) {
      if (one_of(kept, key) || says_nothing(object.value().get(key))) continue;
      leave_out(subject, quoted(key), object);
    }
  }

  void props(const JsonObject& object, std::string_view subject, Names kept) {
    for (const JsonObject& prop : object.objects("props")) {
      const std::string name = ascii_lower(prop.text("name"));
      if (!one_of(kept, name)) leave_out(subject, "the property " + quoted(name), object);
    }
  }

  // kept: relations whose links are used.
  void links(const JsonObject& object, std::string_view subject, Names kept = {}) {
    for (const JsonObject& link : object.objects("links")) {
      const std::string rel = link.text("rel");
      if (one_of(kept, rel)) continue;
      const std::string which = rel.empty() ? "" : " of the relation " + quoted(rel);
      tally_.leave_out(std::string(subject) + " links" + which + ", which are not kept",
                       object.path());
    }
  }

  void leave_out(std::string_view subject, std::string_view what, const JsonObject& object) {
    std::string kind(subject);
    kind.append(" ").append(what).append(", which is not kept");
    tally_.leave_out(kind, object.path());
  }

  void back_matter(const JsonObject& matter) {
    members(matter, "the back matter has", {"resources"});
    const Json resources = matter.value().get("resources");
    if (resources.size() == 0) return;
    tally_.leave_out("resources of the back matter are not kept", matter.path(), resources.size());
  }

  // Walks a catalog, a group or a control.
  void below(const JsonObject& holder) {
    for (const JsonObject& item : holder.objects("params")) {
      members(item, "parameters have", {"id", "label", "usage", "values", "select"});
    }
    for (const JsonObject& item : holder.objects("controls")) control(item);
    for (const JsonObject& item : holder.objects("groups")) group(item);
  }

  void group(const JsonObject& group) {
    members(group, "groups have",
            {"id", "title", "params", "props", "links", "parts", "groups", "controls"});
    props(group, "groups have", {"label", "sort-id"});
    links(group, "groups have");
    for (const JsonObject& part : group.objects("parts")) folded(part);
    below(group);
  }

  void control(const JsonObject& control) {
    if (oscal_withdrawn(control)) {  // skipped as a whole; the controls in it are not
      for (const JsonObject& item : control.objects("controls")) this->control(item);
      return;
    }
    members(control, "controls have",
            {"id", "title", "params", "props", "links", "parts", "controls"});
    props(control, "controls have", {"label", "sort-id", "status"});
    links(control, "controls have");
    for (const JsonObject& part : control.objects("parts")) {
      if (part.text("name") == "statement") {
        statement(part);
      } else {
        other(part);
      }
    }
    below(control);
  }

  void other(const JsonObject& part) {
    const std::string name = part.text("name");
    if (oscal_is_objective(name)) {
      objective(part);
    } else if (oscal_is_method(name)) {
      method(part);
    } else {
      folded(part);
    }
  }

  void statement(const JsonObject& part) {
    members(part, "parts of statements have", {"id", "name", "prose", "props", "links", "parts"});
    props(part, "parts of statements have", {"label", "sort-id"});
    links(part, "parts of statements have");
    for (const JsonObject& item : part.objects("parts")) statement(item);
  }

  void objective(const JsonObject& part) {
    members(part, "objectives have", {"id", "name", "prose", "props", "links", "parts"});
    props(part, "objectives have", {"label", "sort-id"});
    links(part, "objectives have", {"assessment-for"});
    for (const JsonObject& item : part.objects("parts")) other(item);
  }

  void method(const JsonObject& part) {
    if (!oscal_examines(part)) return;  // left out as a whole
    members(part, "assessment methods have", {"name", "title", "props", "links", "parts"});
    props(part, "assessment methods have", {"method", "label", "sort-id"});
    links(part, "assessment methods have");
    for (const JsonObject& item : part.objects("parts")) {
      if (oscal_is_objects(item.text("name"))) {
        folded(item);
      } else {
        leave_out("assessment methods have", "a part called " + quoted(item.text("name")), part);
      }
    }
  }

  // A part whose text was merged with the texts of the parts in it.
  void folded(const JsonObject& part) {
    members(part, "other parts have", {"id", "name", "title", "prose", "props", "links", "parts"});
    props(part, "other parts have", {"label", "sort-id"});
    links(part, "other parts have");
    for (const JsonObject& item : part.objects("parts")) folded(item);
  }

  Tally& tally_;
};

}  // namespace

void count_left_out(const JsonObject& catalog, Tally& tally) {
  LeftOut(tally).catalog(catalog);
}

}  // namespace assay::packs
