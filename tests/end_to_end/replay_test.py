# SPDX-License-Identifier: Apache-2.0
"""Replay of the sample run, including after its evidence is deleted and a byte is changed. The last file of this
program, since it removes the sample's evidence."""
import unittest

import sample
from client import assert_error
from world import world


class Replay(unittest.TestCase):
    """Its tests build on one another, in the order of their names."""

    def setUp(self):
        self.admin, self.run = world().client("ADMIN"), sample.run()
        self.path = f"/api/admin/runs/{self.run['id']}/replay"

    def replay(self):
        answer = self.admin.get(self.path)
        self.assertEqual(answer.status, 200, str(answer))
        return answer.body, answer.json()

    def test_1_is_the_run_as_it_was(self):
        _, replay = self.replay()
        self.assertEqual((replay["runId"], replay["source"], replay["snapshotStatus"], replay["integrity"]),
                         (self.run["id"], "SNAPSHOT", "CAPTURED", "VERIFIED"))
        self.assertEqual(replay["snapshotHash"], self.run["snapshotHash"])
        self.assertLessEqual(self.run["startedAt"], replay["capturedAt"])
        self.assertEqual(replay["warnings"], [])
        for name in ("id", "packId", "status", "thresholds", "snapshotCriteriaVersionId", "traceId", "counts"):
            self.assertEqual(replay["run"][name], self.run[name], name)
        self.assertEqual(replay["assessments"], sample.assessments())
        self.assertEqual(replay["criteria"], self.admin.value("/api/criteria")["criteria"])
        self.assertEqual([r["requirementId"] for r in replay["requirements"]],
                         [r["requirementId"] for r in self.admin.value("/api/requirements")["requirements"]])
        self.assertEqual({d["id"] for d in replay["documents"]},
                         {d["id"] for d in sample.ready_evidence() if d["chunkCount"]})
        self.assertEqual(len(replay["tasks"]), len(self.admin.all(f"/api/tasks?runId={self.run['id']}", "tasks")))

    def test_2_gives_the_same_bytes_each_time(self):
        self.assertEqual(self.replay()[0], self.replay()[0])

    def test_3_does_not_follow_later_changes(self):
        before, content = self.replay()
        task = content["tasks"][0]["id"]
        self.assertEqual(self.admin.patch(f"/api/tasks/{task}", {"status": "IN_PROGRESS"}).status, 200)
        world().stack.sql("UPDATE pack_binding SET threshold_complete = 0.9")
        try:
            self.assertEqual(self.replay()[0], before)
        finally:
            world().stack.sql("UPDATE pack_binding SET threshold_complete = 0.75")

    def test_4_the_trail_of_the_run_is_whole(self):
        of_run = self.admin.all(f"/api/admin/audit-logs?runId={self.run['id']}", "logs")
        self.assertLessEqual({"run.start", "run.replay"}, {e["action"] for e in of_run})
        entries = self.admin.all("/api/admin/audit-logs", "logs")[::-1]
        self.assertEqual([e["sequence"] for e in entries], list(range(1, len(entries) + 1)))
        for before, after in zip(entries, entries[1:]):
            self.assertEqual(after["previousHash"], before["hash"])
        uploads = [e["objectId"] for e in entries if e["action"] == "document.upload"]
        top = {d["id"] for d in sample.ready_evidence() if not d["parentDocumentId"]}
        self.assertLessEqual(top, set(uploads))

    def test_5_survives_the_deletion_of_all_evidence(self):
        before, _ = self.replay()
        assessments = self.admin.get(f"/api/runs/{self.run['id']}/assessments").body
        for document in sample.ready_evidence():
            if not document["parentDocumentId"]:
                self.assertEqual(self.admin.delete(f"/api/documents/{document['id']}").status, 204)
        self.assertEqual(self.admin.value("/api/documents")["total"], 0)
        self.assertEqual(self.replay()[0], before)
        self.assertEqual(self.admin.get(f"/api/runs/{self.run['id']}/assessments").body, assessments)

    def test_6_a_changed_byte_is_a_fault_and_is_recorded(self):
        where = f"run_id = '{self.run['id']}'"
        change = ("UPDATE run_snapshot SET content = set_byte(content, length(content) / 2,"
                  f" get_byte(content, length(content) / 2) # 1) WHERE {where}")
        before, _ = self.replay()
        world().stack.tamper(change)
        answer = self.admin.get(self.path)
        assert_error(answer, 500, "SNAPSHOT_INTEGRITY_FAILURE")
        entry = self.admin.value(f"/api/admin/audit-logs?runId={self.run['id']}&action=run.replay&limit=1")["logs"][0]
        self.assertEqual((entry["outcome"], entry["requestId"]), ("error", answer.headers["x-request-id"]))
        world().stack.tamper(change)
        self.assertEqual(self.replay()[0], before, "changed back")
        for other in (f"UPDATE run_snapshot SET hash = repeat('0', 64) WHERE {where}",
                      f"DELETE FROM run_snapshot WHERE {where}"):
            world().stack.tamper(other)
            assert_error(self.admin.get(self.path), 500, "SNAPSHOT_INTEGRITY_FAILURE")
