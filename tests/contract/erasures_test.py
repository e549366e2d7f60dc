# SPDX-License-Identifier: Apache-2.0
"""Erasing documents: what goes and what stays, runs that quote them, files of packages, archives and messages."""
import email.message
import io
import json
import os
import secrets
import time
import unittest
import zipfile

import samples
from client import assert_error, assert_fields
from own_tenant import OwnTenant
from shapes import ERASURE_IN_FULL, assert_shape
from stack import wait_until
from world import world

TABLES = ("document", "document_page", "chunk", "archive_member", "document_rereading")


def policy(secret):
    return (f"# Backup policy {secret}\n\nBackups of all systems are made every night and kept for 35 days.\n\n"
            f"Restoring is tested each quarter, and the result is recorded by the operations team.\n").encode()


def message(secret):
    """An e-mail message with a text and a file attached."""
    mail = email.message.EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@own.example", "b@own.example", f"Review {secret}"
    mail.set_content(f"The review of {secret} is attached.\n")
    mail.add_attachment(f"Access rights of {secret} are reviewed each quarter.\n".encode(), maintype="text",
                        subtype="plain", filename="review.txt")
    return mail.as_bytes()


class OfErasures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tenant = OwnTenant()
        cls.admin, cls.member = cls.tenant.client("ADMIN"), cls.tenant.client("MEMBER")

    def erase(self, document_id, reason="Request of a former employee"):
        answer = self.admin.post(f"/api/documents/{document_id}/erasure", {"reason": reason})
        self.assertEqual(answer.status, 202, str(answer))
        assert_shape(answer.json()["erasure"], ERASURE_IN_FULL)
        return answer.json()["erasure"]

    def age_files(self):
        """Files of the tenant that were written a moment ago stay a minute: an upload may be in progress."""
        past = time.time() - 3600
        for path in self.files():
            os.utime(path, (past, past))

    def files(self):
        root = world().stack.path("data", "blobs", self.tenant.id)
        return [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names]

    def stored(self, sha256):
        return any(sha256 in path for path in self.files())

    def done(self, erasure):
        return wait_until(lambda: (lambda e: e if e["status"] == "COMPLETED" else None)(
            self.admin.value(f"/api/admin/erasures/{erasure['id']}")), 90, "an erasure that is complete")

    def rows(self):
        """How many rows the tenant has in the tables of documents."""
        return [int(world().stack.sql(f"SELECT count(*) FROM {name} WHERE tenant_id = '{self.tenant.id}'")[0][0])
                for name in TABLES]

    def entries(self, action, object_id):
        found = self.admin.value(f"/api/admin/audit-logs?action={action}&objectId={object_id}")["logs"]
        return [json.loads(entry["detail"]) for entry in found]


class Erasing(OfErasures):
    def test_removes_everything_read_and_stored_and_keeps_the_records(self):
        before, secret = self.rows(), secrets.token_hex(8)
        document = self.member.add_ready("policy.md", policy(secret))
        run = self.member.completed_run(documentIds=[document["id"]])
        quoted = [a for a in self.member.value(f"/api/runs/{run['id']}/assessments")["assessments"] if a["citations"]]
        self.assertGreater(len(quoted), 0)
        package, table = self.member.export(run["id"], "package"), self.member.export(run["id"], "csv")
        replay = self.admin.value(f"/api/admin/runs/{run['id']}/replay")
        world().settle()
        self.age_files()
        erasure = self.erase(document["id"])
        self.assertEqual([d["id"] for d in erasure["documents"]], [document["id"]])
        self.assertEqual([(r["runId"], r["quotes"]) for r in erasure["runs"]],
                         [(run["id"], sum(len(a["citations"]) for a in quoted))])
        self.assertEqual((erasure["runsQuoting"], erasure["runsSearched"]), (1, 1))
        self.assertEqual(self.rows(), before)
        assert_error(self.admin.get(f"/api/documents/{document['id']}"), 404, "NOT_FOUND")
        done = self.done(erasure)
        self.assertEqual((done["documentCount"], done["exportCount"]), (1, 1))
        for sha256 in (document["sha256Hash"], package["sha256"]):
            self.assertFalse(self.stored(sha256))
        # What is a record stays, and tells what went.
        self.assertEqual(self.member.get(f"/api/exports/{table['id']}/content").status, 200)
        details = assert_error(self.member.get(f"/api/exports/{package['id']}/content"), 409, "CONFLICT")
        self.assertEqual(details["exportId"], package["id"])
        self.assertIsNotNone(self.member.value(f"/api/exports/{package['id']}")["erasedAt"])
        self.assertIsNone(self.member.value(f"/api/exports/{table['id']}")["erasedAt"])
        again = self.admin.value(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual((again["integrity"], again["assessments"]), ("VERIFIED", replay["assessments"]))
        self.assertTrue(self.admin.reproduce(run["id"])["identical"])
        self.assertEqual(self.admin.value("/api/admin/audit-logs/verify")["firstBroken"], None)
        entry, = self.entries("document.erase", document["id"])
        self.assertEqual((entry["erasureId"], entry["reason"], entry["sha256"]),
                         (erasure["id"], "Request of a former employee", document["sha256Hash"]))
        ended, = self.entries("erasure.completed", erasure["id"])
        self.assertEqual(ended, {"documentId": document["id"], "documents": 1, "exportIds": [package["id"]]})
        # A new package says why the original is missing.
        made = self.member.export(run["id"], "package")
        answer = self.member.get(f"/api/exports/{made['id']}/content")
        with zipfile.ZipFile(io.BytesIO(answer.body)) as package_file:
            self.assertFalse([n for n in package_file.namelist() if n.startswith("originals/")])
            self.assertIn("it was deleted on", package_file.read("README.txt").decode())

    def test_nothing_of_the_text_is_left_outside_the_records(self):
        secret = "Quollwick" + secrets.token_hex(6)
        document = self.member.add_ready("note.md", policy(secret))
        self.age_files()
        self.done(self.erase(document["id"]))
        found = world().stack.sql(
            "WITH columns AS MATERIALIZED (SELECT c.table_name, c.column_name, CASE c.data_type WHEN 'bytea' THEN '%2$I'"
            " ELSE 'convert_to(%2$I::text, ''UTF8'')' END AS bytes FROM information_schema.columns c"
            " JOIN information_schema.columns t USING (table_schema, table_name) WHERE table_schema = 'public'"
            " AND t.column_name = 'tenant_id' AND c.data_type IN ('text', 'jsonb', 'bytea'))"
            " SELECT table_name, column_name FROM columns WHERE query_to_xml(format('SELECT 1 AS found FROM %1$I"
            f" WHERE tenant_id = ''{self.tenant.id}'' AND position(convert_to(''{secret}'', ''UTF8'') IN ' || bytes"
            " || ') > 0 LIMIT 1', table_name, column_name), true, false, '')::text LIKE '%found%'")
        self.assertEqual(found, [])
        self.assertFalse([p for p in self.files() if secret.encode() in open(p, "rb").read()])

    def test_a_document_that_is_being_read(self):
        with world().stack.pipeline_paused():
            document = self.member.add("waiting.md", policy(secrets.token_hex(8)))
            self.age_files()
            erasure = self.erase(document["id"])
        self.done(erasure)
        self.assertFalse(self.stored(document["sha256Hash"]))
        left = world().stack.sql(f"SELECT 1 FROM work_item WHERE subject_id = '{document['id']}'")
        self.assertEqual(left, [])

    def test_the_same_bytes_uploaded_again_stay(self):
        data = policy(secrets.token_hex(8))
        first = self.member.add_ready("again.md", data)
        with world().stack.pipeline_paused():
            erasure = self.erase(first["id"])
            second = self.member.add("again.md", data)
        self.age_files()
        self.done(erasure)
        self.assertTrue(self.stored(second["sha256Hash"]))
        self.assertEqual(self.member.get(f"/api/documents/{second['id']}/content").body, data)

    def test_the_same_bytes_of_another_tenant_stay(self):
        data, other = policy(secrets.token_hex(8)), OwnTenant().client("MEMBER")
        theirs = other.add_ready("same.md", data)
        mine = self.member.add_ready("same.md", data)
        self.age_files()
        self.done(self.erase(mine["id"]))
        self.assertEqual(other.get(f"/api/documents/{theirs['id']}/content").body, data)

    def test_wants_a_reason_and_a_document(self):
        document = self.member.add("reason.md", policy(secrets.token_hex(8)))
        path = f"/api/documents/{document['id']}/erasure"
        assert_fields(self.admin.post(path), "reason")
        assert_fields(self.admin.post(path, {"reason": "x" * 501}), "reason")
        self.erase(document["id"])
        assert_error(self.admin.post(path, {"reason": "again"}), 404, "NOT_FOUND")


class Holders(OfErasures):
    def goes_whole(self, name, data):
        """Erasing an archive or message takes all that it holds, which cannot be erased alone."""
        holder = self.member.add_ready(name, data)
        inside = self.member.all(f"/api/documents?parentDocumentId={holder['id']}", "documents")
        self.assertGreater(len(inside), 0)
        for one in inside:
            self.member.wait_ended(one["id"])
            answer = self.admin.post(f"/api/documents/{one['id']}/erasure", {"reason": "alone"})
            details = assert_error(answer, 409, "CONFLICT")
            self.assertEqual(details["archiveIds"], [holder["id"]])
        self.age_files()
        erasure = self.done(self.erase(holder["id"]))
        self.assertEqual({d["id"] for d in erasure["documents"]}, {d["id"] for d in [holder, *inside]})
        for document in (holder, *inside):
            assert_error(self.member.get(f"/api/documents/{document['id']}"), 404, "NOT_FOUND")
            self.assertFalse(self.stored(document["sha256Hash"]))
        named = self.admin.value(f"/api/admin/erasures?documentId={inside[0]['id']}")["erasures"]
        self.assertEqual([e["id"] for e in named], [erasure["id"]])

    def test_an_archive_goes_with_its_files(self):
        files = [(name, f"Backups of {secrets.token_hex(8)} run daily.\n".encode()) for name in ("a.txt", "b.txt")]
        self.goes_whole("bundle.zip", samples.archive(files))

    def test_a_message_goes_with_what_is_attached(self):
        self.goes_whole("review.eml", message(secrets.token_hex(8)))


class Failures(OfErasures):
    def test_waits_for_a_disk_that_refuses_and_one_that_failed_is_tried_again(self):
        document = self.member.add_ready("stuck.md", policy(secrets.token_hex(8)))
        self.age_files()
        path = next(p for p in self.files() if document["sha256Hash"] in p)
        os.remove(path)
        os.makedirs(os.path.join(path, "in the way"))  # what is not empty cannot be removed
        past = time.time() - 3600
        os.utime(path, (past, past))
        erasure = self.erase(document["id"])
        wait_until(lambda: os.path.isdir(path + ".gone"), 30, "a first try")
        self.assertNotEqual(self.admin.value(f"/api/admin/erasures/{erasure['id']}")["status"], "COMPLETED")
        # As after its worker died too often.
        world().stack.sql(f"DELETE FROM work_item WHERE subject_id = '{erasure['id']}'; UPDATE erasure SET status = 'FAILED',"
                          f" failed_at = now(), failure_reason = 'x' WHERE id = '{erasure['id']}'")
        os.rmdir(os.path.join(path + ".gone", "in the way"))
        answer = self.admin.post(f"/api/admin/erasures/{erasure['id']}/retry")
        self.assertEqual((answer.status, answer.json()["erasure"]["status"]), (202, "QUEUED"), str(answer))
        self.done(erasure)
        self.assertFalse(os.path.exists(path + ".gone"))
        assert_error(self.admin.post(f"/api/admin/erasures/{erasure['id']}/retry"), 409, "CONFLICT")
        self.assertEqual(len(self.entries("erasure.retry", erasure["id"])), 1)
