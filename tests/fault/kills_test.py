# SPDX-License-Identifier: Apache-2.0
"""Two hundred kills of every part while five hundred documents are read and ten runs proceed: nothing is lost, doubled,
stuck, or failed. ASSAY_TEST_KILLS=0.1 scales everything to a tenth."""
import collections
import os
import random
import signal
import threading
import time
import unittest

import samples
from client import FINAL_RUN
from crowd import Uploader, assert_nothing_lost_or_doubled
from stack import alive, wait_until
from world import world

SHARE = float(os.environ.get("ASSAY_TEST_KILLS", "1"))
DOCUMENTS, RUNS = max(20, int(500 * SHARE)), max(2, int(10 * SHARE))
KILLS = {"pipeline": 80, "reader": 60, "api": 40, "database": 20}
KINDS = ("txt", "md", "docx", "pdf", "csv", "html", "xlsx")
# Small ones, some that take seconds to embed, and some that take a while to read.
SENTENCES = (5, 40, 200, 40, 20, 600, 20, 1500)


def mixed(number):
    return [samples.make(KINDS[i % len(KINDS)], f"killed-{i}", SENTENCES[i % len(SENTENCES)])
            for i in range(number)]


class Killer(threading.Thread):
    """Kills in a random but repeatable order; done counts the kills."""

    def __init__(self, stack):
        super().__init__(daemon=True)
        self.stack, self.done, self.by_kind, self.problem = stack, 0, collections.Counter(), None
        self.wants_reader = False  # waits for a reader: needs more documents
        self.order = [kind for kind, count in KILLS.items() for _ in range(max(2, int(count * SHARE)))]
        random.Random(24).shuffle(self.order)

    def share_done(self):
        return self.done / len(self.order)

    def run(self):
        try:
            for kind in self.order:
                getattr(self, "_kill_" + kind)()
                self.by_kind[kind] += 1
                self.done += 1
                time.sleep(0.5)
        except Exception as problem:  # pylint: disable=broad-except # reported by the test
            self.problem = problem

    def _kill_first(self, find, what):
        while True:
            pid = wait_until(find, 120, what, pause=0.005)
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue  # it ended by itself
            return wait_until(lambda: not alive(pid), 20, f"the end of {what}")

    def _process_of(self, part, program):
        return lambda: next(iter(self.stack.processes(part, program)), None)

    def _kill_pipeline(self):
        self._kill_first(self._process_of("pipeline", "assay-pipeline"), "a pipeline")

    def _kill_reader(self):
        self.wants_reader = True
        self._kill_first(lambda: next(iter(self.stack.processes("pipeline", "assay-extract") or
                                           self.stack.processes("api", "assay-extract")), None), "a reader")
        self.wants_reader = False

    def _kill_api(self):
        self._kill_first(self._process_of("api", "assay-api"), "an API process")

    def _kill_database(self):
        """Kills one of its processes: all others end too, and the database recovers from its log."""
        self._kill_first(self._backend, "a process of the database")

    def _backend(self):
        postmaster = self.stack.postmaster()
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
                with open(f"/proc/{name}/cmdline", encoding="utf-8") as file:
                    ours = parent == postmaster and "assay_pipeline" in file.read()
            except OSError:
                continue
            if ours:
                return int(name)
        return None


class PacedUploader(Uploader):
    """Spreads the uploads over the duration of the kills."""

    def __init__(self, client, wanted, killer):
        super().__init__(client, wanted)
        self.killer = killer

    def _send(self, name, data):
        ahead = 15
        while (self.killer.is_alive() and not self.killer.wants_reader
               and len(self.ids) > ahead + self.killer.share_done() * len(self.wanted)):
            time.sleep(0.05)
        return super()._send(name, data)


def patient(call, seconds=60):
    """Retries a call that may be cut off or find a part unavailable; returns its response."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            answer = call()
            if answer.status < 500:
                return answer
        except (ConnectionError, OSError) as cut:
            answer = cut
        assert time.monotonic() < deadline, f"{answer}"
        time.sleep(0.2)


class Kills(unittest.TestCase):
    def start_runs(self, member, killer):
        ids = []
        for number in range(RUNS):
            while killer.is_alive() and killer.share_done() < (number + 0.5) / RUNS:
                time.sleep(0.1)
            answer = patient(lambda key=f"run-{number}": member.post("/api/runs", {}, {"Idempotency-Key": key}))
            self.assertEqual(answer.status, 202, f"{answer}")
            ids.append(answer.json()["run"]["id"])
        return ids

    def check_run(self, member, run_id):
        deadline = time.monotonic() + 300
        run = patient(lambda: member.get(f"/api/runs/{run_id}")).json()
        while run["status"] not in FINAL_RUN:
            self.assertLess(time.monotonic(), deadline, f"{run}")
            time.sleep(0.2)
            run = patient(lambda: member.get(f"/api/runs/{run_id}")).json()
        self.assertEqual((run["status"], run["failureReason"]), ("COMPLETED", None))
        assessments = member.value(f"/api/runs/{run_id}/assessments")["assessments"]
        labels = [a["requirementId"] for a in assessments]
        self.assertEqual(labels, [r["requirementId"] for r in member.value("/api/requirements")["requirements"]])
        self.assertNotIn("FAILED", {a["status"] for a in assessments})
        replay = world().client("ADMIN").value(f"/api/admin/runs/{run_id}/replay")
        self.assertEqual((replay["integrity"], replay["assessments"]), ("VERIFIED", assessments))

    def test_cost_nothing(self):
        stack, member = world().stack, world().client("MEMBER")
        wanted = mixed(DOCUMENTS)
        world().document()  # gives the first run evidence
        killer = Killer(stack)
        uploader = PacedUploader(member, wanted, killer)
        uploader.start()
        wait_until(lambda: len(uploader.ids) >= 5, 60, "the first uploads")
        begun = time.monotonic()
        killer.start()
        runs = self.start_runs(member, killer)
        killer.join(3600)
        self.assertIsNone(killer.problem)
        self.assertEqual(killer.done, len(killer.order), "the kills ended")
        print(f"[{dict(killer.by_kind)} in {time.monotonic() - begun:.0f} s] ", end="", flush=True)
        ids = uploader.finish(600)
        wait_until(lambda: patient(lambda: member.get("/api/documents?reading=true&limit=1")).json()["total"] == 0, 900,
                   "everything read", pause=1)
        failed = member.all("/api/documents?status=FAILED", "documents")
        self.assertEqual([(d["originalFilename"], d["failureReason"]) for d in failed], [])
        self.assertEqual(len(set(runs)), RUNS)
        for run_id in runs:
            self.check_run(member, run_id)
        world().settle()
        assert_nothing_lost_or_doubled(self, member, ids, wanted)
        self.assertEqual(member.value("/api/documents?limit=1")["total"], DOCUMENTS + 1)
