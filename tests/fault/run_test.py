# SPDX-License-Identifier: Apache-2.0
"""kill -9 of the pipeline in the middle of a run."""
import unittest

from client import FINAL_RUN
from crowd import Uploader, files
from world import world

TRIES = 20


class RunUnderKill(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        member = world().client("MEMBER")
        uploader = Uploader(member, files("assessed", 8, 60))
        uploader.start()
        for document_id in uploader.finish().values():
            member.wait_ready(document_id, 90)

    def run_killed_after(self, requirements):
        """A run whose pipeline was killed after that many requirements."""
        stack, member = world().stack, world().client("MEMBER")
        for _ in range(TRIES):
            pids = set(stack.processes("pipeline", "assay-pipeline"))
            run = member.start_run()
            while run["status"] not in FINAL_RUN:
                if run["status"] == "IN_PROGRESS" and run["progress"]["requirementsDone"] >= requirements:
                    stack.kill("pipeline", "assay-pipeline")
                    break
                run = member.value(f"/api/runs/{run['id']}")
            killed_at = member.value(f"/api/runs/{run['id']}")
            still_there = pids & set(stack.processes("pipeline", "assay-pipeline"))
            if killed_at["status"] == "IN_PROGRESS" and not still_there:
                return killed_at
            member.wait_run(run["id"])  # it was faster than the kill; try another
        self.fail(f"none of {TRIES} runs could be caught in the middle")
        return None

    def check_whole(self, run_id):
        member = world().client("MEMBER")
        run = member.wait_run(run_id, 60)
        self.assertEqual((run["status"], run["failureReason"]), ("COMPLETED", None))
        steps = member.value(f"/api/runs/{run_id}/steps")["steps"]
        self.assertEqual({s["status"] for s in steps}, {"COMPLETED"})
        assessments = member.value(f"/api/runs/{run_id}/assessments")["assessments"]
        labels = [a["requirementId"] for a in assessments]
        self.assertEqual(labels, [r["requirementId"] for r in member.value("/api/requirements")["requirements"]])
        self.assertNotIn("FAILED", {a["status"] for a in assessments})
        tasks = [t["requirementId"] for t in member.all(f"/api/tasks?runId={run_id}", "tasks")]
        self.assertEqual(sorted(tasks), sorted(a["requirementId"] for a in assessments
                                               if a["status"] in ("PARTIAL", "MISSING")))
        replay = world().client("ADMIN").value(f"/api/admin/runs/{run_id}/replay")
        self.assertEqual((replay["integrity"], replay["assessments"]), ("VERIFIED", assessments))
        return assessments

    def test_it_is_resumed_and_says_the_same_as_one_left_alone(self):
        undisturbed = self.check_whole(world().client("MEMBER").start_run()["id"])
        for requirements in (0, 1):
            killed = self.run_killed_after(requirements)
            before = world().client("MEMBER").value(f"/api/runs/{killed['id']}/assessments")["assessments"]
            done = {a["id"] for a in before}
            print(f"[killed with {len(done)} of 32 done] ", end="", flush=True)
            after = self.check_whole(killed["id"])
            self.assertLessEqual(done, {a["id"] for a in after}, "what was saved stays")
            for one, other in zip(undisturbed, after):
                for name in ("requirementId", "status", "confidence", "citations", "reasoning"):
                    self.assertEqual(other[name], one[name], one["requirementId"])
