# SPDX-License-Identifier: Apache-2.0
"""Storage quotas of a tenant: ten documents and 20000 bytes in total in this stack."""
import unittest

import samples
from client import assert_error
from own_tenant import OwnTenant
from world import world

DOCUMENTS, BYTES = 10, 20_000


class Quotas(unittest.TestCase):
    def refuse(self, answer, limit, allowed, found):
        details = assert_error(answer, 422, "LIMIT_EXCEEDED")
        self.assertEqual(details, {"limit": limit, "allowed": allowed, "found": found})

    def test_one_document_more_than_allowed_is_refused_and_leaves_nothing(self):
        member = OwnTenant().client()
        files = [(f"{i}.txt", samples.unique()) for i in range(DOCUMENTS)]
        first = [member.add(name, data)["id"] for name, data in files][0]
        before = [path for path in world().stack.blobs() if not path.startswith("tmp/")]
        self.refuse(member.upload("more.txt", samples.unique()), "documents", DOCUMENTS, DOCUMENTS + 1)
        self.assertEqual([path for path in world().stack.blobs() if not path.startswith("tmp/")], before)
        self.assertEqual(member.upload(*files[0]).status, 200, "what is there already needs no room")
        self.assertEqual(member.delete(f"/api/documents/{first}").status, 204)
        self.assertEqual(member.upload("more.txt", samples.unique()).status, 201)

    def test_bytes_are_counted_over_all_documents(self):
        member = OwnTenant().client()
        half = samples.text("half", 200)[:BYTES // 2]
        member.add("half.txt", half)
        size = len(half) + 10
        self.refuse(member.upload("more.txt", b"x" * size), "bytes", BYTES, len(half) + size)
        self.assertEqual(member.upload("less.txt", b"y" * (BYTES - len(half))).status, 201)

    def test_an_archive_that_needs_more_fails_whole_and_says_so(self):
        member = OwnTenant().client()
        archive = samples.archive([(f"{i}.txt", samples.unique()) for i in range(DOCUMENTS)])
        document = member.wait_ended(member.add("all.zip", archive)["id"])
        self.assertEqual(document["status"], "FAILED")
        self.assertIn(f"{DOCUMENTS + 1} documents, and at most {DOCUMENTS} are allowed", document["failureReason"])
        self.assertEqual(member.value("/api/documents")["total"], 1)
