# SPDX-License-Identifier: Apache-2.0
"""A requirement that times out (1.2 in this stack), and runs that are not frozen (as in this stack)."""
import unittest

from client import assert_error
from shapes import ASSESSMENT, RUN, STEP, assert_shape
from world import world

FORCED = "1.2"


class TimedOutRequirement(unittest.TestCase):
    def setUp(self):
        self.viewer, self.run = world().client("VIEWER"), world().run()

    def test_is_failed_alone_and_the_run_goes_on(self):
        self.assertEqual(self.run["status"], "COMPLETED")
        self.assertEqual(self.run["counts"]["FAILED"], 1)
        assessments = self.viewer.value(f"/api/runs/{self.run['id']}/assessments")["assessments"]
        failed = [a for a in assessments if a["status"] == "FAILED"]
        self.assertEqual([a["requirementId"] for a in failed], [FORCED])
        assert_shape(failed[0], ASSESSMENT)
        self.assertEqual((failed[0]["confidence"], failed[0]["citations"]), (0, []))
        self.assertEqual(len(assessments), 32)

    def test_its_reason_is_in_the_step_and_in_the_run(self):
        assert_shape(self.run, RUN)
        steps = {s["stepName"]: s for s in self.viewer.value(f"/api/runs/{self.run['id']}/steps")["steps"]}
        assert_shape(steps["ASSESSMENT"], STEP)
        for reason in (steps["ASSESSMENT"]["errorDetails"], self.run["failureReason"]):
            self.assertIn(FORCED, reason)
            self.assertRegex(reason.lower(), "timed out|within 1 ms")
        self.assertIsNone(steps["EXPORT"]["errorDetails"])

    def test_it_has_no_task_since_it_does_not_mean_unmet(self):
        tasks = self.viewer.all(f"/api/tasks?runId={self.run['id']}", "tasks")
        self.assertNotIn(FORCED, [t["requirementId"] for t in tasks])

    def test_a_run_of_nothing_else_fails(self):
        run = world().client("MEMBER").start_run(requirementIds=[FORCED])
        ended = world().client("MEMBER").wait_run(run["id"])
        self.assertEqual(ended["status"], "FAILED")
        self.assertIn(FORCED, ended["failureReason"])
        self.assertIsNotNone(ended["failedAt"])
        answer = world().client("MEMBER").post(f"/api/runs/{run['id']}/cancel")
        assert_error(answer, 409, "CONFLICT")


class RunWithoutSnapshot(unittest.TestCase):
    def test_is_legacy_and_replayed_live_with_warnings(self):
        run, admin = world().run(), world().client("ADMIN")
        self.assertEqual((run["snapshotStatus"], run["snapshotHash"]), ("LEGACY", None))
        replay = admin.value(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual((replay["snapshotStatus"], replay["source"], replay["integrity"]),
                         ("LEGACY", "LIVE", "NOT_APPLICABLE"))
        self.assertEqual(replay["assessments"], admin.value(f"/api/runs/{run['id']}/assessments")["assessments"])
        before = len(replay["warnings"])
        self.assertGreater(before, 0)
        world().stack.sql("UPDATE pack_binding SET threshold_complete = 0.9")
        try:
            changed = admin.value(f"/api/admin/runs/{run['id']}/replay")["warnings"]
        finally:
            world().stack.sql("UPDATE pack_binding SET threshold_complete = 0.75")
        self.assertGreater(len(changed), before, "the thresholds are not those of the run")
