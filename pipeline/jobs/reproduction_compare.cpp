// SPDX-License-Identifier: Apache-2.0
// Comparing by canonical JSON: the same value has the same bytes.
#include "pipeline/jobs/reproduction_compare.hpp"

#include <set>

#include "db/store/render.hpp"

namespace assay::jobs {
namespace {

class Differences {
 public:
  Differences(Json& list, const std::string& requirement_id)
      : list_(list), requirement_id_(requirement_id) {}

  void compare(const std::string& field, const Json& frozen, const Json& reproduced) {
    if (frozen.canonical() == reproduced.canonical()) return;
    list_.push(Json::object()
                   .set("requirementId", requirement_id_)
                   .set("field", field)
                   .set("frozen", frozen)
                   .set("reproduced", reproduced));
  }

 private:
  Json& list_;
  const std::string& requirement_id_;
};

}  // namespace

void add_differences(Json& list, const Json& frozen,
                     const store::assessments::Assessment& reproduced,
                     const std::string& requirement_id, bool from_record) {
  const Json again = store::render::assessment(reproduced);
  Differences differences(list, requirement_id);
  differences.compare("status", frozen.get("status"), again.get("status"));
  const bool both_failed = reproduced.status == AssessmentStatus::Failed &&
                           frozen.get("status").as_string() == again.get("status").as_string();
  if (from_record && both_failed) return;
  for (const char* field : {"confidence", "citations", "reasoning"}) {
    differences.compare(field, frozen.get(field), again.get(field));
  }
  const Json before = frozen.get("details");
  const Json after = again.get("details");
  std::set<std::string> members;
  for (std::string& key : before.keys()) members.insert(std::move(key));
  for (std::string& key : after.keys()) members.insert(std::move(key));
  for (const std::string& key : members) {
    differences.compare("details." + key, before.get(key), after.get(key));
  }
}

}  // namespace assay::jobs
