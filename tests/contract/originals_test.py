# SPDX-License-Identifier: Apache-2.0
"""Stored originals that were altered or lost: their bytes are never served, the trail says so, an upload repairs."""
import json
import os
import secrets
import unittest

from client import assert_error
from world import world

PROCESSES = 12  # requests that reach every process, more or less


class Originals(unittest.TestCase):
    def setUp(self):
        self.member, self.admin = world().client("MEMBER"), world().client("ADMIN")
        self.data = f"Backups are tested each quarter. {secrets.token_hex(8)}\n".encode() * 20
        self.document = self.member.add_ready("altered.txt", self.data)
        self.addCleanup(self.member.delete, f"/api/documents/{self.document['id']}")
        self.content = f"/api/documents/{self.document['id']}/content"
        blobs = [p for p in world().stack.blobs() if self.document["sha256Hash"] in p]
        self.assertEqual(len(blobs), 1)
        self.path = world().stack.path("data", "blobs", blobs[0])

    def get(self, **headers):
        return self.member.get(self.content, **headers)

    def forge(self):
        """Bytes of the same length and with the same time of modification."""
        kept = os.stat(self.path)
        with open(self.path, "wb") as file:
            file.write(self.data.replace(b"quarter", b"decade ", 1))
        os.utime(self.path, ns=(kept.st_atime_ns, kept.st_mtime_ns))

    def refused(self, answer, issue):
        assert_error(answer, 500, "SNAPSHOT_INTEGRITY_FAILURE")
        self.assertEqual(answer.json()["details"], {"documentId": self.document["id"], "issue": issue})

    def entries(self):
        trail = f"/api/admin/audit-logs?action=document.download&objectId={self.document['id']}"
        return [(entry["outcome"], json.loads(entry["detail"]).get("issue")) for entry in self.admin.value(trail)["logs"]]

    def test_altered_ones_are_not_served(self):
        for _ in range(PROCESSES):
            self.assertEqual(self.get().body, self.data)
        self.forge()
        issue = "the stored bytes have a different SHA-256"
        for headers in ({}, {"Range": "bytes=0-3"}, {"Range": "bytes=-5"}, {"If_None_Match": '"x"'}):
            for _ in range(PROCESSES):
                self.refused(self.get(**headers), issue)
        self.assertEqual(self.entries()[0], ("error", issue))

    def test_lost_ones_are_a_fault_not_an_absence(self):
        os.remove(self.path)
        self.refused(self.get(), "the stored file is missing")
        self.assertEqual(self.entries(), [("error", "the stored file is missing")])

    def test_uploading_again_repairs_them(self):
        for harm in (self.forge, lambda: os.remove(self.path)):
            harm()
            self.assertEqual(self.get().status, 500)
            answer = self.member.upload("altered.txt", self.data)
            self.assertEqual((answer.status, answer.json()["document"]["id"]), (200, self.document["id"]))
            self.assertEqual(self.get().body, self.data)

    def test_ranges_of_an_intact_one_are_served(self):
        for first in range(0, 40, 4):
            answer = self.get(Range=f"bytes={first}-{first + 3}")
            self.assertEqual((answer.status, answer.body), (206, self.data[first:first + 4]))
