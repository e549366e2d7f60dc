# SPDX-License-Identifier: Apache-2.0
"""Originals in an object store: uploads, downloads, pages and readers use it, and its outages lose nothing."""
import os
import secrets
import shutil
import unittest

from client import assert_error
from object_server import object_server
from world import world


def forget_copies():
    """As on another host, which has none."""
    root = world().stack.path("data", "blobs")
    for name in os.listdir(root):
        if name != "tmp":
            shutil.rmtree(os.path.join(root, name))


class ObjectStore(unittest.TestCase):
    def setUp(self):
        object_server().break_with()
        object_server().asked()
        self.member = world().client("MEMBER")

    def tearDown(self):
        object_server().break_with()

    def bytes(self, lines=20):
        return f"Backups are tested each quarter. {secrets.token_hex(8)}\n".encode() * lines

    def key(self, document):
        return f"/originals/company/assay/{document['tenantId']}/{document['sha256Hash'][:2]}/{document['sha256Hash']}"

    def content(self, document, **headers):
        return self.member.get(f"/api/documents/{document['id']}/content", **headers)

    def test_an_upload_becomes_an_object_and_comes_back(self):
        data = self.bytes()
        document = self.member.add_ready("object.txt", data)
        puts = [one for one in object_server().asked() if one["method"] == "PUT"]
        self.assertEqual([one["url"] for one in puts], [self.key(document)])
        self.assertEqual(puts[0]["headers"]["x-amz-server-side-encryption"], "AES256")
        forget_copies()
        answer = self.content(document)
        self.assertEqual((answer.status, answer.body), (200, data))
        answer = self.content(document, Range="bytes=5-8")
        self.assertEqual((answer.status, answer.body), (206, data[5:9]))
        self.assertEqual(self.content(document, If_None_Match=f'"{document["sha256Hash"]}"').status, 304)

    def test_a_large_upload_goes_in_parts(self):
        data = self.bytes(1) * (20 * 1024 * 1024 // 50)
        document = self.member.upload("large.txt", data).json()["document"]
        puts = [one for one in object_server().asked() if one["method"] == "PUT"]
        self.assertEqual(len(puts), -(-len(data) // (16 << 20)))
        forget_copies()
        self.assertEqual(self.content(document).body, data)

    def test_another_host_reads_the_document(self):
        with world().stack.pipeline_paused():
            document = self.member.upload("elsewhere.txt", self.bytes()).json()["document"]
            forget_copies()
        self.member.wait_ready(document["id"])
        self.assertIn(("GET", self.key(document)), [(one["method"], one["url"]) for one in object_server().asked()])

    def test_a_reader_waits_while_the_store_is_away(self):
        with world().stack.pipeline_paused():
            document = self.member.upload("waits.txt", self.bytes()).json()["document"]
            forget_copies()
            object_server().break_with(*[{"method": "GET", "status": 503}] * 7)
        self.member.wait_ready(document["id"])

    def test_altered_and_lost_objects_are_not_served_and_uploading_again_repairs_them(self):
        data = self.bytes()
        document = self.member.add_ready("altered.txt", data)
        for fault, issue in (({"alter": True}, "the stored bytes have a different SHA-256"),
                             ({"status": 404, "code": "NoSuchKey"}, "the stored file is missing")):
            forget_copies()
            object_server().break_with({"method": "GET", **fault})
            answer = self.content(document)
            assert_error(answer, 500, "SNAPSHOT_INTEGRITY_FAILURE")
            self.assertEqual(answer.json()["details"]["issue"], issue)
            object_server().asked()
            object_server().break_with({"method": "GET", **fault})
            self.assertEqual(self.member.upload("altered.txt", data).status, 200)
            self.assertIn(("PUT", self.key(document)), [(one["method"], one["url"]) for one in object_server().asked()])
            self.assertEqual(self.content(document).body, data)

    def test_an_upload_that_the_store_refuses_leaves_nothing(self):
        data, before = self.bytes(), self.member.value("/api/documents")["total"]
        object_server().break_with({"method": "PUT", "status": 403, "code": "AccessDenied"})
        answer = self.member.upload("refused.txt", data)
        assert_error(answer, 503, "UNAVAILABLE")
        self.assertIn("retry-after", answer.headers)
        self.assertEqual(self.member.value("/api/documents")["total"], before)
        self.assertEqual(self.member.upload("refused.txt", data).status, 201)

    def test_an_upload_outlives_a_store_that_is_unwell_for_a_moment(self):
        object_server().break_with({"method": "PUT", "status": 503}, {"method": "PUT", "drop": True})
        self.assertEqual(self.member.upload("unwell.txt", self.bytes()).status, 201)

    def test_downloads_go_on_where_they_broke(self):
        data = self.bytes(200)
        document = self.member.add_ready("cut.txt", data)
        forget_copies()
        object_server().break_with({"method": "GET", "cut": 1000}, {"method": "GET", "cut": 2000})
        self.assertEqual(self.content(document).body, data)
