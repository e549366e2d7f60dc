// SPDX-License-Identifier: Apache-2.0
// The sample OSCAL catalog.
#include "tests/packs/samples.hpp"

namespace assay::packs {

std::string sample_catalog() {
  return R"json({"catalog": {
  "uuid": "0A5D0E1C-0000-4000-8000-000000000001",
  "metadata": {"title": "Pond Catalog", "version": "5.1", "oscal-version": "1.1.2",
    "remarks": "Copyright of the pond's owner."},
  "params": [{"id": "owner", "label": "the owner"}],
  "groups": [
    {"id": "wa", "title": "Water",
     "parts": [{"id": "wa_ov", "name": "overview", "prose": "All about water."}],
     "controls": [
      {"id": "wa-1", "title": "Policy",
       "params": [
        {"id": "wa-1_p1", "label": "a time", "guidelines": [{"prose": "a time is defined"}]},
        {"id": "wa-1_p2", "select": {"how-many": "one-or-more",
          "choice": ["by hand", "every {{ insert: param, wa-1_p1 }} "]}},
        {"id": "wa-1_p3", "values": ["7 days", "8 days"], "label": "days"},
        {"id": "loop", "label": "round {{ insert: param, loop }}"}],
       "props": [{"name": "label", "value": "WA-01", "class": "zero-padded"},
        {"name": "label", "value": "WA-1"},
        {"name": "label", "value": "WA-01", "class": "sp800-53a"},
        {"name": "level", "value": "garden"}],
       "links": [{"href": "#x", "rel": "reference"}],
       "parts": [
        {"id": "wa-1_smt", "name": "statement", "prose": "The gardener:", "parts": [
          {"id": "wa-1_smt.a", "name": "item", "props": [{"name": "label", "value": "a."}],
           "prose": "Waters {{ insert: param, wa-1_p2 }} ; and"},
          {"id": "wa-1_smt.b", "name": "item", "props": [{"name": "label", "value": "b."}],
           "prose": "Reviews the plan after {{ insert: param, wa-1_p3 }}."}]},
        {"id": "wa-1_gdn", "name": "guidance", "prose": "See [WA-2](#wa-2) and [w](https://w.test/)."},
        {"id": "wa-1_obj", "name": "assessment-objective",
         "props": [{"name": "label", "value": "WA-01", "class": "sp800-53a"}], "parts": [
          {"id": "wa-1_obj.a", "name": "assessment-objective",
           "props": [{"name": "label", "value": "WA-01a.", "class": "sp800-53a"}],
           "prose": "watering is written down;", "parts": [
            {"id": "wa-1_obj.a-1", "name": "assessment-objective",
             "props": [{"name": "label", "value": "WA-01a.[01]", "class": "sp800-53a"}],
             "prose": "plants are watered {{ insert: param, wa-1_p2 }};",
             "links": [{"href": "#wa-1_smt.a", "rel": "assessment-for"}]},
            {"id": "wa-1_obj.a-2", "name": "assessment-objective",
             "props": [{"name": "label", "value": "WA-01a.[02]", "class": "sp800-53a"}],
             "prose": "{{ insert: param, owner }} is told {{ insert: param, nobody }}; and"}]},
          {"id": "wa-1_obj.b", "name": "assessment-objective",
           "props": [{"name": "label", "value": "WA-01b.", "class": "sp800-53a"}],
           "prose": "Determine if the plan lists:", "parts": [
            {"id": "wa-1_obj.b-1", "name": "assessment-objective",
             "props": [{"name": "label", "value": "WA-01b.[01]", "class": "sp800-53a"}],
             "prose": "dates, {{ insert: param, loop }}."}]}]},
        {"id": "wa-1_e", "name": "assessment-method", "props": [{"name": "method", "value": "EXAMINE"}],
         "parts": [{"name": "assessment-objects", "prose": "Watering plan\n\nwatering log;\n\nwatering log"}]},
        {"id": "wa-1_i", "name": "assessment-method", "props": [{"name": "method", "value": "INTERVIEW"}],
         "parts": [{"name": "assessment-objects", "prose": "The gardener"}]},
        {"name": "example", "title": "Example 1:", "prose": "A can."}],
       "controls": [
        {"id": "wa-1.1", "title": "Automation",
         "props": [{"name": "label", "value": "WA-1(1)"}],
         "parts": [{"name": "statement", "prose": "Watering is automatic."}]},
        {"id": "wa-1.2", "title": "Old", "props": [{"name": "label", "value": "WA-1(2)"},
          {"name": "status", "value": "Withdrawn"}],
         "links": [{"href": "#wa-1", "rel": "incorporated-into"}]}]}],
     "groups": [
      {"id": "wa.p", "title": "Ponds", "controls": [
        {"id": "SP_9.1", "title": "Fish",
         "props": [{"name": "label", "value": "Fish (9.1)"}],
         "parts": [{"id": "statement_9.1", "name": "statement", "prose": "Fish are fed."},
          {"id": "assessment-objective_DS-A.9.1.b.01", "name": "assessment-objective",
           "prose": "fish are fed daily."}]}]}]},
    {"id": "gone", "title": "Gone", "controls": [
      {"id": "go-1", "title": "Gone", "props": [{"name": "status", "value": "withdrawn"}]}]}],
  "back-matter": {"resources": []}}}
)json";
}

}  // namespace assay::packs
