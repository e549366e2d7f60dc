#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A language model's server that takes connections and then does not do what it should, through nginx: each requirement
ends in its time and says why, and nothing else waits longer than the places at the model make it."""
import os
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support_py"))
import pack_files  # noqa: E402
import samples  # noqa: E402
from half_open_server import DRIP, HEADERS, RESET, SHORT, SILENT, HalfOpenServer  # noqa: E402
from model_server import MODEL  # noqa: E402
from own_tenant import said  # noqa: E402
from stack import Stack, wait_until  # noqa: E402
from world import open_world, world  # noqa: E402

BUDGET, PLACES = 20, 4  # seconds of a requirement, with its retrieval; requirements at the model at once
MANY = 12  # requirements of a run whose model hangs
SLACK = 30  # seconds that a busy machine may add
GOOD = "Backups"
WAYS = (SILENT, HEADERS, DRIP, RESET, SHORT, GOOD)
DEMAND = "of the central database are restored as a test every quarter"


class HalfOpen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = HalfOpenServer()
        cls.addClassCleanup(cls.model.close)
        cls.stack = Stack({"ASSAY_LLM_BASE_URL": cls.model.base_url, "ASSAY_LLM_MODEL": MODEL,
                           "ASSAY_LLM_MAX_CONCURRENCY": str(PLACES), "ASSAY_REQUIREMENT_TIMEOUT_MS": str(BUDGET * 1000)})
        cls.stack.__enter__()
        cls.addClassCleanup(cls.stack.__exit__)
        open_world(cls.stack)
        rows = [["1", "Ways", "", f"1.{number}", "", f"{way} {DEMAND}."] for number, way in enumerate(WAYS, 1)]
        rows += [["2", "Silent", "", f"2.{number}", "", f"{SILENT} number {number} {DEMAND}."] for number in range(1, MANY + 1)]
        path = cls.stack.path("pack.json")
        with open(path, "wb") as file:
            file.write(pack_files.as_native("Half open", rows=rows))
        cls.pack = said("pack", "import", path)["pack"]["id"]
        cls.members = [world().client("MEMBER", tenant) for tenant in (0, 1)]
        for tenant in (0, 1):
            said("bind", "--tenant", world().tenant_id(tenant), "--pack", cls.pack)
            admin = world().client("ADMIN", tenant)
            binding = next(b for b in admin.value("/api/admin/bindings")["bindings"] if b["packId"] == cls.pack)
            answer = admin.send("PUT", f"/api/admin/bindings/{cls.pack}",
                                {"criteriaVersionId": binding["criteriaVersionId"], "evaluator": "llm"})
            assert answer.status == 200, f"{answer}"
            cls.members[tenant].add_ready("backups.md", f"Backups {DEMAND}. Each test is recorded.\n".encode() * 3)

    def setUp(self):
        self.model.asked.clear()
        self.model.everything = None

    def start(self, *ways, tenant=0):
        labels = [f"1.{WAYS.index(way) + 1}" for way in ways]
        return self.members[tenant].start_run(packId=self.pack, requirementIds=labels)["id"]

    def judged(self, *ways):
        """The run of the requirements that are answered in these ways, once it has ended, and its assessments by way."""
        run = self.members[0].wait_run(self.start(*ways), 2 * BUDGET + 60)
        self.assertEqual((run["status"], run["counts"]["FAILED"], run["counts"]["MISSING"]),
                         ("COMPLETED", len(ways) - 1, 0), f"{run}")
        found = self.members[0].value(f"/api/runs/{run['id']}/assessments")["assessments"]
        return run, {one["requirement"]["title"].split()[0]: one for one in found}

    def assert_broken(self, assessment, way):
        self.assertEqual(assessment["details"]["error"]["code"], "llm_unavailable", way)
        self.assertIn("could not be reached", assessment["reasoning"])
        self.assertEqual(self.model.asked[way], 3, way)

    def hanging(self):
        """A run of many requirements whose model never answers, once it holds all places. What was cancelled before holds
        none any more."""
        wait_until(lambda: self.model.held() == 0, 5, "no request held")
        labels = [f"2.{number}" for number in range(1, MANY + 1)]
        run = self.members[0].start_run(packId=self.pack, requirementIds=labels)["id"]
        wait_until(lambda: self.model.held() == PLACES, SLACK, "all places held")
        return run

    def cancel(self, run):
        answer = self.members[0].post(f"/api/runs/{run}/cancel")
        self.assertEqual(answer.status, 200, str(answer))

    def test_1_each_way_fails_one_requirement_and_says_why(self):
        begun = time.monotonic()
        run, results = self.judged(SILENT, HEADERS, DRIP, RESET, GOOD)
        took = time.monotonic() - begun
        self.assertLess(took, 2 * BUDGET + SLACK)
        for way in (SILENT, HEADERS, DRIP):
            self.assertEqual(results[way]["details"]["error"]["code"], "timeout", way)
            self.assertIn(f"not finished within {BUDGET} s", results[way]["reasoning"])
            self.assertAlmostEqual(results[way]["durationMs"] / 1000, BUDGET, delta=3)
            self.assertEqual(self.model.asked[way], 1, way)
        self.assert_broken(results[RESET], RESET)
        self.assertIn("1.1", run["failureReason"])
        replay = world().client("ADMIN").value(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual((replay["source"], replay["integrity"]), ("SNAPSHOT", "VERIFIED"))
        self.members[0].wait_run(self.start(GOOD))  # an answer, or five failures in a row would keep all away for a while
        _, results = self.judged(SHORT, GOOD)
        self.assert_broken(results[SHORT], SHORT)
        print(f"[five requirements in {took:.1f} s] ", end="", flush=True)

    def test_2_others_go_on(self):
        """Documents and runs of the built-in evaluator do not notice; a run that needs the model too takes its turn."""
        run, begun = self.hanging(), time.monotonic()
        other = self.members[1]
        judged = self.start(GOOD, tenant=1)
        other.add_ready(f"{time.time()}.txt", samples.unique(), SLACK)
        builtin = world().pack(tenant=1)
        other.completed_run(SLACK, packId=builtin["packId"])
        print(f"[a document and a run in {time.monotonic() - begun:.1f} s, ", end="", flush=True)
        ended = other.wait_run(judged, 90)
        took = time.monotonic() - begun
        self.assertEqual((ended["status"], ended["counts"]["FAILED"]), ("COMPLETED", 0), f"{ended}")
        self.assertLess(took, 2 * BUDGET + SLACK)
        self.assertEqual(self.members[0].value(f"/api/runs/{run}")["status"], "IN_PROGRESS")
        self.cancel(run)
        print(f"one that needs the model in {took:.1f} s] ", end="", flush=True)

    def test_3_cancelling_frees_the_places(self):
        self.cancel(self.hanging())
        wait_until(lambda: self.model.held() == 0, 5, "no request held")
        self.model.everything = "well"
        run = self.members[1].wait_run(self.start(*WAYS, tenant=1), SLACK)
        self.assertEqual((run["status"], run["counts"]["FAILED"]), ("COMPLETED", 0), f"{run}")

    def test_4_a_pipeline_that_is_stopped_meanwhile_loses_nothing(self):
        run, begun = self.hanging(), time.monotonic()
        self.stack.assay("stop", "pipeline")
        self.assertLess(time.monotonic() - begun, 20 + SLACK)
        self.model.everything = "well"
        self.stack.assay("start", "pipeline")
        ended = self.members[0].wait_run(run, 90)
        self.assertEqual(ended["status"], "COMPLETED", f"{ended}")
        self.assertLess(ended["counts"]["FAILED"], MANY)

    def test_5_nothing_is_left(self):
        wait_until(lambda: self.model.held() == 0, 5, "no request held")
        wait_until(lambda: not self.stack.sql(
            "SELECT 1 FROM work_item WHERE kind IN ('run', 'batch') AND state IN ('ready', 'running')"), 30, "no run under way")


if __name__ == "__main__":
    unittest.main(verbosity=2)
