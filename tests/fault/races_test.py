# SPDX-License-Identifier: Apache-2.0
"""Deletes and cancels objects at the moment the pipeline works on them."""
import random
import time
import unittest

import samples
from client import assert_error
from stack import wait_until
from world import world


def unfinished():
    return world().stack.sql("SELECT kind, state, last_error FROM work_item WHERE kind <> 'purge'"
                             " AND state <> 'done'")


class Races(unittest.TestCase):
    def setUp(self):
        self.member, self.dice = world().client("MEMBER", 1), random.Random(7)

    def test_a_document_is_deleted_at_any_stage(self):
        for i in range(60):
            document = self.member.add(*samples.make("md", f"deleted-{i}", 60))
            time.sleep(self.dice.uniform(0, 0.12))
            begun = time.monotonic()
            answer = self.member.delete(f"/api/documents/{document['id']}")
            self.assertEqual(answer.status, 204, f"document {i}: {answer}")
            self.assertLess(time.monotonic() - begun, 0.9, "it waited for a deadlock to be found")
        wait_until(lambda: not unfinished(), 30, "an idle queue")
        self.assertEqual(self.member.value("/api/documents?q=deleted-")["total"], 0)

    def test_an_archive_is_deleted_while_its_children_are_read(self):
        for i in range(6):
            data = samples.archive([samples.make("txt", f"child-{i}-{k}", 10) for k in range(80)])
            parent = self.member.wait_ready(self.member.add(f"racing-{i}.zip", data)["id"])
            time.sleep(self.dice.uniform(0, 0.3))
            answer = self.member.delete(f"/api/documents/{parent['id']}")
            self.assertEqual(answer.status, 204, f"archive {i}: {answer}")
        wait_until(lambda: not unfinished(), 30, "an idle queue")

    def test_a_run_is_cancelled_at_any_moment(self):
        self.member.add_ready(*samples.make("md", "for the runs", 60))
        ends = []
        for i in range(16):
            run = self.member.start_run()
            time.sleep(self.dice.uniform(0, 1.3))
            begun = time.monotonic()
            answer = self.member.post(f"/api/runs/{run['id']}/cancel")
            self.assertLess(time.monotonic() - begun, 0.9, "it waited for a deadlock to be found")
            if answer.status != 200:
                assert_error(answer, 409, "CONFLICT")
            ends.append(self.member.wait_run(run["id"]))
            self.assertEqual(ends[-1]["status"], "CANCELLED" if answer.status == 200 else "COMPLETED", f"run {i}")
        wait_until(lambda: not unfinished(), 30, "an idle queue")
        for run in ends:
            self.assertEqual(self.member.value(f"/api/runs/{run['id']}"), run, "nothing follows the end")
        print(f"[{sum(r['status'] == 'CANCELLED' for r in ends)} of {len(ends)} in time] ", end="", flush=True)
