// SPDX-License-Identifier: Apache-2.0
// assayctl doctor: runs all checks, and prints one line for each and how to fix problems.
#include <algorithm>
#include <iostream>

#include "pipeline/ctl/commands.hpp"
#include "pipeline/ctl/doctor/findings.hpp"

namespace assay::ctl {
namespace doctor {

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Ok:
      return "ok";
    case Verdict::Warn:
      return "warn";
    case Verdict::Fail:
      return "fail";
  }
  throw std::logic_error("a verdict without a name");
}

namespace {

void print_lines(const Findings& findings) {
  for (const Finding& finding : findings) {
    std::string verdict(verdict_name(finding.verdict));
    verdict.resize(6, ' ');
    std::cout << verdict << finding.check << ": " << finding.found << '\n';
    if (!finding.mend.empty()) std::cout << "      To fix it: " << finding.mend << '\n';
  }
}

Json rendered(const Findings& findings, bool healthy) {
  Json rows = Json::array();
  for (const Finding& finding : findings) {
    rows.push(Json::object()
                  .set("verdict", verdict_name(finding.verdict))
                  .set("check", finding.check)
                  .set("found", finding.found)
                  .set("mend", finding.mend.empty() ? Json() : Json(finding.mend)));
  }
  return Json::object().set("healthy", healthy).set("checks", rows);
}

}  // namespace
}  // namespace doctor

int examine(const Config& config, const Arguments& arguments) {
  doctor::Findings findings;
  doctor::check_database(config, findings);
  doctor::check_services(config, findings);
  doctor::check_permissions(config, findings);
  doctor::check_disks(config, findings);
  doctor::check_reading(config, findings);
  doctor::check_mail(config, findings);
  doctor::check_site(findings);
  doctor::check_backup(config, findings);
  const bool healthy = std::none_of(
      findings.begin(), findings.end(),
      [](const doctor::Finding& finding) { return finding.verdict == doctor::Verdict::Fail; });
  if (arguments.flag("--json")) {
    print(doctor::rendered(findings, healthy));
  } else {
    doctor::print_lines(findings);
  }
  return healthy && std::cout.flush() ? 0 : 1;
}

}  // namespace assay::ctl
