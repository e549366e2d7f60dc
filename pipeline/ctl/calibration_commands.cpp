// SPDX-License-Identifier: Apache-2.0
// assayctl calibration: fits the built-in evaluator's confidence to a tenant's reviewers.
#include <charconv>
#include <cmath>

#include "core/base/error.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/calibration/fit.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

namespace calibrations = store::calibrations;
using calibration::FittedCurve;
using calibrations::Calibration;

std::string this_evaluator() {
  return std::string(assess::kEvaluatorVersion);
}

// The reviewers' decisions, and how many say nothing about the evaluator of this version.
struct Material {
  std::vector<calibration::Decision> decisions;
  std::int64_t failed = 0;
  std::int64_t other_version = 0;

  [[nodiscard]] Json left_out() const {
    return Json::object()
        .set("evaluationFailed", failed)
        .set("otherEvaluatorVersion", other_version);
  }
};

Material material_of(pg::Tx& tx, const TenantId& tenant) {
  Material material;
  for (const calibrations::Decision& one : calibrations::decisions(tx, tenant)) {
    if (one.evaluator_version != this_evaluator()) {
      ++material.other_version;
    } else if (one.failed) {
      ++material.failed;
    } else {
      material.decisions.push_back(
          {one.requirement_id, one.confidence, one.supported, one.cited, one.held, one.limits});
    }
  }
  return material;
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

Json render(const FittedCurve& curve) {
  return Json::object()
      .set("errorBefore", rounded(curve.error_before))
      .set("errorAfter", rounded(curve.error_after))
      .set("lossBefore", rounded(curve.loss_before))
      .set("lossAfter", rounded(curve.loss_after));
}

Json measured(const calibration::Fit& fit) {
  return Json::object()
      .set("confidence", render(fit.confidence))
      .set("supported", render(fit.supported))
      .set("status", Json::object()
                         .set("errorBefore", rounded(fit.status_error_before))
                         .set("errorAfter", rounded(fit.status_error_after)));
}

// A curve for partial support that improves nothing is left out, even when forced.
Calibration record_of(const Material& material, const calibration::Fit& fit, bool forced) {
  Calibration made;
  made.id = CalibrationId::fresh();
  made.evaluator_version = this_evaluator();
  made.confidence = {fit.confidence.scaling.slope, fit.confidence.scaling.intercept};
  if (fit.supported.improves()) {
    made.supported = {fit.supported.scaling.slope, fit.supported.scaling.intercept};
  }
  for (const calibration::Decision& one : material.decisions) ++made.decisions[one.held];
  made.measured = measured(fit);
  made.forced = forced;
  return made;
}

std::optional<Calibration> in_force(pg::Tx& tx, const TenantId& tenant) {
  const auto version = calibrations::in_force(tx, tenant, this_evaluator());
  return version ? calibrations::find(tx, tenant, *version) : std::nullopt;
}

bool same(const Calibration& a, const Calibration& b) {
  return a.confidence == b.confidence && a.supported == b.supported &&
         a.decision_count() == b.decision_count();
}

Json rendered(const Calibration& calibration, const std::optional<Calibration>& now) {
  return store::render::calibration(calibration)
      .set("inForce", now.has_value() && now->version == calibration.version);
}

// Stores it and its trail entry. Precondition: the tenant's calibrations are locked.
Json store_new(pg::Tx& tx, const TenantId& tenant, const Calibration& wanted,
               const std::string& action) {
  const Calibration made = calibrations::insert(tx, tenant, wanted);
  audit(tx, tenant, action, "calibration", made.id.value, store::render::calibration(made));
  return rendered(made, made);
}

// The new calibration if it is an improvement; otherwise the reason why not.
struct Outcome {
  Json calibration;  // the new version; null when nothing changed
  std::string reason;
  Json measured;
};

Outcome fit_once(pg::Tx& tx, const TenantId& tenant, const Material& material, bool force) {
  const std::size_t count = material.decisions.size();
  if (count < calibration::kLeastDecisions) {
    std::string reason = "There are " + std::to_string(count) +
                         " decisions of reviewers to fit to, and " +
                         std::to_string(calibration::kLeastDecisions) + " are needed";
    if (material.other_version > 0) {
      reason += " (" + std::to_string(material.other_version) +
                " more are about verdicts of other versions of the evaluator, whose confidences "
                "may mean something else)";
    }
    return {{}, reason, {}};
  }
  const calibration::Fit fit = calibration::fit(material.decisions);
  const bool better = fit.improves();
  if (!better && !force) {
    return {{},
            "It would not make confidences and statuses better than without calibration; --force "
            "stores it anyway",
            measured(fit)};
  }
  const Calibration wanted = record_of(material, fit, !better);
  const auto now = in_force(tx, tenant);
  if (now && same(*now, wanted)) {
    return {{},
            "Version " + std::to_string(now->version) +
                ", which is in force, was fitted to the same decisions",
            measured(fit)};
  }
  return {store_new(tx, tenant, wanted, "calibration.fit"), "", measured(fit)};
}

std::int64_t version_option(const std::string& text) {
  std::int64_t version = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), version);
  if (done.ec != std::errc() || done.ptr != text.data() + text.size() || version < 1) {
    throw Failure(invalid_field("--version", "must be a whole number from 1"));
  }
  return version;
}

// The calibrated values for a range of confidences.
Json curve(const Calibration& calibration) {
  const auto read = [](const calibrations::Curve& from) {
    return assess::PlattScaling{from.slope, from.intercept};
  };
  Json points = Json::array();
  for (int twentieth = 1; twentieth < 20; ++twentieth) {
    const double said = twentieth / 20.0;
    points.push(Json::object()
                    .set("uncalibrated", said)
                    .set("confidence", rounded(read(calibration.confidence).of(said)))
                    .set("supported", rounded(read(calibration.supported).of(said))));
  }
  return points;
}

}  // namespace

int calibration_fit(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  require_tenant(tx, tenant);
  calibrations::lock(tx, tenant);
  const Material material = material_of(tx, tenant);
  const Outcome outcome = fit_once(tx, tenant, material, arguments.flag("--force"));
  tx.commit();
  print(Json::object()
            .set("calibration", outcome.calibration)
            .set("reason", outcome.reason.empty() ? Json() : Json(outcome.reason))
            .set("decisionCount", material.decisions.size())
            .set("decisionsNeeded", calibration::kLeastDecisions)
            .set("decisionsLeftOut", material.left_out())
            .set("measured", outcome.measured));
  return 0;
}

int calibration_reset(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  require_tenant(tx, tenant);
  calibrations::lock(tx, tenant);
  const auto now = in_force(tx, tenant);
  const bool calibrated = now && now->decision_count() > 0;
  Json made;
  if (calibrated) {
    Calibration none;
    none.id = CalibrationId::fresh();
    none.evaluator_version = this_evaluator();
    made = store_new(tx, tenant, none, "calibration.reset");
  }
  tx.commit();
  print(Json::object()
            .set("calibration", made)
            .set("reason", calibrated ? Json() : Json("No calibration is in force")));
  return 0;
}

int calibration_list(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
  require_tenant(tx, tenant);
  const auto now = in_force(tx, tenant);
  const auto all = calibrations::list(tx, tenant);
  print(Json::object()
            .set("evaluatorVersion", this_evaluator())
            .set("calibrations", store::render::list(all, [&now](const Calibration& one) {
                   return rendered(one, now);
                 })));
  return 0;
}

int calibration_show(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
  require_tenant(tx, tenant);
  const auto wanted = arguments.optional("--version");
  const auto now = in_force(tx, tenant);
  const auto found = wanted ? calibrations::find(tx, tenant, version_option(*wanted)) : now;
  if (!found) {
    throw Failure(wanted ? not_found("Calibration", "version", *wanted)
                         : not_found("Calibration in force", "evaluatorVersion", this_evaluator()));
  }
  print(rendered(*found, now).set("curve", curve(*found)));
  return 0;
}

}  // namespace assay::ctl
