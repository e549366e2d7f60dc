# SPDX-License-Identifier: Apache-2.0
"""Reading documents again: one, or all that a filter names; what stays, who may, and what is refused."""
import os
import secrets
import unittest

import bad_files
import samples
from client import assert_error
from own_tenant import OwnTenant
from route_table import NOWHERE
from stack import wait_until
from world import world


class Reread(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tenant = OwnTenant()
        cls.admin = cls.tenant.client("ADMIN")

    def wait_reread(self, document_id):
        """The document once nothing of it waits to be read again."""
        def ended():
            found = self.admin.value(f"/api/documents/{document_id}")
            waits = found.get("rereading", {}).get("status", "FAILED") != "FAILED"
            return None if waits or found["status"] not in ("READY", "FAILED") else found
        return wait_until(ended, 60, "the document is read again")

    def chunks(self, document_id):
        return self.admin.value(f"/api/documents/{document_id}/chunks")["chunks"]

    def test_one_document_keeps_its_id_and_cited_chunks(self):
        ready = self.admin.add_ready("policy.md", samples.markdown(secrets.token_hex(4), 3))
        path = f"/api/documents/{ready['id']}"
        before = self.chunks(ready["id"])
        answer = self.admin.post(path + "/reread")
        self.assertEqual(answer.status, 202, f"{answer}")
        self.assertEqual(answer.json()["document"]["status"], "READY")
        document = self.wait_reread(ready["id"])
        self.assertNotIn("rereading", document)
        after = self.chunks(ready["id"])
        self.assertEqual([one["content"] for one in after], [one["content"] for one in before])
        self.assertFalse({one["id"] for one in after} & {one["id"] for one in before})
        cited = self.admin.value(f"{path}/chunks/{before[0]['id']}")
        self.assertEqual((cited["content"], cited["replaced"]), (before[0]["content"], True))
        self.assertFalse(self.admin.value(f"{path}/chunks/{after[0]['id']}")["replaced"])
        assert_error(self.admin.get(f"{path}/chunks/{NOWHERE}"), 404, "NOT_FOUND")

    def test_the_places_of_words_come_with_the_new_text(self):
        ready = self.admin.add_ready(*samples.make("pdf", "places-come-later", 5))
        words = f"/api/documents/{ready['id']}/pages/1/words"
        before = self.admin.value(words)
        world().stack.sql(f"UPDATE document_page SET words = NULL WHERE document_id = '{ready['id']}'")
        self.assertEqual(self.admin.value(words)["missing"], "READ_EARLIER")
        self.admin.post(f"/api/documents/{ready['id']}/reread")
        self.wait_reread(ready["id"])
        self.assertGreater(len(before["words"]), 0)
        self.assertEqual(self.admin.value(words), before)

    def test_assessments_still_lead_to_their_words(self):
        ready = self.admin.add_ready("cited.md", samples.markdown("cited", 5))
        run = self.admin.completed_run()
        cited = [(one["id"], citation) for one in self.admin.value(f"/api/runs/{run['id']}/assessments")["assessments"]
                 for citation in one["citations"] if citation["documentId"] == ready["id"]]
        self.admin.post(f"/api/documents/{ready['id']}/reread")
        self.wait_reread(ready["id"])
        for assessment, citation in cited[:5]:
            chunk = self.admin.value(f"/api/documents/{ready['id']}/chunks/{citation['chunkId']}")
            self.assertIn(citation["text"], chunk["content"])
            self.assertEqual(self.admin.get(f"/api/assessments/{assessment}").status, 200)
        replay = self.admin.value(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual(replay["integrity"], "VERIFIED")

    def test_many_are_counted_first_and_then_queued(self):
        failed = self.admin.wait_ended(self.admin.add("locked.pdf", bad_files.encrypted_pdf())["id"])
        body = {"status": "FAILED", "failureCode": failed["failureCode"]}
        counted = self.admin.post("/api/documents/reread?dryRun=true", body)
        self.assertEqual((counted.status, counted.json()), (200, {"queued": 1, "dryRun": True}))
        answer = self.admin.post("/api/documents/reread", body)
        self.assertEqual((answer.status, answer.json()), (202, {"queued": 1, "dryRun": False}))
        self.assertEqual(self.admin.wait_ended(failed["id"])["failureCode"], failed["failureCode"])
        none = self.admin.post("/api/documents/reread", {"olderThanReader": True})
        self.assertEqual(none.json()["queued"], 0)

    def test_a_failure_keeps_the_text_and_says_so(self):
        ready = self.admin.add_ready("gone.md", samples.markdown("gone", 3))
        before = self.chunks(ready["id"])
        for path in world().stack.blobs():
            if ready["sha256Hash"] in path:
                os.unlink(world().stack.path("data", "blobs", path))
        self.admin.post(f"/api/documents/{ready['id']}/reread")
        document = self.wait_reread(ready["id"])
        self.assertEqual((document["status"], document["rereading"]["status"]), ("READY", "FAILED"))
        self.assertEqual(document["rereading"]["failureCode"], "original_missing")
        self.assertEqual(self.chunks(ready["id"]), before)

    def test_bad_filters_name_the_field(self):
        for body, field in (({"status": "UPLOADED"}, "status"), ({"failureCode": ""}, "failureCode"),
                            ({"olderThanReader": "yes"}, "olderThanReader"), ({"reason": "x"}, "reason"),
                            ({"status": "READY", "failureCode": "broken"}, "failureCode")):
            with self.subTest(body=body):
                answer = self.admin.post("/api/documents/reread", body)
                assert_error(answer, 400, "VALIDATION_ERROR")
                self.assertIn(field, str(answer.json()["details"]))

    def test_only_documents_with_text_or_failed_ones(self):
        archive = self.admin.add_ready("two.zip", samples.archive([("a.txt", samples.text("in two", 3))]))
        assert_error(self.admin.post(f"/api/documents/{archive['id']}/reread"), 409, "CONFLICT")
        assert_error(self.admin.post(f"/api/documents/{NOWHERE}/reread"), 404, "NOT_FOUND")
