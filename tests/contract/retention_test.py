# SPDX-License-Identifier: Apache-2.0
"""Rules of retention: what they remove, when, and what they leave."""
import json
import secrets
import unittest

from client import assert_fields
from own_tenant import OwnTenant
from shapes import RETENTION, assert_shape
from stack import wait_until
from world import world


def note():
    return f"Access rights are reviewed each quarter. {secrets.token_hex(8)}\n".encode()


class Retention(unittest.TestCase):
    def setUp(self):
        self.tenant = OwnTenant()
        self.admin, self.member = self.tenant.client("ADMIN"), self.tenant.client("MEMBER")

    def put(self, document_days, export_days):
        answer = self.admin.send("PUT", "/api/admin/retention", {"documentDays": document_days, "exportDays": export_days})
        self.assertEqual(answer.status, 200, str(answer))
        assert_shape(answer.json(), RETENTION)
        return answer.json()

    def sql(self, text):
        return world().stack.sql(text.format(tenant=f"tenant_id = '{self.tenant.id}'"))

    def age(self, document, days):
        world().stack.sql(f"UPDATE document SET uploaded_at = now() - interval '{days} days' WHERE id = '{document['id']}'")

    def apply(self):
        """What the daemon does every hour, once the rules are a day old."""
        self.sql("UPDATE retention SET updated_at = now() - interval '25 hours' WHERE {tenant}")
        world().stack.sql("SELECT queue_due_retention()")
        wait_until(lambda: not self.sql("SELECT 1 FROM work_item WHERE {tenant} AND kind = 'purge'"
                                        " AND payload ? 'retention' AND state IN ('ready', 'running')"),
                   60, "rules that were applied")

    def left(self):
        return {d["originalFilename"] for d in self.member.all("/api/documents", "documents")}

    def test_keeps_everything_unless_told(self):
        rules = self.admin.value("/api/admin/retention")
        self.assertEqual(rules, {"documentDays": None, "exportDays": None, "updatedAt": None, "updatedBy": None,
                                 "appliedFrom": None, "due": {"documents": 0, "exports": 0}})

    def test_erases_old_documents_that_nothing_holds(self):
        names = ("old.txt", "young.txt", "held.txt")
        old, young, held = (self.member.add_ready(name, note()) for name in names)
        for document in (old, held):
            self.age(document, 40)
        self.age(young, 20)
        hold = self.admin.post("/api/admin/legal-holds", {"documentId": held["id"], "reason": "Dispute"})
        self.assertEqual(hold.status, 201)
        self.assertEqual(self.put(30, None)["due"], {"documents": 1, "exports": 0})
        world().stack.sql("SELECT queue_due_retention()")  # the rules are too young
        self.assertEqual(self.sql("SELECT 1 FROM work_item WHERE {tenant} AND payload ? 'retention'"), [])
        self.apply()
        self.assertEqual(self.left(), {"young.txt", "held.txt"})
        erasure, = self.admin.value("/api/admin/erasures")["erasures"]
        self.assertEqual((erasure["documentId"], erasure["requestedBy"]), (old["id"], None))
        self.assertIn("30 days", erasure["reason"])
        entry, = self.admin.value(f"/api/admin/audit-logs?action=document.erase&objectId={old['id']}")["logs"]
        self.assertEqual((entry["actor"]["type"], json.loads(entry["detail"])["erasureId"]), ("system", erasure["id"]))

    def test_removes_the_files_of_old_exports(self):
        self.member.add_ready("policy.txt", note())
        run = self.member.completed_run()
        made = self.member.export(run["id"], "csv")
        world().settle()
        self.put(None, 30)
        world().stack.tamper(f"UPDATE export SET completed_at = now() - interval '40 days' WHERE id = '{made['id']}'")
        self.assertEqual(self.admin.value("/api/admin/retention")["due"], {"documents": 0, "exports": 1})
        self.apply()
        self.assertIsNotNone(self.member.value(f"/api/exports/{made['id']}")["erasedAt"])
        self.assertEqual(self.member.get(f"/api/exports/{made['id']}/content").status, 409)
        entry, = self.admin.value("/api/admin/audit-logs?action=export.expire")["logs"]
        self.assertEqual(json.loads(entry["detail"]), {"exportIds": [made["id"]]})

    def test_wants_whole_days_and_records_changes(self):
        for bad in (0, -1, 36501, 1.5, "30", True):
            answer = self.admin.send("PUT", "/api/admin/retention", {"documentDays": bad, "exportDays": None})
            assert_fields(answer, "documentDays")
        assert_fields(self.admin.send("PUT", "/api/admin/retention", {"documentDays": 30}), "exportDays")
        self.put(365, 90)
        self.put(365, None)
        newest = self.admin.value("/api/admin/audit-logs?action=retention.put")["logs"][0]
        self.assertEqual(json.loads(newest["detail"]), {"exportDays": {"from": 90, "to": None}})
