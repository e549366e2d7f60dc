# SPDX-License-Identifier: Apache-2.0
"""assayctl tenant export and tenant erase: everything of a tenant as files, and nothing left of it."""
import hashlib
import json
import os
import secrets
import tempfile
import unittest

import samples
from client import assert_error
from own_tenant import OwnTenant, ctl, said
from world import world


def note():
    return f"Backups are tested each quarter. {secrets.token_hex(8)}\n".encode() * 10


def busy_tenant():
    """A tenant with documents, a pack of its own, a run, a review, a task, an export, a token and a webhook."""
    tenant = OwnTenant()
    admin, member = tenant.client("ADMIN"), tenant.client("MEMBER")
    document = member.add_ready("policy.txt", note())
    member.add_ready("bundle.zip", samples.archive([("a.txt", note())]))
    run = member.completed_run(documentIds=[document["id"]])
    first = member.value(f"/api/runs/{run['id']}/assessments?limit=1")["assessments"][0]
    assert member.post(f"/api/assessments/{first['id']}/reviews", {"verdict": "ACCEPTED"}).status == 201
    member.export(run["id"], "package")
    assert admin.post("/api/tokens", {"name": "of a test"}).status == 201
    wanted = {"url": f"https://{secrets.token_hex(6)}.invalid/", "eventTypes": ["run.failed"]}
    admin.post("/api/admin/webhooks", wanted)
    gone = member.add_ready("gone.txt", note())
    assert admin.post(f"/api/documents/{gone['id']}/erasure", {"reason": "of a test"}).status == 202
    world().settle()
    return tenant, admin, member, document


class Export(unittest.TestCase):
    def test_has_all_rows_files_and_the_trail_and_no_secrets(self):
        tenant, admin, _, document = busy_tenant()
        with tempfile.TemporaryDirectory() as above:
            folder = os.path.join(above, "export")
            told = said("tenant", "export", "--tenant", tenant.id, "--to", folder)
            self.assertEqual((told["tenantId"], told["broken"]), (tenant.id, []))

            def read(name):
                with open(os.path.join(folder, name), "rb") as file:
                    return file.read()

            def rows(table):
                return [json.loads(line) for line in read(f"tables/{table}.jsonl").splitlines()]
            for line in read("SHA256SUMS").decode().splitlines():
                digest, name = line.split("  ")
                self.assertEqual(hashlib.sha256(read(name)).hexdigest(), digest, name)
            self.assertIn(document["id"], [row["id"] for row in rows("document")])
            self.assertEqual(hashlib.sha256(read(f"files/{document['sha256Hash']}")).hexdigest(), document["sha256Hash"])
            for table in ("assessment", "assessment_review", "run_snapshot", "chunk", "export", "erasure"):
                self.assertGreater(len(rows(table)), 0, table)
            for table, secret in (("app_user", "password_hash"), ("webhook", "secret")):
                self.assertFalse([row for row in rows(table) if secret in row])
            self.assertFalse(os.path.exists(os.path.join(folder, "tables/api_token.jsonl")))
            entries = [json.loads(line) for line in read("trail.jsonl").splitlines()]
            self.assertEqual(entries[-1]["end"]["tenantId"], tenant.id)
            self.assertIn("tenant.export", [entry.get("action") for entry in entries])
            status, _, err = ctl("tenant", "export", "--tenant", tenant.id, "--to", folder)
            self.assertEqual(status, 1)
            self.assertIn("--to", err)
        self.assertEqual(admin.get("/api/auth/me").status, 200)


class Erasure(unittest.TestCase):
    def rows_left(self, tenant):
        """Tables with a row that names the tenant."""
        return [name for name, in world().stack.sql(
            "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'"
            " AND column_name IN ('tenant_id', 'owner_tenant_id') AND query_to_xml(format('SELECT 1 FROM %I WHERE %I ="
            f" ''{tenant.id}'' LIMIT 1', table_name, column_name), true, false, '')::text LIKE '%row%'")]

    def test_removes_every_row_and_file_and_leaves_where_the_trail_ended(self):
        tenant, admin, _, _ = busy_tenant()
        name = said("tenant", "list")["tenants"][0]["name"]
        hold = admin.post("/api/admin/legal-holds", {"reason": "Dispute"}).json()["legalHold"]
        for confirm, issue in (("Somebody else", "--confirm"), (name, "Dispute")):
            status, _, err = ctl("tenant", "erase", "--tenant", tenant.id, "--confirm", confirm)
            self.assertEqual(status, 1)
            self.assertIn(issue, err)
        self.assertEqual(admin.post(f"/api/admin/legal-holds/{hold['id']}/release").status, 200)
        told = said("tenant", "erase", "--tenant", tenant.id, "--confirm", name)
        self.assertEqual(told["tenantId"], tenant.id)
        for table in ("document", "assessment", "run_snapshot", "audit_log", "app_user", "tenant"):
            self.assertGreater(told["rows"].get(table, 1), 0, table)
        self.assertEqual(self.rows_left(tenant), [])
        self.assertEqual([p for p in world().stack.blobs() if p.startswith(tenant.id)], [])
        assert_error(admin.get("/api/auth/me"), 401, "UNAUTHORIZED")
        self.assertNotIn(tenant.id, [t["id"] for t in said("tenant", "list")["tenants"]])
        # The checkpoints have seen a tenant that is no more: its end is signed.
        verdict = said("audit", "verify")
        self.assertTrue(verdict["verified"], verdict)
        self.assertGreater(verdict["erasedTenants"], 0)
        line, = world().stack.sql(f"SELECT line FROM erased_tenant WHERE id = '{tenant.id}'")
        self.assertEqual(json.loads(line[0])["statement"]["checkpoint"], told["trailEndedIn"])
        # A tenant that is gone without such a line is tampering.
        world().stack.sql("BEGIN; ALTER TABLE erased_tenant DISABLE TRIGGER USER;"
                          f" UPDATE erased_tenant SET line = replace(line, '\"sequence\":', '\"sequence\":1')"
                          f" WHERE id = '{tenant.id}'; COMMIT")
        status, out, _ = ctl("audit", "verify")
        self.assertEqual(status, 1)
        broken, = json.loads(out)["firstBroken"]
        self.assertEqual(broken["tenantId"], tenant.id)
        self.assertIn("erasure", broken["reason"])
        world().stack.sql("UPDATE erased_tenant SET line = replace(line, '\"sequence\":1', '\"sequence\":')"
                          f" WHERE id = '{tenant.id}'; ALTER TABLE erased_tenant ENABLE TRIGGER USER")
        self.assertTrue(said("audit", "verify")["verified"])

    def test_leaves_other_tenants_as_they_are(self):
        other, _, member, document = busy_tenant()
        gone, _, _, _ = busy_tenant()
        name = next(t["name"] for t in said("tenant", "list")["tenants"] if t["id"] == gone.id)
        said("tenant", "erase", "--tenant", gone.id, "--confirm", name)
        self.assertEqual(member.get(f"/api/documents/{document['id']}/content").status, 200)
        self.assertTrue(said("audit", "verify", "--tenant", other.id)["verified"])
