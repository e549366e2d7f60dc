# SPDX-License-Identifier: Apache-2.0
"""An unreadable file, uploaded repeatedly: each upload is tried again and says why it failed."""
import secrets
import unittest

from world import world

ARCHIVE = b"Rar!\x1a\x07\0"


class Reupload(unittest.TestCase):
    def setUp(self):
        self.member = world().client("MEMBER")
        self.archive = ARCHIVE + secrets.token_bytes(64)

    def failed(self, document_id):
        document = self.member.wait_ended(document_id, 20)
        self.assertEqual(document["status"], "FAILED")
        self.assertIn("a RAR archive, which Assay does not read", document["failureReason"])

    def test_of_a_failed_one_is_answered_each_time(self):
        document = self.member.add("review.rar", self.archive)
        self.failed(document["id"])
        for _ in range(3):
            answer = self.member.upload("review.rar", self.archive)
            self.assertEqual((answer.status, answer.json()["document"]["id"]), (200, document["id"]))
            self.failed(document["id"])

    def test_of_one_whose_work_was_lost_queues_it_again(self):
        with world().stack.pipeline_paused():
            document = self.member.add("lost.rar", self.archive)
            world().stack.sql(f"DELETE FROM work_item WHERE subject_id = '{document['id']}'")
            self.assertEqual(self.member.upload("lost.rar", self.archive).status, 200)
        self.failed(document["id"])
