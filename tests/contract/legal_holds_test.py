# SPDX-License-Identifier: Apache-2.0
"""Legal holds: what one covers is not removed until it is released."""
import secrets
import unittest

import samples
from client import assert_error, assert_fields
from own_tenant import OwnTenant
from shapes import LEGAL_HOLD, assert_shape
from stack import StackError
from world import world


def note():
    return f"Access rights are reviewed each quarter. {secrets.token_hex(8)}\n".encode()


class LegalHolds(unittest.TestCase):
    def setUp(self):
        self.tenant = OwnTenant()
        self.admin, self.member = self.tenant.client("ADMIN"), self.tenant.client("MEMBER")

    def hold(self, document_id=None, reason="Dispute with Example Ltd"):
        answer = self.admin.post("/api/admin/legal-holds", {"documentId": document_id, "reason": reason})
        self.assertEqual(answer.status, 201, str(answer))
        hold = answer.json()["legalHold"]
        assert_shape(hold, LEGAL_HOLD)
        return hold

    def release(self, hold):
        answer = self.admin.post(f"/api/admin/legal-holds/{hold['id']}/release")
        self.assertEqual(answer.status, 200, str(answer))
        return answer.json()["legalHold"]

    def remove(self, document_id):
        """Both ways to remove a document."""
        return (self.member.delete(f"/api/documents/{document_id}"),
                self.admin.post(f"/api/documents/{document_id}/erasure", {"reason": "of a test"}))

    def refused(self, document_id, *holds):
        for answer in self.remove(document_id):
            details = assert_error(answer, 409, "CONFLICT")
            self.assertEqual([h["id"] for h in details["legalHolds"]], [h["id"] for h in holds])
            self.assertIn(holds[0]["reason"], answer.json()["message"])

    def test_one_on_a_document_keeps_it_until_it_is_released(self):
        held, free = self.member.add_ready("held.txt", note()), self.member.add_ready("free.txt", note())
        hold = self.hold(held["id"])
        self.assertEqual((hold["originalFilename"], hold["createdBy"]), ("held.txt", self.admin.user["id"]))
        self.refused(held["id"], hold)
        self.assertEqual(self.member.delete(f"/api/documents/{free['id']}").status, 204)
        self.assertEqual(self.member.value(f"/api/documents/{held['id']}")["legalHolds"], [hold])
        released = self.release(hold)
        self.assertEqual(released["releasedBy"], self.admin.user["id"])
        self.assertNotIn("legalHolds", self.member.value(f"/api/documents/{held['id']}"))
        assert_error(self.admin.post(f"/api/admin/legal-holds/{hold['id']}/release"), 409, "CONFLICT")
        self.assertEqual(self.member.delete(f"/api/documents/{held['id']}").status, 204)
        self.assertEqual(self.admin.value(f"/api/admin/legal-holds/{hold['id']}"), released, "the record stays")

    def test_one_on_everything_keeps_every_document(self):
        document = self.member.add_ready("any.txt", note())
        first, second = self.hold(reason="Audit of the authority"), self.hold(document["id"])
        self.refused(document["id"], first, second)
        self.release(first)
        self.refused(document["id"], second)
        standing = self.admin.value("/api/admin/legal-holds?released=false")["legalHolds"]
        self.assertEqual([h["id"] for h in standing], [second["id"]])
        self.assertEqual(len(self.admin.value("/api/admin/legal-holds")["legalHolds"]), 2)

    def test_one_on_an_archive_covers_its_files_and_one_on_a_file_its_archive(self):
        archive = self.member.add_ready("two.zip", samples.archive([("a.txt", note()), ("b.txt", note())]))
        one, _ = self.member.all(f"/api/documents?parentDocumentId={archive['id']}", "documents")
        self.member.wait_ended(one["id"])
        hold = self.hold(archive["id"])
        self.refused(one["id"], hold)
        self.release(hold)
        hold = self.hold(one["id"])
        self.refused(archive["id"], hold)

    def test_a_refused_removal_leaves_a_document_being_read_in_the_queue(self):
        with world().stack.pipeline_paused():
            document = self.member.add("waiting.txt", note())
            self.refused(document["id"], self.hold(document["id"]))
        self.member.wait_ready(document["id"])

    def test_the_database_refuses_too(self):
        document = self.member.add_ready("direct.txt", note())
        self.hold(document["id"])
        with self.assertRaisesRegex(StackError, "a legal hold covers"):
            world().stack.sql(f"DELETE FROM document WHERE id = '{document['id']}'")

    def test_is_recorded_and_wants_a_reason(self):
        document = self.member.add("recorded.txt", note())
        assert_fields(self.admin.post("/api/admin/legal-holds", {"documentId": document["id"]}), "reason")
        assert_error(self.admin.post("/api/admin/legal-holds", {"documentId": "nonsense", "reason": "x"}), 404, "NOT_FOUND")
        hold = self.hold(document["id"])
        self.release(hold)
        logs = self.admin.value(f"/api/admin/audit-logs?objectId={hold['id']}")["logs"]
        self.assertEqual([entry["action"] for entry in logs], ["legal_hold.release", "legal_hold.create"])
