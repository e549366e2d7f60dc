# SPDX-License-Identifier: Apache-2.0
"""The administrator's routes: runs, run detail, replay without a snapshot, the audit trail."""
import itertools
import json
import unittest
import urllib.parse

import samples
from client import assert_error, assert_fields, multipart
from route_table import NOWHERE
from shapes import (AUDIT_ENTRY, EXPANSION, ID, LEFT_OUT, PINNED_DOCUMENT, REQUIREMENT, TEXT, THRESHOLDS, Maybe, assert_shape,
                    count, fraction)
from stack import StackError
from world import world

PINS = {"packId": ID, "criteriaVersionId": ID, "corpusActivationId": Maybe(ID), "thresholds": THRESHOLDS,
        "similarityThreshold": fraction, "evaluator": TEXT, "evaluatorVersion": TEXT, "calibrationVersion": Maybe(count),
        "glossaryVersion": Maybe(count),
        "evaluatorModel": Maybe(TEXT), "model": TEXT,
        "documents": [PINNED_DOCUMENT], "documentsNotSearched": [LEFT_OUT], "documentsNotChosen": count,
        "requirements": [REQUIREMENT], "expansions": [{**EXPANSION, "requirementRecordId": ID}]}


class Runs(unittest.TestCase):
    def test_list_is_that_of_the_tenant(self):
        admin = world().client("ADMIN")
        self.assertEqual(admin.all("/api/admin/runs", "runs"), admin.all("/api/runs", "runs"))

    def test_detail_has_run_steps_and_pins(self):
        admin, run = world().client("ADMIN"), world().run()
        detail = admin.value(f"/api/admin/runs/{run['id']}")
        self.assertEqual(detail["run"], admin.value(f"/api/runs/{run['id']}"))
        self.assertEqual(detail["steps"], admin.value(f"/api/runs/{run['id']}/steps")["steps"])
        assert_shape(detail["pins"], PINS)
        self.assertEqual(len(detail["pins"]["requirements"]), 32)
        self.assertIn(world().document()["id"], [d["id"] for d in detail["pins"]["documents"]])

    def test_a_run_that_has_not_ended_is_not_replayed(self):
        admin = world().client("ADMIN")
        with world().stack.pipeline_paused():
            run = admin.start_run(requirementIds=["1.1"])["id"]
            for status in ("QUEUED", "IN_PROGRESS"):
                world().stack.sql(f"UPDATE run SET status = '{status}' WHERE id = '{run}'")
                answer = admin.get(f"/api/admin/runs/{run}/replay")
                self.assertEqual(assert_error(answer, 409, "CONFLICT"), {"runId": run, "status": status})
            self.assertEqual(admin.post(f"/api/runs/{run}/cancel").status, 200)

    def test_replay_of_a_run_without_snapshot_is_live_and_warns(self):
        admin = world().client("ADMIN")
        with world().stack.pipeline_paused():
            run = admin.start_run(requirementIds=["1.1"])
            self.assertEqual(admin.post(f"/api/runs/{run['id']}/cancel").status, 200)
        replay = admin.value(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual((replay["source"], replay["integrity"]), ("LIVE", "NOT_APPLICABLE"))
        self.assertEqual((replay["snapshotHash"], replay["capturedAt"]), (None, None))
        self.assertTrue(replay["warnings"])


class AuditTrail(unittest.TestCase):
    def logs(self, query="", tenant=0):
        return world().client("ADMIN", tenant).value("/api/admin/audit-logs?" + query)["logs"]

    def test_tells_who_did_what_from_where(self):
        member = world().client("MEMBER")
        answer = member.request("POST", "/api/documents/upload", *self._upload("audited.txt"))
        document = answer.json()["document"]
        entries = self.logs(f"objectId={document['id']}")
        upload = entries[-1]
        assert_shape(upload, AUDIT_ENTRY)
        self.assertEqual((upload["action"], upload["objectType"], upload["objectId"]),
                         ("document.upload", "document", document["id"]))
        self.assertEqual(upload["actor"], {"type": "user", "id": document["uploadedBy"], "email": member.user["email"]})
        self.assertEqual((upload["outcome"], upload["ip"]), ("allow", "127.0.0.1"))
        self.assertEqual(upload["requestId"], answer.headers["x-request-id"])
        member.delete(f"/api/documents/{document['id']}")
        self.assertEqual(self.logs(f"objectId={document['id']}")[0]["action"], "document.delete")

    @staticmethod
    def _upload(name):
        content_type, body = multipart(("file", name, samples.text(name)))
        return body, {"Content-Type": content_type}

    def test_filters(self):
        run, admin = world().run(), world().client("ADMIN")
        of_run = admin.all(f"/api/admin/audit-logs?runId={run['id']}", "logs")
        self.assertIn("run.start", [e["action"] for e in of_run])
        self.assertEqual({e["runId"] for e in of_run}, {run["id"]})
        starts = self.logs("action=run.start&objectType=run")
        self.assertEqual({e["action"] for e in starts}, {"run.start"})
        email = world().user("MEMBER")["email"]
        self.assertEqual({e["actor"]["email"] for e in self.logs(f"actor={email}")}, {email})
        at = starts[-1]["createdAt"]
        self.assertEqual([e for e in self.logs(f"action=run.start&to={at}")], [])
        self.assertEqual(self.logs(f"action=run.start&from={at}&limit=200"), self.logs("action=run.start&limit=200"))
        self.assertEqual(self.logs(f"runId={NOWHERE}"), [])
        everything = admin.all("/api/admin/audit-logs", "logs")
        sample = next(e for e in everything if e["action"] == "run.start")
        of = {"action": sample["action"], "objectType": sample["objectType"], "objectId": sample["objectId"],
              "actor": sample["actor"]["id"], "runId": sample["runId"], "from": sample["createdAt"]}
        have = {"action": lambda e: e["action"], "objectType": lambda e: e["objectType"],
                "objectId": lambda e: e["objectId"], "actor": lambda e: e["actor"]["id"],
                "runId": lambda e: e["runId"]}
        for count in (1, 2, 3):
            for names in itertools.combinations(of, count):
                wanted = [e["id"] for e in everything if all(
                    e["createdAt"] >= of[n] if n == "from" else have[n](e) == of[n] for n in names)]
                query = "&".join(f"{n}={urllib.parse.quote(of[n])}" for n in names)
                page = admin.value(f"/api/admin/audit-logs?{query}&limit=200")
                found = [e["id"] for e in page["logs"] if e["sequence"] <= everything[0]["sequence"]]
                self.assertEqual(found, wanted[:len(found)] if page["nextCursor"] else wanted, query)
        for name in ("from", "to"):
            assert_fields(admin.get(f"/api/admin/audit-logs?{name}=yesterday"), name)
        assert_fields(admin.get("/api/admin/audit-logs?from=2026-01-02&to=2026-01-01"), "to")
        # Reads are left out on request, in the list and in the file; refusals stay.
        admin.get(f"/api/documents/{world().document()['id']}/content")
        assert_error(world().client("VIEWER").get("/api/admin/audit-logs"), 403, "FORBIDDEN")
        query = f"from={urllib.parse.quote(everything[0]['createdAt'])}&limit=200"
        shown = {e["action"] for e in admin.value(f"/api/admin/audit-logs?{query}&reads=true")["logs"]}
        self.assertLessEqual({"audit.read", "document.download", "access.denied"}, shown)
        page = admin.value(f"/api/admin/audit-logs?{query}&reads=false")
        looks = {"audit.export", "audit.read", "audit.verify", "document.download", "export.download", "run.replay"}
        self.assertFalse(looks & {e["action"] for e in page["logs"] if e["outcome"] == "allow"})
        self.assertIn("access.denied", {e["action"] for e in page["logs"]})
        self.assertEqual(page["total"], len(page["logs"]))
        lines = admin.get(f"/api/admin/audit-logs/export?{query[:-10]}&reads=false").body.decode().splitlines()
        self.assertEqual([json.loads(line)["id"] for line in lines[:-1]], [e["id"] for e in page["logs"][::-1]])
        assert_fields(admin.get("/api/admin/audit-logs?reads=some"), "reads")
        foreign = admin.get(f"/api/admin/audit-logs?runId={world().run(1)['id']}")
        assert_error(foreign, 403, "CROSS_TENANT_ACCESS_DENIED")

    def test_holds_refused_reaches_into_other_tenants(self):
        foreign = world().document(1)["id"]
        assert_error(world().client("VIEWER").get(f"/api/documents/{foreign}"), 403, "CROSS_TENANT_ACCESS_DENIED")
        entry = self.logs("action=access.denied&limit=1")[0]
        self.assertEqual((entry["objectId"], entry["outcome"]), (foreign, "deny"))
        self.assertEqual(entry["actor"]["email"], world().user("VIEWER")["email"])
        self.assertEqual(self.logs(f"action=access.denied&objectId={foreign}", 1), [], "not in the other's trail")

    def test_is_one_unbroken_chain(self):
        for tenant in (0, 1):
            entries = world().client("ADMIN", tenant).all("/api/admin/audit-logs", "logs")[::-1]
            self.assertEqual([e["sequence"] for e in entries], list(range(1, len(entries) + 1)))
            self.assertEqual(entries[0]["previousHash"], "0" * 64)
            for before, after in zip(entries, entries[1:]):
                self.assertEqual(after["previousHash"], before["hash"], after["sequence"])
            self.assertEqual({e["tenantId"] for e in entries}, {world().tenant_id(tenant)})

    def test_cannot_be_changed_even_by_the_owner(self):
        world().run()  # gives the statements a row to change
        for statement in ("UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log",
                          "UPDATE assessment SET confidence = 1", "DELETE FROM assessment"):
            with self.subTest(statement=statement), self.assertRaises(StackError):
                world().stack.sql(statement)
