# SPDX-License-Identifier: Apache-2.0
"""Reviewers' decisions correct the built-in evaluator's confidence, only for runs that start afterwards."""
import math
import unittest

import samples
from client import assert_error
from own_tenant import OwnTenant, ctl, said
from shapes import ID, TIME, Maybe, assert_shape, count
from stack import wait_until
from world import world

CALIBRATION = {
    "id": ID, "version": count, "evaluatorVersion": str, "confidence": dict, "supported": dict,
    "decisions": {"total": count, "COMPLETE": count, "PARTIAL": count, "MISSING": count},
    "measured": Maybe(dict), "forced": bool, "fittedAt": TIME, "inForce": bool}
NEEDED = 50


def on_curve(curve, probability):
    inside = min(max(probability, 0.00005), 0.99995)
    logit = math.log(inside / (1 - inside))
    return 1 / (1 + math.exp(-(curve["slope"] * logit + curve["intercept"])))


class Judged:
    """A tenant with the sample's evidence, which is judged and reviewed."""

    def __init__(self):
        self.tenant = OwnTenant()
        self.admin = self.tenant.client("ADMIN")
        for name, data in samples.evidence():
            self.admin.add(name, data)
        wait_until(lambda: {d["status"] for d in self.admin.all("/api/documents", "documents")} <= {"READY", "FAILED"},
                   60, "every document read, those in the archive too")

    def calibration(self, verb, *more):
        return said("calibration", verb, "--tenant", self.tenant.id, *more)

    def run(self, **body):
        return self.admin.completed_run(**body)

    def assessments(self, run):
        return self.admin.value(f"/api/runs/{run['id']}/assessments")["assessments"]

    def decide(self, assessment, status):
        body = {"verdict": "ACCEPTED"}
        if status != assessment["status"]:
            body = {"verdict": "OVERRIDDEN", "status": status, "note": "As seen on site"}
        answer = self.admin.post(f"/api/assessments/{assessment['id']}/reviews", body)
        assert answer.status == 201, str(answer)


class Calibrating(unittest.TestCase):
    """Its tests build on one another, in the order of their names."""

    @classmethod
    def setUpClass(cls):
        cls.judged = Judged()
        cls.first = cls.judged.run()
        cls.before = cls.judged.assessments(cls.first)

    def calibrations(self):
        return self.judged.calibration("list")["calibrations"]

    def test_1_below_fifty_decisions_it_says_so_and_changes_nothing(self):
        for assessment in self.before:
            self.judged.decide(assessment, "MISSING")
            self.judged.decide(assessment, assessment["status"])  # the last decision counts
        answer = self.judged.calibration("fit", "--force")
        self.assertIsNone(answer["calibration"])
        self.assertEqual((answer["decisionCount"], answer["decisionsNeeded"]), (len(self.before), NEEDED))
        self.assertEqual(answer["reason"],
                         f"There are {len(self.before)} decisions of reviewers to fit to, and {NEEDED} are needed")
        self.assertEqual(self.calibrations(), [])
        self.assertIn("Calibration in force not found", ctl("calibration", "show", "--tenant", self.judged.tenant.id)[2])
        self.assertIsNone(self.judged.run(requirementIds=["1.1"])["calibrationVersion"])

    def test_2_who_accepts_every_status_needs_none(self):
        for assessment in self.judged.assessments(self.judged.run(rerunOf=self.first["id"])):
            self.judged.decide(assessment, assessment["status"])
        answer = self.judged.calibration("fit")
        self.assertIsNone(answer["calibration"])
        self.assertIn("would not make confidences and statuses better", answer["reason"])
        self.assertEqual(answer["decisionCount"], 2 * len(self.before))
        self.assertEqual(answer["measured"]["status"]["errorBefore"], 0)
        self.assertEqual(self.calibrations(), [])

    def test_3_stricter_reviewers_make_a_version(self):
        strict = self.judged.assessments(self.judged.run(rerunOf=self.first["id"]))
        runs = (self.before, strict)
        for assessments in runs:
            for assessment in assessments:
                held = assessment["status"]
                if assessment["confidence"] < 0.9:
                    held = {"COMPLETE": "PARTIAL"}.get(held, "MISSING")
                self.judged.decide(assessment, held)
        answer = self.judged.calibration("fit")
        self.assertIsNone(answer["reason"], answer)
        made = answer["calibration"]
        assert_shape(made, CALIBRATION)
        self.assertEqual((made["version"], made["inForce"], made["forced"]), (1, True, False))
        self.assertEqual(made["decisions"]["total"], 3 * len(self.before))
        for curve in ("confidence", "supported"):
            self.assertGreater(made[curve]["slope"], 0)
        measured = made["measured"]["confidence"]
        self.assertLess(measured["errorAfter"], measured["errorBefore"])
        self.assertEqual(self.calibrations(), [made])
        shown = self.judged.calibration("show")
        self.assertEqual({name: shown[name] for name in made}, made)
        points = [point["confidence"] for point in shown["curve"]]
        self.assertEqual(points, sorted(points))
        log = self.judged.admin.value("/api/admin/audit-logs?action=calibration.fit")["logs"]
        self.assertEqual([entry["objectId"] for entry in log], [made["id"]])
        again = self.judged.calibration("fit")
        self.assertIsNone(again["calibration"])
        self.assertIn("Version 1, which is in force", again["reason"])

    def test_4_it_holds_for_runs_that_start_afterwards_alone(self):
        curves = self.judged.calibration("show", "--version", "1")
        admin = self.judged.admin
        self.assertEqual([{**a, "review": None} for a in self.judged.assessments(self.first)],
                         [{**a, "review": None} for a in self.before])
        self.assertEqual(admin.reproduce(self.first["id"])["differences"], [])
        details = assert_error(admin.post("/api/runs", {"rerunOf": self.first["id"]}), 409, "CONFLICT")
        self.assertEqual(details, {"pin": "calibrationVersion", "pinned": None, "current": 1})

        run = self.judged.run()
        self.assertEqual(run["calibrationVersion"], 1)
        self.assertEqual(run["evaluatorVersion"], curves["evaluatorVersion"])
        pins = admin.value(f"/api/admin/runs/{run['id']}")["pins"]
        self.assertEqual((pins["calibrationVersion"], pins["evaluatorVersion"]), (1, run["evaluatorVersion"]))
        self.assertEqual(admin.value(f"/api/admin/runs/{run['id']}/replay")["run"]["calibrationVersion"], 1)
        after = self.judged.assessments(run)
        moved = 0
        for old, new in zip(self.before, after):
            self.assertEqual(new["citations"], old["citations"], new["requirementId"])
            noted = new["details"]["calibration"]
            self.assertEqual((noted["version"], noted["uncalibrated"]["confidence"]), (1, old["confidence"]))
            self.assertEqual(noted["uncalibrated"]["supported"], old["details"]["supported"])
            if new["citations"]:
                self.assertAlmostEqual(new["confidence"], on_curve(curves["confidence"], old["confidence"]), delta=5e-4)
            for check, calibrated in zip(old["details"]["subchecks"], new["details"]["subchecks"]):
                self.assertAlmostEqual(calibrated["confidence"], on_curve(curves["confidence"], check["confidence"]),
                                       delta=5e-4)
                self.assertEqual(calibrated["met"], calibrated["confidence"] >= 0.55)
            self.assertGreaterEqual(new["details"]["supported"], new["confidence"])
            moved += new["status"] != old["status"]
        self.assertGreater(moved, 0)
        self.assertEqual(admin.reproduce(run["id"])["differences"], [])
        twice = self.judged.assessments(self.judged.run(rerunOf=run["id"]))
        parts = ("status", "confidence", "citations", "reasoning", "details")
        self.assertEqual([[a[p] for p in parts] for a in twice], [[a[p] for p in parts] for a in after])
        pins = admin.value(f"/api/runs/{self.first['id']}/compare/{run['id']}")["pins"]
        self.assertEqual(pins, [{"pin": "calibrationVersion", "from": None, "to": 1}])

    def test_5_it_can_be_ended(self):
        ended = self.judged.calibration("reset")["calibration"]
        self.assertEqual((ended["version"], ended["decisions"]["total"], ended["inForce"]), (2, 0, True))
        self.assertIsNone(self.judged.calibration("reset")["calibration"])
        after = self.judged.assessments(self.judged.run())
        self.assertEqual([a["confidence"] for a in after], [a["confidence"] for a in self.before])
        self.assertEqual([c["inForce"] for c in self.calibrations()], [True, False])

    def test_6_decisions_on_another_evaluator_do_not_count(self):
        tenant = self.judged.tenant.id
        made = 3 * len(self.before)
        world().stack.tamper(f"UPDATE run SET evaluator_version = 'another' WHERE tenant_id = '{tenant}'")
        answer = self.judged.calibration("fit")
        self.assertEqual((answer["calibration"], answer["decisionCount"]), (None, 0))
        self.assertEqual(answer["decisionsLeftOut"], {"evaluationFailed": 0, "otherEvaluatorVersion": made})

    def test_7_mistakes_are_named(self):
        status, _, complaint = ctl("calibration", "fit", "--tenant", "00000000-0000-7000-8000-000000000000")
        self.assertEqual(status, 1)
        self.assertIn("Tenant not found", complaint)
        for version, word in (("0", "--version"), ("x", "--version"), ("7", "Calibration not found")):
            status, _, complaint = ctl("calibration", "show", "--tenant", self.judged.tenant.id, "--version", version)
            self.assertEqual(status, 1, version)
            self.assertIn(word, complaint)


if __name__ == "__main__":
    unittest.main()
