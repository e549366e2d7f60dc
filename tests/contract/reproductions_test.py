# SPDX-License-Identifier: Apache-2.0
"""Reproducing runs: identical to the last bit, without the documents, and never from a changed snapshot."""
import json
import unittest

import samples
from client import assert_error
from route_table import NOWHERE
from shapes import REPRODUCTION, assert_shape
from world import world


def differences(made):
    return [(d["requirementId"], d["field"], d["frozen"], d["reproduced"]) for d in made["differences"]]


class Reproducing(unittest.TestCase):
    def setUp(self):
        self.admin = world().client("ADMIN")

    def reproduce(self, run):
        made = self.admin.reproduce(run["id"])
        assert_shape(made, REPRODUCTION)
        self.assertEqual(made["runId"], run["id"])
        return made

    def check_identical(self, run):
        made = self.reproduce(run)
        self.assertEqual((made["status"], differences(made), made["identical"]), ("COMPLETED", [], True))
        self.assertEqual(made["evaluator"]["id"], "builtin")
        self.assertIsNotNone(made["completedAt"])
        return made

    def test_the_built_in_evaluator_gives_the_same_to_the_last_bit_each_time(self):
        run = world().run()
        made = [self.check_identical(run) for _ in range(2)]
        listed = self.admin.all(f"/api/admin/runs/{run['id']}/reproductions", "reproductions", 1)
        self.assertEqual(listed[:2], made[::-1])
        entries = self.admin.value(f"/api/admin/audit-logs?objectId={made[0]['id']}")["logs"]
        self.assertEqual([(e["action"], e["runId"], json.loads(e["detail"])) for e in entries],
                         [("reproduction.completed", run["id"], {"identical": True, "differenceCount": 0})])
        asked = self.admin.value(f"/api/admin/audit-logs?runId={run['id']}&action=run.reproduce")["logs"]
        self.assertIn(made[0]["id"], [json.loads(e["detail"])["reproductionId"] for e in asked])

    def test_without_the_documents(self):
        member = world().client("MEMBER", 1)
        document = member.add_ready("to-go.md", samples.markdown("to-go", 12))
        run = member.completed_run(documentIds=[document["id"]])
        self.assertEqual(member.delete(f"/api/documents/{document['id']}").status, 204)
        self.admin = world().client("ADMIN", 1)
        self.check_identical(run)

    def test_what_is_told_of_a_difference(self):
        """A record that differs from the result but matches its hash, as if another machine's arithmetic
        differed."""
        run = world().client("MEMBER").completed_run(requirementIds=["1.1", "1.2"])
        world().stack.refreeze(run["id"], '"reasoning":"', '"reasoning":"Otherwise. ')
        made = self.reproduce(run)
        self.assertEqual((made["status"], made["identical"], len(made["differences"])), ("COMPLETED", False, 1))
        [(label, field, frozen, reproduced)] = differences(made)
        self.assertEqual((label, field, frozen), ("1.1", "reasoning", "Otherwise. " + reproduced))

    def test_a_changed_snapshot_is_a_fault_and_is_recorded(self):
        run = world().client("MEMBER").completed_run(requirementIds=["1.1"])
        world().stack.tamper("UPDATE run_snapshot SET content = set_byte(content, length(content) / 2, get_byte(content, "
                             f"length(content) / 2) # 1) WHERE run_id = '{run['id']}'")
        path = f"/api/admin/runs/{run['id']}"
        answer = self.admin.post(path + "/reproduce")
        assert_error(answer, 500, "SNAPSHOT_INTEGRITY_FAILURE")
        entry = self.admin.value(f"/api/admin/audit-logs?runId={run['id']}&action=run.reproduce")["logs"][0]
        self.assertEqual((entry["outcome"], entry["requestId"]), ("error", answer.headers["x-request-id"]))
        self.assertEqual(self.admin.value(path + "/reproductions"), {"reproductions": [], "nextCursor": None})

    def test_another_version_of_the_evaluator_does_not_pretend(self):
        run = world().client("MEMBER").completed_run(requirementIds=["1.1"])
        world().stack.refreeze(run["id"], r'("evaluator":\{[^}]*"version":")', r'\1of old ')
        made = self.reproduce(run)
        self.assertEqual((made["status"], made["identical"], made["differences"]), ("FAILED", None, []))
        self.assertIn("version of old", made["failureReason"])
        self.assertIn("would not give the same verdicts", made["failureReason"])

    def test_a_run_that_has_no_result_is_a_conflict(self):
        member = world().client("MEMBER")
        with world().stack.pipeline_paused():
            run = member.start_run(requirementIds=["1.1"])
            path = f"/api/admin/runs/{run['id']}/reproduce"
            details = assert_error(self.admin.post(path), 409, "CONFLICT")
            self.assertEqual((details["runId"], details["status"]), (run["id"], "QUEUED"))
            self.assertEqual(member.post(f"/api/runs/{run['id']}/cancel").status, 200)
        details = assert_error(self.admin.post(path), 409, "CONFLICT")
        self.assertEqual(details["status"], "CANCELLED")
        assert_error(self.admin.post(f"/api/admin/runs/{NOWHERE}/reproduce"), 404, "NOT_FOUND")

    def test_the_same_key_asks_once(self):
        path = f"/api/admin/runs/{world().run()['id']}/reproduce"
        first, second = (self.admin.post(path, headers={"Idempotency-Key": "again"}) for _ in range(2))
        self.assertEqual((first.status, first.json()), (202, second.json()))
