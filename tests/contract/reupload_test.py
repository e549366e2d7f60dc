# SPDX-License-Identifier: Apache-2.0
"""An unreadable file, uploaded repeatedly: each upload is tried again and says why it failed."""
import secrets
import unittest

from world import world

MAIL = "From: kim@example.org\r\nTo: lee@example.org\r\nSubject: Review {}\r\n\r\nThe review is done.\r\n"


class Reupload(unittest.TestCase):
    def setUp(self):
        self.member = world().client("MEMBER")
        self.mail = MAIL.format(secrets.token_hex(6)).encode()

    def failed(self, document_id):
        document = self.member.wait_ended(document_id, 20)
        self.assertEqual(document["status"], "FAILED")
        self.assertIn("an e-mail message (EML), which Assay does not read", document["failureReason"])

    def test_of_a_failed_one_is_answered_each_time(self):
        document = self.member.add("review.eml", self.mail)
        self.failed(document["id"])
        for _ in range(3):
            answer = self.member.upload("review.eml", self.mail)
            self.assertEqual((answer.status, answer.json()["document"]["id"]), (200, document["id"]))
            self.failed(document["id"])

    def test_of_one_whose_work_was_lost_queues_it_again(self):
        with world().stack.pipeline_paused():
            document = self.member.add("lost.eml", self.mail)
            world().stack.sql(f"DELETE FROM work_item WHERE subject_id = '{document['id']}'")
            self.assertEqual(self.member.upload("lost.eml", self.mail).status, 200)
        self.failed(document["id"])
