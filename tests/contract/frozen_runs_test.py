# SPDX-License-Identifier: Apache-2.0
"""Frozen runs against an attacker who controls the database: replay, reproduction and exports detect every change."""
import json
import time
import unittest

from client import assert_error
from stack import StackError, wait_until
from world import world


def three_updates(run):
    """SQL that turns every verdict of the snapshot into FAILED and updates all hashes beside it to match."""
    where = f"run_id = '{run}'"
    return ("UPDATE run_snapshot SET content = convert_to(regexp_replace(convert_from(content, 'UTF8'), "
            f"'\"status\":\"(MISSING|PARTIAL|COMPLETE)\"', '\"status\":\"FAILED\"', 'g'), 'UTF8') WHERE {where}; "
            f"UPDATE run_snapshot SET hash = encode(sha256(content), 'hex') WHERE {where}; "
            f"UPDATE run r SET snapshot_hash = s.hash FROM run_snapshot s WHERE s.{where} AND r.id = s.run_id")


class FrozenRuns(unittest.TestCase):
    def setUp(self):
        self.admin = world().client("ADMIN")
        self.run = world().client("MEMBER").completed_run(requirementIds=["1.1", "1.2"])
        self.path = f"/api/admin/runs/{self.run['id']}"

    def failed_export(self):
        made = self.admin.post(f"/api/runs/{self.run['id']}/exports", {"format": "json"}).json()["export"]
        ended = ("COMPLETED", "FAILED")
        wait_until(lambda: self.admin.value(f"/api/exports/{made['id']}")["status"] in ended, 30, "an export's end")
        return self.admin.value(f"/api/exports/{made['id']}")

    def check_fault(self, issue):
        answer = self.admin.get(self.path + "/replay")
        details = assert_error(answer, 500, "SNAPSHOT_INTEGRITY_FAILURE")
        self.assertEqual(details["runId"], self.run["id"])
        self.assertIn(issue, details["issue"])
        entry = self.admin.value(f"/api/admin/audit-logs?runId={self.run['id']}&action=run.replay&limit=1")["logs"][0]
        self.assertEqual((entry["outcome"], entry["requestId"]), ("error", answer.headers["x-request-id"]))
        self.assertIn(issue, json.loads(entry["detail"])["issue"])

    def test_the_owner_cannot_change_them(self):
        for statement in three_updates(self.run["id"]).split("; "):
            with self.subTest(statement=statement), self.assertRaisesRegex(StackError, "refused"):
                world().stack.sql(statement)
        self.assertEqual(self.admin.value(self.path + "/replay")["integrity"], "VERIFIED")

    def test_a_record_that_fits_itself_but_not_the_trail_is_a_fault_everywhere(self):
        world().stack.tamper(three_updates(self.run["id"]))
        self.check_fault("the audit trail names a different hash")
        assert_error(self.admin.post(self.path + "/reproduce"), 500, "SNAPSHOT_INTEGRITY_FAILURE")
        export = self.failed_export()
        self.assertEqual((export["status"], export["sha256"]), ("FAILED", None))
        self.assertIn("the audit trail names a different hash", export["failureReason"])

    def test_a_frozen_run_cannot_pass_for_one_that_never_was(self):
        world().stack.tamper("UPDATE run SET snapshot_status = 'LEGACY', snapshot_hash = NULL"
                             f" WHERE id = '{self.run['id']}'")
        self.check_fault("its record is gone")
        self.assertEqual(self.failed_export()["status"], "FAILED")


class Ends(unittest.TestCase):
    def seen(self):
        """The tenant's newest entry in the checkpoint file."""
        with open(world().stack.path("data", "checkpoints.jsonl"), encoding="utf-8") as file:
            heads = json.loads(file.read().splitlines()[-1])["heads"]
        return next(sequence for tenant, sequence, _ in heads if tenant == world().tenant_id())

    def check_signed_soon(self, action, run):
        entry = world().client("ADMIN").value(f"/api/admin/audit-logs?runId={run}&action={action}")["logs"][0]
        begun = time.monotonic()
        wait_until(lambda: self.seen() >= entry["sequence"], 20, "a checkpoint of the run's end")
        return time.monotonic() - begun

    def test_a_checkpoint_is_made_at_the_end_of_a_run(self):
        """The interval is a minute: an earlier checkpoint comes from the run's end."""
        run = world().client("MEMBER").completed_run(requirementIds=["1.1"])
        self.check_signed_soon("run.completed", run["id"])

    def test_also_where_a_person_ends_it(self):
        member = world().client("MEMBER")
        with world().stack.pipeline_paused():
            run = member.start_run(requirementIds=["1.1"])
            answer = member.post(f"/api/runs/{run['id']}/cancel")
        self.assertEqual(answer.json()["run"]["snapshotStatus"], "LEGACY")
        self.check_signed_soon("run.cancel", run["id"])

    def test_what_a_cancelled_run_left_is_recorded(self):
        member, admin = world().client("MEMBER"), world().client("ADMIN")
        with world().stack.pipeline_paused():
            run = member.start_run(requirementIds=["1.1"])["id"]
            self.assertEqual(member.post(f"/api/runs/{run}/cancel").status, 200)
        replay = f"/api/admin/runs/{run}/replay"
        self.assertEqual(admin.get(replay).status, 200)
        world().stack.tamper(f"UPDATE run_requirement SET position = position + 7 WHERE run_id = '{run}'")
        details = assert_error(admin.get(replay), 500, "SNAPSHOT_INTEGRITY_FAILURE")
        self.assertIn("the requirements of the run are not what the audit trail recorded", details["issue"])
        world().stack.tamper(f"UPDATE run_requirement SET position = position - 7 WHERE run_id = '{run}'")
        self.assertEqual(admin.get(replay).status, 200)

    def test_a_run_without_a_snapshot_says_so_everywhere(self):
        member, admin = world().client("MEMBER"), world().client("ADMIN")
        with world().stack.pipeline_paused():
            run = member.start_run(requirementIds=["1.1"])
            self.assertIsNone(run["snapshotStatus"], "it has not ended")
            self.assertEqual(member.post(f"/api/runs/{run['id']}/cancel").status, 200)
        for path in (f"/api/runs/{run['id']}", f"/api/admin/runs/{run['id']}", f"/api/admin/runs/{run['id']}/replay"):
            body = admin.value(path)
            shown = body if "snapshotStatus" in body else body["run"]
            self.assertEqual(shown["snapshotStatus"], "LEGACY", path)
        self.assertEqual(admin.value(f"/api/admin/runs/{run['id']}/replay")["run"]["snapshotStatus"], "LEGACY")
        for path in ("/api/runs", "/api/admin/runs"):
            listed = admin.value(f"{path}?status=CANCELLED&limit=200")["runs"]
            self.assertEqual({one["snapshotStatus"] for one in listed}, {"LEGACY"}, path)
